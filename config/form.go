package config

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Kind is the type of a value.
type Kind int

// The kinds of value.
const (
	Text     Kind = iota // a string in quotes
	Bool                 // true or false
	Number               // digits
	List                 // strings in brackets
	ReadOnly             // not edited in a form: whether a secret is set, or a value that contains one
)

// Group is a group of options.
type Group int

// The groups in display order.
const (
	GroupNetworks Group = iota
	GroupAppearance
	GroupRefresh
	GroupUnits
	GroupNames
	GroupKeys
	GroupAlerts
)

// GroupTitles are the titles of the groups.
var GroupTitles = []string{"Networks", "Appearance", "Refresh", "Units", "Names", "Keys", "Alerts"}

// Field is a value in a form. Values are in TOML.
type Field struct {
	Path    []string // of the key
	Group   Group
	Network string // that it belongs to, or empty
	Kind    Kind
	Choices []string // allowed values, nil if any
	Help    string
	Example string // or empty

	Value   string // in effect, or empty
	From    string // origin of Value: default, flag, environment VARIABLE, or line N of the file
	Default string
	InFile  string // the value in the file, or empty
	Line    int    // of InFile
	Problem string // why InFile is invalid, or empty
}

// Key returns the path in TOML.
func (f *Field) Key() string { return dotted(f.Path) }

// Name returns the key within its table, of a validator also the table.
func (f *Field) Name() string {
	if isValidator(f.Path) {
		return dotted(f.Path[len(f.Path)-3:])
	}
	return f.Path[len(f.Path)-1]
}

// Overridden reports whether a flag or the environment overrides the file. The locale does not: it only replaces a default.
func (f *Field) Overridden() bool {
	return f.From == "flag" || strings.HasPrefix(f.From, "environment ") && f.Path[0] != "ascii"
}

// EditText returns the value as a user types it: that of the file, or else the one in effect.
func (f *Field) EditText() string {
	written := cmp.Or(f.InFile, f.Value)
	if f.Overridden() {
		written = cmp.Or(f.InFile, f.Default)
	}
	if shown := Display(written); f.Group == GroupKeys || !strings.HasPrefix(shown, "[") {
		return shown
	}
	return written
}

// Parse returns what a user has typed as TOML. A list is typed as words, or in brackets as in the file; among keys a bracket can also
// be a key. The error says what the value must be.
func (f *Field) Parse(typed string) (string, error) {
	written := strings.TrimSpace(typed)
	switch f.Kind {
	case Text:
		if v, ok := valueIn(written); !ok || v.kind != unstable.String { // it already has quotes
			written = quoted(written)
		}
	case List:
		_, isList := valueIn(written)
		if !strings.HasPrefix(written, "[") || f.Group == GroupKeys && !isList {
			written = quotedList(strings.Fields(written))
		}
	}
	v, ok := valueIn(written)
	if !ok {
		if f.Kind == List {
			return "", errors.New(`must be words, or a list such as ["a", "b c"]`)
		}
		v = value{kind: unstable.Float, text: written} // a type that no option accepts
	}
	scratch := defaults()
	scratch.origins = map[string]string{}
	if f.Path[0] == "network" {
		return v.toml(), nil // its choices are the names of the networks
	}
	if err := (&File{}).applyLine(scratch, line{1, f.Path, v}, map[string]int{}); err != nil {
		return "", err
	}
	return v.toml(), nil
}

// valueIn parses a single value.
func valueIn(written string) (value, bool) {
	lines, broken := readLines([]byte("x = " + written))
	if len(lines) != 1 || len(broken) > 0 || len(lines[0].path) > 1 {
		return value{}, false
	}
	return lines[0].value, true
}

// SetDefault sets the default, and the value if the file has none.
func (f *Field) SetDefault(written string) {
	f.Default = written
	if f.InFile == "" {
		f.Value = written
	}
}

// FormatList returns strings as a TOML list.
func FormatList(texts []string) string { return quotedList(texts) }

// Display returns a value for display: without quotes where they are not needed.
func Display(written string) string {
	v, ok := valueIn(written)
	texts := ParseList(written)
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

// ParseList returns the strings of a TOML list, or a single string.
func ParseList(written string) []string {
	v, _ := valueIn(written)
	texts, err := v.strings()
	if err != nil {
		return nil
	}
	return texts
}

// NewField returns the field of a key that is not set yet: a name, an action, a coin, or an option of a network.
func NewField(path ...string) Field {
	field := Field{Path: path, From: "default"}
	if network, member, option, ok := validatorPath(path); ok {
		field.Group, field.Network = GroupNames, network
		field.Help, field.Example = "Name of validator "+member+".", `"mine"`
		if option == "author" {
			field.Help, field.Example = "Author address of the blocks of validator "+member+".", `"0x1"`
		}
		return field
	}
	switch path[0] {
	case "networks":
		field.Group, field.Network = GroupNetworks, path[1]
		usually := newNetwork(path[1])
		for _, option := range networkOptions {
			if option.key == path[len(path)-1] {
				field.Kind, field.Choices, field.Help, field.Example, field.Default = option.kind, option.choices, option.help, option.example, option.toml(&usually)
			}
		}
	case "names":
		field.Group, field.Help, field.Example = GroupNames, "The address with this name, on every network.", `"0x1"`
	case "groups":
		field.Group, field.Kind, field.Help, field.Example = GroupNames, List, "The accounts of this group, by address and name.", `["treasury", "0x1"]`
	case "keys":
		field.Group, field.Kind, field.Example = GroupKeys, List, `"ctrl+q"`
	case "decimals":
		field.Group, field.Kind, field.Example = GroupUnits, Number, "6"
		field.Help = "Decimals of this coin. They override those of the chain."
	}
	return field
}

// Fields returns all values for a form, except key bindings that are not in the file: config does not know the actions.
func (s *Settings) Fields(environment func(string) string) []Field {
	initial := defaults()
	fields := []Field{{
		Path: []string{"network"}, Choices: networkNames(s.Networks), Help: "The network that the deck opens with.",
		Value: quoted(s.Network.Name), From: s.origin("network"), Default: quoted(Simulated),
	}}
	for _, network := range s.Networks {
		fields = append(fields, s.networkFields(network, environment)...)
	}
	for _, option := range options {
		fields = append(fields, Field{
			Path: strings.Split(option.key, "."), Group: cmp.Or(option.group, GroupAppearance), Kind: option.kind, Choices: option.choices, Help: option.help, Example: option.example,
			Value: option.shown(s), From: s.origin(option.key), Default: option.toml(initial),
		})
	}
	for _, l := range s.lines {
		if len(l.path) == 2 && slices.Contains([]string{"names", "groups", "decimals"}, l.path[0]) || len(l.path) > 1 && l.path[0] == "keys" || isValidator(l.path) {
			field := NewField(l.path...)
			field.Value, field.From = l.value.toml(), fileOrigin(l.number)
			fields = append(fields, field)
		}
	}
	s.addFileValues(fields)
	return fields
}

// networkFields returns the options of a network, and whether its secrets are set.
func (s *Settings) networkFields(network Network, environment func(string) string) []Field {
	initial, known := newNetwork(network.Name), builtIn()
	if i := findNetwork(known, network.Name); i >= 0 {
		initial = known[i]
	}
	if network.Name == s.Network.Name {
		network = s.Network // with the flags applied
	}
	var fields []Field
	for _, option := range networkOptions {
		if network.Name == Simulated && option.key != "decimals" {
			continue
		}
		field := NewField("networks", network.Name, option.key)
		field.Value, field.From, field.Default = option.toml(&network), s.origin(field.Key()), option.toml(&initial)
		fields = append(fields, field)
	}
	if network.Name == Simulated {
		return fields
	}
	for _, secret := range network.secrets() {
		field := Field{Path: []string{"networks", network.Name, secret.key}, Network: network.Name, Kind: ReadOnly, Help: secret.help}
		field.Value, field.From = secret.state(environment)
		fields = append(fields, field)
	}
	return fields
}

// addFileValues adds the values of the file and their problems to the fields.
func (s *Settings) addFileValues(fields []Field) {
	inFile := make(map[string]line, len(s.lines))
	for _, l := range s.lines {
		inFile[l.key()] = l
	}
	for i := range fields {
		field := &fields[i]
		key := field.Key()
		if l, ok := inFile[key]; ok {
			field.InFile, field.Line = l.value.toml(), l.number
			if field.Kind == ReadOnly {
				field.InFile = field.Value // without its secret
			}
		}
		for _, problem := range s.Problems {
			if field.Line == problem.Line && (problem.Key == key || field.Group == GroupKeys) {
				field.Problem = problem.Rule
			}
		}
	}
}

// FindNetwork returns the network with a name, with the flags applied if it is the current one.
func (s *Settings) FindNetwork(name string) (Network, bool) {
	if s.Network.Name == name {
		return s.Network, true
	}
	if i := findNetwork(s.Networks, name); i >= 0 {
		return s.Networks[i], true
	}
	return Network{}, false
}
