package tui_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/tuitest"
)

// moving is a deck in the theme dark that keeps the last frame that was drawn, as a terminal does.
type moving struct {
	*tuitest.Deck
	theme theme.Theme
	drawn string
}

func openMoving(t *testing.T, width, height int, setup tuitest.Setup) *moving {
	t.Helper()
	m := &moving{}
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	m.theme = adapted.Unknown
	setup.Theme = m.theme
	m.Deck = tuitest.New(t, width, height, setup)
	m.OnFrame = func(view string) { m.drawn = view }
	return m
}

// isDrawn reports whether the terminal shows words in a style.
func (m *moving) isDrawn(style theme.Style, words string) bool {
	var painted strings.Builder
	style.Paint(&painted, words)
	return strings.Contains(m.drawn, painted.String())
}

// marked returns the texts in a style.
func (m *moving) marked(style theme.Style) (texts []string) {
	for _, line := range m.Model.Lines() {
		for _, span := range line {
			if span.Style == style && strings.TrimSpace(span.Text.String()) != "" {
				texts = append(texts, span.Text.String())
			}
		}
	}
	return texts
}

// A new block of Home is marked for a second, fades, and is then drawn as the others. The clock draws that: nothing is scheduled for it.
func TestNewBlockOfHomeIsMarked(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	m := openMoving(t, 160, 50, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
	m.ReceiveUntil("48,211,907")
	require.Empty(t, m.marked(m.theme.Changed), "the first blocks are not new")
	scheduled := m.Scheduled()
	chain.Grow(1)
	m.ReceiveUntil("48,211,908")
	require.Equal(t, []string{"48,211,908"}, m.marked(m.theme.Changed))
	require.True(t, m.isDrawn(m.theme.Changed, "48,211,908"))
	require.Equal(t, scheduled, m.Scheduled())
	m.Advance(time.Second)
	require.True(t, m.isDrawn(m.theme.Accent, "48,211,908"))
	m.Advance(time.Second)
	require.False(t, m.isDrawn(m.theme.Accent, "48,211,908"))
	require.Empty(t, m.marked(m.theme.Changed))
}

// On Blocks the newest block is selected: its mark is visible on the selected row.
func TestNewBlocksAreMarked(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	m := openMoving(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
	m.Press("esc", "space", "b")
	m.ReceiveUntil("▸ 48,211,907")
	chain.Grow(2)
	m.ReceiveUntil("▸ 48,211,909")
	require.Equal(t, []string{"48,211,908"}, m.marked(m.theme.Changed))
	require.True(t, m.isDrawn(m.theme.OnSelected(m.theme.Changed), "48,211,909"))
	m.Wait(2)
	require.False(t, m.isDrawn(m.theme.OnSelected(m.theme.Changed), "48,211,909"))
	require.Empty(t, m.marked(m.theme.Changed))
}

// New transactions arrive above the screen, which does not move. They are marked when they come into view.
func TestNewTransactionsAreMarked(t *testing.T) {
	t.Parallel()
	m := openMoving(t, 100, 30, tuitest.Setup{})
	m.Press("treasury", "enter")
	for range 30 {
		m.ProduceBlock()
	}
	m.Advance(6 * time.Second)
	m.Shows("new above")
	marked := m.marked(m.theme.Changed)
	require.Len(t, marked, 1, "the sequence number of the account")
	m.Advance(3 * time.Second)
	require.Empty(t, m.marked(m.theme.Changed))
	m.Press("g")
	fresh := m.marked(m.theme.Changed)
	require.Greater(t, len(fresh), 1)
	for _, number := range fresh {
		require.Less(t, number, marked[0], "%s has been sent", number)
	}
	m.Wait(1)
	require.Empty(t, m.marked(m.theme.Changed))
	m.Press("down", "g")
	require.Empty(t, m.marked(m.theme.Changed), "they are not new a second time")
}

// A balance that changed is marked, and fades.
func TestChangedBalanceIsMarked(t *testing.T) {
	t.Parallel()
	m := openMoving(t, 100, 30, tuitest.Setup{})
	m.Press("treasury", "enter")
	before := m.LineWith("balance")
	for range 20 {
		m.ProduceBlock()
		m.Wait(1)
	}
	require.NotEqual(t, before, m.LineWith("balance"))
	balance := m.marked(m.theme.Changed)[1]
	require.Contains(t, m.LineWith("balance"), "balance "+balance)
	m.Wait(1)
	require.True(t, m.isDrawn(m.theme.Accent, balance))
	m.Wait(1)
	require.True(t, m.isDrawn(m.theme.Strong, balance))
}

// A request whose response has just arrived is marked in the list.
func TestNewRequestsAreMarked(t *testing.T) {
	t.Parallel()
	m := openMoving(t, 100, 30, tuitest.Setup{Requests: new(transport.Recorder)})
	m.Press("`", "*")
	record := func(took time.Duration) {
		m.Deps().Loader.Recorder.Record(transport.Exchange{Method: "GET", URL: tuitest.BaseURL, Status: 200, Attempt: 1, Started: m.Now().Add(-took), Took: took})
		m.Press("down") // any message picks it up
	}
	record(time.Millisecond)
	m.Wait(3)
	record(10 * time.Second)
	require.Equal(t, []string{"12:04:24"}, m.marked(m.theme.Changed), "when it started")
	m.Wait(2)
	require.Empty(t, m.marked(m.theme.Changed))
}

// Without motion nothing is marked.
func TestNoMotion(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	m := openMoving(t, 160, 50, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}, Config: "motion = false\n"})
	m.ReceiveUntil("48,211,907")
	chain.Grow(1)
	m.ReceiveUntil("48,211,908")
	require.Empty(t, m.marked(m.theme.Changed))
	require.False(t, m.isDrawn(m.theme.Accent, "48,211,908"))
}

// Bars are drawn where rows will be once a first page has been loading for a moment.
func TestSkeletonWaits(t *testing.T) {
	t.Parallel()
	bars := func(d *tuitest.Deck) (lines int) {
		for line := range strings.Lines(d.Body()) {
			if strings.Contains(line, "  ▁▁▁") && !strings.Contains(line, "gap ") {
				lines++
			}
		}
		return lines
	}
	for name, c := range map[string]struct {
		before, last string
		title        string
	}{
		"transactions": {"busy", "enter", "FUNCTION"},
		"modules":      {"0x1::coin", "enter", "KIND"},
		"blocks":       {"space", "b", "HEIGHT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Store: savedStore(t), Paused: true})
			if name == "blocks" {
				d.Press("esc")
			}
			d.Press(c.before, c.last)
			require.Zero(t, bars(d))
			d.Advance(90 * time.Millisecond)
			require.Zero(t, bars(d))
			d.Hides("| loading")
			d.Advance(20 * time.Millisecond)
			require.GreaterOrEqual(t, bars(d), 7, "%s", d.Frame())
			d.Shows(c.title)
			d.Paused = false
			d.Resume()
			require.Zero(t, bars(d))
			d.Hides("| loading")
			d.Shows(c.title)
		})
	}
}
