package wire

import (
	"encoding/binary"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// event writes an event; data writes the members of its data.
func (r *recordEncoder) event(kind string, account move.Address, creation, sequence uint64, data func()) {
	if r.visit != nil {
		r.visit(emission{kind: kind, account: account, creation: creation, sequence: sequence}, data)
		return
	}
	r.Object(func() {
		if r.oldEvents {
			r.Key("guid").Hex(append(binary.LittleEndian.AppendUint64(nil, creation), account[:]...))
			r.Key("sequence_number").Number(sequence)
		} else {
			r.Key("guid").Object(func() {
				r.Key("creation_number").Decimal(creation)
				r.Key("account_address").address(account)
			})
			r.Key("sequence_number").Decimal(sequence)
		}
		r.Key("type").Text(kind)
		if r.version < v4 {
			r.Key("data").Object(data)
			return
		}
		e := emission{kind: kind, account: account, creation: creation, sequence: sequence, data: r.apart(func() { r.Object(data) })}
		r.Key("data").Literal(string(e.data))
		r.Key("hash").hex32(eventHash(&e))
	})
}

// apart returns what write writes, which is not added to the document.
func (r *recordEncoder) apart(write func()) []byte {
	document := r.Document
	r.Document = httpapi.Document{}
	write()
	written := r.Bytes
	r.Document = document
	return written
}

// events writes the events of a transaction.
func (r *recordEncoder) events(t *chain.Transaction) {
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
}

// moduleEvent writes an event without a stream: its guid and sequence number are zero.
func (r *recordEncoder) moduleEvent(kind string, data func()) {
	r.event(kind, move.Address{}, 0, 0, data)
}

// movementEvents writes two events for each coin movement, as deployed nodes do: a module
// event and one in the event stream of the account.
func (r *recordEncoder) movementEvents(t *chain.Transaction) {
	for i := range uint32(t.MovementCount) {
		moved := &r.Movements[t.FirstMovement+i]
		r.movementEvent(r.addressOf(moved.Account), moved)
	}
}

// movementEvent writes the events of a coin movement of an account.
func (r *recordEncoder) movementEvent(account move.Address, moved *chain.Movement) {
	// Creation numbers 0 and 1 belong to the account; each store uses two more.
	kind, stream, creation := "0x1::coin::CoinWithdraw", "0x1::coin::WithdrawEvent", uint64(3)
	if moved.IsDeposit {
		kind, stream, creation = "0x1::coin::CoinDeposit", "0x1::coin::DepositEvent", 2
	}
	creation += 2 * uint64(moved.Coin)
	r.moduleEvent(kind, func() {
		r.Key("account").address(account)
		r.Key("amount").Decimal(moved.Amount)
		r.Key("coin_type").Text(r.names.coins[moved.Coin])
	})
	r.event(stream, account, creation, uint64(moved.Sequence), func() {
		r.Key("amount").Decimal(moved.Amount)
	})
}

func (r *recordEncoder) swapEvent(trader move.Address, in chain.Coin, amountIn, amountOut uint64) {
	r.moduleEvent(r.names.pool+"::Swapped", func() {
		r.Key("amount_in").Decimal(amountIn)
		r.Key("amount_out").Decimal(amountOut)
		r.Key("coin_in").Text(r.names.coins[in])
		r.Key("coin_out").Text(r.names.coins[chain.OtherCoin(in)])
		r.Key("trader").address(trader)
	})
}

func (r *recordEncoder) orderEvent(owner move.Address, isBid bool, kind, price, size uint64, id string) {
	r.moduleEvent(r.names.orderBook+"::OrderPlaced", func() {
		r.Key("client_order_id").Quoted(id)
		r.Key("is_bid").Boolean(isBid)
		r.Key("order").Object(func() {
			r.Key("kind").Number(kind)
			r.Key("price").Decimal(price)
			r.Key("size").Decimal(size)
		})
		r.Key("owner").address(owner)
	})
}

func (r *recordEncoder) messageEvent(sender move.Address, destination, nonce uint64) {
	r.moduleEvent(r.names.endpoint+"::MessageSent", func() {
		r.Key("destination").Number(destination)
		r.Key("nonce").Decimal(nonce)
		r.Key("sender").address(sender)
	})
}

func (r *recordEncoder) rotationEvent(account move.Address, before, after chain.Digest) {
	r.moduleEvent("0x1::account::KeyRotation", func() {
		r.Key("account").address(account)
		r.Key("new_authentication_key").hex32(after)
		r.Key("old_authentication_key").hex32(before)
	})
}

// assetEvent writes an event about the primary store of an account for the fungible asset.
func (r *recordEncoder) assetEvent(kind string, owner move.Address, amount uint64) {
	r.moduleEvent(kind, func() {
		r.Key("amount").Decimal(amount)
		r.Key("store").address(r.chain.AssetStore(owner))
	})
}

// actionEvents writes the events of the called module.
func (r *recordEncoder) actionEvents(t *chain.Transaction) {
	sender := r.addressOf(t.Sender)
	switch t.Action {
	case chain.Swap:
		received := &r.Movements[t.FirstMovement+uint32(t.MovementCount)-1]
		r.swapEvent(sender, t.Coin, t.Amount, received.Amount)
	case chain.TransferAsset:
		r.assetEvent("0x1::fungible_asset::Withdraw", sender, t.Amount)
		r.assetEvent("0x1::fungible_asset::Deposit", r.addressOf(t.Counterparty), t.Amount)
	case chain.PlaceOrder:
		r.orderEvent(sender, t.Coin == chain.USDX, t.OrderKind(), t.Parameter, t.Amount, t.OrderID())
	case chain.SendMessage:
		r.messageEvent(sender, t.Destination(), t.Parameter)
	case chain.RotateKey:
		secret := r.Identities[t.Sender].Secret
		r.rotationEvent(sender, secret.AuthenticationKey(t.KeyGeneration), secret.AuthenticationKey(t.KeyGeneration+1))
	case chain.PublishPackage:
		r.moduleEvent("0x1::code::PublishPackage", func() {
			r.Key("code_address").address(sender)
			r.Key("is_upgrade").Boolean(t.Salt%5 != 0)
		})
	case chain.MultisigInline, chain.MultisigStored:
		r.councilEvent("Succeeded", sender, t.Parameter, transferPayload(r.addressOf(t.Counterparty), t.Amount), nil)
	case chain.RegisterTaskV1, chain.RegisterTaskV2:
		r.moduleEvent("0x1::automation_registry::TaskRegistrationDepositFeeWithdraw", func() {
			r.Key("locked_deposit_fee").Decimal(chain.AutomationFeeCap)
			r.Key("owner").address(sender)
			r.Key("registration_fee").Decimal(chain.TaskRegistrationFee)
			r.Key("task_index").Decimal(t.Parameter)
		})
	}
}

// multisigFailure writes the event of a transfer by the council that aborts.
func (r *recordEncoder) multisigFailure(t *chain.Transaction) {
	code := abortCode(r.framework("coin"), invalidArgument, "EINSUFFICIENT_BALANCE")
	r.councilEvent("Failed", r.addressOf(t.Sender), t.Parameter, transferPayload(r.addressOf(t.Counterparty), t.Amount), func() {
		r.executionError("0x1::coin", code, "MoveAbort")
	})
}

// councilEvent writes the event of a transaction that the council executed. failure writes why it failed, unless it is nil.
func (r *recordEncoder) councilEvent(result string, executor move.Address, sequence uint64, payload []byte, failure func()) {
	r.moduleEvent("0x1::multisig_account::TransactionExecution"+result, func() {
		if failure != nil {
			r.Key("execution_error").Object(failure)
		}
		r.Key("executor").address(executor)
		r.Key("multisig_account").address(r.addressOf(chain.Council))
		r.Key("num_approvals").Decimal(2)
		r.Key("sequence_number").Decimal(sequence)
		r.Key("transaction_payload").Hex(payload)
	})
}

func (r *recordEncoder) executionError(location string, code uint64, kind string) {
	r.Key("abort_location").Text(location)
	r.Key("error_code").Decimal(code)
	r.Key("error_type").Text(kind)
}

// feeStatement writes the last event of a transaction. Storage is charged as gas, so the
// whole fee is the gas used times the gas price.
func (r *recordEncoder) feeStatement(t *chain.Transaction) {
	var storage uint64
	if t.Outcome == chain.Succeeded {
		storage = uint64(t.StorageGas())
	}
	execution := (uint64(t.GasUsed) - storage) * 4 / 9
	r.moduleEvent("0x1::transaction_fee::FeeStatement", func() {
		r.Key("execution_gas_units").Decimal(execution)
		r.Key("io_gas_units").Decimal(uint64(t.GasUsed) - storage - execution)
		r.Key("storage_fee_quants").Decimal(storage * uint64(t.GasPrice))
		r.Key("storage_fee_refund_quants").Decimal(0)
		r.Key("total_charge_gas_units").Decimal(uint64(t.GasUsed))
	})
}

// newBlockEvent writes the event of the metadata of a block.
func (r *recordEncoder) newBlockEvent(height uint32) {
	block := r.Block(height)
	r.moduleEvent("0x1::block::NewBlock", func() {
		r.Key("epoch").Decimal(uint64(block.Epoch))
		r.Key("failed_proposer_indices").Array(func() {
			for _, validator := range r.FailedProposers(height) {
				r.Decimal(uint64(validator))
			}
		})
		r.Key("hash").hex32(block.Hash)
		r.Key("height").Decimal(uint64(height))
		r.Key("previous_block_votes_bitvec").Hex(votesBefore(&r.Records, height))
		r.Key("proposer").address(r.StakePool(block.Epoch, int(block.Author)))
		r.Key("round").Decimal(uint64(block.Round))
		r.Key("time_microseconds").Decimal(uint64(r.Time(height)))
	})
}

// votesBefore returns the votes for the block before a height: a bit for each validator,
// starting with the highest bit of the first byte.
func votesBefore(r *chain.Records, height uint32) []byte {
	votes := make([]byte, (len(r.Committee)+7)/8)
	if height > 0 {
		for validator, voted := range r.Voters(height - 1) {
			if voted {
				votes[validator/8] |= 0x80 >> (validator % 8)
			}
		}
	}
	return votes
}
