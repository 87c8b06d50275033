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
