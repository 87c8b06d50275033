package lookup

import (
	"fmt"
	"slices"
	"strconv"

	"foredeck/client"
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
	// Committees names members and authors that have no other name; nil: none.
	Committees *Committees
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

// InCommittee returns the name of a member of a committee, which may be nil: that of its index, else that of its identity, or "".
func (n *Names) InCommittee(committee *client.Committee, index int) text.Safe {
	name := n.Member(index)
	if name.IsEmpty() && committee != nil && index >= 0 && index < len(committee.Members) {
		return n.Identity(&committee.Members[index])
	}
	return name
}

// Identity returns the name of a validator: as an author of blocks, as an account, or that of its stake pool, or "".
func (n *Names) Identity(member *client.CommitteeMember) text.Safe {
	if name := n.author(member.Identity); !name.IsEmpty() {
		return name
	}
	if address, err := move.ParseAddress(member.Identity); err == nil {
		if name := n.Of(address); !name.IsEmpty() {
			return name
		}
	}
	if member.StakePool == nil {
		return text.Safe{}
	}
	return n.Of(*member.StakePool)
}

// author returns the name of a block author in the store or in the config file, or "".
func (n *Names) author(author string) text.Safe {
	if name := n.store.Name(store.AuthorSubject(author)); name != "" {
		return text.Clean(name)
	}
	n.refresh()
	if member, ok := n.authors[author]; ok {
		return n.Member(member)
	}
	return text.Safe{}
}

// Author returns the name of a block author: the user's, or that of the member whose author it is in the config file, or that of the
// member in the newest committee, or "".
func (n *Names) Author(author string) text.Safe {
	if name := n.author(author); !name.IsEmpty() {
		return name
	}
	if member, ok := n.authors[author]; ok {
		return text.Clean(fmt.Sprintf("member %02d", member))
	}
	if committee := n.Committees.Current(); committee != nil {
		if index := indexOf(committee, author); index >= 0 {
			return n.Identity(&committee.Members[index])
		}
	}
	return text.Safe{}
}

// AuthorOf returns the author address of a member in the config file, else in the newest committee, or "".
func (n *Names) AuthorOf(member int) string {
	n.refresh()
	author := n.validators[member].Author
	if committee := n.Committees.Current(); author == "" && committee != nil && member < len(committee.Members) {
		return committee.Members[member].Identity
	}
	return author
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

// MemberOf returns the committee member whose author address it is in the config file, else in the newest committee.
func (n *Names) MemberOf(author string) (member int, ok bool) {
	n.refresh()
	if member, ok = n.authors[author]; ok {
		return member, true
	}
	committee := n.Committees.Current()
	if committee == nil {
		return 0, false
	}
	member = indexOf(committee, author)
	return member, member >= 0
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
	if committee := n.Committees.Current(); committee != nil {
		for i := range committee.Members {
			if n.Identity(&committee.Members[i]).String() == name {
				return i, true
			}
		}
	}
	return 0, false
}

// ownAuthor is the name that marks an author as the user's validator.
const ownAuthor = "me"

// IsOwn reports whether an author is the user's validator: it is named me, has the name of the user's committee member, or is its
// author.
func (n *Names) IsOwn(author string) bool {
	name, member := n.Author(author), n.store.Member()
	return name == text.Const(ownAuthor) || author != "" && member != nil && (!name.IsEmpty() && name == n.Member(*member) || n.AuthorOf(*member) == author)
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
