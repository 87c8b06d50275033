// Package tally counts transactions and other records in groups: those that an index holds, those that a command reads from a node, and
// those that a list of the deck has loaded are grouped by the same keys and have the same sums.
package tally

import (
	"cmp"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"

	"foredeck/client"
)

// Keys are what transactions can be counted by.
var Keys = []string{"function", "outcome", "reason", "sender", "day", "hour", "gas"}

// Grouping is one way to sum up a list.
type Grouping struct {
	Name   string
	By     []string // keys
	HasFee bool
	Amount string // field whose amounts are summed up; empty for none
}

// Group is a row of statistics.
type Group struct {
	Values                  []*string // of the keys; nil for none
	Count, WithoutFee       int64     // WithoutFee is how many of them have no known fee
	Fee, Gas                *big.Int  // the sums of those that are known
	Amount                  *big.Int  // the sum of the amounts of records that have one; nil if none of them has
	FirstHeight, LastHeight int64
	FirstTime, LastTime     int64 // microseconds; 0 if unknown
}

// Statistics are groups with their total.
type Statistics struct {
	Groups []Group
	Total  Group // of all groups, also those beyond a limit; without values
	Count  int64 // of all groups
}

// Figures are what a record adds to the sums of its group. What is nil is unknown.
type Figures struct {
	Fee          *int64
	Gas          *uint64
	Amount       *big.Int
	Height, Time *uint64 // Time is in microseconds
}

// Counter counts records as they come.
type Counter struct {
	by     []string
	groups map[string]*Group
	total  Group
}

// NewCounter returns a counter by keys: Keys for transactions. Those named day and hour order the groups.
func NewCounter(by []string) *Counter {
	return &Counter{by: by, groups: map[string]*Group{}, total: newGroup(nil)}
}

func newGroup(values []*string) Group {
	return Group{Values: values, Fee: new(big.Int), Gas: new(big.Int)}
}

// Add counts a transaction, unless it is one of the chain itself.
func (c *Counter) Add(t *client.Transaction) {
	if IsOfChain(t) {
		return
	}
	values := make([]*string, len(c.by))
	for i, key := range c.by {
		values[i] = Value(t, key)
	}
	c.AddFigures(values, FiguresOf(t))
}

// IsOfChain reports whether a transaction is one that the chain makes for itself, which statistics leave out.
func IsOfChain(t *client.Transaction) bool {
	return t.Type == string(client.BlockMetadataType) || t.Type == string(client.AutomationRecordType)
}

// FiguresOf returns what a transaction adds to sums.
func FiguresOf(t *client.Transaction) Figures {
	f := Figures{Height: t.Height(), Time: (*uint64)(t.BlockTime())}
	if fee, ok := Fee(t); ok {
		f.Fee, f.Gas = &fee, t.GasUsed
	}
	return f
}

// AddFigures counts a record with values of the keys, nil for those that it does not have.
func (c *Counter) AddFigures(values []*string, figures Figures) {
	id := make([]byte, 0, 64)
	for _, value := range values {
		if value != nil {
			id = append(append(id, 1), *value...)
		}
		id = append(id, 0)
	}
	group := c.groups[string(id)]
	if group == nil {
		group = new(newGroup(values))
		c.groups[string(id)] = group
	}
	group.add(&figures)
	c.total.add(&figures)
}

// Len returns the number of groups.
func (c *Counter) Len() int { return len(c.groups) }

// Value returns the value of one of Keys, nil if the transaction has none.
func Value(t *client.Transaction, key string) *string {
	value := ""
	switch key {
	case "function":
		if t.Payload != nil {
			value = t.Payload.Function
		}
	case "outcome":
		value = t.Status
	case "reason":
		value, _, _ = Failure(t)
	case "sender":
		if t.Sender != nil {
			value = t.Sender.String()
		}
	case "day", "hour":
		return Period((*uint64)(t.BlockTime()), key)
	case "gas":
		return GasRange(t.GasUsed)
	}
	if value == "" {
		return nil
	}
	return &value
}

// Period returns the day or the hour of a time in microseconds in UTC, nil if it is unknown.
func Period(at *uint64, key string) *string {
	if at == nil {
		return nil
	}
	form := "2006-01-02"
	if key == "hour" {
		form = "2006-01-02T15:00Z"
	}
	return new(client.Timestamp(*at).Time().UTC().Format(form))
}

// GasRange returns the power of ten of used gas as a range such as 100-999, nil if the gas is unknown.
func GasRange(used *uint64) *string {
	if used == nil {
		return nil
	}
	digits := len(strconv.FormatUint(*used, 10))
	low := "1" + strings.Repeat("0", digits-1)
	if digits == 1 {
		low = "0"
	}
	return new(low + "-" + strings.Repeat("9", digits))
}

func (g *Group) add(f *Figures) {
	g.Count++
	if f.Fee != nil {
		g.Fee.Add(g.Fee, big.NewInt(*f.Fee))
		g.Gas.Add(g.Gas, new(big.Int).SetUint64(*f.Gas))
	} else {
		g.WithoutFee++
	}
	if f.Amount != nil {
		if g.Amount == nil {
			g.Amount = new(big.Int)
		}
		g.Amount.Add(g.Amount, f.Amount)
	}
	if f.Height != nil {
		at := int64(*f.Height)
		if g.LastHeight == 0 || at < g.FirstHeight {
			g.FirstHeight = at
		}
		g.LastHeight = max(g.LastHeight, at)
	}
	if f.Time != nil {
		at := int64(*f.Time)
		if g.FirstTime == 0 || at < g.FirstTime {
			g.FirstTime = at
		}
		g.LastTime = max(g.LastTime, at)
	}
}

// Statistics returns the groups in the order of those of an index, at most limit of them, 0 for all.
func (c *Counter) Statistics(limit int) Statistics {
	s := Statistics{Total: c.total, Count: int64(len(c.groups))}
	for _, group := range c.groups {
		s.Groups = append(s.Groups, *group)
	}
	sort.Slice(s.Groups, func(i, j int) bool { return c.compare(&s.Groups[i], &s.Groups[j]) < 0 })
	if limit > 0 && len(s.Groups) > limit {
		s.Groups = s.Groups[:limit]
	}
	return s
}

// compare orders groups: by the newest day or hour, then the most frequent, the earliest, and their values.
func (c *Counter) compare(a, b *Group) int {
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
}

func textOf(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}
