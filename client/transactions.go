package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"math/big"
	"net/url"
	"slices"
	"time"
	"unicode/utf8"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

const callTransactions call = "transactions"

// Transaction is a record of the transaction lists (spec section 2.5). What the node does not send is "" or nil.
// Transactions of the types block_metadata and automation_record have no sender, payload or authenticator.
type Transaction struct {
	Hash   string // 0x and 64 lower-case digits; unchanged if it is not a hash
	Type   string // user, automated, block_metadata, automation_record or another one that the node uses
	Status string // Success, Fail, Invalid, Pending, PendingAfterExecution or another one that the node uses

	Sender         *move.Address
	SequenceNumber *uint64 // for an automated transaction, the number of its task
	ChainID        *uint64
	GasUnitPrice   *uint64 // price per unit of gas, in the smallest unit of the coin
	MaxGasAmount   *uint64 // in units of gas
	GasUsed        *uint64 // in units of gas
	Expiration     *Timestamp
	VMStatus       string // result of execution as text

	Block         *BlockHeader
	Payload       *Payload
	Authenticator *Authenticator
	Output        *Output
	Events        []Event
	Data          json.RawMessage // what a record of the type automation_record did to the tasks; nil for others

	// InclusionProof shows that the transaction is part of the chain; nil unless it was requested with WithProof.
	InclusionProof *InclusionProof

	// Explained is the failed call with what bytecode adds to its status. It is nil in records that were read; callers that look
	// for the cause set it, and then Failure, CallFailure and JSON have it.
	Explained *FailedCall

	Raw      json.RawMessage // the complete JSON
	Problems Problems        // the parts that could not be decoded
	Other    Members         // the members that are not known
}

// Key identifies the transaction in a list: its hash, or its JSON if it has none. Transactions of one account may share a sequence
// number.
func (t *Transaction) Key() string { return cmp.Or(t.Hash, string(t.Raw)) }

// Calls reports whether the transaction calls a function directly, for a multisig account, or in a task that it registers.
func (t *Transaction) Calls(function move.FunctionID) bool {
	if t.Payload == nil {
		return false
	}
	called, err := move.ParseFunctionID(t.Payload.Function)
	return err == nil && called == function
}

// Height returns the height of the transaction's block; nil if unknown.
func (t *Transaction) Height() *uint64 {
	if t.Block == nil {
		return nil
	}
	return t.Block.Height
}

// IsSent reports whether the node finds the record by its sender and sequence number: the number of an automated one is that of its
// task.
func (t *Transaction) IsSent() bool {
	automated := t.Authenticator != nil && t.Authenticator.Kind == "Automation"
	return t.Sender != nil && t.SequenceNumber != nil && !automated && (t.Type == "" || t.Type == "user")
}

// IsFinished reports whether the chain has executed or rejected the transaction, so that its expiration has no effect any more.
func (t *Transaction) IsFinished() bool {
	switch t.Status {
	case "Pending", "PendingAfterExecution":
		return false
	case "Success", "Fail", "Invalid":
		return true
	}
	return t.Block != nil
}

// IsFinal reports whether the chain has executed or rejected the transaction and the record is complete: with its block and output.
func (t *Transaction) IsFinal() bool { return t.IsFinished() && t.Block != nil && t.Output != nil }

// BlockTime returns the time of the transaction's block; nil if unknown.
func (t *Transaction) BlockTime() *Timestamp {
	if t.Block == nil {
		return nil
	}
	return t.Block.Timestamp
}

// Failure returns why the transaction failed, nil if it did not or if the node does not say.
func (t *Transaction) Failure() *move.VMStatus {
	if t.Explained != nil && !t.Explained.IsInner {
		return &t.Explained.Status
	}
	if t.VMStatus == "" || t.Status == "Success" {
		return nil
	}
	status := move.ParseVMStatus(t.VMStatus)
	if status.Kind == move.StatusExecuted {
		return nil
	}
	return &status
}

// BlockHeader identifies the block of a transaction. Version 1 sends only height, hash and timestamp.
type BlockHeader struct {
	Height         *uint64 // nil if unreadable
	Hash           string
	Timestamp      *Timestamp // nil if unreadable
	Author, Parent string
	Epoch, Round   *uint64
	ChainID        *uint64
}

// Payload is what a transaction executes.
type Payload struct {
	Kind string // such as entry_function, script, multisig, automation_registration, dkg or oracle
	// Function is the called function, such as 0x1::coin::transfer. For multisig, Function and Arguments are those of the
	// inner call, for automation_registration those of the automated call.
	Function      string
	TypeArguments []string
	Arguments     []json.RawMessage // see Into
	// EncodedArguments replace Arguments in BCS if only an event of the transaction has the call: that of a multisig account
	// whose payload is stored on the chain.
	EncodedArguments [][]byte
	MultisigAddress  *move.Address
	InnerKind        string          // kind of the inner call of multisig, if the node sends it
	Code             json.RawMessage // of a script: its bytecode and perhaps its ABI
	ScriptParameters []string        // types of a script's parameters, with signers; nil if the record has none
	Registration     *Registration   // of an automation task, also one that a multisig account registers
	Value            json.RawMessage // content of a kind that is not a call, such as dkg
	Raw              json.RawMessage
}

// Registration holds the terms of an automation task.
type Registration struct {
	Version          string  // V1 or V2, empty if the node does not say
	Expiration       *uint64 // seconds since the Unix epoch
	MaxGasAmount     *uint64 // of one execution, in units of gas
	GasPriceCap      *uint64 // in the smallest unit of the coin
	AutomationFeeCap *uint64 // the most that the task pays per epoch, in the smallest unit of the coin
	TaskType         string  // User or System, empty in version 1
	TaskPriority     *uint64
	AuxData          json.RawMessage // a list
}

// Len returns the number of arguments.
func (p *Payload) Len() int { return max(len(p.Arguments), len(p.EncodedArguments)) }

// Into decodes the arguments in order, as MoveValue.Into does. It fails if there are fewer arguments than targets.
func (p Payload) Into(targets ...any) error { return decodeValues("argument", p.Arguments, targets) }

// Authenticator proves that the sender approved the transaction.
type Authenticator struct {
	Proof                   // kind, and keys of a scheme with one signer
	RegistrationHash string // of the transaction that registered the task; only for Automation
	// FeePayer, SecondarySigners and Signers are those of the schemes MultiAgent and FeePayer.
	FeePayer         *move.Address
	SecondarySigners []*move.Address // nil for one that could not be read
	Signers          []Signer
	Raw              json.RawMessage
}

// Proof is a key and what it signed.
type Proof struct {
	Kind      string          // scheme, such as Ed25519, MultiEd25519, MultiAgent, FeePayer or Automation
	PublicKey string          // empty if the scheme has none, or another form
	Signature string          // empty if the scheme has none, or another form
	Value     json.RawMessage // content of a scheme that has more than a key and a signature in text
}

// Signer is one of several signers of a transaction.
type Signer struct {
	Role    string        // SenderRole, SecondaryRole or FeePayerRole
	Address *move.Address // nil if the node did not send it
	Proof
}

// Roles of signers.
const (
	SenderRole    = "sender"
	SecondaryRole = "secondary"
	FeePayerRole  = "fee_payer"
)

// Output is the result of execution. For the kind Move its content is in Transaction: GasUsed, VMStatus and Events.
type Output struct {
	Kind   string          // Move, Empty, Dkg, Oracle, Evm or another one that the node uses
	Status string          // such as Success; for Evm Success, Revert, Halt or Error. Empty for Move
	Value  json.RawMessage // what else the node sent of the kind
	Raw    json.RawMessage
}

// Event is an event that a transaction emitted. In module events the account and the numbers are 0.
type Event struct {
	Type           string
	SequenceNumber *uint64
	CreationNumber *uint64
	Account        *move.Address
	Data           json.RawMessage // the whole event if it is not an object
	Hash           string          // leaf of the event tree of its transaction; only version 4 has it
}

// Into decodes the data, as MoveValue.Into does.
func (e Event) Into(target any) error { return decodeInto("event", e.Data, target) }

// Timestamp is an instant in microseconds since the Unix epoch.
type Timestamp uint64

// Time returns the instant in UTC.
func (t Timestamp) Time() time.Time {
	const second = 1_000_000
	return time.Unix(int64(t/second), int64(t%second)*int64(time.Microsecond)).UTC()
}

// Fee returns GasUsed times GasUnitPrice in the smallest unit of the coin, nil if either is unknown.
func (t Transaction) Fee() *big.Int { return product(t.GasUsed, t.GasUnitPrice) }

// FeeCap returns the highest fee that the sender allowed: MaxGasAmount times GasUnitPrice, nil if either is unknown.
func (t Transaction) FeeCap() *big.Int { return product(t.MaxGasAmount, t.GasUnitPrice) }

func product(gas, price *uint64) *big.Int {
	if gas == nil || price == nil {
		return nil
	}
	return new(big.Int).Mul(new(big.Int).SetUint64(*gas), new(big.Int).SetUint64(*price))
}

// identity is the hash, or a digest of the JSON if there is none.
func (t Transaction) identity() string {
	if t.Hash == "" {
		return fmt.Sprintf("%x", sha256.Sum256(t.Raw))
	}
	return t.Hash
}

// bySequenceNumber orders transactions for a paging.NumberList.
var bySequenceNumber = paging.Records[Transaction]{
	ID:       Transaction.identity,
	Position: func(t Transaction) *uint64 { return t.SequenceNumber },
}

// SequenceCursor returns the cursor of a page of sent transactions that starts at a sequence number.
func SequenceCursor(sequenceNumber uint64) Cursor { return paging.NumberCursor(sequenceNumber) }

// Transactions reads a page of the transactions that an account sent, by sequence number (spec section 4.5). It also accepts
// cursors of SequenceCursor. A record without a sequence number stays next to its neighbor and can appear on two pages.
func (n *Node) Transactions(ctx context.Context, address move.Address, request PageRequest) (Page[Transaction], error) {
	return n.transactions(ctx, n.get, address, request)
}

// sharedNumbers is how many records of a page can have the same sequence number as the first, or none.
const sharedNumbers = 10

// SentTransaction reads the transaction that an account sent with a sequence number, on every node. The error is ErrNotFound if there is
// none. Of several with the same number it returns the first.
func (n *Node) SentTransaction(ctx context.Context, address move.Address, sequenceNumber uint64) (Transaction, error) {
	page, err := n.Transactions(ctx, address, PageRequest{Order: OldestFirst, Cursor: SequenceCursor(sequenceNumber), Count: sharedNumbers})
	for _, record := range page.Items {
		if record.SequenceNumber != nil && *record.SequenceNumber == sequenceNumber {
			return record, nil
		}
	}
	if err == nil {
		err = noTransactionError(fmt.Sprintf("account %s has sent no transaction with sequence number %d", address.Short(), sequenceNumber))
	}
	return Transaction{}, err
}

// noTransactionError reports that an account has sent no transaction with a sequence number. It matches ErrNotFound.
type noTransactionError string

func (e noTransactionError) Error() string { return string(e) }

// Is matches ErrNotFound.
func (e noTransactionError) Is(target error) bool { return target == ErrNotFound }

func (n *Node) transactions(ctx context.Context, get getter, address move.Address, request PageRequest) (Page[Transaction], error) {
	return listPage(n, callTransactions, accountVersions, request, normalize, func(version Version, request PageRequest) (Page[Transaction], error) {
		return n.transactionPage(ctx, get, version, address, request)
	})
}

// TransactionWalk reads successive pages of the list of Node.Transactions. It requests the next page while one is decoded,
// from the third page on, if full pages without gaps make it predictable. It is not safe for concurrent use.
type TransactionWalk struct {
	node    *Node
	address move.Address
	ahead   *paging.ReadAhead[apiResponse]
}

// WalkTransactions starts a walk in an order, which its requests must have too. Close it at the end.
func (n *Node) WalkTransactions(address move.Address, order Order) *TransactionWalk {
	return &TransactionWalk{n, address, &paging.ReadAhead[apiResponse]{Get: n.get, Order: order}}
}

// Page reads a page like Node.Transactions. The context must live as long as the walk, or no page is requested early.
func (w *TransactionWalk) Page(ctx context.Context, request PageRequest) (Page[Transaction], error) {
	page, err := w.node.transactions(ctx, w.ahead.Fetch, w.address, request)
	if err == nil && w.ahead.IsEarly() && request.Order == OldestFirst && page.Next == "" { // records may have been added
		page, err = w.node.Transactions(ctx, w.address, request)
	}
	var first, last *uint64
	if count := len(page.Items); count > 0 {
		first, last = page.Items[0].SequenceNumber, page.Items[count-1].SequenceNumber
	}
	w.ahead.Observe(first, last, len(page.Items), page.Next == "")
	return page, err
}

// Close cancels the request in flight and waits for it to end.
func (w *TransactionWalk) Close() { w.ahead.Stop() }

// AllTransactions iterates over the list of Transactions and requests the next page while one is read. It yields each record
// once: oldest first ends with the newest record there is, newest first does not include those that arrived after the start.
func (n *Node) AllTransactions(ctx context.Context, address move.Address, order Order) iter.Seq2[Transaction, error] {
	return func(yield func(Transaction, error) bool) {
		pages := n.WalkTransactions(address, order)
		defer pages.Close()
		var edge []Transaction // records without a number at the end of the last page
		fetch := func(request PageRequest) (Page[Transaction], error) {
			page, err := pages.Page(ctx, request)
			for len(page.Items) > 0 && page.Items[0].SequenceNumber == nil &&
				slices.ContainsFunc(edge, func(t Transaction) bool { return bytes.Equal(t.Raw, page.Items[0].Raw) }) {
				page.Items = page.Items[1:]
			}
			numbered := len(page.Items)
			for numbered > 0 && page.Items[numbered-1].SequenceNumber == nil {
				numbered--
			}
			edge = page.Items[numbered:]
			return page, err
		}
		walk(order, (*Transaction).Key, fetch)(yield)
	}
}

// getTransactions requests a list of transactions. Versions 1 and 2 wrap it in "record".
func getTransactions(ctx context.Context, get getter, path string, query url.Values) ([]Transaction, *Cursor, string, error) {
	return getList(ctx, get, path, query, []string{"record"}, (*bodyReader).transaction)
}

// emptyIfNil returns a list that is encoded as [] rather than null.
func emptyIfNil[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// textOrNull returns a pointer that is encoded as null for "".
func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// marshal is move.EncodeJSON for values with raw parts, which can be invalid UTF-8.
func marshal(value any) ([]byte, error) {
	text, err := move.EncodeJSON(value)
	return bytes.ToValidUTF8(text, []byte(string(utf8.RuneError))), err
}

// ParseTransaction decodes a record of the transaction lists from JSON in the form of any version, as somebody has copied it. Parts that
// cannot be decoded are in Problems; text that is not JSON is an error.
func ParseTransaction(raw json.RawMessage) (Transaction, error) {
	r := newBodyReader(apiResponse{body: raw})
	t := r.transaction()
	return t, r.end()
}
