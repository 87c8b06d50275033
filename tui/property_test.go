package tui_test

import (
	"net/http"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

func TestRandomKeys(t *testing.T) {
	t.Parallel()
	keys := []string{"enter", "esc", "tab", "shift+tab", "up", "down", "left", "right", "pgup", "pgdown", "home", "end", "backspace",
		"ctrl+u", "ctrl+d", "ctrl+z", "ctrl+l", "alt+left", "alt+right", "space", "j", "k", "g", "G", "s", "p", "r", "J", "K", "h", "l",
		"1", "2", "3", "4", "5", "6", "{", "}", "*", "n", "N", "/", "m", "S", "?", "[", "]", "0", "x", ":", "/", "f", "v", "busy", "0x1::coin", "0x1::hostile::f", "u8", "ctrl+p", "ctrl+n", "世", "é", "P", "D", "t", "z", "o", "y", "Y", "b", "=", "u", "e", "w", "`",
		"view 0x1::", "account ", "resource busy --path", "local/account/0x1/resources/0x1::a::B#.c", "'"}
	rapid.Check(t, func(rt *rapid.T) {
		record := rapid.SampledFrom([]func(int) string{tuitest.Ordinary, tuitest.Hostile}).Draw(rt, "records")
		style := rapid.SampledFrom([]theme.Theme{theme.Terminal(), theme.NoColor()}).Draw(rt, "theme")
		width, height := rapid.IntRange(1, 300).Draw(rt, "width"), rapid.IntRange(1, 100).Draw(rt, "height")
		failing, recorder := &tuitest.FailingTransport{}, new(transport.Recorder)
		failing.On.Store(rapid.Bool().Draw(rt, "broken at first"))
		d := tuitest.New(t, width, height, tuitest.Setup{
			Theme:   style,
			Handler: tuitest.Node{Records: rapid.IntRange(0, 130).Draw(rt, "records"), Record: record},
			Transport: func(next http.RoundTripper) http.RoundTripper {
				return tuitest.RecordingTransport(t, failing.Wrap(next), recorder)
			},
			Requests: recorder,
			Store:    savedStore(t),
		})
		tuitest.CheckFrame(rt, d.Model.View(), width, height)
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			switch rapid.IntRange(0, 9).Draw(rt, "step") {
			case 0:
				width, height = rapid.IntRange(1, 300).Draw(rt, "width"), rapid.IntRange(1, 100).Draw(rt, "height")
				d.Send(tea.WindowSizeMsg{Width: width, Height: height})
			case 1:
				d.Advance(time.Duration(rapid.IntRange(1, 10).Draw(rt, "seconds")) * time.Second)
			case 2:
				d.Press("esc", "esc", "esc", "[", "tab", "enter", "enter")
			case 3:
				failing.On.Store(!failing.On.Load())
			case 4:
				button := rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonLeft, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}).Draw(rt, "button")
				x, y := rapid.IntRange(-1, width).Draw(rt, "x"), rapid.IntRange(-1, height).Draw(rt, "y")
				d.Send(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: button})
			default:
				d.Press(rapid.SampledFrom(keys).Draw(rt, "key"))
			}
			tuitest.CheckFrame(rt, d.Model.View(), width, height)
		}
	})
}

func TestHostileDataAtEverySize(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Record: tuitest.Hostile}})
	for _, keys := range [][]string{nil, {"busy", "enter"}, {"end", "enter"}, {"3"}, {"6"}, {"?"}, {"?", "esc", "2"}, {"3"}, {"4"}, {"5"}, {"enter"}, {"?"},
		{"?", "esc", "esc", "space", "h", "0x1::hostile::f", "enter"}, {"2"}, {"4", "*"}, {"1", "enter", "u8"}, {"enter"}, {"esc"},
		{":"}, {"a"}, {"ccount 0xzz"}, {"esc", "ctrl+p"}, {"pgdown"}, {"esc"}} {
		d.Press(keys...)
		checkSizes(d)
		d.Send(tea.WindowSizeMsg{Width: 100, Height: 30})
	}
}
