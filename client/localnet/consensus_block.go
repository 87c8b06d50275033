package localnet

import (
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"
	"net/http"
	"net/url"
	"strconv"
)

// batchSize is how many transactions a batch has at most.
const batchSize = 2

// consensusBlock serves a block with the certificate that finalized it (spec sections 2.8
// and 4.6); null above the newest.
func (n *Network) consensusBlock(w http.ResponseWriter, r *http.Request) {
	if !n.authorized(w, r) {
		return
	}
	height, err := strconv.ParseUint(r.PathValue("height"), 10, 64)
	if err != nil {
		n.refuse(w, "Invalid URL: height: "+strconv.Quote(r.PathValue("height"))+" is not an integer from 0 to 18446744073709551615")
		return
	}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		n.refuseQuery(w, err)
		return
	}
	withBatches, err := requireBoolean(values, "with_batches")
	if err != nil {
		n.refuseQuery(w, err)
		return
	}
	records := n.chain.everything()
	body := newRendering(n.chain, records, n.options.Dialect, v1)
	if height < uint64(len(records.blocks)) {
		body.consensusBlock(uint32(height), withBatches)
	} else {
		body.null()
	}
	succeed(w, r, body.out)
}

// authorized lets a request to consensus pass that carries the token, where the network
// has one, and answers the others as deployed nodes do.
func (n *Network) authorized(w http.ResponseWriter, r *http.Request) bool {
	if n.options.ConsensusToken == "" {
		return true
	}
	given := r.Header.Get("Authorization")
	if given == "" {
		plain(w, http.StatusBadRequest, "Authorization is absent")
		return false
	}
	if subtle.ConstantTimeCompare([]byte(given), []byte("Bearer "+n.options.ConsensusToken)) != 1 {
		plain(w, http.StatusNotAcceptable, "Authorization data is incorrect")
		return false
	}
	return true
}

// batch is a part of a block's transactions, as the leader got them from the users.
type batch struct {
	transactions []transaction
	hash         digest
	packed       []byte
}

// batches gives those of a block: what the chain does by itself is in none.
func (r *records) batches(height uint32) []batch {
	made := &r.blocks[height]
	var sent []transaction
	for _, transaction := range r.transactions[made.firstTransaction:][:made.transactions] {
		if transaction.transactionType() == userType {
			sent = append(sent, transaction)
		}
	}
	var cut []batch
	for len(sent) > 0 {
		size := min(batchSize, len(sent))
		packed := []byte{byte(size)} // BCS: a vector of hashes
		for _, transaction := range sent[:size] {
			packed = append(packed, transaction.hash[:]...)
		}
		cut = append(cut, batch{sent[:size], sha256.Sum256(packed), packed})
		sent = sent[size:]
	}
	return cut
}

// consensusBlock writes a block, its certificate and, if asked for, its batches.
func (r *rendering) consensusBlock(height uint32, withBatches bool) {
	made := &r.blocks[height]
	batches := r.batches(height)
	r.members(func() {
		r.key("block")
		r.members(func() {
			r.key("block")
			r.members(func() {
				r.key("digest")
				r.hex(made.hash[:])
				r.key("header")
				r.consensusHeader(height)
				r.key("payload")
				r.only("items", func() {
					r.list(func() {
						for i := range batches {
							r.only("batch", func() { r.batchItem(height, i, &batches[i]) })
						}
					})
				})
			})
			r.key("qc")
			r.only("certificate", func() { r.certificate(height) })
		})
		r.key("batches")
		if withBatches {
			r.only("batches", func() { r.batchList(batches) })
		} else {
			r.null()
		}
	})
}

// consensusHeader writes a header as consensus has it, without the block's own hash.
func (r *rendering) consensusHeader(height uint32) {
	made := &r.blocks[height]
	parent := r.parentHash(height)
	r.members(func() {
		r.key("author")
		r.hex(r.committee[made.author][:])
		r.key("height")
		r.number(uint64(height))
		r.key("parent")
		r.hex(parent[:])
		r.key("timestamp")
		r.timestamp(r.timeOf(height))
		r.view(made)
	})
}

// batchItem writes what a block's payload says of a batch.
func (r *rendering) batchItem(height uint32, place int, ordered *batch) {
	made := &r.blocks[height]
	var prices uint64
	for _, transaction := range ordered.transactions {
		prices += uint64(transaction.gasPrice)
	}
	r.members(func() {
		r.key("hash")
		r.hex(ordered.hash[:])
		r.key("header")
		r.members(func() {
			r.key("author")
			r.hex(r.committee[(int(made.author)+place)%committeeSize][:])
			r.epochID(made.epoch)
			r.key("protocol")
			r.text("Move")
			r.key("timestamp")
			r.timestamp(r.timeOf(height) - int64(place+1)*1_001)
			r.key("aggregated_gas_price")
			r.number(prices)
		})
	})
}

// batchList writes batches in execution order: packed, as deployed nodes do, and in the
// specification's dialect with the hashes of their transactions to be read.
func (r *rendering) batchList(batches []batch) {
	r.list(func() {
		for _, finalized := range batches {
			r.members(func() {
				r.key("hash")
				r.hex(finalized.hash[:])
				r.key("batch")
				r.hex(finalized.packed)
				if r.dialect == Spec {
					r.key("transactions")
					r.list(func() {
						for _, transaction := range finalized.transactions {
							r.hex(transaction.hash[:])
						}
					})
				}
			})
		}
	})
}

// certificate writes the quorum certificate of a block.
func (r *rendering) certificate(height uint32) {
	made := &r.blocks[height]
	committee := r.committeeHash(made.epoch)
	r.members(func() {
		r.key("certifying_committee")
		r.hex(committee[:])
		r.key("data")
		r.members(func() {
			r.key("block")
			r.members(func() {
				r.key("hash")
				r.hex(made.hash[:])
				r.key("header")
				r.consensusHeader(height)
			})
			r.key("kind")
			r.text("Commit")
		})
		r.key("kind")
		r.text("Quorum")
		r.key("signature")
		signature := sha512.Sum384(append(binary.LittleEndian.AppendUint32(committee[:], made.round), made.hash[:]...))
		r.only("BlsThreshold", func() { r.hex(signature[:]) }) // of the length of one
		r.key("voters")
		r.list(func() {
			for _, voted := range r.voters(height) {
				r.boolean(voted)
			}
		})
	})
}
