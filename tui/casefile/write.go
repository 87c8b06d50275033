package casefile

import (
	"fmt"
	"strings"

	"foredeck/config"
	"foredeck/tui/text"
)

// Document is a case as it is written into a file.
type Document struct {
	Case      *Case
	Arguments []Argument // of the call, with their notes
	Origin    string     // where the case comes from
	PublicKey string     // of the sender; "": unknown
	Notes     []string   // what is not expected, and why
	NotRun    error      // why there was no dry run; nil if there was one, or was to be none
	sequence  string
}

// NoteFailure notes why there was no dry run.
func (d *Document) NoteFailure(reason string) {
	d.Notes = append(d.Notes, "not compared with a dry run, so that values may be expected that differ from state to state: "+reason)
}

// Text returns the file, with comments that say what may be edited.
func (d *Document) Text() []byte {
	var out strings.Builder
	line := func(format string, values ...any) { fmt.Fprintf(&out, format+"\n", values...) }
	c, call := d.Case, &d.Case.Call
	line("# A case of foredeck: a call, and what a dry run of it is expected to do. foredeck check FILE runs it on the chain of today.")
	line("# %s", text.Clean(d.Origin))
	line("")
	if c.Network != "" {
		line("network = %s # where it was frozen, for readers", quoted(c.Network))
	}
	if c.ChainID != nil {
		line("chain_id = %d # foredeck check does not run it on another chain; without this line on any", *c.ChainID)
	}
	line("")
	line("# All of this may be edited. Arguments have the forms of foredeck view and foredeck call.")
	line("[call]")
	line("sender = %s # or a saved name", quoted(call.Sender))
	if d.PublicKey != "" {
		line("# public_key = %s # needed only if the newest transactions of the sender do not show its key", quoted(d.PublicKey))
	}
	line("function = %s", quoted(call.Function.String()))
	if len(call.TypeArguments) > 0 {
		line("type_arguments = [")
		for _, tag := range call.TypeArguments {
			line("  %s,", quoted(tag.String()))
		}
		line("]")
	}
	if len(d.Arguments) > 0 {
		line("arguments = [")
		for _, argument := range d.Arguments {
			line("  %s,%s", quoted(argument.Text), comment(argument.Note))
		}
		line("]")
	}
	if call.MaxGas > 0 {
		line("max_gas = %d # without this line %d", call.MaxGas, uint64(DefaultMaxGas))
	}
	if call.GasPrice > 0 {
		line("gas_price = %d # without this line the median of the chain", call.GasPrice)
	}
	line("")
	line("# What is deleted here is not checked: a line, or a member of the data of an event. An empty list expects that there are none.")
	line("[expect]")
	d.expectation(line)
	return []byte(out.String())
}

// expectation writes the lines of what is expected.
func (d *Document) expectation(line func(format string, values ...any)) {
	e := &d.Case.Expect
	for _, field := range e.fields() {
		note := ""
		switch field.key {
		case "outcome":
			note = " # success, abort, execution_failure, out_of_gas, other; failed is any of the last four"
		case "balances":
			line("# Changes that the events report, in the smallest unit. The fee is not one of them.")
		case "events":
			line("# In any order. The event of the fee is left out. Without data only the type is checked.")
		}
		line("%s = %s%s", field.key, field.value, note)
	}
	if len(d.Notes) > 0 {
		line("# When it was frozen:")
	}
	for _, note := range d.Notes {
		line("# - %s", text.Clean(note))
	}
}

func comment(note string) string {
	if note == "" {
		return ""
	}
	return " # " + text.Clean(note).String()
}

// field is a line of an expectation; without a value it is not checked.
type field struct{ key, value string }

// fields returns the fields that are checked, as TOML.
func (e *Expectation) fields() (fields []field) {
	add := func(key, value string) {
		if value != "" {
			fields = append(fields, field{key, quoted(value)})
		}
	}
	add("outcome", string(e.Outcome))
	add("module", moduleOf(e.Module))
	add("code", codeOf(e.Code))
	add("name", e.Name)
	add("status_code", e.StatusCode)
	if e.Balances != nil {
		fields = append(fields, field{"balances", list(e.Balances, Balance.toml)})
	}
	if e.Events != nil {
		fields = append(fields, field{"events", list(e.Events, Event.toml)})
	}
	return fields
}

// list returns a list with an item per line.
func list[T any](items []T, write func(T) string) string {
	if len(items) == 0 {
		return "[]"
	}
	var out strings.Builder
	out.WriteString("[\n")
	for _, item := range items {
		out.WriteString("  " + write(item) + ",\n")
	}
	return out.String() + "]"
}

func (b Balance) toml() string {
	coin := ""
	if b.Coin != "" {
		coin = "coin = " + quoted(b.Coin) + ", "
	}
	return fmt.Sprintf("{ account = %s, %schange = %s }", quoted(b.Account.String()), coin, quoted(signed(b)))
}

func (e Event) toml() string {
	if e.Data == nil {
		return fmt.Sprintf("{ type = %s }", quoted(e.Type))
	}
	return fmt.Sprintf("{ type = %s, data = %s }", quoted(e.Type), quoted(encode(e.Data)))
}

// quoted returns a text in TOML, in the quotes that need no escapes if there are such. Characters that a terminal would not show are
// escaped.
func quoted(value string) string {
	isPlain := text.Clean(value).String() == value
	if isPlain && strings.ContainsAny(value, `"\`) && !strings.Contains(value, "'") {
		return "'" + value + "'"
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range value {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case isPlain || r > ' ' && r < 0x7f || r == ' ':
			out.WriteRune(r)
		default:
			fmt.Fprintf(&out, `\U%08X`, r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// Update returns the file with what was observed in place of what it expects. What it does not expect stays unchecked, all other text
// and its comments stay as they are; comments within a list that changes are lost.
func Update(document []byte, c *Case, got *Observed) ([]byte, error) {
	expected := c.Expect.refreshed(got)
	old, values := c.Expect.fields(), map[string]string{}
	for _, f := range expected.fields() {
		values[f.key] = f.value
	}
	var err error
	set := func(key, value string) {
		if err == nil {
			document, err = config.Edit{Path: []string{"expect", key}, Value: value}.Apply(document)
		}
	}
	for _, f := range old {
		if values[f.key] != f.value {
			set(f.key, values[f.key])
		}
		delete(values, f.key)
	}
	for _, f := range expected.fields() {
		if values[f.key] != "" {
			set(f.key, f.value)
		}
	}
	return document, err
}

// refreshed returns what was observed of what is expected, and all of it if the outcome is another one.
func (e *Expectation) refreshed(got *Observed) *Expectation {
	if e.Outcome != "" && !e.meets(got.Outcome) {
		return new(got.kept())
	}
	fresh := *e
	if e.Module != nil {
		fresh.Module = got.Module
	}
	if e.Code != nil {
		fresh.Code = got.Code
	}
	if e.Name != "" {
		fresh.Name = got.Name
	}
	if e.StatusCode != "" {
		fresh.StatusCode = got.StatusCode
	}
	if got.noEvents != "" {
		return &fresh
	}
	if e.Balances != nil && len(compareBalances(e.Balances, got.Balances)) > 0 {
		fresh.Balances = got.Balances
	}
	if e.Events != nil {
		fresh.Events = refreshEvents(e.Events, got.Events)
	}
	return &fresh
}

// refreshEvents returns the observed events in the order of the expected ones, with the members that are expected of them. Events that
// are as expected stay as they are written.
func refreshEvents(expected, got []Event) []Event {
	partners, rest := pair(expected, got)
	fresh := []Event{}
	for i, want := range expected {
		if partners[i] < 0 {
			continue
		}
		if len(want.differ("", got[partners[i]])) > 0 {
			want.Data = project(want.Data, got[partners[i]].Data)
		}
		fresh = append(fresh, want)
	}
	for _, at := range rest {
		fresh = append(fresh, got[at])
	}
	return fresh
}

// project returns the members of got that expected has too.
func project(expected, got any) any {
	members, isObject := expected.(map[string]any)
	others, isOther := got.(map[string]any)
	if !isObject || !isOther {
		return got
	}
	kept := map[string]any{}
	for name, value := range members {
		if other, found := others[name]; found {
			kept[name] = project(value, other)
		}
	}
	return kept
}
