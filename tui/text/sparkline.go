package text

import (
	"math/big"
	"strings"
)

// levels are the bar heights of a sparkline, lowest first. The highest leaves a gap to the line above.
var levels = []rune("▁▂▃▄▅▆▇")

// Sparkline draws one bar per number, scaled between the minimum and the maximum. nil is drawn as a blank. If all
// numbers are equal, all bars are low.
func Sparkline(numbers []*big.Float) Safe {
	var least, greatest *big.Float
	for _, number := range numbers {
		if number == nil {
			continue
		}
		if least == nil || number.Cmp(least) < 0 {
			least = number
		}
		if greatest == nil || number.Cmp(greatest) > 0 {
			greatest = number
		}
	}
	var drawn strings.Builder
	for _, number := range numbers {
		switch {
		case number == nil:
			drawn.WriteByte(' ')
		case greatest.Cmp(least) == 0:
			drawn.WriteRune(levels[0])
		default:
			share, _ := new(big.Float).Quo(new(big.Float).Sub(number, least), new(big.Float).Sub(greatest, least)).Float64()
			drawn.WriteRune(levels[min(int(share*float64(len(levels))), len(levels)-1)])
		}
	}
	return Safe{drawn.String()}
}
