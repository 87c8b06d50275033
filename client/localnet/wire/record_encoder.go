package wire

import (
	"encoding/hex"
	"fmt"
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
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
	inBlock bool // the records are in the document of their block, and do not repeat its header
	// oldEvents writes the guid of events as text, BCS in hex, and their sequence numbers as numbers, as lists of nodes before v11.3.4 do.
	oldEvents bool
	// visit receives the events instead of the document, if it is not nil. data writes the members of the data of the event.
	visit func(e emission, data func())
	// proofs adds proofs to transactions, if it is not nil.
	proofs *proofs
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
	if t.Height < r.Computed() {
		r.knownByHash(t)
		return
	}
	sent := isSent(kind)
	r.Object(func() {
		if r.version >= v3 {
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
		if r.Key("output"); uint64(t.Height) >= r.Count() {
			r.Null()
			r.Key("status").Text("Pending")
			return
		}
		r.output(t)
		status := "Fail"
		if t.Outcome == chain.Succeeded || t.Outcome == chain.MultisigFailed {
			status = "Success"
		}
		r.Key("status").Text(status)
		if kind == chain.AutomationRecord {
			r.automationRecord(t)
		}
		if r.proofs != nil {
			r.Key("inclusion_proof").inclusionProof(r.proofs.prover, r.indexOf(t))
		}
	})
}

// isSent reports whether accounts have sent the transactions of a type. The others are of the chain.
func isSent(kind chain.TransactionType) bool {
	return kind == chain.UserTransaction || kind == chain.AutomatedTransaction
}

// knownByHash writes what is known of a transaction in a computed block.
func (r *recordEncoder) knownByHash(t *chain.Transaction) {
	r.Object(func() {
		if r.version >= v3 {
			r.Key("txn_type").Text(typeNames[chain.UserTransaction])
		}
		r.blockHeader(t.Height)
		r.Key("hash").hex32(t.Hash)
		r.Key("output").Null()
		r.Key("status").Text("Success")
	})
}

// blockHeader writes the block header of a record: three members on v1, six from v2.
func (r *recordEncoder) blockHeader(height uint32) {
	r.Key("block_header")
	if r.inBlock || uint64(height) >= r.Count() {
		r.Null()
		return
	}
	r.Object(func() {
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
	r.Key("author").hex32(r.Member(block.Epoch, int(block.Author)))
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
		r.Key("events").Array(func() { r.events(t) })
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

// Categories of abort codes, as in 0x1::error.
const (
	noCategory      = 0x0
	invalidArgument = 0x1
	notFound        = 0x6
	alreadyExists   = 0x8
)

// largeOptionCode is the code without a name with which the module endpoint aborts.
const largeOptionCode = 47

func (r *recordEncoder) framework(name string) *compiler.Compiled {
	return r.chain.PublishedModule(chain.FrameworkAccount, name)
}

// vmStatus returns the VM status of an outcome, in the texts of the shared Move API.
func (r *recordEncoder) vmStatus(t *chain.Transaction) string {
	switch t.Outcome {
	case chain.InsufficientBalance:
		return moveAbort(r.framework("coin"), invalidArgument, "EINSUFFICIENT_BALANCE")
	case chain.MissingCoinStore:
		return moveAbort(r.framework("coin"), notFound, "ECOIN_STORE_NOT_PUBLISHED")
	case chain.BelowMinimum:
		return moveAbort(r.chain.PublishedModule(chain.Exchange, "pool"), invalidArgument, "EOUTPUT_BELOW_MINIMUM")
	case chain.BuysNothing:
		return executionFailed(r.chain.PublishedModule(chain.Exchange, "pool"), "price_of", compiler.Divide)
	case chain.BadPrice:
		return moveAbort(r.chain.PublishedModule(chain.Market, "order_book"), invalidArgument, "EBAD_PRICE")
	case chain.MissingMarket:
		return executionFailed(r.chain.PublishedModule(chain.Market, "order_book"), "place_order", compiler.BorrowGlobal)
	case chain.UnknownKind:
		return executionFailed(r.chain.PublishedModule(chain.Market, "order_book"), "match_order", compiler.VectorBorrow)
	case chain.ClosedDestination:
		return moveAbort(r.chain.PublishedModule(chain.Bridge, "endpoint"), noCategory, "EPAUSED")
	case chain.LargeOption:
		return fmt.Sprintf("Move abort in %s: %#x", r.names.endpoint, largeOptionCode)
	case chain.NameClash:
		return moveAbort(r.framework("code"), alreadyExists, "EMODULE_NAME_CLASH")
	case chain.LinkerError:
		return "Transaction Executed and Committed with Error LINKER_ERROR"
	case chain.ScriptAbort:
		return "Move abort: code 0x1"
	case chain.OutOfGas:
		return "Out of gas"
	default: // Succeeded, MultisigFailed
		return "Executed successfully"
	}
}

// abortCode returns the code of an abort with an error constant of a module.
func abortCode(module *compiler.Compiled, category uint64, reason string) uint64 {
	return category<<16 | module.Constant(reason)
}

func moveAbort(module *compiler.Compiled, category uint64, reason string) string {
	return fmt.Sprintf("Move abort in %s: %s(%#x): %s", module.ID, reason, abortCode(module, category, reason), module.Description(reason))
}

func executionFailed(module *compiler.Compiled, function string, opcode compiler.Opcode) string {
	return fmt.Sprintf("Execution failed in %s::%s at code offset %d", module.ID, function, module.Find(function, opcode).Offset)
}

// viewFailure returns the error of the virtual machine about a view function: as deployed nodes write it, or in the debug form of older
// nodes.
func viewFailure(failure *chain.Failure, old bool) string {
	at := fmt.Sprintf("%s::%s at offset %d", failure.Module, failure.Function, failure.Offset)
	if old {
		subStatus := "None"
		if failure.Status == "ABORTED" {
			subStatus = fmt.Sprintf("Some(%d)", failure.Code)
		}
		return fmt.Sprintf("VMError { major_status: %s, sub_status: %s, message: Some(%q), exec_state: None, location: Module(ModuleId { "+
			"address: %s, name: Identifier(%q) }), indices: [], offsets: [(FunctionDefinitionIndex(%d), %d)] }",
			failure.Status, subStatus, at, hex.EncodeToString(failure.Module.Address[:]), failure.Module.Name, failure.Definition, failure.Offset)
	}
	status := failure.Status
	if status == "ABORTED" {
		status += fmt.Sprintf(" with sub status %d", failure.Code)
	}
	return fmt.Sprintf("%s at location Module %s and message %s at code offset %d in function definition %d",
		status, failure.Module, at, failure.Offset, failure.Definition)
}
