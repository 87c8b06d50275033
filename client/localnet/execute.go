package localnet

import "math/bits"

const (
	registrationFee = 1e8
	epochFeeCap     = 25e7

	// poolFee is the share, in 10,000, that the pool keeps of what it is given.
	poolFee = 30
)

// drawContent chooses what a transaction asks for. A doomed one asks for what cannot
// be had, where its action knows such a thing.
func (c *chain) drawContent(sent *transaction, doomed bool) {
	own := &c.accounts[sent.sender].stores
	switch sent.action {
	case coinTransfer:
		if own[usdx].balance > 0 && c.dice.percent(40) {
			sent.coin = usdx
		}
		sent.amount = c.drawTransfer(own[sent.coin].balance, doomed)
	case transfer:
		sent.amount = c.drawTransfer(own[native].balance, doomed)
	case batchTransfer:
		for sent.counterparty < firstPerson || sent.counterparty == sent.sender {
			sent.counterparty = c.drawPerson()
		}
		sent.amount = c.drawTransfer(own[native].balance, doomed)
	case createAccount:
		c.created++
		sent.counterparty = c.newAccount(newIdentity(c.seed, "created", c.created, byKey))
	case swap:
		c.drawSwap(sent, doomed)
	case placeOrder:
		if own[usdx].balance > 0 && c.dice.percent(50) {
			sent.coin = usdx // a bid
		}
		sent.amount = c.drawAmount(own[sent.coin].balance)
		sent.limit = 550_000 + c.dice.below(100_000)
		if doomed {
			sent.outcome = executionFailed
		}
	case sendMessage:
		sent.amount = c.drawAmount(own[native].balance)
		c.messages++
		sent.limit = c.messages
		if doomed {
			sent.outcome = codeAbort
		}
	case runScript:
		sent.amount = c.drawAmount(own[native].balance)
		if doomed {
			sent.outcome = scriptAbort
		}
	case multisigInline, multisigStored:
		if sent.counterparty == council {
			sent.counterparty = c.drawPerson()
		}
		sent.amount = c.drawAmount(c.accounts[council].stores[native].balance)
	case registerTaskV1, registerTaskV2:
		sent.amount = c.drawAmount(own[native].balance)
		sent.limit = uint64(len(c.tasks))
	}
}

// drawTransfer takes an amount that a balance has, or, for a doomed transfer, has not.
func (c *chain) drawTransfer(balance uint64, doomed bool) uint64 {
	if doomed {
		return 2*balance + 1e8
	}
	return c.drawAmount(balance)
}

func (c *chain) drawSwap(sent *transaction, doomed bool) {
	own := &c.accounts[sent.sender].stores
	if own[usdx].balance > 1e6 && c.dice.percent(50) {
		sent.coin = usdx
	}
	// No more than a thousandth of the reserve, so that prices stay sane.
	most := min(own[sent.coin].balance, c.accounts[pool].stores[sent.coin].balance)
	sent.amount = c.drawAmount(most)
	quote := c.quote(sent.coin, sent.amount)
	sent.limit = quote - quote/100
	if doomed {
		sent.limit = quote + quote/50 + 1
	}
}

// quote is what the pool gives for an amount of a coin: reserves keep their product.
func (c *chain) quote(given coin, amount uint64) uint64 {
	reserves := &c.accounts[pool].stores
	counted := amount - amount*poolFee/10_000
	high, low := bits.Mul64(reserves[other(given)].balance, counted)
	out, _ := bits.Div64(high, low, reserves[given].balance+counted)
	return out
}

func other(traded coin) coin {
	return usdx - traded
}

// execute runs a transaction whose content is drawn: all of it, or nothing when it
// fails. A failure that the content decided already stays.
func (c *chain) execute(sent *transaction) {
	if sent.outcome != succeeded {
		return
	}
	switch sent.action {
	case transfer, coinTransfer, runTask:
		sent.outcome = c.pay(sent, sent.sender, sent.counterparty, sent.coin, sent.amount)
	case batchTransfer:
		c.payBatch(sent)
	case swap:
		c.trade(sent)
	case placeOrder:
		sent.outcome = c.pay(sent, sent.sender, market, sent.coin, sent.amount)
	case sendMessage:
		sent.outcome = c.pay(sent, sent.sender, bridge, native, sent.amount)
	case rotateKey:
		account := &c.accounts[sent.sender]
		account.generation++
		account.authenticationKey = c.records.identities[sent.sender].origin.authenticationKey(account.generation)
	case publishPackage:
		c.accounts[sent.sender].packages |= 1 << (sent.salt % uint64(len(packages)))
	case multisigInline, multisigStored:
		sent.outcome = c.pay(sent, council, sent.counterparty, native, sent.amount)
		if sent.outcome == succeeded {
			c.decisions++
			sent.limit = c.decisions
		}
	case registerTaskV1, registerTaskV2:
		sent.outcome = c.pay(sent, sent.sender, automation, native, registrationFee+epochFeeCap)
		if sent.outcome == succeeded {
			c.tasks = append(c.tasks, c.nextPlace())
		}
	}
}

// spendable is what an account may move while the fee of a transaction is still owed.
func (c *chain) spendable(sent *transaction, from accountID, coin coin) uint64 {
	balance := c.accounts[from].stores[coin].balance
	if coin != native || from != sent.feePayer {
		return balance
	}
	return balance - min(balance, uint64(sent.maxGas)*uint64(sent.gasPrice))
}

// pay moves coins, or says why it cannot.
func (c *chain) pay(sent *transaction, from, to accountID, coin coin, amount uint64) outcome {
	switch {
	case amount > c.spendable(sent, from, coin):
		return lowBalance
	case !c.accounts[to].stores[coin].registered:
		return noStore
	}
	c.withdraw(from, coin, amount)
	c.deposit(to, coin, amount)
	return succeeded
}

// share is one payment of a batch.
type share struct {
	to     accountID
	amount uint64
}

// batch gives the payments of a batch transfer, which follow from its content: to the
// counterparty and the people after it.
func (t *transaction) batch(lastPerson accountID) []share {
	people := uint64(lastPerson-firstPerson) + 1
	shares := make([]share, 2+t.salt%3)
	for i := range shares {
		place := (uint64(t.counterparty-firstPerson) + uint64(i)) % people
		shares[i] = share{firstPerson + accountID(place), t.amount/uint64(i+1) + 1}
	}
	return shares
}

func (c *chain) payBatch(sent *transaction) {
	shares := sent.batch(c.lastPerson)
	var sum uint64
	for _, part := range shares {
		sum += part.amount
	}
	if sum > c.spendable(sent, sent.sender, native) {
		sent.outcome = lowBalance
		return
	}
	for _, part := range shares {
		c.withdraw(sent.sender, native, part.amount)
		c.deposit(part.to, native, part.amount)
	}
}

func (c *chain) trade(sent *transaction) {
	out := c.quote(sent.coin, sent.amount)
	switch {
	case sent.amount > c.spendable(sent, sent.sender, sent.coin):
		sent.outcome = lowBalance
	case out < sent.limit:
		sent.outcome = belowMinimum
	default:
		c.withdraw(sent.sender, sent.coin, sent.amount)
		c.deposit(pool, sent.coin, sent.amount)
		c.withdraw(pool, other(sent.coin), out)
		c.deposit(sent.sender, other(sent.coin), out)
	}
}
