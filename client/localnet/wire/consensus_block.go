package wire

import (
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"
	"net/http"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// consensusBlock returns a block with the certificate that finalized it, or null above the
// newest block (spec sections 2.8 and 4.6).
func (a *API) consensusBlock(w http.ResponseWriter, r *http.Request, version version) {
	if !a.authorized(w, r) {
		return
	}
	height, ok := a.pathNumber(w, r, "height")
	if !ok {
		return
	}
	query := httpapi.ParseQuery(r.URL.RawQuery)
	withBatches := query.RequiredFlag("with_batches")
	if err := query.Err(); err != nil {
		a.rejectQuery(w, err)
		return
	}
	records := a.chain.Records()
	body := newRecordEncoder(a.chain, records, a.options.Dialect, version)
	httpapi.WriteJSON(w, r, &body.Document, func() {
		if height < records.Count() && height >= uint64(a.oldestBlock(&records)) {
			body.consensusBlock(uint32(height), withBatches)
		} else {
			body.Null()
		}
	})
}

// authorized reports whether a request has the consensus token, if one is required. It rejects other requests as deployed nodes do.
// Public nodes always require one: without a token in the options, none is correct.
func (a *API) authorized(w http.ResponseWriter, r *http.Request) bool {
	token := a.options.ConsensusToken
	if token == "" && a.options.Node == SpecNode {
		return true
	}
	authorization := r.Header.Get("Authorization")
	if authorization == "" {
		httpapi.WriteText(w, http.StatusBadRequest, "Authorization is absent")
		return false
	}
	if token == "" || subtle.ConstantTimeCompare([]byte(authorization), []byte("Bearer "+token)) != 1 {
		httpapi.WriteText(w, http.StatusNotAcceptable, "Authorization data is incorrect")
		return false
	}
	return true
}

// consensusBlock writes a block with its certificate and, on request, its batches.
func (r *recordEncoder) consensusBlock(height uint32, withBatches bool) {
	batches := r.Batches(height)
	r.Object(func() {
		r.Key("block").Object(func() {
			r.Key("block").Object(func() {
				r.Key("digest").hex32(r.Block(height).Hash)
				r.Key("header").Object(func() { r.headerMembers(height, false) })
				r.Key("payload").Wrap("items", func() {
					r.Array(func() {
						for i := range batches {
							r.WrapObject("batch", func() { r.batchMembers(height, i, &batches[i]) })
						}
					})
				})
			})
			r.Key("qc").WrapObject("certificate", func() {
				if r.version == v1 {
					r.certificateMembers(height)
				} else {
					r.blockCertificateV4(height)
				}
			})
		})
		r.Key("batches")
		if withBatches {
			r.Wrap("batches", func() { writeArray(&r.encoder, batches, r.batch) })
		} else {
			r.Null()
		}
	})
}

// batchMembers writes the hash and the header of a batch.
func (r *recordEncoder) batchMembers(height uint32, index int, batch *chain.Batch) {
	block := r.Block(height)
	var prices uint64
	for _, transaction := range batch.Transactions {
		prices += uint64(transaction.GasPrice)
	}
	r.Key("hash").hex32(batch.Hash)
	r.Key("header").Object(func() {
		r.Key("author").hex32(r.Member(block.Epoch, (int(block.Author)+index)%len(r.Committee)))
		r.epochID(block.Epoch)
		r.Key("protocol").Text("Move")
		r.Key("timestamp").timestamp(r.Time(height) - int64(index+1)*1_001)
		r.Key("aggregated_gas_price").Number(prices)
	})
}

// batch writes a batch as BCS. The dialect Spec adds the hashes of its transactions.
func (r *recordEncoder) batch(batch chain.Batch) {
	r.Object(func() {
		r.Key("hash").hex32(batch.Hash)
		r.Key("batch").Hex(batch.Packed)
		if r.dialect == httpapi.Spec {
			writeArray(r.encoder.Key("transactions"), batch.Transactions, func(t chain.Transaction) { r.hex32(t.Hash) })
		}
	})
}

// certificateMembers writes the quorum certificate of a block.
func (r *recordEncoder) certificateMembers(height uint32) {
	block := r.Block(height)
	committee := r.CommitteeHash(block.Epoch)
	r.Key("certifying_committee").hex32(committee)
	r.Key("data").Object(func() { r.voteMembers(height) })
	r.Key("kind").Text("Quorum")
	signature := sha512.Sum384(append(binary.LittleEndian.AppendUint32(committee[:], block.Round), block.Hash[:]...))
	r.Key("signature").Wrap("BlsThreshold", func() { r.Hex(signature[:]) }) // as long as a BLS signature
	r.Key("voters").Array(func() {
		for _, voted := range r.Voters(height) {
			r.Boolean(voted)
		}
	})
}
