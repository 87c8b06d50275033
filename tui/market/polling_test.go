package market

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/load"
)

// watchMany makes a service watch 500 pairs and returns them.
func watchMany(s *service) []string {
	for i := range 500 {
		s.more = append(s.more, fmt.Sprintf("p%03d_usdt", i))
	}
	s.setWatched(s.more)
	return s.more
}

// Of 500 watched pairs, those on screen get prices first and stay below the age at which they count as stale. All
// requests together stay within the budget.
func TestVisibleRowsArePolledFirst(t *testing.T) {
	t.Parallel()
	s := newService(t)
	pairs := watchMany(s)
	visible := pairs[200:212]
	s.Show(pairs[207])
	s.ShowRows(visible)
	for range maxTokens + 6*len(visible) {
		s.tick()
	}
	first := s.polled[:len(visible)]
	slices.Sort(first)
	require.Equal(t, visible, first)
	requests := 0
	for range 300 {
		requests += len(s.tick())
		for _, pair := range visible {
			_, isStale := s.Age(pair)
			require.False(t, isStale, pair)
		}
	}
	require.LessOrEqual(t, requests, 300/2+maxTokens)
	others := 0
	for _, pair := range s.polled {
		if !slices.Contains(visible, pair) {
			others++
		}
	}
	require.Positive(t, others, "pairs off the screen are polled as well")
}

// A pair that fails does not keep the others from being polled.
func TestUnknownPairsAreRarelyPolled(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.setWatched([]string{"a_b", "no_such", "c_d"})
	s.Show("a_b")
	for range 300 {
		s.tick()
	}
	counts := map[string]int{}
	for _, pair := range s.polled {
		counts[pair]++
	}
	require.Equal(t, 1, counts["no_such"])
	require.Greater(t, counts["c_d"], 20)
}

func TestTicksHaveDirectionAndTime(t *testing.T) {
	t.Parallel()
	s := newService(t)
	poll := func(price string) PriceTick {
		s.price, s.now = price, s.now.Add(time.Second)
		s.run(s.Check(context.Background(), "a_b"))
		return s.LastTick("a_b")
	}
	require.Zero(t, s.LastTick("a_b"))
	require.Zero(t, poll("100"), "a first price is not a change")
	rose := poll("100.5")
	require.Equal(t, PriceTick{At: s.now, Direction: 1}, rose)
	require.Equal(t, rose, poll("100.50"), "the same price in other digits")
	fell := poll("9e1")
	require.Equal(t, PriceTick{At: s.now, Direction: -1}, fell)
	require.Equal(t, -1, poll("not a number").Direction)
}

func TestAgeOfPrice(t *testing.T) {
	t.Parallel()
	s := newService(t)
	age, isStale := s.Age("a_b")
	require.Zero(t, age)
	require.False(t, isStale)
	s.run(s.Check(context.Background(), "a_b"))
	s.now = s.now.Add(load.StaleAfter - time.Second)
	age, isStale = s.Age("a_b")
	require.Equal(t, load.StaleAfter-time.Second, age)
	require.False(t, isStale)
	s.now = s.now.Add(time.Second)
	_, isStale = s.Age("a_b")
	require.True(t, isStale)
}

func TestTurnoverAndAlertDistances(t *testing.T) {
	t.Parallel()
	s := newService(t)
	_, ok := s.Turnover("a_b")
	require.False(t, ok)
	s.Show("a_b")
	s.run(s.Tick(context.Background()))
	turnover, ok := s.Turnover("a_b")
	require.True(t, ok)
	require.InDelta(t, 25*3*100.5, turnover, 3*100.5+1, "3 an hour at 100.5; the newest bar is at the latest price")
	for _, condition := range []string{"> 110", "< 98", "> 105"} {
		_, err := s.SetAlert("a_b", condition)
		require.NoError(t, err)
	}
	_, err := s.SetAlert("x_y", "> 3")
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"a_b": 2}, s.AlertDistances(), "the nearest level; a pair without a price has no distance")
}

// Alerts ring within seconds after the machine slept, and after its clock was set forward or back while that of the service went on.
func TestAlertsAfterClockJump(t *testing.T) {
	type jump struct {
		typed   string
		by      time.Duration
		isSleep bool
	}
	jumps := []jump{{"+3% in 1h", 90 * time.Second, true}, {"+3% in 1h", 8 * time.Hour, true}, {"+3% in 1h", 45 * day, true}}
	for _, by := range []time.Duration{90 * time.Second, 8 * time.Hour, 45 * day} {
		for _, typed := range []string{"> 105", "crosses 105"} {
			jumps = append(jumps, jump{typed, by, true}, jump{typed, by, false}, jump{typed, -by, false})
		}
	}
	for _, j := range jumps {
		s := newService(t)
		_, err := s.SetAlert("a_b", j.typed)
		require.NoError(t, err)
		for range 60 {
			s.tick()
		}
		require.Empty(t, s.DrainCrossings())
		if s.now = s.now.Add(j.by); !j.isSleep {
			s.ahead = -j.by
		}
		for range 3 {
			s.tick()
		}
		s.price = "110"
		var found []Crossing
		seconds := 0
		for ; len(found) == 0 && seconds < 60; seconds++ {
			s.tick()
			found = append(found, s.DrainCrossings()...)
		}
		require.Len(t, found, 1, "%v", j)
		require.LessOrEqual(t, seconds, 15, "%v", j)
	}
}
