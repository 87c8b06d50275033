package wire

import (
	"encoding/binary"
	"math/big"
	"slices"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
	"foredeck/client/localnet/internal/rng"
	"foredeck/client/move"
)

var memos = [...]string{"", "rent", "invoice 20-117", "coffee", "payroll, March", "thanks!", "rebalance"}

// payload writes the payload of a transaction.
func (r *recordEncoder) payload(t *chain.Transaction) {
	r.WrapObject("Move", func() {
		switch t.Action {
		case chain.RunScript:
			r.Key("type").Text("script_payload")
			r.script(t)
		case chain.MultisigInline, chain.MultisigStored:
			r.Key("type").Text("multisig_payload")
			r.Key("multisig_address").address(r.addressOf(chain.Council))
			if t.Action == chain.MultisigInline {
				r.Key("transaction_payload").Object(func() {
					r.Key("type").Text("entry_function_payload")
					r.transferCall(t)
				})
			}
		case chain.RegisterTaskV1, chain.RegisterTaskV2:
			r.Key("type").Text("automation_registration_payload")
			r.registration(t)
		default:
			r.Key("type").Text("entry_function_payload")
			r.entryCall(t)
		}
	})
}

// call writes the members of a call of an entry function.
func (r *recordEncoder) call(function string, typeArguments []string, arguments func()) {
	r.Key("function").Text(function)
	r.Key("type_arguments").TextArray(typeArguments...)
	r.Key("arguments").Array(arguments)
}

func (r *recordEncoder) transferCall(t *chain.Transaction) {
	r.call("0x1::native_account::transfer", nil, func() {
		r.address(r.addressOf(t.Counterparty))
		r.Decimal(t.Amount)
	})
}

// entryCall writes the call of the entry function of an action. Arguments without effect on
// the state are derived from the salt of the transaction.
func (r *recordEncoder) entryCall(t *chain.Transaction) {
	switch t.Action {
	case chain.Transfer, chain.RunTask:
		r.transferCall(t)
	case chain.CoinTransfer:
		r.call("0x1::coin::transfer", []string{r.names.coins[t.Coin]}, func() {
			r.address(r.addressOf(t.Counterparty))
			r.Decimal(t.Amount)
		})
	case chain.BatchTransfer:
		shares := r.Payments(t)
		r.call("0x1::native_account::batch_transfer", nil, func() {
			writeArray(&r.encoder, shares, func(part chain.Payment) { r.address(r.addressOf(part.To)) })
			writeArray(&r.encoder, shares, func(part chain.Payment) { r.Decimal(part.Amount) })
		})
	case chain.CreateAccount:
		r.call("0x1::native_account::create_account", nil, func() { r.address(r.addressOf(t.Counterparty)) })
	case chain.TransferAsset:
		r.call("0x1::primary_fungible_store::transfer", []string{"0x1::fungible_asset::Metadata"}, func() {
			r.Wrap("inner", func() { r.address(r.chain.AssetMetadata()) })
			r.address(r.addressOf(t.Counterparty))
			r.Decimal(t.Amount)
		})
	case chain.Swap:
		r.swapCall(t)
	case chain.PlaceOrder:
		r.orderCall(t)
	case chain.SendMessage:
		r.messageCall(t)
	case chain.RotateKey:
		r.call("0x1::account::rotate_authentication_key_call", nil, func() {
			r.hex32(r.Identities[t.Sender].Secret.AuthenticationKey(t.KeyGeneration + 1))
		})
	case chain.PublishPackage:
		name := compiler.PackageNames[t.Salt%uint64(len(compiler.PackageNames))]
		r.call("0x1::code::publish_package_txn", nil, func() {
			r.Hex(compiler.PackageMetadata(name, t.Salt))
			writeArray(&r.encoder, compiler.ModuleNames(name), func(module string) {
				r.Hex(compiler.Empty(move.ModuleID{Address: r.addressOf(t.Sender), Name: module}).Bytecode())
			})
		})
	}
}

func (r *recordEncoder) swapCall(t *chain.Transaction) {
	random := rng.New(t.Salt)
	in, out := r.names.coins[t.Coin], r.names.coins[chain.OtherCoin(t.Coin)]
	r.call(r.names.pool+"::swap_exact_in", []string{in, out}, func() {
		r.Decimal(t.Amount)
		r.Decimal(t.Parameter)
		r.Array(func() { r.address(r.addressOf(chain.Pool)) }) // vector<address>: the route of pools
		r.Boolean(random.Percent(50))
		// u128: the highest price of a unit, with 64 binary places; 0 if there is none.
		price := new(big.Int).Lsh(new(big.Int).SetUint64(t.Amount), 64)
		r.Text(price.Div(price, new(big.Int).SetUint64(max(t.Parameter, 1))).String())
		r.Text(memos[random.Uint64N(uint64(len(memos)))])
		r.option(random.Percent(30), func() { r.address(r.addressOf(chain.Faucet)) })
	})
}

func (r *recordEncoder) orderCall(t *chain.Transaction) {
	random := rng.New(t.Salt)
	coins := r.names.coins
	if t.Outcome == chain.MissingMarket {
		slices.Reverse(coins[:])
	}
	r.call(r.names.orderBook+"::place_order", coins[:], func() {
		r.Boolean(t.Coin == chain.USDX)
		r.Decimal(t.Parameter)
		r.Decimal(t.Amount)
		r.Number(t.OrderKind())
		r.option(random.Percent(60), func() { r.Decimal(uint64(r.Expiry(t)) + 3_600) })
		r.Text(t.OrderID())
		r.Hex([]byte{byte(random.Uint64N(4))})
	})
}

func (r *recordEncoder) messageCall(t *chain.Transaction) {
	random := rng.New(t.Salt)
	r.call(r.names.endpoint+"::send_message", []string{r.names.coins[chain.Native]}, func() {
		r.Number(t.Destination())
		receiver := r.Identities[t.Counterparty].Secret.PublicKey(0, 1)
		r.Hex(receiver[12:]) // 20 bytes, as on the destination chains
		// u256: the amount with the 18 decimals of the destination.
		amount := new(big.Int).SetUint64(t.Amount)
		r.Text(amount.Mul(amount, big.NewInt(1e10)).String())
		r.Array(func() { // vector<vector<u8>>: relayer options
			for range random.Uint64N(3) {
				r.Hex(binary.BigEndian.AppendUint32(nil, uint32(random.Uint64())))
			}
			if t.Outcome == chain.LargeOption {
				r.Hex(make([]byte, 40))
			} else {
				r.Hex(nil)
			}
		})
	})
}

// option writes an Option<T>, with a value if given.
func (r *recordEncoder) option(given bool, value func()) {
	r.Wrap("vec", func() {
		r.Array(func() {
			if given {
				value()
			}
		})
	})
}

func (r *recordEncoder) script(t *chain.Transaction) {
	r.Key("code").Object(func() {
		r.Key("bytecode").Hex(compiler.ScriptBytecode)
		r.Key("abi").Object(func() {
			r.Key("name").Text("main")
			r.Key("visibility").Text("public")
			r.Key("is_entry").Boolean(true)
			r.Key("is_view").Boolean(false)
			r.Key("generic_type_params").TextArray()
			r.Key("params").TextArray("&signer", "u64", "address")
			r.Key("return").TextArray()
		})
	})
	r.Key("type_arguments").TextArray()
	r.Key("arguments").Array(func() {
		r.Decimal(t.Amount)
		r.address(r.addressOf(t.Counterparty))
	})
}

// registration writes the registration of an automation task. Unlike Move values, its integers are JSON numbers.
func (r *recordEncoder) registration(t *chain.Transaction) {
	version := "V1"
	if t.Action == chain.RegisterTaskV2 {
		version = "V2"
	}
	r.Key(version).Object(func() {
		r.Key("automated_function").Object(func() { r.transferCall(t) })
		r.Key("expiration_timestamp_secs").Number(uint64(r.Expiry(t)) + chain.TaskLifetime)
		r.Key("max_gas_amount").Number(chain.TaskMaxGas)
		r.Key("gas_price_cap").Number(2 * chain.DefaultGasPrice)
		r.Key("automation_fee_cap").Number(chain.AutomationFeeCap)
		r.Key("aux_data").TextArray()
		if t.Action == chain.RegisterTaskV2 {
			r.Key("task_type").Text("User")
			if t.Salt%2 == 0 {
				r.Key("task_priority").Number(t.Parameter)
			}
		}
	})
}

// transferPayload returns the BCS of the payload of a transfer by a multisig account.
func transferPayload(to move.Address, amount uint64) []byte {
	transfer := move.FunctionID{Address: move.Address{31: 1}, Module: "native_account", Name: "transfer"}
	call := move.CallBCS(transfer, nil, [][]byte{to[:], binary.LittleEndian.AppendUint64(nil, amount)})
	return append([]byte{0}, call...) // variant: entry function
}

// authenticator writes the signatures of a transaction. An automated transaction has the
// hash of the registration of its task instead.
func (r *recordEncoder) authenticator(t *chain.Transaction) {
	if t.Action == chain.RunTask {
		r.Wrap("Automation", func() { r.Hex(r.Records.Transactions[t.Parameter].Hash[:]) })
		return
	}
	r.Wrap("Move", func() {
		switch t.Signing {
		case chain.SingleSigner:
			r.signer(t.Sender, t.KeyGeneration, t.Hash)
		case chain.MultiAgent:
			r.WrapObject("MultiAgent", func() { r.multiAgentMembers(t, t.Counterparty) })
		case chain.Sponsored:
			r.WrapObject("FeePayer", func() {
				r.multiAgentMembers(t)
				r.Key("fee_payer_address").hex32(r.addressOf(t.FeePayer))
				r.Key("fee_payer_signer").signer(t.FeePayer, 0, t.Hash)
			})
		}
	})
}

// multiAgentMembers writes the members that MultiAgent and FeePayer share. Secondary signers
// sign with their first key, which they never rotate.
func (r *recordEncoder) multiAgentMembers(t *chain.Transaction, secondaries ...chain.AccountID) {
	r.Key("sender").signer(t.Sender, t.KeyGeneration, t.Hash)
	writeArray(r.encoder.Key("secondary_signer_addresses"), secondaries, func(id chain.AccountID) { r.hex32(r.addressOf(id)) })
	writeArray(r.encoder.Key("secondary_signers"), secondaries, func(id chain.AccountID) { r.signer(id, 0, t.Hash) })
}

// signer writes the public keys and signatures of an account.
func (r *recordEncoder) signer(id chain.AccountID, generation uint16, hash chain.Digest) {
	secret := r.Identities[id].Secret
	key, signature := secret.PublicKey(generation, 0), secret.Signature(generation, 0, hash)
	switch chain.SchemeOf(generation) {
	case chain.MultiEd25519:
		r.WrapObject("MultiEd25519", func() {
			r.Key("public_keys").Array(func() {
				for index := range byte(chain.MultiKeyCount) {
					r.hex32(secret.PublicKey(generation, index))
				}
			})
			r.Key("signatures").Array(func() {
				for index := range byte(chain.MultiKeyThreshold) {
					signature := secret.Signature(generation, index, hash)
					r.Hex(signature[:])
				}
			})
			r.Key("threshold").Number(chain.MultiKeyThreshold)
			r.Key("bitmap").Hex([]byte{0xc0, 0, 0, 0}) // the first two keys
		})
	case chain.SingleSender:
		r.WrapObject("SingleSender", func() {
			r.Key("public_key").typedBytes(key[:])
			r.Key("signature").typedBytes(signature[:])
		})
	default:
		r.WrapObject("Ed25519", func() {
			r.Key("public_key").Hex(key[:])
			r.Key("signature").Hex(signature[:])
		})
	}
}

// typedBytes writes a key or signature with the type ed25519.
func (r *recordEncoder) typedBytes(bytes []byte) {
	r.Object(func() {
		r.Key("value").Hex(bytes)
		r.Key("type").Text("ed25519")
	})
}
