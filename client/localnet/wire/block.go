package wire

import (
	"encoding/hex"
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// newestBlock responds with the newest block, see blockInfo.
func (a *API) newestBlock(w http.ResponseWriter, r *http.Request, version version) {
	records := a.chain.Records()
	a.writeBlockInfo(w, r, version, records, uint32(records.Count()-1))
}

// blockByHash responds with the block of a hash, see blockInfo. Blocks that are pruned are not found.
func (a *API) blockByHash(w http.ResponseWriter, r *http.Request, version version) {
	records := a.chain.Records()
	if height, ok := a.findBlock(w, r, &records); ok {
		a.writeBlockInfo(w, r, version, records, height)
	}
}

// writeBlockInfo responds with a block without its transactions: on v1 and v2 with the header, from v3 on also with the statistics.
func (a *API) writeBlockInfo(w http.ResponseWriter, r *http.Request, version version, records chain.Records, height uint32) {
	body := newRecordEncoder(a.chain, records, a.options.Dialect, version)
	httpapi.WriteJSON(w, r, &body.Document, func() {
		body.Object(func() {
			if version < v3 {
				body.headerMembers(height, true)
			} else {
				body.blockMembers(height)
			}
		})
	})
}

// blockByHeight responds with a block, with its transactions if the query asks for them. v1 and v2 have only those of users.
func (a *API) blockByHeight(w http.ResponseWriter, r *http.Request, version version) {
	height, ok := a.pathHeight(w, r)
	if !ok {
		return
	}
	query := httpapi.ParseQuery(r.URL.RawQuery)
	withTransactions := query.Flag("with_finalized_transactions")
	withProofs := version >= v4 && query.Flag("include_proof")
	kind := new(chain.UserTransaction)
	if version >= v3 {
		kind = readType(query)
	}
	if err := query.Err(); err != nil {
		a.rejectQuery(w, err)
		return
	}
	records := a.chain.Records()
	switch oldest := a.oldestBlock(&records); {
	case height >= records.Count():
		writeError(w, http.StatusNotFound, "Block not found at height "+strconv.FormatUint(height, 10))
		return
	case height < uint64(oldest):
		writePruned(w, oldest)
		return
	}
	body := newRecordEncoder(a.chain, records, a.options.Dialect, version)
	if withProofs {
		body.includeProofs(a)
	}
	httpapi.WriteJSON(w, r, &body.Document, func() { body.block(uint32(height), withTransactions, kind) })
}

// block writes a block, with its transactions on request: all, or those of one type.
func (r *recordEncoder) block(height uint32, withTransactions bool, kind *chain.TransactionType) {
	r.inBlock = true
	r.Object(func() {
		r.blockMembers(height)
		if r.Key("transactions"); !withTransactions {
			r.Null()
			return
		}
		r.Array(func() {
			transactions := r.TransactionsIn(height)
			for i := range transactions {
				if kind == nil || transactions[i].Type() == *kind {
					r.transaction(&transactions[i])
				}
			}
		})
	})
}

// pathHeight parses the height in the path, and rejects the request if it is not a height.
func (a *API) pathHeight(w http.ResponseWriter, r *http.Request) (height uint64, ok bool) {
	return a.pathNumber(w, r, "height")
}

// partOfBlock serves /block/height/{height} and /block/{block_hash}/transactions.
func (a *API) partOfBlock(w http.ResponseWriter, r *http.Request, version version) {
	switch {
	case r.PathValue("block_hash") == "height":
		a.blockByHeight(w, r, version)
	case r.PathValue("height") == "transactions":
		a.blockTransactions(w, r, version)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// blockTransactions lists the hashes of the transactions in a block: that of the metadata first, then those of users, then automated ones.
func (a *API) blockTransactions(w http.ResponseWriter, r *http.Request, _ version) {
	query := httpapi.ParseQuery(r.URL.RawQuery)
	kind := readType(query)
	if err := query.Err(); err != nil {
		a.rejectQuery(w, err)
		return
	}
	records := a.chain.Records()
	height, ok := a.findBlock(w, r, &records)
	if !ok {
		return
	}
	listed := slices.Clone(records.TransactionsIn(height))
	order := [chain.TransactionTypeCount]int{chain.UserTransaction: 1, chain.AutomatedTransaction: 2, chain.AutomationRecord: 3}
	sort.SliceStable(listed, func(i, j int) bool { return order[listed[i].Type()] < order[listed[j].Type()] })
	var body encoder
	httpapi.WriteJSON(w, r, &body.Document, func() {
		body.Array(func() {
			for i := range listed {
				if kind == nil || listed[i].Type() == *kind {
					body.hex32(listed[i].Hash)
				}
			}
		})
	})
}

// findBlock returns the height of the block whose hash is in the path. It responds itself if there is none.
func (a *API) findBlock(w http.ResponseWriter, r *http.Request, records *chain.Records) (height uint32, ok bool) {
	hash, ok := a.pathHash(w, r, "block_hash")
	if !ok {
		return 0, false
	}
	if height, ok = a.index.block(records, hash); !ok || height < a.oldestBlock(records) {
		writeError(w, http.StatusNotFound, "Information not available for "+hex.EncodeToString(hash[:]))
		return 0, false
	}
	return height, true
}

// pathHash parses a hash in the path, with or without 0x, and rejects the request if it is not a hash.
func (a *API) pathHash(w http.ResponseWriter, r *http.Request, name string) (hash chain.Digest, ok bool) {
	text := r.PathValue(name)
	bytes, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil || len(bytes) != len(hash) {
		a.reject(w, "Invalid URL: "+name+": "+strconv.Quote(text)+" is not a hash of 64 hex digits")
		return hash, false
	}
	return chain.Digest(bytes), true
}

// blockMembers writes the header of a block and, from v3 on, its statistics.
func (r *recordEncoder) blockMembers(height uint32) {
	r.Key("header").Object(func() { r.headerMembers(height, true) })
	if r.version >= v3 {
		r.Key("execution_statistics").statistics(height)
	}
}

// statistics writes the counts of a block. Prices of transactions that a block does not have are null, and so is what is unknown of a
// computed block.
func (r *recordEncoder) statistics(height uint32) {
	var count [chain.TransactionTypeCount]uint64
	var gas [chain.TransactionTypeCount]uint64
	var automatedPrice, lowest, highest uint64
	for _, t := range r.TransactionsIn(height) {
		kind, price := t.Type(), uint64(t.GasPrice)
		count[kind]++
		gas[kind] += uint64(t.GasUsed)
		switch {
		case kind == chain.AutomatedTransaction:
			automatedPrice = price
		case kind == chain.UserTransaction && count[kind] == 1:
			lowest, highest = price, price
		case kind == chain.UserTransaction:
			lowest, highest = min(lowest, price), max(highest, price)
		}
	}
	number := func(key string, n uint64, known bool) {
		if r.Key(key); known {
			r.Number(n)
		} else {
			r.Null()
		}
	}
	users, automated, stored := count[chain.UserTransaction], count[chain.AutomatedTransaction], height >= r.Computed()
	r.Object(func() {
		number("user_txn_count", users, true)
		number("automated_txn_count", automated, true)
		number("automation_record_count", count[chain.AutomationRecord], true)
		number("automated_txn_gas_unit_price", automatedPrice, automated > 0)
		number("block_gas_unit_price_min", lowest, users > 0)
		number("block_gas_unit_price_max", highest, users > 0)
		number("block_total_user_gas_used", gas[chain.UserTransaction], stored)
		number("block_total_automated_gas_used", gas[chain.AutomatedTransaction], stored)
	})
}
