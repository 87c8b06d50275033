package move

import "slices"

// FunctionIndex returns the index of a function among those of the module, -1 if it defines no such function.
func (b *Bytecode) FunctionIndex(name string) int {
	return slices.IndexFunc(b.Functions, func(f BytecodeFunction) bool { return f.ABI.Name == name })
}

// ErrorAt returns the error constant of an Abort whose code is known from the constants before it. It is zero for other instructions,
// and if the metadata of the module does not describe the code.
func (b *Bytecode) ErrorAt(position CodePosition) ErrorDescription {
	instructions, err := b.Disassemble(position.Function)
	if err != nil || position.Offset < 0 || position.Offset >= len(instructions) {
		return ErrorDescription{}
	}
	code, ok := abortCode(instructions, position.Offset)
	known, err := b.Errors()
	if !ok || err != nil {
		return ErrorDescription{}
	}
	description, _ := known.Describe(code)
	return description
}
