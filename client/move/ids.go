package move

// ModuleID identifies a module by the account that published it and its name. Module IDs can be compared with ==.
type ModuleID struct {
	Address Address
	Name    string
}

// ParseModuleID parses address::name. The address can be short or padded, with or without 0x. The error is a *ParseError.
func ParseModuleID(s string) (ModuleID, error) {
	return parse("module id", s, (*parser).moduleID)
}

func (m ModuleID) function(name string) FunctionID { return FunctionID{m.Address, m.Name, name} }

// String returns the canonical form with a short address: 0x1::coin.
func (m ModuleID) String() string { return m.Address.Short() + "::" + m.Name }

// MarshalText returns the text of String.
func (m ModuleID) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// FunctionID identifies a function by its account, its module and its name (spec section 2.1). Function IDs can be compared
// with ==.
type FunctionID struct {
	Address Address
	Module  string
	Name    string
}

// ParseFunctionID parses address::module::name. The address can be short or padded, with or without 0x. The error is a
// *ParseError.
func ParseFunctionID(s string) (FunctionID, error) {
	return parse("function id", s, func(p *parser) (FunctionID, error) {
		module, err := p.moduleID()
		if err != nil {
			return FunctionID{}, err
		}
		name, err := p.member("function name")
		return FunctionID{Address: module.Address, Module: module.Name, Name: name}, err
	})
}

// ModuleID returns the module of the function.
func (f FunctionID) ModuleID() ModuleID { return ModuleID{Address: f.Address, Name: f.Module} }

// String returns the canonical form with a short address: 0x1::coin::balance.
func (f FunctionID) String() string {
	return f.Address.Short() + "::" + f.Module + "::" + f.Name
}

// MarshalText returns the text of String.
func (f FunctionID) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText parses text with ParseFunctionID.
func (f *FunctionID) UnmarshalText(text []byte) error {
	read, err := ParseFunctionID(string(text))
	if err != nil {
		return err
	}
	*f = read
	return nil
}
