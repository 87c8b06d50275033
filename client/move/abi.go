package move

import (
	"bytes"
	"encoding/json"
)

// ModuleABI is the interface of a published module (spec section 2.6). Its JSON is what foredeck prints; nodes
// write other names. Lists without items are [] in it, never null.
type ModuleABI struct {
	Address   Address       `json:"address"`
	Name      string        `json:"name"`
	Friends   []ModuleID    `json:"friends"`
	Functions []FunctionABI `json:"functions"`
	Structs   []StructABI   `json:"structs"`
}

// FunctionABI is a function that a module shows. The types are in the spelling of the node; ParseType reads them.
type FunctionABI struct {
	Name           string          `json:"name"`
	Visibility     string          `json:"visibility"` // public, friend, private, or as given
	IsEntry        bool            `json:"is_entry"`
	IsView         bool            `json:"is_view"`
	TypeParameters []TypeParameter `json:"type_params"`
	Parameters     []string        `json:"params"`
	Return         []string        `json:"return"`
}

// TypeParameter is a type parameter of a function or a struct.
type TypeParameter struct {
	Constraints []string `json:"constraints"`          // abilities that a type argument must have: copy, drop, store, key
	IsPhantom   bool     `json:"is_phantom,omitempty"` // of structs only
}

// StructABI is a struct or an enum of a module.
type StructABI struct {
	Name           string          `json:"name"`
	IsNative       bool            `json:"is_native"`
	IsEvent        bool            `json:"is_event"`
	IsEnum         bool            `json:"is_enum"`
	Abilities      []string        `json:"abilities"`
	TypeParameters []TypeParameter `json:"type_params"`
	Fields         []FieldABI      `json:"fields"`
}

// FieldABI is a field of a struct. A struct that declares none shows one named dummy_field, of type bool.
type FieldABI struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Function finds a function by its name, nil where there is none.
func (m *ModuleABI) Function(name string) *FunctionABI {
	for i := range m.Functions {
		if m.Functions[i].Name == name {
			return &m.Functions[i]
		}
	}
	return nil
}

// MarshalJSON writes the fields under the names of their tags.
func (m ModuleABI) MarshalJSON() ([]byte, error) {
	type fields ModuleABI
	m.Friends, m.Functions, m.Structs = listed(m.Friends), listed(m.Functions), listed(m.Structs)
	return plainJSON(fields(m))
}

// MarshalJSON writes the fields under the names of their tags.
func (f FunctionABI) MarshalJSON() ([]byte, error) {
	type fields FunctionABI
	f.TypeParameters, f.Parameters, f.Return = listed(f.TypeParameters), listed(f.Parameters), listed(f.Return)
	return plainJSON(fields(f))
}

// MarshalJSON writes the fields under the names of their tags.
func (p TypeParameter) MarshalJSON() ([]byte, error) {
	type fields TypeParameter
	p.Constraints = listed(p.Constraints)
	return plainJSON(fields(p))
}

// MarshalJSON writes the fields under the names of their tags.
func (s StructABI) MarshalJSON() ([]byte, error) {
	type fields StructABI
	s.Abilities, s.TypeParameters, s.Fields = listed(s.Abilities), listed(s.TypeParameters), listed(s.Fields)
	return plainJSON(fields(s))
}

// plainJSON writes JSON without the escapes that are made for HTML, so that types such as CoinStore<T> stay readable.
func plainJSON(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

// listed gives the list, which is not nil: encoding/json writes a nil one as null.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
