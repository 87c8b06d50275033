package client

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"golang.org/x/crypto/sha3"

	"foredeck/client/transport"
)

const (
	callCertificates call = "inclusion certificates"
	callEventProofs  call = "proofs of events"
)

// InclusionProof is a Merkle path from a transaction to the root of all transactions that a committee has certified. Hashes are 0x and 64
// digits.
type InclusionProof struct {
	Siblings    []string // from the leaf upwards
	Leaf        string
	LeafIndex   *uint64
	Root        string
	EventsRoot  string  // of the tree of the events of the transaction
	CertifiedAt *uint64 // height of the block whose certificate has the root
	Raw         json.RawMessage
}

// EventProof is a Merkle path from an event to the root of the events of its transaction.
type EventProof struct {
	Siblings  []string
	Leaf      string
	LeafIndex *uint64
	Root      string
}

// InclusionCertificate certifies the root of all transactions up to a block.
type InclusionCertificate struct {
	Certificate
	Height   *uint64
	Epoch    *uint64
	MoveRoot string // of the transactions of the Move VM
	EVMRoot  string // of the transactions of the EVM
}

// Domains of the trees, which are part of each hash.
const (
	transactionDomain = "SUPRA::TransactionAccumulator"
	eventDomain       = "SUPRA::EventAccumulator"
)

// ErrProof reports a proof that does not prove what it should.
var ErrProof = errors.New("invalid proof")

// ErrNotCertified reports a transaction that no certificate covers yet. It is a matter of some blocks.
var ErrNotCertified = errors.New("no certificate covers the transaction yet")

// Verify checks that the proof leads from the transaction to its root: that its leaf is made of the hash of the transaction and of the root
// of its events, and that the path ends at the root. The error matches ErrProof. Whether a committee has certified the root is up to
// VerifyCertificate.
func (p *InclusionProof) Verify(transaction string) error {
	hashes, err := decodeHashes(transaction, p.EventsRoot, p.Leaf)
	if err != nil {
		return err
	}
	domain := keccak([]byte(transactionDomain))
	if leaf := keccak(domain, hashes[0], hashes[1]); string(leaf) != string(hashes[2]) {
		return fmt.Errorf("%w: the leaf is not that of the transaction and its events", ErrProof)
	}
	return verifyPath(domain, p.Leaf, p.LeafIndex, p.Siblings, p.Root)
}

// VerifyCertificate checks that a certificate has the root of the proof, of either VM. The signature of the certificate is not checked: what
// it signs is not published. The error matches ErrProof.
func (p *InclusionProof) VerifyCertificate(certificate *InclusionCertificate) error {
	switch {
	case certificate == nil:
		return fmt.Errorf("%w: the block has no inclusion certificate", ErrProof)
	case certificate.Height == nil || p.CertifiedAt == nil || *certificate.Height != *p.CertifiedAt:
		return fmt.Errorf("%w: the certificate is that of another block", ErrProof)
	case p.Root == "" || p.Root != certificate.MoveRoot && p.Root != certificate.EVMRoot:
		return fmt.Errorf("%w: the certificate has another root", ErrProof)
	}
	return nil
}

// Verify checks that the proof leads from an event, by its Hash, to the root of the events of a transaction. How the hash of an event is
// made is not published. The error matches ErrProof.
func (p *EventProof) Verify(event, eventsRoot string) error {
	if event == "" || event != p.Leaf || eventsRoot != p.Root {
		return fmt.Errorf("%w: it is about another event or transaction", ErrProof)
	}
	return verifyPath(keccak([]byte(eventDomain)), p.Leaf, p.LeafIndex, p.Siblings, p.Root)
}

// verifyPath walks from a leaf to the root. A bit of the index for each level says on which side the sibling is.
func verifyPath(domain []byte, leaf string, index *uint64, siblings []string, root string) error {
	hashes, err := decodeHashes(append([]string{leaf, root}, siblings...)...)
	if err != nil {
		return err
	}
	if index == nil {
		return fmt.Errorf("%w: the index of the leaf is missing", ErrProof)
	}
	at, running := *index, hashes[0]
	for _, sibling := range hashes[2:] {
		if at&1 == 0 {
			running = keccak(domain, running, sibling)
		} else {
			running = keccak(domain, sibling, running)
		}
		at >>= 1
	}
	switch {
	case at != 0:
		return fmt.Errorf("%w: the path is shorter than the index of the leaf", ErrProof)
	case string(running) != string(hashes[1]):
		return fmt.Errorf("%w: the path does not lead to the root", ErrProof)
	}
	return nil
}

func keccak(parts ...[]byte) []byte {
	state := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		_, _ = state.Write(part) // never fails
	}
	return state.Sum(nil)
}

func decodeHashes(texts ...string) ([][]byte, error) {
	hashes := make([][]byte, len(texts))
	for i, text := range texts {
		if !isLowerHex(text, 2+2*hashBytes) {
			return nil, fmt.Errorf("%w: %s is not a hash", ErrProof, quoted(text))
		}
		hashes[i], _ = hex.DecodeString(text[2:])
	}
	return hashes, nil
}

func (r *bodyReader) siblings(into *[]string) func() {
	return func() {
		r.fields(optional("siblings", func() {
			*into = []string{}
			r.array(func() { *into = append(*into, r.hash()) })
		}))
	}
}

// inclusionProof reads a proof; nil for null and other values.
func (r *bodyReader) inclusionProof() *InclusionProof {
	if r.null() {
		return nil
	}
	p := &InclusionProof{}
	isObject := false
	p.Raw = r.span(func() {
		isObject = r.fields(
			required("proof", r.siblings(&p.Siblings)),
			required("leaf_hash_value", hashInto(&p.Leaf)),
			required("merkle_root_hash_value", hashInto(&p.Root)),
			required("leaf_index", &p.LeafIndex),
			optional("events_tree_merkle_root_hash_value", hashInto(&p.EventsRoot)),
			optional("events_leaves_hash_values", func() { r.skip() }),
			optional("certified_at_height", &p.CertifiedAt),
		)
	})
	if !isObject {
		return nil
	}
	return p
}

// EventProof reads the proof that a transaction emitted an event, by the hashes of both.
func (n *Node) EventProof(ctx context.Context, event, transaction string) (EventProof, error) {
	event, err := checkHash("event hash", event)
	if err != nil {
		return EventProof{}, err
	}
	if transaction, err = checkHash("transaction hash", transaction); err != nil {
		return EventProof{}, err
	}
	read := func(path string) (EventProof, error) {
		found, err := n.get(ctx, path, nil)
		if err != nil {
			return EventProof{}, err
		}
		var p EventProof
		reader := newBodyReader(found)
		reader.eventProof(&p)
		return p, reader.end()
	}
	rest := "events/" + event + "/transaction/" + transaction
	proof, err := read("/rpc/v4/proofs/" + rest)
	if errors.Is(err, ErrUnsupported) {
		return read("/rpc/v4/" + rest) // older nodes
	}
	return proof, err
}

// EventProofRequest asks for the proofs of the events of some types that a transaction emitted.
type EventProofRequest struct {
	Transaction string   `json:"transaction_hash"` // its hash
	Types       []string `json:"event_types"`
}

// EventProofs are proofs of events of several transactions, which all lead to one certified root.
type EventProofs struct {
	Height      *uint64               // of the block whose certificate has the root
	Certificate *InclusionCertificate // the newest one
	Items       []TransactionEventProofs
}

// TransactionEventProofs are the proofs of the events of a transaction.
type TransactionEventProofs struct {
	Transaction string          // its hash
	VM          string          // move or evm
	Inclusion   *InclusionProof // of the transaction, to the root of the certificate
	Events      []EmittedEvent  // of the requested types
}

// EmittedEvent is an event of a transaction with the proof that the transaction emitted it.
type EmittedEvent struct {
	Hash  string
	Type  string
	Index *uint64 // among the events of the transaction
	Proof EventProof
}

// maxProofRequests is the number of transactions in one request.
const maxProofRequests = 100

// EventProofs reads the proofs of events of up to 100 transactions, which all end at the root of the newest certificate. Public nodes have
// the call in version 4. The error is ErrNotCertified if no certificate covers a transaction yet.
func (n *Node) EventProofs(ctx context.Context, requests []EventProofRequest) (EventProofs, error) {
	if len(requests) == 0 || len(requests) > maxProofRequests {
		return EventProofs{}, &ArgumentError{Field: "transactions", Value: strconv.Itoa(len(requests)), Rule: "must be from 1 to 100"}
	}
	items := slices.Clone(requests)
	for i := range items {
		var err error
		if items[i].Transaction, err = checkHash("transaction hash", items[i].Transaction); err != nil {
			return EventProofs{}, err
		}
		if len(items[i].Types) == 0 {
			return EventProofs{}, &ArgumentError{Field: "event types", Rule: "must be at least one"}
		}
	}
	body, err := json.Marshal(map[string]any{"items": items})
	if err != nil {
		return EventProofs{}, err
	}
	return byVersion(n, callEventProofs, []Version{V4}, func(version Version) (EventProofs, error) {
		// A request for proofs changes nothing, so that it can be repeated.
		found, err := n.do(transport.Safe(ctx), apiRequest{path: "/rpc/" + version.String() + "/proofs/events", contentType: "application/json", body: body})
		status, failed := errors.AsType[*StatusError](err)
		if failed && (status.Status == http.StatusServiceUnavailable || errors.Is(err, ErrNotFound) && !errors.Is(err, ErrUnsupported)) { // documents name both
			err = fmt.Errorf("%w: %w", ErrNotCertified, err)
		}
		if err != nil {
			return EventProofs{}, err
		}
		var p EventProofs
		r := newBodyReader(found)
		r.fields(
			required("block_height", &p.Height),
			required("inclusion_certificate", func() { p.Certificate = r.inclusionCertificate() }),
			required("items", func() { r.array(func() { p.Items = append(p.Items, r.eventProofs()) }) }),
		)
		return p, r.end()
	})
}

// eventProofs reads the proofs of the events of a transaction.
func (r *bodyReader) eventProofs() TransactionEventProofs {
	var t TransactionEventProofs
	r.fields(
		required("transaction_hash", hashInto(&t.Transaction)),
		optional("vm", func() { t.VM = r.text() }),
		required("transaction_inclusion_proof", func() { t.Inclusion = r.inclusionProof() }),
		required("events", func() {
			r.array(func() {
				var e EmittedEvent
				r.fields(
					required("event_hash", hashInto(&e.Hash)),
					required("event_type", func() { e.Type = r.text() }),
					required("event_index", &e.Index),
					required("event_emission_proof", func() { r.eventProof(&e.Proof) }),
				)
				t.Events = append(t.Events, e)
			})
		}),
	)
	return t
}

// eventProof reads the path from an event to the root of its transaction.
func (r *bodyReader) eventProof(p *EventProof) {
	r.fields(
		required("proof", r.siblings(&p.Siblings)),
		required("leaf_hash_value", hashInto(&p.Leaf)),
		required("merkle_root_hash_value", hashInto(&p.Root)),
		required("leaf_index", &p.LeafIndex),
	)
}

// maxCertificates is the number of heights of one request for certificates.
const maxCertificates = 100

// InclusionCertificates reads the certificates of the blocks from one height to another one, which is exclusive, at most 100. An element
// is nil if its block has no certificate yet or, on a node that prunes, any more. Public nodes have the call in version 4.
func (n *Node) InclusionCertificates(ctx context.Context, from, to uint64) ([]*InclusionCertificate, error) {
	if to <= from || to-from > maxCertificates {
		return nil, &ArgumentError{Field: "heights", Value: fmt.Sprintf("%d to %d", from, to), Rule: "must be from 1 to 100"}
	}
	return byVersion(n, callCertificates, []Version{V4}, func(version Version) ([]*InclusionCertificate, error) {
		found, err := n.get(ctx, "/rpc/"+version.String()+"/transactions/certificates",
			url.Values{"start_height": {strconv.FormatUint(from, 10)}, "end_height": {strconv.FormatUint(to, 10)}})
		if err != nil {
			return nil, err
		}
		var certificates []*InclusionCertificate
		reader := newBodyReader(found)
		reader.fields(required("certificates", func() {
			reader.array(func() { certificates = append(certificates, reader.inclusionCertificate()) })
		}))
		return certificates, reader.end()
	})
}

func (r *bodyReader) inclusionCertificate() *InclusionCertificate {
	certificate := r.certificate()
	if certificate == nil {
		return nil
	}
	c := &InclusionCertificate{Certificate: *certificate}
	data := newBodyReader(apiResponse{url: r.response.url, body: certificate.Data})
	data.fields(
		optional("movevm_merkle_accumulator_tree_root", hashInto(&c.MoveRoot)),
		optional("evm_merkle_accumulator_tree_root", hashInto(&c.EVMRoot)),
		optional("block_height", &c.Height),
		optional("epoch_id", func() { data.fields(optional("epoch", &c.Epoch), optional("chain_id", func() { data.skip() })) }),
	)
	if err := data.end(); err != nil {
		r.note(fmt.Errorf("data of the certificate: %w", err))
	}
	return c
}
