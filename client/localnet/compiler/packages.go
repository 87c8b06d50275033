// packages.go has the Move modules of a local network: those of the framework at 0x1 and those of packages. Their sources are in
// the folders framework and packages.

package compiler

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"io"
	"math/big"
	"strings"
	"sync"

	"foredeck/client/move"
)

// archive has the files of framework and packages: the declarations of the framework at 0x1, and of the packages that accounts publish
// before the start. It makes the program 100 kB smaller than the files would. go test ./client/localnet/compiler -update writes it.
//
//go:embed sources.gz
var archive []byte

// sourceFile is a file of the archive.
type sourceFile struct{ path, source string }

// fileHeader begins the line with the path before each file of the archive.
const fileHeader = "-- "

// sources are the files of the archive, in the order of their paths.
var sources = sync.OnceValue(func() []sourceFile {
	written, err := unpack(archive)
	if err != nil {
		panic(err) // the archive is part of the program
	}
	var files []sourceFile
	for _, file := range strings.Split("\n"+written, "\n"+fileHeader)[1:] {
		path, source, _ := strings.Cut(file, "\n")
		files = append(files, sourceFile{path, strings.TrimSuffix(source, "\n") + "\n"})
	}
	return files
})

func unpack(compressed []byte) (string, error) {
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return "", err
	}
	unpacked, err := io.ReadAll(reader)
	return string(unpacked), err
}

// readModules parses the modules in a folder, in the order of file names.
func readModules(folder string, addresses map[string]move.Address) []*Module {
	var modules []*Module
	for _, file := range sources() {
		if strings.HasPrefix(file.path, folder+"/") {
			modules = append(modules, Parse(file.source, addresses))
		}
	}
	return modules
}

// frameworkModules are the same on every network.
var frameworkModules = sync.OnceValue(func() []*Module { return readModules("framework", nil) })

// Framework returns the modules at 0x1. They are shared by all callers.
var Framework = sync.OnceValue(func() []*Compiled {
	return prepare(frameworkModules(), NewLibrary(frameworkModules()))
})

// Packages returns the modules of the packages that accounts publish before the start, and
// a library of all modules, including the framework. The addresses are those of the
// publishers, by the names that the sources use: bridge, exchange, market, oracle and treasury.
func Packages(addresses map[string]move.Address) ([]*Compiled, Library) {
	modules := readModules("packages", addresses)
	library := NewLibrary(frameworkModules(), modules)
	return prepare(modules, library), library
}

// Empty returns a module that declares nothing.
func Empty(id move.ModuleID) *Compiled { return New(&Module{ID: id}, nil) }

func prepare(modules []*Module, library Library) []*Compiled {
	var prepared []*Compiled
	for _, module := range modules {
		prepared = append(prepared, New(module, library))
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

// AppendString appends the BCS of a string.
func AppendString(b []byte, text string) []byte { return append(appendLength(b, len(text)), text...) }

// ModuleNames lists the modules of a package in PackageNames.
func ModuleNames(name string) []string { return []string{name, name + "_events"} }

// PackageNames lists the packages that transactions publish. Their modules are empty.
var PackageNames = [...]string{"lending", "raffle", "vault", "badge", "escrow", "auction"}

// Upgrade policies of packages.
const (
	compatible = 1
	immutable  = 2
)

// Artifacts is what the package registry has of a package. The texts are gzipped, and empty if the publisher left them out.
type Artifacts struct {
	Policy   uint64 // upgrade policy: 1 compatible, 2 immutable
	Manifest []byte // Move.toml
	Modules  []ModuleArtifacts
}

// ModuleArtifacts is what the package registry has of a module.
type ModuleArtifacts struct {
	Name              string
	Source, SourceMap []byte
}

// published says what publishers include of their packages. Without source maps, readers have to find the code by its names.
var published = map[string]struct {
	policy            uint64
	source, sourceMap bool
}{
	"framework": {compatible, true, true},
	"treasury":  {compatible, true, true},
	"exchange":  {compatible, true, true},
	"market":    {compatible, true, false},
	"bridge":    {immutable, false, false},
}

// FrameworkArtifacts returns what the package registry has of the framework.
var FrameworkArtifacts = sync.OnceValue(func() Artifacts { return RegistryArtifacts("framework", Framework()) })

// RegistryArtifacts returns what the package registry has of a package, which compiles its modules.
func RegistryArtifacts(name string, modules []*Compiled) Artifacts {
	included := published[name]
	artifacts := Artifacts{Policy: included.policy}
	if included.source {
		artifacts.Manifest = gzipped([]byte("[package]\nname = \"" + name + "\"\nversion = \"1.0.0\"\nupgrade_policy = \"compatible\"\n"))
	}
	for _, module := range modules {
		described := ModuleArtifacts{Name: module.ID.Name}
		if included.source {
			described.Source = gzipped([]byte(module.Source))
		}
		if included.sourceMap {
			described.SourceMap = gzipped(module.SourceMap())
		}
		artifacts.Modules = append(artifacts.Modules, described)
	}
	return artifacts
}

func gzipped(content []byte) []byte {
	var compressed bytes.Buffer
	w := gzip.NewWriter(&compressed)
	_, _ = w.Write(content) // a buffer does not fail
	_ = w.Close()
	return compressed.Bytes()
}
