package compiler

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"
)

// definitions are the tables that instructions refer to, besides those of binaryModule.
type definitions struct {
	defined                            []structDefinition
	structInstances, functionInstances []instance
	fields                             []fieldHandle
	fieldInstances                     []instance
}

type structDefinition struct {
	name   string
	fields []string // types
}

type fieldHandle struct{ structure, field int }

type instance struct {
	of        int
	arguments []string
}

func (m *binaryModule) readDefinitions() definitions {
	var d definitions
	instances := func(kind byte) (all []instance) {
		m.each(kind, func(b *table) { all = append(all, instance{b.number(), m.signatures[b.number()]}) })
		return all
	}
	d.functionInstances, d.structInstances = instances(0x4), instances(0xb)
	m.each(0xd, func(b *table) { d.fields = append(d.fields, fieldHandle{b.number(), b.number()}) })
	d.fieldInstances = instances(0xe)
	return d
}

var typeParameter = regexp.MustCompile(`\bT[0-9]+\b`)

// replaced replaces the type parameters of a type.
func replaced(kind string, arguments []string) string {
	return typeParameter.ReplaceAllStringFunc(kind, func(parameter string) string {
		index, _ := strconv.Atoi(parameter[1:])
		return arguments[index]
	})
}

func replacedAll(kinds, arguments []string) []string {
	all := []string{}
	for _, kind := range kinds {
		all = append(all, replaced(kind, arguments))
	}
	return all
}

// step is an instruction with its operands: an index or a number.
type step struct {
	code  byte
	index int
	count int
}

// steps reads the instructions of a function.
func (m *binaryModule) steps(b *table) []step {
	widths := map[byte]int{0x06: 8, 0x31: 1, 0x32: 16, 0x48: 2, 0x49: 4, 0x4a: 32}
	var all []step
	for range b.number() {
		s := step{code: b.byte()}
		switch code := s.code; {
		case widths[code] > 0:
			b.take(widths[code])
		case code >= 0x03 && code <= 0x05, code == 0x07, code >= 0x0a && code <= 0x13, code >= 0x29 && code <= 0x2d, code >= 0x36 && code <= 0x3f:
			s.index = b.number()
		case code == 0x40 || code == 0x46:
			s.index, s.count = b.number(), int(b.take(8)[0])
		case code >= 0x41 && code <= 0x47:
			s.index = b.number()
		default:
			require.True(m.t, code <= 0x4d && code != 0, "opcode %#x", code)
		}
		all = append(all, s)
	}
	return all
}

// checker checks the instructions of a function as the bytecode verifier does: by the types on the stack, which is empty at
// jumps. It checks neither abilities nor borrows.
type checker struct {
	*binaryModule
	definitions
	locals, results []string
	steps           []step
	stack           []string
	acquired        map[int]bool
	where           string
}

func (m *binaryModule) code(b *table, d definitions, handle binaryHandle) (acquired []int) {
	c := &checker{
		binaryModule: m, definitions: d, acquired: map[int]bool{}, results: m.signatures[handle.results],
		where: m.modules[0] + "::" + handle.name,
	}
	c.locals = slices.Concat(m.signatures[handle.params], m.signatures[b.number()])
	c.steps = m.steps(b)
	targets := map[int]bool{}
	for _, s := range c.steps {
		if s.code >= 0x03 && s.code <= 0x05 {
			require.Less(m.t, s.index, len(c.steps), c.where)
			targets[s.index] = true
		}
	}
	ended := false
	for offset, s := range c.steps {
		c.where = m.modules[0] + "::" + handle.name + " at " + strconv.Itoa(offset)
		require.False(m.t, ended && !targets[offset], "%s: cannot be reached", c.where)
		require.True(m.t, !targets[offset] || len(c.stack) == 0, "%s: %v at a jump", c.where, c.stack)
		c.step(s)
		ended = s.code == 0x02 || s.code == 0x05 || s.code == 0x27
		require.True(m.t, !ended && s.code != 0x03 && s.code != 0x04 || len(c.stack) == 0, "%s: %v after it", c.where, c.stack)
	}
	require.True(m.t, ended, c.where)
	return slices.Sorted(maps.Keys(c.acquired))
}

func (c *checker) push(kind string) { c.stack = append(c.stack, kind) }

func (c *checker) pop() string {
	require.NotEmpty(c.t, c.stack, c.where)
	top := c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
	return top
}

func (c *checker) expect(kind string) { require.Equal(c.t, kind, c.pop(), c.where) }

func (c *checker) expectAll(kinds []string) {
	for _, kind := range slices.Backward(kinds) {
		c.expect(kind)
	}
}

// target pops a reference and returns what it refers to.
func (c *checker) target(mutable bool) string {
	reference := c.pop()
	if kind, ok := strings.CutPrefix(reference, "&mut "); ok {
		return kind
	}
	kind, ok := strings.CutPrefix(reference, "&")
	require.True(c.t, ok && !mutable, "%s: %s", c.where, reference)
	return kind
}

func (c *checker) integer() string {
	kind := c.pop()
	require.Regexp(c.t, `^u[0-9]+$`, kind, c.where)
	return kind
}

// structure returns the type of a struct and those of its fields.
func (c *checker) structure(index int, generic bool) (kind string, fields []string, definition int) {
	if !generic {
		return c.defined[index].name, c.defined[index].fields, index
	}
	of := c.structInstances[index]
	definition = of.of
	declared := c.defined[definition]
	return declared.name + "<" + strings.Join(of.arguments, ", ") + ">", replacedAll(declared.fields, of.arguments), definition
}

// generic maps the opcodes of generic instructions to those of the others.
var generic = map[byte]byte{
	0x36: 0x0f, 0x37: 0x10, 0x38: 0x11, 0x39: 0x12, 0x3a: 0x13, 0x3b: 0x29, 0x3c: 0x2a, 0x3d: 0x2b, 0x3e: 0x2c, 0x3f: 0x2d,
}

func (c *checker) step(s step) {
	code, isGeneric := generic[s.code]
	if !isGeneric {
		code = s.code
	}
	loads := map[byte]string{0x06: "u64", 0x08: "bool", 0x09: "bool", 0x31: "u8", 0x32: "u128", 0x48: "u16", 0x49: "u32", 0x4a: "u256"}
	casts := map[byte]string{0x33: "u8", 0x34: "u64", 0x35: "u128", 0x4b: "u16", 0x4c: "u32", 0x4d: "u256"}
	switch {
	case code == 0x01:
		c.pop()
	case code == 0x02:
		c.expectAll(c.results)
	case code == 0x03 || code == 0x04:
		c.expect("bool")
	case code == 0x05:
	case loads[code] != "":
		c.push(loads[code])
	case code == 0x07:
		c.push(c.constantTypes[s.index])
	case code == 0x0a || code == 0x0b:
		c.push(c.locals[s.index])
	case code == 0x0c:
		c.expect(c.locals[s.index])
	case code == 0x0d:
		c.push("&mut " + c.locals[s.index])
	case code == 0x0e:
		c.push("&" + c.locals[s.index])
	case code == 0x0f || code == 0x10:
		c.borrowField(s.index, isGeneric, code == 0x0f)
	case code == 0x11:
		c.call(s.index, isGeneric)
	case code == 0x12:
		kind, fields, _ := c.structure(s.index, isGeneric)
		c.expectAll(fields)
		c.push(kind)
	case code == 0x13:
		kind, fields, _ := c.structure(s.index, isGeneric)
		c.expect(kind)
		c.stack = append(c.stack, fields...)
	case code == 0x14:
		c.push(c.target(false))
	case code == 0x15:
		c.expect(c.target(true))
	case code >= 0x16 && code <= 0x1d:
		kind := c.integer()
		c.expect(kind)
		c.push(kind)
	case code == 0x20:
		c.expect("bool")
		c.push("bool")
	case code == 0x21 || code == 0x22:
		c.expect(c.pop())
		c.push("bool")
	case code >= 0x23 && code <= 0x26:
		c.expect(c.integer())
		c.push("bool")
	case code == 0x27:
		c.expect("u64")
	case code >= 0x29 && code <= 0x2d:
		c.global(code, s.index, isGeneric)
	case code == 0x2e:
		c.push("&" + c.target(true))
	case code == 0x2f || code == 0x30:
		c.expect("u8")
		c.push(c.integer())
	case casts[code] != "":
		c.integer()
		c.push(casts[code])
	default:
		c.vector(s)
	}
}

func (c *checker) borrowField(index int, isGeneric, mutable bool) {
	var arguments []string
	if isGeneric {
		index, arguments = c.fieldInstances[index].of, c.fieldInstances[index].arguments
	}
	handle := c.fields[index]
	declared := c.defined[handle.structure]
	kind := declared.name
	if isGeneric {
		kind += "<" + strings.Join(arguments, ", ") + ">"
	}
	require.Equal(c.t, kind, c.target(mutable), c.where)
	reference := "&"
	if mutable {
		reference = "&mut "
	}
	c.push(reference + replaced(declared.fields[handle.field], arguments))
}

func (c *checker) call(index int, isGeneric bool) {
	var arguments []string
	if isGeneric {
		index, arguments = c.functionInstances[index].of, c.functionInstances[index].arguments
	}
	handle := c.functions[index]
	require.Len(c.t, arguments, len(handle.constraints), c.where)
	c.expectAll(replacedAll(c.signatures[handle.params], arguments))
	c.stack = append(c.stack, replacedAll(c.signatures[handle.results], arguments)...)
	if handle.module == c.modules[0] {
		for _, resource := range c.acquires[handle.name] {
			c.acquired[resource] = true
		}
	}
}

func (c *checker) global(code byte, index int, isGeneric bool) {
	kind, _, definition := c.structure(index, isGeneric)
	if code == 0x2d {
		c.expect(kind)
		c.expect("&signer")
		return
	}
	c.expect("address")
	switch code {
	case 0x29:
		c.push("bool")
		return
	case 0x2a:
		c.push("&mut " + kind)
	case 0x2b:
		c.push("&" + kind)
	default:
		c.push(kind)
	}
	c.acquired[definition] = true
}

func (c *checker) vector(s step) {
	element := c.signatures[s.index][0]
	kind := "vector<" + element + ">"
	switch s.code {
	case 0x40:
		for range s.count {
			c.expect(element)
		}
		c.push(kind)
	case 0x41:
		require.Equal(c.t, kind, c.target(false), c.where)
		c.push("u64")
	case 0x42, 0x43:
		c.expect("u64")
		require.Equal(c.t, kind, c.target(s.code == 0x43), c.where)
		c.push(map[byte]string{0x42: "&", 0x43: "&mut "}[s.code] + element)
	case 0x44:
		c.expect(element)
		require.Equal(c.t, kind, c.target(true), c.where)
	case 0x45:
		require.Equal(c.t, kind, c.target(true), c.where)
		c.push(element)
	case 0x46:
		c.expect(kind)
		for range s.count {
			c.push(element)
		}
	default:
		require.EqualValues(c.t, 0x47, s.code, c.where)
		c.expect("u64")
		c.expect("u64")
		require.Equal(c.t, kind, c.target(true), c.where)
	}
}
