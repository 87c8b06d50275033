package market

import (
	"math/big"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/store"
)

const minute = int64(60_000)

// point is a price at a number of minutes.
func point(minutes int64, price string) store.PricePoint {
	return store.PricePoint{At: minutes * minute, Price: price}
}

// linePrices returns prices of a_b with a ray from 100 at minute 0 through 110 at minute 10, and a clock to set.
func linePrices(t require.TestingT) (m *Prices, now *time.Time) {
	now = new(time.UnixMilli(20 * minute))
	book, err := store.Open("")
	require.NoError(t, err)
	m = New(Options{Loader: load.NewLoader(func() time.Time { return *now }), Store: book})
	_, err = m.SetLine(&store.Line{Pair: "a_b", Name: "Rise", Kind: store.Ray, From: point(0, "100"), To: point(10, "110"), Known: 11 * minute})
	require.NoError(t, err)
	return m, now
}

// seeAt passes a price of a_b that was determined at a number of minutes, and returns what happened to alerts.
func seeAt(m *Prices, now *time.Time, minutes int64, price string) []Crossing {
	*now = time.UnixMilli(minutes * minute)
	m.checkAlerts(client.Instrument{Pair: "a_b", Price: price, Time: new(minutes * minute)})
	return m.DrainCrossings()
}

// A line is where exact arithmetic has it: at its points, between them, and behind them for a ray only.
func TestLineAt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Int64Range(1, 10_000_000)
		price := func(label string) string { return big.NewRat(cents.Draw(t, label), 100).FloatString(2) }
		from, length := rapid.Int64Range(0, 1e12).Draw(t, "from"), rapid.Int64Range(1, 1e11).Draw(t, "length")
		line := store.Line{Kind: rapid.SampledFrom([]store.LineKind{store.Level, store.Trend, store.Ray}).Draw(t, "kind"), From: store.PricePoint{At: from, Price: price("first")}}
		if line.To = line.From; line.Kind != store.Level {
			line.To = store.PricePoint{At: from + length, Price: price("second")}
		}
		at := from + rapid.Int64Range(-length, 3*length).Draw(t, "at")
		found := LineAt(&line, at)
		ok := found != ""
		if line.Kind == store.Level {
			require.Equal(t, line.From.Price, found)
			return
		}
		require.Equal(t, at >= from && (line.Kind == store.Ray || at <= from+length), ok)
		if !ok {
			return
		}
		p1, p2 := Rat(line.From.Price), Rat(line.To.Price)
		share := big.NewRat(at-from, length)
		exact := new(big.Rat).Add(new(big.Rat).Mul(p2, share), new(big.Rat).Mul(p1, new(big.Rat).Sub(big.NewRat(1, 1), share)))
		off := new(big.Rat).Sub(exact, Rat(found))
		require.LessOrEqual(t, off.Abs(off).Cmp(big.NewRat(1, 200)), 0, "%s is not %s", found, exact.FloatString(6))
	})
}

// Conditions on lines have one form, and an unknown line is named with what to do.
func TestLineConditions(t *testing.T) {
	t.Parallel()
	m, _ := linePrices(t)
	for typed, want := range map[string]string{
		"crosses line rise": "crosses line rise", "price crosses  LINE Rise": "crosses line rise", "> line rise margin 1%": "> line rise margin 1%",
		"close < line rise on 1h": "close < line rise on 1h",
	} {
		alert, err := m.SetAlert("a_b", typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, alert.Condition)
		_, ok := Level(alert)
		require.False(t, ok, "its level is not one price")
	}
	_, err := m.SetLine(&store.Line{Pair: "a_b", Name: "past", Kind: store.Trend, From: point(0, "1"), To: point(5, "2")})
	require.NoError(t, err)
	for typed, reason := range map[string]string{
		"crosses line support": `no line support on a_b: draw it on the chart`, "crosses line": `"line"`, "crosses line a-b": `name "a-b":`,
		"crosses line rise on 1h": "bars need a value before the operator", "crosses line rise in 1h": "a time applies to changes", "line rise > 5 on 1h": "must be an indicator or close",
		"> line rise%": `name "rise%":`, "close > line rise": "add a bar size, such as close > line rise on 1h",
		"crosses line past": `line past has ended: extend it to the right`,
	} {
		_, err := m.SetAlert("a_b", typed)
		require.ErrorIs(t, err, ErrInvalidAlert, typed)
		require.ErrorContains(t, err, reason, typed)
	}
	_, err = m.SetAlert("c_d", "crosses line rise")
	require.ErrorContains(t, err, `no line rise on c_d`)
}

// What cannot be a line is an error that says why.
func TestSetLineErrors(t *testing.T) {
	t.Parallel()
	m, _ := linePrices(t)
	for reason, line := range map[string]store.Line{
		`name "9x":`:                     {Name: "9x", Kind: store.Level, From: point(0, "1"), To: point(0, "1")},
		`name "margin":`:                 {Name: "margin", Kind: store.Level, From: point(0, "1"), To: point(0, "1")},
		`price "0" must be a number`:     {Name: "a", Kind: store.Level, From: point(0, "0"), To: point(0, "0")},
		`price "a lot" must be a number`: {Name: "a", Kind: store.Trend, From: point(0, "a lot"), To: point(1, "1")},
	} {
		line.Pair = "a_b"
		_, err := m.SetLine(&line)
		require.ErrorIs(t, err, ErrInvalidLine)
		require.ErrorContains(t, err, reason)
	}
	for count := len(m.Lines("a_b")); count < maxPairLines; count++ {
		_, err := m.SetLine(&store.Line{Pair: "a_b", Name: m.FreeLineName("a_b", store.Level), Kind: store.Level, From: point(0, "1"), To: point(0, "1")})
		require.NoError(t, err)
	}
	_, err := m.SetLine(&store.Line{Pair: "a_b", Name: "more", Kind: store.Level, From: point(0, "1"), To: point(0, "1")})
	require.ErrorContains(t, err, "at most 20 on a pair")
	moved, err := m.SetLine(&store.Line{Pair: "a_b", Name: "level1", Kind: store.Level, From: point(0, "2"), To: point(0, "2")})
	require.NoError(t, err, "one that exists can be moved")
	require.True(t, moved)
}

// The price is compared with the line as it is at the time of the price, not where it was when the alert was set.
func TestPriceCrossesRay(t *testing.T) {
	t.Parallel()
	m, now := linePrices(t)
	alert, err := m.SetAlert("a_b", "crosses line rise")
	require.NoError(t, err)
	require.Empty(t, seeAt(m, now, 20, "121"), "above the line, which is at 120")
	require.Empty(t, seeAt(m, now, 20, "121"))
	found := seeAt(m, now, 22, "121")
	require.Len(t, found, 1, "the line has risen to 122")
	require.Equal(t, CrossedDown, found[0].State)
	require.Equal(t, "122", found[0].Level)
	require.Equal(t, "121", found[0].Price)
	require.Empty(t, seeAt(m, now, 30, "121"), "it is below")

	require.Equal(t, 1, m.RemoveLine(m.store.FindLine("a_b", "rise")))
	require.Equal(t, "no line rise", m.Distance(alert))
	require.Empty(t, crossed(seeAt(m, now, 31, "500")))
	_, err = m.SetLine(&store.Line{Pair: "a_b", Name: "rise", Kind: store.Level, From: point(0, "400"), To: point(0, "400")})
	require.NoError(t, err)
	require.Empty(t, crossed(seeAt(m, now, 32, "500")), "a new line was not crossed")
	found = crossed(seeAt(m, now, 33, "399"))
	require.Len(t, found, 1)
	require.Equal(t, CrossedDown, found[0].State)
}

// A line that is moved over the price has not been crossed: it rings at the next crossing of where it is.
func TestMovedLineDoesNotRing(t *testing.T) {
	t.Parallel()
	m, now := linePrices(t)
	level := func(price string) {
		_, err := m.SetLine(&store.Line{Pair: "a_b", Name: "top", Kind: store.Level, From: point(0, price), To: point(0, price)})
		require.NoError(t, err)
	}
	level("200")
	_, err := m.SetAlert("a_b", "> line top margin 0")
	require.NoError(t, err)
	require.Empty(t, seeAt(m, now, 21, "150"))
	level("100")
	require.Empty(t, seeAt(m, now, 22, "150"))
	require.Empty(t, seeAt(m, now, 23, "99"))
	require.Len(t, crossed(seeAt(m, now, 24, "100")), 1)
	level("300")
	require.Equal(t, Removed, seeAt(m, now, 25, "150")[0].State, "what has rung on the old line is over")
	require.Len(t, crossed(seeAt(m, now, 26, "301")), 1)
}

// A condition on bars compares each bar with the line at its start, where charts draw both.
func TestBarCrossesRay(t *testing.T) {
	t.Parallel()
	m, now := linePrices(t)
	hours := func(count int64) store.PricePoint {
		return point(60*count, map[int64]string{0: "100", 10: "110"}[count])
	}
	_, err := m.SetLine(&store.Line{Pair: "a_b", Name: "slow", Kind: store.Ray, From: hours(0), To: hours(10)})
	require.NoError(t, err)
	_, err = m.SetAlert("a_b", "close crosses line slow on 1h")
	require.NoError(t, err)
	closes := []string{"115", "115", "115", "115", "115", "115", "115.5"} // of the hours 11 to 17
	s := m.Series("a_b", time.Hour)
	var rings []int64
	for at := int64(12); at <= 17; at++ {
		*now = time.UnixMilli(60 * at * minute).Add(time.Minute)
		*s = Series{Pair: "a_b", Step: time.Hour}
		var list []client.Candle
		for i := int64(11); i < at; i++ {
			list = append(list, bar(60*i*minute, closes[i-11], closes[i-11], closes[i-11], closes[i-11], "1"))
		}
		s.merge(fetched{from: 0, to: now.UnixMilli(), page: newPage(list, time.Hour.Milliseconds())})
		m.checkAlerts(client.Instrument{Pair: "a_b", Price: "115"})
		for _, c := range m.DrainCrossings() {
			require.Equal(t, CrossedDown, c.State)
			require.Equal(t, "116", c.Level)
			rings = append(rings, at-1)
		}
	}
	require.Equal(t, []int64{16}, rings, "the line is at 115 in the bar of hour 15, and at 116 in the next one")
}

// In a replay an alert on a line rings where the price meets the moving line, in bars after all of its points had ended.
func TestWouldRingOnLine(t *testing.T) {
	t.Parallel()
	m, _ := linePrices(t)
	alert, err := m.SetAlert("a_b", "crosses line rise")
	require.NoError(t, err)
	at := func(minutes int64, low, high, closed string) *client.Candle {
		made := bar(minutes*minute, low, high, low, closed, "1")
		return &made
	}
	_, _, rings := m.WouldRing(alert, at(9, "100", "100", "100"), at(10, "100", "120", "100"))
	require.False(t, rings, "the second point was not known before the end of its bar")
	level, up, rings := m.WouldRing(alert, at(11, "100", "100", "100"), at(12, "100", "112", "100"))
	require.True(t, up && rings)
	require.Equal(t, "112", level)
	_, up, rings = m.WouldRing(alert, at(11, "111.5", "111.5", "111.5"), at(12, "111.5", "111.6", "111.5"))
	require.True(t, !up && rings, "the line has passed a price that stands still")
	_, _, rings = m.WouldRing(alert, at(11, "100", "100", "100"), at(12, "100", "111.9", "100"))
	require.False(t, rings)
}

// Lines and what becomes of them reach the other processes of a state file, whose alerts follow them.
func TestLinesOfOtherProcesses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state")
	now := time.UnixMilli(20 * minute)
	open := func() *Prices {
		book, err := store.Open(path)
		require.NoError(t, err)
		return New(Options{Loader: load.NewLoader(func() time.Time { return now }), Store: book})
	}
	sync := func(m *Prices) {
		m.firings.known, m.firings.synced = time.Time{}, time.Time{}
		m.Handle(m.Sync()().(ResponseMsg))
	}
	deck, watch := open(), open()
	line := store.Line{Pair: "a_b", Name: "rise", Kind: store.Ray, From: point(0, "100"), To: point(10, "110")}
	_, err := deck.SetLine(&line)
	require.NoError(t, err)
	alert, err := deck.SetAlert("a_b", "crosses line rise")
	require.NoError(t, err)
	require.NoError(t, deck.store.Flush())
	sync(watch)
	require.Equal(t, []*store.Line{&line}, watch.Lines("a_b"))
	seeAt(watch, &now, 20, "121")
	sync(watch)
	seeAt(watch, &now, 30, "121")
	sync(watch)
	require.Len(t, crossed(watch.DrainCrossings()), 1)

	deck.RemoveLine(&line)
	require.NoError(t, deck.store.Flush())
	sync(watch)
	require.Empty(t, watch.Lines("a_b"))
	require.Equal(t, "no line rise", watch.Distance(alert))
	again := open()
	require.Empty(t, again.Lines("a_b"))
}

// An alert on a line follows its new name also after the line has ended: whoever extends the line gets the alert back.
func TestRenamedLineThatEndedKeepsItsAlert(t *testing.T) {
	t.Parallel()
	m, now := linePrices(t)
	alert, err := m.SetAlert("a_b", "crosses line rise")
	require.NoError(t, err)
	line := m.store.FindLine("a_b", "rise")
	line.Kind = store.Trend
	line.To.At = line.From.At + 1
	require.NoError(t, m.RenameLine(line, "was"))
	require.Equal(t, []string{"crosses line was"}, conditions(m.Alerts("a_b")))
	require.NotEqual(t, alert.ID(), m.Alerts("a_b")[0].ID())
	require.Empty(t, crossed(seeAt(m, now, 21, "105")))

	line.Kind, line.To = store.Ray, point(10, "110")
	_, err = m.SetLine(line)
	require.NoError(t, err)
	require.Empty(t, crossed(seeAt(m, now, 22, "105")))
	require.Len(t, crossed(seeAt(m, now, 23, "150")), 1, "above the line again")
}

func conditions(alerts []store.Alert) (all []string) {
	for _, alert := range alerts {
		all = append(all, alert.Condition)
	}
	return all
}
