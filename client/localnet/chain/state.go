package chain

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"foredeck/client/localnet/compiler"
	"foredeck/client/localnet/internal/rng"
	"foredeck/client/move"
)

// State is the state after the newest block. It is valid only within Chain.Read.
type State struct {
	chain *Chain
}

// Read calls a function with the current state. No block is added until it returns.
func (c *Chain) Read(read func(now State)) {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	read(State{c})
}

// PublishedModule returns a module that a named account published before the start.
func (c *Chain) PublishedModule(owner AccountID, name string) *compiler.Compiled {
	return c.genesis.byID[move.ModuleID{Address: c.genesis.named[owner], Name: name}]
}

// Library returns the declarations of all modules, except the empty ones that transactions publish.
func (c *Chain) Library() compiler.Library { return c.genesis.published }

// Lookup returns the id of the account at an address, if there is one.
func (s State) Lookup(address move.Address) (AccountID, bool) {
	id, ok := s.chain.ids[address]
	return id, ok
}

// SequenceNumber returns the number of transactions that an account has sent.
func (s State) SequenceNumber(id AccountID) uint64 {
	return uint64(len(s.chain.accounts[id].Sent))
}

// AuthenticationKey returns the current authentication key of an account.
func (s State) AuthenticationKey(id AccountID) Digest {
	return s.chain.accounts[id].AuthenticationKey
}

// CoinStore returns the store of an account for a coin.
func (s State) CoinStore(id AccountID, coin Coin) CoinStore {
	return s.chain.accounts[id].Stores[coin]
}

// Supply returns the supply of a coin, in the smallest unit.
func (s State) Supply(coin Coin) uint64 { return s.chain.supply[coin] }

// Records returns the history up to the newest block.
func (s State) Records() Records { return s.chain.records }

// Coin returns the coin with a type, if there is one.
func (s State) Coin(tag move.TypeTag) (Coin, bool) { return s.chain.genesis.coinOf(tag) }

// Quote returns what the pool pays for an amount of a coin, of at most MaxQuoted.
func (s State) Quote(in Coin, amount uint64) uint64 { return s.chain.quote(in, amount) }

// BridgeMessages returns the number of messages that were sent over the bridge.
func (s State) BridgeMessages() uint64 { return s.chain.bridgeMessages }

// KeyGeneration returns the number of key rotations of an account.
func (s State) KeyGeneration(id AccountID) uint16 { return s.chain.accounts[id].KeyGeneration }

// head returns the height of the newest block.
func (s State) head() uint64 { return s.chain.records.Count() - 1 }

// epoch returns the epoch of the newest block.
func (s State) epoch() uint64 { return uint64(s.chain.records.epochAt(uint32(s.head()))) }

// time returns the time of the newest block in microseconds since the Unix epoch.
func (s State) time() int64 { return s.chain.records.Time(uint32(s.head())) }

// nextTask returns the index of the next automation task.
func (s State) nextTask() uint64 { return uint64(len(s.chain.tasks)) }

// epochInterval returns the nominal length of an epoch in microseconds.
func (s State) epochInterval() uint64 {
	return uint64(s.chain.records.epochBlocks) * uint64(HistoryBlockTime/time.Microsecond)
}

// epochStart returns the time of the first block of the epoch in microseconds since the Unix epoch.
func (s State) epochStart() uint64 {
	return uint64(s.chain.records.Time(uint32(s.head() - s.head()%uint64(s.chain.records.epochBlocks))))
}

// Module returns a module, or nil if there is none.
func (s State) Module(id move.ModuleID) *compiler.Compiled {
	for _, module := range s.Modules(id.Address) {
		if module.ID == id {
			return module
		}
	}
	return nil
}

// Modules lists the modules of an account: those published before the start, then those published by transactions.
func (s State) Modules(address move.Address) []*compiler.Compiled {
	published := slices.Clone(s.chain.genesis.modules[address])
	id, ok := s.Lookup(address)
	if !ok {
		return published
	}
	for index, name := range compiler.PackageNames {
		if s.chain.accounts[id].packages&(1<<index) == 0 {
			continue
		}
		for _, module := range compiler.ModuleNames(name) {
			published = append(published, compiler.Empty(move.ModuleID{Address: address, Name: module}))
		}
	}
	return published
}

// Fork is where a chain leaves another one with the same seed. The zero value is no fork.
type Fork struct {
	Height uint64 // of the first block that differs
	Salt   uint64 // tells forks apart; not 0
}

// Replay returns a new chain with the blocks of this one up to a height, except those from the fork on. The blocks of the fork
// have the times of the originals. It fails only if the context ends.
func (c *Chain) Replay(ctx context.Context, head uint64, fork Fork) (*Chain, error) {
	replay := New(c.config)
	replay.genesis, replay.startHeight = c.genesis, c.startHeight
	original := c.Records()
	replay.records.fork, replay.records.firstBlockTime, replay.records.drops = fork, original.firstBlockTime, original.drops
	if err := replay.createAccounts(ctx); err != nil {
		return nil, err
	}
	return replay, replay.Follow(ctx, c, head)
}

// Follow adds blocks up to a height at the times of those of another chain, which must have as many. It fails only if the context ends.
func (c *Chain) Follow(ctx context.Context, other *Chain, head uint64) error {
	original := other.Records()
	for height := c.records.Count(); height <= head; height++ {
		if height%contextCheckInterval == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		fill := c.addWorkload
		switch height {
		case uint64(c.records.computed):
			fill = func(*Block) {}
		case c.startHeight:
			fill = c.createNewcomer
		}
		if height > uint64(c.records.computed) && c.buildingHistory {
			c.historyInterval() // Build draws it before each of these blocks
		}
		c.addBlock(original.age(uint32(height)), fill)
		if height == c.startHeight {
			c.buildingHistory = false
		}
	}
	return nil
}

// startFork changes the random numbers if the next block is the first of the fork.
func (c *Chain) startFork() {
	if fork := c.records.fork; fork.Salt != 0 && c.records.Count() == max(fork.Height, uint64(c.records.computed)) {
		c.rng = rng.New(rng.Mix(c.seed) ^ rng.Mix(fork.Salt))
	}
}

// appendFork appends the salt of the fork if the block at a height belongs to it, so that its hash differs from that of the original.
func (r *Records) appendFork(buffer []byte, height uint32) []byte {
	if r.fork.Salt == 0 || uint64(height) < r.fork.Height {
		return buffer
	}
	return binary.LittleEndian.AppendUint64(append(buffer, "fork"...), r.fork.Salt)
}
