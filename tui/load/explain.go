package load

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"regexp"
	"strings"
	"syscall"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/tui/text"
)

// Kind sorts failures by what a person can do about them.
type Kind int

// The kinds of failure.
const (
	None            Kind = iota
	Cancelled            // the caller no longer wanted the answer
	InvalidArgument      // no request was made
	Unreachable          // nobody answered, or the answer broke off
	TimedOut             // nobody answered in time
	NotFound             // the node answered that there is no such thing
	Unsupported          // the node has no such call
	Unauthorized         // a key or token is missing or wrong
	RateLimited          // the service asks for fewer calls
	ServerError          // the node answered that it failed
	InvalidResponse      // the node answered with something else than the contract says
	ViewFailed           // a view function was called and failed
	NotRecorded          // a recording is played that does not hold the answer
	Other
)

// String is the kind's name as commands print it.
func (k Kind) String() string {
	return [...]string{"none", "cancelled", "bad_argument", "unreachable", "timed_out", "not_found", "unsupported", "refused", "slowed_down",
		"server_failed", "not_understood", "function_failed", "not_recorded", "other"}[k]
}

// Endpoint is where a call went: errors name it, because a right question to the wrong network gets the same answer as a wrong one.
type Endpoint struct {
	Network string // the network's name in the settings
	BaseURL string
}

// String is the place as messages name it: mainnet (https://rpc.example.org).
func (p Endpoint) String() string { return p.Network + " (" + p.BaseURL + ")" }

// Failure is an error in words for the person at the screen. Both texts are safe to draw.
type Failure struct {
	Kind   Kind
	Reason text.Safe // what happened, in one line
	Advice text.Safe // what to do about it
	Status int       // the HTTP status where there was one
	URL    text.Safe // what was asked, where a request was made
}

// Explain turns an error of the client into words. Every screen and command uses it, so that one failure reads the same everywhere.
func Explain(err error, place Endpoint) Failure {
	failure := Failure{Kind: kindOf(err)}
	if err == nil {
		return failure
	}
	where := text.Clean(place.String())
	base := text.Clean(place.BaseURL)
	reason := err.Error()
	var (
		status   *client.StatusError
		travel   *client.TransportError
		decode   *client.DecodeError
		function *client.ViewError
	)
	switch {
	case errors.As(err, &status):
		failure.Status, failure.URL, reason = status.Status, text.Clean(status.URL), status.Reason()
	case errors.As(err, &travel):
		failure.URL = text.Clean(travel.URL)
	case errors.As(err, &decode):
		failure.URL, reason = text.Clean(decode.URL), decode.Reason()
	}
	if errors.As(err, &function) {
		reason = function.Error()
	}
	said := text.Clean(reason)
	switch failure.Kind {
	case Cancelled:
		failure.Reason, failure.Advice = "cancelled", "ask again when you want it"
	case InvalidArgument:
		failure.Reason, failure.Advice = said, "the call was not made; put it right and try again"
	case Unreachable:
		if errors.Is(err, io.ErrUnexpectedEOF) {
			failure.Reason = "the answer of " + base + " broke off half-way"
			failure.Advice = "the line or a proxy cut it; ask again"
			break
		}
		failure.Reason = "no answer from " + base + ": " + text.Clean(rootCause(err))
		failure.Advice = "check that the node runs and that its address is right"
	case TimedOut:
		failure.Reason = "no answer from " + base + " in time"
		failure.Advice = "the node is slow or stuck; ask again, or wait longer with --timeout"
	case NotFound:
		failure.Reason, failure.Advice = "not found on "+where, notFoundAdvice(failure.URL)
		if kind, name, account, ok := moduleOrResource(failure.URL); ok {
			failure.Reason = "no " + kind + " " + name + " at " + text.Short(account) + " on " + where
			failure.Advice = kind + "s " + account + " lists what is there; check the name, and that this is the network you mean"
		}
		if status == nil { // the answer was good, and what was looked for is not in it
			failure.Reason, failure.Advice = said, "check that "+where+" is the place that you mean"
		}
	case Unsupported:
		failure.Reason = "this node has no such call: " + base
		failure.Advice = "check the node's address; it may run another version"
		if status == nil { // it was not asked: the version that is set does not have the call
			failure.Reason, failure.Advice = said, "choose another version with --rpc-version, or leave the choice to the program"
		}
	case Unauthorized:
		failure.Reason = "refused by " + where + ": " + said
		failure.Advice = secretAdvice(failure.URL)
	case RateLimited:
		failure.Reason = where + " asks for fewer calls"
		failure.Advice = "wait a moment, then ask again"
		if status != nil && status.RetryAfter > 0 {
			failure.Advice = "wait " + text.Elapsed(status.RetryAfter) + ", then ask again"
		}
	case ServerError:
		failure.Reason = "the node failed: " + said
		failure.Advice = "the fault is the node's; ask again in a moment"
	case InvalidResponse:
		failure.Reason = "answer not understood: " + said
		failure.Advice = "check that " + base + " is a node's address and not a web page or a proxy"
	case NotRecorded:
		failure.Reason = text.Clean(transport.ErrNotRecorded.Error())
		failure.Advice = "a replay shows only what was asked while it was recorded"
	case ViewFailed:
		failure.Reason = said
		failure.Advice = "the node is well; look at the arguments, and at what the chain holds"
	default:
		failure.Reason, failure.Advice = said, "ask again"
		if status != nil {
			failure.Advice = "the node does not take the call as it stands: check that " + base + " is a node's address"
		}
	}
	return failure
}

// notFoundAdvice says what to look at where nothing was found.
func notFoundAdvice(asked text.Safe) text.Safe {
	switch path, _, _ := strings.Cut(string(asked), "?"); {
	case strings.Contains(path, "/consensus/"):
		return "the node holds no block at this height, not yet or no more"
	case isPrice(path):
		return "check the pair, and that this is the price service you mean"
	}
	return "check the address, and that this is the network you mean"
}

// moduleOrResource tells which module or resource of which account was asked for. It is not ok for anything else.
func moduleOrResource(asked text.Safe) (kind, name, account text.Safe, ok bool) {
	parsed, err := url.Parse(string(asked))
	if err != nil {
		return "", "", "", false
	}
	parts := accountPath.FindStringSubmatch(parsed.Path)
	if parts == nil {
		return "", "", "", false
	}
	account = text.Clean(parts[1])
	if address, err := move.ParseAddress(parts[1]); err == nil {
		account = text.Safe(address.Short())
	}
	return text.Clean(parts[2]), text.Clean(parts[3]), account, true
}

// accountPath is the path of a module or a resource, in each version of the RPC.
var accountPath = regexp.MustCompile(`/accounts/([^/]+)/(module|resource)s/([^/]+)$`)

func isPrice(path string) bool {
	return strings.HasSuffix(path, "/history") || strings.HasSuffix(path, "/latest")
}

// secretAdvice says which secret a call wants and where to set it. The value is never shown.
func secretAdvice(asked text.Safe) text.Safe {
	path, _, _ := strings.Cut(string(asked), "?")
	switch {
	case strings.Contains(path, "/consensus/"):
		return "blocks want a token that is missing or wrong: set FOREDECK_CONSENSUS_TOKEN"
	case isPrice(path):
		return "prices want a key that is missing or wrong: set FOREDECK_API_KEY"
	}
	return "this call wants a key or token that is missing or wrong"
}

func kindOf(err error) Kind {
	var (
		function *client.ViewError
		argument *client.ArgumentError
		parse    *move.ParseError
		status   *client.StatusError
		decode   *client.DecodeError
		travel   *client.TransportError
	)
	switch {
	case err == nil:
		return None
	case errors.Is(err, context.Canceled):
		return Cancelled
	case errors.Is(err, transport.ErrNotRecorded):
		return NotRecorded
	case errors.As(err, &decode): // before what it holds: an address that an answer spells wrong is nobody's argument
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
	case errors.As(err, &travel):
		if travel.Timeout() {
			return TimedOut
		}
		return Unreachable
	case errors.Is(err, context.DeadlineExceeded):
		return TimedOut
	}
	return Other
}

// rootCause is the innermost error's text: "connection refused", not the chain of what was tried.
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
