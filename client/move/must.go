package move

// MustParseAddress is ParseAddress for texts that are known to be valid, such as constants. It panics if the text is not.
func MustParseAddress(s string) Address { return must(ParseAddress(s)) }

// MustParseModuleID is ParseModuleID for texts that are known to be valid. It panics if the text is not.
func MustParseModuleID(s string) ModuleID { return must(ParseModuleID(s)) }

// MustParseFunctionID is ParseFunctionID for texts that are known to be valid. It panics if the text is not.
func MustParseFunctionID(s string) FunctionID { return must(ParseFunctionID(s)) }

// MustParseTypeTag is ParseTypeTag for texts that are known to be valid. It panics if the text is not.
func MustParseTypeTag(s string) TypeTag { return must(ParseTypeTag(s)) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
