// Package move implements the types of the Move language as a node's RPC uses them: addresses, type tags, the IDs of modules
// and functions, ABIs, values and bytecode.
//
// Parse functions are strict: they neither trim nor guess, and fail with a *ParseError that names the position and the
// broken rule. MustParse functions panic instead, for texts that are known to be valid:
//
//	coin := move.MustParseTypeTag("0x1::native_coin::NativeCoin")
//
// String methods return the canonical form: the same text for all equal values.
//
// [NewArgument] encodes Go values, and text as people type it, as arguments of a function. [Decode] decodes values from a
// node into Go values. [ParseBytecode] reads compiled modules.
package move
