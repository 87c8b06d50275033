package localnet

import "foredeck/client/move"

// NamedAccount is an account of the network that has a name. Nodes know no names: they
// are for the people who look at it.
type NamedAccount struct {
	Name    string
	Address move.Address
}

// The named accounts, by their place in the list of all accounts.
const (
	treasury   accountID = iota // the main account: it sends and gets the most
	faucet                      // funds, creates accounts, pays fees for others
	exchange                    // owns the module pool
	market                      // owns the module order_book
	bridge                      // owns the modules endpoint and usdx
	pool                        // holds the reserves of the exchange's pool
	council                     // a multisig account, spent by its owners
	automation                  // takes the fees of automation tasks
	framework                   // 0x1
	newcomer                    // created last, has done nothing yet
	alice
	bob
	carol
	dave
	namedAccounts
)

const (
	firstService = treasury
	lastService  = bridge
	// firstPerson to the last account of the start are ordinary users.
	firstPerson = alice
)

// control says who can sign for an account.
type control uint8

const (
	byKey    control = iota
	byModule         // no key: the authentication key is zero
	byItself         // the framework: its authentication key is its address
)

var casting = [namedAccounts]struct {
	name    string
	control control
	native  uint64 // funds at the start, in NativeCoin of 8 decimals
	usdx    uint64 // and in Usdx of 6; an account without has no store for it
}{
	treasury:   {"treasury", byKey, 400_000_000e8, 100_000_000e6},
	faucet:     {"faucet", byKey, 200_000_000e8, 0},
	exchange:   {"exchange", byKey, 100_000_000e8, 60_000_000e6},
	market:     {"market", byKey, 60_000_000e8, 40_000_000e6},
	bridge:     {"bridge", byKey, 60_000_000e8, 40_000_000e6},
	pool:       {"pool", byModule, 5_000_000e8, 3_000_000e6},
	council:    {"council", byModule, 20_000_000e8, 0},
	automation: {"automation", byModule, 0, 0},
	framework:  {"framework", byItself, 0, 0},
	newcomer:   {"newcomer", byKey, 0, 0},
	alice:      {"alice", byKey, 250_000e8, 90_000e6},
	bob:        {"bob", byKey, 120_000e8, 40_000e6},
	carol:      {"carol", byKey, 80_000e8, 0},
	dave:       {"dave", byKey, 30_000e8, 5_000e6},
}

// AccountNames are the names of the named accounts, which every local network has.
func AccountNames() []string {
	names := make([]string, len(casting))
	for i := range casting {
		names[i] = casting[i].name
	}
	return names
}

// identity is what of an account never changes.
type identity struct {
	address move.Address
	origin  origin
	control control
}

func newIdentity(seed uint64, purpose string, number uint64, control control) identity {
	made := identity{origin: originOf(seed, purpose, number), control: control}
	switch control {
	case byKey:
		made.address = move.Address(made.origin.authenticationKey(0))
	case byModule:
		made.address = made.origin.ownedAddress()
	case byItself:
		made.address = move.Address{31: 1}
	}
	return made
}

// firstKey is the authentication key an account is created with.
func (i identity) firstKey() digest {
	if i.control == byModule {
		return digest{}
	}
	return digest(i.address)
}

func namedIdentity(seed uint64, id accountID) identity {
	return newIdentity(seed, casting[id].name, 0, casting[id].control)
}
