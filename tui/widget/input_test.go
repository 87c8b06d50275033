package widget_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

func TestCursorStaysVisible(t *testing.T) {
	box := widget.NewInput(100)
	box.SetValue("0123456789")
	require.Equal(t, text.Const("01234…"), widget.DrawInput(theme.Terminal(), box, 6).Text(), "without the focus the end is cut")
	box.Focus()
	require.Equal(t, text.Const("…6789 "), widget.DrawInput(theme.Terminal(), box, 6).Text())
	require.Equal(t, text.Const("0123456789 "), widget.DrawInput(theme.Terminal(), box, 20).Text())
	box.CursorStart()
	require.Equal(t, text.Const("01234…"), widget.DrawInput(theme.Terminal(), box, 6).Text())
	require.Equal(t, text.Span{Text: text.Const("0"), Style: theme.Terminal().Selected}, widget.DrawInput(theme.Terminal(), box, 6)[1])
}

func TestDrawFitsItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := widget.NewInput(200)
		box.SetValue(rapid.String().Draw(t, "value"))
		if rapid.Bool().Draw(t, "focused") {
			box.Focus()
		}
		box.SetCursor(rapid.IntRange(0, 50).Draw(t, "cursor"))
		width := rapid.IntRange(12, 60).Draw(t, "width")
		require.LessOrEqual(t, widget.DrawInput(theme.NoColor(), box, width).Width(), width)
	})
}

// BenchmarkDraw draws a text of maximum length with the cursor at its end.
func BenchmarkDraw(b *testing.B) {
	box := widget.NewInput(100_000)
	box.SetValue(strings.Repeat("x", 100_000))
	box.Focus()
	for b.Loop() {
		widget.DrawInput(theme.Terminal(), box, 80)
	}
}

func TestEdits(t *testing.T) {
	for _, msg := range []tea.KeyMsg{
		{Type: tea.KeyRunes, Runes: []rune("q")}, {Type: tea.KeyRunes, Runes: []rune("?"), Paste: true}, {Type: tea.KeySpace}, {Type: tea.KeyBackspace},
		{Type: tea.KeyLeft}, {Type: tea.KeyHome}, {Type: tea.KeyCtrlU},
	} {
		require.True(t, widget.Edits(msg), msg.String())
	}
	for _, msg := range []tea.KeyMsg{
		{Type: tea.KeyRunes, Runes: []rune("b"), Alt: true}, {Type: tea.KeyEnter}, {Type: tea.KeyEsc}, {Type: tea.KeyTab}, {Type: tea.KeyUp}, {Type: tea.KeyCtrlC},
	} {
		require.False(t, widget.Edits(msg), msg.String())
	}
}
