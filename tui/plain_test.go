package tui

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
)

// plainly is a deck that is told line by line, and all that it has said.
type plainly struct {
	*deck
	plain *plainDeck
	said  strings.Builder
}

func newPlain(t *testing.T, s setup) *plainly {
	s.theme = theme.Terminal()
	p := &plainly{deck: newDeck(t, plainWidth, plainHeight, s)}
	p.plain = &plainDeck{Model: p.model, say: func(lines []string) {
		for _, line := range lines {
			p.said.WriteString(line + "\n")
		}
	}}
	p.plain.Model.plain = true
	p.plain.Model.configure(p.plain.deps.Config)
	p.deliverTo = p.plain
	p.run(p.plain.Init())
	return p
}

// types presses keys and writes down which.
func (p *plainly) types(keys ...string) {
	for _, key := range keys {
		fmt.Fprintf(&p.said, "\n[%s]\n", key)
		p.press(key)
	}
}

// The first journey, by ear alone: what is said from the start to a record and back.
func TestTheFirstJourneyAloud(t *testing.T) {
	p := newPlain(t, setup{})
	p.types("treasury", "enter", "down", "down", "?", "esc", "pgdown", "4", "1", "enter", "2", "J", "y", "u", "esc", "/", "Fail", "enter", "ctrl+l", "space", "h")
	p.said.WriteString("\n[a block comes]\n")
	p.produce()
	p.pass(10 * time.Second)
	p.types("esc", "q")
	golden(t, "plain-journey", p.said.String())
}

// Nothing that draws a box, a bar or a height is said anywhere, and every list says which row keys act on.
func TestEverySceneAloud(t *testing.T) {
	names := make([]string, 0, len(scenes))
	for name := range scenes {
		names = append(names, name)
	}
	slices.Sort(names)
	var all strings.Builder
	for _, name := range names {
		p := newPlain(t, scenes[name].setup(theme.Terminal()))
		scenes[name].play(p.deck)
		require.NotContains(t, p.said.String(), "\n\n", "%s: an empty line", name)
		fmt.Fprintf(&all, "== %s\n", name)
		whole := p.plain.teller.Whole(p.plain.page(), p.now)
		require.Greater(t, len(whole), 1, "%s says nothing", name)
		for _, line := range whole {
			all.WriteString(string(line) + "\n")
		}
		for _, character := range p.said.String() + all.String() {
			require.False(t, character >= '─' && character <= '▟' || unicode.IsControl(character) && character != '\n', "%s says %q", name, character)
		}
	}
	golden(t, "plain-scenes", all.String())
}

// What only grows older says nothing, however long it is looked at; what comes by itself is told, and not all the time.
func TestTimeAloneSaysNothing(t *testing.T) {
	p := newPlain(t, setup{})
	p.types("treasury", "enter", "p")
	before := p.said.String()
	for range 20 {
		p.pass(time.Second)
	}
	require.Equal(t, before, p.said.String())
}

// Each key says something, also one that changes nothing.
func TestEveryKeyAnswersAloud(t *testing.T) {
	p := newPlain(t, setup{})
	p.types("treasury", "enter")
	for _, key := range []string{"up", "down", "j", "k", "G", "g", "tab", "r", "s", "s", "x", "]", "?", "esc", ":", "esc", "space", "esc", "`", "`", "Y", "esc", "b", "="} {
		length := p.said.Len()
		p.press(key)
		require.Greater(t, p.said.Len(), length, "%s says nothing", key)
	}
}

// slowWriter takes lines when it is let.
type slowWriter struct {
	strings.Builder
	let chan struct{}
}

func (w *slowWriter) Write(p []byte) (int, error) {
	<-w.let
	return w.Builder.Write(p)
}

// A terminal that takes nothing makes nobody wait, and gets all lines in their order in the end.
func TestTheTeletypeHoldsNobodyUp(t *testing.T) {
	to := &slowWriter{let: make(chan struct{})}
	typed := newTeletype(to)
	var want strings.Builder
	for i := range 1000 {
		typed.say([]string{fmt.Sprintf("line %d", i)})
		fmt.Fprintf(&want, "line %d\r\n", i)
	}
	close(to.let)
	typed.end()
	require.Equal(t, want.String(), to.String())
}

// The window is the deck's own: neither the terminal's size nor a mouse changes what is said.
func TestPlainKnowsNoWindow(t *testing.T) {
	p := newPlain(t, setup{})
	p.types("treasury", "enter")
	before := p.said.String()
	p.send(tea.WindowSizeMsg{Width: 10, Height: 3})
	p.send(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	require.Equal(t, before, p.said.String())
	p.types("down")
	require.Contains(t, p.said.String()[len(before):], "Sent, row 2 of ")
}

// The key that reads the whole place stops nothing that goes on by itself: that one waits is looked after as with any other key.
func TestReadingTheWholePlaceStopsNothing(t *testing.T) {
	p := newPlain(t, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(p.deck)
	p.held = true
	p.types("r")
	p.send(quickMsg{})
	require.Positive(t, p.model.deps.Loader.InFlight())
	require.False(t, p.model.ticking)
	ticks := 0
	p.model.after = func(time.Duration, tea.Msg) tea.Cmd { return func() tea.Msg { ticks++; return nil } }
	p.types("ctrl+l")
	p.release()
	require.Positive(t, ticks)
}

// A chart is a sentence, and its crosshair reads the bars out one by one.
func TestPricesAloud(t *testing.T) {
	p := newPlain(t, setup{handler: fixture{records: 57, record: ordinary}, pairs: watchedPairs})
	p.types("move_usdt", "enter")
	p.wait(3)
	require.Regexp(t, `\n\d+ (hours|days): from [\d.]+ to [\d.]+, low [\d.]+, high [\d.]+\n`, p.said.String())
	p.types("h", "h", "c", "+", "tab", "j", "i", "ctrl+l")
	golden(t, "plain-price", p.said.String())
}

// What a chart marks is told with its sentence: the coin moves of an account with their times, and the bars that are missing.
func TestMarksOfAChartAloud(t *testing.T) {
	p := newPlain(t, setup{handler: fixture{records: 57, record: ordinary}, pairs: watchedPairs})
	p.types("move_usdt", "enter")
	p.wait(3)
	require.Regexp(t, `low [\d.]+, high [\d.]+\nno data for 3 of \d+ bars\n`, p.said.String())
	require.NotContains(t, p.said.String(), "coin moves")
	p.types("M", "enter")
	require.Contains(t, p.said.String(), "Candles: coin transfers of busy: 4 at 11-21 12:00, 15 at 11-21 11:00\n")
	p.types("<", "<")
	require.Regexp(t, `Candles: coin transfers of busy: \d+ at 11-21 1\d:\d\d, (\d+ at 11-21 1\d:\d\d, ){4}and in \d+ older bars\n`, p.said.String())
}

// A list beside a tree: the selected line of each is told when it changes.
func TestTwoListsAloud(t *testing.T) {
	p := newPlain(t, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(p.deck)
	p.types("enter", "3")
	before := p.said.Len()
	p.types("down")
	moved := p.said.String()[before:]
	require.Contains(t, moved, "Events 2, row 2 of 2: 1, 0x1::transaction_fee::FeeStatement")
	require.Contains(t, moved, "data of event 1, row 1 of 4: 0x1::transaction_fee::FeeStatement, 3 fields, open")
	require.NotContains(t, p.said.String(), "Events 2, row 1 of 4", "the tree has a name of its own")
}

// The bytes of a batch are a list of their own beside that of the batches, and its rows are told as they are gone through.
func TestBytesOfABatchAloud(t *testing.T) {
	p := newPlain(t, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(p.deck)
	p.types("down", "down", "enter", "B", "enter", "down")
	require.Contains(t, p.said.String(), "bytes of batch 1, row 1 of 16: 000000, 02 00 ff 41 42 00 ff 41, ...AB..A\n")
	require.True(t, strings.HasSuffix(p.said.String(), "bytes of batch 1, row 2 of 16: 000008, 42 00 ff 41 42 00 ff 41, B..AB..A\n"), p.said.String())
}

// What is drawn over the bars is told with its value at the bar that is read out, and without the mark that draws it.
func TestAnOverlayAloud(t *testing.T) {
	p := newPlain(t, setup{handler: fixture{records: 57, record: ordinary}, pairs: watchedPairs})
	p.types("move_usdt", "enter")
	p.wait(3)
	p.types("i")
	require.Regexp(t, `\nCandles: overlay: moving average 20: 0\.\d{4}, scale: normal\n`, p.said.String())
	p.types("i")
	p.wait(3)
	require.Regexp(t, `overlay: btc_usdt in percent: [+-]\d+\.\d\d%, scale: percent\n`, p.said.String())
	p.types("x", "ctrl+l")
	require.NotContains(t, p.said.String(), "∙")
	require.NotContains(t, p.said.String(), "percent +")
}

func TestAPinnedValueAloud(t *testing.T) {
	p := newPlain(t, setup{})
	p.openTreasury()
	p.types("5", "P", "ctrl+l")
	require.Regexp(t, `\npinned: Account: \S`, p.said.String())
	require.NotRegexp(t, `pinned: .*=`, p.said.String())
}

// Nothing is told shorter for want of room: neither the limits of the bell, nor the members with few misses, nor the names of tabs.
func TestWordsAloudAreWhole(t *testing.T) {
	p := newPlain(t, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(p.deck)
	p.types("v")
	require.Regexp(t, `bell on: gap > \w+, votes < \d+ %, none for \w+\n`, p.said.String())
	require.Regexp(t, `\n\d+ more members: (up to \d+|no miss)\n`, p.said.String())
	p = newPlain(t, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(p.deck)
	p.types("enter")
	require.Contains(t, p.said.String(), "tabs: [1 Arguments], 2 Payload, 3 Events 2, 4 Output, 5 Authenticator, 6 Raw JSON\n")
}

// brokenWriter is a terminal that is gone.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// What a terminal that is gone does not take is not kept for it.
func TestTheTeletypeKeepsNothingForATerminalThatIsGone(t *testing.T) {
	typed := newTeletype(brokenWriter{})
	typed.say([]string{"a line"})
	<-typed.done
	typed.say([]string{"another"})
	require.Empty(t, typed.waiting)
	typed.end()
}
