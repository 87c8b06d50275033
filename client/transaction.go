package client

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"math/big"
	"slices"
	"unicode/utf8"

	"foredeck/client/move"
)

// Transaction is a record of the transaction lists (spec section 2.5). Parts that the
// node does not give are nil; block_metadata and automation_record have no sender,
// payload and authenticator at all.
type Transaction struct {
	Hash   string // 0x and 64 lower-case digits; as the node wrote it when it is no hash
	Type   string // txn_type: user, automated, block_metadata, automation_record or as given; "" where not given
	Status string // Success, Fail, Invalid, Pending, PendingAfterExecution or as given

	Sender         *move.Address
	SequenceNumber *uint64 // of an automated transaction: the number of the task
	ChainID        *uint64
	GasUnitPrice   *uint64 // in the smallest unit, per unit of gas
	MaxGasAmount   *uint64 // in units of gas
	GasUsed        *uint64 // in units of gas
	Expiration     *Timestamp
	VMStatus       *string // as given, for showing

	Block         *BlockHeader
	Payload       *Payload
	Authenticator *Authenticator
	Output        *Output
	Events        []Event

	Raw     json.RawMessage // the whole record as sent
	Problem *DecodeError    // the first thing in the record that was not understood; nil for a regular one
}

// BlockHeader tells in which block a transaction stands. Version 1 gives no more than
// height, hash and timestamp.
type BlockHeader struct {
	Height    uint64    `json:"height"`
	Hash      string    `json:"hash"`
	Timestamp Timestamp `json:"timestamp_us"`
	Author    *string   `json:"author"`
	Parent    *string   `json:"parent"`
	Epoch     *uint64   `json:"epoch"`
	Round     *uint64   `json:"round"`
}

// Payload is what a transaction executes.
type Payload struct {
	// Kind is entry_function, script, multisig, automation_registration, dkg, oracle, or
	// as the node wrote it; "" where it names none.
	Kind string
	// Function, TypeArguments and Arguments are those of the call; of the inner call for
	// multisig, of the automated call for automation_registration. Function is as given
	// and "" where there is none. Arguments are JSON values as sent.
	Function        string
	TypeArguments   []string
	Arguments       []json.RawMessage
	MultisigAddress *move.Address
	Raw             json.RawMessage
}

// Authenticator is the proof that the sender agreed.
type Authenticator struct {
	// Kind is the scheme as the node names it: Ed25519, MultiEd25519, MultiAgent,
	// FeePayer, SingleSender, Automation, Dkg, Oracle ...; "" where it names none.
	Kind string `json:"kind"`
	// PublicKey and Signature are as given, "" where they are not given as one text.
	PublicKey string `json:"-"`
	Signature string `json:"-"`
	// RegistrationHash is, for Automation, that of the transaction that registered the task.
	RegistrationHash string          `json:"-"`
	Raw              json.RawMessage `json:"-"`
}

// Output is what executing gave. What it holds for Kind Move stands in the Transaction:
// GasUsed, VMStatus and Events.
type Output struct {
	Kind string          `json:"kind"` // Move, Empty, Dkg, Oracle, Evm or as the node wrote it; "" where it names none
	Raw  json.RawMessage `json:"-"`
}

// Event is one event of an executed transaction. Module events have the account 0x0,
// the creation number 0 and the sequence number 0.
type Event struct {
	Type           string          `json:"type"`
	SequenceNumber *uint64         `json:"sequence_number"`
	CreationNumber *uint64         `json:"-"`
	Account        *move.Address   `json:"-"`
	Data           json.RawMessage `json:"data"` // as sent; the whole event where it is no object
}

// Fee is gas used times gas unit price, in the smallest unit, exact; nil where either
// is not given.
func (t Transaction) Fee() *big.Int { return product(t.GasUsed, t.GasUnitPrice) }

// FeeCap is the most that the transaction could have cost: maximum gas amount times gas
// unit price; nil where either is not given.
func (t Transaction) FeeCap() *big.Int { return product(t.MaxGasAmount, t.GasUnitPrice) }

func product(gas, price *uint64) *big.Int {
	if gas == nil || price == nil {
		return nil
	}
	return new(big.Int).Mul(new(big.Int).SetUint64(*gas), new(big.Int).SetUint64(*price))
}

// Transactions reads a page of the transactions that an account sent, by sequence
// number (spec section 4.5). The cursor of this list is a decimal sequence number, see
// SequenceCursor; any other is an *ArgumentError.
//
// Records come in the order asked for and inside the range asked for, whatever the node
// does. A page that breaks half-way, or after which one cannot go on, gives what it has
// and the error. A record whose sequence number cannot be read stays beside its
// neighbour; at the edge of a page it may come again on the next.
func (n *Node) Transactions(ctx context.Context, address move.Address, request PageRequest) (Page[Transaction], error) {
	return n.transactions(ctx, n.get, address, request)
}

func (n *Node) transactions(ctx context.Context, get getter, address move.Address, request PageRequest) (Page[Transaction], error) {
	request, err := request.valid()
	if err != nil {
		return Page[Transaction]{}, err
	}
	return byVersion(n, callTransactions, every, func(version Version) (Page[Transaction], error) {
		return wires[version].transactions(ctx, n, get, address, request)
	})
}

// AllTransactions walks over all transactions that an account sent, asking for pages of
// 100 as it goes, and, where one full page has followed another, for the next one while
// the last is read. It yields each record once, also while new ones arrive: oldest first
// ends with the newest there is, newest first with the oldest and without what came
// meanwhile. An error is yielded last, with a zero Transaction.
func (n *Node) AllTransactions(ctx context.Context, address move.Address, order Order) iter.Seq2[Transaction, error] {
	return func(yield func(Transaction, error) bool) {
		ahead := &readAhead{get: n.get, order: order}
		defer ahead.stop()
		var edge []Transaction // records without a number that ended the last page
		fetch := func(request PageRequest) (Page[Transaction], error) {
			page, err := n.transactions(ctx, ahead.ask, address, request)
			if err == nil && ahead.early && order == OldestFirst && page.Next == "" { // as far as could be told then
				page, err = n.Transactions(ctx, address, request)
			}
			ahead.took(page)
			for len(page.Items) > 0 && page.Items[0].SequenceNumber == nil &&
				slices.ContainsFunc(edge, func(t Transaction) bool { return bytes.Equal(t.Raw, page.Items[0].Raw) }) {
				page.Items = page.Items[1:]
			}
			last := len(page.Items)
			for last > 0 && page.Items[last-1].SequenceNumber == nil {
				last--
			}
			edge = page.Items[last:]
			return page, err
		}
		walk(PageRequest{Order: order, Count: maximumCount}, fetch)(yield)
	}
}

// MarshalJSON gives one flat object: integers exact, the fee as a decimal string, times
// in microseconds (_us), null for what is absent. Raw and Problem are left out.
func (t Transaction) MarshalJSON() ([]byte, error) {
	var fee *string
	if exact := t.Fee(); exact != nil {
		fee = new(exact.String())
	}
	return marshal(struct {
		Hash           string         `json:"hash"`
		Type           string         `json:"type"`
		Status         string         `json:"status"`
		Sender         *move.Address  `json:"sender"`
		SequenceNumber *uint64        `json:"sequence_number"`
		ChainID        *uint64        `json:"chain_id"`
		GasUnitPrice   *uint64        `json:"gas_unit_price"`
		MaxGasAmount   *uint64        `json:"max_gas_amount"`
		GasUsed        *uint64        `json:"gas_used"`
		Expiration     *Timestamp     `json:"expiration_us"`
		VMStatus       *string        `json:"vm_status"`
		Fee            *string        `json:"fee"`
		Block          *BlockHeader   `json:"block"`
		Payload        *Payload       `json:"payload"`
		Authenticator  *Authenticator `json:"authenticator"`
		Output         *Output        `json:"output"`
		Events         []Event        `json:"events"`
	}{
		t.Hash, t.Type, t.Status, t.Sender, t.SequenceNumber, t.ChainID, t.GasUnitPrice, t.MaxGasAmount,
		t.GasUsed, t.Expiration, t.VMStatus, fee, t.Block, t.Payload, t.Authenticator, t.Output, list(t.Events),
	})
}

// MarshalJSON gives the payload without Raw; function is null where there is none.
func (p Payload) MarshalJSON() ([]byte, error) {
	var function *string
	if p.Function != "" {
		function = &p.Function
	}
	return marshal(struct {
		Kind            string            `json:"kind"`
		Function        *string           `json:"function"`
		TypeArguments   []string          `json:"type_arguments"`
		Arguments       []json.RawMessage `json:"arguments"`
		MultisigAddress *move.Address     `json:"multisig_address"`
	}{p.Kind, function, list(p.TypeArguments), list(p.Arguments), p.MultisigAddress})
}

// list makes an absent list an empty one, so that it is written as [].
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// marshal writes JSON without the escapes that are made for HTML, so that types such as
// CoinStore<T> stay readable, and as UTF-8 even where a part as sent is none.
func marshal(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.ToValidUTF8(bytes.TrimSuffix(text.Bytes(), []byte("\n")), []byte(string(utf8.RuneError))), nil
}
