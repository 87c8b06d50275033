package history

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Opens reports whether there is a screen for targets of this kind.
func (m *Model) Opens(kind target.Kind) bool {
	return kind != target.Pair && kind != target.Charts || m.deps.Prices.Available()
}

func (m *Model) openTarget(t target.Target) tea.Cmd {
	if !m.Opens(t.Kind) {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean((&target.KindError{Target: t}).Error()), Warn: true})
	}
	return m.visit(m.screenForLink(target.Link{Network: m.deps.Endpoint.Network, Target: t}))
}

func (m *Model) openTransaction(msg screen.OpenTransactionMsg) tea.Cmd {
	list := m.listLink()
	cmd := m.visit(m.kinds.For(m.deps, msg))
	m.stack.current().list = list
	return cmd
}

// openSummary opens the summary of the list of the current screen, to which esc returns.
func (m *Model) openSummary(msg screen.SummaryMsg) tea.Cmd {
	shown := m.stack.current().screen
	place, _ := m.kinds.Of(shown).Place(linkOf(shown))
	cmd := m.visit(m.kinds.For(m.deps, msg))
	m.stack.current().list = &place
	return cmd
}

// openCallers opens the calls of a function by the account that the user came from and the account of the function.
func (m *Model) openCallers(function move.FunctionID) tea.Cmd {
	by := function.Address
	for _, v := range slices.Backward(m.stack.visits[:m.stack.at+1]) {
		if from := linkOf(v.screen); from.Network != "" && from.Target.Kind == target.Account && from.Target.Address != by {
			by = from.Target.Address
			break
		}
	}
	return m.visit(m.screenForLink(target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Function, Function: function}, By: &by}))
}

func (m *Model) openLink(link target.Link) tea.Cmd {
	err := m.deps.CheckLink(link)
	switch {
	case err == nil:
		return m.visit(m.screenForLink(link))
	case link.Network == m.deps.Endpoint.Network:
		return m.openTarget(link.Target) // which reports the reason
	}
	return m.deps.Post(screen.StatusMsg{Text: text.Format("%s: %s", text.Short(text.Clean(link.Target.String())), text.Clean(err.Error())), Warn: true})
}

// Push adds the screen of a link as the current one, without activating it. The link must be one that the deck can open.
func (m *Model) Push(link target.Link) { m.stack.push(m.screenForLink(link), m.deps.Now()) }

// PushFor adds the screen that a message asks for as the current one, without activating it.
func (m *Model) PushFor(msg any) { m.stack.push(m.kinds.For(m.deps, msg), m.deps.Now()) }

// screenForLink returns the screen of a link at the location that the link names.
func (m *Model) screenForLink(link target.Link) screen.Screen {
	if hash := link.Target.Address.String(); link.Target.OrTransaction && m.deps.Seen.Transaction(hash) != nil {
		link.Target = target.Target{Kind: target.Transaction, Hash: hash}
	}
	for _, kind := range slices.Backward(m.kinds) { // a function with inputs opens its form rather than its module
		if s, ok := kind.Create(m.deps, link, m.stack.screens); ok && m.allows(kind) {
			return s
		}
	}
	return nil
}

// blocks returns the screen of the blocks.
func (m *Model) blocks() screen.Screen {
	return m.screenForLink(target.Link{Target: target.Target{Kind: target.Blocks}})
}
