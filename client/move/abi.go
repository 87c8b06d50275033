package move

import (
	"bytes"
	"encoding/json"
)

// ModuleABI is the interface of a published module (spec section 2.6). Its JSON names differ from those of nodes; empty
// lists are [], never null.
type ModuleABI struct {
	Address   Address       `json:"address"`
	Name      string        `json:"name"`
	Friends   []ModuleID    `json:"friends"`
	Functions []FunctionABI `json:"functions"`
	Structs   []StructABI   `json:"structs"`
}

// FunctionABI is a function of a module. Its types are as the node sends them; see ParseType.
type FunctionABI struct {
	Name           string          `json:"name"`
	Visibility     string          `json:"visibility"` // public, friend, private, or another one that the node uses
	IsEntry        bool            `json:"is_entry"`
	IsView         bool            `json:"is_view"`
	TypeParameters []TypeParameter `json:"type_params"`
	Parameters     []string        `json:"params"`
	Return         []string        `json:"return"`
	// ParameterNames are the names of all parameters, as NameParameters finds them in the source. Nodes do not send them.
	ParameterNames []string `json:"-"`
}

// TypeParameter is a type parameter of a function or a struct.
type TypeParameter struct {
	Constraints []string `json:"constraints"`          // required abilities: copy, drop, store, key
	IsPhantom   bool     `json:"is_phantom,omitempty"` // only for structs
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

// FieldABI is a field of a struct. A struct without fields has one named dummy_field of the type bool.
type FieldABI struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Function returns the function with a name, nil if there is none.
func (m *ModuleABI) Function(name string) *FunctionABI {
	for i := range m.Functions {
		if m.Functions[i].Name == name {
			return &m.Functions[i]
		}
	}
	return nil
}

// MarshalJSON encodes nil lists as [].
func (m ModuleABI) MarshalJSON() ([]byte, error) {
	type fields ModuleABI
	m.Friends, m.Functions, m.Structs = emptyIfNil(m.Friends), emptyIfNil(m.Functions), emptyIfNil(m.Structs)
	return EncodeJSON(fields(m))
}

// MarshalJSON encodes nil lists as [].
func (f FunctionABI) MarshalJSON() ([]byte, error) {
	type fields FunctionABI
	f.TypeParameters, f.Parameters, f.Return = emptyIfNil(f.TypeParameters), emptyIfNil(f.Parameters), emptyIfNil(f.Return)
	return EncodeJSON(fields(f))
}

// MarshalJSON encodes nil lists as [].
func (p TypeParameter) MarshalJSON() ([]byte, error) {
	type fields TypeParameter
	p.Constraints = emptyIfNil(p.Constraints)
	return EncodeJSON(fields(p))
}

// MarshalJSON encodes nil lists as [].
func (s StructABI) MarshalJSON() ([]byte, error) {
	type fields StructABI
	s.Abilities, s.TypeParameters, s.Fields = emptyIfNil(s.Abilities), emptyIfNil(s.TypeParameters), emptyIfNil(s.Fields)
	return EncodeJSON(fields(s))
}

// EncodeJSON encodes JSON without HTML escapes, so that types such as CoinStore<T> stay readable.
func EncodeJSON(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

// emptyIfNil returns a list that is encoded as [] rather than null.
func emptyIfNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
