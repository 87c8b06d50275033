package chain

import (
	"math/bits"

	"foredeck/client/localnet/compiler"
)

const (
	// TaskRegistrationFee and AutomationFeeCap are what an automation task pays and deposits, in units of Native.
	TaskRegistrationFee = 1e8
	AutomationFeeCap    = 25e7

	// poolFee is the fee of swaps, in basis points.
	poolFee = 30
)

// drawContent chooses the arguments of a transaction. If failing is set, they make it fail, as far as the action can.
func (c *Chain) drawContent(tx *Transaction, failing bool) {
	stores := &c.accounts[tx.Sender].Stores
	switch tx.Action {
	case CoinTransfer:
		if stores[USDX].Balance > 0 && c.rng.Percent(40) {
			tx.Coin = USDX
		}
		tx.Amount = c.drawTransfer(stores[tx.Coin].Balance, failing)
	case Transfer:
		tx.Amount = c.drawTransfer(stores[Native].Balance, failing)
	case BatchTransfer:
		for tx.Counterparty < firstUser || tx.Counterparty == tx.Sender {
			tx.Counterparty = c.drawUser()
		}
		tx.Amount = c.drawTransfer(stores[Native].Balance, failing)
	case CreateAccount:
		c.created++
		tx.Counterparty = c.newAccount(newIdentity(c.seed, "created", c.created, byKey))
	case Swap:
		c.drawSwap(tx, failing)
	case PlaceOrder:
		if stores[USDX].Balance > 0 && c.rng.Percent(50) {
			tx.Coin = USDX // a bid
		}
		tx.Amount = c.drawAmount(stores[tx.Coin].Balance)
		tx.Parameter = 550_000 + c.rng.Uint64N(100_000)
		tx.Parameter -= tx.Parameter % TickSize
		if failing {
			tx.Outcome = tx.drawOutcome(BadPrice, MissingMarket, UnknownKind)
		}
		if tx.Outcome == BadPrice {
			tx.Parameter += 7
		}
	case SendMessage:
		tx.Amount = c.drawAmount(stores[Native].Balance)
		c.bridgeMessages++
		tx.Parameter = c.bridgeMessages
		if failing {
			tx.Outcome = tx.drawOutcome(ClosedDestination, LargeOption)
		}
	case RunScript:
		tx.Amount = c.drawAmount(stores[Native].Balance)
		if failing {
			tx.Outcome = ScriptAbort
		}
	case PublishPackage:
		if failing {
			tx.Outcome = tx.drawOutcome(NameClash, LinkerError)
		}
	case MultisigInline, MultisigStored:
		if tx.Counterparty == Council {
			tx.Counterparty = c.drawUser()
		}
		balance := c.accounts[Council].Stores[Native].Balance
		tx.Amount = c.drawAmount(balance)
		if failing {
			tx.Amount = 2*balance + 1e8
		}
	case RegisterTaskV1, RegisterTaskV2:
		tx.Amount = c.drawAmount(stores[Native].Balance)
		tx.Parameter = uint64(len(c.tasks))
	}
}

// drawTransfer chooses an amount within a balance, or beyond it to make a transfer fail.
func (c *Chain) drawTransfer(balance uint64, failing bool) uint64 {
	if failing {
		return 2*balance + 1e8
	}
	return c.drawAmount(balance)
}

func (c *Chain) drawSwap(tx *Transaction, failing bool) {
	stores := &c.accounts[tx.Sender].Stores
	if stores[USDX].Balance > 1e6 && c.rng.Percent(50) {
		tx.Coin = USDX
	}
	// At most a thousandth of the reserve, so that the price hardly moves.
	limit := min(stores[tx.Coin].Balance, c.accounts[Pool].Stores[tx.Coin].Balance)
	tx.Amount = c.drawAmount(limit)
	quote := c.quote(tx.Coin, tx.Amount)
	tx.Parameter = quote - quote/100
	if !failing {
		return
	}
	if tx.drawOutcome(BelowMinimum, BuysNothing) == BuysNothing {
		tx.Outcome, tx.Coin, tx.Amount, tx.Parameter = BuysNothing, Native, 1, 0
	} else {
		tx.Parameter = quote + quote/50 + 1
	}
}

// drawOutcome chooses an outcome by the salt, so that the number of outcomes does not change the rest of the chain.
func (t *Transaction) drawOutcome(outcomes ...Outcome) Outcome {
	return outcomes[(t.Salt>>32)%uint64(len(outcomes))]
}

// quote returns what the pool pays for an amount of a coin, as a constant product market.
func (c *Chain) quote(in Coin, amount uint64) uint64 {
	reserves := &c.accounts[Pool].Stores
	afterFee := amount - amount*poolFee/10_000
	high, low := bits.Mul64(reserves[OtherCoin(in)].Balance, afterFee)
	out, _ := bits.Div64(high, low, reserves[in].Balance+afterFee)
	return out
}

// OtherCoin returns the other coin of the pool.
func OtherCoin(traded Coin) Coin { return USDX - traded }

// execute applies a transaction to the state, unless it fails, and sets its outcome. The
// outcome of a transaction that drawContent made fail stays.
func (c *Chain) execute(tx *Transaction) {
	if tx.Outcome != Succeeded {
		return
	}
	switch tx.Action {
	case Transfer, CoinTransfer, RunTask:
		tx.Outcome = c.pay(tx, tx.Sender, tx.Counterparty, tx.Coin, tx.Amount)
	case BatchTransfer:
		c.payBatch(tx)
	case Swap:
		c.trade(tx)
	case PlaceOrder:
		tx.Outcome = c.pay(tx, tx.Sender, Market, tx.Coin, tx.Amount)
	case SendMessage:
		tx.Outcome = c.pay(tx, tx.Sender, Bridge, Native, tx.Amount)
	case RotateKey:
		account := &c.accounts[tx.Sender]
		account.KeyGeneration++
		account.AuthenticationKey = c.records.Identities[tx.Sender].Secret.AuthenticationKey(account.KeyGeneration)
	case PublishPackage:
		c.accounts[tx.Sender].packages |= 1 << (tx.Salt % uint64(len(compiler.PackageNames)))
	case MultisigInline, MultisigStored:
		if c.pay(tx, Council, tx.Counterparty, Native, tx.Amount) != Succeeded {
			tx.Outcome = MultisigFailed
		}
		c.councilTransactions++ // a transaction that fails is resolved as well
		tx.Parameter = c.councilTransactions
	case RegisterTaskV1, RegisterTaskV2:
		tx.Outcome = c.pay(tx, tx.Sender, Automation, Native, TaskRegistrationFee+AutomationFeeCap)
		if tx.Outcome == Succeeded {
			c.tasks = append(c.tasks, c.nextIndex())
		}
	}
}

// spendable returns the balance less the highest fee the transaction may still cost.
func (c *Chain) spendable(tx *Transaction, from AccountID, coin Coin) uint64 {
	balance := c.accounts[from].Stores[coin].Balance
	if coin != Native || from != tx.FeePayer {
		return balance
	}
	return balance - min(balance, uint64(tx.MaxGas)*uint64(tx.GasPrice))
}

// pay moves coins and returns the outcome.
func (c *Chain) pay(tx *Transaction, from, to AccountID, coin Coin, amount uint64) Outcome {
	switch {
	case amount > c.spendable(tx, from, coin):
		return InsufficientBalance
	case !c.accounts[to].Stores[coin].Registered:
		return MissingCoinStore
	}
	c.withdraw(from, coin, amount)
	c.deposit(to, coin, amount)
	return Succeeded
}

func (c *Chain) payBatch(tx *Transaction) {
	payments := c.records.Payments(tx)
	var sum uint64
	for _, payment := range payments {
		sum += payment.Amount
	}
	if sum > c.spendable(tx, tx.Sender, Native) {
		tx.Outcome = InsufficientBalance
		return
	}
	for _, payment := range payments {
		c.withdraw(tx.Sender, Native, payment.Amount)
		c.deposit(payment.To, Native, payment.Amount)
	}
}

func (c *Chain) trade(tx *Transaction) {
	out := c.quote(tx.Coin, tx.Amount)
	switch {
	case tx.Amount > c.spendable(tx, tx.Sender, tx.Coin):
		tx.Outcome = InsufficientBalance
	case out < tx.Parameter:
		tx.Outcome = BelowMinimum
	default:
		c.withdraw(tx.Sender, tx.Coin, tx.Amount)
		c.deposit(Pool, tx.Coin, tx.Amount)
		c.withdraw(Pool, OtherCoin(tx.Coin), out)
		c.deposit(tx.Sender, OtherCoin(tx.Coin), out)
	}
}

// deposit adds to a balance and records the movement. Balances cannot overflow because the total supply fits a u64.
func (c *Chain) deposit(id AccountID, coin Coin, amount uint64) {
	store := &c.accounts[id].Stores[coin]
	store.Registered = true
	store.Balance += amount
	c.records.Movements = append(c.records.Movements, Movement{
		Amount: amount, Account: id, Sequence: store.Deposits, Coin: coin, IsDeposit: true,
	})
	store.Deposits++
}

// mint deposits new coins.
func (c *Chain) mint(id AccountID, coin Coin, amount uint64) {
	c.supply[coin] += amount
	c.deposit(id, coin, amount)
}

// charge burns a fee in units of Native. Fees are not recorded as movements.
func (c *Chain) charge(id AccountID, fee uint64) {
	c.supply[Native] -= fee
	c.unrewardedFees += fee
	c.accounts[id].Stores[Native].Balance -= fee
}

// withdraw subtracts from a balance, which must suffice, and records the movement.
func (c *Chain) withdraw(id AccountID, coin Coin, amount uint64) {
	store := &c.accounts[id].Stores[coin]
	store.Balance -= amount
	c.records.Movements = append(c.records.Movements, Movement{
		Amount: amount, Account: id, Sequence: store.Withdrawals, Coin: coin,
	})
	store.Withdrawals++
}
