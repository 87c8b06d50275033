package chain

import (
	"crypto/sha256"
	"encoding/binary"
)

const (
	DefaultGasPrice = 100_000
	defaultMaxGas   = 20_000
)

// transactionsPerBlock holds the share, in a hundred, of blocks with 0, 1, ...
// transactions: two on average.
var transactionsPerBlock = [...]uint64{10, 27, 30, 20, 13}

// traffic sends the transactions of one block.
func (c *Chain) traffic(made *Block) {
	c.settle(made)
	drawn, count := c.rng.Uint64N(100), 0
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
func (c *Chain) createNewcomer(*Block) {
	c.ids[c.records.Identities[Newcomer].Address] = Newcomer
	sent := c.newTransaction(Faucet, CreateAccount)
	sent.Counterparty = Newcomer
	c.finish(&sent)
}

// drawSender takes treasury for two in five transactions.
func (c *Chain) drawSender() AccountID {
	switch drawn := c.rng.Uint64N(100); {
	case drawn < 38:
		if c.history && c.quota == 0 {
			return Faucet
		}
		return Treasury
	case drawn < 48:
		return Faucet
	case drawn < 57:
		return Exchange
	case drawn < 64:
		return Market
	case drawn < 71:
		return Bridge
	default:
		return c.drawPerson()
	}
}

// drawPerson takes one of the ordinary users.
func (c *Chain) drawPerson() AccountID {
	return firstUser + AccountID(c.rng.Uint64N(uint64(c.records.lastUser-firstUser)+1))
}

// drawCounterparty takes anyone who takes part, but the sender; treasury most of all.
func (c *Chain) drawCounterparty(sender AccountID) AccountID {
	for {
		drawn := c.drawPerson()
		switch c.rng.Uint64N(20) {
		case 0, 1, 2, 3, 4, 5:
			drawn = firstService + AccountID(c.rng.Uint64N(uint64(lastService-firstService)+1))
		case 6:
			drawn = Council
		case 7, 8, 9, 10, 11, 12, 13, 14, 15:
			drawn = Treasury
		}
		if drawn != sender {
			return drawn
		}
	}
}

// drawAmount takes a small part of a balance, from a thousandth down, round more often
// than not, and never dust.
func (c *Chain) drawAmount(balance uint64) uint64 {
	amount := (balance >> (10 + c.rng.Uint64N(15))) * (512 + c.rng.Uint64N(512)) / 1_024
	for _, unit := range [...]uint64{1e8, 1e6} {
		if amount > unit && c.rng.Percent(50) {
			return amount - amount%unit
		}
	}
	return max(amount, 1_000)
}

// newTransaction starts a transaction; execution and finish do the rest.
func (c *Chain) newTransaction(sender AccountID, kind Action) Transaction {
	return Transaction{
		Salt:          c.rng.Uint64(),
		Height:        uint32(len(c.records.Blocks)),
		Sequence:      uint32(len(c.accounts[sender].Sent)),
		Sender:        sender,
		Counterparty:  sender,
		FeePayer:      sender,
		FirstMovement: uint32(len(c.records.Movements)),
		MaxGas:        defaultMaxGas,
		GasPrice:      DefaultGasPrice,
		GasUsed:       costs[kind].gas,
		KeyGeneration: c.accounts[sender].KeyGeneration,
		Action:        kind,
	}
}

// send draws one transaction of an account, executes it and adds it. An account that
// may not be able to pay the fee lets its turn pass.
func (c *Chain) send(sender AccountID) {
	if !c.canPay(sender) {
		return
	}
	sent := c.newTransaction(sender, weightsOf(sender).draw(&c.rng))
	sent.Counterparty = c.drawCounterparty(sender)
	sent.GasUsed += uint32(c.rng.Uint64N(uint64(costs[sent.Action].gas-costs[sent.Action].storage)/4 + 2))
	if c.rng.Percent(20) {
		sent.GasPrice += 1_000 * uint32(c.rng.Uint64N(50)+1)
	}
	if c.rng.Percent(30) && sent.Action != PublishPackage {
		sent.MaxGas = 1_000 * uint32(c.rng.Uint64N(19)+1)
	}
	fate := c.rng.Uint64N(1_000)
	starved := fate < 15 && sent.Action != CreateAccount
	c.drawContent(&sent, !starved && fate < 75)
	c.drawSigning(&sent)
	if starved {
		gas := costs[sent.Action].gas
		sent.MaxGas = gas - 1 - uint32(c.rng.Uint64N(uint64(gas)/3))
		sent.GasUsed, sent.Outcome = sent.MaxGas, OutOfGas
	} else {
		c.execute(&sent)
	}
	c.finish(&sent)
}

// canPay tells whether an account has the highest fee that any transaction may cost.
func (c *Chain) canPay(id AccountID) bool {
	return c.accounts[id].Stores[Native].Balance >= defaultMaxGas*(DefaultGasPrice+50_000)
}

func (c *Chain) drawSigning(sent *Transaction) {
	second := sent.Counterparty
	switch drawn := c.rng.Uint64N(100); {
	case sent.Action == CreateAccount:
	case drawn < 5 && second != Treasury && c.records.Identities[second].control == byKey:
		sent.Signing = MultiAgent
	case drawn >= 5 && drawn < 10 && sent.Sender != Faucet && c.canPay(Faucet):
		sent.Signing = Sponsored
		sent.FeePayer = Faucet
	}
}

// finish charges the fee, hashes the transaction and adds it to the block in the making.
func (c *Chain) finish(sent *Transaction) {
	c.charge(sent.FeePayer, uint64(sent.GasUsed)*uint64(sent.GasPrice))
	sent.MovementCount = uint8(uint32(len(c.records.Movements)) - sent.FirstMovement)
	sent.Hash = c.transactionHash(sent)

	place := c.nextPlace()
	sender := &c.accounts[sent.Sender]
	switch sent.Type() {
	case UserTransaction:
		sender.Sent = append(sender.Sent, place)
	case AutomatedTransaction:
		sender.Automated = append(sender.Automated, place)
	}
	for _, moved := range c.records.Movements[sent.FirstMovement:] {
		c.accounts[moved.Account].moves(place, sent.Type())
	}
	c.records.Transactions = append(c.records.Transactions, *sent)
	if sent.Sender == Treasury && sent.Type() == UserTransaction && c.quota > 0 {
		c.quota--
	}
}

// nextPlace is where the next transaction will stand in the order of execution.
func (c *Chain) nextPlace() uint32 {
	return uint32(len(c.records.Transactions))
}

// moves notes that a transaction moves coins of the account; it is noted once.
func (a *Account) moves(place uint32, kind TransactionType) {
	if last := len(a.CoinTransactions) - 1; last >= 0 && a.CoinTransactions[last] == place {
		return
	}
	a.CoinTransactions = append(a.CoinTransactions, place)
	a.CoinTransactionsByType[kind] = append(a.CoinTransactionsByType[kind], place)
}

// transactionHash commits to what the sender signed. The expiry, which hangs on the
// clock, is left out, so that a seed gives the same hashes whenever the chain runs.
func (c *Chain) transactionHash(sent *Transaction) Digest {
	buffer := make([]byte, 0, 192)
	buffer = append(buffer, "foredeck localnet transaction"...)
	buffer = append(buffer, ID, byte(sent.Action), byte(sent.Signing), byte(sent.Coin))
	for _, party := range [...]AccountID{sent.Sender, sent.Counterparty, sent.FeePayer} {
		buffer = append(buffer, c.records.Identities[party].Address[:]...)
	}
	for _, number := range [...]uint32{sent.Sequence, sent.MaxGas, sent.GasPrice} {
		buffer = binary.LittleEndian.AppendUint32(buffer, number)
	}
	for _, number := range [...]uint64{sent.Salt, sent.Amount, sent.Parameter} {
		buffer = binary.LittleEndian.AppendUint64(buffer, number)
	}
	return sha256.Sum256(buffer)
}
