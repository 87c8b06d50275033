package wire

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

const (
	// certifiedLag is how many blocks the newest certified root is behind the newest block.
	certifiedLag = 3
	// maxCertificates is the highest number of heights in a request for certificates.
	maxCertificates = 100
	// maxProofItems and maxProofEvents are the limits of a batch of proofs.
	maxProofItems  = 100
	maxProofEvents = 500
)

// prover writes proofs that end at one certified root. A nil prover stands for a chain that is too short to have one.
type prover struct {
	accumulator *chain.Accumulator
	certified   uint32 // the height of the certificate
	count       uint32 // of transactions up to there
	root        chain.Digest
}

// newProver returns the prover of the newest certified root.
func (a *API) newProver(records *chain.Records) *prover {
	head := records.Count() - 1
	if head < uint64(a.oldestProof(records))+certifiedLag {
		return nil
	}
	p := &prover{accumulator: a.accumulator, certified: uint32(head - certifiedLag)}
	p.count = records.CountTo(p.certified)
	p.root = a.accumulator.Root(records, p.count)
	return p
}

// proofs adds proofs to transactions. The prover is nil if there is no certificate yet.
type proofs struct{ prover *prover }

// includeProofs adds proofs to the transactions and events that are written from now on. All end at one root.
func (r *recordEncoder) includeProofs(a *API) { r.proofs = &proofs{a.newProver(&r.Records)} }

// indexOf returns the index of a transaction in Records.Transactions; one beyond for a transaction of a computed block, which has none.
func (r *recordEncoder) indexOf(t *chain.Transaction) uint32 {
	if t.Height >= r.Computed() {
		block := r.Block(t.Height)
		for i := range uint32(block.TransactionCount) {
			if r.Records.Transactions[block.FirstTransaction+i].Hash == t.Hash {
				return block.FirstTransaction + i
			}
		}
	}
	return uint32(len(r.Records.Transactions))
}

// oldestProof returns the lowest height that has a certificate.
func (a *API) oldestProof(records *chain.Records) uint32 {
	return max(records.Computed(), a.oldestBlock(records))
}

// proves reports whether there is a certified root over a transaction, given by its index.
func (p *prover) proves(index uint32) bool { return p != nil && index < p.count }

// eventHashes returns the hashes of the events of a transaction.
func (a *API) eventHashes(records *chain.Records, t *chain.Transaction) []chain.Digest {
	return hashesOf(newRecordEncoder(a.chain, *records, a.options.Dialect, v4).emissions(t))
}

// hashesOf returns the hashes of events.
func hashesOf(emitted []emission) []chain.Digest {
	hashes := make([]chain.Digest, len(emitted))
	for i := range emitted {
		hashes[i] = eventHash(&emitted[i])
	}
	return hashes
}

// inclusionProof writes the proof that a transaction, given by its index in Records.Transactions, is among those that were executed up to
// a certified height; null if there is no certificate yet.
func (r *recordEncoder) inclusionProof(p *prover, index uint32) {
	if !p.proves(index) {
		r.Null()
		return
	}
	t := &r.Records.Transactions[index]
	events := hashesOf(r.emissions(t))
	eventRoot := chain.EventRoot(events)
	r.Object(func() {
		r.pathMembers(p.accumulator.Path(&r.Records, p.count, index), chain.TransactionLeaf(t.Hash, eventRoot), p.root, uint64(index))
		r.Key("events_tree_merkle_root_hash_value").hex32(eventRoot)
		writeArray(r.encoder.Key("events_leaves_hash_values"), events, func(hash chain.Digest) { r.hex32(hash) })
		r.Key("certified_at_height").Number(uint64(p.certified))
	})
}

// emissionProof writes the proof that an event is the index-th of a transaction.
func (r *recordEncoder) emissionProof(events []chain.Digest, index int) {
	r.Object(func() {
		r.pathMembers(chain.EventPath(events, index), events[index], chain.EventRoot(events), uint64(index))
	})
}

// pathMembers writes the members of a path from a leaf to a root.
func (r *recordEncoder) pathMembers(siblings []chain.Digest, leaf, root chain.Digest, index uint64) {
	r.Key("proof").Wrap("siblings", func() { writeArray(&r.encoder, siblings, func(hash chain.Digest) { r.hex32(hash) }) })
	r.Key("leaf_hash_value").hex32(leaf)
	r.Key("merkle_root_hash_value").hex32(root)
	r.Key("leaf_index").Number(index)
}

// eventProofs writes both proofs of an event of a transaction; null if there is no certificate yet.
func (r *recordEncoder) eventProofs(p *prover, transaction uint32, event int) {
	if !p.proves(transaction) {
		r.Null()
		return
	}
	events := hashesOf(r.emissions(&r.Records.Transactions[transaction]))
	r.Object(func() {
		r.Key("transaction_inclusion_proof").inclusionProof(p, transaction)
		r.Key("event_emission_proof").emissionProof(events, event)
	})
}

// inclusionCertificate writes the certificate of the root over all transactions up to a height. There are no EVM transactions.
func (r *recordEncoder) inclusionCertificate(accumulator *chain.Accumulator, height uint32) {
	epoch := r.Block(height).Epoch
	root := accumulator.Root(&r.Records, r.CountTo(height))
	r.Object(func() {
		r.certificate(height, epoch, clanMajorityName, thresholdSigning, root, func() {
			r.Key("movevm_merkle_accumulator_tree_root").hex32(root)
			r.Key("evm_merkle_accumulator_tree_root").hex32(chain.TransactionTree().Empty())
			r.Key("block_height").Number(uint64(height))
			r.epochID(epoch)
		})
	})
}

// certificates returns the certificates of a range of heights: null where there is none yet.
func (a *API) certificates(w http.ResponseWriter, r *http.Request, _ version) {
	query := httpapi.ParseQuery(r.URL.RawQuery)
	start, end := query.Uint64("start_height"), query.Uint64("end_height")
	if query.Err() == nil && (start == nil || end == nil) {
		query.Fail("start_height and end_height: both must be given")
	}
	if err := query.Err(); err != nil {
		a.rejectQuery(w, err)
		return
	}
	records := a.chain.Records()
	oldest := a.oldestProof(&records)
	w.Header().Set("x-supra-oldest-block", strconv.FormatUint(uint64(oldest), 10))
	switch {
	case *end <= *start:
		writeError(w, http.StatusBadRequest, "Invalid input: `end_height` must be greater than `start_height`")
	case *end-*start > maxCertificates:
		writeError(w, http.StatusBadRequest, fmt.Sprintf("Invalid input: at most %d heights at a time", maxCertificates))
	case *start < uint64(oldest):
		writeError(w, http.StatusGone, fmt.Sprintf("Certificates start at height %d", oldest))
	case *start >= records.Count():
		writeError(w, http.StatusNotFound, fmt.Sprintf("No certificate at height %d", *start))
	default:
		body := newRecordEncoder(a.chain, records, a.options.Dialect, v4)
		httpapi.WriteJSON(w, r, &body.Document, func() {
			body.Wrap("certificates", func() {
				body.Array(func() {
					for height := *start; height < *end; height++ {
						if height+certifiedLag < records.Count() {
							body.inclusionCertificate(a.accumulator, uint32(height))
						} else {
							body.Null()
						}
					}
				})
			})
		})
	}
}

// eventProof returns the proof that a transaction emitted an event.
func (a *API) eventProof(w http.ResponseWriter, r *http.Request, _ version) {
	wanted, err := parseHash(r.PathValue("event_hash"))
	transaction, err2 := parseHash(r.PathValue("transaction_hash"))
	if err = errors.Join(err, err2); err != nil {
		a.reject(w, "Invalid URL: "+err.Error())
		return
	}
	records := a.chain.Records()
	p := a.newProver(&records)
	index, found := a.transactionAt(&records, transaction)
	if !found || !p.proves(index) {
		writeError(w, http.StatusNotFound, "No certified transaction "+hashText(transaction))
		return
	}
	body := newRecordEncoder(a.chain, records, a.options.Dialect, v4)
	events := hashesOf(body.emissions(&records.Transactions[index]))
	at := slices.Index(events, wanted)
	if at < 0 {
		writeError(w, http.StatusNotFound, "Transaction "+hashText(transaction)+" has no event "+hashText(wanted))
		return
	}
	httpapi.WriteJSON(w, r, &body.Document, func() { body.emissionProof(events, at) })
}

// proofRequest is the body of a batch of proofs.
type proofRequest struct {
	Items []proofItem
}

type proofItem struct {
	Hash  string   `json:"transaction_hash"`
	Types []string `json:"event_types"`

	index  uint32
	events []int // of the types
	hashes []chain.Digest
	kinds  []string
}

// eventProofBatch returns proofs of the events of some types that transactions emitted. All end at the newest certified root.
func (a *API) eventProofBatch(w http.ResponseWriter, r *http.Request, _ version) {
	var request proofRequest
	content, ok := receive(w, r, maxViewBody)
	if !ok {
		return
	}
	if err := json.Unmarshal(content, &request); err != nil {
		a.reject(w, "Failed to deserialize the body: "+err.Error())
		return
	}
	records := a.chain.Records()
	body := newRecordEncoder(a.chain, records, a.options.Dialect, v4)
	p := a.newProver(&records)
	status, message := a.prepareProofs(body, p, &request)
	if status != http.StatusOK {
		writeError(w, status, message)
		return
	}
	httpapi.WriteJSON(w, r, &body.Document, func() {
		body.Object(func() {
			body.Key("block_height").Number(uint64(p.certified))
			body.Key("inclusion_certificate").inclusionCertificate(a.accumulator, p.certified)
			body.Key("items").Array(func() {
				for i := range request.Items {
					body.proofItem(p, &request.Items[i])
				}
			})
		})
	})
}

// prepareProofs finds the transactions and events of a request. The message explains a status other than 200.
func (a *API) prepareProofs(r *recordEncoder, p *prover, request *proofRequest) (status int, message string) {
	seen := make(map[string]bool)
	request.Items = slices.DeleteFunc(request.Items, func(item proofItem) bool {
		key := strings.ToLower(strings.TrimPrefix(item.Hash, "0x")) + strings.Join(item.Types, ",")
		known := seen[key]
		seen[key] = true
		return known
	})
	if len(request.Items) == 0 || len(request.Items) > maxProofItems {
		return http.StatusBadRequest, fmt.Sprintf("Invalid input: %d items, must be from 1 to %d", len(request.Items), maxProofItems)
	}
	total := 0
	for i := range request.Items {
		item := &request.Items[i]
		hash, err := parseHash(item.Hash)
		if err != nil {
			return http.StatusBadRequest, fmt.Sprintf("Invalid input: items[%d]: %v", i, err)
		}
		var found bool
		if item.index, found = a.transactionAt(&r.Records, hash); !found {
			return http.StatusBadRequest, "Invalid input: no transaction " + hashText(hash)
		}
		if !p.proves(item.index) {
			return http.StatusNotFound, "No certified transaction " + hashText(hash)
		}
		emitted := r.emissions(&r.Records.Transactions[item.index])
		item.hashes = hashesOf(emitted)
		for event := range emitted {
			item.kinds = append(item.kinds, emitted[event].kind)
			if slices.Contains(item.Types, emitted[event].kind) {
				item.events = append(item.events, event)
			}
		}
		if total += len(item.events); total > maxProofEvents {
			return http.StatusBadRequest, fmt.Sprintf("Invalid input: more than %d events", maxProofEvents)
		}
	}
	return http.StatusOK, ""
}

// proofItem writes the proofs of a transaction in a batch.
func (r *recordEncoder) proofItem(p *prover, item *proofItem) {
	r.Object(func() {
		r.Key("transaction_hash").hex32(r.Records.Transactions[item.index].Hash)
		r.Key("vm").Text("move")
		r.Key("transaction_inclusion_proof").inclusionProof(p, item.index)
		writeArray(r.encoder.Key("events"), item.events, func(event int) {
			r.Object(func() {
				r.Key("event_hash").hex32(item.hashes[event])
				r.Key("event_type").Text(item.kinds[event])
				r.Key("event_index").Number(uint64(event))
				r.Key("event_emission_proof").emissionProof(item.hashes, event)
			})
		})
	})
}

// parseHash parses a hash with or without 0x.
func parseHash(text string) (hash chain.Digest, err error) {
	digits := strings.TrimPrefix(text, "0x")
	if decoded, err := hex.DecodeString(digits); err == nil && len(decoded) == len(hash) {
		return chain.Digest(decoded), nil
	}
	return hash, fmt.Errorf("%.80q is not a hash of 64 hexadecimal digits", text)
}

func hashText(hash chain.Digest) string { return "0x" + hex.EncodeToString(hash[:]) }

// transactionAt returns the index of a transaction in Records.Transactions. Those in pruned blocks are not found.
func (a *API) transactionAt(records *chain.Records, hash chain.Digest) (index uint32, found bool) {
	at, found := a.index.transaction(records, hash)
	return uint32(at), found && records.Transactions[at].Height >= a.oldestBlock(records)
}
