package chain

import "foredeck/client/move"

// NamedAccount is an account of the network that has a name. Nodes know no names: they
// are for the people who look at it.
type NamedAccount struct {
	Name    string
	Address move.Address
}

// The named accounts, by their place in the list of all accounts.
const (
	Treasury         AccountID = iota // the main account: it sends and gets the most
	Faucet                            // funds, creates accounts, pays fees for others
	Exchange                          // owns the module pool
	Market                            // owns the module order_book
	Bridge                            // owns the modules endpoint and usdx
	Pool                              // holds the reserves of the exchange's pool
	Council                           // a multisig account, spent by its owners
	Automation                        // takes the fees of automation tasks
	FrameworkAccount                  // 0x1
	Newcomer                          // created last, has done nothing yet
	Alice
	Bob
	Carol
	Dave
	NamedCount
)

const (
	firstService = Treasury
	lastService  = Bridge
	// firstUser to the last account of the start are ordinary users.
	firstUser = Alice
)

// control says who can sign for an account.
type control uint8

const (
	byKey    control = iota
	byModule         // no key: the authentication key is zero
	byItself         // the framework: its authentication key is its address
)

var casting = [NamedCount]struct {
	name    string
	control control
	native  uint64 // funds at the start, in NativeCoin of 8 decimals
	usdx    uint64 // and in Usdx of 6; an account without has no store for it
}{
	Treasury:         {"treasury", byKey, 400_000_000e8, 100_000_000e6},
	Faucet:           {"faucet", byKey, 200_000_000e8, 0},
	Exchange:         {"exchange", byKey, 100_000_000e8, 60_000_000e6},
	Market:           {"market", byKey, 60_000_000e8, 40_000_000e6},
	Bridge:           {"bridge", byKey, 60_000_000e8, 40_000_000e6},
	Pool:             {"pool", byModule, 5_000_000e8, 3_000_000e6},
	Council:          {"council", byModule, 20_000_000e8, 0},
	Automation:       {"automation", byModule, 0, 0},
	FrameworkAccount: {"framework", byItself, 0, 0},
	Newcomer:         {"newcomer", byKey, 0, 0},
	Alice:            {"alice", byKey, 250_000e8, 90_000e6},
	Bob:              {"bob", byKey, 120_000e8, 40_000e6},
	Carol:            {"carol", byKey, 80_000e8, 0},
	Dave:             {"dave", byKey, 30_000e8, 5_000e6},
}

// AccountNames are the names of the named accounts, which every local network has.
func AccountNames() []string {
	names := make([]string, len(casting))
	for i := range casting {
		names[i] = casting[i].name
	}
	return names
}

// NamedAccounts lists the named accounts of a seed.
func NamedAccounts(seed uint64) []NamedAccount {
	named := make([]NamedAccount, len(casting))
	for id := range casting {
		named[id] = NamedAccount{Name: casting[id].name, Address: namedIdentity(seed, AccountID(id)).Address}
	}
	return named
}

// MinAccounts is the number of named accounts, which every chain has.
const MinAccounts = int(NamedCount)

// Identity is what of an account never changes.
type Identity struct {
	Address move.Address
	Secret  Secret
	control control
}

func newIdentity(seed uint64, purpose string, number uint64, control control) Identity {
	made := Identity{Secret: newSecret(seed, purpose, number), control: control}
	switch control {
	case byKey:
		made.Address = move.Address(made.Secret.AuthenticationKey(0))
	case byModule:
		made.Address = made.Secret.ownedAddress()
	case byItself:
		made.Address = move.Address{31: 1}
	}
	return made
}

// firstKey is the authentication key an account is created with.
func (i Identity) firstKey() Digest {
	if i.control == byModule {
		return Digest{}
	}
	return Digest(i.Address)
}

func namedIdentity(seed uint64, id AccountID) Identity {
	return newIdentity(seed, casting[id].name, 0, casting[id].control)
}

// AccountID is the place of an account in the list of all accounts.
type AccountID uint32

// Coin is one of the two coins of the chain.
type Coin uint8

const (
	Native Coin = iota // 0x1::native_coin::NativeCoin, 8 decimals
	USDX               // bridge::usdx::Usdx, 6 decimals
	CoinCount
)

// CoinStore is an account's balance of one coin and the lengths of its two event streams.
type CoinStore struct {
	Balance     uint64
	Deposits    uint32
	Withdrawals uint32
	Registered  bool
}

// Account is what of an account changes.
type Account struct {
	AuthenticationKey Digest
	KeyGeneration     uint16
	packages          uint8 // those it has published: a bit for each of the package names
	Stores            [CoinCount]CoinStore
	Sent              []uint32 // its transactions, by sequence number
	Automated         []uint32 // what its automation tasks sent, in order of execution
	// moving are the transactions that move coins of its stores, in order of execution,
	// and movingOf those of each type.
	CoinTransactions       []uint32
	CoinTransactionsByType [TransactionTypeCount][]uint32
}

// newAccount adds an account with its coin store for native.
func (c *Chain) newAccount(made Identity) AccountID {
	id := AccountID(len(c.accounts))
	c.records.Identities = append(c.records.Identities, made)
	fresh := Account{AuthenticationKey: made.firstKey()}
	fresh.Stores[Native].Registered = true
	c.accounts = append(c.accounts, fresh)
	c.ids[made.Address] = id
	return id
}
