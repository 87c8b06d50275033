package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"foredeck/client/move"
)

// Packages reads the packages that an account published, from its resource move.PackageRegistryType. The error is ErrNotFound if it
// published none.
func (n *Node) Packages(ctx context.Context, address move.Address) ([]move.Package, error) {
	resource, err := n.Resource(ctx, address, move.PackageRegistryType)
	if err := cmp.Or(err, resource.Problems.Err()); err != nil {
		return nil, err
	}
	packages, err := move.ParsePackageRegistry(resource.Data)
	if err != nil {
		return nil, &DecodeError{Path: "data", Err: err}
	}
	return packages, nil
}

// ModuleSource reads the source that was published with a module, with its source map if that was published too and is valid. The
// chain does not check either against the bytecode. The error is move.ErrNoSource if there is none.
func (n *Node) ModuleSource(ctx context.Context, id move.ModuleID) (*move.ModuleSource, error) {
	packages, err := n.Packages(ctx, id.Address)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil, fmt.Errorf("module %s: %w: its account has no package registry", id, move.ErrNoSource)
	case err != nil:
		return nil, err
	}
	for i := range packages {
		for k := range packages[i].Modules {
			if module := &packages[i].Modules[k]; module.Name == id.Name {
				return readSource(id, module)
			}
		}
	}
	return nil, fmt.Errorf("module %s: %w: no package has it", id, move.ErrNoSource)
}

func readSource(id move.ModuleID, module *move.PackageModule) (*move.ModuleSource, error) {
	source, err := module.Source()
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", id, err)
	}
	sourceMap, err := module.SourceMap()
	if err != nil {
		sourceMap = nil // the source is useful without it
	}
	return move.NewModuleSource(source, sourceMap), nil
}
