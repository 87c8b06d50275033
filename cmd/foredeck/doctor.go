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

func doctorCommand(flags *globalFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Find out what a deployment answers",
		Long: `Ask a deployment each call by each version, and say what it answers: which calls there are, where the cursors of its lists
stand, in which form it writes, how long it takes, how its clock stands, and what it makes of the key and the token that are set.
The exit code is 0 when accounts and their transactions can be read.`,
		Example: `  foredeck doctor --base-url https://rpc.example.org
  foredeck doctor -o json | jq '.calls[] | select(.answer != "ok")'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := flags.format("table", "json", "jsonl")
			if err != nil {
				return err
			}
			wire := &tap{next: transport.New()}
			s, err := flags.openWith(cmd, opening{withToken: true, change: func(policy *transport.Policy) {
				if policy.Next != nil { // a recording
					wire.next = policy.Next
				}
				policy.Next = wire
			}})
			if err != nil {
				return err
			}
			defer s.close()
			found, err := newExamination(cmd, flags, s, wire).run()
			if err != nil {
				return err
			}
			if err := printDiagnosis(cmd, format, found); err != nil {
				return err
			}
			return found.broken
		},
	}
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

// examination is the asking of one deployment.
type examination struct {
	cmd     *cobra.Command
	flags   *globalFlags
	session *session
	wire    *tap
	found   *diagnosis

	account  move.Address // one that exists, where any is known
	height   uint64       // of a block that exists, where any is known
	module   string
	resource string
}

// frameworkAddress is where every chain of the family has its standard modules.
var frameworkAddress = move.Address{31: 1}

func newExamination(cmd *cobra.Command, flags *globalFlags, s *session, wire *tap) *examination {
	e := &examination{
		cmd: cmd, flags: flags, session: s, wire: wire,
		found:   &diagnosis{Network: s.place.Network, BaseURL: s.place.BaseURL},
		account: frameworkAddress, module: "coin", resource: "0x1::account::Account", height: 1,
	}
	if len(s.names) > 0 {
		e.account = s.names[0].Address
	}
	return e
}

// run asks everything. The error tells of a deployment that cannot be reached at all.
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

// ask makes a call and notes what came of it.
func (e *examination) ask(call, version string, isList bool, question func() error) (*probe, error) {
	err := question()
	if ended := e.cmd.Context().Err(); ended != nil {
		return nil, ended
	}
	tried := e.wire.last()
	p := probe{Call: call, Answer: answerOK, Delay: tried.took.Milliseconds(), err: err}
	if version != "" {
		p.Version = &version
	}
	if tried.status != 0 {
		p.Status = &tried.status
	}
	if err != nil {
		why := load.Explain(err, e.flags.place)
		p.Answer = why.Kind.String()
		if why.Kind != load.NotFound && why.Kind != load.Unsupported {
			detail := string(why.Reason)
			p.Detail = &detail
		}
	} else if isList {
		where := tried.cursor()
		p.Cursor = &where
	}
	e.found.Calls = append(e.found.Calls, p)
	return &e.found.Calls[len(e.found.Calls)-1], nil
}

// judge decides whether the deployment is of use: one version at least gives accounts and what they sent.
func (d *diagnosis) judge() {
	accounts := map[string]bool{}
	for i := range d.Calls {
		p := &d.Calls[i]
		switch {
		case p.Version == nil:
		case p.Call == "account" && p.answered():
			accounts[*p.Version] = true
		case p.Call == "transactions" && p.answered() && accounts[*p.Version]:
			d.Usable, d.broken = true, nil
			return
		case p.Call == "account" || p.Call == "transactions":
			// What a version answers tells more than that another is not there.
			if d.broken == nil || errors.Is(d.broken, client.ErrUnsupported) {
				d.broken = p.err
			}
		}
	}
}

// cursor says where in an answer the next page's cursor stands.
func (t *try) cursor() string {
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

// secretOf says what a service makes of a key or token.
func secretOf(set bool, p *probe) secretState {
	state := "not_seen"
	switch {
	case p.answered() && set:
		state = "taken"
	case p.answered():
		state = "not_needed"
	case p.Answer == load.Refused.String() && set:
		state = "wrong"
	case p.Answer == load.Refused.String():
		state = "missing"
	}
	return secretState{Set: set, State: state}
}
