package tui

import (
	"context"
	"regexp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// explorable is what is put into an address: hashes come from the node, and need not be any.
var explorable = regexp.MustCompile(`^[0-9A-Za-z_:]+$`)

// explored is where a web explorer shows what the screen shows. It is not ok where none is set.
func (m *Model) explored() (address string, ok bool) {
	var shown target.Target
	if record, is := m.history.Visible().(screen.Recorded); is {
		shown = target.Target{Kind: target.Transaction, Hash: record.Record().Hash}
	} else if link, is := m.history.Link(); is {
		shown = link.Target
	}
	form, word := "", shown.String()
	switch shown.Kind {
	case target.Account:
		form = m.explorer.Account
	case target.Transaction:
		form = m.explorer.Transaction
	case target.Module:
		form = m.explorer.Module
	case target.Function:
		form, word = m.explorer.Module, shown.Function.Address.String()+"::"+shown.Function.Module
	case target.Type:
		form, word = m.explorer.Module, shown.Type.Address.String()+"::"+shown.Type.Module
	case target.Height:
		form = m.explorer.Block
	}
	if form == "" || !explorable.MatchString(word) {
		return "", false
	}
	return strings.ReplaceAll(form, "{}", word), true
}

// explores tells whether a web explorer shows what the screen shows.
func (m *Model) explores() bool {
	_, ok := m.explored()
	return ok
}

// explore opens the web explorer, beside the keys.
func (m *Model) explore() tea.Cmd {
	address, _ := m.explored()
	browse, ctx := m.browse, m.ctx
	return func() tea.Msg { return exploredMsg{address, browse(ctx, address)} }
}

// exploredMsg is what became of opening the web explorer.
type exploredMsg struct {
	address string
	err     error
}

// browser opens a web address.
type browser func(ctx context.Context, address string) error

func (m *Model) sayExplored(msg exploredMsg) {
	m.said = screen.StatusMsg{Text: "opened " + text.Clean(msg.address)}
	if msg.err != nil {
		m.said = screen.StatusMsg{Text: "not opened: " + text.Clean(msg.address) + ": " + text.Clean(msg.err.Error()), Warn: true}
	}
}
