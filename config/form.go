package config

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Kind is of which kind a value is, and with it how it is typed.
type Kind int

// The kinds of value.
const (
	Text   Kind = iota // a text in quotes
	Switch             // true or false
	Number             // digits
	List               // texts in quotes, in brackets
	Fact               // it is not in the file
)

// Group is what options are about.
type Group int

// The groups, in the order in which a form shows them.
const (
	OfNetworks Group = iota
	OfLooks
	OfPeriods
	OfUnits
	OfNames
	OfKeys
	OfAlerts
)

// Groups are the names of the groups.
var Groups = []string{"Networks", "Looks", "Look again", "Units", "Names", "Keys", "Alerts"}

// Field is one value as a form shows it. Values are as TOML writes them.
type Field struct {
	Path    []string // of its key
	Group   Group
	Network string // of which it is said; empty: of none
	Kind    Kind
	Choices []string // none: what the rule allows
	Does    string
	Example string // empty: none is needed

	Value   string // that counts; empty: none
	From    string // that value comes: default, flag, environment VARIABLE, or line N of the file
	Default string
	Said    string // what the file says; empty: nothing
	Line    int    // on which it does
	Problem string // what is wrong with it
}

// Key is the path as TOML writes it.
func (f *Field) Key() string { return dotted(f.Path) }

// Name is the key within its table.
func (f *Field) Name() string { return f.Path[len(f.Path)-1] }

// Overridden tells that something else than the file decides, whatever the file says. The locale does so only where nothing is
// said.
func (f *Field) Overridden() bool {
	return f.From == "flag" || strings.HasPrefix(f.From, "environment ") && f.Path[0] != "ascii"
}

// Typed is the value as one types it: what the file says, else what counts.
func (f *Field) Typed() string {
	written := cmp.Or(f.Said, f.Value)
	if f.Overridden() {
		written = cmp.Or(f.Said, f.Default)
	}
	if shown := Shown(written); f.Group == OfKeys || !strings.HasPrefix(shown, "[") {
		return shown
	}
	return written
}

// Written is what was typed as TOML writes it. A list is typed as words, or in brackets like in the file; a bracket can be a key
// as well. The error is the rule that does not let it be.
func (f *Field) Written(typed string) (string, error) {
	written := strings.TrimSpace(typed)
	switch f.Kind {
	case Text:
		if v, ok := valueIn(written); !ok || v.kind != unstable.String { // which has its quotes already
			written = quoted(written)
		}
	case List:
		_, isList := valueIn(written)
		if !strings.HasPrefix(written, "[") || f.Group == OfKeys && !isList {
			written = quotedList(strings.Fields(written))
		}
	}
	v, ok := valueIn(written)
	if !ok {
		if f.Kind == List {
			return "", errors.New(`must be words, or in brackets with quotes, such as ["a", "b c"]`)
		}
		v = value{kind: unstable.Float, text: written} // which is no value of any option, and is named so
	}
	scratch := defaults()
	scratch.origins = map[string]string{}
	if f.Path[0] == "network" {
		return v.toml(), nil // which there are is told by its choices
	}
	if err := (&File{}).applyLine(scratch, line{1, f.Path, v}, map[string]int{}); err != nil {
		return "", err
	}
	return v.toml(), nil
}

// valueIn reads one value.
func valueIn(written string) (value, bool) {
	lines, broken := readLines([]byte("x = " + written))
	if len(lines) != 1 || len(broken) > 0 || len(lines[0].path) > 1 {
		return value{}, false
	}
	return lines[0].value, true
}

// SetDefault says what is so where the file says nothing.
func (f *Field) SetDefault(written string) {
	f.Default = written
	if f.Said == "" {
		f.Value = written
	}
}

// WriteList is texts as TOML writes them.
func WriteList(texts []string) string { return quotedList(texts) }

// Shown is a value as a person reads it: without the quotes of TOML where they tell nothing.
func Shown(written string) string {
	v, ok := valueIn(written)
	texts := Texts(written)
	switch {
	case ok && v.kind == unstable.String && v.text != "":
		return v.text
	case ok && v.kind != unstable.Array:
		return written
	}
	if len(texts) == 0 || slices.ContainsFunc(texts, func(text string) bool { return text == "" || strings.ContainsAny(text, " \t\"'\\") }) {
		return written
	}
	return strings.Join(texts, " ")
}

// Texts are those of a list, or the one text, as TOML writes them.
func Texts(written string) []string {
	v, _ := valueIn(written)
	texts, err := v.strings()
	if err != nil {
		return nil
	}
	return texts
}

// NewField is the field of a key that nothing is said of yet: of a name, an action, a coin, or an option of a network.
func NewField(path ...string) Field {
	field := Field{Path: path, From: "default"}
	switch path[0] {
	case "networks":
		field.Group, field.Network = OfNetworks, path[1]
		usually := usual(path[1])
		for _, option := range networkOptions {
			if option.key == path[len(path)-1] {
				field.Kind, field.Choices, field.Does, field.Example, field.Default = option.kind, option.choices, option.does, option.example, option.toml(&usually)
			}
		}
	case "names":
		field.Group, field.Does, field.Example = OfNames, "A name for an address, on every network. This is the address.", `"0x1"`
	case "keys":
		field.Group, field.Kind, field.Example = OfKeys, List, `"ctrl+q"`
	case "decimals":
		field.Group, field.Kind, field.Example = OfUnits, Number, "6"
		field.Does = "Decimals of the amounts of this coin, whatever the chain says of them."
	}
	return field
}

// Fields are all values as a form shows them, but for keys that nothing is said of: which actions there are is known elsewhere.
func (s *Settings) Fields(environment func(string) string) []Field {
	unsaid := defaults()
	networks := make([]string, len(s.Networks))
	for i, network := range s.Networks {
		networks[i] = network.Name
	}
	fields := []Field{{
		Path: []string{"network"}, Choices: networks, Does: "The network that is looked at when the deck is opened.",
		Value: quoted(s.Network.Name), From: s.from("network"), Default: quoted(Simulated),
	}}
	for _, network := range s.Networks {
		fields = append(fields, s.networkFields(network, environment)...)
	}
	for _, option := range options {
		fields = append(fields, Field{
			Path: strings.Split(option.key, "."), Group: groupOf(option.key), Kind: option.kind, Choices: option.choices, Does: option.does, Example: option.example,
			Value: option.toml(s), From: s.from(option.key), Default: option.toml(unsaid),
		})
	}
	for _, l := range s.lines {
		if len(l.path) == 2 && (l.path[0] == "names" || l.path[0] == "decimals") || len(l.path) > 1 && l.path[0] == "keys" {
			field := NewField(l.path...)
			field.Value, field.From = l.value.toml(), fileOrigin(l.number)
			fields = append(fields, field)
		}
	}
	s.addSaid(fields)
	return fields
}

func groupOf(key string) Group {
	switch table, _, _ := strings.Cut(key, "."); table {
	case "look_again", "timeout":
		return OfPeriods
	case "units":
		return OfUnits
	case "alert_command":
		return OfAlerts
	}
	return OfLooks
}

// networkFields are the options of a network, with what is known of its secrets.
func (s *Settings) networkFields(network Network, environment func(string) string) []Field {
	unsaid := usual(network.Name)
	for _, known := range builtIn() {
		if known.Name == network.Name {
			unsaid = known
		}
	}
	if network.Name == s.Network.Name {
		network = s.Network // as flags have it
	}
	var fields []Field
	for _, option := range networkOptions {
		if network.Name == Simulated && option.key != "decimals" {
			continue
		}
		field := NewField("networks", network.Name, option.key)
		field.Value, field.From, field.Default = option.toml(&network), s.from(field.Key()), option.toml(&unsaid)
		fields = append(fields, field)
	}
	if network.Name == Simulated {
		return fields
	}
	for _, secret := range []struct {
		key, variable, does string
		secret              Secret
	}{
		{"api_key", APIKeyVariable, "The key of the price service. It comes from the environment, a file or a command, and is never shown.", network.APIKey},
		{"consensus_token", ConsensusTokenVariable, "The token for consensus blocks. It comes from the environment, a file or a command, and is never shown.", network.ConsensusToken},
	} {
		field := Field{Path: []string{"networks", network.Name, secret.key}, Network: network.Name, Kind: Fact, Does: secret.does, Value: "not set", From: "default"}
		if secret.secret.IsSet(secret.variable, environment) {
			field.Value, field.From = "set", secret.secret.origin(secret.variable, environment)
		}
		fields = append(fields, field)
	}
	return fields
}

// addSaid adds what the file says of the fields, and what is wrong with that.
func (s *Settings) addSaid(fields []Field) {
	said := make(map[string]line, len(s.lines))
	for _, l := range s.lines {
		said[l.key()] = l
	}
	for i := range fields {
		field := &fields[i]
		key := field.Key()
		if l, ok := said[key]; ok {
			field.Said, field.Line = l.value.toml(), l.number
		}
		for _, problem := range s.Problems {
			if field.Line == problem.Line && (problem.Key == key || field.Group == OfKeys) {
				field.Problem = problem.Rule
			}
		}
	}
}

// NetworkNamed is a network by its name, as flags have it where it is the one that they are about.
func (s *Settings) NetworkNamed(name string) (Network, bool) {
	if s.Network.Name == name {
		return s.Network, true
	}
	for _, network := range s.Networks {
		if network.Name == name {
			return network, true
		}
	}
	return Network{}, false
}
