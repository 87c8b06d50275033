package market

import (
	"strings"

	"foredeck/tui/text"
)

// Decimals returns the number of decimals of prices of the pair: the most that a loaded one has.
func (s *Series) Decimals() int {
	most := 0
	for _, p := range s.pages {
		for _, column := range p.columns[:volumeColumn] {
			most = max(most, column.decimals)
			if column.places != trimmed {
				most = max(most, column.places)
			}
		}
	}
	return most
}

// maxAligned is the largest number of decimals that FixedDigits pads to.
const maxAligned = 12

// FixedDigits is Digits with trailing zeros up to a number of decimals, so that prices below each other are aligned and a changing
// price keeps its width. It drops no digits.
func FixedDigits(digits string, count int) text.Safe {
	if isFixed(digits) && count <= maxAligned {
		if _, fraction, _ := strings.Cut(digits, "."); len(fraction) < count {
			if fraction == "" {
				digits += "."
			}
			digits += strings.Repeat("0", count-len(fraction))
		}
		return text.Group(digits)
	}
	exact := Rat(digits)
	if exact == nil || count > maxAligned || Places(digits) >= count {
		return Digits(digits)
	}
	return text.Group(strings.TrimPrefix(exact.FloatString(count), "+"))
}
