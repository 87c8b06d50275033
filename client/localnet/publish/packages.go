package publish

import (
	"embed"
	"encoding/binary"
	"io/fs"
	"math/big"
	"sync"

	"foredeck/client/move"
)

// moduleSources are declarations in Move: those of the framework at 0x1, and those of
// the packages that accounts of the network have published.
//
//go:embed framework/*.move packages/*.move
var moduleSources embed.FS

// readModules reads all modules of a folder, by file name.
func readModules(folder string, addresses map[string]move.Address) []*Module {
	files, err := fs.Glob(moduleSources, folder+"/*.move")
	if err != nil {
		panic(err) // the pattern is one
	}
	var modules []*Module
	for _, file := range files {
		source, err := moduleSources.ReadFile(file)
		if err != nil {
			panic(err) // Glob has just found it
		}
		modules = append(modules, readModule(string(source), addresses))
	}
	return modules
}

// PackageModules lists the modules of the packages that named accounts publish. The
// addresses are those of the publishers, by the names that the sources use.
func PackageModules(addresses map[string]move.Address) []*Module {
	return readModules("packages", addresses)
}

// FrameworkModules are read once: they are the same on every network.
var FrameworkModules = sync.OnceValue(func() []*Module { return readModules("framework", nil) })

// Published is a module as the service gives it.
type Published struct {
	*Module
	Bytecode []byte
}

func Publish(m *Module, declarations Library) *Published {
	return &Published{m, assemble(m, declarations)}
}

// Framework is the framework as the service gives it.
var Framework = sync.OnceValue(func() []*Published {
	return PublishAll(FrameworkModules(), NewLibrary(FrameworkModules()))
})

func PublishAll(modules []*Module, declarations Library) []*Published {
	var published []*Published
	for _, module := range modules {
		published = append(published, Publish(module, declarations))
	}
	return published
}

// PackageMetadata is the BCS of a package's description, without sources.
func PackageMetadata(name string, salt uint64) []byte {
	b := AppendString(nil, name)
	b = append(b, 1)                                           // upgrade policy: compatible
	b = binary.LittleEndian.AppendUint64(b, salt%5)            // upgrade number
	b = AppendString(b, new(big.Int).SetUint64(salt).Text(16)) // source digest
	b = AppendString(b, "")                                    // manifest, left out
	b = append(b, 2)                                           // two modules
	for _, module := range [...]string{name, name + "_events"} {
		b = AppendString(b, module)
		b = append(b, 0, 0, 0) // no source, no source map, no extension
	}
	return append(b, 0, 0) // no dependencies, no extension
}

// AppendString appends a text of fewer than 128 bytes.
func AppendString(b []byte, text string) []byte {
	return append(append(b, byte(len(text))), text...)
}

// ModuleNames are the modules of a package that transactions publish.
func ModuleNames(name string) []string {
	return []string{name, name + "_events"}
}

// PackageNames are the packages that transactions publish.
var PackageNames = [...]string{"lending", "raffle", "vault", "badge", "escrow", "auction"}
