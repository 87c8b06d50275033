package tui

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
)

// click clicks on the first place on the screen where the words stand.
func (d *deck) click(words string) {
	d.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(line, words); at >= 0 {
			d.send(tea.MouseMsg{X: utf8.RuneCountInString(line[:at]), Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			return
		}
	}
	require.Fail(d, words+" is not on the screen", d.screen())
}

func (d *deck) wheel(button tea.MouseButton) {
	d.send(tea.MouseMsg{X: 10, Y: 12, Action: tea.MouseActionPress, Button: button})
}

func TestTheMouse(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.click("quiet ") // the keys are in the box, and go to the row
	d.shows("▸ quiet")
	d.click("busy ")
	d.shows("▸ busy")
	d.click("busy ")
	d.shows("Account busy › Sent", "▸ 56")
	d.wheel(tea.MouseButtonWheelDown)
	d.shows("▸ 53")
	d.wheel(tea.MouseButtonWheelUp)
	d.shows("▸ 56")
	d.click("51 ")
	d.shows("▸ 51")
	d.click("5 Resources")
	d.shows("[5 Resources]")
	d.click("CoinStore<Coin2>    0x1")
	d.click("CoinStore<Coin2>    0x1")
	d.shows("› CoinStore<Coin2>", "▾ CoinStore<Coin2>")
	d.click("frozen")
	d.shows("path   .frozen")
	d.press("y")
	require.Equal(t, "false", d.clipboard())
	d.click("? help")
	d.shows("Keys of this place")
	d.press("esc")
	d.click("P pin")
	d.shows("pinned to the account's panel")
	d.click("Home")
	d.shows("Go to")
	d.click("busy › CoinStore<Coin2>")
	d.shows("▸ 12:04")
	d.click("busy › CoinStore<Coin2>")
	d.shows("Account busy › Resources")
	d.send(tea.MouseMsg{X: 500, Y: 500, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.send(tea.MouseMsg{X: 0, Y: 0, Action: tea.MouseActionMotion})
	d.press("%")
	d.shows("the mouse is the terminal's again")
	d.press("%")
	d.shows("a click selects")
}
