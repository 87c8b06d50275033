package move

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	// unknownEntry is the index of an entry of a table whose rest could not be read.
	unknownEntry = -1
	// maxProblems is the maximum number of problems that are listed.
	maxProblems = 100
	// maxUnknownBodies is the number of further functions with unknown opcodes that the search for the next function allows for.
	maxUnknownBodies = 3
)

// unknownSignature stands for a signature that could not be read.
var unknownSignature = []string{"unknown"}

// recovery is the part of a parser that continues after what it does not know.
type recovery struct {
	guessed bool // the table has an element of unknown size
	isStuck bool // p.err is an unknown opcode
	isTrial bool // problems are errors
	budget  int  // bytes that searches for functions may still read
}

// note lists a problem.
func (p *bytecodeParser) note(rule string, values ...any) {
	problems := &p.module.Problems
	switch {
	case p.isTrial:
		p.fail(p.offset, rule, values...)
	case p.err != nil || len(*problems) > maxProblems:
	case len(*problems) == maxProblems:
		*problems = append(*problems, "further problems are not listed")
	default:
		*problems = append(*problems, fmt.Sprintf(rule, values...))
	}
}

// guess lists a problem with an element whose size is a guess. If the rest of its table does not fit, the rest is abandoned.
func (p *bytecodeParser) guess(rule string, values ...any) {
	p.note(rule, values...)
	p.guessed = true
}

// abandon gives up the rest of a table from an entry on, if an element of unknown size explains the error.
func (p *bytecodeParser) abandon(kind, start int) {
	if !p.guessed || p.err == nil {
		return
	}
	rule := p.err.Rule
	p.err = nil
	p.note("the table of kind %#x cannot be read from byte %d on: %s", kind, start, rule)
	p.module.tables.abandoned[kind] = true
	p.offset = len(p.bytes)
}

// tablesNamed has the tables by the names of their entries in errors.
var tablesNamed = map[string]int{
	"signature": signatureTable, "function": functionHandleTable, operandNames[structOperand]: structDefinitionTable,
	operandNames[constantOperand]: constantTable,
}

// isAbandoned reports whether the table with entries of a name was not read to its end.
func (p *bytecodeParser) isAbandoned(name string) bool {
	return p.module.tables.abandoned[tablesNamed[name]]
}

// isUnknownToken reports whether a token is of no known type.
func isUnknownToken(token byte) bool {
	switch {
	case token >= referenceToken && token <= structInstanceToken || token == functionToken:
		return false
	default:
		return int(token) >= len(tokenKinds) || tokenKinds[token] == 0
	}
}

// unknownType lists an unknown token of a type and returns its text. The token is assumed to be a primitive type.
func (p *bytecodeParser) unknownType(token byte, start int) string {
	p.guess("unknown type %#x at byte %d was read as a primitive type", token, start)
	return "unknown_" + strconv.Itoa(int(token))
}

// unknownConstant reads the value of a constant of unknown type, which is in the vectors before it.
func (p *bytecodeParser) unknownConstant(token byte, position, vectors int) BytecodeConstant {
	name := p.unknownType(token, position)
	value := p.take(p.length("constant"), "constant")
	return BytecodeConstant{
		Type:  p.write(strings.Repeat("vector<", vectors) + name + strings.Repeat(">", vectors)),
		Value: p.write(fmt.Sprintf("x%q", fmt.Sprintf("%x", value))),
	}
}

// functions reads the table of functions. The size of an unknown opcode is unknown, so the rest of its function is not read. The next
// function starts where the rest of the table has exactly the functions of the module that are still missing.
func (p *bytecodeParser) functions() {
	p.enter(functionDefinitionTable)
	p.budget = 4*len(p.module.bytes) + 1<<16
	defined := make(map[string]bool)
	for p.err == nil && p.offset < len(p.bytes) {
		if len(p.module.Functions) > maxTableIndex {
			p.fail(p.offset, "too many entries in a table at byte %d", p.offset)
			return
		}
		function := p.functionDefinition(defined)
		if p.err != nil {
			return
		}
		p.module.Functions = append(p.module.Functions, function)
		if function.Problem != "" {
			p.note("function %s: %s", function.ABI.Name, function.Problem)
			p.offset = p.nextFunction(defined)
		}
	}
	if len(p.module.Problems) > 0 && p.err == nil {
		p.missingFunctions(defined)
	}
}

// ownFunctions returns the functions that the module must define: those that its handles name.
func (p *bytecodeParser) ownFunctions() (own []functionHandle) {
	for _, handle := range p.module.tables.functions {
		if handle.module == p.module.ID {
			own = append(own, handle)
		}
	}
	return own
}

// missingFunctions lists the functions whose definition was not found.
func (p *bytecodeParser) missingFunctions(defined map[string]bool) {
	for _, handle := range p.ownFunctions() {
		if !defined[handle.name] {
			const problem = "its definition follows an unknown opcode and was not found: visibility and instructions are unknown"
			p.note("function %s: %s", handle.name, problem)
			defined[handle.name] = true
			function := handle.function()
			function.ABI.Visibility, function.Problem = "unknown", problem
			p.module.Functions = append(p.module.Functions, function)
		}
	}
}

// missingStructs lists the structs whose definition was not read.
func (p *bytecodeParser) missingStructs() {
	if p.err != nil || !p.module.tables.abandoned[structDefinitionTable] {
		return
	}
	for _, handle := range p.module.tables.structs {
		if handle.module != p.module.ID || slices.Contains(p.module.tables.structDefinitions, handle.path) {
			continue
		}
		structure := handle.structure()
		structure.IsUnknown = true
		p.module.Structs = append(p.module.Structs, structure)
	}
}

// nextFunction returns the offset of the function after one that could not be read to its end, or the end of the table.
func (p *bytecodeParser) nextFunction(defined map[string]bool) int {
	own := len(p.ownFunctions())
	for allowed := range maxUnknownBodies + 1 {
		found := p.candidates(p.offset, defined, own, allowed)
		if len(found) == 1 || len(found) > 1 && allowed == 0 {
			return found[0]
		}
	}
	return slices.Concat(p.candidates(p.offset, defined, 0, 0), []int{len(p.bytes)})[0] // not all functions are found
}

// candidates returns up to two offsets from start on at which the rest of the table can begin: with it, the module defines own
// functions, of which allowed have unknown opcodes.
func (p *bytecodeParser) candidates(start int, defined map[string]bool, own, allowed int) (found []int) {
	for ; start <= len(p.bytes) && len(found) < 2; start++ {
		if p.budget--; p.budget <= 0 {
			return nil
		}
		if p.trial(start).isRest(defined, own, allowed) {
			found = append(found, start)
		}
	}
	return found
}

// trial returns a parser at an offset of the table that changes neither the module nor p, except for the budget.
func (p *bytecodeParser) trial(start int) *trial {
	t := &trial{bytecodeParser: newBytecodeParser(p.module, start), of: p}
	t.bytes, t.isTrial, t.isQuiet = p.bytes, true, true
	return t
}

// trial reads functions from an offset to see whether they fit.
type trial struct {
	*bytecodeParser
	of *bytecodeParser // whose budget it uses
}

// isRest reports whether the rest of the table consists of functions, so that the module defines at least own functions, of which
// allowed have unknown opcodes. defined is the same afterwards.
func (t *trial) isRest(defined map[string]bool, own, allowed int) bool {
	var added []string
	defer func() {
		for _, name := range added {
			delete(defined, name)
		}
	}()
	for t.offset < len(t.bytes) {
		start := t.offset
		function := t.functionDefinition(defined)
		t.of.budget -= t.offset - start
		if t.err != nil || t.of.budget <= 0 {
			return false
		}
		added = append(added, function.ABI.Name)
		if function.Problem == "" {
			continue
		}
		return allowed > 0 && len(t.of.candidates(t.offset, defined, own, allowed-1)) > 0
	}
	return len(defined) >= own
}
