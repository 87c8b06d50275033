package lookup

import (
	"slices"

	"foredeck/client/move"
	"foredeck/config"
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

	list []target.Name
	of   *config.Settings // settings that list was built from; nil: list is out of date
}

// NewNames returns the names of a network.
func NewNames(st *store.Store, settings func() *config.Settings, provided []target.Name) *Names {
	return &Names{store: st, settings: settings, provided: provided}
}

// List returns the names of addresses: the user's, those of the config file, those that the network provides. An address that the
// user has named has no other name.
func (n *Names) List() []target.Name {
	if settings := n.settings(); n.of == nil || n.of != settings {
		n.of = settings
		n.update()
	}
	return n.list
}

// Update marks the list as out of date after the user's names have changed.
func (n *Names) Update() { n.of = nil }

func (n *Names) update() {
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

// Argument returns the user's name of an argument such as 0x1::coin::transfer#0, or "".
func (n *Names) Argument(key string) text.Safe {
	return text.Clean(n.store.Name(store.Subject{Kind: store.Argument, Key: key}))
}

// Member returns the name of a committee member, or "".
func (n *Names) Member(member int) text.Safe {
	return text.Clean(n.store.Name(store.MemberSubject(member)))
}

// Author returns the name of a block author, or "".
func (n *Names) Author(author string) text.Safe {
	return text.Clean(n.store.Name(store.AuthorSubject(author)))
}

// ownAuthor is the name that marks an author as the user's validator.
const ownAuthor = "me"

// IsOwn reports whether an author is the user's validator: it is named me, or has the name of the user's committee member.
func (n *Names) IsOwn(author string) bool {
	name, member := n.Author(author), n.store.Member()
	return name == text.Const(ownAuthor) || !name.IsEmpty() && member != nil && name == n.Member(*member)
}
