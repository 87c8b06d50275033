package market

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
)

func TestFixedDigits(t *testing.T) {
	t.Parallel()
	for digits, want := range map[string]string{"83824.4": "83,824.40", "83824.45": "83,824.45", "83824.4567": "83,824.4567", "-1": "-1.00", "": "–", "n/a": "n/a", "1e2": "100.00"} {
		require.Equal(t, want, FixedDigits(digits, 2).String())
	}
	require.Equal(t, "1", FixedDigits("1", 1000).String())
}

func TestSeriesDecimals(t *testing.T) {
	t.Parallel()
	s := &Series{Step: time.Hour}
	require.Zero(t, s.Decimals())
	s.revision++
	s.pages = []*page{newPage([]client.Candle{{Time: 1, Open: "1.5", High: "2", Low: "1.25", Close: "2", Volume: "1.00000"}}, 1), newPage([]client.Candle{{Time: 2, Close: "3"}}, 1)}
	require.Equal(t, 2, s.Decimals(), "of older prices too")
	s.revision++
	s.pages = []*page{newPage([]client.Candle{{Time: 1, Close: "1.500"}, {Time: 2, Close: "2.000"}}, 1)}
	require.Equal(t, 3, s.Decimals(), "zeros that the service writes")
}

// TestChangesAreExact compares changes that are computed in integers with those of fractions of any size.
func TestChangesAreExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.StringMatching(`-?(0|[1-9][0-9]{0,9})(\.[0-9]{1,10})?|[1-9][0-9]{0,17}|0\.0{5}[1-9]|1e3|x?`)
		from, to := digits.Draw(t, "from"), digits.Draw(t, "to")
		want := ""
		if x, y := Rat(from), Rat(to); x != nil && y != nil && x.Sign() > 0 {
			want = new(big.Rat).Mul(new(big.Rat).Quo(new(big.Rat).Sub(y, x), x), big.NewRat(100, 1)).FloatString(percentDecimals)
		}
		percent := ChangePercent(from, to)
		require.Equal(t, want, percent)
		shown := "–"
		if exact := Rat(percent); exact != nil {
			switch shown = exact.FloatString(2); {
			case strings.Trim(shown, "-0.") == "":
				shown = "0.00"
			case exact.Sign() > 0:
				shown = "+" + shown
			}
			shown += "%"
		}
		require.Equal(t, shown, Change(percent).String())
	})
	for percent, want := range map[string]string{"0.005": "+0.01%", "-0.005": "-0.01%", "0.0049999": "0.00%", "1.5": "+1.50%", "-12": "-12.00%", "1e1": "+10.00%", "": "–"} {
		require.Equal(t, want, Change(percent).String(), percent)
	}
}
