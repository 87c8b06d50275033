package localnet

import "foredeck/client/move"

// event writes one event; the members of data come from the function.
func (r *rendering) event(kind string, account move.Address, creation, sequence uint64, data func()) {
	r.members(func() {
		r.key("guid")
		r.members(func() {
			r.key("creation_number")
			r.big(creation)
			r.key("account_address")
			r.address(account)
		})
		r.key("sequence_number")
		r.big(sequence)
		r.key("type")
		r.text(kind)
		r.key("data")
		r.members(data)
	})
}

// moduleEvent writes an event that belongs to no stream: its guid and number are zero.
func (r *rendering) moduleEvent(kind string, data func()) {
	r.event(kind, move.Address{}, 0, 0, data)
}

// movementEvents tells each coin movement twice, as deployed nodes do: as a module event
// and as an event of the account's own stream.
func (r *rendering) movementEvents(t *transaction) {
	for i := range uint32(t.movements) {
		moved := &r.movements[t.firstMovement+i]
		// Creation numbers 0 and 1 are the account's own; each store takes two more.
		kind, stream, creation := "0x1::coin::CoinWithdraw", "0x1::coin::WithdrawEvent", uint64(3)
		if moved.deposit {
			kind, stream, creation = "0x1::coin::CoinDeposit", "0x1::coin::DepositEvent", 2
		}
		creation += 2 * uint64(moved.coin)
		r.moduleEvent(kind, func() {
			r.key("account")
			r.address(r.addressOf(moved.account))
			r.key("amount")
			r.big(moved.amount)
			r.key("coin_type")
			r.text(r.names.coins[moved.coin])
		})
		r.event(stream, r.addressOf(moved.account), creation, uint64(moved.sequence), func() {
			r.key("amount")
			r.big(moved.amount)
		})
	}
}

// actionEvents writes what the called module itself tells.
func (r *rendering) actionEvents(t *transaction) {
	sender := r.addressOf(t.sender)
	switch t.action {
	case swap:
		received := &r.movements[t.firstMovement+uint32(t.movements)-1]
		r.moduleEvent(r.names.pool+"::Swapped", func() {
			r.key("amount_in")
			r.big(t.amount)
			r.key("amount_out")
			r.big(received.amount)
			r.key("coin_in")
			r.text(r.names.coins[t.coin])
			r.key("coin_out")
			r.text(r.names.coins[received.coin])
			r.key("trader")
			r.address(sender)
		})
	case placeOrder:
		r.moduleEvent(r.names.orderBook+"::OrderPlaced", func() {
			r.key("client_order_id")
			r.text(t.orderName())
			r.key("is_bid")
			r.boolean(t.coin == usdx)
			r.key("order")
			r.members(func() {
				r.key("kind")
				r.number(t.orderKind())
				r.key("price")
				r.big(t.limit)
				r.key("size")
				r.big(t.amount)
			})
			r.key("owner")
			r.address(sender)
		})
	case sendMessage:
		r.moduleEvent(r.names.endpoint+"::MessageSent", func() {
			r.key("destination")
			r.number(t.destination())
			r.key("nonce")
			r.big(t.limit)
			r.key("sender")
			r.address(sender)
		})
	case rotateKey:
		secret := r.identities[t.sender].origin
		before, after := secret.authenticationKey(t.generation), secret.authenticationKey(t.generation+1)
		r.moduleEvent("0x1::account::KeyRotation", func() {
			r.key("account")
			r.address(sender)
			r.key("new_authentication_key")
			r.hex(after[:])
			r.key("old_authentication_key")
			r.hex(before[:])
		})
	case publishPackage:
		r.moduleEvent("0x1::code::PublishPackage", func() {
			r.key("code_address")
			r.address(sender)
			r.key("is_upgrade")
			r.boolean(t.salt%5 != 0)
		})
	case multisigInline, multisigStored:
		r.moduleEvent("0x1::multisig_account::TransactionExecutionSucceeded", func() {
			r.key("executor")
			r.address(sender)
			r.key("multisig_account")
			r.address(r.addressOf(council))
			r.key("num_approvals")
			r.big(2)
			r.key("sequence_number")
			r.big(t.limit)
			r.key("transaction_payload")
			r.hex(transferPayload(r.addressOf(t.counterparty), t.amount))
		})
	case registerTaskV1, registerTaskV2:
		r.moduleEvent("0x1::automation_registry::TaskRegistrationDepositFeeWithdraw", func() {
			r.key("locked_deposit_fee")
			r.big(epochFeeCap)
			r.key("owner")
			r.address(sender)
			r.key("registration_fee")
			r.big(registrationFee)
			r.key("task_index")
			r.big(t.limit)
		})
	}
}

// feeStatement ends every executed transaction. Storage is charged as gas at the
// transaction's price, so that used gas times price is the whole fee.
func (r *rendering) feeStatement(t *transaction) {
	var storage uint64
	if t.outcome == succeeded {
		storage = uint64(costs[t.action].storage)
	}
	execution := (uint64(t.gasUsed) - storage) * 4 / 9
	r.moduleEvent("0x1::transaction_fee::FeeStatement", func() {
		r.key("execution_gas_units")
		r.big(execution)
		r.key("io_gas_units")
		r.big(uint64(t.gasUsed) - storage - execution)
		r.key("storage_fee_quants")
		r.big(storage * uint64(t.gasPrice))
		r.key("storage_fee_refund_quants")
		r.big(0)
		r.key("total_charge_gas_units")
		r.big(uint64(t.gasUsed))
	})
}
