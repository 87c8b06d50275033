package load

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/tui/text"
)

// Kind classifies a failure by what the user can do about it.
type Kind int

// The kinds of failure.
const (
	None            Kind = iota
	Cancelled            // the caller canceled the request
	InvalidArgument      // the request was not sent
	Unreachable          // no response, or the connection closed before the response was complete
	TimedOut             // no response in time
	NotFound             // the node responded that the object does not exist
	Unsupported          // the node does not support the request
	Unauthorized         // a key or token is missing or wrong
	RateLimited          // too many requests
	ServerError          // the node responded with a server error
	InvalidResponse      // the response does not match the API
	ViewFailed           // a view function ran and failed
	NotRecorded          // the replayed recording does not contain the response
	Other
)

// String returns the name of the kind in the JSON output of commands. The names are stable.
func (k Kind) String() string {
	return [...]string{"none", "cancelled", "invalid_argument", "unreachable", "timed_out", "not_found", "unsupported", "unauthorized", "rate_limited",
		"server_error", "invalid_response", "view_failed", "not_recorded", "other"}[k]
}

// Endpoint identifies a node. Errors include it because a valid request to the wrong network fails like an invalid one.
type Endpoint struct {
	Network string // name of the network in the config file
	BaseURL string
}

// String returns the endpoint as shown in messages: mainnet (https://rpc.example.org).
func (e Endpoint) String() string { return e.Network + " (" + e.BaseURL + ")" }

// Failure describes an error to the user.
type Failure struct {
	Kind   Kind
	Reason text.Safe // what failed, in one line
	Advice text.Safe // what to do
	Status int       // HTTP status, 0 if there was no response
	URL    text.Safe // of the request, empty if none was sent
}

// Explain describes an error of the client. All screens and commands use it, so that a failure reads the same everywhere.
func Explain(err error, endpoint Endpoint) Failure {
	failure := Failure{Kind: kindOf(err)}
	if err == nil {
		return failure
	}
	reason := err.Error()
	var (
		status   *client.StatusError
		network  *client.TransportError
		decode   *client.DecodeError
		function *client.ViewError
	)
	switch {
	case errors.As(err, &status):
		failure.Status, failure.URL, reason = status.Status, text.Clean(status.URL), status.Reason()
	case errors.As(err, &network):
		failure.URL = text.Clean(network.URL)
	case errors.As(err, &decode):
		failure.URL, reason = text.Clean(decode.URL), decode.Reason()
	}
	if errors.As(err, &function) {
		reason = function.Error()
	}
	endpoint.BaseURL = nodeOf(failure.URL.String(), endpoint.BaseURL)
	where, base := text.Clean(endpoint.String()), text.Clean(endpoint.BaseURL)
	message := text.Clean(reason)
	switch failure.Kind {
	case Cancelled:
		failure.Reason, failure.Advice = text.Const("cancelled"), text.Const("retry if you still need it")
	case InvalidArgument:
		failure.Reason, failure.Advice = message, text.Const("nothing was sent; check the argument")
	case Unreachable:
		if errors.Is(err, io.ErrUnexpectedEOF) {
			failure.Reason = text.Format("%s closed the connection before the response was complete", base)
			failure.Advice = text.Const("the network or a proxy failed; retry")
			break
		}
		failure.Advice = text.Const("check that the node is running and that its URL is correct")
		if all, ok := errors.AsType[*transport.NodesError](err); ok {
			failure.Reason = noneResponds(all)
		} else if reason, advice, ok := certificateProblem(err, base); ok {
			failure.Reason, failure.Advice = reason, advice
		} else {
			failure.Reason = text.Format("no response from %s: %s", base, text.Clean(rootCause(err)))
		}
	case TimedOut:
		failure.Reason = text.Format("no response from %s in time", base)
		failure.Advice = text.Const("the node is slow or stuck; retry, or set a longer --timeout")
	case NotFound:
		failure.Reason, failure.Advice = text.Format("not found on %s", where), notFoundAdvice(failure.URL)
		failure.Reason = text.Format("%s%s", failure.Reason, said(status))
		if kind, name, account, ok := moduleOrResource(failure.URL); ok {
			failure.Reason = text.Format("%s %s of %s not found on %s", kind, name, text.Short(account), where)
			failure.Advice = text.Format("%ss %s lists all of them; check the name and the network", kind, account)
		}
		if errors.Is(err, client.ErrPruned) {
			failure.Reason, failure.Advice = text.Format("pruned: %s no longer has this", where), text.Const("use an archive node")
			if status.OldestBlock != nil {
				failure.Advice = text.Format("it has blocks from height %s; request a later one or use an archive node", text.Integer(*status.OldestBlock))
			}
		}
		if status == nil { // a successful response that does not contain the object
			failure.Reason, failure.Advice = message, text.Format("check that %s is the right network", where)
		}
	case Unsupported:
		failure.Reason = text.Format("request not supported by this node: %s", base)
		failure.Advice = text.Const("check the node's URL; the node may run another API version")
		if status == nil { // no request was sent: the selected API version does not have it
			failure.Reason, failure.Advice = message, text.Const("choose another version with --rpc-version, or omit the flag to detect it")
		}
		if missing, ok := errors.AsType[*client.MissingCallError](err); ok && missing.IsLater {
			failure.Reason = text.Format("this node has no %s: %s", text.Clean(missing.Call), where)
			failure.Advice = text.Const("the specification does not have the call; nodes of later releases do")
			if missing.Call == "blocks with transactions" {
				failure.Advice = text.Const("open an account to list its transactions; nodes of later releases list those of a block")
			}
		}
	case Unauthorized:
		failure.Reason = text.Format("access denied by %s: %s", where, message)
		failure.Advice = secretAdvice(failure.URL)
		if errors.Is(err, client.ErrNoHistory) {
			failure.Reason = text.Const("price history needs an API key of the price service")
			failure.Advice = text.Const("set FOREDECK_API_KEY; the latest prices are from the on-chain feed, which needs no key")
		}
	case RateLimited:
		failure.Reason = text.Format("%s limits our requests%s", where, said(status))
		failure.Advice = text.Const("wait a moment, then retry")
		if status != nil && status.RetryAfter > 0 {
			failure.Advice = text.Format("wait %s, then retry", text.Elapsed(status.RetryAfter))
		}
	case ServerError:
		failure.Reason = text.Format("node error: %s", message)
		failure.Advice = text.Const("the problem is on the node's side; retry in a moment")
	case InvalidResponse:
		failure.Reason = text.Format("invalid response: %s", message)
		failure.Advice = text.Format("check that %s is a node's URL and not a web page or a proxy", base)
		if path, _, _ := strings.Cut(failure.URL.String(), "?"); isPrice(path) {
			failure.Advice = text.Format("check the pair, and that %s is the URL of the price service", base)
		}
		if errors.Is(err, client.ErrTooDeep) {
			failure.Advice = text.Const("read the response in the deck's list of requests, or save it with --record FILE")
		}
	case NotRecorded:
		failure.Reason = text.Clean(transport.ErrNotRecorded.Error())
		failure.Advice = text.Const("a replay contains only what was requested while recording")
	case ViewFailed:
		failure.Reason = message
		failure.Advice = text.Const("the node is healthy; check the arguments and the state of the chain")
	default:
		failure.Reason, failure.Advice = message, text.Const("retry")
		if diskcache.IsFull(err) {
			failure.Advice = text.Const("free disk space, then retry")
		}
		if status != nil {
			failure.Advice = rejectedAdvice(failure.URL, base)
		}
	}
	return failure
}

// said returns the message of the price service after a colon, "" if there is none. Those of nodes repeat the status.
func said(status *client.StatusError) text.Safe {
	if status == nil || status.Message == "" {
		return text.Safe{}
	}
	if path, _, _ := strings.Cut(status.URL, "?"); !isPrice(path) {
		return text.Safe{}
	}
	return text.Format(": %s", text.Clean(status.Message))
}

// rejectedAdvice returns the advice for a request with a status that neither the node nor the price service specifies, such as 400.
func rejectedAdvice(requestURL, base text.Safe) text.Safe {
	if path, _, _ := strings.Cut(requestURL.String(), "?"); isPrice(path) {
		return text.Format("the price service rejected the request: check the pair and the time range, and that %s is its URL", base)
	}
	return text.Format("the node rejected the request: check that %s is a node's URL", base)
}

// nodeOf returns the base URL of the node that a request went to: another one than usual after failover.
func nodeOf(requestURL, baseURL string) string {
	parsed, err := url.Parse(requestURL)
	if requestURL == "" || strings.HasPrefix(requestURL, baseURL) || err != nil {
		return baseURL
	}
	return parsed.Scheme + "://" + parsed.Host
}

// noneResponds names the nodes of a network of which none responds, with their causes.
func noneResponds(all *transport.NodesError) text.Safe {
	var bases, causes []string
	for _, failure := range all.Failures {
		bases = append(bases, failure.BaseURL)
	}
	for i, name := range transport.NodeNames(bases) {
		causes = append(causes, name+" "+Cause(all.Failures[i]).String())
	}
	return text.Format("no response from any of %s nodes: %s", text.Integer(uint64(len(bases))), text.Clean(strings.Join(causes, ", ")))
}

// notFoundAdvice returns the advice for a request that found nothing.
func notFoundAdvice(requestURL text.Safe) text.Safe {
	switch path, _, _ := strings.Cut(requestURL.String(), "?"); {
	case strings.Contains(path, "/tables/"):
		return text.Const("the table has no such key: check handle, types and key")
	case strings.Contains(path, "/committees/"):
		return text.Const("the node does not know this epoch, or no longer has it")
	case strings.Contains(path, "/consensus/"):
		return text.Const("the node has no block at this height: not produced yet, or pruned")
	case isPrice(path):
		return text.Const("check the pair and the price service")
	case hashPath().MatchString(path):
		return text.Const("check the hash and the network; the node may have pruned it")
	}
	return text.Const("check the address and the network")
}

// hashPath matches the path of a transaction or block by its hash in all versions of the API.
var hashPath = text.Regexp(`/(?:transactions|block)/(?:0x)?[0-9a-f]{64}$`)

// moduleOrResource returns the module or resource that a URL requests, and its account. ok is false for other URLs.
func moduleOrResource(requestURL text.Safe) (kind, name, account text.Safe, ok bool) {
	parsed, err := url.Parse(requestURL.String())
	if err != nil {
		return text.Safe{}, text.Safe{}, text.Safe{}, false
	}
	parts := accountPath().FindStringSubmatch(parsed.Path)
	if parts == nil {
		return text.Safe{}, text.Safe{}, text.Safe{}, false
	}
	account = text.Clean(parts[1])
	if address, err := move.ParseAddress(parts[1]); err == nil {
		account = text.Clean(address.Short())
	}
	return text.Clean(parts[2]), text.Clean(parts[3]), account, true
}

// accountPath matches the path of a module or resource in all versions of the API.
var accountPath = text.Regexp(`/accounts/([^/]+)/(module|resource)s/([^/]+)$`)

func isPrice(path string) bool {
	return strings.HasSuffix(path, "/history") || strings.HasSuffix(path, "/latest")
}

// secretAdvice returns which secret a request requires and where to set it. It never contains the secret.
func secretAdvice(requestURL text.Safe) text.Safe {
	path, _, _ := strings.Cut(requestURL.String(), "?")
	switch {
	case strings.Contains(path, "/consensus/"):
		return text.Const("the token for blocks is missing or wrong: set FOREDECK_CONSENSUS_TOKEN")
	case isPrice(path):
		return text.Const("the key for prices is missing or wrong: set FOREDECK_API_KEY")
	}
	return text.Const("the key or token for this request is missing or wrong")
}

func kindOf(err error) Kind {
	var (
		function *client.ViewError
		argument *client.ArgumentError
		parse    *move.ParseError
		status   *client.StatusError
		decode   *client.DecodeError
		network  *client.TransportError
	)
	switch {
	case err == nil:
		return None
	case errors.Is(err, context.Canceled):
		return Cancelled
	case errors.Is(err, transport.ErrNotRecorded):
		return NotRecorded
	case errors.As(err, &decode): // before ParseError, which it may wrap: an invalid address in a response is not an argument
		return InvalidResponse
	case errors.As(err, &function):
		return ViewFailed
	case errors.As(err, &argument), errors.As(err, &parse):
		return InvalidArgument
	case errors.Is(err, client.ErrNotFound):
		return NotFound
	case errors.Is(err, client.ErrUnsupported):
		return Unsupported
	case errors.Is(err, client.ErrUnauthorized):
		return Unauthorized
	case errors.Is(err, client.ErrRateLimited):
		return RateLimited
	case errors.As(err, &status):
		if status.Status >= 500 {
			return ServerError
		}
		return Other
	case errors.As(err, &network):
		if network.Timeout() {
			return TimedOut
		}
		return Unreachable
	case errors.Is(err, context.DeadlineExceeded):
		return TimedOut
	}
	return Other
}

// rootCause returns the text of the innermost error: "connection refused" rather than all wrapping errors.
func rootCause(err error) string {
	var dns *net.DNSError
	var errno syscall.Errno
	switch {
	case errors.As(err, &dns):
		return "no such host: " + dns.Name
	case errors.As(err, &errno):
		return errno.Error()
	}
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return strings.TrimSpace(err.Error())
}

// Malformed describes what could not be decoded of a record, or "" for a regular one.
func Malformed(problems client.Problems) text.Safe {
	if problems == nil {
		return text.Safe{}
	}
	return text.Format("malformed: %s", Problems(problems))
}

// Problems describes what could not be decoded of a record: the first problem, and how many there are.
func Problems(problems client.Problems) text.Safe {
	first := text.Bounded(problems.First().Reason())
	if more := problems.Count() - 1; more > 0 {
		return text.Format("%s and %s", first, text.Plural(more, "more problem"))
	}
	return first
}
