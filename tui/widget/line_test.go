package widget

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
)

func typeIn(l *FilterLine, typed string) (changed bool) {
	for _, c := range typed {
		changed = l.Type(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{c}})
	}
	return changed
}

func TestInvalidPatternChangesNothing(t *testing.T) {
	l := NewLine()
	require.False(t, l.Visible())
	l.Focus()
	require.True(t, typeIn(&l, "coin"))
	require.False(t, typeIn(&l, "("))
	require.Equal(t, "coin", l.Pattern().String())
	require.Equal(t, text.Const("/ coin(       missing closing )"), l.View(theme.NoColor(), text.Const("3 of 17"), 31).Text())
	require.False(t, l.Type(tea.KeyMsg{Type: tea.KeyBackspace}))
	require.Equal(t, text.Const("/ coin        3 of 17"), l.View(theme.NoColor(), text.Const("3 of 17"), 21).Text())
	typeIn(&l, "(")
	l.Accept()
	require.False(t, l.Typing())
	require.Equal(t, text.Const("/ coin"), l.View(theme.NoColor(), text.Safe{}, 17).Text())
	l.Clear()
	require.False(t, l.Visible())
	require.True(t, l.Pattern().IsZero())
}

func TestAcceptHidesALineWithoutPattern(t *testing.T) {
	l := NewLine()
	l.Focus()
	require.False(t, typeIn(&l, "!"))
	l.Accept()
	require.False(t, l.Visible())
}

func TestViewFitsItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := NewLine()
		l.Focus()
		typeIn(&l, rapid.String().Draw(t, "typed"))
		width := rapid.IntRange(0, 60).Draw(t, "width")
		require.LessOrEqual(t, l.View(theme.NoColor(), text.Const("3 of 17"), width).Fit(width).Width(), width)
	})
}
