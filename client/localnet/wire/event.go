package wire

import (
	"encoding/binary"

	"foredeck/client/localnet/chain"
	"foredeck/client/move"
)

// event writes an event; data writes the members of its data.
func (r *recordEncoder) event(kind string, account move.Address, creation, sequence uint64, data func()) {
	r.Object(func() {
		r.Key("guid")
		r.Object(func() {
			r.Key("creation_number")
			r.Decimal(creation)
			r.Key("account_address")
			r.address(account)
		})
		r.Key("sequence_number")
		r.Decimal(sequence)
		r.Key("type")
		r.Text(kind)
		r.Key("data")
		r.Object(data)
	})
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
		// Creation numbers 0 and 1 belong to the account; each store uses two more.
		kind, stream, creation := "0x1::coin::CoinWithdraw", "0x1::coin::WithdrawEvent", uint64(3)
		if moved.IsDeposit {
			kind, stream, creation = "0x1::coin::CoinDeposit", "0x1::coin::DepositEvent", 2
		}
		creation += 2 * uint64(moved.Coin)
		r.moduleEvent(kind, func() {
			r.Key("account")
			r.address(r.addressOf(moved.Account))
			r.Key("amount")
			r.Decimal(moved.Amount)
			r.Key("coin_type")
			r.Text(r.names.coins[moved.Coin])
		})
		r.event(stream, r.addressOf(moved.Account), creation, uint64(moved.Sequence), func() {
			r.Key("amount")
			r.Decimal(moved.Amount)
		})
	}
}

// actionEvents writes the events of the called module.
func (r *recordEncoder) actionEvents(t *chain.Transaction) {
	sender := r.addressOf(t.Sender)
	switch t.Action {
	case chain.Swap:
		received := &r.Movements[t.FirstMovement+uint32(t.MovementCount)-1]
		r.moduleEvent(r.names.pool+"::Swapped", func() {
			r.Key("amount_in")
			r.Decimal(t.Amount)
			r.Key("amount_out")
			r.Decimal(received.Amount)
			r.Key("coin_in")
			r.Text(r.names.coins[t.Coin])
			r.Key("coin_out")
			r.Text(r.names.coins[received.Coin])
			r.Key("trader")
			r.address(sender)
		})
	case chain.PlaceOrder:
		r.moduleEvent(r.names.orderBook+"::OrderPlaced", func() {
			r.Key("client_order_id")
			r.Text(t.OrderID())
			r.Key("is_bid")
			r.Boolean(t.Coin == chain.USDX)
			r.Key("order")
			r.Object(func() {
				r.Key("kind")
				r.Number(t.OrderKind())
				r.Key("price")
				r.Decimal(t.Parameter)
				r.Key("size")
				r.Decimal(t.Amount)
			})
			r.Key("owner")
			r.address(sender)
		})
	case chain.SendMessage:
		r.moduleEvent(r.names.endpoint+"::MessageSent", func() {
			r.Key("destination")
			r.Number(t.Destination())
			r.Key("nonce")
			r.Decimal(t.Parameter)
			r.Key("sender")
			r.address(sender)
		})
	case chain.RotateKey:
		secret := r.Identities[t.Sender].Secret
		before, after := secret.AuthenticationKey(t.KeyGeneration), secret.AuthenticationKey(t.KeyGeneration+1)
		r.moduleEvent("0x1::account::KeyRotation", func() {
			r.Key("account")
			r.address(sender)
			r.Key("new_authentication_key")
			r.Hex(after[:])
			r.Key("old_authentication_key")
			r.Hex(before[:])
		})
	case chain.PublishPackage:
		r.moduleEvent("0x1::code::PublishPackage", func() {
			r.Key("code_address")
			r.address(sender)
			r.Key("is_upgrade")
			r.Boolean(t.Salt%5 != 0)
		})
	case chain.MultisigInline, chain.MultisigStored:
		r.moduleEvent("0x1::multisig_account::TransactionExecutionSucceeded", func() {
			r.Key("executor")
			r.address(sender)
			r.Key("multisig_account")
			r.address(r.addressOf(chain.Council))
			r.Key("num_approvals")
			r.Decimal(2)
			r.Key("sequence_number")
			r.Decimal(t.Parameter)
			r.Key("transaction_payload")
			r.Hex(transferPayload(r.addressOf(t.Counterparty), t.Amount))
		})
	case chain.RegisterTaskV1, chain.RegisterTaskV2:
		r.moduleEvent("0x1::automation_registry::TaskRegistrationDepositFeeWithdraw", func() {
			r.Key("locked_deposit_fee")
			r.Decimal(chain.AutomationFeeCap)
			r.Key("owner")
			r.address(sender)
			r.Key("registration_fee")
			r.Decimal(chain.TaskRegistrationFee)
			r.Key("task_index")
			r.Decimal(t.Parameter)
		})
	}
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
		r.Key("execution_gas_units")
		r.Decimal(execution)
		r.Key("io_gas_units")
		r.Decimal(uint64(t.GasUsed) - storage - execution)
		r.Key("storage_fee_quants")
		r.Decimal(storage * uint64(t.GasPrice))
		r.Key("storage_fee_refund_quants")
		r.Decimal(0)
		r.Key("total_charge_gas_units")
		r.Decimal(uint64(t.GasUsed))
	})
}

// newBlockEvent writes the event of the metadata of a block.
func (r *recordEncoder) newBlockEvent(height uint32) {
	block := &r.Blocks[height]
	r.moduleEvent("0x1::block::NewBlock", func() {
		r.Key("epoch")
		r.Decimal(uint64(block.Epoch))
		r.Key("failed_proposer_indices")
		r.Array(func() {
			for _, validator := range r.FailedProposers(height) {
				r.Decimal(uint64(validator))
			}
		})
		r.Key("hash")
		r.Hex(block.Hash[:])
		r.Key("height")
		r.Decimal(uint64(height))
		r.Key("previous_block_votes_bitvec")
		r.Hex(votesBefore(&r.Records, height))
		r.Key("proposer")
		r.address(r.addressOf(chain.ValidatorOwner(block.Author)))
		r.Key("round")
		r.Decimal(uint64(block.Round))
		r.Key("time_microseconds")
		r.Decimal(uint64(r.Time(height)))
	})
}

// votesBefore returns the votes for the block before a height: a bit for each validator,
// starting with the highest bit of the first byte.
func votesBefore(r *chain.Records, height uint32) []byte {
	var votes uint32
	if height > 0 {
		for validator, voted := range r.Voters(height - 1) {
			if voted {
				votes |= 1 << (31 - validator)
			}
		}
	}
	return binary.BigEndian.AppendUint32(nil, votes)
}
