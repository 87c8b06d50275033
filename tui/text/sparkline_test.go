package text

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSparkline(t *testing.T) {
	numbers := func(digits ...string) []*big.Float {
		var all []*big.Float
		for _, number := range digits {
			if number == "" {
				all = append(all, nil)
				continue
			}
			read, _, err := big.ParseFloat(number, 10, 256, big.ToNearestEven)
			require.NoError(t, err)
			all = append(all, read)
		}
		return all
	}
	require.Equal(t, Const("▁▄▇"), Sparkline(numbers("0", "0.5", "1")))
	require.Equal(t, Const("▁▁ ▁"), Sparkline(numbers("7", "7", "", "7")))
	require.Equal(t, Safe{}, Sparkline(nil))
	huge := "115792089237316195423570985008687907853269984665640564039457584007913129639935"
	require.Equal(t, Const("▇▁"), Sparkline(numbers(huge, "115792089237316195423570985008687907853269984665640564039457584007913129639934")))
}

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		units    Units
		digits   string
		decimals int
		want     Safe
	}{
		{InDecimals, "120455102400", 8, Const("1,204.55102400")}, {InDecimals, "881", 0, Const("881")}, {InDecimals, "-5", 2, Const("-0.05")},
		{InRaw, "120455102400", 8, Const("120455102400")}, {InHex, "255", 8, Const("0xff")}, {InHex, "-255", 0, Const("-0xff")},
	} {
		got, ok := c.units.Amount(c.digits, c.decimals)
		require.True(t, ok)
		require.Equal(t, c.want, got)
	}
	for _, none := range []string{"", "+1", "x", "1.5", "0x10", "1111111111111111111111111111111111111111111111111111111111111111111111111111111111"} {
		_, ok := InRaw.Amount(none, 0)
		require.False(t, ok, none)
	}
	require.Equal(t, InDecimals, InHex.Next())
}
