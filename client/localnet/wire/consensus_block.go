package wire

import (
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"
	"net/http"
	"net/url"
	"strconv"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// consensusBlock returns a block with the certificate that finalized it, or null above the
// newest block (spec sections 2.8 and 4.6).
func (a *API) consensusBlock(w http.ResponseWriter, r *http.Request) {
	if !a.authorized(w, r) {
		return
	}
	height, err := strconv.ParseUint(r.PathValue("height"), 10, 64)
	if err != nil {
		a.reject(w, "Invalid URL: height: "+strconv.Quote(r.PathValue("height"))+" is not an integer from 0 to 18446744073709551615")
		return
	}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	withBatches, err := httpapi.RequireBool(values, "with_batches")
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	records := a.chain.Records()
	body := newRecordEncoder(records, a.options.Dialect, v1)
	if height < uint64(len(records.Blocks)) {
		body.consensusBlock(uint32(height), withBatches)
	} else {
		body.Null()
	}
	httpapi.WriteJSON(w, r, body.Bytes)
}

// authorized reports whether a request has the consensus token, if one is required. It
// rejects other requests as deployed nodes do.
func (a *API) authorized(w http.ResponseWriter, r *http.Request) bool {
	if a.options.ConsensusToken == "" {
		return true
	}
	authorization := r.Header.Get("Authorization")
	if authorization == "" {
		httpapi.WriteText(w, http.StatusBadRequest, "Authorization is absent")
		return false
	}
	if subtle.ConstantTimeCompare([]byte(authorization), []byte("Bearer "+a.options.ConsensusToken)) != 1 {
		httpapi.WriteText(w, http.StatusNotAcceptable, "Authorization data is incorrect")
		return false
	}
	return true
}

// consensusBlock writes a block with its certificate and, on request, its batches.
func (r *recordEncoder) consensusBlock(height uint32, withBatches bool) {
	block := &r.Blocks[height]
	batches := r.Batches(height)
	r.Object(func() {
		r.Key("block")
		r.Object(func() {
			r.Key("block")
			r.Object(func() {
				r.Key("digest")
				r.Hex(block.Hash[:])
				r.Key("header")
				r.consensusHeader(height)
				r.Key("payload")
				r.Wrap("items", func() {
					r.Array(func() {
						for i := range batches {
							r.Wrap("batch", func() { r.batchItem(height, i, &batches[i]) })
						}
					})
				})
			})
			r.Key("qc")
			r.Wrap("certificate", func() { r.certificate(height) })
		})
		r.Key("batches")
		if withBatches {
			r.Wrap("batches", func() { r.batchList(batches) })
		} else {
			r.Null()
		}
	})
}

// consensusHeader writes the header of a block.
func (r *recordEncoder) consensusHeader(height uint32) {
	block := &r.Blocks[height]
	parent := r.ParentHash(height)
	r.Object(func() {
		r.Key("author")
		r.Hex(r.Committee[block.Author][:])
		r.Key("height")
		r.Number(uint64(height))
		r.Key("parent")
		r.Hex(parent[:])
		r.Key("timestamp")
		r.timestamp(r.Time(height))
		r.view(block)
	})
}

// batchItem writes the header of a batch in the payload of a block.
func (r *recordEncoder) batchItem(height uint32, index int, ordered *chain.Batch) {
	block := &r.Blocks[height]
	var prices uint64
	for _, transaction := range ordered.Transactions {
		prices += uint64(transaction.GasPrice)
	}
	r.Object(func() {
		r.Key("hash")
		r.Hex(ordered.Hash[:])
		r.Key("header")
		r.Object(func() {
			r.Key("author")
			r.Hex(r.Committee[(int(block.Author)+index)%chain.CommitteeSize][:])
			r.epochID(block.Epoch)
			r.Key("protocol")
			r.Text("Move")
			r.Key("timestamp")
			r.timestamp(r.Time(height) - int64(index+1)*1_001)
			r.Key("aggregated_gas_price")
			r.Number(prices)
		})
	})
}

// batchList writes the batches as BCS, in execution order. The dialect Spec adds the hashes
// of their transactions.
func (r *recordEncoder) batchList(batches []chain.Batch) {
	r.Array(func() {
		for _, finalized := range batches {
			r.Object(func() {
				r.Key("hash")
				r.Hex(finalized.Hash[:])
				r.Key("batch")
				r.Hex(finalized.Packed)
				if r.dialect == httpapi.Spec {
					r.Key("transactions")
					r.Array(func() {
						for _, transaction := range finalized.Transactions {
							r.Hex(transaction.Hash[:])
						}
					})
				}
			})
		}
	})
}

// certificate writes the quorum certificate of a block.
func (r *recordEncoder) certificate(height uint32) {
	block := &r.Blocks[height]
	committee := r.CommitteeHash(block.Epoch)
	r.Object(func() {
		r.Key("certifying_committee")
		r.Hex(committee[:])
		r.Key("data")
		r.Object(func() {
			r.Key("block")
			r.Object(func() {
				r.Key("hash")
				r.Hex(block.Hash[:])
				r.Key("header")
				r.consensusHeader(height)
			})
			r.Key("kind")
			r.Text("Commit")
		})
		r.Key("kind")
		r.Text("Quorum")
		r.Key("signature")
		signature := sha512.Sum384(append(binary.LittleEndian.AppendUint32(committee[:], block.Round), block.Hash[:]...))
		r.Wrap("BlsThreshold", func() { r.Hex(signature[:]) }) // as long as a BLS signature
		r.Key("voters")
		r.Array(func() {
			for _, voted := range r.Voters(height) {
				r.Boolean(voted)
			}
		})
	})
}
