package wire

import (
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// recordEncoder writes blocks and transactions in one dialect and version.
type recordEncoder struct {
	encoder
	chain.Records
	chain   *chain.Chain
	dialect httpapi.Dialect
	version version
	names   names
}

// names are the Move names that depend on the seed.
type names struct {
	coins                     [chain.CoinCount]string
	pool, orderBook, endpoint string
}

func newRecordEncoder(c *chain.Chain, records chain.Records, dialect httpapi.Dialect, version version) *recordEncoder {
	short := func(id chain.AccountID) string { return records.Identities[id].Address.Short() }
	return &recordEncoder{
		Records: records,
		chain:   c,
		dialect: dialect,
		version: version,
		names: names{
			coins:     [chain.CoinCount]string{"0x1::native_coin::NativeCoin", short(chain.Bridge) + "::usdx::Usdx"},
			pool:      short(chain.Exchange) + "::pool",
			orderBook: short(chain.Market) + "::order_book",
			endpoint:  short(chain.Bridge) + "::endpoint",
		},
	}
}

// Key writes the key of an object member and returns r to write the value.
func (r *recordEncoder) Key(name string) *recordEncoder {
	r.encoder.Key(name)
	return r
}

func (r *recordEncoder) addressOf(id chain.AccountID) move.Address {
	return r.Identities[id].Address
}

// transaction writes a record, with the members of its type (spec section 2.5). Only v3 has the type itself.
func (r *recordEncoder) transaction(t *chain.Transaction) {
	kind := t.Type()
	sent := kind == chain.UserTransaction || kind == chain.AutomatedTransaction
	r.Object(func() {
		if r.version == v3 {
			r.Key("txn_type").Text(typeNames[kind])
		}
		if sent {
			r.Key("authenticator").authenticator(t)
			r.blockHeader(t.Height)
			r.Key("hash").hex32(t.Hash)
			r.Key("header").header(t)
			r.Key("payload").payload(t)
		} else {
			r.Key("hash").hex32(t.Hash)
			r.blockHeader(t.Height)
		}
		r.Key("output").output(t)
		status := "Fail"
		if t.Outcome == chain.Succeeded || t.Outcome == chain.MultisigFailed {
			status = "Success"
		}
		r.Key("status").Text(status)
		if kind == chain.AutomationRecord {
			r.automationRecord(t)
		}
	})
}

// blockHeader writes the block header of a record: three members on v1, six from v2.
func (r *recordEncoder) blockHeader(height uint32) {
	r.Key("block_header").Object(func() {
		if r.version != v1 {
			r.headerMembers(height, true)
			return
		}
		r.Key("hash").hex32(r.Block(height).Hash)
		r.Key("height").Number(uint64(height))
		r.Key("timestamp").timestamp(r.Time(height))
	})
}

// headerMembers writes the members of a full block header.
func (r *recordEncoder) headerMembers(height uint32, withHash bool) {
	block := r.Block(height)
	r.Key("author").hex32(r.Committee[block.Author])
	if withHash {
		r.Key("hash").hex32(block.Hash)
	}
	r.Key("height").Number(uint64(height))
	r.Key("parent").hex32(r.ParentHash(height))
	r.Key("timestamp").timestamp(r.Time(height))
	r.Key("view").Object(func() {
		r.epochID(block.Epoch)
		r.Key("round").Number(uint64(block.Round))
	})
}

func (r *recordEncoder) epochID(epoch uint32) {
	r.Key("epoch_id").Object(func() {
		r.Key("chain_id").Number(chain.ID)
		r.Key("epoch").Number(uint64(epoch))
	})
}

func (r *recordEncoder) header(t *chain.Transaction) {
	r.Object(func() {
		r.Key("chain_id").Number(chain.ID)
		r.Key("expiration_timestamp").timestamp(r.Expiry(t) * second)
		sender := func() { r.hex32(r.addressOf(t.Sender)) }
		if r.Key("sender"); r.dialect == httpapi.Deployed {
			r.Wrap("Move", sender)
		} else {
			sender()
		}
		r.Key("sequence_number").Number(uint64(t.Sequence))
		r.Key("gas_unit_price").Number(uint64(t.GasPrice))
		r.Key("max_gas_amount").Number(uint64(t.MaxGas))
	})
}

// timestamp writes a time given in microseconds since the Unix epoch. The text in the
// dialect Deployed has a fraction of 0, 3 or 6 digits, as many as needed.
func (r *recordEncoder) timestamp(microseconds int64) {
	if r.dialect == httpapi.Spec {
		r.Wrap("timestamp", func() { r.Number(uint64(microseconds)) })
		return
	}
	layout := "2006-01-02T15:04:05.000000+00:00"
	switch {
	case microseconds%second == 0:
		layout = "2006-01-02T15:04:05+00:00"
	case microseconds%1_000 == 0:
		layout = "2006-01-02T15:04:05.000+00:00"
	}
	r.Object(func() {
		r.Key("microseconds_since_unix_epoch").Number(uint64(microseconds))
		r.Key("utc_date_time").Text(time.UnixMicro(microseconds).UTC().Format(layout))
	})
}

// output writes the gas used, the events and the VM status.
func (r *recordEncoder) output(t *chain.Transaction) {
	r.WrapObject("Move", func() {
		r.Key("gas_used").Number(uint64(t.GasUsed))
		r.Key("events").Array(func() {
			if t.Action == chain.RewardLeader {
				r.newBlockEvent(t.Height)
			}
			if t.Outcome == chain.Succeeded {
				r.movementEvents(t)
				r.actionEvents(t)
			}
			if t.Outcome == chain.MultisigFailed {
				r.multisigFailure(t)
			}
			if t.MaxGas > 0 {
				r.feeStatement(t)
			}
		})
		r.Key("vm_status").Text(r.vmStatus(t))
	})
}

// typeNames are the values of txn_type, and typeFilters those of the query parameter type.
var (
	typeNames = [chain.TransactionTypeCount]string{
		chain.UserTransaction: "user", chain.AutomatedTransaction: "automated", chain.BlockMetadata: "block_metadata", chain.AutomationRecord: "automation_record",
	}
	typeFilters = [chain.TransactionTypeCount]string{
		chain.UserTransaction: "user", chain.AutomatedTransaction: "auto", chain.BlockMetadata: "meta", chain.AutomationRecord: "record",
	}
)

// second is a second in microseconds.
const second = 1_000_000

// automationRecord writes the member with the tasks of an automation record.
func (r *recordEncoder) automationRecord(t *chain.Transaction) {
	r.Key("data").Object(func() {
		r.Key("record_index").Number(t.Parameter)
		r.Key("cycle_index").Number(uint64(r.Block(t.Height).Epoch))
		r.Key("block_height").Number(uint64(t.Height))
		r.Key("action").Wrap("Process", func() {
			r.Array(func() {
				for i := range uint64(t.MovementCount) / 2 { // a refund is two movements
					r.Number(t.Amount + i)
				}
			})
		})
	})
}
