package text

import (
	"math/big"
	"strings"
)

// Units is how integers are written: a view of the number, never a change of it.
type Units int

// The units, in the order in which one goes through them.
const (
	InDecimals Units = iota // by the decimals of what is counted, where they are known
	InRaw                   // the digits of the node
	InHex
)

// String is the units in a word.
func (u Units) String() string { return [...]string{"decimal", "raw", "hex"}[u] }

// Next are the units after these, and the first ones after the last.
func (u Units) Next() Units { return (u + 1) % 3 }

// mostDigits is how long the longest integer of the chain is, that of a u256, with its sign.
const mostDigits = 79

// Amount writes a whole number in these units; decimals is how many places its unit has, 0 where that is not known. It is not
// ok for what is no whole number in decimal digits.
func (u Units) Amount(digits string, decimals int) (amount Safe, ok bool) {
	if len(digits) > mostDigits {
		return "", false
	}
	number, ok := new(big.Int).SetString(digits, 10)
	if !ok || digits == "" || digits[0] == '+' {
		return "", false
	}
	return u.Write(number, decimals), true
}

// Write writes a whole number in these units.
func (u Units) Write(number *big.Int, decimals int) Safe {
	switch u {
	case InRaw:
		return Safe(number.String())
	case InHex:
		return Safe(strings.Replace("0x"+number.Text(16), "0x-", "-0x", 1))
	}
	return Decimal(number, decimals)
}
