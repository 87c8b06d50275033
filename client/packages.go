package client

import (
	"context"

	"foredeck/client/move"
)

// Packages reads the packages that an account published from its resource move.PackageRegistryType. Packages of another chain's
// registry are not known. The error is ErrNotFound if the account published none.
func (n *Node) Packages(ctx context.Context, address move.Address) ([]move.Package, error) {
	resource, err := n.Resource(ctx, address, move.PackageRegistryType)
	switch {
	case err != nil:
		return nil, err
	case resource.Problem != nil:
		return nil, resource.Problem
	}
	packages, err := move.ParsePackageRegistry(resource.Data)
	if err != nil {
		return nil, &DecodeError{Path: "data", Err: err}
	}
	return packages, nil
}
