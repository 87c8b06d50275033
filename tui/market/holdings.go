// holdings.go reads what an account holds: its native coin, other coins and fungible assets, and the number of its resources.

package market

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"sort"
	"sync"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// Source is how a balance was found.
type Source string

// The sources of a balance.
const (
	CoinStore     Source = "coin_store"     // the resource CoinStore of the account
	FungibleStore Source = "fungible_store" // a store of a fungible asset: at the address, or the primary one of the account
	View          Source = "view"           // the view function 0x1::coin::balance
)

// Text returns the source in words.
func (s Source) Text() text.Safe {
	switch s {
	case CoinStore:
		return text.Const("CoinStore")
	case FungibleStore:
		return text.Const("fungible store")
	}
	return text.Const("view coin::balance")
}

// Balance is an amount of a coin or fungible asset.
type Balance struct {
	Type     string `json:"type"`     // of the coin, or the address of the asset's metadata
	Amount   string `json:"amount"`   // decimal digits, in the smallest unit
	Symbol   string `json:"symbol"`   // as the node sent it; empty if unknown
	Decimals *int   `json:"decimals"` // nil if unknown
	Source   Source `json:"source"`
	Frozen   bool   `json:"frozen"`
	IsNative bool   `json:"native"` // fees are paid in it

	Problem error `json:"-"` // why symbol and decimals are not known
}

// Holdings is what an account holds.
type Holdings struct {
	Balances      []Balance
	Unread        []Unread
	Resources     int   // number of resources that were read
	Complete      bool  // those are all
	IsObject      bool  // the address is an object
	NativeProblem error // why the native balance is not known; nil if it is
}

// Unread is a resource that holds a balance which could not be read.
type Unread struct {
	Type string // of the resource
	Err  error
}

// MarshalJSON returns an object with the type and the reason.
func (u Unread) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type   string `json:"type"`
		Reason string `json:"reason"`
	}{u.Type, u.Err.Error()})
}

// Native returns the balance of the native coin, nil if it is not known.
func (h *Holdings) Native() *Balance {
	for i := range h.Balances {
		if h.Balances[i].IsNative {
			return &h.Balances[i]
		}
	}
	return nil
}

// NativeOrFirst returns the balance of the native coin, or that of another coin where it is certain that there is no native one.
func (h *Holdings) NativeOrFirst() (Balance, error) {
	if native := h.Native(); native != nil {
		return *native, nil
	}
	if errors.Is(h.NativeProblem, ErrNoNativeCoin) && len(h.Balances) > 0 {
		return h.Balances[0], nil
	}
	return Balance{}, fmt.Errorf("native balance not known: %w", h.NativeProblem)
}

// OfType returns the balance of a coin by its type, or by the address of the metadata of an asset.
func (h *Holdings) OfType(coin string) (Balance, error) {
	for _, balance := range h.Balances {
		if sameCoin(balance.Type, coin) {
			return balance, nil
		}
	}
	return Balance{}, fmt.Errorf("the account no longer holds %s", coin)
}

// Limits of what one Read requests.
const (
	pageSize        = 100
	maxValues       = 8 // requests for values that the list does not have
	maxInfos        = 8 // requests for symbols; the next Read requests the others
	maxPages        = 3 // of the resources of 0x1, in search of the native coin
	maxCoinDecimals = 78
	maxSymbol       = 32
)

// errTooManyValues is the reason of a balance of an account with more than maxValues of them on a node that lists types only.
var errTooManyValues = errors.New("not requested: too many of them on a node that lists types only")

// ErrNoNativeCoin reports that the native coin's type was not found among the resources of 0x1.
var ErrNoNativeCoin = errors.New("native coin not found: 0x1 has no CoinInfo of it")

// Reader reads holdings. It remembers symbols, decimals and the native coin, which do not change. It may be used concurrently.
type Reader struct {
	node *client.Node

	lock   sync.Mutex
	native string
	infos  map[string]info
}

type info struct {
	Symbol   string `json:"symbol"`
	Decimals int    `json:"decimals"`

	missing error // it does not exist
}

// NewReader returns a reader that has read nothing.
func NewReader(node *client.Node) *Reader { return &Reader{node: node, infos: map[string]info{}} }

var framework = move.Address{31: 1}

// Read reads what an account holds: a page of its resources and, for coins that were not seen before, their symbols. An account
// without a CoinStore of the native coin needs a call of a view function. Parts that could not be read carry their error; Read fails
// only if the resources cannot be read.
func (r *Reader) Read(ctx context.Context, address move.Address) (Holdings, error) {
	page, err := r.node.Resources(ctx, address, client.PageRequest{Count: pageSize})
	if err != nil {
		return Holdings{}, err
	}
	h := Holdings{Resources: len(page.Items), Complete: len(page.Next) == 0 || len(page.Items) < pageSize}
	var incomplete error
	for i, values := 0, 0; i < len(page.Items); i++ {
		resource, kind := &page.Items[i], page.Items[i].Type
		if resource.Data == nil && isStore(resource.Type) { // version 1 lists types only
			var err error
			if values++; values > maxValues {
				err = errTooManyValues
			} else {
				*resource, err = r.node.Resource(ctx, address, kind)
			}
			if err != nil {
				incomplete = err
				h.Unread = append(h.Unread, Unread{kind, err})
				continue
			}
		}
		h.add(resource)
	}
	if h.Native() == nil && incomplete != nil {
		h.NativeProblem = incomplete
	} else if h.Native() == nil {
		if balance, err := r.readNative(ctx, address); err != nil {
			h.NativeProblem = err
		} else {
			h.Balances = append(h.Balances, balance)
		}
	}
	sort.SliceStable(h.Balances, func(i, j int) bool { return rank(h.Balances[i]) < rank(h.Balances[j]) })
	requests := maxInfos
	for i := range h.Balances {
		r.describe(ctx, &h.Balances[i], &requests)
	}
	return h, ctx.Err()
}

// rank puts the native coin first.
func rank(b Balance) int {
	if b.IsNative {
		return 0
	}
	return 1
}

// isStore reports whether a resource of the type holds a balance.
func isStore(kind string) bool {
	tag, err := move.ParseStructTag(kind)
	return err == nil && tag.Address == framework && (tag.Name == "CoinStore" || tag.Name == "FungibleStore")
}

// add adds the balance in a resource, if it holds one.
func (h *Holdings) add(resource *client.Resource) {
	tag, err := move.ParseStructTag(resource.Type)
	if err != nil || tag.Address != framework {
		return
	}
	var balance Balance
	switch tag.Module + "::" + tag.Name {
	case "object::ObjectCore":
		h.IsObject = true
		return
	case "coin::CoinStore":
		balance, err = coinStore(tag, resource.Data)
	case "fungible_asset::FungibleStore":
		balance, err = fungibleStore(resource.Data)
	default:
		return
	}
	if err != nil {
		h.Unread = append(h.Unread, Unread{resource.Type, err})
		return
	}
	h.Balances = append(h.Balances, balance)
}

func coinStore(tag move.StructTag, data json.RawMessage) (Balance, error) {
	if len(tag.TypeArguments) != 1 {
		return Balance{}, fmt.Errorf("%d type arguments instead of 1", len(tag.TypeArguments))
	}
	var store struct {
		Coin struct {
			Value *big.Int `json:"value"`
		} `json:"coin"`
		Frozen bool `json:"frozen"`
	}
	if err := decode(data, &store); err != nil {
		return Balance{}, err
	}
	if store.Coin.Value == nil {
		return Balance{}, errNoAmount
	}
	coin := tag.TypeArguments[0].String()
	return Balance{Type: coin, Amount: store.Coin.Value.String(), Source: CoinStore, Frozen: store.Frozen, IsNative: client.IsNativeCoin(coin)}, nil
}

func fungibleStore(data json.RawMessage) (Balance, error) {
	var store struct {
		Metadata json.RawMessage `json:"metadata"`
		Balance  *big.Int        `json:"balance"`
		Frozen   bool            `json:"frozen"`
	}
	if err := decode(data, &store); err != nil {
		return Balance{}, err
	}
	metadata, ok := object(store.Metadata)
	switch {
	case store.Balance == nil:
		return Balance{}, errNoAmount
	case !ok:
		return Balance{}, errors.New("metadata: not an object or its address")
	}
	return Balance{Type: metadata.String(), Amount: store.Balance.String(), Source: FungibleStore, Frozen: store.Frozen}, nil
}

// errNoAmount reports a store without its amount.
var errNoAmount = errors.New("amount: missing")

// decode decodes the data of a store.
func decode(data json.RawMessage, into any) error {
	if data == nil {
		return errors.New("data: missing")
	}
	return move.Decode(data, into)
}

// object returns the address of an object: as text, or in its field inner.
func object(raw json.RawMessage) (address move.Address, ok bool) {
	var inner struct {
		Inner move.Address `json:"inner"`
	}
	if move.Decode(raw, &inner) == nil && inner.Inner != (move.Address{}) {
		return inner.Inner, true
	}
	return address, move.Decode(raw, &address) == nil && address != (move.Address{})
}

// readNative reads the balance of an account without a CoinStore of the native coin. coin::balance counts the primary store of the
// paired asset too; a chain whose function fails is asked for that store.
func (r *Reader) readNative(ctx context.Context, address move.Address) (Balance, error) {
	coin, err := r.nativeCoin(ctx)
	if err != nil {
		return Balance{}, err
	}
	tag, err := move.ParseTypeTag(coin)
	if err != nil {
		return Balance{}, err
	}
	balance := Balance{Type: coin, Source: View, IsNative: true}
	amount, failed := r.view(ctx, "coin", "balance", []move.TypeTag{tag}, address)
	if failed == nil {
		balance.Amount, failed = integer(amount)
	}
	if failed == nil {
		return balance, nil
	}
	paired, err := r.view(ctx, "coin", "paired_metadata", []move.TypeTag{tag})
	if err != nil {
		return Balance{}, failed
	}
	var metadata *json.RawMessage
	if err := move.Decode(paired, &metadata); err != nil || metadata == nil {
		return Balance{}, failed
	}
	asset, ok := object(*metadata)
	if !ok {
		return Balance{}, failed
	}
	kind := move.TypeTag{Kind: move.KindStruct, Struct: &move.StructTag{Address: framework, Module: "fungible_asset", Name: "Metadata"}}
	if amount, err = r.view(ctx, "primary_fungible_store", "balance", []move.TypeTag{kind}, address, asset); err != nil {
		return Balance{}, err
	}
	balance.Source = FungibleStore
	balance.Amount, err = integer(amount)
	return balance, err
}

func integer(raw json.RawMessage) (string, error) {
	var amount big.Int
	if err := move.Decode(raw, &amount); err != nil {
		return "", fmt.Errorf("balance: %w", err)
	}
	return amount.String(), nil
}

// view calls a view function of the framework that returns one value.
func (r *Reader) view(ctx context.Context, module, name string, types []move.TypeTag, arguments ...move.Address) (json.RawMessage, error) {
	request := client.ViewRequest{Function: move.FunctionID{Address: framework, Module: module, Name: name}, TypeArguments: types}
	for _, argument := range arguments {
		request.Arguments = append(request.Arguments, argument.String())
	}
	result, err := r.node.View(ctx, request)
	if err != nil {
		return nil, err
	}
	if len(result.Values) != 1 {
		return nil, fmt.Errorf("%s returned %d values, expected 1", request.Function, len(result.Values))
	}
	return result.Values[0].JSON, nil
}

// nativeCoin returns the type of the native coin, from its CoinInfo at 0x1.
func (r *Reader) nativeCoin(ctx context.Context) (string, error) {
	r.lock.Lock()
	known := r.native
	r.lock.Unlock()
	if known != "" {
		return known, nil
	}
	request := client.PageRequest{Count: pageSize}
	for range maxPages {
		page, err := r.node.Resources(ctx, framework, request)
		if err != nil {
			return "", err
		}
		for _, resource := range page.Items {
			tag, err := move.ParseStructTag(resource.Type)
			if err != nil || tag.Name != "CoinInfo" || len(tag.TypeArguments) != 1 || !client.IsNativeCoin(tag.TypeArguments[0].String()) {
				continue
			}
			r.lock.Lock()
			defer r.lock.Unlock()
			r.native = tag.TypeArguments[0].String()
			return r.native, nil
		}
		if len(page.Next) == 0 || len(page.Items) == 0 {
			break
		}
		request.Cursor = page.Next
	}
	return "", ErrNoNativeCoin
}

// errNotRequested is the problem of a coin whose symbol a later Read requests.
var errNotRequested = errors.New("not loaded yet")

// describe sets symbol and decimals, with one of the remaining requests if they are not known.
func (r *Reader) describe(ctx context.Context, b *Balance, requests *int) {
	r.lock.Lock()
	known, ok := r.infos[b.Type]
	r.lock.Unlock()
	if !ok {
		if *requests == 0 {
			b.Problem = errNotRequested
			return
		}
		*requests--
		var err error
		if known, err = r.readInfo(ctx, b.Type); err != nil && !errors.Is(err, client.ErrNotFound) {
			b.Problem = err
			return
		}
		known.missing = err
		r.lock.Lock()
		r.infos[b.Type] = known
		r.lock.Unlock()
	}
	if b.Problem = known.missing; b.Problem == nil {
		b.Symbol, b.Decimals = known.Symbol, &known.Decimals
	}
}

// readInfo reads symbol and decimals of a coin, or of the fungible asset with its metadata at an address.
func (r *Reader) readInfo(ctx context.Context, kind string) (info, error) {
	address, err := move.ParseAddress(kind)
	name := "0x1::fungible_asset::Metadata"
	if err != nil {
		tag, err := move.ParseStructTag(kind)
		if err != nil {
			return info{}, err
		}
		address, name = tag.Address, "0x1::coin::CoinInfo<"+kind+">"
	}
	resource, err := r.node.Resource(ctx, address, name)
	if err != nil {
		return info{}, err
	}
	var found info
	if err := move.Decode(resource.Data, &found); err != nil {
		return info{}, fmt.Errorf("%s: %w", name, err)
	}
	if found.Decimals < 0 || found.Decimals > maxCoinDecimals {
		return info{}, fmt.Errorf("decimals of %s: %d: must be from 0 to %d", kind, found.Decimals, maxCoinDecimals)
	}
	if runes := []rune(found.Symbol); len(runes) > maxSymbol {
		found.Symbol = string(runes[:maxSymbol])
	}
	return found, nil
}

// Text formats the balance: the amount in units of the coin, if its decimals are known, and its symbol or type.
func (b *Balance) Text(units text.Units) text.Safe {
	amount, ok := units.Amount(b.Amount, b.Places())
	if !ok {
		amount = text.None
	}
	return text.Format("%s %s", amount, b.Name())
}

// Places returns the decimals of the coin, 0 if they are not known.
func (b *Balance) Places() int {
	if b.Decimals == nil {
		return 0
	}
	return *b.Decimals
}

// Of returns an amount of the coin in units, with the name of the coin.
func (b *Balance) Of(amount *big.Int, units text.Units) text.Safe {
	return text.Format("%s %s", units.Write(amount, b.Places()), b.Name())
}

// Name returns the symbol of the coin, its type if that is not known.
func (b *Balance) Name() text.Safe {
	if b.Symbol != "" {
		return text.Clean(b.Symbol)
	}
	return text.Short(text.Bounded(b.Type))
}
