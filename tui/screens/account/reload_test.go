package account_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

func TestHardReload(t *testing.T) {
	t.Parallel()
	requested := &tuitest.RequestLog{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Transport: requested.Wrap})
	d.Press("busy", "enter")
	d.Press("end", "end")
	d.Shows("57 loaded", "▸ 0 ")
	for range 30 {
		d.Press("up")
	}
	d.Shows("▸ 30 ")
	requested.Since()
	d.Press("r")
	require.NotRegexp(t, `/transactions\?ascending=false&count=20\n`, requested.Since()+"\n", "loaded rows stay")
	d.Press("ctrl+r")
	d.Shows("reloading, bypassing", "▸ 30 ")
	require.Regexp(t, `/transactions\?ascending=false&count=20\n(?s:.*)/transactions\?ascending=false&count=100&start=`, requested.Since()+"\n")
	d.Press("up")
	d.Shows("▸ 31 ")
	d.Press("home", "ctrl+r")
	d.Shows("▸ 56 ")
	require.NotRegexp(t, `/transactions\?ascending=false&count=100&start=`, requested.Since(), "the selected record came with the first page")

	d.Press("m", "down")
	d.Shows("Sent and coin transfers")
	before := d.Body()
	d.Press("ctrl+r")
	require.Equal(t, before, d.Body())
}

// The selection can be moved while the list is reloaded.
func TestHardReloadKeepsTheSelection(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Paused = true
	d.Press("ctrl+r", "down", "down")
	d.Resume()
	d.Shows("▸ 54 ")
	d.Press("end", "end", "home")
	d.Paused = true
	d.Press("ctrl+r", "end")
	d.Resume()
	d.Shows("▸ 0 ", "57 loaded")
}

// A list that is reversed during a reload stays reversed, and can be reversed again.
func TestHardReloadWhileReversing(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Paused = true
	d.Press("ctrl+r", "s")
	slices.Reverse(d.Pending) // the other end is loaded first
	d.Resume()
	d.Shows("oldest first", "▸ 0 ")
	d.Press("s")
	d.Shows("newest first", "▸ 56 ")
	d.Press("s")
	d.Shows("oldest first", "▸ 0 ")
	require.Zero(t, d.Deps().Loader.InFlight())
}

func TestFailedHardReloadKeepsTheList(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Transport: line.Wrap})
	d.Press("busy", "enter")
	d.Press("down", "down")
	line.On.Store(true)
	d.Press("ctrl+r")
	d.Shows("no response from "+tuitest.BaseURL, "r retry", "▸ 54 ")
	line.On.Store(false)
	d.Press("r")
	d.Hides("no response")
	d.Shows("▸ 54 ")
}

// A record that arrives during a hard reload is shown without waiting for the next poll.
func TestHardReloadLoadsRecordsThatArriveMeanwhile(t *testing.T) {
	t.Parallel()
	var d *tuitest.Deck
	reloading := false
	d = tuitest.New(t, 100, 30, tuitest.Setup{
		Network: localnet.Options{Seed: 5, Transactions: 250},
		Transport: func(next http.RoundTripper) http.RoundTripper {
			return roundTripper(func(r *http.Request) (*http.Response, error) {
				response, err := next.RoundTrip(r)
				if reloading && strings.Contains(r.URL.RawQuery, "count=20") {
					reloading = false
					for range 30 {
						d.ProduceBlock()
					}
				}
				return response, err
			})
		},
	})
	d.Press("treasury", "enter")
	d.Press("end", "end", "p")
	reloading = true
	d.Press("ctrl+r", "home")
	require.False(t, reloading)
	subject, _ := d.Screen().(screen.Namer).Subject()
	treasury, err := move.ParseAddress(subject.Key)
	require.NoError(t, err)
	account, err := d.Deps().Node.Account(t.Context(), treasury)
	require.NoError(t, err)
	d.Shows("▸ " + text.Integer(account.SequenceNumber-1).String() + " ")
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
