package market_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/market"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string][5]string{
		"entry 83,000 stop 82000 target 85600 risk 100":   {"long", "1.20%", "3.13%", "2.6:1", "0.1000"},
		"risk 50 target 0.5 stop 0.62 entry 0.6":          {"short", "3.33%", "16.67%", "5.0:1", "2,500"},
		"ENTRY 3000 STOP 2999.99 TARGET 3000.01 RISK 700": {"long", "0.00%", "0.00%", "1.0:1", "70,000"},
		"entry 1000000 stop 1 target 1000001 risk 0.0001": {"long", "100.00%", "0.00%", "0.0:1", "0.0000000001000"},
	} {
		p, err := market.ParsePosition(typed)
		require.NoError(t, err, typed)
		risk, reward := p.Percents()
		side := map[bool]string{true: "long", false: "short"}[p.IsLong()]
		require.Equal(t, want, [5]string{side, risk, reward, p.Ratio(), p.Size().String()}, typed)
		again, err := market.ParsePosition(p.String())
		require.NoError(t, err)
		require.Equal(t, p, again)
	}
	for typed, rule := range map[string]string{
		"":                                  "entry is missing",
		"entry":                             "entry needs a number after it",
		"83000":                             `"83000" must be entry, stop, target or risk`,
		"entry -1":                          `entry "-1" must be a number greater than 0`,
		"entry 0":                           `entry "0" must be a number greater than 0`,
		"stop 1/2":                          `stop "1/2" must be a number greater than 0`,
		"risk nan":                          `risk "nan" must be a number greater than 0`,
		"stop 1 stop 2":                     "stop is given twice",
		"entry 10 stop 9 target 11":         "risk is missing",
		"entry 10 stop 10 target 11 risk 1": "the entry 10 must be between the stop 10 and the target 11",
		"entry 10 stop 9 target 10 risk 1":  "must be between",
		"entry 10 stop 9 target 8 risk 1":   "must be between",
	} {
		_, err := market.ParsePosition(typed)
		require.ErrorIs(t, err, market.ErrInvalidPosition, typed)
		require.ErrorContains(t, err, rule, typed)
	}
}
