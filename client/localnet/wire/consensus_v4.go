package wire

import (
	"net/http"

	"foredeck/client/localnet/httpapi"
)

// newestConsensusBlockV4 returns the newest block with its certificate, without its batches.
func (a *API) newestConsensusBlockV4(w http.ResponseWriter, r *http.Request, _ version) {
	if a.authorized(w, r) {
		a.writeConsensusBlockV4(w, r, nil, false)
	}
}

// consensusBlockV4 is consensusBlock as v4 has it: above the newest block is a 404, and certificates have the kind of their epoch.
func (a *API) consensusBlockV4(w http.ResponseWriter, r *http.Request, _ version) {
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
	a.writeConsensusBlockV4(w, r, &height, withBatches)
}

// writeConsensusBlockV4 writes the block at a height, or the newest one if height is nil.
func (a *API) writeConsensusBlockV4(w http.ResponseWriter, r *http.Request, height *uint64, withBatches bool) {
	records := a.chain.Records()
	if height == nil {
		height = new(records.Count() - 1)
	}
	if *height >= records.Count() {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	body := newRecordEncoder(a.chain, records, a.options.Dialect, v4)
	httpapi.WriteJSON(w, r, &body.Document, func() { body.consensusBlock(uint32(*height), withBatches) })
}

// blockCertificateV4 writes the quorum certificate of a block as v4 has it.
func (r *recordEncoder) blockCertificateV4(height uint32) {
	block := r.Block(height)
	kind, signing := quorumName, ed25519Signatures
	if block.Epoch >= keysEpoch {
		signing = thresholdSigning
		if len(r.Committee) > smallCommittee {
			kind = bcftQuorumName
		}
	}
	r.certificate(height, block.Epoch, kind, signing, block.Hash, func() { r.voteMembers(height) })
}

// voteMembers writes what the certificate of a block certifies.
func (r *recordEncoder) voteMembers(height uint32) {
	r.Key("block").Object(func() {
		r.Key("hash").hex32(r.Block(height).Hash)
		r.Key("header").Object(func() { r.headerMembers(height, false) })
	})
	r.Key("kind").Text("Commit")
}

// proofRoutes adds the routes of v4 that serve consensus, proofs and subscriptions, and those of simulations.
func (a *API) proofRoutes(add func(method, path string, handler handler, in in)) {
	public := in{v4: on11 | on12}
	add(http.MethodGet, "/consensus/block", a.newestConsensusBlockV4, public)
	add(http.MethodGet, "/consensus/block/height/{height}", a.consensusBlockV4, public)
	add(http.MethodGet, "/consensus/committees/{epoch}", a.committee, public)
	add(http.MethodGet, "/consensus/committee_authorization/{epoch}", a.committeeAuthorization, public)
	add(http.MethodGet, "/transactions/certificates", a.certificates, public)
	add(http.MethodGet, "/proofs/events/{event_hash}/transaction/{transaction_hash}", a.eventProof, public)
	add(http.MethodGet, "/events/{event_hash}/transaction/{transaction_hash}", a.eventProof, public)
	add(http.MethodPost, "/proofs/events", a.eventProofBatch, public)
	add(http.MethodGet, "/ws", a.webSocket, public)
	add(http.MethodPost, "/transactions/simulate", a.simulate, queries)
}
