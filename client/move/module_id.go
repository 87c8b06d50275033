package move

// ModuleID names a module: the account that published it and the module's name.
// Module ids are equal when they are ==.
type ModuleID struct {
	Address Address
	Name    string
}

// ParseModuleID reads address::name. The address may be short or padded, with or
// without 0x. The error is a *ParseError.
func ParseModuleID(s string) (ModuleID, error) {
	return parse("module id", s, (*parser).moduleID)
}

// String gives the canonical form, with a short address: 0x1::coin.
func (m ModuleID) String() string {
	return m.Address.Short() + "::" + m.Name
}

// MarshalText gives the canonical form, as String does.
func (m ModuleID) MarshalText() ([]byte, error) {
	return []byte(m.String()), nil
}
