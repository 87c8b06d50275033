package lookup

import (
	"context"

	"foredeck/client"
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
