package compiler

import (
	"bytes"
	"compress/gzip"
	"sync"
)

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
