// Package compiler compiles the Move modules of a local network. It accepts the part of Move that their sources need: structs with
// abilities, generic functions, references, vectors and global storage. There are no specifications, inline functions, closures,
// enums or receiver calls, and neither abilities nor borrows are checked: the sources are trusted, and a test checks the types of
// what they compile to.
//
// The output is version 6 of Move's binary format, with an error map in the metadata, and a source map, as the compiler of Aptos
// writes them.
package compiler

import "sync"

// Compiled is a module that is compiled when its bytecode is first needed. It may be used by several goroutines.
type Compiled struct {
	*Module
	declarations Library
	bodies       func() []body // in the order of Module.Functions
	bytecode     func() []byte
}

// New prepares to compile a module. The library has the modules that it refers to. The methods of the result panic if the source of
// a function is invalid.
func New(m *Module, library Library) *Compiled {
	c := &Compiled{Module: m, declarations: library}
	c.bodies = sync.OnceValue(func() []body {
		bodies := make([]body, len(m.Functions))
		for i := range m.Functions {
			if f := &m.Functions[i]; !f.IsNative {
				bodies[i] = generate(library, m, f)
			}
		}
		return bodies
	})
	c.bytecode = sync.OnceValue(func() []byte { return assemble(m, library, c.bodies()) })
	return c
}

// Bytecode returns the module in version 6 of Move's binary format. The caller must not change it.
func (c *Compiled) Bytecode() []byte { return c.bytecode() }
