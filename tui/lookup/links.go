package lookup

import (
	"context"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// maxLinkValues is the number of links whose values are cached.
const maxLinkValues = 300

// Links caches the values that links lead to.
type Links struct {
	*load.Cache[string, linkvalue.Value]
	amounts *Amounts
}

// NewLinks returns an empty cache of values that loads from the node.
func NewLinks(l *load.Loader, node *client.Node, amounts *Amounts) *Links {
	return &Links{amounts: amounts, Cache: load.NewCache(l, maxLinkValues, func(ctx context.Context, key string) (linkvalue.Value, error) {
		link, err := target.ParseLink(key)
		if err != nil {
			return linkvalue.Value{}, err
		}
		return linkvalue.Read(ctx, node, link)
	})}
}

// Request marks the value of a link to be loaded, even if it is cached.
func (l *Links) Request(link target.Link) {
	l.amounts.WantLinked(link)
	l.Cache.Request(link.String())
}

// Text returns the formatted value of a link. ok is false if it is not loaded.
func (l *Links) Text(link target.Link) (formatted text.Safe, ok bool) {
	value, ok := l.Get(link.String())
	if !ok {
		return text.Safe{}, false
	}
	return l.amounts.Linked(link, value), true
}

// Status returns the load status of a link's value.
func (l *Links) Status(link target.Link) load.Status { return l.Cache.Status(link.String()) }

// maxLinkedValue limits the part of a value that is formatted if it is not an amount, in bytes.
const maxLinkedValue = 500

// linkedCoins returns the coin types that the value of a link may be an amount of.
func linkedCoins(link target.Link) []move.TypeTag {
	if link.View != nil {
		return link.View.TypeTags()
	}
	if tag, err := move.ParseStructTag(link.Type); err == nil {
		return tag.TypeArguments
	}
	return nil
}

// WantLinked marks the coins whose decimals format the value of a link.
func (a *Amounts) WantLinked(link target.Link) { a.Want(linkedCoins(link)...) }

// Linked formats the value that a link leads to.
func (a *Amounts) Linked(link target.Link, value linkvalue.Value) text.Safe {
	written, ok := a.units.Amount(value.Exact, a.linkedDecimals(link, value))
	if !ok {
		return text.Short(text.Clean(value.Exact[:min(len(value.Exact), maxLinkedValue)]))
	}
	return written
}

// LinkedChange formats the change of a link's value since it was before, such as +0.0031. It is empty if there is none, and
// "● changed" if the value is not a number.
func (a *Amounts) LinkedChange(link target.Link, before string, value linkvalue.Value) text.Safe {
	if before == value.Exact {
		return text.Safe{}
	}
	change, ok := linkvalue.Change(before, value.Exact)
	if !ok {
		return text.Const("● changed")
	}
	written := text.Decimal(change, a.linkedDecimals(link, value))
	if *a.units == text.InDecimals && strings.Contains(written.String(), ".") {
		written = text.Clean(strings.TrimRight(strings.TrimRight(written.String(), "0"), "."))
	}
	if change.Sign() > 0 {
		written = text.Format("+%s", written)
	}
	return written
}

func (a *Amounts) linkedDecimals(link target.Link, value linkvalue.Value) int {
	switch {
	case link.View != nil:
		return a.callDecimals(linkedCoins(link), value.Type)
	case link.Type != "":
		if tag, err := move.ParseStructTag(link.Type); err == nil {
			return a.LeafDecimals(tag, link.Path)
		}
	}
	return 0
}

// LeafDecimals returns the decimals of the integer at a path of a resource: the value of a CoinStore is an amount of its coin.
func (a *Amounts) LeafDecimals(resource move.StructTag, path string) int {
	isStore := resource.Address == move.Address{31: 1} && resource.Module == "coin" && resource.Name == "CoinStore"
	if !isStore || path != ".coin.value" || len(resource.TypeArguments) != 1 {
		return 0
	}
	decimals, _ := a.Decimals(resource.TypeArguments[0])
	return decimals
}
