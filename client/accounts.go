package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"foredeck/client/move"
)

const callAccount call = "account"

// Account is an account (spec section 2.4).
type Account struct {
	Address           move.Address    `json:"address"`
	SequenceNumber    uint64          `json:"sequence_number"` // of the next transaction to send
	AuthenticationKey string          `json:"authentication_key"`
	Problems          Problems        `json:"problems"` // always empty: an account that cannot be read is an error
	Other             Members         `json:"other"`    // the members that are not known
	Raw               json.RawMessage `json:"-"`        // the complete JSON
}

// Account reads an account. The error is ErrNotFound if there is none.
func (n *Node) Account(ctx context.Context, address move.Address) (Account, error) {
	return byVersion(n, callAccount, accountVersions, func(version Version) (Account, error) {
		found, err := n.get(ctx, version.accountPath(address), nil)
		if err != nil {
			return Account{}, err
		}
		return decodeAccount(found, address)
	})
}

// decodeAccount reads an account, which has the same form in all versions.
func decodeAccount(found apiResponse, address move.Address) (Account, error) {
	account := Account{Address: address}
	reader := newBodyReader(found)
	account.Raw, account.Problems, account.Other = reader.record(func() {
		reader.fields(
			required("sequence_number", &account.SequenceNumber),
			required("authentication_key", hashInto(&account.AuthenticationKey)),
		)
	})
	if err := cmp.Or(reader.end(), account.Problems.Err()); err != nil {
		return Account{}, err
	}
	return account, nil
}

// chainIDType is the resource at 0x1 that holds the chain ID.
const chainIDType = "0x1::chain_id::ChainId"

// ChainID reads the ID of the chain from a resource of its framework.
func (n *Node) ChainID(ctx context.Context) (uint64, error) {
	found, err := n.Resource(ctx, move.Address{31: 1}, chainIDType)
	if err != nil {
		return 0, err
	}
	reader := newBodyReader(apiResponse{url: n.base, body: found.Data})
	var id *uint64
	reader.fields(optional("id", &id))
	if err := reader.end(); err != nil {
		return 0, err
	}
	if id == nil {
		return 0, &DecodeError{URL: n.base, Err: errors.New("no id in " + chainIDType + ": " + truncate(string(found.Data), quotedCharacters))}
	}
	return *id, nil
}
