package market

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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
	s.pages = []*page{newPage([]client.Candle{{Time: 1, Open: "1.5", High: "2", Low: "1.25", Close: "2", Volume: "1.00000"}}, 1), newPage([]client.Candle{{Time: 2, Close: "3"}}, 1)}
	require.Equal(t, 2, s.Decimals(), "of older prices too")
	s.pages = []*page{newPage([]client.Candle{{Time: 1, Close: "1.500"}, {Time: 2, Close: "2.000"}}, 1)}
	require.Equal(t, 3, s.Decimals(), "zeros that the service writes")
}
