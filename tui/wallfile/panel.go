package wallfile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"foredeck/client/move"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// field is a field of a panel besides kind, title and width.
type field struct {
	name     string
	required bool
	set      func(p *Panel, value any) error
}

var (
	pairForm     = text.Regexp(`^([a-z0-9]+_[a-z0-9]+|#[1-9])$`)
	accountForm  = text.Regexp(`^(0x[0-9a-fA-F]{1,64}|[a-zA-Z][a-zA-Z0-9_-]*)$`)
	functionForm = text.Regexp(`^(0x[0-9a-fA-F]{1,64}|[a-zA-Z][a-zA-Z0-9_-]*)(::[a-zA-Z_][a-zA-Z0-9_]*){2}$`)
)

var pairField = field{"pair", true, func(p *Panel, value any) error {
	return setWord(&p.Pair, value, func(word string) bool { return pairForm().MatchString(word) }, "two currencies in lower case, such as btc_usdt, or #1 to #9 for a pair of the watchlist")
}}

// fields has the fields of each kind, none of those that show blocks.
var fields = map[Kind][]field{
	Head: nil, Gap: nil, Votes: nil, Validator: nil, Alerts: nil, Nodes: nil,
	Price: {pairField},
	Chart: {pairField, {"bar", false, setBar}},
	Account: {{"accounts", true, func(p *Panel, value any) error {
		return setWords(&p.Accounts, value, func(word string) bool { return accountForm().MatchString(word) }, "addresses and saved names")
	}}},
	View: {
		{"function", true, func(p *Panel, value any) error {
			return setWord(&p.Function, value, func(word string) bool { return functionForm().MatchString(word) }, "a function, such as 0x1::coin::supply")
		}},
		{"type_args", false, func(p *Panel, value any) error {
			if err := setWords(&p.TypeArguments, value, nil, "types"); err != nil {
				return err
			}
			for _, written := range p.TypeArguments {
				if _, err := move.ParseTypeTag(written); err != nil {
					return fmt.Errorf(" %q: %w", written, err)
				}
			}
			return nil
		}},
		{"args", false, func(p *Panel, value any) error { return setWords(&p.Arguments, value, nil, "arguments") }},
	},
	Saved: {{"name", true, func(p *Panel, value any) error {
		return setWord(&p.Bookmark, value, func(word string) bool { return word != "" }, "the name of a bookmark")
	}}},
	Query: {
		{"name", true, func(p *Panel, value any) error {
			return setWord(&p.Query, value, func(word string) bool { return word != "" }, "the name of a saved query, of [queries] in the config file")
		}},
		{"params", false, setParameters},
		{"every", false, func(p *Panel, value any) error { return setInterval(&p.Every, value, minEvery, maxEvery) }},
		{"time_limit", false, func(p *Panel, value any) error { return setInterval(&p.TimeLimit, value, time.Second, maxTimeLimit) }},
	},
}

// kinds lists the kinds for errors.
func kinds() string {
	var names []string
	for kind := range fields {
		names = append(names, string(kind))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// kindIn names the kind of a panel in an error, empty if it has none.
func kindIn(read map[string]any) string {
	if kind, ok := read["kind"].(string); ok {
		return " (" + kind + ")"
	}
	return ""
}

// parsePanel checks the fields of a panel.
func parsePanel(read map[string]any) (Panel, error) {
	written, ok := read["kind"].(string)
	if !ok {
		return Panel{}, errors.New("kind: missing: must be one of " + kinds())
	}
	p := Panel{Kind: Kind(written), Width: 1}
	own, ok := fields[p.Kind]
	if !ok {
		return Panel{}, fmt.Errorf("kind %q: must be one of %s", written, kinds())
	}
	names := []string{"kind", "title", "width"}
	for _, f := range own {
		names = append(names, f.name)
	}
	for _, name := range slices.Sorted(maps.Keys(read)) {
		if !slices.Contains(names, name) {
			return Panel{}, fmt.Errorf("unknown field %q: must be one of %s", name, strings.Join(names, ", "))
		}
	}
	if title, ok := read["title"]; ok {
		if p.Title, ok = title.(string); !ok {
			return Panel{}, errors.New("title: must be a string")
		}
	}
	if width, ok := read["width"]; ok {
		number, isInteger := width.(int64)
		if !isInteger || number < 1 || number > maxWeight {
			return Panel{}, fmt.Errorf("width %v: must be a weight from 1 to %d", width, maxWeight)
		}
		p.Width = int(number)
	}
	for _, f := range own {
		value, ok := read[f.name]
		if !ok {
			if f.required {
				return Panel{}, fmt.Errorf("%s: missing: a %s panel must have it", f.name, p.Kind)
			}
			continue
		}
		if err := f.set(&p, value); err != nil {
			return Panel{}, fmt.Errorf("%s%w", f.name, err)
		}
	}
	if p.Kind == Query {
		p.Every, p.TimeLimit = cmp.Or(p.Every, defaultEvery), cmp.Or(p.TimeLimit, defaultTimeLimit)
	}
	if p.Kind == Chart && p.Bar == (chart.Period{}) {
		p.Bar = chart.BarSizes[chart.DefaultBarSize]
	}
	return p, nil
}

// setWord stores a string that fits a rule.
func setWord(into *string, value any, fits func(string) bool, rule string) error {
	word, ok := value.(string)
	if !ok || !fits(word) {
		return fmt.Errorf(" %q: must be %s", fmt.Sprint(value), rule)
	}
	*into = word
	return nil
}

// setWords stores a list of strings that fit a rule.
func setWords(into *[]string, value any, fits func(string) bool, rule string) error {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return fmt.Errorf(": must be a list of %s", rule)
	}
	for _, element := range list {
		word, ok := element.(string)
		if !ok || fits != nil && !fits(word) {
			return fmt.Errorf(" %q: must be a list of %s", fmt.Sprint(element), rule)
		}
		*into = append(*into, word)
	}
	return nil
}

// Times of queries.
const (
	defaultEvery     = time.Minute
	minEvery         = 5 * time.Second
	maxEvery         = 24 * time.Hour
	defaultTimeLimit = 10 * time.Second
	maxTimeLimit     = 10 * time.Minute
)

// setInterval stores a duration within limits.
func setInterval(into *time.Duration, value any, shortest, longest time.Duration) (err error) {
	written, ok := value.(string)
	if ok {
		*into, err = time.ParseDuration(written)
	}
	if !ok || err != nil || *into < shortest || *into > longest {
		return fmt.Errorf(" %q: must be a duration from %s to %s, such as 30s", fmt.Sprint(value), shortest, longest)
	}
	return nil
}

// setParameters stores the values of the parameters of a query.
func setParameters(p *Panel, value any) error {
	table, ok := value.(map[string]any)
	if !ok {
		return errors.New(": must be a table of values, such as { function = \"0x1::coin::transfer\", days = 7 }")
	}
	for name, value := range table {
		switch value.(type) {
		case string, int64, float64, bool:
		default:
			return fmt.Errorf(".%s: must be a string, a number, true or false", name)
		}
	}
	p.Parameters = table
	return nil
}

// setBar stores the size of a bar.
func setBar(p *Panel, value any) error {
	var names []string
	for _, size := range chart.BarSizes {
		if size.String() == value {
			p.Bar = size
			return nil
		}
		names = append(names, size.String())
	}
	return fmt.Errorf(" %q: must be one of %s", fmt.Sprint(value), strings.Join(names, ", "))
}
