package localnet

import (
	"time"

	"foredeck/client/move"
)

const microsecondsPerSecond = 1_000_000

// rendering writes records of the chain as JSON in one dialect, as one version has them.
type rendering struct {
	writer
	records
	dialect    Dialect
	version    version
	lastPerson accountID
	names      names
}

// names are the parts of Move names that hang on the seed.
type names struct {
	coins                     [coins]string
	pool, orderBook, endpoint string
}

func newRendering(c *chain, records records, dialect Dialect, version version) *rendering {
	short := func(id accountID) string { return records.identities[id].address.Short() }
	return &rendering{
		records:    records,
		dialect:    dialect,
		version:    version,
		lastPerson: c.lastPerson,
		names: names{
			coins:     [coins]string{"0x1::native_coin::NativeCoin", short(bridge) + "::usdx::Usdx"},
			pool:      short(exchange) + "::pool",
			orderBook: short(market) + "::order_book",
			endpoint:  short(bridge) + "::endpoint",
		},
	}
}

func (r *rendering) addressOf(id accountID) move.Address {
	return r.identities[id].address
}

// transaction writes a record (spec section 2.5), with the members that its type has. The
// type itself is told by v3 alone.
func (r *rendering) transaction(t *transaction) {
	kind := t.transactionType()
	sent := kind == userType || kind == automatedType
	r.members(func() {
		if r.version == v3 {
			r.key("txn_type")
			r.text(typeNames[kind])
		}
		if sent {
			r.key("authenticator")
			r.authenticator(t)
			r.blockHeader(t.block)
			r.key("hash")
			r.hex(t.hash[:])
			r.key("header")
			r.header(t)
			r.key("payload")
			r.payload(t)
		} else {
			r.key("hash")
			r.hex(t.hash[:])
			r.blockHeader(t.block)
		}
		r.key("output")
		r.output(t)
		r.key("status")
		if t.outcome == succeeded {
			r.text("Success")
		} else {
			r.text("Fail")
		}
		if kind == automationRecordType {
			r.settlement(t)
		}
	})
}

// blockHeader writes the block of a record: three members in v1, six from v2 on.
func (r *rendering) blockHeader(height uint32) {
	block := &r.blocks[height]
	parent := r.parentHash(height)
	r.key("block_header")
	r.members(func() {
		if r.version == v1 {
			r.key("hash")
			r.hex(block.hash[:])
			r.key("height")
			r.number(uint64(height))
			r.key("timestamp")
			r.timestamp(r.timeOf(height))
			return
		}
		r.key("author")
		r.hex(r.committee[block.author][:])
		r.key("hash")
		r.hex(block.hash[:])
		r.key("height")
		r.number(uint64(height))
		r.key("parent")
		r.hex(parent[:])
		r.key("timestamp")
		r.timestamp(r.timeOf(height))
		r.view(block)
	})
}

// view writes the member that tells the epoch and the round of a block.
func (r *rendering) view(block *block) {
	r.key("view")
	r.members(func() {
		r.epochID(block.epoch)
		r.key("round")
		r.number(uint64(block.round))
	})
}

func (r *rendering) epochID(epoch uint32) {
	r.key("epoch_id")
	r.members(func() {
		r.key("chain_id")
		r.number(chainID)
		r.key("epoch")
		r.number(uint64(epoch))
	})
}

func (r *rendering) header(t *transaction) {
	r.members(func() {
		r.key("chain_id")
		r.number(chainID)
		r.key("expiration_timestamp")
		r.timestamp(r.expiry(t) * microsecondsPerSecond)
		r.key("sender")
		sender := r.addressOf(t.sender)
		if r.dialect == Deployed {
			r.only("Move", func() { r.hex(sender[:]) })
		} else {
			r.hex(sender[:])
		}
		r.key("sequence_number")
		r.number(uint64(t.sequence))
		r.key("gas_unit_price")
		r.number(uint64(t.gasPrice))
		r.key("max_gas_amount")
		r.number(uint64(t.maxGas))
	})
}

// timeOf gives the time of a block in microseconds since the Unix epoch.
func (r *records) timeOf(height uint32) int64 {
	return r.firstBlockTime + r.blocks[height].age
}

// expiry gives when a transaction would have expired, in seconds since the Unix epoch:
// about five minutes after it was sent, in whole seconds as wallets do. Automated ones
// have the expiry of their task.
func (r *records) expiry(t *transaction) int64 {
	if t.action == runTask {
		return r.expiry(&r.transactions[t.limit]) + taskLife
	}
	return r.timeOf(t.block)/microsecondsPerSecond + 300 - int64(t.salt%4)
}

// timestamp writes a time in microseconds since the Unix epoch. The text of the deployed
// form has no fraction when it is zero, else three digits or six.
func (r *rendering) timestamp(microseconds int64) {
	if r.dialect == Spec {
		r.only("timestamp", func() { r.number(uint64(microseconds)) })
		return
	}
	layout := "2006-01-02T15:04:05.000000+00:00"
	switch {
	case microseconds%microsecondsPerSecond == 0:
		layout = "2006-01-02T15:04:05+00:00"
	case microseconds%1_000 == 0:
		layout = "2006-01-02T15:04:05.000+00:00"
	}
	r.members(func() {
		r.key("microseconds_since_unix_epoch")
		r.number(uint64(microseconds))
		r.key("utc_date_time")
		r.text(time.UnixMicro(microseconds).UTC().Format(layout))
	})
}

// output writes what an execution left. The parts of used gas add up to it.
func (r *rendering) output(t *transaction) {
	r.only("Move", func() {
		r.members(func() {
			r.key("gas_used")
			r.number(uint64(t.gasUsed))
			r.key("events")
			r.list(func() {
				if t.action == rewardLeader {
					r.newBlockEvent(t.block)
				}
				if t.outcome == succeeded {
					r.movementEvents(t)
					r.actionEvents(t)
				}
				if t.maxGas > 0 {
					r.feeStatement(t)
				}
			})
			r.key("vm_status")
			r.text(r.vmStatus(t))
		})
	})
}

// vmStatus words an outcome as the virtual machine does.
func (r *rendering) vmStatus(t *transaction) string {
	switch t.outcome {
	case lowBalance:
		return "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction"
	case noStore:
		return "Move abort in 0x1::coin: ECOIN_STORE_NOT_PUBLISHED(0x60005): Account hasn't registered `CoinStore` for `CoinType`"
	case belowMinimum:
		return "Move abort in " + r.names.pool + ": EOUTPUT_BELOW_MINIMUM(0x10003): Output amount is below the minimum asked for"
	case codeAbort:
		return "Move abort in " + r.names.endpoint + ": 0x4"
	case scriptAbort:
		return "Move abort: 0x1"
	case executionFailed:
		return "Execution failed in " + r.names.orderBook + "::match_order at code offset 57"
	case outOfGas:
		return "Out of gas"
	default:
		return "Executed successfully"
	}
}
