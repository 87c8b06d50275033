// Package store is what the user keeps of a network: names, saved places, pinned values, calls of view functions, looks at
// resources. It is held in memory and written to one file, which several decks may use at the same time.
package store

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"foredeck/client/move"
	"foredeck/tui/target"
)

// Store is the notebook of one network. What it holds is used from the program's loop only; Writes may run anywhere.
type Store struct {
	names map[Subject]string
	order []Subject // of names, as they were given
	saved []Saved
	pins  []Pin
	runs  []Run // the oldest first
	watchlist
	blocks blocks

	path    string // empty: nothing is kept
	chain   string // what tells looks at a chain that has begun anew from those at others; empty: it goes on
	lock    sync.Mutex
	writing sync.Mutex
	pending []change
}

// Subject is something that carries a name of the user's.
type Subject struct {
	Kind SubjectKind
	// Key tells it apart from all others of its kind on the network: an address or the key of an author as 0x and 64 digits, a
	// member's number, an argument as 0x1::coin::transfer#0.
	Key string
}

// SubjectKind is what sort of thing is named.
type SubjectKind string

// What can be named.
const (
	Address  SubjectKind = "address"
	Argument SubjectKind = "argument"
	Member   SubjectKind = "member"
	Author   SubjectKind = "author"
)

// Saved is a place, a value on it or a filled form that the user keeps under a name.
type Saved struct {
	Name  string      `json:"name"`
	Link  target.Link `json:"link"`
	Value string      `json:"value"` // what it was when the place was last opened, as the node wrote it; empty: never seen
	At    time.Time   `json:"at"`    // when Value was seen
}

// Pin is a value that stands in the panel of an account: a value in a resource, or what a view function returns.
type Pin struct {
	Account move.Address `json:"account"`
	Link    target.Link  `json:"link"`
}

// mostNameCharacters bounds a name, so that it fits where an address would stand.
const mostNameCharacters = 32

// NameError says why a name cannot be given.
type NameError struct {
	Name, Rule string
}

func (e *NameError) Error() string {
	name := []rune(e.Name)
	if len(name) > mostNameCharacters {
		name = append(name[:mostNameCharacters:mostNameCharacters], '…')
	}
	return fmt.Sprintf("%s: %q is no name", e.Rule, string(name))
}

// CheckName tells whether this can be a name: up to 32 letters, digits, - and _, with a letter at its beginning, and nothing
// that is read as an address.
func CheckName(name string) error {
	characters := []rune(name)
	switch {
	case name == "":
		return &NameError{name, "a name is missing"}
	case len(characters) > mostNameCharacters:
		return &NameError{name, "32 characters are the most"}
	case !isLetter(characters[0]):
		return &NameError{name, "a letter must be the first"}
	case slices.ContainsFunc(characters, func(r rune) bool { return !isLetter(r) && !(r >= '0' && r <= '9') && r != '-' && r != '_' }):
		return &NameError{name, "letters a to z, digits, - and _ only"}
	}
	if _, err := move.ParseAddress(name); err == nil {
		return &NameError{name, "what reads as an address is none"}
	}
	return nil
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// Name is the name of the subject, empty where it has none.
func (n *Store) Name(subject Subject) string { return n.names[subject] }

// Addresses are the named addresses in the order in which the names were given.
func (n *Store) Addresses() []target.Name {
	var named []target.Name
	for _, subject := range n.order {
		if subject.Kind != Address {
			continue
		}
		if address, err := move.ParseAddress(subject.Key); err == nil {
			named = append(named, target.Name{Name: n.names[subject], Address: address})
		}
	}
	return named
}

// SetName gives the subject a name, or takes it away with an empty one. Two subjects of a kind cannot share one: *NameError.
func (n *Store) SetName(subject Subject, name string) error {
	if name == "" {
		delete(n.names, subject)
		n.order = slices.DeleteFunc(n.order, func(other Subject) bool { return other == subject })
		n.write(remove(namesBucket, subject.id()))
		return nil
	}
	if err := CheckName(name); err != nil {
		return err
	}
	for other, taken := range n.names {
		if taken == name && other != subject && other.Kind == subject.Kind {
			return &NameError{name, "it is taken by " + other.Key}
		}
	}
	if _, known := n.names[subject]; !known {
		n.order = append(n.order, subject)
	}
	n.names[subject] = name
	n.write(put(namesBucket, subject.id(), name))
	return nil
}

// Saved are the saved places in the order in which they were saved.
func (n *Store) Saved() []Saved { return n.saved }

// FindSaved is the saved place with this link, nil where there is none.
func (n *Store) FindSaved(link target.Link) *Saved {
	for i := range n.saved {
		if n.saved[i].Link.String() == link.String() {
			return &n.saved[i]
		}
	}
	return nil
}

// Save keeps a place, or what changed of one that is kept already.
func (n *Store) Save(saved Saved) {
	if held := n.FindSaved(saved.Link); held != nil {
		*held = saved
	} else {
		n.saved = append(n.saved, saved)
	}
	n.write(put(savedBucket, saved.Link.String(), saved))
}

// Forget gives up a saved place.
func (n *Store) Forget(link target.Link) {
	n.saved = slices.DeleteFunc(n.saved, func(saved Saved) bool { return saved.Link.String() == link.String() })
	n.write(remove(savedBucket, link.String()))
}

// Pins are what is pinned to the panel of the account.
func (n *Store) Pins(account move.Address) []Pin {
	var pins []Pin
	for _, pin := range n.pins {
		if pin.Account == account {
			pins = append(pins, pin)
		}
	}
	return pins
}

// Toggle pins what is not pinned and gives up what is. It tells whether it is pinned now.
func (n *Store) Toggle(pin Pin) bool {
	same := func(other Pin) bool { return other.id() == pin.id() }
	if slices.ContainsFunc(n.pins, same) {
		n.pins = slices.DeleteFunc(n.pins, same)
		n.write(remove(pinsBucket, pin.id()))
		return false
	}
	n.pins = append(n.pins, pin)
	n.write(put(pinsBucket, pin.id(), pin))
	return true
}

func (p Pin) id() string { return p.Account.String() + " " + p.Link.String() }

func (s Subject) id() string { return string(s.Kind) + " " + s.Key }
