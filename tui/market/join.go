package market

import (
	"math/big"
	"math/bits"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/tui/widget/chart"
)

// Join merges consecutive records into one per period, exactly and with the service's digits. Records are ascending. What could not be
// read of any of them is a problem of the period.
func Join(records []client.Candle, period chart.Period, zone *time.Location) []client.Candle {
	var joined []client.Candle
	end := int64(0)
	for _, record := range records {
		if start := period.Start(record.Time, zone); len(joined) == 0 || record.Time >= end {
			end = period.Next(start, zone)
			joined = append(joined, client.Candle{Time: start, Open: record.Open, High: record.High, Low: record.Low, Close: record.Close, Volume: record.Volume, Problems: record.Problems})
			continue
		}
		join(&joined[len(joined)-1], record)
	}
	return joined
}

// join adds a later record to one.
func join(joined *client.Candle, next client.Candle) {
	joined.High, joined.Low = higher(joined.High, next.High), lower(joined.Low, next.Low)
	if joined.Open == "" {
		joined.Open = next.Open
	}
	if next.Close != "" {
		joined.Close = next.Close
	}
	joined.Problems = slices.Concat(joined.Problems, next.Problems)
	joined.Volume = sum(joined.Volume, next.Volume)
}

// Decimals returns the number of decimals of the prices of a record.
func Decimals(record client.Candle) int {
	most := 0
	for _, digits := range []string{record.Open, record.High, record.Low, record.Close} {
		if Rat(digits) != nil {
			most = max(most, Places(digits))
		}
	}
	return most
}

// ChangePercent returns the change from one price to another in percent, with more decimals than are shown, as rounding twice would
// be wrong; empty if it is unknown.
func ChangePercent(from, to string) string {
	if change, ok := plainChange(from, to); ok {
		return change
	}
	x, y := Rat(from), Rat(to)
	if x == nil || y == nil || x.Sign() <= 0 {
		return ""
	}
	y.Sub(y, x).Quo(y, x)
	return y.Mul(y, big.NewRat(100, 1)).FloatString(percentDecimals)
}

// percentDecimals is the number of decimals of ChangePercent.
const percentDecimals = 12

// plainChange is ChangePercent of usual prices, in integers. ok is false for others.
func plainChange(from, to string) (percent string, ok bool) {
	x, isPlain := parsePlain(from)
	y, isPlainToo := parsePlain(to)
	if !isPlain || !isPlainToo || x.units <= 0 {
		return "", false
	}
	decimals := max(x.decimals, y.decimals)
	first, fits := scale(x.units, decimals-x.decimals)
	second, fitsToo := scale(y.units, decimals-y.decimals)
	if !fits || !fitsToo {
		return "", false
	}
	rise := second - first
	high, low := bits.Mul64(uint64(max(rise, -rise)), integerPower(percentDecimals+2))
	if high >= uint64(first) {
		return "", false // too many digits
	}
	change, rest := bits.Div64(high, low, uint64(first))
	if rest >= uint64(first)-rest { // half or more
		change++
	}
	if rise < 0 && change == 0 || change > maxUnits {
		return "", false // -0.00, which units do not have
	}
	units := int64(change)
	if rise < 0 {
		units = -units
	}
	return writeUnits(units, percentDecimals, percentDecimals), true
}
