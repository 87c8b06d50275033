package client

import (
	"context"
	"errors"

	"foredeck/client/move"
)

// chainIDType is the resource of the framework, at 0x1, in which each chain keeps its id.
const chainIDType = "0x1::chain_id::ChainId"

// ChainID is the id of the chain, as its own framework keeps it. The specification has no
// call for it.
func (n *Node) ChainID(ctx context.Context) (uint64, error) {
	found, err := n.Resource(ctx, move.Address{31: 1}, chainIDType)
	if err != nil {
		return 0, err
	}
	reader := newBodyReader(answer{url: n.base, body: found.Data})
	var id *uint64
	reader.object(func(name []byte) {
		if string(name) == "id" {
			id = reader.unsigned()
			return
		}
		reader.skip()
	})
	if err := reader.end(); err != nil {
		return 0, err
	}
	if id == nil {
		return 0, &DecodeError{URL: n.base, Err: errors.New("no id in " + chainIDType + ": " + cut(string(found.Data), quotedCharacters))}
	}
	return *id, nil
}
