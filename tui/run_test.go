package tui

import (
	"bytes"
	"context"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/appearance"
	"foredeck/tui/load"
	"foredeck/tui/prefs"
	"foredeck/tui/store"
)

// faulty is a deck whose first command is fault.
type faulty struct {
	*Model
	fault tea.Cmd
}

func (f faulty) Init() tea.Cmd { return f.fault }

func TestPanicRestoresTerminal(t *testing.T) {
	for where, fault := range map[string]tea.Cmd{
		"in a command": func() tea.Msg { panic("bug in a command") },
		"in the loop":  func() tea.Msg { return tea.WindowSizeMsg{Width: -1} },
	} {
		t.Run(where, func(t *testing.T) {
			node, err := client.NewNode("http://127.0.0.1:1")
			require.NoError(t, err)
			options := Options{Node: node, Endpoint: load.Endpoint{Network: "local", BaseURL: "http://127.0.0.1:1"}, Themes: appearance.Themes{Theme: theme.NoColor()}, Store: emptyStore(t)}
			deck := New(context.Background(), options)
			if where == "in the loop" {
				deck.history = nil // the next message panics
			}
			var terminal bytes.Buffer
			err = run(program(context.Background(), faulty{deck, fault}, append(drawn(), tea.WithInput(nil), tea.WithOutput(&terminal))...))
			require.ErrorIs(t, err, ErrPanic)
			require.Contains(t, terminal.String(), "\x1b[?1049h", "the alternate screen was entered")
			require.Regexp(t, `(?s)\x1b\[\?1049l.*\x1b\[\?25h|\x1b\[\?25h.*\x1b\[\?1049l`, terminal.String(), "the alternate screen was left and the cursor shown")
		})
	}
}

func TestContextCancelQuits(t *testing.T) {
	node, err := client.NewNode("http://127.0.0.1:1")
	require.NoError(t, err)
	options := Options{Node: node, Endpoint: load.Endpoint{Network: "local", BaseURL: "http://127.0.0.1:1"}, Themes: appearance.Themes{Theme: theme.NoColor()}, Store: emptyStore(t)}
	ctx, cancel := context.WithCancel(context.Background())
	var terminal bytes.Buffer
	deck := New(ctx, options)
	require.NoError(t, run(program(ctx, faulty{deck, func() tea.Msg { cancel(); return nil }}, append(drawn(), tea.WithInput(nil), tea.WithOutput(&terminal))...)))
	require.Contains(t, terminal.String(), "\x1b[?1049l")
}

func TestWelcome(t *testing.T) {
	node, err := client.NewNode("http://127.0.0.1:1")
	require.NoError(t, err)
	options := Options{Node: node, Endpoint: load.Endpoint{Network: "local"}, Store: emptyStore(t), Config: prefs.Source{Path: "config.toml"}}
	m := New(context.Background(), options)
	m.prefs.Welcome()
	m.handlePosted()
	require.Contains(t, m.Status().Text, "no config file yet")
}

func emptyStore(t *testing.T) *store.Store {
	book, err := store.Open("")
	require.NoError(t, err)
	return book
}
