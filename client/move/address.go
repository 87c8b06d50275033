package move

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"strings"
)

// maxAddressDigits is the number of hex digits of a full address.
const maxAddressDigits = 2 * len(Address{})

// Address is an account address: 32 bytes, most significant first (spec section 2.2). Addresses can be compared with ==.
type Address [32]byte

// ParseAddress parses 1 to 64 hex digits of either case, with or without 0x (spec sections 2.2 and 4.1). Leading zeros can be
// left out. The error is a *ParseError.
func ParseAddress(s string) (Address, error) {
	address, position, rule := readAddress(s, 0)
	if rule != "" {
		return Address{}, &ParseError{Kind: "address", Input: s, Position: position, Rule: rule}
	}
	return address, nil
}

// readAddress parses an address that follows before characters of the input. On success the rule is empty; otherwise
// position is that in the input.
func readAddress(text string, before int) (address Address, position int, rule string) {
	if text == "" {
		return Address{}, 0, "empty"
	}
	digits := text
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		digits = text[2:]
		before += 2
	}
	if digits == "" {
		return Address{}, before + 1, fmt.Sprintf("no digits after character %d", before)
	}
	// Everything before the first invalid character is ASCII, so bytes count characters.
	if i := strings.IndexFunc(digits, isNotHex); i >= 0 {
		position = before + i + 1
		return Address{}, position, fmt.Sprintf("not hex at character %d", position)
	}
	missing := maxAddressDigits - len(digits)
	if missing < 0 {
		return Address{}, 0, fmt.Sprintf("%d digits, at most %d", len(digits), maxAddressDigits)
	}
	_, _ = hex.Decode(address[:], []byte(strings.Repeat("0", missing)+digits)) // valid digits
	return address, 0, ""
}

func isNotHex(r rune) bool {
	return (r < '0' || r > '9') && (r < 'a' || r > 'f') && (r < 'A' || r > 'F')
}

// String returns the full form: 0x and 64 lower-case digits.
func (a Address) String() string { return "0x" + hex.EncodeToString(a[:]) }

// Short returns the form without leading zeros: 0x1, and 0x0 for the zero address.
func (a Address) Short() string {
	digits := strings.TrimLeft(hex.EncodeToString(a[:]), "0")
	digits = cmp.Or(digits, "0")
	return "0x" + digits
}

// MarshalText returns the full form.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText parses text with ParseAddress.
func (a *Address) UnmarshalText(text []byte) error {
	address, err := ParseAddress(string(text))
	if err != nil {
		return err
	}
	*a = address
	return nil
}

// ModuleID identifies a module by the account that published it and its name. Module IDs can be compared with ==.
type ModuleID struct {
	Address Address
	Name    string
}

// ParseModuleID parses address::name. The address can be short or padded, with or without 0x. The error is a *ParseError.
func ParseModuleID(s string) (ModuleID, error) {
	return parse("module id", s, (*parser).moduleID)
}

func (m ModuleID) function(name string) FunctionID { return FunctionID{m.Address, m.Name, name} }

// String returns the canonical form with a short address: 0x1::coin.
func (m ModuleID) String() string { return m.Address.Short() + "::" + m.Name }

// MarshalText returns the text of String.
func (m ModuleID) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// FunctionID identifies a function by its account, its module and its name (spec section 2.1). Function IDs can be compared
// with ==.
type FunctionID struct {
	Address Address
	Module  string
	Name    string
}

// ParseFunctionID parses address::module::name. The address can be short or padded, with or without 0x. The error is a
// *ParseError.
func ParseFunctionID(s string) (FunctionID, error) {
	return parse("function id", s, func(p *parser) (FunctionID, error) {
		module, err := p.moduleID()
		if err != nil {
			return FunctionID{}, err
		}
		name, err := p.member("function name")
		return FunctionID{Address: module.Address, Module: module.Name, Name: name}, err
	})
}

// ModuleID returns the module of the function.
func (f FunctionID) ModuleID() ModuleID { return ModuleID{Address: f.Address, Name: f.Module} }

// String returns the canonical form with a short address: 0x1::coin::balance.
func (f FunctionID) String() string {
	return f.Address.Short() + "::" + f.Module + "::" + f.Name
}

// MarshalText returns the text of String.
func (f FunctionID) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText parses text with ParseFunctionID.
func (f *FunctionID) UnmarshalText(text []byte) error {
	read, err := ParseFunctionID(string(text))
	if err != nil {
		return err
	}
	*f = read
	return nil
}
