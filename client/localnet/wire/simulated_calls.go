// simulated_calls.go has the functions that a simulation can call, and what they do to the state.

package wire

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

// simulatedCalls executes the functions that also the transactions of the chain call, by module::name.
var simulatedCalls = map[string]func(s *simulation){
	"native_account::transfer":             func(s *simulation) { s.transfer(chain.Transfer, s.address(0), s.number(1)) },
	"native_account::batch_transfer":       func(s *simulation) { s.batchTransfer(s.nativeTransfer) },
	"native_account::transfer_coins":       func(s *simulation) { s.action = chain.CoinTransfer; s.transferCoins(s.address(0), s.number(1)) },
	"native_account::batch_transfer_coins": func(s *simulation) { s.batchTransfer(s.transferCoins) },
	"native_account::create_account":       func(s *simulation) { s.createAccount(s.address(0)) },
	"coin::transfer": func(s *simulation) {
		s.action = chain.CoinTransfer
		coin, known := s.coin(0)
		s.move(coin, known, s.address(0), s.number(1))
	},
	"primary_fungible_store::transfer":        (*simulation).transferAsset,
	"account::rotate_authentication_key_call": (*simulation).rotateKey,
	"pool::swap_exact_in":                     (*simulation).swap,
	"order_book::place_order":                 (*simulation).placeOrder,
	"endpoint::send_message":                  (*simulation).sendMessage,
	"usdx::register": func(s *simulation) {
		s.action = chain.CoinTransfer
		s.store(s.actor, chain.USDX).Registered = true
	},
}

func (s *simulation) address(index int) move.Address { return s.arguments[index].(move.Address) }

func (s *simulation) number(index int) uint64 { return s.arguments[index].(uint64) }

// coin returns the coin of a type argument, if it is one.
func (s *simulation) coin(index int) (chain.Coin, bool) { return s.now.Coin(s.t.typeArguments[index]) }

// store returns the store of an account for a coin, which the simulation may change.
func (s *simulation) store(account move.Address, coin chain.Coin) *chain.CoinStore {
	holder := coinHolder{account, coin}
	if s.stores[holder] == nil {
		var store chain.CoinStore
		if id, ok := s.now.Lookup(account); ok {
			store = s.now.CoinStore(id, coin)
		}
		s.stores[holder] = &store
	}
	return s.stores[holder]
}

func (s *simulation) exists(account move.Address) bool {
	_, ok := s.now.Lookup(account)
	return ok || s.created[account]
}

func (s *simulation) emit(write func()) { s.events = append(s.events, write) }

// abort fails with an error constant of a module, in a function of it or in one that it calls. It returns false.
func (s *simulation) abort(module *compiler.Compiled, function string, category uint64, reason string) bool {
	s.fail(moveAbort(module, category, reason), "ABORTED", module, module.FindAbort(function, reason))
	s.failure.location, s.failure.code = module.ID.String(), abortCode(module, category, reason)
	return false
}

// fail fails at an instruction. It returns false.
func (s *simulation) fail(text, status string, module *compiler.Compiled, at compiler.Position) bool {
	s.failure = &vmFailure{text: text, status: status, message: fmt.Sprintf("%s::%s at offset %d", module.ID, at.Function, at.Offset)}
	return false
}

// stop fails at the first instruction of a kind in a function. It returns false.
func (s *simulation) stop(status, function string, opcode compiler.Opcode) bool {
	return s.fail(executionFailed(s.module, function, opcode), status, s.module, s.module.Find(function, opcode))
}

// withdraw takes coins from an account. The highest possible fee is reserved.
func (s *simulation) withdraw(from move.Address, coin chain.Coin, known bool, amount uint64) bool {
	module, store := s.r.framework("coin"), s.store(from, coin)
	if !known || !store.Registered {
		return s.abort(module, "withdraw", notFound, "ECOIN_STORE_NOT_PUBLISHED")
	}
	available := store.Balance
	if fee := s.t.maxGas * s.t.gasPrice; coin == chain.Native && from == s.t.sender && s.t.authenticator != "FeePayer" {
		available -= min(available, fee)
	}
	if amount > available {
		return s.abort(module, "withdraw", invalidArgument, "EINSUFFICIENT_BALANCE")
	}
	moved := &chain.Movement{Amount: amount, Sequence: store.Withdrawals, Coin: coin}
	store.Balance -= amount
	store.Withdrawals++
	s.emit(func() { s.r.movementEvent(from, moved) })
	return true
}

// deposit gives coins to an account.
func (s *simulation) deposit(to move.Address, coin chain.Coin, amount uint64) bool {
	store := s.store(to, coin)
	if !store.Registered {
		return s.abort(s.r.framework("coin"), "deposit", notFound, "ECOIN_STORE_NOT_PUBLISHED")
	}
	moved := &chain.Movement{Amount: amount, Sequence: store.Deposits, Coin: coin, IsDeposit: true}
	store.Balance += amount
	store.Deposits++
	s.emit(func() { s.r.movementEvent(to, moved) })
	return true
}

// move is coin::transfer.
func (s *simulation) move(coin chain.Coin, known bool, to move.Address, amount uint64) bool {
	return s.withdraw(s.actor, coin, known, amount) && s.deposit(to, coin, amount)
}

func (s *simulation) transfer(action chain.Action, to move.Address, amount uint64) {
	s.action = action
	s.nativeTransfer(to, amount)
}

// nativeTransfer transfers Native, to an account that is created if need be.
func (s *simulation) nativeTransfer(to move.Address, amount uint64) bool {
	return (s.exists(to) || s.createAccount(to)) && s.move(chain.Native, true, to, amount)
}

// transferCoins transfers the coin of the type argument, to an account that is created if need be, with a store for it.
func (s *simulation) transferCoins(to move.Address, amount uint64) bool {
	coin, known := s.coin(0)
	if !s.withdraw(s.actor, coin, known, amount) || !s.exists(to) && !s.createAccount(to) {
		return false
	}
	return s.deposit(to, coin, amount)
}

func (s *simulation) batchTransfer(transfer func(to move.Address, amount uint64) bool) {
	s.action = chain.BatchTransfer
	recipients, amounts := s.arguments[0].([]any), s.arguments[1].([]any)
	if len(recipients) != len(amounts) {
		s.abort(s.module, s.function.Name, invalidArgument, "EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH")
		return
	}
	for i := range recipients {
		if !transfer(recipients[i].(move.Address), amounts[i].(uint64)) {
			return
		}
	}
}

// createAccount adds an account with a store for Native.
func (s *simulation) createAccount(address move.Address) bool {
	s.action = chain.CreateAccount
	module := s.r.framework("account")
	switch {
	case s.exists(address):
		return s.abort(module, "create_account", alreadyExists, "EACCOUNT_ALREADY_EXISTS")
	case address == move.Address{}:
		return s.abort(module, "create_account", invalidArgument, "ECANNOT_RESERVED_ADDRESS")
	}
	s.created[address] = true
	s.store(address, chain.Native).Registered = true
	return true
}

// transferAsset transfers the fungible asset between primary stores. That of the recipient is created if need be.
func (s *simulation) transferAsset() {
	s.action = chain.TransferAsset
	to, amount, sender := s.address(1), s.number(2), s.actor
	asset := s.r.framework("fungible_asset")
	balance, isFrozen, ok := s.now.AssetBalance(s.r.chain.AssetStore(sender))
	_, isClosed, _ := s.now.AssetBalance(s.r.chain.AssetStore(to))
	switch {
	case !ok || s.address(0) != s.r.chain.AssetMetadata():
		s.abort(s.module, "withdraw", notFound, "EPRIMARY_STORE_NOT_FOUND")
	case isFrozen:
		s.abort(asset, "withdraw_internal", denied, "ESTORE_IS_FROZEN")
	case amount > balance:
		s.abort(asset, "withdraw_internal", invalidArgument, "EINSUFFICIENT_BALANCE")
	case isClosed && amount > 0:
		s.abort(asset, "deposit_internal", denied, "ESTORE_IS_FROZEN")
	default:
		s.emit(func() { s.r.assetEvent("0x1::fungible_asset::Withdraw", sender, amount) })
		if amount > 0 {
			s.emit(func() { s.r.assetEvent("0x1::fungible_asset::Deposit", to, amount) })
		}
	}
}

func (s *simulation) rotateKey() {
	s.action = chain.RotateKey
	key := s.arguments[0].([]byte)
	if len(key) != len(chain.Digest{}) {
		s.abort(s.module, s.function.Name, invalidArgument, "EMALFORMED_AUTHENTICATION_KEY")
		return
	}
	id, _ := s.now.Lookup(s.actor)
	before := s.now.AuthenticationKey(id)
	s.emit(func() { s.r.rotationEvent(s.actor, before, chain.Digest(key)) })
}

func (s *simulation) swap() {
	s.action = chain.Swap
	amount, minimum, limit := s.number(0), s.number(1), s.arguments[4].(*big.Int)
	in, ok := s.coin(0)
	out, isCoin := s.coin(1)
	abort := func(category uint64, reason string) { s.abort(s.module, s.function.Name, category, reason) }
	switch {
	case slices.Contains(s.arguments[2].([]any), any(move.Address{})):
		abort(invalidArgument, "EBAD_PATH")
		return
	case !ok || !isCoin || in == out:
		abort(notFound, "EPOOL_NOT_FOUND")
		return
	case amount == 0 || amount > chain.MaxQuoted:
		abort(invalidArgument, "EBAD_AMOUNT")
		return
	}
	received := s.now.Quote(in, amount)
	switch {
	case received < minimum:
		abort(invalidArgument, "EOUTPUT_BELOW_MINIMUM")
		return
	case received == 0:
		s.stop("ARITHMETIC_ERROR", "price_of", compiler.Divide)
		return
	}
	price := new(big.Int).Lsh(new(big.Int).SetUint64(amount), 64)
	price.Div(price, new(big.Int).SetUint64(received))
	if limit.Sign() > 0 && price.Cmp(limit) > 0 {
		abort(invalidArgument, "EPRICE_LIMIT")
		return
	}
	pool := s.r.addressOf(chain.Pool)
	if s.withdraw(s.actor, in, true, amount) && s.deposit(pool, in, amount) && s.withdraw(pool, out, true, received) {
		s.store(s.actor, out).Registered = true // as the transactions of the chain do
		s.deposit(s.actor, out, received)
		s.emit(func() { s.r.swapEvent(s.actor, in, amount, received) })
	}
}

func (s *simulation) placeOrder() {
	s.action = chain.PlaceOrder
	isBid, price, size, kind, id := s.arguments[0].(bool), s.number(1), s.number(2), s.number(3), s.arguments[5].(string)
	base, ok := s.coin(0)
	quote, isCoin := s.coin(1)
	expiry := s.arguments[4].([]any)
	const kinds = 3
	switch {
	case !ok || !isCoin || base != chain.Native || quote != chain.USDX:
		s.stop("MISSING_DATA", "place_order", compiler.BorrowGlobal)
		return
	case price%chain.TickSize != 0:
		s.abort(s.module, s.function.Name, invalidArgument, "EBAD_PRICE")
		return
	case len(expiry) > 0 && expiry[0].(uint64) < uint64(s.r.Time(uint32(s.r.Count()-1))/second):
		return // it has expired
	case kind >= kinds:
		s.stop("VECTOR_OPERATION_ERROR", "match_order", compiler.VectorBorrow)
		return
	}
	paid := base
	if isBid {
		paid = quote
	}
	if s.withdraw(s.actor, paid, true, size) && s.deposit(s.r.addressOf(chain.Market), paid, size) {
		s.emit(func() { s.r.orderEvent(s.actor, isBid, kind, price, size, id) })
	}
}

func (s *simulation) sendMessage() {
	s.action = chain.SendMessage
	destination, amount := s.number(0), s.arguments[2].(*big.Int)
	coin, known := s.coin(0)
	largest := int(s.module.Constant("MAX_OPTION_SIZE"))
	plainAbort := func(code uint64) {
		s.failure = &vmFailure{text: fmt.Sprintf("Move abort in %s: %#x", s.module.ID, code), status: "ABORTED", message: "None", location: s.module.ID.String(), code: code}
	}
	switch {
	case slices.ContainsFunc(s.arguments[3].([]any), func(option any) bool { return len(option.([]byte)) > largest }):
		plainAbort(largeOptionCode)
		return
	case !chain.IsOpen(destination):
		s.abort(s.module, s.function.Name, noCategory, "EPAUSED")
		return
	case len(s.arguments[1].([]byte)) == 0 || amount.Cmp(new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)) > 0:
		plainAbort(largeOptionCode + 1)
		return
	}
	units := new(big.Int).Div(amount, big.NewInt(1e10))
	paid := uint64(math.MaxUint64)
	if units.IsUint64() {
		paid = units.Uint64()
	}
	nonce := s.now.BridgeMessages() + 1
	if s.withdraw(s.actor, coin, known, paid) && s.deposit(s.r.addressOf(chain.Bridge), coin, paid) {
		s.emit(func() { s.r.messageEvent(s.actor, destination, nonce) })
	}
}
