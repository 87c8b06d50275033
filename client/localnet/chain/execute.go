package chain

import (
	"math/bits"

	"foredeck/client/localnet/publish"
)

const (
	TaskRegistrationFee = 1e8
	AutomationFeeCap    = 25e7

	// poolFee is the share, in 10,000, that the pool keeps of what it is given.
	poolFee = 30
)

// drawContent chooses what a transaction asks for. A doomed one asks for what cannot
// be had, where its action knows such a thing.
func (c *Chain) drawContent(sent *Transaction, doomed bool) {
	own := &c.accounts[sent.Sender].Stores
	switch sent.Action {
	case CoinTransfer:
		if own[USDX].Balance > 0 && c.rng.Percent(40) {
			sent.Coin = USDX
		}
		sent.Amount = c.drawTransfer(own[sent.Coin].Balance, doomed)
	case Transfer:
		sent.Amount = c.drawTransfer(own[Native].Balance, doomed)
	case BatchTransfer:
		for sent.Counterparty < firstUser || sent.Counterparty == sent.Sender {
			sent.Counterparty = c.drawPerson()
		}
		sent.Amount = c.drawTransfer(own[Native].Balance, doomed)
	case CreateAccount:
		c.created++
		sent.Counterparty = c.newAccount(newIdentity(c.seed, "created", c.created, byKey))
	case Swap:
		c.drawSwap(sent, doomed)
	case PlaceOrder:
		if own[USDX].Balance > 0 && c.rng.Percent(50) {
			sent.Coin = USDX // a bid
		}
		sent.Amount = c.drawAmount(own[sent.Coin].Balance)
		sent.Parameter = 550_000 + c.rng.Uint64N(100_000)
		if doomed {
			sent.Outcome = ExecutionFailed
		}
	case SendMessage:
		sent.Amount = c.drawAmount(own[Native].Balance)
		c.messages++
		sent.Parameter = c.messages
		if doomed {
			sent.Outcome = ModuleAbort
		}
	case RunScript:
		sent.Amount = c.drawAmount(own[Native].Balance)
		if doomed {
			sent.Outcome = ScriptAbort
		}
	case MultisigInline, MultisigStored:
		if sent.Counterparty == Council {
			sent.Counterparty = c.drawPerson()
		}
		sent.Amount = c.drawAmount(c.accounts[Council].Stores[Native].Balance)
	case RegisterTaskV1, RegisterTaskV2:
		sent.Amount = c.drawAmount(own[Native].Balance)
		sent.Parameter = uint64(len(c.tasks))
	}
}

// drawTransfer takes an amount that a balance has, or, for a doomed transfer, has not.
func (c *Chain) drawTransfer(balance uint64, doomed bool) uint64 {
	if doomed {
		return 2*balance + 1e8
	}
	return c.drawAmount(balance)
}

func (c *Chain) drawSwap(sent *Transaction, doomed bool) {
	own := &c.accounts[sent.Sender].Stores
	if own[USDX].Balance > 1e6 && c.rng.Percent(50) {
		sent.Coin = USDX
	}
	// No more than a thousandth of the reserve, so that prices stay sane.
	most := min(own[sent.Coin].Balance, c.accounts[Pool].Stores[sent.Coin].Balance)
	sent.Amount = c.drawAmount(most)
	quote := c.quote(sent.Coin, sent.Amount)
	sent.Parameter = quote - quote/100
	if doomed {
		sent.Parameter = quote + quote/50 + 1
	}
}

// quote is what the pool gives for an amount of a coin: reserves keep their product.
func (c *Chain) quote(given Coin, amount uint64) uint64 {
	reserves := &c.accounts[Pool].Stores
	counted := amount - amount*poolFee/10_000
	high, low := bits.Mul64(reserves[OtherCoin(given)].Balance, counted)
	out, _ := bits.Div64(high, low, reserves[given].Balance+counted)
	return out
}

func OtherCoin(traded Coin) Coin {
	return USDX - traded
}

// execute runs a transaction whose content is drawn: all of it, or nothing when it
// fails. A failure that the content decided already stays.
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
			c.decisions++
			sent.Parameter = c.decisions
		}
	case RegisterTaskV1, RegisterTaskV2:
		sent.Outcome = c.pay(sent, sent.Sender, Automation, Native, TaskRegistrationFee+AutomationFeeCap)
		if sent.Outcome == Succeeded {
			c.tasks = append(c.tasks, c.nextPlace())
		}
	}
}

// spendable is what an account may move while the fee of a transaction is still owed.
func (c *Chain) spendable(sent *Transaction, from AccountID, coin Coin) uint64 {
	balance := c.accounts[from].Stores[coin].Balance
	if coin != Native || from != sent.FeePayer {
		return balance
	}
	return balance - min(balance, uint64(sent.MaxGas)*uint64(sent.GasPrice))
}

// pay moves coins, or says why it cannot.
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
	shares := c.records.Payments(sent)
	var sum uint64
	for _, part := range shares {
		sum += part.Amount
	}
	if sum > c.spendable(sent, sent.Sender, Native) {
		sent.Outcome = InsufficientBalance
		return
	}
	for _, part := range shares {
		c.withdraw(sent.Sender, Native, part.Amount)
		c.deposit(part.To, Native, part.Amount)
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
