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
	jumpOperand
	localOperand
	constantOperand
	functionOperand
	functionInstanceOperand // with type arguments
	structOperand
	structInstanceOperand
	fieldOperand
	fieldInstanceOperand
	variantOperand
	variantInstanceOperand
	variantFieldOperand
	variantFieldInstanceOperand
	elementOperand // type of the items of a vector
	itemsOperand   // the same and the number of items
)

// operandKinds has the kinds of integer operands.
var operandKinds = [...]Kind{
	u8Operand: KindU8, u16Operand: KindU16, u32Operand: KindU32, u64Operand: KindU64, u128Operand: KindU128, u256Operand: KindU256,
}

// opcodes has the instructions by opcode. since is the first version of the format that has the instruction, 0 for all.
var opcodes = [...]struct {
	name    string
	operand operandForm
	since   int
}{
	0x01: {"Pop", noOperand, 0},
	0x02: {"Ret", noOperand, 0},
	0x03: {"BrTrue", jumpOperand, 0},
	0x04: {"BrFalse", jumpOperand, 0},
	0x05: {"Branch", jumpOperand, 0},
	0x06: {"LdU64", u64Operand, 0},
	0x07: {"LdConst", constantOperand, 0},
	0x08: {"LdTrue", noOperand, 0},
	0x09: {"LdFalse", noOperand, 0},
	0x0a: {"CopyLoc", localOperand, 0},
	0x0b: {"MoveLoc", localOperand, 0},
	0x0c: {"StLoc", localOperand, 0},
	0x0d: {"MutBorrowLoc", localOperand, 0},
	0x0e: {"ImmBorrowLoc", localOperand, 0},
	0x0f: {"MutBorrowField", fieldOperand, 0},
	0x10: {"ImmBorrowField", fieldOperand, 0},
	0x11: {"Call", functionOperand, 0},
	0x12: {"Pack", structOperand, 0},
	0x13: {"Unpack", structOperand, 0},
	0x14: {"ReadRef", noOperand, 0},
	0x15: {"WriteRef", noOperand, 0},
	0x16: {"Add", noOperand, 0},
	0x17: {"Sub", noOperand, 0},
	0x18: {"Mul", noOperand, 0},
	0x19: {"Mod", noOperand, 0},
	0x1a: {"Div", noOperand, 0},
	0x1b: {"BitOr", noOperand, 0},
	0x1c: {"BitAnd", noOperand, 0},
	0x1d: {"Xor", noOperand, 0},
	0x1e: {"Or", noOperand, 0},
	0x1f: {"And", noOperand, 0},
	0x20: {"Not", noOperand, 0},
	0x21: {"Eq", noOperand, 0},
	0x22: {"Neq", noOperand, 0},
	0x23: {"Lt", noOperand, 0},
	0x24: {"Gt", noOperand, 0},
	0x25: {"Le", noOperand, 0},
	0x26: {"Ge", noOperand, 0},
	0x27: {"Abort", noOperand, 0},
	0x28: {"Nop", noOperand, 0},
	0x29: {"Exists", structOperand, 0},
	0x2a: {"MutBorrowGlobal", structOperand, 0},
	0x2b: {"ImmBorrowGlobal", structOperand, 0},
	0x2c: {"MoveFrom", structOperand, 0},
	0x2d: {"MoveTo", structOperand, 0},
	0x2e: {"FreezeRef", noOperand, 0},
	0x2f: {"Shl", noOperand, 0},
	0x30: {"Shr", noOperand, 0},
	0x31: {"LdU8", u8Operand, 0},
	0x32: {"LdU128", u128Operand, 0},
	0x33: {"CastU8", noOperand, 0},
	0x34: {"CastU64", noOperand, 0},
	0x35: {"CastU128", noOperand, 0},
	0x36: {"MutBorrowFieldGeneric", fieldInstanceOperand, 0},
	0x37: {"ImmBorrowFieldGeneric", fieldInstanceOperand, 0},
	0x38: {"CallGeneric", functionInstanceOperand, 0},
	0x39: {"PackGeneric", structInstanceOperand, 0},
	0x3a: {"UnpackGeneric", structInstanceOperand, 0},
	0x3b: {"ExistsGeneric", structInstanceOperand, 0},
	0x3c: {"MutBorrowGlobalGeneric", structInstanceOperand, 0},
	0x3d: {"ImmBorrowGlobalGeneric", structInstanceOperand, 0},
	0x3e: {"MoveFromGeneric", structInstanceOperand, 0},
	0x3f: {"MoveToGeneric", structInstanceOperand, 0},
	0x40: {"VecPack", itemsOperand, 0},
	0x41: {"VecLen", elementOperand, 0},
	0x42: {"VecImmBorrow", elementOperand, 0},
	0x43: {"VecMutBorrow", elementOperand, 0},
	0x44: {"VecPushBack", elementOperand, 0},
	0x45: {"VecPopBack", elementOperand, 0},
	0x46: {"VecUnpack", itemsOperand, 0},
	0x47: {"VecSwap", elementOperand, 0},
	0x48: {"LdU16", u16Operand, 6},
	0x49: {"LdU32", u32Operand, 6},
	0x4a: {"LdU256", u256Operand, 6},
	0x4b: {"CastU16", noOperand, 6},
	0x4c: {"CastU32", noOperand, 6},
	0x4d: {"CastU256", noOperand, 6},
	0x4e: {"ImmBorrowVariantField", variantFieldOperand, 7},
	0x4f: {"MutBorrowVariantField", variantFieldOperand, 7},
	0x50: {"ImmBorrowVariantFieldGeneric", variantFieldInstanceOperand, 7},
	0x51: {"MutBorrowVariantFieldGeneric", variantFieldInstanceOperand, 7},
	0x52: {"PackVariant", variantOperand, 7},
	0x53: {"PackVariantGeneric", variantInstanceOperand, 7},
	0x54: {"UnpackVariant", variantOperand, 7},
	0x55: {"UnpackVariantGeneric", variantInstanceOperand, 7},
	0x56: {"TestVariant", variantOperand, 7},
	0x57: {"TestVariantGeneric", variantInstanceOperand, 7},
}
