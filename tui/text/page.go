package text

import (
	"strings"
	"unique"
)

// Page is the address of a web page that a span links to in terminals that have hyperlinks. The zero value is none.
type Page struct{ address unique.Handle[string] }

// PageAt returns the page whose address is a template of the user with the id of an object in place of {}. It is the zero value if the
// template is not an http or https address of printable ASCII characters, or if the id has other characters than digits and letters: an
// id may come from the network.
func PageAt(template, id string) Page {
	front, back, ok := strings.Cut(template, "{}")
	if !ok || id == "" || !isWebAddress(front) || !isPrintable(front) || !isPrintable(back) {
		return Page{}
	}
	for i := 0; i < len(id); i++ {
		if c := id[i] | 0x20; (c < 'a' || c > 'z') && (id[i] < '0' || id[i] > '9') {
			return Page{}
		}
	}
	return Page{unique.Make(front + id + back)}
}

// String returns the address, empty for no page. It has only printable ASCII characters and no spaces.
func (p Page) String() string {
	if p.IsZero() {
		return ""
	}
	return p.address.Value()
}

// IsZero reports whether there is no page.
func (p Page) IsZero() bool { return p == Page{} }

func isWebAddress(s string) bool {
	scheme, rest, ok := strings.Cut(s, "://")
	return ok && rest != "" && (strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http"))
}

func isPrintable(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}
