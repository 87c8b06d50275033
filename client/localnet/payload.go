package localnet

import (
	"encoding/binary"
	"math/big"

	"foredeck/client/move"
)

const (
	transferFunction = "0x1::native_account::transfer"

	// taskLife is how long an automation task is asked to run, in seconds.
	taskLife = 7 * 24 * 60 * 60
)

var (
	memos    = [...]string{"", "rent", "invoice 20-117", "coffee", "payroll, March", "thanks!", "rebalance"}
	packages = [...]string{"lending", "raffle", "vault", "badge", "escrow", "auction"}
)

// payload writes what a transaction asked for.
func (r *rendering) payload(t *transaction) {
	r.only("Move", func() {
		r.members(func() {
			r.key("type")
			switch t.action {
			case runScript:
				r.text("script_payload")
				r.script(t)
			case multisigInline, multisigStored:
				r.text("multisig_payload")
				r.key("multisig_address")
				r.address(r.addressOf(council))
				if t.action == multisigInline {
					r.key("transaction_payload")
					r.members(func() {
						r.key("type")
						r.text("entry_function_payload")
						r.transferCall(t)
					})
				}
			case registerTaskV1, registerTaskV2:
				r.text("automation_registration_payload")
				r.registration(t)
			default:
				r.text("entry_function_payload")
				r.entryCall(t)
			}
		})
	})
}

// call writes the members of an entry function call.
func (r *rendering) call(function string, typeArguments []string, arguments func()) {
	r.key("function")
	r.text(function)
	r.key("type_arguments")
	r.texts(typeArguments...)
	r.key("arguments")
	r.list(arguments)
}

func (r *rendering) transferCall(t *transaction) {
	r.call(transferFunction, nil, func() {
		r.address(r.addressOf(t.counterparty))
		r.big(t.amount)
	})
}

// entryCall writes the call of an entry function. Arguments that the state does not
// know follow from the transaction's salt.
func (r *rendering) entryCall(t *transaction) {
	switch t.action {
	case transfer, runTask:
		r.transferCall(t)
	case coinTransfer:
		r.call("0x1::coin::transfer", []string{r.names.coins[t.coin]}, func() {
			r.address(r.addressOf(t.counterparty))
			r.big(t.amount)
		})
	case batchTransfer:
		shares := t.batch(r.lastPerson)
		r.call("0x1::native_account::batch_transfer", nil, func() {
			r.list(func() {
				for _, part := range shares {
					r.address(r.addressOf(part.to))
				}
			})
			r.list(func() {
				for _, part := range shares {
					r.big(part.amount)
				}
			})
		})
	case createAccount:
		r.call("0x1::native_account::create_account", nil, func() {
			r.address(r.addressOf(t.counterparty))
		})
	case swap:
		r.swapCall(t)
	case placeOrder:
		r.orderCall(t)
	case sendMessage:
		r.messageCall(t)
	case rotateKey:
		r.call("0x1::account::rotate_authentication_key_call", nil, func() {
			key := r.identities[t.sender].origin.authenticationKey(t.generation + 1)
			r.hex(key[:])
		})
	case publishPackage:
		name := packages[t.salt%uint64(len(packages))]
		r.call("0x1::code::publish_package_txn", nil, func() {
			r.hex(packageMetadata(name, t.salt))
			r.list(func() {
				r.hex(emptyModule(r.addressOf(t.sender), name))
				r.hex(emptyModule(r.addressOf(t.sender), name+"_events"))
			})
		})
	}
}

func (r *rendering) swapCall(t *transaction) {
	draw := dice{state: t.salt}
	in, out := r.names.coins[t.coin], r.names.coins[other(t.coin)]
	r.call(r.names.pool+"::swap_exact_in", []string{in, out}, func() {
		r.big(t.amount)
		r.big(t.limit)
		r.list(func() { // vector<address>: the pools on the way
			r.address(r.addressOf(pool))
		})
		r.boolean(draw.percent(50))
		// u128: the least price, as a binary fraction of 64 places.
		price := new(big.Int).Lsh(new(big.Int).SetUint64(t.limit), 64)
		r.text(price.Div(price, new(big.Int).SetUint64(t.amount)).String())
		r.text(memos[draw.below(uint64(len(memos)))])
		r.option(draw.percent(30), func() { r.address(r.addressOf(faucet)) })
	})
}

func (r *rendering) orderCall(t *transaction) {
	draw := dice{state: t.salt}
	r.call(r.names.orderBook+"::place_order", r.names.coins[:], func() {
		r.boolean(t.coin == usdx)
		r.big(t.limit)
		r.big(t.amount)
		r.number(t.orderKind())
		r.option(draw.percent(60), func() { r.big(uint64(r.expiry(t)) + 3_600) })
		r.text(t.orderName())
		r.hex([]byte{byte(draw.below(4))})
	})
}

// orderKind is 0 for a limit order, 1 for one that must fill at once, 2 for one that
// must not.
func (t *transaction) orderKind() uint64 {
	return t.salt % 3
}

func (t *transaction) orderName() string {
	return "order-" + new(big.Int).SetUint64(t.salt>>40).Text(36)
}

func (r *rendering) messageCall(t *transaction) {
	draw := dice{state: t.salt}
	r.call(r.names.endpoint+"::send_message", []string{r.names.coins[native]}, func() {
		r.number(t.destination())
		receiver := r.identities[t.counterparty].origin.publicKey(0, 1)
		r.hex(receiver[12:]) // 20 bytes, as the chains on the other side have
		// u256: the amount in the 18 decimals of the other side.
		amount := new(big.Int).SetUint64(t.amount)
		r.text(amount.Mul(amount, big.NewInt(1e10)).String())
		r.list(func() { // vector<vector<u8>>: options for the relayer
			for range draw.below(3) {
				r.hex(binary.BigEndian.AppendUint32(nil, uint32(draw.next())))
			}
			r.hex(nil)
		})
	})
}

// destination is the number of the chain a message goes to.
func (t *transaction) destination() uint64 {
	return 100 + t.salt%12
}

// option writes an Option<T>: a vector of one value or none.
func (r *rendering) option(given bool, value func()) {
	r.only("vec", func() {
		r.list(func() {
			if given {
				value()
			}
		})
	})
}

func (r *rendering) script(t *transaction) {
	r.key("code")
	r.members(func() {
		r.key("bytecode")
		r.hex(scriptBytecode)
		r.key("abi")
		r.members(func() {
			r.key("name")
			r.text("main")
			r.key("visibility")
			r.text("public")
			r.key("is_entry")
			r.boolean(true)
			r.key("is_view")
			r.boolean(false)
			r.key("generic_type_params")
			r.texts()
			r.key("params")
			r.texts("&signer", "u64", "address")
			r.key("return")
			r.texts()
		})
	})
	r.key("type_arguments")
	r.texts()
	r.key("arguments")
	r.list(func() {
		r.big(t.amount)
		r.address(r.addressOf(t.counterparty))
	})
}

// registration writes the registration of an automation task. Its numbers are JSON
// numbers, other than those of Move values.
func (r *rendering) registration(t *transaction) {
	version := "V1"
	if t.action == registerTaskV2 {
		version = "V2"
	}
	r.key(version)
	r.members(func() {
		r.key("automated_function")
		r.members(func() { r.transferCall(t) })
		r.key("expiration_timestamp_secs")
		r.number(uint64(r.expiry(t)) + taskLife)
		r.key("max_gas_amount")
		r.number(taskMaxGas)
		r.key("gas_price_cap")
		r.number(2 * usualGasPrice)
		r.key("automation_fee_cap")
		r.number(epochFeeCap)
		r.key("aux_data")
		r.texts()
		if t.action == registerTaskV2 {
			r.key("task_type")
			r.text("User")
			if t.salt%2 == 0 {
				r.key("task_priority")
				r.number(t.limit)
			}
		}
	})
}

// packageMetadata is the BCS of a package's description, without sources.
func packageMetadata(name string, salt uint64) []byte {
	b := bcsText(nil, name)
	b = append(b, 1)                                      // upgrade policy: compatible
	b = binary.LittleEndian.AppendUint64(b, salt%5)       // upgrade number
	b = bcsText(b, new(big.Int).SetUint64(salt).Text(16)) // source digest
	b = bcsText(b, "")                                    // manifest, left out
	b = append(b, 2)                                      // two modules
	for _, module := range [...]string{name, name + "_events"} {
		b = bcsText(b, module)
		b = append(b, 0, 0, 0) // no source, no source map, no extension
	}
	return append(b, 0, 0) // no dependencies, no extension
}

// transferPayload is the BCS of a transfer as a multisig account keeps it.
func transferPayload(to move.Address, amount uint64) []byte {
	b := append([]byte{0}, make([]byte, 31)...) // an entry function, of 0x1
	b = append(b, 1)
	b = bcsText(b, "native_account")
	b = bcsText(b, "transfer")
	b = append(b, 0, 2, byte(len(to))) // no type arguments, two arguments
	b = append(append(b, to[:]...), 8)
	return binary.LittleEndian.AppendUint64(b, amount)
}

// bcsText appends a text of fewer than 128 bytes.
func bcsText(b []byte, text string) []byte {
	return append(append(b, byte(len(text))), text...)
}
