package chain

import (
	"math/bits"

	"foredeck/client/localnet/publish"
)

const (
	// TaskRegistrationFee and AutomationFeeCap are what an automation task pays and
	// deposits, in units of Native.
	TaskRegistrationFee = 1e8
	AutomationFeeCap    = 25e7

	// poolFee is the fee of swaps, in basis points.
	poolFee = 30
)

// drawContent chooses the arguments of a transaction. If failing is set, they make it fail,
// as far as the action can.
func (c *Chain) drawContent(sent *Transaction, failing bool) {
	stores := &c.accounts[sent.Sender].Stores
	switch sent.Action {
	case CoinTransfer:
		if stores[USDX].Balance > 0 && c.rng.Percent(40) {
			sent.Coin = USDX
		}
		sent.Amount = c.drawTransfer(stores[sent.Coin].Balance, failing)
	case Transfer:
		sent.Amount = c.drawTransfer(stores[Native].Balance, failing)
	case BatchTransfer:
		for sent.Counterparty < firstUser || sent.Counterparty == sent.Sender {
			sent.Counterparty = c.drawUser()
		}
		sent.Amount = c.drawTransfer(stores[Native].Balance, failing)
	case CreateAccount:
		c.created++
		sent.Counterparty = c.newAccount(newIdentity(c.seed, "created", c.created, byKey))
	case Swap:
		c.drawSwap(sent, failing)
	case PlaceOrder:
		if stores[USDX].Balance > 0 && c.rng.Percent(50) {
			sent.Coin = USDX // a bid
		}
		sent.Amount = c.drawAmount(stores[sent.Coin].Balance)
		sent.Parameter = 550_000 + c.rng.Uint64N(100_000)
		if failing {
			sent.Outcome = ExecutionFailed
		}
	case SendMessage:
		sent.Amount = c.drawAmount(stores[Native].Balance)
		c.bridgeMessages++
		sent.Parameter = c.bridgeMessages
		if failing {
			sent.Outcome = ModuleAbort
		}
	case RunScript:
		sent.Amount = c.drawAmount(stores[Native].Balance)
		if failing {
			sent.Outcome = ScriptAbort
		}
	case MultisigInline, MultisigStored:
		if sent.Counterparty == Council {
			sent.Counterparty = c.drawUser()
		}
		sent.Amount = c.drawAmount(c.accounts[Council].Stores[Native].Balance)
	case RegisterTaskV1, RegisterTaskV2:
		sent.Amount = c.drawAmount(stores[Native].Balance)
		sent.Parameter = uint64(len(c.tasks))
	}
}

// drawTransfer chooses an amount within a balance, or beyond it to make a transfer fail.
func (c *Chain) drawTransfer(balance uint64, failing bool) uint64 {
	if failing {
		return 2*balance + 1e8
	}
	return c.drawAmount(balance)
}

func (c *Chain) drawSwap(sent *Transaction, failing bool) {
	stores := &c.accounts[sent.Sender].Stores
	if stores[USDX].Balance > 1e6 && c.rng.Percent(50) {
		sent.Coin = USDX
	}
	// At most a thousandth of the reserve, so that the price hardly moves.
	limit := min(stores[sent.Coin].Balance, c.accounts[Pool].Stores[sent.Coin].Balance)
	sent.Amount = c.drawAmount(limit)
	quote := c.quote(sent.Coin, sent.Amount)
	sent.Parameter = quote - quote/100
	if failing {
		sent.Parameter = quote + quote/50 + 1
	}
}

// quote returns what the pool pays for an amount of a coin, as a constant product market.
func (c *Chain) quote(given Coin, amount uint64) uint64 {
	reserves := &c.accounts[Pool].Stores
	counted := amount - amount*poolFee/10_000
	high, low := bits.Mul64(reserves[OtherCoin(given)].Balance, counted)
	out, _ := bits.Div64(high, low, reserves[given].Balance+counted)
	return out
}

// OtherCoin returns the other coin of the pool.
func OtherCoin(traded Coin) Coin {
	return USDX - traded
}

// execute applies a transaction to the state, unless it fails, and sets its outcome. The
// outcome of a transaction that drawContent made fail stays.
func (c *Chain) execute(sent *Transaction) {
	if sent.Outcome != Succeeded {
		return
	}
	switch sent.Action {
	case Transfer, CoinTransfer, RunTask:
		sent.Outcome = c.pay(sent, sent.Sender, sent.Counterparty, sent.Coin, sent.Amount)
	case BatchTransfer:
		c.payBatch(sent)
	case Swap:
		c.trade(sent)
	case PlaceOrder:
		sent.Outcome = c.pay(sent, sent.Sender, Market, sent.Coin, sent.Amount)
	case SendMessage:
		sent.Outcome = c.pay(sent, sent.Sender, Bridge, Native, sent.Amount)
	case RotateKey:
		account := &c.accounts[sent.Sender]
		account.KeyGeneration++
		account.AuthenticationKey = c.records.Identities[sent.Sender].Secret.AuthenticationKey(account.KeyGeneration)
	case PublishPackage:
		c.accounts[sent.Sender].packages |= 1 << (sent.Salt % uint64(len(publish.PackageNames)))
	case MultisigInline, MultisigStored:
		sent.Outcome = c.pay(sent, Council, sent.Counterparty, Native, sent.Amount)
		if sent.Outcome == Succeeded {
			c.councilTransactions++
			sent.Parameter = c.councilTransactions
		}
	case RegisterTaskV1, RegisterTaskV2:
		sent.Outcome = c.pay(sent, sent.Sender, Automation, Native, TaskRegistrationFee+AutomationFeeCap)
		if sent.Outcome == Succeeded {
			c.tasks = append(c.tasks, c.nextIndex())
		}
	}
}

// spendable returns the balance less the highest fee the transaction may still cost.
func (c *Chain) spendable(sent *Transaction, from AccountID, coin Coin) uint64 {
	balance := c.accounts[from].Stores[coin].Balance
	if coin != Native || from != sent.FeePayer {
		return balance
	}
	return balance - min(balance, uint64(sent.MaxGas)*uint64(sent.GasPrice))
}

// pay moves coins and returns the outcome.
func (c *Chain) pay(sent *Transaction, from, to AccountID, coin Coin, amount uint64) Outcome {
	switch {
	case amount > c.spendable(sent, from, coin):
		return InsufficientBalance
	case !c.accounts[to].Stores[coin].Registered:
		return MissingCoinStore
	}
	c.withdraw(from, coin, amount)
	c.deposit(to, coin, amount)
	return Succeeded
}

func (c *Chain) payBatch(sent *Transaction) {
	payments := c.records.Payments(sent)
	var sum uint64
	for _, payment := range payments {
		sum += payment.Amount
	}
	if sum > c.spendable(sent, sent.Sender, Native) {
		sent.Outcome = InsufficientBalance
		return
	}
	for _, payment := range payments {
		c.withdraw(sent.Sender, Native, payment.Amount)
		c.deposit(payment.To, Native, payment.Amount)
	}
}

func (c *Chain) trade(sent *Transaction) {
	out := c.quote(sent.Coin, sent.Amount)
	switch {
	case sent.Amount > c.spendable(sent, sent.Sender, sent.Coin):
		sent.Outcome = InsufficientBalance
	case out < sent.Parameter:
		sent.Outcome = BelowMinimum
	default:
		c.withdraw(sent.Sender, sent.Coin, sent.Amount)
		c.deposit(Pool, sent.Coin, sent.Amount)
		c.withdraw(Pool, OtherCoin(sent.Coin), out)
		c.deposit(sent.Sender, OtherCoin(sent.Coin), out)
	}
}

// deposit adds to a balance and records the movement. Balances cannot overflow because the
// total supply fits a u64.
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
