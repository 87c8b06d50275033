package index

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"foredeck/client"
)

// Counter counts transactions that were read from a node as Statistics counts those of an index.
type Counter struct {
	by     []string
	groups map[string]*Group
	total  Group
}

// NewCounter returns a counter by Keys.
func NewCounter(by []string) *Counter {
	return &Counter{by: by, groups: map[string]*Group{}, total: newGroup(nil)}
}

func newGroup(values []*string) Group {
	return Group{Values: values, Fee: new(big.Int), Gas: new(big.Int)}
}

// Add counts a transaction, unless it is one of the chain itself.
func (c *Counter) Add(t *client.Transaction) {
	if t.Type == string(client.BlockMetadataType) || t.Type == string(client.AutomationRecordType) {
		return
	}
	values, id := make([]*string, len(c.by)), ""
	for i, key := range c.by {
		value := valueOf(t, key)
		if values[i] = value; value != nil {
			id += *value
		}
		id += "\x00"
	}
	group := c.groups[id]
	if group == nil {
		group = new(newGroup(values))
		c.groups[id] = group
	}
	group.add(t)
	c.total.add(t)
}

// valueOf returns the value of a key, nil if the transaction has none.
func valueOf(t *client.Transaction, key string) *string {
	value, at := "", t.BlockTime()
	switch key {
	case "function":
		if t.Payload != nil {
			value = t.Payload.Function
		}
	case "outcome":
		value = t.Status
	case "reason":
		value, _, _ = failureOf(t)
	case "sender":
		if t.Sender != nil {
			value = t.Sender.String()
		}
	case "day":
		if at != nil {
			value = at.Time().Format("2006-01-02")
		}
	case "hour":
		if at != nil {
			value = at.Time().Format("2006-01-02T15:00Z")
		}
	}
	if value == "" {
		return nil
	}
	return &value
}

func (g *Group) add(t *client.Transaction) {
	g.Count++
	if fee, ok := feeOf(t); ok {
		g.Fee.Add(g.Fee, big.NewInt(fee))
		g.Gas.Add(g.Gas, new(big.Int).SetUint64(*t.GasUsed))
	} else {
		g.WithoutFee++
	}
	if height := t.Height(); height != nil {
		if at := int64(*height); g.LastHeight == 0 || at < g.FirstHeight {
			g.FirstHeight = at
		}
		g.LastHeight = max(g.LastHeight, int64(*height))
	}
	if at := t.BlockTime(); at != nil {
		if g.FirstTime == 0 || int64(*at) < g.FirstTime {
			g.FirstTime = int64(*at)
		}
		g.LastTime = max(g.LastTime, int64(*at))
	}
}

// Statistics returns the groups in the order of those of an index, at most limit of them, 0 for all.
func (c *Counter) Statistics(limit int) Statistics {
	s := Statistics{Total: c.total, Count: int64(len(c.groups))}
	for _, group := range c.groups {
		s.Groups = append(s.Groups, *group)
	}
	slices.SortFunc(s.Groups, func(a, b Group) int {
		for i, key := range c.by {
			if key == "day" || key == "hour" {
				if order := strings.Compare(textOf(b.Values[i]), textOf(a.Values[i])); order != 0 {
					return order
				}
			}
		}
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.FirstHeight, b.FirstHeight), slices.CompareFunc(a.Values, b.Values, func(a, b *string) int {
			return strings.Compare(textOf(a), textOf(b))
		}))
	})
	if limit > 0 && len(s.Groups) > limit {
		s.Groups = s.Groups[:limit]
	}
	return s
}

func textOf(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}
