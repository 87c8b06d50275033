package announce_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/announce"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

var th = theme.Terminal()

// texts returns the texts of the parts.
func texts(parts []announce.Part) []text.Safe {
	var lines []text.Safe
	for _, part := range parts {
		for _, saying := range part.Items {
			lines = append(lines, saying.Text)
		}
	}
	return lines
}

// Panels side by side are read one after the other, including text that is truncated on the screen.
func TestParse_PanelsSideBySide(t *testing.T) {
	left := widget.Panel{Title: text.Plain("Left"), State: text.Plain("updated 2s ago"), Body: []text.Line{text.Plain("a fact that is longer than the panel is wide"), text.Plain("second")}}
	right := widget.Panel{Title: text.Plain("A title that is cut"), Name: text.Const("Right"), Body: []text.Line{text.Plain("third")}}
	lines := append([]text.Line{text.Plain("above both")}, text.Beside(left.Draw(th, 20, 4), 20, right.Draw(th, 12, 3))...)
	parts := announce.Reader{Theme: th}.Parse(lines)
	require.Len(t, parts, 3)
	require.Equal(t, text.Consts("", "Left", "Right"), []text.Safe{parts[0].Name, parts[1].Name, parts[2].Name})
	require.Equal(t, text.Const("updated 2s ago"), parts[1].State)
	require.Equal(t, text.Consts("above both", "a fact that is longer than the panel is wide", "second", "third"), texts(parts))
}

func TestParse_Table(t *testing.T) {
	var rows widget.Table
	rows.SetLength(40)
	rows.SetHeight(2)
	rows.Select(7)
	lines := rows.View(th, []widget.Column{{Title: text.Const("HASH"), Width: 4}, {Title: text.Const("EMPTY"), Width: 3}, {Title: text.Const("FEE"), Width: 3}}, 20, func(int) []widget.Cell {
		return []widget.Cell{{Text: text.Const("longer than four")}, {}, {Text: text.Const("0.1")}}
	})
	named := announce.Reader{Theme: th}.Parse(lines)
	require.Equal(t, []announce.Item{
		{Text: text.Const("hash longer than four, fee 0.1"), Row: 6, Rows: 40},
		{Text: text.Const("hash longer than four, fee 0.1"), Row: 7, Rows: 40, Current: true},
	}, named[0].Items)
	parts := announce.Reader{Theme: th, Terse: true}.Parse(lines)
	require.Len(t, parts, 1)
	require.Equal(t, []announce.Item{
		{Text: text.Const("HASH, EMPTY, FEE"), Row: -1, Rows: 40},
		{Text: text.Const("longer than four, 0.1"), Row: 6, Rows: 40},
		{Text: text.Const("longer than four, 0.1"), Row: 7, Rows: 40, Current: true},
	}, parts[0].Items)
}

func TestParse_Lines(t *testing.T) {
	label := text.In(th.Faint, "hash").Fit(10)
	for want, line := range map[text.Safe]text.Line{
		text.Const("hash: 0x9c0e"):                 append(label, text.Span{Text: text.Const("0x9c0e")}),
		text.Const("gap: median 0.81 s"):           {{Text: text.Const("gap  "), Style: th.Faint}, {Text: text.Const("▂▂▇▂")}, {Text: text.Const("   median 0.81 s")}},
		text.Const("Success, user"):                text.Plain("✓ Success  user"),
		text.Const("9 used times price 100"):       text.Plain("9 used × price 100"),
		text.Const("validator: 17 missed"):         append(text.In(th.Faint, "validator").Fit(12), text.Plain("17 × missed")...),
		text.Const("2 by 2"):                       text.Plain("2×2"),
		text.Const("fails here 8, Abort"):          text.Plain("✗8   Abort"),
		text.Const("input: empty"):                 {{Text: text.Const("> ")}, {Text: text.Const(" ")}},
		text.Const("> 0.7"):                        text.Plain("> 0.7"),
		text.Const("filter: empty"):                {{Text: text.Const("/ ")}, {Text: text.Const(" ")}},
		text.Const("filter: Fail, 1 of 2"):         {{Text: text.Const("/ ")}, {Text: text.Const("Fail    ")}, {Text: text.Const("1 of 2")}},
		text.Const("warning: chain id 6"):          text.Plain("! chain id 6"),
		text.Const("up and down scroll, alt+left"): text.Plain("↑↓ scroll · alt+←"),
		text.Const("worst 2.41 (warning) s"):       text.Plain("worst 2.41! s"),
		text.Const("a to b"):                       text.Plain("a → b"),
		text.Const("type arguments"):               text.In(th.Faint, "TYPE ARGUMENTS"),
		text.Const("OK, digest: ABC"):              {{Text: text.Const("OK  ")}, {Text: text.Const("digest "), Style: th.Faint}, {Text: text.Const(" ABC")}},
		text.Const("20 loaded, more"):              text.Plain(" 20 loaded · more"),
		text.Const("frozen, false, changed"):       text.Plain("   frozen    false   ●"),
		text.Const("q: quit"):                      {{Text: text.Const("q"), Style: th.Accent}, {Text: text.Const("  quit")}},
		text.Const("tabs: 1 Sent, [2 Modules]"):    widget.Tabs(th, widget.TabKeys{At: func(i int) text.Safe { return text.Integer(uint64(i + 1)) }}, text.Consts("Sent", "Modules"), 1),
		text.Const("a sentence"):                   text.Plain("▇▇▇").AnnounceAs(func() text.Safe { return text.Const("a sentence") }),
		text.Const("the field that is typed into"): text.Plain("▸ the field that is typed into"),
	} {
		require.Equal(t, []text.Safe{want}, texts(announce.Reader{Theme: th}.Parse([]text.Line{line})))
	}
	require.Empty(t, announce.Reader{Theme: th}.Parse([]text.Line{nil, text.Plain("   "), text.Plain("────"), text.Plain("legend").Silent()}))
}

// The focused item is recognized by the pointer or by the style of the selection. A text cursor is neither.
func TestParse_Focus(t *testing.T) {
	current := func(line text.Line) announce.Item {
		return announce.Reader{Theme: th}.Parse([]text.Line{line})[0].Items[0]
	}
	require.True(t, current(text.Plain("▸ field")).Current)
	require.False(t, current(text.Plain("  field")).Current)
	require.Equal(t, announce.Item{Text: text.Const("[ Run ]"), Current: true}, current(text.Line{{Text: text.Const("▸ ")}, {Text: text.Const("[ Run ]"), Style: th.Selected}, {Text: text.Const("  [ Save ]")}}))
	require.Equal(t, announce.Item{Text: text.Const("digest: 0xdd"), Current: true}, current(text.Line{{Text: text.Const("digest   "), Style: th.Selected}, {Text: text.Const("0xdd"), Style: th.Selected}}))
	require.Equal(t, announce.Item{Text: text.Const("input: typed")}, current(text.Line{{Text: text.Const("> ")}, {Text: text.Const("typed")}, {Text: text.Const(" "), Style: th.Selected}}))
}

func TestParse_Tree(t *testing.T) {
	branch := func(drawn text.Safe) text.Safe {
		return texts(announce.Reader{Theme: th}.Parse([]text.Line{drawn.Line().WithAnnouncement(&text.Announcement{Rows: 3, TreeNode: true})}))[0]
	}
	require.Equal(t, text.Const("coin, 1 field, collapsed"), branch(text.Const("  ▸ coin      1 field")))
	require.Equal(t, text.Const("coin, 1 field, expanded"), branch(text.Const("  ▾ coin      1 field")))
	require.Equal(t, text.Const("frozen, false"), branch(text.Const("    frozen   false")))
}
