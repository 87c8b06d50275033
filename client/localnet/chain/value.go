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

// TypedValue is a value with its type, see Fields.
type TypedValue struct {
	Type  move.TypeTag
	Value any
}
