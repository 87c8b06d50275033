package move

import (
	"slices"
	"strings"
)

// ABI returns the interface of the module as nodes derive it: functions that are public, friend or entry, in alphabetical order, and all
// structs. View functions and events are those with such an attribute in the metadata. If that cannot be decoded, there are none, and the
// error is a *ParseError of the kind "module metadata".
func (b *Bytecode) ABI() (*ModuleABI, error) {
	abi := &ModuleABI{Address: b.ID.Address, Name: b.ID.Name, Friends: slices.Clone(b.Friends)}
	views, events, err := b.attributes()
	for i := range b.Functions {
		function := b.Functions[i].ABI
		if function.Visibility == "private" && !function.IsEntry {
			continue
		}
		function.IsView = views[function.Name]
		abi.Functions = append(abi.Functions, function)
	}
	slices.SortStableFunc(abi.Functions, func(a, b FunctionABI) int { return strings.Compare(a.Name, b.Name) })
	for i := range b.Structs {
		declared := b.Structs[i].ABI
		declared.IsEvent = events[declared.Name]
		abi.Structs = append(abi.Structs, declared)
	}
	return abi, err
}

// Kinds of attributes in the metadata.
const (
	legacyViewAttribute = 0
	viewAttribute       = 1
	eventAttribute      = 4
)

// attributes returns the names of the view functions and of the events.
func (b *Bytecode) attributes() (views, events map[string]bool, err error) {
	for _, metadata := range b.Metadata {
		if !strings.HasSuffix(metadata.Key, "::metadata_v1") {
			continue
		}
		r := &bcsReader{kind: "module metadata", bytes: metadata.Value}
		r.errorMap()
		events = r.withAttribute(eventAttribute)
		views = r.withAttribute(legacyViewAttribute, viewAttribute)
		if r.err != nil {
			return nil, nil, r.err
		}
		return views, events, nil
	}
	return nil, nil, nil
}

// withAttribute reads a map from names to lists of attributes, and returns the names that have one of some kinds.
func (r *bcsReader) withAttribute(kinds ...byte) map[string]bool {
	names := map[string]bool{}
	for range r.count("attributes") {
		name := r.text("name")
		for range r.count("attributes") {
			kind := r.byte("kind of attribute")
			for range r.count("arguments") {
				r.text("argument")
			}
			if r.err != nil {
				return nil
			}
			if slices.Contains(kinds, kind) {
				names[name] = true
			}
		}
		if r.err != nil {
			return nil
		}
	}
	return names
}
