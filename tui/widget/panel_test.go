package widget_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

var plainTheme = theme.Theme{}

// drawn returns the lines of the panel.
func drawn(p widget.Panel, width, height int) []string {
	return strings.Split(text.Render(p.Draw(plainTheme, width, height)), "\n")
}

func account(plain bool) widget.Panel {
	return widget.Panel{
		Title: text.Plain("Account"), State: text.Plain("stale 2m"), Plain: plain,
		Body: []text.Line{text.Plain("sequence 1,204"), text.Plain("a line that is too long for it"), text.Plain("third")},
	}
}

func TestBox(t *testing.T) {
	require.Equal(t, []string{
		"╭ Account ─── stale 2m ╮",
		"│ sequence 1,204       │",
		"│ a line that is too … │",
		"│ third                │",
		"│                      │",
		"╰──────────────────────╯",
	}, drawn(account(false), 24, 6))
	require.Equal(t, []string{
		"╭ Account ─── stale 2m ╮",
		"│ sequence 1,204       │",
		"╰──────────────────────╯",
	}, drawn(account(false), 24, 3), "what does not fit is cut at the end")
}

func TestPlain(t *testing.T) {
	require.Equal(t, []string{
		"─ Account ─── stale 2m ─",
		"sequence 1,204          ",
		"a line that is too long…",
		"third                   ",
		"                        ",
	}, drawn(account(true), 24, 5))
}

// The title is cut before the state; the state is dropped if too little of the title would remain.
func TestTitleIsCutBeforeState(t *testing.T) {
	long := widget.Panel{Title: text.Plain("Coin transfers (coin stores only)"), State: text.Plain("failed, 2s old · 27 of ?")}
	for width, want := range map[int]string{
		65: "╭ Coin transfers (coin stores only) ── failed, 2s old · 27 of ? ╮",
		40: "╭ Coin tra… ─ failed, 2s old · 27 of ? ╮",
		38: "╭ Coin transfers (coin stores only) ─╮",
	} {
		require.Equal(t, want, drawn(long, width, 3)[0])
	}
	for width, want := range map[int]string{
		30: "╭ Account ───────── stale 2m ╮",
		22: "╭ Account ─ stale 2m ╮",
		21: "╭ Account ──────────╮",
		12: "╭ Account ─╮",
		11: "╭ Account ╮",
		10: "╭ Accoun…╮",
		5:  "╭ A…╮",
	} {
		require.Equal(t, want, drawn(account(false), width, 3)[0])
		require.Equal(t, strings.NewReplacer("╭", "─", "╮", "─").Replace(want), drawn(account(true), width, 3)[0], "plain")
	}
}

func TestEdgeWithoutTitleOrState(t *testing.T) {
	require.Equal(t, "╭────────╮", drawn(widget.Panel{}, 10, 3)[0])
	require.Equal(t, "╭ Raw ───╮", drawn(widget.Panel{Title: text.Plain("Raw")}, 10, 3)[0])
	require.Equal(t, "╭── live ╮", drawn(widget.Panel{State: text.Plain("live")}, 10, 3)[0])
}

func TestTooSmallForAFrame(t *testing.T) {
	for _, c := range []struct {
		plain         bool
		width, height int
		want          []string
	}{
		{false, 24, 2, []string{"sequence 1,204          ", "a line that is too long…"}},
		{false, 4, 4, []string{"seq…", "a l…", "thi…", "    "}},
		{false, 1, 1, []string{"…"}},
		{true, 24, 1, []string{"sequence 1,204          "}},
		{true, 1, 2, []string{"…", "…"}},
		{true, 2, 2, []string{"──", "s…"}},
	} {
		require.Equal(t, c.want, drawn(account(c.plain), c.width, c.height))
	}
	for _, size := range [][2]int{{0, 5}, {5, 0}, {-1, 5}, {5, -1}, {0, 0}} {
		require.Empty(t, account(false).Draw(plainTheme, size[0], size[1]))
	}
}

func TestFrameSize(t *testing.T) {
	for _, plain := range []bool{false, true} {
		width, height := widget.Frame(plain)
		body := []text.Line{text.Plain("0123456789"), text.Plain("0123456789")}
		whole := strings.Join(drawn(widget.Panel{Body: body, Plain: plain}, 10+width, 2+height), "\n")
		require.Equal(t, 2, strings.Count(whole, "0123456789"), "the body is whole in the room that is left:\n%s", whole)
		tight := strings.Join(drawn(widget.Panel{Body: body, Plain: plain}, 10+width, 1+height), "\n")
		require.Equal(t, 1, strings.Count(tight, "0123456789"), "and not in less:\n%s", tight)
	}
}

func TestEdgeStyles(t *testing.T) {
	th := theme.Terminal()
	p := widget.Panel{Title: text.In(th.Strong, "Account"), State: text.In(th.Bad, "failed"), Body: []text.Line{text.In(th.Good, "fine")}}
	lines := p.Draw(th, 30, 3)
	styles := map[text.Safe]theme.Style{}
	for _, line := range lines {
		for _, span := range line {
			styles[span.Text] = span.Style
		}
	}
	require.Equal(t, th.Strong, styles[text.Const("Account")])
	require.Equal(t, th.Bad, styles[text.Const("failed")])
	require.Equal(t, th.Good, styles[text.Const("fine")])
	for _, border := range text.Consts("╭", "╮", "│ ", " │") {
		require.Equal(t, th.Border, styles[border], "%s", border)
	}
}

// lines generates arbitrary lines.
func lines() *rapid.Generator[text.Line] {
	return rapid.Custom(func(t *rapid.T) text.Line {
		var line text.Line
		for range rapid.IntRange(0, 3).Draw(t, "spans") {
			remote := rapid.OneOf(rapid.StringMatching(`[a-z :]{0,12}`), rapid.StringOf(rapid.SampledFrom([]rune("ab世界é😀…ｗ\x1b\u202e"))), rapid.String()).Draw(t, "text")
			line = append(line, text.Span{Text: text.Clean(remote)})
		}
		return line
	})
}

func TestEverySizeIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := widget.Panel{
			Title: lines().Draw(t, "title"), State: lines().Draw(t, "state"), Plain: rapid.Bool().Draw(t, "plain"),
			Body: rapid.SliceOfN(lines(), 0, 6).Draw(t, "body"),
		}
		width, height := rapid.IntRange(1, 60).Draw(t, "width"), rapid.IntRange(1, 9).Draw(t, "height")
		drawn := p.Draw(plainTheme, width, height)
		require.Len(t, drawn, height)
		for i, line := range drawn {
			require.Equal(t, width, line.Width(), "line %d: %q", i, line.Text())
		}
	})
}
