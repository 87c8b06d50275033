package move

import (
	"encoding/binary"
	"slices"
	"sort"
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
	sort.SliceStable(abi.Functions, func(i, j int) bool { return abi.Functions[i].Name < abi.Functions[j].Name })
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

// ErrorDescription is the name and the documentation of an error constant.
type ErrorDescription struct {
	Name string // EINSUFFICIENT_BALANCE
	Text string // its documentation comment, may be empty; not sanitized
}

// ErrorMap has the error constants of a module by their value: the reason of an abort code, or the whole code.
type ErrorMap map[uint64]ErrorDescription

// Describe returns the description of an abort code. Like nodes, it looks up the lowest 12 bits, which std::error leaves to the
// module, before the whole code.
func (m ErrorMap) Describe(code AbortCode) (description ErrorDescription, ok bool) {
	if description, ok = m[uint64(code&0xfff)]; !ok {
		description, ok = m[uint64(code)]
	}
	return description, ok
}

// Errors returns the error constants that the compiler wrote into the metadata, under the key "aptos::metadata_v1" or that of
// another chain with the same suffix, or the older "_v0". It is empty if there are none. Metadata that cannot be decoded is
// an error, a *ParseError of the kind "module metadata".
func (b *Bytecode) Errors() (ErrorMap, error) {
	for _, metadata := range b.Metadata {
		if strings.HasSuffix(metadata.Key, "::metadata_v1") || strings.HasSuffix(metadata.Key, "::metadata_v0") {
			return parseErrorMap(metadata.Value)
		}
	}
	return nil, nil
}

// parseErrorMap decodes the first field of RuntimeModuleMetadata. The attributes that follow in version 1 are skipped.
func parseErrorMap(metadata []byte) (ErrorMap, error) {
	r := &bcsReader{kind: "module metadata", bytes: metadata}
	errors := r.errorMap()
	if r.err != nil {
		return nil, r.err
	}
	return errors, nil
}

func (r *bcsReader) errorMap() ErrorMap {
	errors := make(ErrorMap)
	for range r.count("errors") {
		value := r.take(8, "error code")
		description := ErrorDescription{Name: r.text("error name"), Text: r.text("error description")}
		if r.err != nil {
			return nil
		}
		errors[binary.LittleEndian.Uint64(value)] = description
	}
	return errors
}
