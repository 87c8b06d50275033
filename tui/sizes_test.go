package tui

import (
	"context"
	"errors"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"foredeck/theme"
)

// classSizes are one window of each class of the design's table of sizes, the widest first.
var classSizes = [][2]int{{120, 36}, {100, 30}, {80, 24}, {60, 20}, {40, 12}, {39, 11}}

// scenery is a screen or an overlay, opened from Home with the box empty, whose frames are kept in every set of colours and checked
// at every size. A new screen needs one more line here.
type scenery struct {
	name string
	open func(d *deck)
}

var everyPlace = []scenery{
	{"home", func(d *deck) { d.press("esc") }},
	{"home-prices", func(d *deck) { d.press("esc", "tab") }},
	{"home-chain", func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "esc", "tab", "tab") }},
	{"account-sent", func(d *deck) { openBusy(d); d.press("down") }},
	{"account-coins", func(d *deck) { openBusy(d); d.press("2", "down") }},
	{"account-automated", func(d *deck) { openBusy(d); d.press("3") }},
	{"account-modules", func(d *deck) { openBusy(d); d.press("4", "down") }},
	{"account-resources", func(d *deck) { openBusy(d); d.press("5", "down") }},
	{"resource", func(d *deck) { openBusy(d); d.press("5", "enter", "*", "down", "/", "coin", "enter") }},
	{"transaction-arguments", func(d *deck) { openBusy(d); d.press("down", "down", "enter") }},
	{"transaction-payload", func(d *deck) { openBusy(d); d.press("enter", "2") }},
	{"transaction-events", func(d *deck) { openBusy(d); d.press("enter", "3", "down", "enter") }},
	{"transaction-output", func(d *deck) { openBusy(d); d.press("enter", "4") }},
	{"transaction-authenticator", func(d *deck) { openBusy(d); d.press("enter", "5") }},
	{"transaction-raw", func(d *deck) { openBusy(d); d.press("enter", "6", "down") }},
	{"module-functions", func(d *deck) { d.press("0x1::coin::balance", "enter") }},
	{"module-structs", func(d *deck) { d.press("0x1::coin::CoinStore", "enter") }},
	{"module-friends", func(d *deck) { d.press("0x1::coin", "enter", "3") }},
	{"module-bytecode", func(d *deck) { d.press("0x1::shapes", "enter", "4", "enter", "down") }},
	{"module-abi", func(d *deck) { d.press("0x1::coin", "enter", "5", "down") }},
	{"view", func(d *deck) { runBalance(d); d.pass(5 * time.Second); d.press("enter") }},
	{"calls", func(d *deck) { openCalls(d); d.press("down") }},
	{"blocks", func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "down") }},
	{"blocks-alerts", func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "a", "down") }},
	{"block", func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "down", "enter") }},
	{"price", func(d *deck) { d.press("move_usdt", "enter"); d.wait(3); d.press("H", "h", "h", "h") }},
	{"networks", func(d *deck) { listed(d); d.run(d.model.history.OpenNetworks()); d.press("down") }},
	{"settings", func(d *deck) { openForm(d); d.press("3", "down") }},
	{"settings-theme", func(d *deck) { openForm(d); d.press("2", "enter") }},
	{"requests", func(d *deck) { openRecorded(d); d.press("*", "down") }},
	{"help", func(d *deck) { openBusy(d); d.press("?") }},
	{"palette", func(d *deck) { openBusy(d); d.press(":", "view ") }},
	{"menu", func(d *deck) { openBusy(d); d.press("space") }},
	{"choice", func(d *deck) { openBusy(d); d.press("Y") }},
	{"question", func(d *deck) { openBusy(d); d.press("=", "me") }},
}

// openPlace is a deck of the given size at a place, with a chain, prices, and something kept.
func openPlace(t testing.TB, p scenery, width, height int, look theme.Theme) *deck {
	d := newDeck(t, width, height, setup{
		theme: look, handler: fixture{records: 57, record: ordinary, chain: newTestChain()}, pairs: watchedPairs, notebook: writtenDown(t), settings: mySettings,
	})
	d.model.networks.Open = func(context.Context, string) (Options, error) {
		return Options{}, errors.New("no other network is here")
	}
	d.wait(3)
	p.open(d)
	return d
}

// TestEveryPlaceAtEverySize opens each place and draws it in windows from 1x1 to 300x100.
func TestEveryPlaceAtEverySize(t *testing.T) {
	enumerates(t)
	var widths, heights []int
	for width := 1; width <= 300; width += 1 + width/8 {
		widths = append(widths, width)
	}
	for height := 1; height <= 100; height += 1 + height/8 {
		heights = append(heights, height)
	}
	for _, size := range classSizes { // where something changes, and one less
		widths, heights = append(widths, size[0], size[0]-1), append(heights, size[1], size[1]-1)
	}
	widths, heights = append(widths, 300), append(heights, 100)
	for _, p := range everyPlace {
		t.Run(p.name, func(t *testing.T) {
			d := openPlace(t, p, 100, 30, theme.NoColour())
			for _, width := range widths {
				for _, height := range heights {
					d.send(tea.WindowSizeMsg{Width: width, Height: height})
					checkFrame(t, d.model.View(), width, height)
				}
			}
		})
	}
}

// A window too small for the list of events and the value of one beside each other draws one of the two.
func TestEventsInASmallWindow(t *testing.T) {
	d := newDeck(t, 40, 12, setup{theme: theme.NoColour(), handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter", "3", "down")
	d.shows("▸ 1    0x1::transaction_fee::FeeStateme…")
	d.hides("execution_gas_units")
	d.press("enter")
	d.shows("execution_gas_units", `"4"`)
	d.hides("0x1::coin::")
	d.press("esc")
	d.shows("▸ 1    0x1::transaction_fee::FeeStateme…")
}

// TestAnyKeysInEveryPlace presses any keys of the deck, and text, in any place and at any size.
func TestAnyKeysInEveryPlace(t *testing.T) {
	keys := []string{"世", "0x1::coin", "u8", "busy", "> 1", "view 0x1::", "nothing like it", "enter", "esc", "tab", "down"}
	for _, group := range Keys() {
		for _, action := range group.Actions {
			for _, key := range action.Keys() {
				if key == " " {
					key = "space"
				}
				if len([]rune(key)) == 1 || namedKeys[key].String() == key {
					keys = append(keys, key)
				}
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		width, height := rapid.IntRange(1, 300).Draw(rt, "width"), rapid.IntRange(1, 100).Draw(rt, "height")
		d := openPlace(t, rapid.SampledFrom(everyPlace).Draw(rt, "place"), width, height, theme.NoColour())
		checkFrame(rt, d.model.View(), width, height)
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			switch rapid.IntRange(0, 7).Draw(rt, "step") {
			case 0:
				width, height = rapid.IntRange(1, 300).Draw(rt, "width"), rapid.IntRange(1, 100).Draw(rt, "height")
				d.send(tea.WindowSizeMsg{Width: width, Height: height})
			case 1:
				d.pass(time.Duration(rapid.IntRange(1, 10).Draw(rt, "seconds")) * time.Second)
			default:
				d.press(rapid.SampledFrom(keys).Draw(rt, "key"))
			}
			if d.model.quitting {
				return
			}
			checkFrame(rt, d.model.View(), width, height)
		}
	})
}

// A window of one line has no room for boxes; a few lines have, and they are all theirs.
func TestBoxesInASmallWindow(t *testing.T) {
	d := newDeck(t, 30, 8, setup{theme: theme.NoColour(), handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	for _, c := range [][]string{{"?", "Keys of", "oldest"}, {"space", "Go to", "h  home"}, {":", "Command", "a command as in a shell"}, {"Y", "Copy", "hash"}} {
		d.press(c[0])
		d.shows(c[1:]...)
		d.press("esc")
		d.shows("Account busy 56 ✓ Success")
	}
	d.send(tea.WindowSizeMsg{Width: 30, Height: 2})
	d.press("?", "space")
	d.send(tea.WindowSizeMsg{Width: 30, Height: 8})
	d.shows("Account busy 56 ✓ Success")
}
