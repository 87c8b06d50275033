package move

// operandForm is the form of an operand.
type operandForm uint8

const (
	noOperand operandForm = iota
	u8Operand
	u16Operand
	u32Operand
	u64Operand
	u128Operand
	u256Operand
	i8Operand
	i16Operand
	i32Operand
	i64Operand
	i128Operand
	i256Operand
	jumpOperand
	localOperand
	constantOperand
	elementOperand // type of the items of a vector, or of a function value
	itemsOperand   // the same and the number of items
	functionOperand
	closureOperand // function and the mask of the parameters that it captures
	structOperand
	fieldOperand
	variantOperand
	variantFieldOperand
	operandForms

	// genericOperand marks a function, struct, field or variant with type arguments.
	genericOperand operandForm = 1 << 7
)

// operandKinds has the kinds of integer operands.
var operandKinds = [operandForms]Kind{
	u8Operand: KindU8, u16Operand: KindU16, u32Operand: KindU32, u64Operand: KindU64, u128Operand: KindU128, u256Operand: KindU256,
	i8Operand: KindI8, i16Operand: KindI16, i32Operand: KindI32, i64Operand: KindI64, i128Operand: KindI128, i256Operand: KindI256,
}

// operandNames describes operands that are an index, for errors.
var operandNames = [operandForms]string{
	jumpOperand: "instruction", localOperand: "local", constantOperand: "constant", elementOperand: "signature",
	itemsOperand: "signature", functionOperand: "function", closureOperand: "function", structOperand: "struct definition", fieldOperand: "field",
	variantOperand: "variant", variantFieldOperand: "variant field",
}

// opcode is an instruction of the binary format.
type opcode struct {
	name    string
	operand operandForm
}

// opcodes has the instructions by opcode. An unassigned opcode has no name.
var opcodes = [...]opcode{
	0x01: {"Pop", noOperand}, {"Ret", noOperand}, {"BrTrue", jumpOperand}, {"BrFalse", jumpOperand}, {"Branch", jumpOperand},
	0x06: {"LdU64", u64Operand}, {"LdConst", constantOperand}, {"LdTrue", noOperand}, {"LdFalse", noOperand}, {"CopyLoc", localOperand},
	0x0b: {"MoveLoc", localOperand}, {"StLoc", localOperand}, {"MutBorrowLoc", localOperand}, {"ImmBorrowLoc", localOperand},
	0x0f: {"MutBorrowField", fieldOperand}, {"ImmBorrowField", fieldOperand}, {"Call", functionOperand}, {"Pack", structOperand},
	0x13: {"Unpack", structOperand}, {"ReadRef", noOperand}, {"WriteRef", noOperand}, {"Add", noOperand}, {"Sub", noOperand},
	0x18: {"Mul", noOperand}, {"Mod", noOperand}, {"Div", noOperand}, {"BitOr", noOperand}, {"BitAnd", noOperand}, {"Xor", noOperand},
	0x1e: {"Or", noOperand}, {"And", noOperand}, {"Not", noOperand}, {"Eq", noOperand}, {"Neq", noOperand}, {"Lt", noOperand},
	0x24: {"Gt", noOperand}, {"Le", noOperand}, {"Ge", noOperand}, {"Abort", noOperand}, {"Nop", noOperand}, {"Exists", structOperand},
	0x2a: {"MutBorrowGlobal", structOperand}, {"ImmBorrowGlobal", structOperand}, {"MoveFrom", structOperand},
	0x2d: {"MoveTo", structOperand}, {"FreezeRef", noOperand}, {"Shl", noOperand}, {"Shr", noOperand},
	0x31: {"LdU8", u8Operand}, {"LdU128", u128Operand}, {"CastU8", noOperand}, {"CastU64", noOperand}, {"CastU128", noOperand},
	0x36: {"MutBorrowFieldGeneric", fieldOperand | genericOperand}, {"ImmBorrowFieldGeneric", fieldOperand | genericOperand},
	0x38: {"CallGeneric", functionOperand | genericOperand}, {"PackGeneric", structOperand | genericOperand},
	0x3a: {"UnpackGeneric", structOperand | genericOperand}, {"ExistsGeneric", structOperand | genericOperand},
	0x3c: {"MutBorrowGlobalGeneric", structOperand | genericOperand}, {"ImmBorrowGlobalGeneric", structOperand | genericOperand},
	0x3e: {"MoveFromGeneric", structOperand | genericOperand}, {"MoveToGeneric", structOperand | genericOperand},
	0x40: {"VecPack", itemsOperand}, {"VecLen", elementOperand}, {"VecImmBorrow", elementOperand}, {"VecMutBorrow", elementOperand},
	0x44: {"VecPushBack", elementOperand}, {"VecPopBack", elementOperand}, {"VecUnpack", itemsOperand}, {"VecSwap", elementOperand},
	0x48: {"LdU16", u16Operand}, {"LdU32", u32Operand}, {"LdU256", u256Operand}, {"CastU16", noOperand}, {"CastU32", noOperand},
	0x4d: {"CastU256", noOperand},
	0x4e: {"ImmBorrowVariantField", variantFieldOperand}, {"MutBorrowVariantField", variantFieldOperand},
	0x50: {"ImmBorrowVariantFieldGeneric", variantFieldOperand | genericOperand},
	0x51: {"MutBorrowVariantFieldGeneric", variantFieldOperand | genericOperand}, {"PackVariant", variantOperand},
	0x53: {"PackVariantGeneric", variantOperand | genericOperand}, {"UnpackVariant", variantOperand},
	0x55: {"UnpackVariantGeneric", variantOperand | genericOperand}, {"TestVariant", variantOperand},
	0x57: {"TestVariantGeneric", variantOperand | genericOperand},
	0x58: {"PackClosure", closureOperand}, {"PackClosureGeneric", closureOperand | genericOperand}, {"CallClosure", elementOperand},
	0x5b: {"LdI8", i8Operand}, {"LdI16", i16Operand}, {"LdI32", i32Operand}, {"LdI64", i64Operand}, {"LdI128", i128Operand},
	0x60: {"LdI256", i256Operand}, {"CastI8", noOperand}, {"CastI16", noOperand}, {"CastI32", noOperand}, {"CastI64", noOperand},
	0x65: {"CastI128", noOperand}, {"CastI256", noOperand}, {"Negate", noOperand},
	0x68: {"AbortMsg", noOperand},
}

// opcodeVersion returns the first version of the format that has an opcode.
func opcodeVersion(code int) int {
	switch {
	case code >= 0x68:
		return 10
	case code >= 0x5b:
		return signedIntegerVersion
	case code >= 0x58:
		return closureVersion
	case code >= 0x4e:
		return 7
	case code >= 0x48:
		return 6
	default:
		return minBytecodeVersion
	}
}
