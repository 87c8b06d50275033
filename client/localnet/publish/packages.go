// Package publish has the Move modules of a local network: those of the framework at 0x1 and those of packages. Their sources are in
// the folders framework and packages.
package publish

import (
	"embed"
	"encoding/binary"
	"io/fs"
	"math/big"
	"sync"

	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

// sources are the declarations of the framework at 0x1, and of the packages that accounts publish before the start.
//
//go:embed framework/*.move packages/*.move
var sources embed.FS

// readModules parses the modules in a folder, in the order of file names.
func readModules(folder string, addresses map[string]move.Address) []*compiler.Module {
	files, err := fs.Glob(sources, folder+"/*.move")
	if err != nil {
		panic(err) // the pattern is valid
	}
	var modules []*compiler.Module
	for _, file := range files {
		source, err := sources.ReadFile(file)
		if err != nil {
			panic(err) // Glob found it
		}
		modules = append(modules, compiler.Parse(string(source), addresses))
	}
	return modules
}

// frameworkModules are the same on every network.
var frameworkModules = sync.OnceValue(func() []*compiler.Module { return readModules("framework", nil) })

// Framework returns the modules at 0x1. They are shared by all callers.
var Framework = sync.OnceValue(func() []*compiler.Compiled {
	return prepare(frameworkModules(), compiler.NewLibrary(frameworkModules()))
})

// Packages returns the modules of the packages that accounts publish before the start, and
// a library of all modules, including the framework. The addresses are those of the
// publishers, by the names that the sources use: bridge, exchange, market and treasury.
func Packages(addresses map[string]move.Address) ([]*compiler.Compiled, compiler.Library) {
	modules := readModules("packages", addresses)
	library := compiler.NewLibrary(frameworkModules(), modules)
	return prepare(modules, library), library
}

// Empty returns a module that declares nothing.
func Empty(id move.ModuleID) *compiler.Compiled { return compiler.New(&compiler.Module{ID: id}, nil) }

func prepare(modules []*compiler.Module, library compiler.Library) []*compiler.Compiled {
	var prepared []*compiler.Compiled
	for _, module := range modules {
		prepared = append(prepared, compiler.New(module, library))
	}
	return prepared
}

// PackageMetadata returns the BCS of the metadata of a package in PackageNames.
func PackageMetadata(name string, salt uint64) []byte {
	b := AppendString(nil, name)
	b = append(b, 1)                                           // upgrade policy: compatible
	b = binary.LittleEndian.AppendUint64(b, salt%5)            // upgrade number
	b = AppendString(b, new(big.Int).SetUint64(salt).Text(16)) // source digest
	b = AppendString(b, "")                                    // no manifest
	b = append(b, 2)                                           // two modules
	for _, module := range ModuleNames(name) {
		b = AppendString(b, module)
		b = append(b, 0, 0, 0) // no source, no source map, no extension
	}
	return append(b, 0, 0) // no dependencies, no extension
}

// AppendString appends the BCS of a string of fewer than 128 bytes.
func AppendString(b []byte, text string) []byte {
	return append(append(b, byte(len(text))), text...)
}

// ModuleNames lists the modules of a package in PackageNames.
func ModuleNames(name string) []string { return []string{name, name + "_events"} }

// PackageNames lists the packages that transactions publish. Their modules are empty.
var PackageNames = [...]string{"lending", "raffle", "vault", "badge", "escrow", "auction"}
