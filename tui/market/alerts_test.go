package market

import (
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/store"
)

func TestSetAlert(t *testing.T) {
	m := newPrices(t)
	for typed, want := range map[string]string{
		"> 0.62": "> 0.62", "<95,000": "< 95000", "+5%": "> 5%", "-5%": "< -5%", "> -2 %": "> -2%", "<1e3": "< 1000",
		"price crosses 70 000": "crosses 70000", "+5% in 1h": "+5% in 1h", "-3 % in 15M": "", "-3% in 900m": "-3% in 15h", "> -2% in 1h": "> -2% in 1h",
		"+5% in 24h": "> 5%", "+1% in 2d": "+1% in 2d", "RSI(14)>70 on 1h": "rsi(14) > 70 on 1h", "close crosses ema(50) on 4h": "close crosses ema(50) on 4h",
		"macd crosses macd.signal on 1d": "macd(12,26,9) crosses macd(12,26,9).signal on 1d", "low < bollinger(20,2).lower on 15m": "low < bollinger(20,2).lower on 15m",
		"> 70000 margin 0.5%": "> 70000 margin 0.5%", "> 70000 margin 1,000": "> 70000 margin 1000", "+5% margin 1": "> 5% margin 1%", "macd > -1 on 1w margin 0": "macd(12,26,9) > -1 on 1w margin 0",
	} {
		alert, err := m.SetAlert("a_b", typed)
		if want == "" {
			require.ErrorIs(t, err, ErrInvalidAlert, typed)
			continue
		}
		require.NoError(t, err, typed)
		require.Equal(t, want, alert.Condition)
		again, err := parseCondition(alert.Condition)
		require.NoError(t, err)
		require.Equal(t, want, again.String())
	}
	for typed, reason := range map[string]string{
		"": "empty", "5": "needs >, < or crosses", ">": `level ""`, "> -1": "greater than 0", "> 0": "greater than 0", "> x": `level "x" must be a number`, "5%": "needs >, < or crosses",
		">1e99999999": "must be a number", "> 1/3": "must be a number", "rsi(14) > 70": "add a bar size, such as rsi(14) > 70 on 1h", "rsi(14) > 70 on 7h": `bar size "7h" must be one of 1m`,
		"rsi(1) > 70 on 1h": "period of rsi must be from 2 to 500", "foo(1) > 70 on 1h": `"foo" must be one of sma`, "close > on 1h": "level is missing",
		"> 5 in 1h": "a time applies to changes in percent", "+5% in 1x": `time "1x" must be a whole number of m, h or d`, "+5% in 31d": "from 1m to 30d",
		"> 5 margin -1": `margin "-1" must be a number`, "> 5 margin": `margin ""`, "> 5 on 1h": "bars need a value before the operator", "> ema(5)": "on bars", "70 < rsi on 1h": "must be an indicator or close",
		"rsi > 70 on 1M": "months are not supported", "bollinger > 1 on 1h": "several lines", "macd.foo > 1 on 1h": `line "foo"`, strings.Repeat("1", 201): "longer than 200",
	} {
		_, err := m.SetAlert("a_b", typed)
		require.ErrorIs(t, err, ErrInvalidAlert, typed)
		require.ErrorContains(t, err, reason, typed)
	}
}

// Whatever is typed, it is either an error or has a normal form that is parsed to itself.
func FuzzParseAlert(f *testing.F) {
	for _, seed := range []string{"> 0.62", "-3% in 15m", "rsi(14) > 70 on 1h margin 2", "close crosses ema(50) on 4h", "macd.signal < 0 on 1d", "price > 1e5 margin 1%", "+5%"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		parsed, err := parseCondition(typed)
		if err != nil {
			require.ErrorIs(t, err, ErrInvalidAlert)
			return
		}
		normal := parsed.String()
		if again, err := parseCondition(normal); len(normal) <= maxCondition {
			require.NoError(t, err, normal)
			require.Equal(t, normal, again.String())
		}
	})
}

// crossed returns the crossings, without ways back.
func crossed(all []Crossing) (found []Crossing) {
	for _, c := range all {
		if c.State == CrossedUp || c.State == CrossedDown {
			found = append(found, c)
		}
	}
	return found
}

// An alert triggers exactly once per crossing, and is back once between two of them, whatever path the price takes.
func TestOneAlertPerCrossing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		book, err := store.Open("")
		require.NoError(t, err)
		m := New(Options{Loader: load.NewLoader(time.Now), Store: book})
		above := rapid.Bool().Draw(t, "above")
		margin := rapid.SampledFrom([]string{"", "0", "0.2", "1%", "0.5"}).Draw(t, "margin")
		typed := map[bool]string{true: "> 100", false: "< 100"}[above]
		wayBack := big.NewRat(2, 10)
		if margin != "" {
			typed += " margin " + margin
			wayBack.SetString(strings.TrimSuffix(margin, "%"))
		}
		_, err = m.SetAlert("a_b", typed)
		require.NoError(t, err)
		level, armed, ever := big.NewRat(100, 1), false, false
		for range rapid.IntRange(1, 80).Draw(t, "prices") {
			price := rapid.SampledFrom([]string{"98", "99", "99.5", "99.79", "99.81", "99.99", "100", "100.01", "100.19", "100.21", "100.5", "101", "102"}).Draw(t, "price")
			value := Rat(price)
			away := new(big.Rat).Sub(value, level)
			if !above {
				away.Neg(away)
			}
			rings, back := armed && away.Sign() >= 0, false
			switch {
			case rings:
				armed, ever = false, true
			case !armed && away.Sign() < 0 && (!ever || new(big.Rat).Neg(away).Cmp(wayBack) >= 0):
				armed, back = true, ever
			}
			m.checkAlerts(client.Instrument{Pair: "a_b", Price: price})
			found := m.DrainCrossings()
			require.Equal(t, rings, len(crossed(found)) == 1, "%s", price)
			require.Equal(t, back, len(found) == 1 && found[0].State == Back, "%s", price)
		}
	})
}

// An alert in both directions alternates between up and down. A price that stays within the margin of the level triggers it at most once.
func TestAlertInBothDirections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newEmptyPrices(t)
		_, err := m.SetAlert("a_b", "crosses 100 margin 1")
		require.NoError(t, err)
		var last CrossingState
		isFar, first := false, true
		for range rapid.IntRange(1, 80).Draw(t, "prices") {
			price := rapid.Float64Range(97, 103).Draw(t, "price")
			m.checkAlerts(client.Instrument{Pair: "a_b", Price: strconv.FormatFloat(price, 'f', 3, 64)})
			price, _ = strconv.ParseFloat(strconv.FormatFloat(price, 'f', 3, 64), 64)
			for _, c := range m.DrainCrossings() {
				require.True(t, c.IsOne)
				require.NotEqual(t, last, c.State, "alternates")
				require.Equal(t, c.State == CrossedUp, price >= 100)
				require.True(t, isFar || first || price >= 101 || price <= 99, "the value has been away from the level since")
				last, isFar, first = c.State, false, false
			}
			isFar = isFar || price >= 101 || price <= 99
			if last != "" && isFar { // beyond the margin, the state is never wrong
				if price >= 101 {
					require.Equal(t, CrossedUp, last)
				} else if price <= 99 {
					require.Equal(t, CrossedDown, last)
				}
			}
		}
	})
}

func newEmptyPrices(t require.TestingT) *Prices {
	book, err := store.Open("")
	require.NoError(t, err)
	return New(Options{Loader: load.NewLoader(time.Now), Store: book})
}

// The change over a window equals that from the last price at its start, computed naively; without that price it is unknown.
func TestChangeOverAWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.UnixMilli(10_000 * 60_000).Add(time.Duration(rapid.IntRange(0, 59_999).Draw(t, "ms")) * time.Millisecond)
		book, err := store.Open("")
		require.NoError(t, err)
		m := New(Options{Loader: load.NewLoader(func() time.Time { return now }), Store: book})
		window := rapid.SampledFrom([]int{1, 7, 15, 60, 240}).Draw(t, "window")
		s := m.Series("a_b", time.Minute)
		loaded := int64(rapid.IntRange(9_000, 9_999).Draw(t, "first loaded"))
		var all []client.Candle
		for at := loaded; at <= 10_000; at++ {
			if rapid.IntRange(0, 3).Draw(t, "gap") > 0 {
				price := strconv.Itoa(rapid.IntRange(1, 1_000).Draw(t, "price"))
				all = append(all, bar(at*60_000, price, price, price, price, "1"))
			}
		}
		s.merge(fetched{from: loaded * 60_000, to: now.UnixMilli(), page: newPage(all, 60_000)})
		c, err := parseCondition("+5% in " + strconv.Itoa(window) + "m")
		require.NoError(t, err)
		seen := m.observe("a_b", &c, client.Instrument{Pair: "a_b", Price: "500"})

		start := now.UnixMilli() - int64(window)*60_000
		oldest := start - int64(max(window*15_000, 120_000))
		var reference string
		for _, candle := range all {
			if candle.Time >= oldest && candle.Time+60_000 <= start {
				reference = candle.Close
			}
		}
		if loaded*60_000 > oldest || reference == "" {
			require.False(t, seen.isKnown())
			require.NotEmpty(t, seen.missing)
			return
		}
		want := new(big.Rat).Quo(big.NewRat(500, 1), Rat(reference))
		want.Sub(want, big.NewRat(1, 1)).Mul(want, big.NewRat(100, 1))
		require.Zero(t, want.Cmp(seen.value), "%s %s", want, seen.value)
	})
}

// Values on bars are those of finished bars, and evaluated once for each.
func TestAlertOnBars(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	book, err := store.Open("")
	require.NoError(t, err)
	m := New(Options{Loader: load.NewLoader(func() time.Time { return now }), Store: book})
	_, err = m.SetAlert("a_b", "close > 100 on 1h")
	require.NoError(t, err)
	s := m.Series("a_b", time.Hour)
	hour := func(at time.Time, price string) client.Candle {
		return bar(at.Truncate(time.Hour).UnixMilli(), price, price, price, price, "1")
	}
	loadBars := func(closes ...string) {
		from := now.Truncate(time.Hour).Add(-time.Duration(len(closes)-1) * time.Hour)
		*s = Series{Pair: "a_b", Step: time.Hour}
		var list []client.Candle
		for i, price := range closes {
			list = append(list, hour(from.Add(time.Duration(i)*time.Hour), price))
		}
		s.merge(fetched{from: from.UnixMilli() - 86_400_000, to: now.UnixMilli(), page: newPage(list, time.Hour.Milliseconds())})
		m.checkAlerts(client.Instrument{Pair: "a_b", Price: "105"})
	}
	loadBars("90", "91", "120")
	require.Empty(t, m.DrainCrossings(), "the newest bar has not finished")
	require.Equal(t, "91.0000 now", m.Distance(book.Alerts()[0]))
	loadBars("90", "130", "120")
	require.Empty(t, m.DrainCrossings(), "the bar was evaluated before")
	now = now.Add(time.Hour)
	m.checkAlerts(client.Instrument{Pair: "a_b", Price: "105"})
	require.Empty(t, m.DrainCrossings(), "its end is not loaded")
	require.Equal(t, "loading bars", m.Distance(book.Alerts()[0]))
	loadBars("90", "91", "120", "80")
	found := m.DrainCrossings()
	require.Len(t, found, 1)
	require.Equal(t, CrossedUp, found[0].State)
	require.Equal(t, "120.000", found[0].Value)
	now = now.Add(time.Hour)
	loadBars("91", "120", "99.9", "80")
	require.Empty(t, m.DrainCrossings(), "within the margin of 0.2%")
	now = now.Add(time.Hour)
	loadBars("120", "99.9", "99.8", "80")
	require.Equal(t, Back, m.DrainCrossings()[0].State)
}
