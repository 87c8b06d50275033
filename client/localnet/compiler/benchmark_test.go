package compiler

import (
	"testing"
)

// BenchmarkParse parses the declarations of the framework, as each program that starts a network does.
func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		readModules("framework", nil)
	}
}

// BenchmarkCompile compiles the framework.
func BenchmarkCompile(b *testing.B) {
	modules := readModules("framework", nil)
	library := NewLibrary(modules)
	for b.Loop() {
		for _, module := range modules {
			New(module, library).Bytecode()
		}
	}
}

// BenchmarkRegistry compiles and compresses the framework for the package registry.
func BenchmarkRegistry(b *testing.B) {
	modules := readModules("framework", nil)
	library := NewLibrary(modules)
	for b.Loop() {
		RegistryArtifacts("framework", prepare(modules, library))
	}
}
