package tui

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"foredeck/theme"
)

// moody is a line to a node that answers, or with a status, or not at all.
type moody struct {
	next   http.RoundTripper
	status int // 0: that of the node; -1: there is no answer
}

func (m *moody) RoundTrip(request *http.Request) (*http.Response, error) {
	switch {
	case m.status < 0:
		return nil, errors.New("connection refused")
	case m.status > 0:
		header := http.Header{"Content-Type": {"application/json"}}
		return &http.Response{StatusCode: m.status, Header: header, Body: io.NopCloser(strings.NewReader(`{"message": "not now"}`)), Request: request}, nil
	}
	return m.next.RoundTrip(request)
}

// asking are the places that ask the node: the keys that lead there, the one that asks, and the one that asks again.
var asking = map[string]struct {
	keys        []string
	last, again string
}{
	"account":   {[]string{"busy"}, "enter", "r"},
	"coins":     {[]string{"busy", "enter"}, "2", "r"},
	"modules":   {[]string{"busy", "enter"}, "4", "r"},
	"resources": {[]string{"busy", "enter"}, "5", "r"},
	"module":    {[]string{"0x1::coin"}, "enter", "r"},
	"view":      {[]string{"0x1::coin::balance", "enter", "v", "0x1::native_coin::NativeCoin", "tab", "busy"}, "enter", "enter"},
	"calls":     {[]string{"busy", "enter", "enter", "f"}, "t", "r"},
	"home":      {[]string{"esc"}, "r", "r"},
}

// states are how what is asked for can stand, each brought about with the key that asks.
var states = map[string]func(d *deck, line *moody, ask, again func()){
	"loading": func(d *deck, _ *moody, ask, _ func()) {
		d.held = true
		ask()
		d.pass(2 * time.Second)
	},
	"given-up": func(d *deck, _ *moody, ask, _ func()) {
		d.held = true
		ask()
		d.press("esc")
		d.release()
	},
	"stale": func(d *deck, _ *moody, ask, _ func()) {
		ask()
		d.held = true
		d.now = d.now.Add(3 * time.Minute)
	},
	"failed": func(_ *deck, line *moody, ask, _ func()) {
		line.status = -1
		ask()
	},
	"failed-old": func(d *deck, line *moody, ask, again func()) {
		ask()
		line.status = -1
		d.pass(41 * time.Second)
		again()
	},
	"refused": func(_ *deck, line *moody, ask, _ func()) {
		line.status = http.StatusUnauthorized
		ask()
	},
	"slowed": func(d *deck, line *moody, ask, again func()) {
		ask()
		line.status = http.StatusTooManyRequests
		d.pass(12 * time.Second)
		again()
	},
}

// TestGoldenStates keeps the frames of every place that asks, in each state.
func TestGoldenStates(t *testing.T) {
	for place, asks := range asking {
		for state, bring := range states {
			for _, size := range [][2]int{{100, 30}, {80, 24}, {60, 20}, {40, 12}} {
				for look, colours := range looks {
					if look == "colour" && size[0] != 100 {
						continue
					}
					name := fmt.Sprintf("state-%s-%s-%dx%d-%s", place, state, size[0], size[1], look)
					t.Run(name, func(t *testing.T) {
						line := &moody{}
						d := newDeck(t, size[0], size[1], setup{theme: colours, handler: fixture{records: 57, record: ordinary}, transport: func(next http.RoundTripper) http.RoundTripper {
							line.next = next
							return line
						}})
						d.press(asks.keys...)
						bring(d, line, func() { d.press(asks.last) }, func() { d.press(asks.again) })
						golden(t, name, d.model.View())
					})
				}
			}
		}
	}
}

// looks are the looks in which frames are kept.
var looks = map[string]theme.Theme{"colour": theme.Terminal(), "no-colour": theme.NoColour()}
