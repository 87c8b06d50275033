package tui

import (
	"bytes"
	"context"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
)

// faulty is a deck that meets a fault of its own.
type faulty struct {
	*Model
	fault tea.Cmd
}

func (f faulty) Init() tea.Cmd { return f.fault }

func TestThePanicOfADeckRestoresTheTerminal(t *testing.T) {
	for where, fault := range map[string]tea.Cmd{
		"in a call":   func() tea.Msg { panic("a fault in a call") },
		"in the loop": func() tea.Msg { return tea.WindowSizeMsg{Width: -1} },
	} {
		t.Run(where, func(t *testing.T) {
			node, err := client.NewNode(baseURL)
			require.NoError(t, err)
			options := Options{Node: node, Place: load.Endpoint{Network: "local", BaseURL: baseURL}, Looks: Looks{Theme: theme.NoColour()}, Notebook: emptyNotebook(t)}
			deck := New(context.Background(), options)
			if where == "in the loop" {
				deck.history = nil // the next message finds no place
			}
			var terminal bytes.Buffer
			err = run(program(context.Background(), faulty{deck, fault}, append(drawn(), tea.WithInput(nil), tea.WithOutput(&terminal))...))
			require.ErrorIs(t, err, ErrFault)
			require.Contains(t, terminal.String(), "\x1b[?1049h", "the alternate screen was entered")
			require.Regexp(t, `(?s)\x1b\[\?1049l.*\x1b\[\?25h|\x1b\[\?25h.*\x1b\[\?1049l`, terminal.String(), "and left, with the cursor shown")
		})
	}
}

func TestCancellingTheContextEndsTheDeck(t *testing.T) {
	node, err := client.NewNode(baseURL)
	require.NoError(t, err)
	options := Options{Node: node, Place: load.Endpoint{Network: "local", BaseURL: baseURL}, Looks: Looks{Theme: theme.NoColour()}, Notebook: emptyNotebook(t)}
	ctx, cancel := context.WithCancel(context.Background())
	var terminal bytes.Buffer
	deck := New(ctx, options)
	require.NoError(t, run(program(ctx, faulty{deck, func() tea.Msg { cancel(); return nil }}, append(drawn(), tea.WithInput(nil), tea.WithOutput(&terminal))...)))
	require.Contains(t, terminal.String(), "\x1b[?1049l")
}
