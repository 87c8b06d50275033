package market

import "math/big"

// Rat parses a decimal number exactly; nil if it is invalid or out of bounds.
func Rat(digits string) *big.Rat { return number(digits) }

// Places returns the number of decimals of a number.
func Places(digits string) int { return decimals(digits) }
