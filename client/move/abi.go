package move

// ModuleABI is the interface of a published module (spec section 2.6). Its JSON is what foredeck prints; nodes
// write other names.
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
