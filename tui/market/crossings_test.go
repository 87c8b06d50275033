package market

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/store"
)

// desks are processes on one state file, as several decks are. They see the same prices, some of them late.
type desks struct {
	t     *rapid.T
	path  string
	now   time.Time
	open  []*desk
	rings []time.Time // of crossings, without ways back
	twice int         // desks that were killed after they rang, before they could say so
	kills []time.Time
}

type desk struct{ *Prices }

func (d *desks) add(isSilent bool) *desk {
	book, err := store.Open(d.path)
	require.NoError(d.t, err)
	added := &desk{New(Options{Loader: load.NewLoader(func() time.Time { return d.now }), Store: book, Silent: isSilent})}
	d.open = append(d.open, added)
	return added
}

func (d *desks) kill(killed *desk) {
	d.kills = append(d.kills, d.now)
	d.open = slices.DeleteFunc(d.open, func(other *desk) bool { return other == killed })
}

// sync runs what a desk does each second and after each price, and reports whether the desk was killed at one of the steps.
func (d *desks) sync(by *desk, killAt int) (killed bool) {
	for range 10 { // until nothing is left to write
		cmd := by.Sync()
		if killAt == 1 {
			return true
		}
		msg := cmd().(ResponseMsg)
		if killAt == 2 { // after the file was written
			return true
		}
		by.Handle(msg)
		for _, c := range by.DrainCrossings() {
			if killAt == 3 { // before it rings
				return true
			}
			if c.IsElsewhere || by.isSilent {
				continue
			}
			if c.State != Back {
				d.rings = append(d.rings, d.now)
			}
			if killAt == 4 { // before it can say that it has rung
				d.twice++
				return true
			}
			by.EndFiring(c.Number)
		}
		if len(by.firings.moves)+len(by.firings.ended) == 0 {
			return false
		}
	}
	d.t.Fatal("it never ends")
	return false
}

// Four decks on one state ring for each crossing exactly once within two seconds, whichever of them are opened, closed and killed, and
// whenever. Only a deck that is killed between ringing and writing that down lets another one ring again: twice is better than never.
func TestDecksRingOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		d := &desks{t: t, path: filepath.Join(folder, strconv.Itoa(run)), now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
		first := d.add(false)
		_, err := first.SetAlert("a_b", "> 100 margin 0")
		require.NoError(t, err)
		first.checkAlerts(client.Instrument{Pair: "a_b", Price: "99", Time: new(d.now.UnixMilli())})
		require.False(t, d.sync(first, 0))
		d.add(false)

		type price struct {
			text string
			at   int64
		}
		prices := []price{{"99", d.now.UnixMilli()}}
		var crossings []time.Time
		for second := range rapid.IntRange(20, 60).Draw(t, "seconds") {
			d.now = d.now.Add(time.Second)
			if second%8 == 0 {
				next := price{rapid.SampledFrom([]string{"99", "99.5", "101", "102"}).Draw(t, "price"), d.now.UnixMilli()}
				before := prices[len(prices)-1].text
				if Float(before) < 100 && Float(next.text) >= 100 {
					crossings = append(crossings, d.now)
				}
				prices = append(prices, next)
			}
			switch rapid.IntRange(0, 5).Draw(t, "change") {
			case 0:
				if len(d.open) < 4 {
					d.add(false)
				}
			case 1:
				if len(d.open) > 1 { // closed: it ends with what it was doing
					i := rapid.IntRange(0, len(d.open)-1).Draw(t, "closed")
					require.False(t, d.sync(d.open[i], 0))
					d.open = slices.Delete(d.open, i, i+1)
				}
			}
			for i, each := range slices.Clone(d.open) {
				newest := len(prices) - 1
				if i > 0 && second%8 == 0 && rapid.Bool().Draw(t, "late") { // it polls at another time, or its stream is slow
					newest--
				}
				latest := client.Instrument{Pair: "a_b", Price: prices[newest].text, Time: &prices[newest].at}
				each.checkAlerts(latest)
				killAt := 0
				if len(d.open) > 1 && second%8 < 4 { // one is left to see the price
					killAt = max(rapid.IntRange(-10, 4).Draw(t, "killed"), 0)
				}
				if d.sync(each, killAt) {
					d.kill(each)
				}
			}
		}
		for range 6 {
			d.now = d.now.Add(time.Second)
			for _, each := range slices.Clone(d.open) {
				each.checkAlerts(client.Instrument{Pair: "a_b", Price: prices[len(prices)-1].text, Time: &prices[len(prices)-1].at})
				require.False(t, d.sync(each, 0))
			}
		}
		require.LessOrEqual(t, len(d.rings), len(crossings)+d.twice, "crossings at %v rang at %v", crossings, d.rings)
		require.GreaterOrEqual(t, len(d.rings), len(crossings), "crossings at %v rang at %v", crossings, d.rings)
		for _, at := range crossings {
			allowed := 2 * time.Second
			for _, killed := range d.kills { // each one that is killed meanwhile starts the time again
				if !killed.Before(at) && killed.Sub(at) < 8*time.Second {
					allowed += 2 * time.Second
				}
			}
			rang := slices.IndexFunc(d.rings, func(ring time.Time) bool { return !ring.Before(at) })
			require.GreaterOrEqual(t, rang, 0)
			require.LessOrEqual(t, d.rings[rang].Sub(at), allowed)
		}
	})
}

// Esc while a chart loads stops the loading for the chart, and not for an alert on the same bars.
func TestStoppedChartKeepsAlert(t *testing.T) {
	t.Parallel()
	s := newService(t)
	alert, err := s.SetAlert("a_b", "rsi(2) > 70 on 1h")
	require.NoError(t, err)
	s.Series("a_b", time.Hour).stopped = true
	for range 40 {
		s.tick()
	}
	require.NotContains(t, s.Distance(alert), "loading")
	require.True(t, s.Series("a_b", time.Hour).stopped)
}
