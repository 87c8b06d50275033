package chain

import "math/big"

var frameworkFunctions = map[string]viewFunction{
	"account::exists_at": func(c *ViewCall) []any {
		_, ok := c.now.Lookup(c.address(0))
		return []any{ok}
	},
	"account::get_sequence_number": ofAccount(func(c *ViewCall, id AccountID) any { return c.now.SequenceNumber(id) }),
	"account::get_authentication_key": ofAccount(func(c *ViewCall, id AccountID) any {
		key := c.now.AuthenticationKey(id)
		return key[:]
	}),
	"account::get_guid_next_creation_num":   ofAccount(func(c *ViewCall, id AccountID) any { return c.now.nextCreation(id) }),
	"account::is_signer_capability_offered": ofAccount(func(*ViewCall, AccountID) any { return false }),

	"automation_registry::get_next_task_index":      func(c *ViewCall) []any { return []any{c.now.nextTask()} },
	"automation_registry::get_registry_fee_address": func(c *ViewCall) []any { return []any{c.genesis.named[Automation]} },
	"automation_registry::is_registration_enabled":  constant(true),

	"block::get_current_block_height": func(c *ViewCall) []any { return []any{c.now.head()} },
	"block::get_epoch_interval_secs":  constant(epochInterval / microsecondsPerSecond),
	"chain_id::get":                   constant(uint64(ID)),

	"code::package_names": func(c *ViewCall) []any {
		names := none()
		if id, ok := c.now.Lookup(c.address(0)); ok {
			for _, record := range c.now.packagesOf(id) {
				names = append(names, record.(Fields)["name"])
			}
		}
		return []any{names}
	},

	"multisig_account::owners": ofCouncil(func(c *ViewCall) any {
		var owners []any
		for _, owner := range councilOwners {
			owners = append(owners, c.genesis.named[owner])
		}
		return owners
	}, 0),
	"multisig_account::is_owner": ofCouncil(func(c *ViewCall) any {
		for _, owner := range councilOwners {
			if c.genesis.named[owner] == c.address(0) {
				return true
			}
		}
		return false
	}, 1),
	"multisig_account::num_signatures_required": ofCouncil(func(*ViewCall) any { return uint64(councilSignatures) }, 0),
	"multisig_account::last_resolved_sequence_number": ofCouncil(func(c *ViewCall) any {
		return c.now.chain.decisions
	}, 0),
	"multisig_account::next_sequence_number": ofCouncil(func(c *ViewCall) any { return c.now.chain.decisions + 1 }, 0),

	"native_account::can_receive_direct_coin_transfers": constant(true),
	"reconfiguration::current_epoch":                    func(c *ViewCall) []any { return []any{c.now.epoch()} },
	"reconfiguration::last_reconfiguration_time":        func(c *ViewCall) []any { return []any{c.now.epochStart()} },
	"timestamp::now_microseconds":                       func(c *ViewCall) []any { return []any{uint64(c.now.time())} },
	"timestamp::now_seconds":                            func(c *ViewCall) []any { return []any{uint64(c.now.time()) / microsecondsPerSecond} },
}

// ofAccount is a function about the account of its first argument.
func ofAccount(tell func(*ViewCall, AccountID) any) viewFunction {
	return func(c *ViewCall) []any {
		id, ok := c.now.Lookup(c.address(0))
		if !ok {
			return c.abort(notFound, "EACCOUNT_DOES_NOT_EXIST")
		}
		return []any{tell(c, id)}
	}
}

// ofCouncil is a function about the one multisig account, which is its argument at place.
func ofCouncil(tell func(*ViewCall) any, place int) viewFunction {
	return func(c *ViewCall) []any {
		if c.address(place) != c.genesis.named[Council] {
			return c.abort(noCategory, "EACCOUNT_NOT_MULTISIG")
		}
		return []any{tell(c)}
	}
}

// exampleFunctions give back what they are given, or show something of each type.
var exampleFunctions = map[string]viewFunction{
	"example::echo_bool":         echo,
	"example::echo_u8":           echo,
	"example::echo_u16":          echo,
	"example::echo_u32":          echo,
	"example::echo_u64":          echo,
	"example::echo_u128":         echo,
	"example::echo_u256":         echo,
	"example::echo_address":      echo,
	"example::echo_bytes":        echo,
	"example::echo_numbers":      echo,
	"example::echo_flags":        echo,
	"example::echo_table":        echo,
	"example::echo_names":        echo,
	"example::echo_string":       echo,
	"example::echo_option":       echo,
	"example::echo_option_bytes": echo,
	"example::echo_object":       echo,
	"example::echo":              echo,
	"example::mixed":             echo,
	"example::nothing":           echo,
	"example::every_type": func(c *ViewCall) []any {
		most := func(bits uint) *big.Int {
			return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
		}
		return []any{
			uint64(7), uint64(1<<16 - 1), uint64(1<<32 - 1), uint64(1<<64 - 1), most(128), most(256), true, frameworkAddress,
			[]any{uint64(255), uint64(1)}, []byte{0, 255}, `Hello "World"!`, none(), some(c.genesis.named[Treasury]),
			c.genesis.role(), c.genesis.credit.metadata, Fields{"value": wide(12)}, Fields{"dummy_field": false},
		}
	},
	"example::always_aborts": func(c *ViewCall) []any { return c.abort(noCategory, "EALWAYS") },
}

func echo(c *ViewCall) []any { return c.arguments }
