package text

import (
	"math/big"
	"strings"
)

// Units is the notation in which integers are displayed.
type Units int

// The units, in the order of Next.
const (
	InDecimals Units = iota // with the decimals of the asset, if known
	InRaw                   // digits as sent by the node
	InHex
)

// String returns the name of the units.
func (u Units) String() string { return [...]string{"decimal", "raw", "hex"}[u] }

// ParseUnits returns the units with a name, or InDecimals for any other name.
func ParseUnits(name string) Units {
	for units := range InHex + 1 {
		if units.String() == name {
			return units
		}
	}
	return InDecimals
}

// Next returns the following units and wraps around.
func (u Units) Next() Units { return (u + 1) % 3 }

// maxDigits is the length of the longest on-chain integer, a u256, plus a sign.
const maxDigits = 79

// Amount formats an integer given as decimal digits; decimals is the number of decimals of its unit, 0 if unknown. ok
// is false if digits is not an integer.
func (u Units) Amount(digits string, decimals int) (amount Safe, ok bool) {
	if len(digits) > maxDigits {
		return Safe{}, false
	}
	number, ok := new(big.Int).SetString(digits, 10)
	if !ok || digits == "" || digits[0] == '+' {
		return Safe{}, false
	}
	return u.Write(number, decimals), true
}

// Write formats an integer in these units.
func (u Units) Write(number *big.Int, decimals int) Safe {
	switch u {
	case InRaw:
		return Safe{number.String()}
	case InHex:
		return Safe{strings.Replace("0x"+number.Text(16), "0x-", "-0x", 1)}
	}
	return Decimal(number, decimals)
}
