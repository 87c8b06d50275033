package move

// FunctionID names a function: the account and the module that hold it, and the
// function's name (spec section 2.1). Function ids are equal when they are ==.
type FunctionID struct {
	Address Address
	Module  string
	Name    string
}

// ParseFunctionID reads address::module::name. The address may be short or padded,
// with or without 0x. The error is a *ParseError.
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

// String gives the canonical form, with a short address: 0x1::coin::balance.
func (f FunctionID) String() string {
	return f.Address.Short() + "::" + f.Module + "::" + f.Name
}

// MarshalText gives the text of String.
func (f FunctionID) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads what ParseFunctionID reads.
func (f *FunctionID) UnmarshalText(text []byte) error {
	read, err := ParseFunctionID(string(text))
	if err != nil {
		return err
	}
	*f = read
	return nil
}
