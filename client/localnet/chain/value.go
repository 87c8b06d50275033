package chain

import "foredeck/client/move"

// Fields holds the values of the fields of a struct, by name. The values of Move types are
//
//	bool                 bool
//	u8 to u64            uint64
//	u128, u256           *big.Int
//	address, Object<T>   move.Address
//	vector<u8>           []byte
//	other vectors        []any
//	String               string
//	Option<T>            []any, of length 0 or 1
//	other structs        Fields
type Fields map[string]any

var (
	stringTag        = move.StructTag{Address: frameworkAddress, Module: "string", Name: "String"}
	frameworkAddress = move.Address{31: 1}
)

// isStandard reports whether a struct is the one of the framework in a module.
func isStandard(tag *move.StructTag, module, name string) bool {
	return tag.Address == frameworkAddress && tag.Module == module && tag.Name == name
}

// OptionElement returns T if a type is Option<T>.
func OptionElement(tag move.TypeTag) (move.TypeTag, bool) {
	if tag.Kind != move.KindStruct || !isStandard(tag.Struct, "option", "Option") || len(tag.Struct.TypeArguments) != 1 {
		return move.TypeTag{}, false
	}
	return tag.Struct.TypeArguments[0], true
}

// IsString reports whether a type is 0x1::string::String.
func IsString(tag move.TypeTag) bool {
	return tag.Kind == move.KindStruct && tag.Struct.Equal(stringTag)
}

// IsObject reports whether a type is 0x1::object::Object<T>.
func IsObject(tag move.TypeTag) bool {
	return tag.Kind == move.KindStruct && isStandard(tag.Struct, "object", "Object")
}

// TypedValue is a value with its type, see Fields.
type TypedValue struct {
	Type  move.TypeTag
	Value any
}
