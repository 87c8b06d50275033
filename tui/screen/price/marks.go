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

// marks are the coin moves of an account, to be shown at their times.
type marks struct {
	on      bool
	account target.Name
	records []client.Transaction // the newest first
	moments []int64              // of records, in milliseconds
	cursor  client.Cursor        // of the page that comes next
	ended   bool
	look    load.State[client.Page[client.Transaction]]
}

// mostMarks bounds the coin moves that are loaded to be shown.
const mostMarks = 2000

// more asks for older coin moves until the window is covered.
func (k *marks) more(ctx context.Context, deps *screen.Deps, start int64) tea.Cmd {
	covered := len(k.moments) > 0 && k.moments[len(k.moments)-1] < start
	if !k.on || k.ended || covered || k.look.Loading() || k.look.Err() != nil || len(k.records) >= mostMarks {
		return nil
	}
	address, cursor := k.account.Address, k.cursor
	return k.look.Ask(ctx, deps.Loader, func(ctx context.Context) (client.Page[client.Transaction], error) {
		return deps.Node.CoinTransactions(ctx, address, client.AnyType, client.PageRequest{Count: 100, Cursor: cursor})
	})
}

func (k *marks) take(msg load.Result[client.Page[client.Transaction]], deps *screen.Deps) {
	if !k.look.Take(msg) || msg.Err != nil {
		return
	}
	for i := range msg.Value.Items {
		record := &msg.Value.Items[i]
		deps.Seen.Add(record)
		if record.Block != nil {
			k.records = append(k.records, *record)
			k.moments = append(k.moments, record.Block.Timestamp.Time().UnixMilli())
		}
	}
	k.cursor, k.ended = msg.Value.Next, msg.Value.Next == ""
}

// times are those of the coin moves.
func (k *marks) times() []int64 {
	if !k.on {
		return nil
	}
	return k.moments
}

// at are the coin moves in the bar that begins at a time.
func (k *marks) at(start, step int64) []*client.Transaction {
	var found []*client.Transaction
	for i, at := range k.times() {
		if start <= at && at < start+step {
			found = append(found, &k.records[i])
		}
	}
	return found
}

// chooseMarks lets the user choose the account whose coin moves are shown, or takes them away.
func (m *Model) chooseMarks() tea.Cmd {
	if m.marks.on {
		m.marks.look.Cancel()
		m.marks = marks{}
		return m.say("no marks")
	}
	var choices []screen.Choice
	for _, name := range m.deps.Names {
		choices = append(choices, screen.Choice{Name: text.Clean(name.Name), Remark: text.Short(text.Clean(name.Address.String())), Run: func() tea.Cmd {
			m.marks = marks{on: true, account: name}
			return m.more()
		}})
	}
	if len(choices) == 0 {
		return m.deps.Post(screen.StatusMsg{Text: "no account has a name yet: " + m.deps.Key("deck.name") + " names one on its screen", Warn: true})
	}
	return m.deps.Post(screen.ChooseMsg{Title: "Mark the coin moves of", Choices: choices})
}

// markLines say how many coin moves are in the window.
func (m *Model) markLines() []text.Line {
	th, w := m.deps.Theme, m.window()
	count := 0
	for _, at := range m.marks.moments {
		if at >= w.start && at < w.end() {
			count++
		}
	}
	name := text.Plain("  " + text.Clean(m.marks.account.Name))
	switch {
	case m.marks.look.Err() != nil:
		return []text.Line{name, text.In(th.Bad, "  "+m.deps.Explain(m.marks.look.Err()).Reason)}
	case m.marks.look.Loading():
		return []text.Line{name, text.In(th.Faint, "  asking for coin moves")}
	}
	counted := text.Integer(uint64(count)) + " in view"
	if len(m.marks.records) >= mostMarks {
		counted = "the newest " + text.Integer(uint64(len(m.marks.records)))
	}
	return []text.Line{name, text.Plain("  ◆ " + counted)}
}

// goToMark puts the crosshair on the next bar with a coin move, or on the one before.
func (m *Model) goToMark(direction int) {
	here := m.pointed()
	var next []int64
	for _, at := range m.marks.times() {
		if slot := at / m.step() * m.step(); direction > 0 && slot > here || direction < 0 && slot < here {
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
	if w := m.window(); found < w.start || found >= w.end() {
		m.end = found + int64(w.slots/2)*w.step
		m.follow()
	}
}

// mostChoices bounds the coin moves of one bar that can be chosen from: the newest.
const mostChoices = 100

// openMark opens the transaction of a coin move, which the user chooses where there are several in the bar.
func (m *Model) openMark() tea.Cmd {
	found := m.marks.at(m.pointed(), m.step())
	found = found[:min(len(found), mostChoices)]
	var choices []screen.Choice
	for _, record := range found {
		open := screen.OpenTransactionMsg{Record: record}
		if len(found) == 1 {
			return m.deps.Post(open)
		}
		choices = append(choices, screen.Choice{
			Name: m.deps.Instant(record.Block.Timestamp.Time()), Remark: text.Short(text.Clean(record.Hash)),
			Run: func() tea.Cmd { return m.deps.Post(open) },
		})
	}
	if len(choices) == 0 {
		return nil
	}
	return m.deps.Post(screen.ChooseMsg{Title: "Coin moves in this bar", Choices: choices})
}
