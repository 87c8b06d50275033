package query

import (
	"strconv"
	"strings"

	"foredeck/tui/text"
)

// maxText is the number of bytes of a text that are searched: the node may send texts of any length.
const maxText = 64 << 10

// in reports whether the text contains the needle.
func (n *needle) in(s string) bool {
	s = s[:min(len(s), maxText)]
	return n.pattern.Match(s) || n.digits != "" && n.digits != n.plain && strings.Contains(s, n.digits)
}

// inAddresses reports whether the text contains the needle, or one of its addresses in any length.
func (n *needle) inAddresses(s string) bool {
	if n.in(s) {
		return true
	}
	s = s[:min(len(s), maxText)]
	for _, digits := range n.addresses {
		if containsAddress(s, digits) {
			return true
		}
	}
	return false
}

// containsAddress reports whether the text contains an address, given as its lower-case digits without leading zeros.
func containsAddress(s, digits string) bool {
	for {
		_, rest, found := strings.Cut(s, "0x")
		if !found {
			return false
		}
		s = rest
		rest = strings.TrimLeft(rest, "0")
		if digits == "0" && len(rest) < len(s) {
			rest = "0" + rest // the address 0x0 has no other digit
		}
		if len(rest) >= len(digits) && strings.EqualFold(rest[:len(digits)], digits) && !startsWithDigit(rest[len(digits):]) {
			return true
		}
	}
}

func startsWithDigit(s string) bool {
	return s != "" && strings.IndexByte("0123456789abcdefABCDEF", s[0]) >= 0
}

// couldBeNumber reports whether the needle could match the text of a number.
func (n *needle) couldBeNumber() bool {
	return n.pattern.literal == "" || strings.Trim(n.pattern.literal, "0123456789,.") == ""
}

// matchText returns a function that searches the texts of a field, or nil if it has none that could match.
func matchText[T any](field *Field[T], n *needle) func(*T) bool {
	switch {
	case field.Kind == Number && field.Texts != nil:
		match := n.in
		return func(record *T) bool { return field.Texts(record, match) }
	case field.Kind == Number && n.couldBeNumber():
		var buffer [20]byte
		return func(record *T) bool {
			number := field.Number(record)
			if number == nil {
				return false
			}
			digits := string(strconv.AppendUint(buffer[:0], *number, 10))
			return n.in(digits) || n.digits == "" && len(digits) > 3 && n.in(text.Integer(*number).String())
		}
	case field.Kind == Amount && n.couldBeNumber() && field.Texts != nil:
		withoutSeparators := func(s string) bool { return n.in(s) || n.in(strings.ReplaceAll(s, ",", "")) }
		return func(record *T) bool { return field.Texts(record, withoutSeparators) }
	case field.Kind >= Number:
		return nil
	case field.Kind == Address:
		match := n.inAddresses
		return func(record *T) bool { return field.Texts(record, match) }
	}
	match := n.in
	return func(record *T) bool { return field.Texts(record, match) }
}

// matchWord returns a function that compares a field of kind Word. A value may be abbreviated.
func matchWord[T any](field *Field[T], typed string) func(*T) bool {
	want := typed
	if alias, ok := field.Aliases[strings.ToLower(typed)]; ok {
		want = alias
	}
	match := func(s string) bool { return len(s) >= len(want) && strings.EqualFold(s[:len(want)], want) }
	return func(record *T) bool { return field.Texts(record, match) }
}
