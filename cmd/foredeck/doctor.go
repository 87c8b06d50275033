package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

// openDoctor connects to the network and records all exchanges.
func openDoctor(in *invocation) (*session, error) {
	requests := new(transport.Recorder)
	s, err := in.openWith(in.cmd, opening{withToken: true, change: func(policy *transport.Policy) { policy.Recorder = requests }})
	if err == nil {
		s.requests = requests
	}
	return s, err
}

func init() {
	runners["doctor"] = &runner{open: openDoctor, run: examineDeployment, later: []examinedCall{
		{"version", client.V3, false, func(e *examination) error { return onlyError(e.node.NodeVersion(e.ctx())) }},
	}}
}

func examineDeployment(in *invocation) error {
	e := newExamination(in)
	if folder := in.value("report"); folder != "" {
		var err error
		if e.saved, err = newReport(folder); err != nil {
			return err
		}
	}
	found, err := e.examine()
	if err != nil {
		return err
	}
	if e.saved != nil {
		fmt.Fprintf(in.stderr(), "foredeck: %s in %s; look through them before you send them\n", text.Plural(e.saved.files, "response"), text.Clean(e.saved.folder))
	}
	if err := printDiagnosis(in, found); err != nil {
		return err
	}
	return found.failure
}

func printDiagnosis(in *invocation, found *diagnosis) error {
	p := newPrinter(in.out(), in.format, probeColumns)
	if p.isForPeople() {
		for _, line := range found.lines(in.prints(record.Plain)) {
			p.WriteString(line.String() + "\n")
		}
		p.WriteString("\n")
	}
	return document(p, found, nil, found.Calls)
}

// examination runs all calls against one deployment.
type examination struct {
	*invocation
	found *diagnosis
	node  *client.Node // of the version that is examined

	account  move.Address // an existing one, if known
	height   uint64       // of an existing block, if known
	module   string
	resource string

	// Of calls that the specification does not have; zeros if not known, which no node finds.
	digest, transaction, event string
	epoch                      uint64

	saved *savedReport // nil without --report
}

// frameworkAddress is the address of the standard modules on every chain.
var frameworkAddress = move.Address{31: 1}

// noHash is the hash of nothing on any chain.
const noHash = "0x0000000000000000000000000000000000000000000000000000000000000000"

func newExamination(in *invocation) *examination {
	e := &examination{
		invocation: in, found: &diagnosis{Network: in.endpoint.Network, BaseURL: in.endpoint.BaseURL},
		account: frameworkAddress, module: "coin", resource: "0x1::account::Account", height: 1,
		digest: noHash, transaction: noHash, event: noHash,
	}
	if len(in.s.names) > 0 {
		e.account = in.s.names[0].Address
	}
	return e
}

// examine makes all calls. It fails if the deployment is not reachable at all.
func (e *examination) examine() (*diagnosis, error) {
	chosen, err := client.ParseVersion(e.s.settings.Network.RPCVersion)
	if err != nil {
		return nil, err
	}
	prices, err := e.prices() // before any request: the node can repeat the key
	if err != nil {
		return nil, err
	}
	for _, version := range []client.Version{client.V3, client.V2, client.V1} {
		if chosen != client.Auto && chosen != version {
			continue
		}
		if e.node, err = e.s.newNode(client.WithVersion(version)); err != nil {
			return nil, err
		}
		if err := e.examineVersion(version); err != nil {
			return nil, err
		}
	}
	if err := e.examineBlocks(); err != nil {
		return nil, err
	}
	if err := e.examineLater(chosen); err != nil {
		return nil, err
	}
	d := e.found
	d.timing(e.s.requests.Since(0))
	d.Dialect.Name = d.Dialect.name()
	if d.newest != 0 {
		age := time.Since(d.newest.Time()).Milliseconds()
		d.NewestAge = &age
	}
	if err := e.examinePrices(prices); err != nil {
		return nil, err
	}
	d.Notices = []string{}
	for _, notice := range e.notices.All() {
		d.Notices = append(d.Notices, notice.Text)
	}
	d.setUsable()
	if d.Usable {
		return d, e.examineStake()
	}
	return d, nil
}

// frameworkResources are the resources of the framework about the committee: those that foredeck reads, and others that newer ones have.
var frameworkResources = append(slices.Clone(client.StakeResources), "0x1::block::CommitHistory", "0x1::leader_ban_registry::BanRegistry")

// examineStake finds out which resources about the committee the chain has.
func (e *examination) examineStake() error {
	node, err := e.s.newNode()
	if err != nil {
		return err
	}
	for _, name := range frameworkResources {
		_, err := node.Resource(e.ctx(), frameworkAddress, name)
		result := resultOK
		if err != nil {
			result = load.Explain(err, e.endpoint).Kind.String()
		}
		e.found.Resources = append(e.found.Resources, foundResource{name, result})
	}
	return e.ctx().Err()
}

// probe makes a call and records its outcome.
func (e *examination) probe(call, version string, isList bool, request func() error) (*probe, error) {
	err := request()
	if canceled := e.ctx().Err(); canceled != nil {
		return nil, canceled
	}
	exchange := e.lastExchange()
	if err := e.saved.add(call, version, exchange, e.s); err != nil {
		return nil, err
	}
	p := probe{Call: call, Result: resultOK, Delay: headerDelay(exchange).Milliseconds(), err: err}
	if version != "" {
		p.Version = &version
	}
	if exchange.Status != 0 {
		p.Status = &exchange.Status
	}
	if err != nil {
		why := load.Explain(err, e.endpoint)
		p.Result = why.Kind.String()
		if why.Kind != load.NotFound && why.Kind != load.Unsupported {
			detail := why.Reason.String()
			p.Detail = &detail
		}
	} else if isList {
		location := e.cursorLocation(exchange)
		p.Cursor = &location
	}
	e.found.Calls = append(e.found.Calls, p)
	return &e.found.Calls[len(e.found.Calls)-1], nil
}

// setUsable sets whether the deployment is usable: at least one version must return accounts and their transactions.
func (d *diagnosis) setUsable() {
	accounts := map[string]bool{}
	for i := range d.Calls {
		p := &d.Calls[i]
		switch {
		case p.Version == nil:
		case p.Call == "account" && p.supported():
			accounts[*p.Version] = true
		case p.Call == "transactions" && p.supported() && accounts[*p.Version]:
			d.Usable, d.failure = true, nil
			return
		case p.Call == "account" || p.Call == "transactions":
			// The failure of a version says more than that another version is unsupported.
			if d.failure == nil || errors.Is(d.failure, client.ErrUnsupported) {
				d.failure = p.err
			}
		}
	}
}

// lastExchange returns the newest exchange, an empty one if there is none.
func (e *examination) lastExchange() transport.Recorded {
	all, _ := e.s.requests.Count()
	if newest := e.s.requests.Since(max(all, 1) - 1); len(newest) > 0 {
		return newest[0]
	}
	return transport.Recorded{}
}

// headerDelay returns the time until the headers of the response arrived.
func headerDelay(exchange transport.Recorded) time.Duration {
	if exchange.Timing == nil { // a replay
		return exchange.Took
	}
	return exchange.Took - exchange.Timing.Body
}

// cursorLocation returns where a response has the cursor of the next page.
func (e *examination) cursorLocation(exchange transport.Recorded) string {
	for name := range exchange.ResponseHeader {
		if lower := strings.ToLower(name); strings.HasSuffix(lower, "-cursor") {
			return "header " + lower
		}
	}
	if _, body, _ := e.s.requests.Bodies(exchange.Serial); hasCursor(body) {
		return "body"
	}
	return "none"
}

// secretOf returns whether a service accepts a key or token.
func secretOf(set bool, p *probe) secretState {
	state := "unknown"
	switch {
	case p.supported() && set:
		state = "accepted"
	case p.supported():
		state = "not_required"
	case p.Result == load.Unauthorized.String() && set:
		state = "rejected"
	case p.Result == load.Unauthorized.String():
		state = "missing"
	}
	return secretState{Set: set, State: state}
}
