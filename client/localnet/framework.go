package localnet

import (
	"embed"
	"io/fs"
	"slices"
	"sync"

	"foredeck/client/move"
)

// moduleSources are declarations in Move: those of the framework at 0x1, and those of
// the packages that accounts of the network have published.
//
//go:embed framework/*.move packages/*.move
var moduleSources embed.FS

// readModules reads all modules of a folder, by file name.
func readModules(folder string, addresses map[string]move.Address) []*declaredModule {
	files, err := fs.Glob(moduleSources, folder+"/*.move")
	if err != nil {
		panic(err) // the pattern is one
	}
	var modules []*declaredModule
	for _, file := range files {
		source, err := moduleSources.ReadFile(file)
		if err != nil {
			panic(err) // Glob has just found it
		}
		modules = append(modules, readModule(string(source), addresses))
	}
	return modules
}

// frameworkModules are read once: they are the same on every network.
var frameworkModules = sync.OnceValue(func() []*declaredModule { return readModules("framework", nil) })

// publishedModule is a module as the service gives it.
type publishedModule struct {
	*declaredModule
	bytecode []byte
	abi      []byte // JSON
}

func publish(m *declaredModule, declarations declarations) *publishedModule {
	var abi writer
	abi.abi(m)
	return &publishedModule{m, assemble(m, declarations), abi.out}
}

// publishedFramework is the framework as the service gives it.
var publishedFramework = sync.OnceValue(func() []*publishedModule {
	return publishAll(frameworkModules(), libraryOf(frameworkModules()))
})

func publishAll(modules []*declaredModule, declarations declarations) []*publishedModule {
	var published []*publishedModule
	for _, module := range modules {
		published = append(published, publish(module, declarations))
	}
	return published
}

func libraryOf(groups ...[]*declaredModule) declarations {
	all := make(declarations)
	for _, module := range slices.Concat(groups...) {
		all[module.id] = module
	}
	return all
}
