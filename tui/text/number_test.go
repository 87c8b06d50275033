package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

func TestCompact(t *testing.T) {
	t.Parallel()
	for value, want := range map[float64]string{
		0: "0", 0.5: "0.50", 9.994: "9.99", 9.996: "10.0", 99.96: "100", 999.4: "999", 999.6: "1.00K", 12_345: "12.3K", 4_560_000: "4.56M",
		8.18e9: "8.18B", 9.99e14: "999T", 1.25e18: "1.2e+18", 1e300: "1.0e+300", -45_600: "-45.6K",
	} {
		require.Equal(t, want, text.Compact(value).String())
	}
}
