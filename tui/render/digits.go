package render

import (
	"strconv"

	"foredeck/tui/text"
)

// Digits returns a number without digit groups, or "" for nil.
func Digits(n *uint64) text.Safe {
	if n == nil {
		return text.Safe{}
	}
	return text.Clean(strconv.FormatUint(*n, 10))
}

// IntDigits returns a number without digit groups.
func IntDigits(n int) text.Safe { return text.Clean(strconv.Itoa(n)) }
