// dryrun.go simulates the call on the node, and draws the answer with the one before it.

package call

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/callform"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// maxGas is the gas limit of dry runs. A sender needs a balance that covers it.
const maxGas = 500_000

// dryRun is a simulation of the call.
type dryRun struct {
	client.Simulation
	inputs []string // of the fields
	record *client.Transaction
	failed *client.FailedCall // nil if it succeeded
	at     time.Time
}

// dryAnswer is what a simulation results in besides errors.
type dryAnswer struct {
	client.Simulation
	record           client.Transaction
	wantsKey         bool // the public key of the sender is not known
	isNotImplemented bool // the node has no simulation
}

// loadPrice requests the price of gas, once.
func (m *Model) loadPrice() tea.Cmd {
	if _, ok := m.price.Value(); ok {
		return nil
	}
	return m.price.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.GasPrice, error) {
		price, err := m.deps.Node.GasPrice(ctx)
		if errors.Is(err, client.ErrUnsupported) {
			return client.GasPrice{}, nil // it says nothing about the health of the node
		}
		return price, err
	})
}

// gasPriceState draws the median price of gas in front of the state of the interface; nothing if it is not known.
func (m *Model) gasPriceState() text.Line {
	price, _ := m.price.Value()
	if price.Median == nil {
		return nil
	}
	return text.In(m.deps.Theme.Faint, "gas price %s · ", text.Integer(*price.Median))
}

// dryRun simulates the call. It asks for the sender if there is none.
func (m *Model) dryRun() tea.Cmd {
	if !m.isComplete() {
		m.FocusInvalid()
		return nil
	}
	if m.sender == "" {
		return m.askSender()
	}
	sender, err := callform.ParseAddress(m.deps, m.sender)
	if err != nil {
		return m.askSender()
	}
	call, err := client.NewEntryCall(m.ABI, m.Request())
	if err != nil {
		return nil // encode reports it
	}
	simulation := client.Simulation{Call: call, Sender: sender, PublicKey: m.deps.Given.PublicKeys[sender], MaxGasAmount: maxGas}
	if price, _ := m.price.Value(); price.Median != nil {
		simulation.GasUnitPrice = *price.Median
	}
	if len(m.runs) > 0 {
		simulation.ChainID = m.runs[0].ChainID
		if last := m.runs[0]; last.Sender == sender {
			simulation.PublicKey, simulation.GasUnitPrice = last.PublicKey, last.GasUnitPrice
		}
	}
	now := m.deps.Now()
	if _, newest, ok := m.deps.Seen.Newest(); ok && newest.After(now) {
		now = newest // the clock of this machine is slow
	}
	m.asked = dryRun{Simulation: simulation, inputs: m.Inputs()}
	if !m.CanZoom() || m.Size.Maximized {
		m.SetFocus(callform.Browsing) // there is no room for form and answer
	}
	m.scroll.Select(0)
	return m.dry.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (dryAnswer, error) {
		completed, err := m.deps.Node.CompleteSimulation(ctx, simulation, now)
		answer := dryAnswer{Simulation: completed}
		if errors.Is(err, client.ErrNoSenderKey) {
			answer.wantsKey = true
			return answer, nil
		}
		if err == nil {
			answer.record, err = m.deps.Node.Simulate(ctx, completed)
		}
		if errors.Is(err, client.ErrUnsupported) {
			answer.isNotImplemented = true
			return answer, nil
		}
		return answer, err
	})
}

// answered shows the answer, and stores the one before it.
func (m *Model) answered(result load.Result[dryAnswer]) {
	if !m.dry.Accept(result) || result.Err != nil {
		return
	}
	answer := result.Value
	switch {
	case answer.wantsKey:
		m.askKey()
		return
	case answer.isNotImplemented:
		m.deps.Post(screen.StatusMsg{Text: noSimulation, Warn: true})
		return
	}
	run := m.asked
	run.Simulation, run.record, run.at = answer.Simulation, &answer.record, result.At
	// A node that reports a failure as an error sends only its text.
	if run.record.Payload == nil {
		run.record.Payload = &client.Payload{Kind: "entry_function", Function: m.Function.String()}
	}
	if run.record.GasUnitPrice == nil {
		run.record.GasUnitPrice = &run.GasUnitPrice
	}
	run.failed = run.record.FailedCall()
	m.deps.Failures.Want(run.failed)
	transfers, _ := render.CoinTransfers(run.record)
	for _, transfer := range transfers[:min(len(transfers), maxAccounts)] {
		if tag, err := move.ParseTypeTag(transfer.Coin); err == nil && !client.IsNativeCoin(transfer.Coin) {
			m.deps.Amounts.Want(tag)
		}
	}
	m.runs = append([]dryRun{run}, m.runs[:min(len(m.runs), 1)]...)
}

var noSimulation = text.Const("this node has no simulation of transactions: a dry run needs a node from v10 on")

// askSender prompts for the sender, and makes the dry run.
func (m *Model) askSender() tea.Cmd {
	return m.deps.Post(screen.PromptMsg{
		Title: text.Const("Sender of the dry run"), Hint: text.Const("saved name or address; nothing is signed or submitted"), Value: m.sender,
		Submit: func(typed string) (tea.Cmd, error) {
			if _, err := callform.ParseAddress(m.deps, typed); err != nil {
				return nil, err
			}
			m.sender = strings.TrimSpace(typed)
			m.deps.Given.Sender = m.sender
			return m.dryRun(), nil
		},
	})
}

// askKey prompts for the public key of the sender, which is remembered, and makes the dry run.
func (m *Model) askKey() tea.Cmd {
	sender, err := callform.ParseAddress(m.deps, m.sender)
	if err != nil {
		return m.askSender()
	}
	return m.deps.Post(screen.PromptMsg{
		Title: text.Format("Ed25519 public key of %s", m.accountName(sender)),
		Hint:  text.Const("0x and 64 hex digits; nodes know it only from transactions of the sender"), Value: m.deps.Given.PublicKeys[sender],
		Submit: func(typed string) (tea.Cmd, error) {
			key, err := client.ParsePublicKey(typed)
			if err != nil {
				return nil, err
			}
			m.deps.Given.PublicKeys[sender] = key
			return m.dryRun(), nil
		},
	})
}

func (m *Model) accountName(account move.Address) text.Safe {
	if name := m.deps.Names.Of(account); !name.IsEmpty() {
		return name
	}
	return text.Short(text.Clean(account.String()))
}

func (m *Model) hasPlace() bool {
	return m.IsBrowsing() && len(m.runs) > 0 && m.runs[0].failed != nil && m.runs[0].failed.Status.Module != nil
}

// openFailure opens the place where the call failed.
func (m *Model) openFailure() tea.Cmd {
	return m.deps.OpenPlaces(m.deps.Failures.Places(m.runs[0].failed))
}

// dryRunLine draws what runs the call on the node, with its sender.
func (m *Model) dryRunLine() text.Line {
	th := m.deps.Theme
	sender := text.Const("not set")
	if address, err := callform.ParseAddress(m.deps, m.sender); err == nil {
		sender = m.accountName(address)
	}
	run := text.In(th.Accent, "%s dry run", m.copyKey("call.dry_run")).WithHit(&text.Hit{Action: "call.dry_run"})
	from := text.Line{
		{Text: text.Const("   sender "), Style: th.Faint}, {Text: sender}, {Text: text.Format(" · %s change", m.copyKey("call.sender")), Style: th.Faint},
	}.WithHit(&text.Hit{Action: "call.sender"})
	return append(append(run, from...), text.Span{Text: text.Const("   nothing is signed or submitted"), Style: th.Faint})
}

var callTitle = text.Const("To sign and submit elsewhere")

func (m *Model) outputTitle() text.Safe {
	if m.hasDryRun() {
		return text.Const("Dry run")
	}
	return callTitle
}

func (m *Model) hasDryRun() bool { return len(m.runs) > 0 || m.dry.Loading() || m.dry.Err() != nil }

const (
	// minColumn is the width from which the answer and the one before it are beside each other.
	minColumn = 48
	columnGap = 3
	// maxAccounts is the number of accounts whose changes of balances are drawn.
	maxAccounts = 8
	// maxEventLines is the number of lines of events.
	maxEventLines  = 24
	maxReasonLines = 10
)

// dryRunLines draws the answer to the dry run, and the one before it beside or below it; nil if there is none.
func (m *Model) dryRunLines(width int) (lines []text.Line) {
	th := m.deps.Theme
	if spinner := m.deps.Spinner(m.dry.Status(m.deps.Now()), text.Const("the dry run")); spinner != nil {
		lines = append(lines, spinner)
	} else if err := m.dry.Err(); err != nil && !m.dry.Loading() {
		failure := m.deps.Explain(err)
		lines = append(text.WrapIn(th.Bad, failure.Reason, width, 3), text.In(th.Faint, "%s dry run again · %s", m.copyKey("call.dry_run"), failure.Advice))
	}
	switch column := (width - columnGap) / 2; {
	case len(m.runs) == 2 && column >= minColumn:
		return append(lines, text.Beside(m.runLines(0, column), column+columnGap, m.runLines(1, column))...)
	case len(m.runs) == 2:
		return append(append(append(lines, m.runLines(0, width)...), nil), m.runLines(1, width)...)
	case len(m.runs) == 1:
		return append(lines, m.runLines(0, width)...)
	}
	return lines
}

// runLines draws an answer.
func (m *Model) runLines(i, width int) []text.Line {
	th, run := m.deps.Theme, &m.runs[i]
	record := run.record
	title := text.Const("NOW")
	if i > 0 {
		title = text.Const("BEFORE")
	}
	lines := []text.Line{{{Text: title, Style: th.Strong}, {Text: text.Format("  %s ago, by %s", text.Elapsed(m.deps.Now().Sub(run.at)), m.accountName(run.Sender)), Style: th.Faint}}}
	fact := func(label, value text.Safe) {
		lines = append(lines, text.WrapBeside(label.In(th.Faint).Fit(labelWidth), value, width, 2)...)
	}
	if i == 0 && !m.isCurrent(run) {
		lines[0] = append(lines[0], text.Span{Text: text.Format(" · arguments changed, %s runs again", m.copyKey("call.dry_run")), Style: th.Warn})
	}
	for at, input := range run.inputs {
		if len(m.runs) == 2 && len(run.inputs) == len(m.runs[1-i].inputs) && input != m.runs[1-i].inputs[at] {
			fact(text.Cut(m.Label(at), labelWidth-1), text.Bounded(input))
		}
	}
	status := text.Line{{Text: render.Status(record.Status), Style: render.StatusStyle(th, record.Status)}}
	lines = append(lines, append(text.In(th.Faint, "status").Fit(labelWidth), status...))
	if run.failed != nil {
		lines = append(lines, render.Failed{Status: m.deps.Failures.Of(run.failed)}.Explain(th, width, maxReasonLines)...)
	} else if record.Status != "Success" && record.VMStatus != "" {
		fact(text.Const("vm status"), text.Short(text.Bounded(record.VMStatus)))
	}
	formatter := m.deps.Amounts.Formatter(m.deps.Names, record)
	fact(text.Const("gas used"), text.Format("%s of %s", render.Number(record.GasUsed), text.Integer(run.MaxGasAmount)))
	fact(text.Const("fee"), text.Format("%s   gas price %s", render.Fee(record, m.deps.Units, m.deps.Amounts.Native()), text.Integer(run.GasUnitPrice)))
	label := text.Const("balances")
	transfers, _ := render.CoinTransfers(record)
	accounts := map[move.Address]bool{}
	for _, transfer := range transfers {
		if accounts[transfer.Account] || len(accounts) == maxAccounts {
			continue
		}
		accounts[transfer.Account] = true
		for _, change := range render.CoinChanges(render.TransfersOf(transfer.Account)(record)) {
			name := text.Safe{}
			if !client.IsNativeCoin(change.Coin) {
				name = change.Name()
			}
			fact(label, text.Format("%s  %s %s", m.accountName(transfer.Account), formatter.Changes([]render.CoinChange{change}), name))
			label = text.Safe{}
		}
	}
	if len(transfers) == 0 {
		fact(label, text.Const("no change in the events"))
	}
	fact(text.Const("events"), text.Integer(uint64(len(record.Events))))
	return append(lines, render.EventLines(record.Events, formatter, th, width, maxEventLines)...)
}

const labelWidth = 11

// isCurrent reports whether an answer is about the call in the form.
func (m *Model) isCurrent(run *dryRun) bool {
	inputs := m.Inputs()
	for i := range min(len(inputs), len(run.inputs)) {
		if inputs[i] != run.inputs[i] {
			return false
		}
	}
	return len(inputs) == len(run.inputs)
}
