package localnet

import (
	"crypto/sha256"
	"encoding/binary"
)

const (
	usualGasPrice = 100_000
	usualMaxGas   = 20_000
)

// transactionsPerBlock holds the share, in a hundred, of blocks with 0, 1, ...
// transactions: two on average.
var transactionsPerBlock = [...]uint64{10, 27, 30, 20, 13}

// traffic sends the transactions of one block.
func (c *chain) traffic(made *block) {
	c.settle(made)
	drawn, count := c.dice.below(100), 0
	for drawn >= transactionsPerBlock[count] {
		drawn -= transactionsPerBlock[count]
		count++
	}
	for range count {
		c.send(c.drawSender())
	}
	c.fire(made)
}

// createNewcomer is the one transaction of the last block before the start.
func (c *chain) createNewcomer(*block) {
	c.ids[c.records.identities[newcomer].address] = newcomer
	sent := c.newTransaction(faucet, createAccount)
	sent.counterparty = newcomer
	c.finish(&sent)
}

// drawSender takes treasury for two in five transactions.
func (c *chain) drawSender() accountID {
	switch drawn := c.dice.below(100); {
	case drawn < 38:
		if c.history && c.quota == 0 {
			return faucet
		}
		return treasury
	case drawn < 48:
		return faucet
	case drawn < 57:
		return exchange
	case drawn < 64:
		return market
	case drawn < 71:
		return bridge
	default:
		return c.drawPerson()
	}
}

// drawPerson takes one of the ordinary users.
func (c *chain) drawPerson() accountID {
	return firstPerson + accountID(c.dice.below(uint64(c.lastPerson-firstPerson)+1))
}

// drawCounterparty takes anyone who takes part, but the sender; treasury most of all.
func (c *chain) drawCounterparty(sender accountID) accountID {
	for {
		drawn := c.drawPerson()
		switch c.dice.below(20) {
		case 0, 1, 2, 3, 4, 5:
			drawn = firstService + accountID(c.dice.below(uint64(lastService-firstService)+1))
		case 6:
			drawn = council
		case 7, 8, 9, 10, 11, 12, 13, 14, 15:
			drawn = treasury
		}
		if drawn != sender {
			return drawn
		}
	}
}

// drawAmount takes a small part of a balance, from a thousandth down, round more often
// than not, and never dust.
func (c *chain) drawAmount(balance uint64) uint64 {
	amount := (balance >> (10 + c.dice.below(15))) * (512 + c.dice.below(512)) / 1_024
	for _, unit := range [...]uint64{1e8, 1e6} {
		if amount > unit && c.dice.percent(50) {
			return amount - amount%unit
		}
	}
	return max(amount, 1_000)
}

// newTransaction starts a transaction; execution and finish do the rest.
func (c *chain) newTransaction(sender accountID, kind action) transaction {
	return transaction{
		salt:          c.dice.next(),
		block:         uint32(len(c.records.blocks)),
		sequence:      uint32(len(c.accounts[sender].sent)),
		sender:        sender,
		counterparty:  sender,
		feePayer:      sender,
		firstMovement: uint32(len(c.records.movements)),
		maxGas:        usualMaxGas,
		gasPrice:      usualGasPrice,
		gasUsed:       costs[kind].gas,
		generation:    c.accounts[sender].generation,
		action:        kind,
	}
}

// send draws one transaction of an account, executes it and adds it. An account that
// may not be able to pay the fee lets its turn pass.
func (c *chain) send(sender accountID) {
	if !c.canPay(sender) {
		return
	}
	sent := c.newTransaction(sender, weightsOf(sender).draw(&c.dice))
	sent.counterparty = c.drawCounterparty(sender)
	sent.gasUsed += uint32(c.dice.below(uint64(costs[sent.action].gas-costs[sent.action].storage)/4 + 2))
	if c.dice.percent(20) {
		sent.gasPrice += 1_000 * uint32(c.dice.below(50)+1)
	}
	if c.dice.percent(30) && sent.action != publishPackage {
		sent.maxGas = 1_000 * uint32(c.dice.below(19)+1)
	}
	fate := c.dice.below(1_000)
	starved := fate < 15 && sent.action != createAccount
	c.drawContent(&sent, !starved && fate < 75)
	c.drawSigning(&sent)
	if starved {
		gas := costs[sent.action].gas
		sent.maxGas = gas - 1 - uint32(c.dice.below(uint64(gas)/3))
		sent.gasUsed, sent.outcome = sent.maxGas, outOfGas
	} else {
		c.execute(&sent)
	}
	c.finish(&sent)
}

// canPay tells whether an account has the highest fee that any transaction may cost.
func (c *chain) canPay(id accountID) bool {
	return c.accounts[id].stores[native].balance >= usualMaxGas*(usualGasPrice+50_000)
}

func (c *chain) drawSigning(sent *transaction) {
	second := sent.counterparty
	switch drawn := c.dice.below(100); {
	case sent.action == createAccount:
	case drawn < 5 && second != treasury && c.records.identities[second].control == byKey:
		sent.signing = multiAgent
	case drawn >= 5 && drawn < 10 && sent.sender != faucet && c.canPay(faucet):
		sent.signing = sponsored
		sent.feePayer = faucet
	}
}

// finish charges the fee, hashes the transaction and adds it to the block in the making.
func (c *chain) finish(sent *transaction) {
	c.charge(sent.feePayer, uint64(sent.gasUsed)*uint64(sent.gasPrice))
	sent.movements = uint8(uint32(len(c.records.movements)) - sent.firstMovement)
	sent.hash = c.transactionHash(sent)

	place := c.nextPlace()
	sender := &c.accounts[sent.sender]
	switch sent.transactionType() {
	case userType:
		sender.sent = append(sender.sent, place)
	case automatedType:
		sender.automated = append(sender.automated, place)
	}
	for _, moved := range c.records.movements[sent.firstMovement:] {
		c.accounts[moved.account].moves(place, sent.transactionType())
	}
	c.records.transactions = append(c.records.transactions, *sent)
	if sent.sender == treasury && sent.transactionType() == userType && c.quota > 0 {
		c.quota--
	}
}

// nextPlace is where the next transaction will stand in the order of execution.
func (c *chain) nextPlace() uint32 {
	return uint32(len(c.records.transactions))
}

// moves notes that a transaction moves coins of the account; it is noted once.
func (a *account) moves(place uint32, kind transactionType) {
	if last := len(a.moving) - 1; last >= 0 && a.moving[last] == place {
		return
	}
	a.moving = append(a.moving, place)
	a.movingOf[kind] = append(a.movingOf[kind], place)
}

// transactionHash commits to what the sender signed. The expiry, which hangs on the
// clock, is left out, so that a seed gives the same hashes whenever the chain runs.
func (c *chain) transactionHash(sent *transaction) digest {
	buffer := make([]byte, 0, 192)
	buffer = append(buffer, "foredeck localnet transaction"...)
	buffer = append(buffer, chainID, byte(sent.action), byte(sent.signing), byte(sent.coin))
	for _, party := range [...]accountID{sent.sender, sent.counterparty, sent.feePayer} {
		buffer = append(buffer, c.records.identities[party].address[:]...)
	}
	for _, number := range [...]uint32{sent.sequence, sent.maxGas, sent.gasPrice} {
		buffer = binary.LittleEndian.AppendUint32(buffer, number)
	}
	for _, number := range [...]uint64{sent.salt, sent.amount, sent.limit} {
		buffer = binary.LittleEndian.AppendUint64(buffer, number)
	}
	return sha256.Sum256(buffer)
}
