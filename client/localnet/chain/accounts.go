package chain

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"

	"foredeck/client/move"
)

// NamedAccount is an account with a name. Nodes do not know the names.
type NamedAccount struct {
	Name    string
	Address move.Address
}

// The ids of the named accounts.
const (
	Treasury         AccountID = iota // the main account, with the most transactions
	Faucet                            // creates accounts and sponsors fees
	Exchange                          // publishes the module pool
	Market                            // publishes the module order_book
	Bridge                            // publishes the modules endpoint, usdx and credit
	Pool                              // holds the reserves of the pool
	Council                           // a multisig account
	Automation                        // receives the fees of automation tasks
	FrameworkAccount                  // 0x1
	Newcomer                          // created in the last block before the start
	Alice
	Bob
	Carol
	Dave
	namedCount
)

const (
	firstService = Treasury
	lastService  = Bridge
	// firstUser is the first of the ordinary users.
	firstUser = Alice
)

// control is the kind of owner of an account.
type control uint8

const (
	byKey    control = iota
	byModule         // no key: the authentication key is zero
	byItself         // the framework: the authentication key is its address
)

var namedSpecs = [namedCount]struct {
	name    string
	control control
	native  uint64 // initial balance of Native
	usdx    uint64 // initial balance of USDX; no store if 0
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

// AccountNames lists the names of the named accounts, which every chain has.
func AccountNames() []string {
	names := make([]string, len(namedSpecs))
	for i, spec := range namedSpecs {
		names[i] = spec.name
	}
	return names
}

// NamedAccounts lists the named accounts of a seed.
func NamedAccounts(seed uint64) []NamedAccount {
	named := make([]NamedAccount, len(namedSpecs))
	for id := range namedSpecs {
		named[id] = NamedAccount{Name: namedSpecs[id].name, Address: namedIdentity(seed, AccountID(id)).Address}
	}
	return named
}

// MinAccounts is the number of named accounts.
const MinAccounts = int(namedCount)

// Identity is the part of an account that never changes.
type Identity struct {
	Address move.Address
	Secret  Secret
	control control
}

func newIdentity(seed uint64, purpose string, number uint64, control control) Identity {
	identity := Identity{Secret: newSecret(seed, purpose, number), control: control}
	switch control {
	case byKey:
		identity.Address = move.Address(identity.Secret.AuthenticationKey(0))
	case byModule:
		identity.Address = identity.Secret.ownedAddress()
	case byItself:
		identity.Address = move.Address{31: 1}
	}
	return identity
}

// firstKey returns the authentication key of a new account.
func (i Identity) firstKey() Digest {
	if i.control == byModule {
		return Digest{}
	}
	return Digest(i.Address)
}

func namedIdentity(seed uint64, id AccountID) Identity {
	return newIdentity(seed, namedSpecs[id].name, 0, namedSpecs[id].control)
}

// AccountID is the index of an account in Records.Identities.
type AccountID uint32

// Coin is a coin type.
type Coin uint8

const (
	Native Coin = iota // 0x1::native_coin::NativeCoin, 8 decimals
	USDX               // bridge::usdx::Usdx, 6 decimals
	CoinCount
)

// CoinStore is the balance of an account in one coin, in the smallest unit.
type CoinStore struct {
	Balance     uint64
	Deposits    uint32 // length of the event stream
	Withdrawals uint32 // length of the event stream
	Registered  bool   // whether the account has a store for the coin
}

// Account is the current state of an account. Its lists hold indexes into Records.Transactions, in order of execution.
type Account struct {
	AuthenticationKey Digest
	KeyGeneration     uint16 // number of key rotations
	packages          uint8  // published ones, as bits by the index in compiler.PackageNames
	Stores            [CoinCount]CoinStore
	Sent              []uint32 // by the account, so indexed by sequence number
	Automated         []uint32 // by its automation tasks
	// CoinTransactions change a balance of the account by more than a fee.
	CoinTransactions       []uint32
	CoinTransactionsByType [TransactionTypeCount][]uint32
}

// newAccount adds an account with a store for Native.
func (c *Chain) newAccount(identity Identity) AccountID {
	id := AccountID(len(c.accounts))
	c.records.Identities = append(c.records.Identities, identity)
	account := Account{AuthenticationKey: identity.firstKey()}
	account.Stores[Native].Registered = true
	c.accounts = append(c.accounts, account)
	c.ids[identity.Address] = id
	return id
}

// Digest is a SHA-256 or SHA3-256 digest.
type Digest [32]byte

// Secret is the seed of the keys of an account.
type Secret Digest

// newSecret derives a secret from the seed, for a purpose and a number.
func newSecret(seed uint64, purpose string, number uint64) Secret {
	buffer := make([]byte, 0, 64)
	buffer = binary.LittleEndian.AppendUint64(buffer, seed)
	buffer = binary.LittleEndian.AppendUint64(buffer, number)
	buffer = append(buffer, purpose...)
	return sha256.Sum256(buffer)
}

// Scheme is a signature scheme. Each key rotation moves an account on to the next one.
type Scheme uint8

const (
	Ed25519 Scheme = iota
	MultiEd25519
	SingleSender
	schemes
)

const (
	// A MultiEd25519 account signs with MultiKeyThreshold of MultiKeyCount keys.
	MultiKeyCount     = 3
	MultiKeyThreshold = 2
)

// SchemeOf returns the scheme of a key generation, which is the number of rotations.
func SchemeOf(generation uint16) Scheme { return Scheme(generation % uint16(schemes)) }

// PublicKey returns one of the public keys of a generation.
func (s Secret) PublicKey(generation uint16, index byte) [32]byte {
	buffer := append(s[:], "public key"...)
	buffer = binary.LittleEndian.AppendUint16(buffer, generation)
	return sha256.Sum256(append(buffer, index))
}

// AuthenticationKey derives the authentication key from the public keys, as Move chains
// do: SHA3-256 of the keys and the number of the scheme.
func (s Secret) AuthenticationKey(generation uint16) Digest {
	buffer := make([]byte, 0, 128)
	switch SchemeOf(generation) {
	case MultiEd25519:
		for index := range byte(MultiKeyCount) {
			key := s.PublicKey(generation, index)
			buffer = append(buffer, key[:]...)
		}
		buffer = append(buffer, MultiKeyThreshold, 1)
	case SingleSender:
		key := s.PublicKey(generation, 0)
		buffer = append(buffer, 0, byte(len(key))) // kind and length of the key
		buffer = append(append(buffer, key[:]...), 2)
	default:
		key := s.PublicKey(generation, 0)
		buffer = append(append(buffer, key[:]...), 0)
	}
	return sha3.Sum256(buffer)
}

// ownedAddress returns the address of an account without a key.
func (s Secret) ownedAddress() move.Address { return sha3.Sum256(append(s[:], 0xff)) }

// Signature returns a digest in place of the signature by one key. It does not verify.
func (s Secret) Signature(generation uint16, index byte, transaction Digest) [64]byte {
	buffer := append(s[:], "signature"...)
	buffer = binary.LittleEndian.AppendUint16(buffer, generation)
	buffer = append(append(buffer, index), transaction[:]...)
	return sha512.Sum512(buffer)
}
