package pane

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
)

func TestInlineFacts(t *testing.T) {
	t.Parallel()
	th := theme.Terminal()
	inline := func(value text.Safe) Fact { return Fact{Lines: []text.Line{value.Line()}, Inline: true} }
	facts := []Fact{NewFact(th, text.Const("expiry"), text.Plain("noon"), ""), inline(text.Const("chain 8")), inline(text.Const("cap 20")), inline(text.Const("row 1"))}
	lines := FactLines(th, facts, 2, Area{Width: 28, Height: 9}, true)
	require.Equal(t, "expiry     noon   chain 8   \n           cap 20   row 1   ", lines[0].Text().String()+"\n"+lines[1].Text().String())
	require.Equal(t, -1, lines[0][len(lines[0])-1].Hit.Rows, "a click selects the fact under it")
	require.Equal(t, th.Selected, lines[1][0].Style, "only the selected one is marked")
	require.NotEqual(t, th.Selected, lines[1][len(lines[1])-2].Style)
}
