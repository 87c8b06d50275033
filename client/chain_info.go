package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"foredeck/client/move"
	"foredeck/client/transport"
)

const (
	callGasPrice   call = "gas prices"
	callParameters call = "transaction parameters"
	callVersion    call = "version"
	callTableItem  call = "table items"
)

// GasPrice are recent prices per unit of gas, in the smallest unit of the coin; nil if this version of the RPC does not have them.
type GasPrice struct {
	Median *uint64         `json:"median"`  // the usual estimate
	Mean   *uint64         `json:"mean"`    // of recent transactions
	Max    *uint64         `json:"maximum"` // of recent transactions
	Floor  *uint64         `json:"floor"`   // the least that the node accepts
	Raw    json.RawMessage `json:"-"`
}

// GasPrice reads the recent prices of gas.
func (n *Node) GasPrice(ctx context.Context) (GasPrice, error) {
	return byVersion(n, callGasPrice, []Version{V3, V4, V2, V1}, func(version Version) (GasPrice, error) {
		var price GasPrice
		raw, err := n.object(ctx, "/rpc/"+version.String()+"/transactions/estimate_gas_price",
			optional("median_gas_price", &price.Median), required("mean_gas_price", &price.Mean), optional("max_gas_price", &price.Max),
			optional("min_configured_gas_price", &price.Floor))
		price.Raw = raw
		return price, err
	})
}

// object reads the members of a response that is one object, and returns its JSON.
func (n *Node) object(ctx context.Context, path string, members ...field) (json.RawMessage, error) {
	found, err := n.get(ctx, path, nil)
	if status, ok := errors.AsType[*StatusError](err); ok && status.Status == http.StatusBadRequest {
		// The path has no parameters: a node without the call takes its last part for a hash.
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if err != nil {
		return nil, err
	}
	reader := newBodyReader(found)
	reader.fields(members...)
	return found.body, reader.end()
}

// TransactionLifetime reads for how many seconds from now the expiration of a new transaction can be at most.
func (n *Node) TransactionLifetime(ctx context.Context) (uint64, error) {
	return byVersion(n, callParameters, []Version{V1, V3, V4}, func(version Version) (uint64, error) {
		var seconds *uint64
		_, err := n.object(ctx, "/rpc/"+version.String()+"/transactions/parameters", required("max_transaction_time_to_live_seconds", &seconds))
		if err != nil {
			return 0, err
		}
		return *seconds, nil
	})
}

// NodeVersion describes the program of a node.
type NodeVersion struct {
	Version    string `json:"version"`
	Branch     string `json:"branch"` // often the name of a release, such as supra_rpc_v11.5.2
	CommitHash string `json:"commit_hash"`
	BuildTime  string `json:"build_time"`
}

// NodeVersion reads which program the node runs. Older nodes do not say; then the error is ErrUnsupported.
func (n *Node) NodeVersion(ctx context.Context) (NodeVersion, error) {
	return byVersion(n, callVersion, []Version{V3, V4}, func(version Version) (NodeVersion, error) {
		var v NodeVersion
		_, err := n.object(ctx, "/rpc/"+version.String()+"/version",
			optional("version", &v.Version), optional("branch", &v.Branch), optional("commit_hash", &v.CommitHash), optional("build_time", &v.BuildTime),
			optional("build_env", func() {}))
		return v, err
	})
}

// TableItem reads the value of a key in a table. The handle is in a resource, as are the Move types of keys and values in its declaration.
// key is the JSON of a Move value. The error is ErrNotFound if the table has no such key.
func (n *Node) TableItem(ctx context.Context, handle move.Address, keyType, valueType move.TypeTag, key json.RawMessage) (MoveValue, error) {
	if !json.Valid(key) {
		return MoveValue{}, &ArgumentError{Field: "key", Value: truncate(string(key), quotedCharacters), Rule: "must be JSON"}
	}
	body := plainJSON(struct {
		KeyType   string          `json:"key_type"`
		ValueType string          `json:"value_type"`
		Key       json.RawMessage `json:"key"`
	}{keyType.String(), valueType.String(), key})
	return byVersion(n, callTableItem, []Version{V3, V2, V1}, func(version Version) (MoveValue, error) {
		found, err := n.do(transport.Safe(ctx), apiRequest{path: "/rpc/" + version.String() + "/tables/" + url.PathEscape(handle.String()) + "/item", contentType: "application/json", body: body})
		if err != nil {
			return MoveValue{}, err
		}
		reader := newBodyReader(found)
		value := reader.raw()
		if err := reader.end(); err != nil {
			return MoveValue{}, err
		}
		return ViewRequest{}.instantiate(valueType.String()).value(value), nil
	})
}
