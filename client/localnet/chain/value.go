package chain

import "foredeck/client/move"

// A Move value is held as a Go value by its type:
//
//	bool                 bool
//	u8 to u64            uint64
//	u128, u256           *big.Int
//	address, Object<T>   move.Address
//	vector<u8>           []byte
//	other vectors        []any
//	String               string
//	Option<T>            []any, of one value or none
//	other structs        fields
type Fields map[string]any

var (
	stringTag        = move.StructTag{Address: frameworkAddress, Module: "string", Name: "String"}
	frameworkAddress = move.Address{31: 1}
)

// isStandard tells whether a struct is the framework's of that module and name.
func isStandard(tag *move.StructTag, module, name string) bool {
	return tag.Address == frameworkAddress && tag.Module == module && tag.Name == name
}

// OptionElement gives T of Option<T>.
func OptionElement(tag move.TypeTag) (move.TypeTag, bool) {
	if tag.Kind != move.KindStruct || !isStandard(tag.Struct, "option", "Option") || len(tag.Struct.TypeArguments) != 1 {
		return move.TypeTag{}, false
	}
	return tag.Struct.TypeArguments[0], true
}

func IsString(tag move.TypeTag) bool {
	return tag.Kind == move.KindStruct && tag.Struct.Equal(stringTag)
}

func IsObject(tag move.TypeTag) bool {
	return tag.Kind == move.KindStruct && isStandard(tag.Struct, "object", "Object")
}

// TypedValue is a value with its type.
type TypedValue struct {
	Type  move.TypeTag
	Value any
}
