package client

import (
	"context"
	"encoding/json"

	"foredeck/client/move"
)

// Account is the account record of spec section 2.4.
type Account struct {
	Address           move.Address    `json:"address"`
	SequenceNumber    uint64          `json:"sequence_number"` // of the next transaction that it will send
	AuthenticationKey string          `json:"authentication_key"`
	Raw               json.RawMessage `json:"-"` // the whole record as sent
}

// Account reads an account. It fails with ErrNotFound when the chain holds none at the
// address.
func (n *Node) Account(ctx context.Context, address move.Address) (Account, error) {
	return byVersion(n, callAccount, every, func(version Version) (Account, error) {
		found, err := n.get(ctx, version.accountPath(address), nil)
		if err != nil {
			return Account{}, err
		}
		return decodeAccount(found, address)
	})
}

// decodeAccount reads the record, which all versions write alike.
func decodeAccount(found answer, address move.Address) (Account, error) {
	account := Account{Address: address}
	reader := newBodyReader(found)
	start := reader.here()
	var sequenceNumber *uint64
	reader.object(func(name []byte) {
		switch string(name) {
		case "sequence_number":
			sequenceNumber = reader.unsigned()
		case "authentication_key":
			account.AuthenticationKey = hash(reader.text())
		default:
			reader.skip()
		}
	})
	account.Raw = reader.since(start)
	if sequenceNumber == nil {
		reader.missing("sequence_number")
	} else {
		account.SequenceNumber = *sequenceNumber
	}
	if account.AuthenticationKey == "" {
		reader.missing("authentication_key")
	}
	if err := reader.end(); err != nil {
		return Account{}, err
	}
	return account, nil
}
