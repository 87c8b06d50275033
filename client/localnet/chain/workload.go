package chain

import (
	"crypto/sha256"
	"encoding/binary"
)

const (
	// DefaultGasPrice is the gas price of most transactions, in units of Native.
	DefaultGasPrice = 100_000
	defaultMaxGas   = 20_000
)

// transactionsPerBlock holds the percentage of blocks with 0, 1, 2, 3 and 4 transactions of users.
var transactionsPerBlock = [...]uint64{10, 27, 30, 20, 13}

// addWorkload adds the transactions of a block, besides the block metadata.
func (c *Chain) addWorkload(block *Block) {
	c.activateTasks(block)
	for range drawWeighted(&c.rng, transactionsPerBlock[:]) {
		c.send(c.drawSender())
	}
	if c.config.AssetTransfers && c.rng.Percent(assetTransferPercent) {
		c.transferAsset()
	}
	c.runTask(block)
}

// createNewcomer adds the only transaction of the last block before the start.
func (c *Chain) createNewcomer(*Block) {
	c.ids[c.records.Identities[Newcomer].Address] = Newcomer
	tx := c.newTransaction(Faucet, CreateAccount)
	tx.Counterparty = Newcomer
	c.finish(&tx)
}

// drawSender chooses the sender of a transaction; often treasury.
func (c *Chain) drawSender() AccountID {
	switch drawn := c.rng.Uint64N(100); {
	case drawn < 38:
		if c.buildingHistory && c.treasuryQuota == 0 {
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
		return c.drawUser()
	}
}

// drawUser chooses an ordinary user.
func (c *Chain) drawUser() AccountID {
	return firstUser + AccountID(c.rng.Uint64N(uint64(c.records.lastUser-firstUser)+1))
}

// drawCounterparty chooses an account other than the sender; most often treasury.
func (c *Chain) drawCounterparty(sender AccountID) AccountID {
	for {
		drawn := c.drawUser()
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

// drawAmount chooses an amount of at most a thousandth of a balance, often a round one.
func (c *Chain) drawAmount(balance uint64) uint64 {
	amount := (balance >> (10 + c.rng.Uint64N(15))) * (512 + c.rng.Uint64N(512)) / 1_024
	for _, unit := range [...]uint64{1e8, 1e6} {
		if amount > unit && c.rng.Percent(50) {
			return amount - amount%unit
		}
	}
	return max(amount, 1_000)
}

// newTransaction returns a transaction to be executed and finished.
func (c *Chain) newTransaction(sender AccountID, kind Action) Transaction {
	return Transaction{
		Salt:          c.rng.Uint64(),
		Height:        uint32(c.records.Count()),
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

// send chooses, executes and adds a transaction of an account, unless the account might be unable to pay the fee.
func (c *Chain) send(sender AccountID) {
	if !c.canPay(sender) {
		return
	}
	tx := c.newTransaction(sender, Action(drawWeighted(&c.rng, weightsOf(sender))))
	tx.Counterparty = c.drawCounterparty(sender)
	tx.GasUsed += uint32(c.rng.Uint64N(uint64(costs[tx.Action].gas-costs[tx.Action].storage)/4 + 2))
	if c.rng.Percent(20) {
		tx.GasPrice += 1_000 * uint32(c.rng.Uint64N(50)+1)
	}
	if c.rng.Percent(30) && tx.Action != PublishPackage {
		tx.MaxGas = 1_000 * uint32(c.rng.Uint64N(19)+1)
	}
	draw := c.rng.Uint64N(1_000)
	outOfGas := draw < 15 && tx.Action != CreateAccount
	c.drawContent(&tx, !outOfGas && draw < 75)
	c.drawSigning(&tx)
	if outOfGas {
		gas := costs[tx.Action].gas
		tx.MaxGas = gas - 1 - uint32(c.rng.Uint64N(uint64(gas)/3))
		tx.GasUsed, tx.Outcome = tx.MaxGas, OutOfGas
	} else {
		c.execute(&tx)
	}
	c.finish(&tx)
}

// canPay reports whether an account can pay the highest possible fee.
func (c *Chain) canPay(id AccountID) bool {
	return c.accounts[id].Stores[Native].Balance >= defaultMaxGas*(DefaultGasPrice+50_000)
}

func (c *Chain) drawSigning(tx *Transaction) {
	second := tx.Counterparty
	switch drawn := c.rng.Uint64N(100); {
	case tx.Action == CreateAccount:
	case drawn < 5 && second != Treasury && c.records.Identities[second].control == byKey:
		tx.Signing = MultiAgent
	case drawn >= 5 && drawn < 10 && tx.Sender != Faucet && c.canPay(Faucet):
		tx.Signing = Sponsored
		tx.FeePayer = Faucet
	}
}

// finish charges the fee of a transaction, hashes it and adds it to the next block.
func (c *Chain) finish(tx *Transaction) {
	c.charge(tx.FeePayer, uint64(tx.GasUsed)*uint64(tx.GasPrice))
	tx.MovementCount = uint8(uint32(len(c.records.Movements)) - tx.FirstMovement)
	tx.Hash = c.transactionHash(tx)

	index := c.nextIndex()
	sender := &c.accounts[tx.Sender]
	switch tx.Type() {
	case UserTransaction:
		sender.Sent = append(sender.Sent, index)
	case AutomatedTransaction:
		sender.Automated = append(sender.Automated, index)
	}
	for _, movement := range c.records.Movements[tx.FirstMovement:] {
		c.accounts[movement.Account].addCoinTransaction(index, tx.Type())
	}
	c.records.Transactions = append(c.records.Transactions, *tx)
	if tx.Sender == Treasury && tx.Type() == UserTransaction && c.treasuryQuota > 0 {
		c.treasuryQuota--
	}
}

// nextIndex returns the index of the next transaction in Records.Transactions.
func (c *Chain) nextIndex() uint32 { return uint32(len(c.records.Transactions)) }

// addCoinTransaction lists a transaction under CoinTransactions, unless it is there.
func (a *Account) addCoinTransaction(index uint32, kind TransactionType) {
	if last := len(a.CoinTransactions) - 1; last >= 0 && a.CoinTransactions[last] == index {
		return
	}
	a.CoinTransactions = append(a.CoinTransactions, index)
	a.CoinTransactionsByType[kind] = append(a.CoinTransactionsByType[kind], index)
}

// transactionHash hashes what the sender signed, except the expiration time, so that the hashes depend only on the seed.
func (c *Chain) transactionHash(tx *Transaction) Digest {
	buffer := make([]byte, 0, 192)
	buffer = append(buffer, "foredeck localnet transaction"...)
	buffer = append(buffer, ID, byte(tx.Action), byte(tx.Signing), byte(tx.Coin))
	for _, party := range [...]AccountID{tx.Sender, tx.Counterparty, tx.FeePayer} {
		buffer = append(buffer, c.records.Identities[party].Address[:]...)
	}
	for _, number := range [...]uint32{tx.Sequence, tx.MaxGas, tx.GasPrice} {
		buffer = binary.LittleEndian.AppendUint32(buffer, number)
	}
	for _, number := range [...]uint64{tx.Salt, tx.Amount, tx.Parameter} {
		buffer = binary.LittleEndian.AppendUint64(buffer, number)
	}
	return sha256.Sum256(buffer)
}
