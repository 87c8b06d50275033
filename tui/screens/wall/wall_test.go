package wall_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

var styles = theme.Terminal()

func isFaint(span text.Span) bool  { return span.Style == styles.Faint }
func isStrong(span text.Span) bool { return span.Style == styles.Strong }

// openMarket opens the wall of the market with prices.
func openMarket(t *testing.T, s tuitest.Setup, pairs []string) *tuitest.Deck {
	s.Pairs, s.Theme = pairs, styles
	s.Handler = tuitest.Node{Records: 57, Chain: tuitest.NewChain()}
	d := tuitest.New(t, 120, 40, s)
	d.Press(":", "wall market", "enter")
	d.Wait(5)
	return d
}

func TestRotation(t *testing.T) {
	t.Parallel()
	d := openMarket(t, tuitest.Setup{}, tuitest.AllPairs)
	d.Shows("page 1 of 2", "next page in 25 s", "btc_usdt")
	d.Wait(25)
	d.Shows("page 2 of 2", "next page in 30 s")
	d.Wait(30)
	d.Shows("page 1 of 2")
	d.Press("right")
	d.Shows("page 2 of 2", "next page in 30 s")
	d.Press("p")
	d.Wait(90)
	d.Shows("page 2 of 2", "paused · p resume")
	d.Press("p")
	d.Shows("next page in 30 s")
	d.Press("left")
	d.Shows("page 1 of 2")
	d.Press("left")
	d.Shows("page 2 of 2")
	d.Press("esc")
	require.NotContains(t, d.Crumb(), "Wall")
}

// Panels without a pair are skipped, and so are pages of such panels. A wall of one page does not rotate.
func TestEmptyPanelsAreSkipped(t *testing.T) {
	t.Parallel()
	d := openMarket(t, tuitest.Setup{}, []string{"btc_usdt"})
	require.Contains(t, d.Body(), "╭ btc_usdt "+strings.Repeat("─", 100), "its panel has all of the width")
	d.Hides("no pair", "page 1", "next page")
	d.Press("right")
	d.Wait(60)
	d.Shows("btc_usdt")
}

// Without a watchlist, there are the pairs that every chain with prices has, but not those that the service does not have.
func TestBuiltInPairs(t *testing.T) {
	t.Parallel()
	d := openMarket(t, tuitest.Setup{PriceFail: func(r *http.Request) (int, string) {
		if strings.Contains(r.URL.String(), "eth_usdt") {
			return http.StatusNotFound, ""
		}
		return 0, ""
	}}, []string{})
	d.Wait(20)
	d.Shows("╭ btc_usdt ─", "page 1 of 2")
	d.Hides("eth_usdt", "no pair", "unknown pair")
	d.Press("right")
	d.Shows("╭ sol_usdt ─", "╭ xrp_usdt ─")
}

// The panel of a validator appears when one is set.
func TestPanelOfNoValidator(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press(":", "wall validator", "enter")
	d.Wait(1)
	d.Shows("╭ Head ", "╭ Alerts ", "choose your validator: press m on Blocks")
	d.Hides("╭ Validator ")
	d.Press("esc", "space", "b", "m", "17", "enter", ":", "wall validator", "enter")
	d.Wait(1)
	d.Shows("╭ Head ", "╭ Validator ", "╭ Alerts ")
	d.Hides("choose your validator", "failing") // that the stake pool of 17 is not known is no failure of the node
}

// digitRows returns the heights of the large digits in each panel of the screen that has some, from the rows of blocks without a gap.
func digitRows(d *tuitest.Deck, width int) (heights []int) {
	rows := strings.Split(d.Body(), "\n")
	column := func(row string, from, to int) string {
		cells := []rune(row)
		return string(cells[min(from, len(cells)):min(to, len(cells))])
	}
	for _, from := range []int{0, width} {
		count := 0
		for _, row := range append(rows, "") {
			if strings.ContainsAny(column(row, from, from+width), "█▀▄") {
				count++
			} else if count > 0 {
				heights, count = append(heights, count), 0
			}
		}
	}
	return heights
}

// twoNumbers is a page with two numbers without captions.
const twoNumbers = `
[[page]]
  [[page.row]]
    [[page.row.panel]]
    kind = "view"
    function = "0x1::coin::balance"
    type_args = ["0x1::native_coin::NativeCoin"]
    args = ["0x1"]
    [[page.row.panel]]
    kind = "view"
    function = "0x1::coin::balance"
    type_args = ["0x1::native_coin::NativeCoin"]
    args = ["0xbeef"]
`

// All numbers of a page have digits of one height, the largest for which each has room.
func TestDigitsOfAPageHaveOneHeight(t *testing.T) {
	t.Parallel()
	for other, want := range map[string][]int{
		"0":          {30, 30},
		"12":         {20, 20},
		"123":        {15, 15},
		"1234":       {10, 10},
		"123456":     {5, 5},
		"1234567890": {5, 5},
		// There is no room for large digits: a text does not count.
		"1234567890123": {30},
	} {
		node := tuitest.Node{Records: 57, Chain: tuitest.NewChain()}
		d := tuitest.New(t, 120, 40, tuitest.Setup{Options: withFile(t, twoNumbers), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/rpc/v3/view" {
				node.ServeHTTP(w, r)
				return
			}
			body, _ := io.ReadAll(r.Body)
			value := "0"
			if strings.Contains(string(body), "beef") {
				value = other
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"result": [%q]}`, value)
		})})
		d.Wait(1)
		require.Equal(t, want, digitRows(d, 60), "%s: %s", other, d.Body())
	}
}

// dots counts the spans of large digits on screen that have a style.
func dots(lines []text.Line, style func(text.Span) bool) (count int) {
	for _, line := range lines {
		for _, span := range line {
			if strings.ContainsAny(span.Text.String(), "█▀▄") && style(span) {
				count++
			}
		}
	}
	return count
}

func TestStalePricesAreDimmed(t *testing.T) {
	t.Parallel()
	isDown := false
	d := openMarket(t, tuitest.Setup{PriceFail: func(*http.Request) (int, string) {
		if isDown {
			return http.StatusInternalServerError, ""
		}
		return 0, ""
	}}, tuitest.WatchedPairs)
	require.Positive(t, dots(d.Screen().View(), isStrong))
	require.Zero(t, dots(d.Screen().View(), isFaint))
	isDown = true
	d.Wait(20)
	d.Shows("failed, ")
	require.Positive(t, dots(d.Screen().View(), isStrong), "not old yet")
	d.Wait(60)
	d.Shows("failed, 1m old")
	require.Zero(t, dots(d.Screen().View(), isStrong))
	require.Positive(t, dots(d.Screen().View(), isFaint), "what is known is still shown")
	isDown = false
	d.Wait(40)
	d.Hides("failed")
	require.Positive(t, dots(d.Screen().View(), isStrong))
	require.Zero(t, dots(d.Screen().View(), isFaint))
}

// A price service that refuses the key is asked again, though nobody presses a key.
func TestRefusedPricesAreRequestedAgain(t *testing.T) {
	t.Parallel()
	isRefused := true
	d := openMarket(t, tuitest.Setup{PriceFail: func(*http.Request) (int, string) {
		if isRefused {
			return http.StatusUnauthorized, ""
		}
		return 0, ""
	}}, tuitest.WatchedPairs)
	d.Hides("█", "▀")
	isRefused = false
	d.Wait(400)
	require.Positive(t, dots(d.Screen().View(), func(text.Span) bool { return true }))
}

// The chain is followed again after the node was restarted. Meanwhile the panels show what they had, dimmed.
func TestNodeRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain, network := tuitest.NewChain(), &tuitest.FailingTransport{}
		d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}, Theme: styles, Transport: network.Wrap})
		d.Press("esc", "space", "b", "esc", ":", "wall validator", "enter")
		d.Shows("Head", "48,211,907")
		for height := uint64(48_211_908); height < 48_211_913; height++ {
			network.On.Store(true)
			for d.Deps().Following().Trouble == nil {
				d.ReceiveStreams()
			}
			d.Wait(20)
			d.Press("enter") // leaves the alert
			require.Contains(t, d.Body(), "failed, ")
			require.Zero(t, dots(d.Screen().View(), isStrong), "all is dimmed")
			chain.Grow(1)
			network.On.Store(false)
			for newest, _ := d.Deps().Blocks.Newest(); newest.Height < height || d.Deps().Following().Trouble != nil; newest, _ = d.Deps().Blocks.Newest() {
				d.ReceiveStreams()
			}
			d.Wait(2)
			require.NotContains(t, d.Body(), "failed, ")
			require.Positive(t, dots(d.Screen().View(), isStrong))
		}
		d.Shows("48,211,912")
		d.Press("ctrl+c")
	})
}

func TestPaletteNamesTheWalls(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press(":", "wall ")
	d.Shows("wall validator", "wall market")
	d.Press("./office.toml", "enter")
	d.Shows("must be one of validator, market; files only in a shell")
}
