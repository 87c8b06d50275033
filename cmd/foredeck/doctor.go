package main

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/tui/load"
)

func examineDeployment(in *invocation) error {
	format, err := in.format("table", "json", "jsonl")
	if err != nil {
		return err
	}
	wire := &tap{next: transport.New()}
	s, err := in.openWith(in.cmd, opening{withToken: true, change: func(policy *transport.Policy) {
		if policy.Next != nil { // a replay
			wire.next = policy.Next
		}
		policy.Next = wire
	}})
	if err != nil {
		return err
	}
	defer s.close()
	found, err := newExamination(in.cmd, in.globalFlags, s, wire).run()
	if err != nil {
		return err
	}
	if err := printDiagnosis(in.cmd, format, found); err != nil {
		return err
	}
	return found.failure
}

func printDiagnosis(cmd *cobra.Command, format string, found *diagnosis) error {
	if format != "table" {
		return newPrinter(cmd.OutOrStdout(), format, nil, true).print(record{value: found})
	}
	printer := newPrinter(cmd.OutOrStdout(), format, probeColumns(), false)
	for _, line := range found.lines() {
		if err := printer.write(line + "\n"); err != nil {
			return err
		}
	}
	if err := printer.write("\n"); err != nil {
		return err
	}
	for i := range found.Calls {
		if err := printer.print(record{cells: found.Calls[i].cells()}); err != nil {
			return err
		}
	}
	return nil
}

// examination runs all calls against one deployment.
type examination struct {
	cmd     *cobra.Command
	flags   *globalFlags
	session *session
	wire    *tap
	found   *diagnosis

	account  move.Address // an existing one, if known
	height   uint64       // of an existing block, if known
	module   string
	resource string
}

// frameworkAddress is the address of the standard modules on every chain.
var frameworkAddress = move.Address{31: 1}

func newExamination(cmd *cobra.Command, flags *globalFlags, s *session, wire *tap) *examination {
	e := &examination{
		cmd: cmd, flags: flags, session: s, wire: wire,
		found:   &diagnosis{Network: s.endpoint.Network, BaseURL: s.endpoint.BaseURL},
		account: frameworkAddress, module: "coin", resource: "0x1::account::Account", height: 1,
	}
	if len(s.names) > 0 {
		e.account = s.names[0].Address
	}
	return e
}

// run makes all calls. It fails if the deployment is not reachable at all.
func (e *examination) run() (*diagnosis, error) {
	chosen, err := client.ParseVersion(e.session.settings.Network.RPCVersion)
	if err != nil {
		return nil, err
	}
	for _, version := range []client.Version{client.V3, client.V2, client.V1} {
		if chosen != client.Auto && chosen != version {
			continue
		}
		node, err := e.session.newNode(client.WithVersion(version))
		if err != nil {
			return nil, err
		}
		if err := e.examine(node, version); err != nil {
			return nil, err
		}
	}
	if err := e.examineBlocks(); err != nil {
		return nil, err
	}
	d := e.found
	d.timing(e.wire.all())
	d.Dialect.Name = d.Dialect.name()
	if d.newest != 0 {
		age := time.Since(d.newest.Time()).Milliseconds()
		d.NewestAge = &age
	}
	if err := e.examinePrices(); err != nil {
		return nil, err
	}
	d.judge()
	return d, nil
}

// probe makes a call and records its outcome.
func (e *examination) probe(call, version string, isList bool, request func() error) (*probe, error) {
	err := request()
	if canceled := e.cmd.Context().Err(); canceled != nil {
		return nil, canceled
	}
	exchange := e.wire.last()
	p := probe{Call: call, Answer: answerOK, Delay: exchange.took.Milliseconds(), err: err}
	if version != "" {
		p.Version = &version
	}
	if exchange.status != 0 {
		p.Status = &exchange.status
	}
	if err != nil {
		why := load.Explain(err, e.flags.endpoint)
		p.Answer = why.Kind.String()
		if why.Kind != load.NotFound && why.Kind != load.Unsupported {
			detail := string(why.Reason)
			p.Detail = &detail
		}
	} else if isList {
		location := exchange.cursor()
		p.Cursor = &location
	}
	e.found.Calls = append(e.found.Calls, p)
	return &e.found.Calls[len(e.found.Calls)-1], nil
}

// judge decides whether the deployment is usable: at least one version must return accounts and their transactions.
func (d *diagnosis) judge() {
	accounts := map[string]bool{}
	for i := range d.Calls {
		p := &d.Calls[i]
		switch {
		case p.Version == nil:
		case p.Call == "account" && p.answered():
			accounts[*p.Version] = true
		case p.Call == "transactions" && p.answered() && accounts[*p.Version]:
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

// cursor returns where a response has the cursor of the next page.
func (t *exchange) cursor() string {
	for name := range t.header {
		if lower := strings.ToLower(name); strings.HasSuffix(lower, "-cursor") {
			return "header " + lower
		}
	}
	if hasCursor(t.body) {
		return "body"
	}
	return "none"
}

// secretOf returns whether a service accepts a key or token.
func secretOf(set bool, p *probe) secretState {
	state := "not_seen"
	switch {
	case p.answered() && set:
		state = "taken"
	case p.answered():
		state = "not_needed"
	case p.Answer == load.Unauthorized.String() && set:
		state = "wrong"
	case p.Answer == load.Unauthorized.String():
		state = "missing"
	}
	return secretState{Set: set, State: state}
}
