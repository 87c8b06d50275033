package tui_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// lineMode is a deck in line mode and its announcements.
type lineMode struct {
	*tuitest.Deck
	announced strings.Builder
}

// Write records what is announced.
func (p *lineMode) Write(lines []byte) (int, error) {
	p.announced.WriteString(strings.ReplaceAll(string(lines), "\r\n", "\n"))
	return len(lines), nil
}

func newLineMode(t *testing.T, s tuitest.Setup) *lineMode {
	s.Theme = theme.Terminal()
	p := &lineMode{Deck: tuitest.New(t, 240, 29, s)}
	p.Program = tui.NewLineMode(p.Model, p)
	p.Run(p.Program.Init())
	return p
}

// types presses keys and adds them to the announcements.
func (p *lineMode) types(keys ...string) {
	for _, key := range keys {
		fmt.Fprintf(&p.announced, "\n[%s]\n", key)
		p.Press(key)
	}
}

// The announcements of the chooser of columns, and of the rows that follow.
func TestAnnounceColumns(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.types("treasury", "enter", "|", "down", " ", "down", "J", ">", "r", "K", "esc", "down")
	tuitest.Golden(t, "plain-columns", p.announced.String())
}

// The announcements of a session, from Home to a record and back.
func TestAnnounceJourney(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.types("treasury", "enter", "down", "down", "?", "esc", "pgdown", "4", "1", "enter", "2", "J", "y", "u", "esc", "/", "Fail", "enter", "ctrl+l", "space", "h")
	p.announced.WriteString("\n[new block]\n")
	p.ProduceBlock()
	p.Advance(10 * time.Second)
	p.types("esc", "q")
	tuitest.Golden(t, "plain-journey", p.announced.String())
}

// Announcements contain no boxes, bars or control characters.
func TestAnnounceEveryScreen(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	scenes := allScenes()
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(scenes)) {
		scene := scenes[name]
		p := &lineMode{Deck: scene.Open(t, 240, 29)}
		p.Program = tui.NewLineMode(p.Model, p)
		p.Run(p.Program.Init())
		if !p.Model.HasOverlay() {
			length := p.announced.Len()
			p.Press("ctrl+l")
			fmt.Fprintf(&all, "== %s\n%s", name, strings.ReplaceAll(p.announced.String()[length:], p.Config, "config.toml"))
		}
		require.NotContains(t, p.announced.String(), "\n\n", "%s: an empty line", name)
		for _, character := range p.announced.String() {
			require.False(t, character >= '─' && character <= '▟' || unicode.IsControl(character) && character != '\n', "%s announces %q", name, character)
		}
	}
	tuitest.Golden(t, "plain-scenes", all.String())
}

// Changes of ages are not announced.
func TestAnnounceIgnoresTime(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.types("treasury", "enter", "p")
	before := p.announced.String()
	for range 20 {
		p.Advance(time.Second)
	}
	require.Equal(t, before, p.announced.String())
}

// Every key causes an announcement, even if it changes nothing.
func TestAnnounceEveryKey(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.types("treasury", "enter")
	for _, key := range []string{"up", "down", "j", "k", "G", "g", "tab", "r", "s", "s", "x", "]", "?", "esc", ":", "esc", "space", "esc", "`", "`", "Y", "esc", "b", "="} {
		length := p.announced.Len()
		p.Press(key)
		require.Greater(t, p.announced.Len(), length, "%s: no announcement", key)
	}
}

// The size of the terminal and the mouse have no effect.
func TestLineModeIgnoresTheWindow(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.types("treasury", "enter")
	before := p.announced.String()
	p.Send(tea.WindowSizeMsg{Width: 10, Height: 3})
	p.Send(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	require.Equal(t, before, p.announced.String())
	p.types("down")
	require.Contains(t, p.announced.String()[len(before):], "Sent, row 2 of ")
}

// A chart is announced as a sentence, and the bar at the crosshair when it moves.
func TestAnnouncePrices(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	p.types("move_usdt", "enter")
	p.Wait(3)
	require.Regexp(t, `\n\d+ (hours|days): from [\d.]+ to [\d.]+, low [\d.]+, high [\d.]+\n`, p.announced.String())
	p.types("h", "h", "c", "+", "tab", "j", "i", "ctrl+l")
	tuitest.Golden(t, "plain-price", p.announced.String())
}

// The values of indicators below the prices are announced, as well as those over them.
func TestAnnounceIndicators(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	p.types("move_usdt", "enter")
	p.Wait(3)
	p.types("i", "enter", "enter", "G", "enter", "enter")
	before := p.announced.Len()
	p.types("esc", "ctrl+l")
	require.Regexp(t, `\natr\(14\) 0\.\d+\n`, p.announced.String()[before:])
	require.Regexp(t, `\nsma\(20\) 0\.\d+\n`, p.announced.String()[before:])
}

// The announcement of a chart includes its marks: the coin transfers of an account with their times, and the missing bars.
func TestAnnounceChartMarks(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	p.types("move_usdt", "enter")
	p.Wait(3)
	require.Regexp(t, `low [\d.]+, high [\d.]+\nno data for 3 of \d+ bars\n`, p.announced.String())
	require.NotContains(t, p.announced.String(), "coin transfers of")
	p.types("M", "enter")
	require.Contains(t, p.announced.String(), "Candles: coin transfers of busy: 4 at 11-21 12:00, 15 at 11-21 11:00\n")
	p.types("<", "<", "<", "<")
	require.Regexp(t, `Candles: coin transfers of busy: \d+ at 11-21 1\d:\d\d, (\d+ at 11-21 1\d:\d\d, ){4}and in \d+ older bars\n`, p.announced.String())
}

// With a list beside a tree, the selected line of each is announced when it changes.
func TestAnnounceTwoLists(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	p.Press("busy", "enter")
	p.types("enter", "3")
	before := p.announced.Len()
	p.types("down")
	moved := p.announced.String()[before:]
	require.Contains(t, moved, "Events 2, row 2 of 2: 1, type 0x1::transaction_fee::FeeStatement")
	require.Contains(t, moved, "data of event 1, row 1 of 4: 0x1::transaction_fee::FeeStatement, 3 fields, expanded")
	require.NotContains(t, p.announced.String(), "Events 2, row 1 of 4", "the tree is a separate list")
}

// The bytes of a batch are a separate list, whose rows are announced as the selection moves.
func TestAnnounceBatchBytes(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	p.Press("esc", "space", "b")
	p.types("down", "down", "enter", "B", "enter", "down")
	require.Contains(t, p.announced.String(), "bytes of batch 1, row 1 of 16: 000000, 02 00 ff 41 42 00 ff 41, ...AB..A\n")
	require.True(t, strings.HasSuffix(p.announced.String(), "bytes of batch 1, row 2 of 16: 000008, 42 00 ff 41 42 00 ff 41, B..AB..A\n"), p.announced.String())
}

// Curves of a chart are announced with their value at the selected bar.
func TestAnnounceCurves(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	p.types("move_usdt", "enter")
	p.Wait(3)
	p.types("i", "enter", "enter", "esc")
	p.Wait(3)
	require.Regexp(t, `\n(Candles: )?sma\(20\) 0\.\d{4}\n`, p.announced.String())
	p.types("C", "enter")
	require.Regexp(t, `Compare move_usdt with, row 1 of 3: compared, btc_usdt, `, p.announced.String())
	p.types("esc")
	p.Wait(3)
	require.Regexp(t, `\n(Candles, percent scale: )?sma\(20\) [+-]\d+\.\d\d%\n`, p.announced.String())
	require.Regexp(t, `move_usdt [+-]\d+\.\d\d% in view, compared with btc_usdt [+-]\d+\.\d\d%, correlation 0\.\d\d over \d+ bars\n`, p.announced.String())
	require.Regexp(t, `\n(Candles, percent scale: )?since close of 11-\d\d \d\d:00: move_usdt [+-]\d+\.\d\d%, btc_usdt [+-]\d+\.\d\d%\n`, p.announced.String())
	p.types("x", "ctrl+l")
	require.NotRegexp(t, `[━┅┉╾╍╺]`, p.announced.String())
}

func TestAnnouncePin(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.Press("treasury", "enter")
	p.types("5", "P", "ctrl+l")
	require.Regexp(t, `\npinned: Account: \S`, p.announced.String())
	require.NotRegexp(t, `pinned: .*=`, p.announced.String())
}

// Announcements are not shortened to fit a window: the limits of alerts, the blocks that a member missed and the names of tabs.
func TestAnnounceFullText(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	p.Press("esc", "space", "b")
	p.types("v")
	require.Regexp(t, `bell on: gap > \w+, votes < \d+ %, no block for \w+\n`, p.announced.String())
	require.Regexp(t, `\nVotes by member, row 1 of \d+: member \d+ missed \d+: (\d{2},\d{3},\d{3}, )+\d{2},\d{3},\d{3} and older\n`, p.announced.String())
	p = newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	p.Press("busy", "enter")
	p.types("enter")
	require.Contains(t, p.announced.String(), "tabs: [1 Arguments], 2 Payload, 3 Events 2, 4 Output, 5 Authenticator, 6 Raw JSON\n")
}

// After a key, a live list announces what the key changed. Blocks that arrive are not a response to it.
func TestAnnounceQuietBlocks(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.Press("esc", "space", "b")
	p.Advance(10 * time.Second)
	p.types("down")
	before := p.announced.Len()
	unasked, last := 0, time.Duration(-5*time.Second)
	for at := time.Duration(0); at < 2*time.Minute; at += time.Second {
		length := p.announced.Len()
		p.ProduceBlock()
		p.Advance(time.Second)
		if lines := strings.Count(p.announced.String()[length:], "\n"); lines > 0 {
			require.Equal(t, 1, lines, p.announced.String()[length:])
			require.GreaterOrEqual(t, at-last, 5*time.Second, p.announced.String()[before:])
			last = at
			unasked++
		}
	}
	require.LessOrEqual(t, unasked, 12, p.announced.String()[before:])
	require.NotContains(t, p.announced.String(), "\x1b")
}

// A key without a function says so, and so does the end.
func TestAnnounceIgnoredKey(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.types("treasury", "enter", "Q")
	require.True(t, strings.HasSuffix(p.announced.String(), "\n[Q]\nQ: no action here\n"))
	p.types("q")
	require.True(t, strings.HasSuffix(p.announced.String(), "\n[q]\nforedeck ends\n"))
}

// Somebody who hears only the announcements finds a failed transaction and why it failed, runs a view function and changes the theme.
func TestAnnounceTasks(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	hears := func(want string, keys ...string) {
		t.Helper()
		length := p.announced.Len()
		p.types(keys...)
		p.Advance(time.Second)
		require.Regexp(t, want, p.announced.String()[length:])
	}
	hears(`Sent, row 1 of 20: seq 1,199, status Success`, "treasury", "enter")
	hears(`Sent, row 2 of 20: seq 1,198, status Fail, .*reason EINSUFFICIENT_BALANCE`, "down")
	hears(`(?s)\n[^\n]*failed.*not enough coins`, "enter")
	hears(`\nGo to\ninput: empty\n`, "space", "h")
	hears(`Run view.*: T0, any type: empty`, "0x1::coin::balance", "enter", "v")
	hears(`#0 owner, address: empty`, "0x1::native_coin::NativeCoin", "tab")
	hears(`(?s)Result: ok.*type u64, value [\d,]+`, "treasury", "enter")
	hears(`#0 owner, address: treasuryx, not valid: not hex at character 1`, "x", "enter")
	hears(`(?s)My validator\ninput: empty\n.*\nenter: confirm, esc: close\n\n\[x\]\ninput: x\n\n\[enter\]\ninvalid member "x": must be[^\n]*\n\n\[backspace\]\ninput: empty\n\n\[esc\]`, "esc", "space", "b", "m", "x", "enter", "backspace", "esc")
	hears(`Appearance, row 1 of \d+: name theme, `, "space", "s")
	hears(`\ntheme, row 3 of \d+: .*dark`, "enter", "down", "down")
	hears(`theme, value dark, `, "enter")
}

// Somebody who hears only the announcements sets price alerts and hears each of them ring and end, also those of the same moment.
func TestAnnouncePriceAlerts(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	p.types("move_usdt", "enter")
	p.Wait(3)
	p.types("a", "> 0.7", "enter", "a", "> 0.75", "enter", "esc")
	for _, moved := range []struct {
		to    float64
		heard string
	}{{0.8, `(?m)^alert: move_usdt > %s: crossed up at 0\.\d+$`}, {0.5, `(?m)^alert: move_usdt > %s: ended: back below 0\.\d+ after \d+s, now 0\.\d+$`}} {
		length := p.announced.Len()
		p.MeanPrices["move_usdt"] = moved.to
		p.Wait(30)
		for _, level := range []string{"0.7", "0.75"} {
			require.Regexp(t, fmt.Sprintf(moved.heard, level), p.announced.String()[length:])
		}
	}
}

// Somebody who hears only the announcements sets their validator, and hears it miss a block and vote again.
func TestAnnounceMissedVote(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := tuitest.NewChain()
		p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
		p.types("esc", "space", "b", "m", "0", "enter")
		require.Contains(t, p.announced.String(), "my validator is 00 (mine): missed votes are reported\n")
		height := chain.Head + 1
		for ; tuitest.Voted(height, 0); height++ {
		}
		for range 2 {
			chain.Change(func() { chain.Head = height })
			for newest, _ := p.Deps().Blocks.Newest(); newest == nil || int(newest.Height) < height; newest, _ = p.Deps().Blocks.Newest() {
				p.ReceiveStreams()
			}
			height++
		}
		missed := fmt.Sprintf(`(?s)\nalert: your validator \(00\) stopped voting at %[1]s \(1 miss so far\)\n.*alert ended: your validator \(00\) voting again at %[2]s after 1 miss\n`, text.Integer(uint64(height-2)), text.Integer(uint64(height-1)))
		require.Regexp(t, missed, p.announced.String())
	})
}

// The palette reads the three best lines and the count as the user types, and the chosen line when that moves.
func TestAnnouncePalette(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{})
	p.types("treasury", "enter", ":", "a", "c", "down", "up", "esc")
	require.Regexp(t, `\[:\]\nCommand\ninput: empty\n(.*\n)*?tab: complete, enter: run, esc: close\n(.*\n)*?\n\[a\]\ninput: a\n[^;]+; [^;]+; [^;]+\n\d+ matches\n\n\[c\]\ninput: ac\n[^;]+; [^;]+; [^;]+\n\d+ matches\n\n\[down\]\nCommand, row 2 of \d+: .*\n\n\[up\]\nCommand, row 1 of \d+: .*\n\n\[esc\]`, p.announced.String())
}
