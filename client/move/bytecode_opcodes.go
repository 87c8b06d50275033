package move

import "strings"

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
	since   int // first version of the format that has the instruction
}

// opcodes has the instructions by opcode. An unassigned opcode has no name.
var opcodes = func() (all [0x69]opcode) {
	// Instructions with consecutive opcodes and the same form of operand share a line.
	for _, run := range []struct {
		first   int
		operand operandForm
		names   string
	}{
		{0x01, noOperand, "Pop Ret"},
		{0x03, jumpOperand, "BrTrue BrFalse Branch"},
		{0x06, u64Operand, "LdU64"},
		{0x07, constantOperand, "LdConst"},
		{0x08, noOperand, "LdTrue LdFalse"},
		{0x0a, localOperand, "CopyLoc MoveLoc StLoc MutBorrowLoc ImmBorrowLoc"},
		{0x0f, fieldOperand, "MutBorrowField ImmBorrowField"},
		{0x11, functionOperand, "Call"},
		{0x12, structOperand, "Pack Unpack"},
		{0x14, noOperand, "ReadRef WriteRef Add Sub Mul Mod Div BitOr BitAnd Xor Or And Not Eq Neq Lt Gt Le Ge Abort Nop"},
		{0x29, structOperand, "Exists MutBorrowGlobal ImmBorrowGlobal MoveFrom MoveTo"},
		{0x2e, noOperand, "FreezeRef Shl Shr"},
		{0x31, u8Operand, "LdU8"},
		{0x32, u128Operand, "LdU128"},
		{0x33, noOperand, "CastU8 CastU64 CastU128"},
		{0x36, fieldOperand | genericOperand, "MutBorrowFieldGeneric ImmBorrowFieldGeneric"},
		{0x38, functionOperand | genericOperand, "CallGeneric"},
		{0x39, structOperand | genericOperand, "PackGeneric UnpackGeneric ExistsGeneric"},
		{0x3c, structOperand | genericOperand, "MutBorrowGlobalGeneric ImmBorrowGlobalGeneric MoveFromGeneric MoveToGeneric"},
		{0x40, itemsOperand, "VecPack"},
		{0x41, elementOperand, "VecLen VecImmBorrow VecMutBorrow VecPushBack VecPopBack"},
		{0x46, itemsOperand, "VecUnpack"},
		{0x47, elementOperand, "VecSwap"},
		{0x48, u16Operand, "LdU16"},
		{0x49, u32Operand, "LdU32"},
		{0x4a, u256Operand, "LdU256"},
		{0x4b, noOperand, "CastU16 CastU32 CastU256"},
		{0x4e, variantFieldOperand, "ImmBorrowVariantField MutBorrowVariantField"},
		{0x50, variantFieldOperand | genericOperand, "ImmBorrowVariantFieldGeneric MutBorrowVariantFieldGeneric"},
		{0x52, variantOperand, "PackVariant"},
		{0x53, variantOperand | genericOperand, "PackVariantGeneric"},
		{0x54, variantOperand, "UnpackVariant"},
		{0x55, variantOperand | genericOperand, "UnpackVariantGeneric"},
		{0x56, variantOperand, "TestVariant"},
		{0x57, variantOperand | genericOperand, "TestVariantGeneric"},
		{0x58, closureOperand, "PackClosure"},
		{0x59, closureOperand | genericOperand, "PackClosureGeneric"},
		{0x5a, elementOperand, "CallClosure"},
		{0x5b, i8Operand, "LdI8"},
		{0x5c, i16Operand, "LdI16"},
		{0x5d, i32Operand, "LdI32"},
		{0x5e, i64Operand, "LdI64"},
		{0x5f, i128Operand, "LdI128"},
		{0x60, i256Operand, "LdI256"},
		{0x61, noOperand, "CastI8 CastI16 CastI32 CastI64 CastI128 CastI256 Negate AbortMsg"},
	} {
		for i, name := range strings.Fields(run.names) {
			code := run.first + i
			all[code] = opcode{name, run.operand, minBytecodeVersion}
			switch {
			case code >= 0x68:
				all[code].since = 10
			case code >= 0x5b:
				all[code].since = signedIntegerVersion
			case code >= 0x58:
				all[code].since = closureVersion
			case code >= 0x4e:
				all[code].since = 7
			case code >= 0x48:
				all[code].since = 6
			}
		}
	}
	return all
}()
