package target

import (
	"fmt"
	"net/url"
	"strconv"
)

// List holds the options of a list of transactions. The zero value is the whole list, newest first.
type List struct {
	Start       string // first record: a sequence number, or a cursor of the node in the other lists
	OldestFirst bool
	Type        string  // of coin transfers: user, auto, meta or record
	FromHeight  *uint64 // first block, of automated transactions
	Filter      string
}

// query returns the options as a query.
func (l *List) query() string {
	values := url.Values{}
	set := func(name, value string) {
		if value != "" {
			values.Set(name, value)
		}
	}
	set("start", l.Start)
	set("type", l.Type)
	set("filter", l.Filter)
	if l.OldestFirst {
		set("order", "oldest")
	}
	if l.FromHeight != nil {
		set("from-height", strconv.FormatUint(*l.FromHeight, 10))
	}
	return values.Encode()
}

// parseList parses the query of a list. It returns nil for an empty one.
func parseList(query string) (*List, error) {
	if query == "" {
		return nil, nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("options of the link: %w", err)
	}
	list := &List{Start: values.Get("start"), Type: values.Get("type"), Filter: values.Get("filter"), OldestFirst: values.Get("order") == "oldest"}
	if height := values.Get("from-height"); height != "" {
		from, err := strconv.ParseUint(height, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("from-height %q of the link: must be a block height", height)
		}
		list.FromHeight = &from
	}
	return list, nil
}
