package lookup

import (
	"fmt"
	"slices"
	"strconv"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Names are the names of addresses, block authors, committee members and arguments: the user's, those of the config file, and
// those that the network provides.
type Names struct {
	store    *store.Store
	settings func() *config.Settings
	provided []target.Name
	network  string

	list       []target.Name
	validators map[int]config.Validator // by member
	authors    map[string]int           // members by their author address in the config file
	of         *config.Settings         // settings that these were built from; nil: they are out of date
}

// NewNames returns the names of a network.
func NewNames(st *store.Store, network string, settings func() *config.Settings, provided []target.Name) *Names {
	return &Names{store: st, network: network, settings: settings, provided: provided}
}

// List returns the names of addresses: the user's, those of the config file, those that the network provides. An address that the
// user has named has no other name.
func (n *Names) List() []target.Name {
	n.refresh()
	return n.list
}

func (n *Names) refresh() {
	if settings := n.settings(); n.of == nil || n.of != settings {
		n.of = settings
		n.update()
	}
}

// Update marks the list as out of date after the user's names have changed.
func (n *Names) Update() { n.of = nil }

func (n *Names) update() {
	n.validators, n.authors = n.of.NetworkValidators(n.network), map[string]int{}
	for member, v := range n.validators {
		if v.Author != "" {
			n.authors[v.Author] = member
		}
	}
	var configured []target.Name
	for _, name := range n.of.Names {
		if address, err := move.ParseAddress(name.Address); err == nil {
			configured = append(configured, target.Name{Name: name.Name, Address: address})
		}
	}
	n.list = n.store.Addresses()
	for _, name := range slices.Concat(configured, n.provided) {
		if n.store.Name(store.Subject{Kind: store.Address, Key: name.Address.String()}) == "" {
			n.list = append(n.list, name)
		}
	}
}

// Of returns the name of an address, or "".
func (n *Names) Of(address move.Address) text.Safe {
	for _, name := range n.List() {
		if name.Address == address {
			return text.Clean(name.Name)
		}
	}
	return text.Safe{}
}

// Argument returns the user's name of a parameter of a function, or "". Stores of earlier versions have the name at the index among the
// arguments of a call, which exclude signers.
func (n *Names) Argument(function move.FunctionID, parameter, index int) text.Safe {
	if name := n.store.Name(store.ArgumentSubject(function, parameter)); name != "" {
		return text.Clean(name)
	}
	return text.Clean(n.store.Name(store.Subject{Kind: store.Argument, Key: function.String() + "#" + strconv.Itoa(index)}))
}

// Member returns the name of a committee member, the user's or that of the config file, or "".
func (n *Names) Member(member int) text.Safe {
	if name := n.store.Name(store.MemberSubject(member)); name != "" {
		return text.Clean(name)
	}
	n.refresh()
	return text.Clean(n.validators[member].Name)
}

// Author returns the name of a block author: the user's, or that of the member whose author it is in the config file, or "".
func (n *Names) Author(author string) text.Safe {
	if name := n.store.Name(store.AuthorSubject(author)); name != "" {
		return text.Clean(name)
	}
	if member, ok := n.MemberOf(author); ok {
		if name := n.Member(member); !name.IsEmpty() {
			return name
		}
		return text.Clean(fmt.Sprintf("member %02d", member))
	}
	return text.Safe{}
}

// AuthorOf returns the author address of a committee member in the config file, or "".
func (n *Names) AuthorOf(member int) string {
	n.refresh()
	return n.validators[member].Author
}

// Authors returns the committee members by their author addresses in the config file.
func (n *Names) Authors() map[string]int {
	n.refresh()
	return n.authors
}

// MemberNames returns the names of all committee members that have one. The result is safe to read in other goroutines.
func (n *Names) MemberNames() map[int]string {
	n.refresh()
	names := map[int]string{}
	for member, v := range n.validators {
		names[member] = v.Name
	}
	for key, name := range n.store.Names(store.Member) {
		if member, err := strconv.Atoi(key); err == nil {
			names[member] = name
		}
	}
	return names
}

// AuthorNames returns the names of all block authors that have one. The result is safe to read in other goroutines.
func (n *Names) AuthorNames() map[string]string {
	names, members := n.store.Names(store.Author), n.MemberNames()
	for author, member := range n.authors {
		if names[author] == "" {
			names[author] = members[member]
		}
	}
	return names
}

// MemberOf returns the committee member whose author address it is in the config file.
func (n *Names) MemberOf(author string) (member int, ok bool) {
	n.refresh()
	member, ok = n.authors[author]
	return member, ok
}

// FindMember returns the committee member with a name.
func (n *Names) FindMember(name string) (member int, ok bool) {
	if member, ok := n.store.FindMember(name); ok {
		return member, true
	}
	n.refresh()
	for _, v := range n.validators {
		if v.Name == name {
			return v.Member, true
		}
	}
	return 0, false
}

// ownAuthor is the name that marks an author as the user's validator.
const ownAuthor = "me"

// IsOwn reports whether an author is the user's validator: it is named me, has the name of the user's committee member, or is its
// author in the config file.
func (n *Names) IsOwn(author string) bool {
	name, member := n.Author(author), n.store.Member()
	return name == text.Const(ownAuthor) || !name.IsEmpty() && member != nil && (name == n.Member(*member) || n.AuthorOf(*member) == author)
}

// KnowsOwn reports whether there is an author for which IsOwn can be true.
func (n *Names) KnowsOwn() bool {
	member := n.store.Member()
	return n.store.HasAuthor(ownAuthor) || member != nil && (n.AuthorOf(*member) != "" || n.store.HasAuthor(n.Member(*member).String()))
}

// SetOwn makes an author the user's validator.
func (n *Names) SetOwn(author string) error {
	return n.store.SetName(store.AuthorSubject(author), ownAuthor)
}

// ParseAuthor returns an author address as nodes send it. ok is false if it is not an address.
func (n *Names) ParseAuthor(written string) (author string, ok bool) {
	return config.CanonicalAuthor(written)
}

// AliasLink returns the link of a line that begins with an alias of the config file. ok is false if it does not; the error says that the
// line opens no location.
func (n *Names) AliasLink(line string) (link target.Link, ok bool, err error) {
	expanded, ok := command.Expand(line, n.settings().Aliases)
	if !ok {
		return target.Link{}, false, nil
	}
	parsed, err := command.Parse(expanded)
	if err == nil {
		link, err = parsed.Link(n.network, n.List())
	}
	if err != nil {
		return target.Link{}, true, fmt.Errorf("alias of %q, which only the command palette can run: %w", expanded, err)
	}
	return link, true, nil
}
