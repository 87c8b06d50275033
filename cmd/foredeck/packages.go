package main

import (
	"errors"
	"fmt"

	"foredeck/client/move"
	"foredeck/tui/record"
)

func init() { runners["packages"] = runner{open: openNode, run: listPackages} }

func listPackages(in *invocation) error {
	if in.prints("raw") {
		resource, err := in.s.node.Resource(in.ctx(), in.address, move.PackageRegistryType)
		if err != nil {
			return err
		}
		return printRecord(in, record.Resources, &resource)
	}
	packages, err := in.s.node.Packages(in.ctx(), in.address)
	if err != nil {
		return err
	}
	return printRecords(in, record.Packages, packages)
}

// printPublished prints the source that was published with a module, made safe.
func (in *invocation) printPublished(id move.ModuleID) error {
	source, err := in.s.node.ModuleSource(in.ctx(), id)
	if errors.Is(err, move.ErrNoSource) {
		return fmt.Errorf("%w; --source prints its interface", err)
	}
	if err != nil {
		return err
	}
	return in.printSource(func(yield func(string) bool) {
		for line := range source.Len() {
			if !yield(source.Line(line)) {
				return
			}
		}
	})
}
