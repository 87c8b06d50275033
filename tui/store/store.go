// Package store is the state of a network that persists between sessions: names, bookmarks, pins, runs of view functions, resource
// snapshots, the watchlist and alerts. It is held in memory and written to one file, which several processes can share. The History of the
// network, which can be large, is a file beside it.
package store

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"foredeck/client/move"
	"foredeck/tui/target"
)

// Store is the state file of one network. It must be used from the program's update loop only, except for Flush,
// Snapshots and the methods of deliveries.
type Store struct {
	names     map[Subject]string
	order     []Subject // subjects in naming order
	bookmarks table[Bookmark]
	pins      table[Pin]
	watches   table[Watch]
	runs      []Run // oldest first
	recent    table[Recent]
	pairs     table[[]string] // pairsKey: the watchlist; none if the user has never edited it
	alerts    table[Alert]
	lines     table[[]string] // as Line.words
	// alertEdits is the number of changes of alerts, and of lines that they can be about, by the user.
	alertEdits int
	views      table[WatchlistView] // watchlistViewKey
	charts     table[PairChart]     // oldest choice first
	seen       table[Seen]          // oldest first
	hinted     table[bool]          // screens
	columns    table[[]ListColumn]
	switches   table[bool] // mouseKey
	blocks     blocks
	alerting   alerting

	path    string // empty: in memory only
	process string // identifies the store among those of other processes on the same file
	opened  time.Time
	chainID string // distinguishes snapshots of a chain that was reset; empty if it never was
	lock    sync.Mutex
	writing sync.Mutex
	pending []change
}

// Subject identifies something that the user can name.
type Subject struct {
	Kind SubjectKind
	// Key is unique among subjects of the kind on the network: an address or an author's key as 0x and 64 hex digits, a
	// committee index, or an argument as ArgumentSubject writes it.
	Key string
}

// ArgumentSubject returns the subject of a parameter, by its number in the declaration of the function, signers included.
func ArgumentSubject(function move.FunctionID, parameter int) Subject {
	return Subject{Kind: Argument, Key: fmt.Sprintf("%s(#%d)", function, parameter)}
}

// SubjectKind is the kind of a subject. Its values are part of the file format.
type SubjectKind string

// The kinds of subjects.
const (
	Address  SubjectKind = "address"
	Argument SubjectKind = "argument"
	Member   SubjectKind = "member"
	Author   SubjectKind = "author"
)

// Bookmark is a saved link to a location, a value at a location or a filled form.
type Bookmark struct {
	Name  string      `json:"name"`
	Link  target.Link `json:"link"`
	Value string      `json:"value"` // when last opened, as sent by the node; empty: never seen
	At    time.Time   `json:"at"`    // time of Value
}

// Pin is a value shown in the panel of an account: a value of a resource or the result of a view function.
type Pin struct {
	Account move.Address `json:"account"`
	Link    target.Link  `json:"link"`
}

// maxNameLength limits a name to what fits in place of an address, in characters.
const maxNameLength = 32

// NameError reports why a name is invalid.
type NameError struct {
	Name, Reason string
}

func (e *NameError) Error() string {
	name := []rune(e.Name)
	if len(name) > maxNameLength {
		name = append(name[:maxNameLength:maxNameLength], '…')
	}
	return fmt.Sprintf("invalid name %q: %s", string(name), e.Reason)
}

// CheckName returns a *NameError if the name is invalid. A name has up to 32 letters, digits, - and _, starts with a
// letter, and does not parse as an address.
func CheckName(name string) error {
	characters := []rune(name)
	switch {
	case name == "":
		return &NameError{name, "must not be empty"}
	case len(characters) > maxNameLength:
		return &NameError{name, "must have at most 32 characters"}
	case !isLetter(characters[0]):
		return &NameError{name, "must start with a letter"}
	case slices.ContainsFunc(characters, func(r rune) bool { return !isLetter(r) && !(r >= '0' && r <= '9') && r != '-' && r != '_' }):
		return &NameError{name, "must contain only letters a to z, digits, - and _"}
	}
	if _, err := move.ParseAddress(name); err == nil {
		return &NameError{name, "must not be an address"}
	}
	return nil
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// IsSaved reports whether changes are written to a file, where other processes find them.
func (s *Store) IsSaved() bool { return s.path != "" }

// Sibling returns the path of a file beside that of the store, empty if the store is in memory only.
func (s *Store) Sibling(suffix string) string {
	if s.path == "" {
		return ""
	}
	return s.path + suffix
}

// Name returns the name of the subject, or "".
func (s *Store) Name(subject Subject) string { return s.names[subject] }

// Names returns the names of all subjects of a kind by their keys.
func (s *Store) Names(kind SubjectKind) map[string]string {
	names := map[string]string{}
	for subject, name := range s.names {
		if subject.Kind == kind {
			names[subject.Key] = name
		}
	}
	return names
}

// Addresses returns the named addresses in naming order.
func (s *Store) Addresses() []target.Name {
	var named []target.Name
	for _, subject := range s.order {
		if subject.Kind != Address {
			continue
		}
		if address, err := move.ParseAddress(subject.Key); err == nil {
			named = append(named, target.Name{Name: s.names[subject], Address: address})
		}
	}
	return named
}

// SetName names a subject; an empty name removes the name. It returns a *NameError if the name is invalid or used by
// another subject of the same kind.
func (s *Store) SetName(subject Subject, name string) error {
	if name == "" {
		delete(s.names, subject)
		s.order = slices.DeleteFunc(s.order, func(other Subject) bool { return other == subject })
		s.write(remove(namesBucket, subject.id()))
		return nil
	}
	if err := CheckName(name); err != nil {
		return err
	}
	for other, taken := range s.names {
		if taken == name && other != subject && other.Kind == subject.Kind {
			return &NameError{name, "already used for " + other.Key}
		}
	}
	if _, known := s.names[subject]; !known {
		s.order = append(s.order, subject)
	}
	s.names[subject] = name
	s.write(put(namesBucket, subject.id(), name))
	return nil
}

// Bookmarks returns the bookmarks in insertion order.
func (s *Store) Bookmarks() []Bookmark { return s.bookmarks.values }

// FindBookmark returns the bookmark with this link, or nil.
func (s *Store) FindBookmark(link target.Link) *Bookmark { return s.bookmarks.find(link.String()) }

// SetBookmark adds a bookmark or replaces the one with the same link.
func (s *Store) SetBookmark(bookmark Bookmark) { s.bookmarks.put(s, bookmark.Link.String(), bookmark) }

// RemoveBookmark removes the bookmark with this link.
func (s *Store) RemoveBookmark(link target.Link) { s.bookmarks.remove(s, link.String()) }

// Pins returns the pins of an account.
func (s *Store) Pins(account move.Address) []Pin {
	var pins []Pin
	for _, pin := range s.pins.values {
		if pin.Account == account {
			pins = append(pins, pin)
		}
	}
	return pins
}

// TogglePin adds the pin, or removes it if it exists, and reports whether it exists now.
func (s *Store) TogglePin(pin Pin) bool {
	if s.pins.find(pin.id()) != nil {
		s.pins.remove(s, pin.id())
		return false
	}
	s.pins.put(s, pin.id(), pin)
	return true
}

func (p Pin) id() string { return p.Account.String() + " " + p.Link.String() }

func (s Subject) id() string { return string(s.Kind) + " " + s.Key }
