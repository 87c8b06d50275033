package price

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// marks are the coin transfers of an account, marked at their times.
type marks struct {
	on         bool
	account    target.Name
	records    []client.Transaction // newest first
	timestamps []int64              // of records, in Unix milliseconds
	cursor     client.Cursor        // of the next page
	ended      bool
	state      load.State[client.Page[client.Transaction]]
}

// maxMarks is the maximum number of coin transfers loaded.
const maxMarks = 2000

// loadMore requests older transfers until the window is covered.
func (k *marks) loadMore(ctx context.Context, deps *screen.Deps, start int64) tea.Cmd {
	covered := len(k.timestamps) > 0 && k.timestamps[len(k.timestamps)-1] < start
	if !k.on || k.ended || covered || k.state.Loading() || k.state.Err() != nil || len(k.records) >= maxMarks {
		return nil
	}
	address, cursor := k.account.Address, k.cursor
	return k.state.Load(ctx, deps.Loader, func(ctx context.Context) (client.Page[client.Transaction], error) {
		return deps.Node.CoinTransactions(ctx, address, client.AnyType, client.PageRequest{Count: 100, Cursor: cursor})
	})
}

func (k *marks) handle(msg load.Result[client.Page[client.Transaction]], deps *screen.Deps) {
	if !k.state.Accept(msg) || msg.Err != nil {
		return
	}
	for i := range msg.Value.Items {
		record := &msg.Value.Items[i]
		deps.Seen.Add(record)
		if at := record.BlockTime(); at != nil {
			k.records = append(k.records, *record)
			k.timestamps = append(k.timestamps, at.Time().UnixMilli())
		}
	}
	k.cursor, k.ended = msg.Value.Next, msg.Value.Next == ""
}

func (k *marks) times() []int64 {
	if !k.on {
		return nil
	}
	return k.timestamps
}

// at returns the transfers in the bar from start to end (exclusive).
func (k *marks) at(start, end int64) []*client.Transaction {
	var found []*client.Transaction
	for i, at := range k.times() {
		if start <= at && at < end {
			found = append(found, &k.records[i])
		}
	}
	return found
}

// chooseMarks opens a chooser for the account to mark, or removes the marks.
func (m *Model) chooseMarks() tea.Cmd {
	if m.marks.on {
		m.marks.state.Cancel()
		m.marks = marks{}
		return m.status(text.Const("marks removed"))
	}
	var choices []screen.Choice
	for _, name := range m.deps.Names.List() {
		choices = append(choices, screen.Choice{Name: text.Clean(name.Name), Remark: text.Short(text.Clean(name.Address.String())), Run: func() tea.Cmd {
			m.marks = marks{on: true, account: name}
			return m.load()
		}})
	}
	return m.deps.Post(screen.ChooseMsg{Title: text.Const("Mark coin transfers of"), Choices: choices})
}

// markLines reports the number of transfers in the window.
func (m *Model) markLines() []text.Line {
	th, w := m.deps.Theme, m.window()
	count := 0
	for _, at := range m.marks.timestamps {
		if at >= w.start() && at < w.end() {
			count++
		}
	}
	name := text.Plain("  %s", text.Clean(m.marks.account.Name))
	switch {
	case m.marks.state.Err() != nil:
		return []text.Line{name, text.In(th.Bad, "  %s", m.deps.Explain(m.marks.state.Err()).Reason)}
	case m.marks.state.Loading():
		status := m.marks.state.Status(m.deps.Now())
		return []text.Line{name, text.In(th.Faint, "  %s", status.Or(text.Const("loading coin transfers")))}
	}
	counted := text.Format("%s in view", text.Integer(uint64(count)))
	if len(m.marks.records) >= maxMarks {
		counted = text.Format("newest %s", text.Integer(uint64(len(m.marks.records))))
	}
	return []text.Line{name, text.Plain("  ◆ %s", counted)}
}

// goToMark moves the crosshair to the next bar with a transfer, or the previous one if direction is negative. While the statistics of the
// visible bars are shown, it moves to the bars that they name.
func (m *Model) goToMark(direction int) {
	here := m.barTime()
	var next []int64
	times := m.marks.times()
	if m.ranged.on {
		times = m.notable()
	}
	for _, at := range times {
		if m.replay.on && at >= m.replayEnd() {
			continue
		}
		if slot := m.startOf(at); direction > 0 && slot > here || direction < 0 && slot < here {
			next = append(next, slot)
		}
	}
	if len(next) == 0 {
		return
	}
	found := slices.Min(next)
	if direction < 0 {
		found = slices.Max(next)
	}
	m.crosshair, m.cursor = true, found
	if w := m.window(); found < w.start() || found >= w.end() {
		m.end = m.shift(found, w.slots()/2)
		m.follow()
	}
}

// maxChoices is the number of transfers of one bar to choose from, newest first.
const maxChoices = 100

// marksHere returns the transfers in the current bar.
func (m *Model) marksHere() []*client.Transaction {
	return m.marks.at(m.barTime(), m.endOf(m.barTime()))
}

// openMark opens the transaction of the transfer in the current bar, with a chooser if there are several.
func (m *Model) openMark() tea.Cmd {
	found := m.marksHere()
	found = found[:min(len(found), maxChoices)]
	var choices []screen.Choice
	for _, record := range found {
		open := screen.OpenTransactionMsg{Record: record}
		if len(found) == 1 {
			return m.deps.Post(open)
		}
		choices = append(choices, screen.Choice{
			Name: m.deps.Instant(record.BlockTime().Time()), Remark: text.Short(text.Clean(record.Hash)),
			Run: func() tea.Cmd { return m.deps.Post(open) },
		})
	}
	return m.deps.Post(screen.ChooseMsg{Title: text.Const("Coin transfers in this bar"), Choices: choices})
}
