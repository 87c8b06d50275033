package localnet

var frameworkFunctions = map[string]viewFunction{
	"account::exists_at": func(c *viewCall) []any {
		_, ok := c.now.account(c.address(0))
		return []any{ok}
	},
	"account::get_sequence_number": ofAccount(func(c *viewCall, id accountID) any { return c.now.sequenceNumber(id) }),
	"account::get_authentication_key": ofAccount(func(c *viewCall, id accountID) any {
		key := c.now.authenticationKey(id)
		return key[:]
	}),
	"account::get_guid_next_creation_num":   ofAccount(func(c *viewCall, id accountID) any { return c.now.nextCreation(id) }),
	"account::is_signer_capability_offered": ofAccount(func(*viewCall, accountID) any { return false }),

	"automation_registry::get_next_task_index":      func(c *viewCall) []any { return []any{c.now.nextTask()} },
	"automation_registry::get_registry_fee_address": func(c *viewCall) []any { return []any{c.world.named[automation]} },
	"automation_registry::is_registration_enabled":  constant(true),

	"block::get_current_block_height": func(c *viewCall) []any { return []any{c.now.head()} },
	"block::get_epoch_interval_secs":  constant(epochInterval / microsecondsPerSecond),
	"chain_id::get":                   constant(uint64(chainID)),

	"code::package_names": func(c *viewCall) []any {
		names := none()
		if id, ok := c.now.account(c.address(0)); ok {
			for _, record := range c.world.packagesOf(c.now, id) {
				names = append(names, record.(fields)["name"])
			}
		}
		return []any{names}
	},

	"multisig_account::owners": ofCouncil(func(c *viewCall) any {
		var owners []any
		for _, owner := range councilOwners {
			owners = append(owners, c.world.named[owner])
		}
		return owners
	}, 0),
	"multisig_account::is_owner": ofCouncil(func(c *viewCall) any {
		for _, owner := range councilOwners {
			if c.world.named[owner] == c.address(0) {
				return true
			}
		}
		return false
	}, 1),
	"multisig_account::num_signatures_required": ofCouncil(func(*viewCall) any { return uint64(councilSignatures) }, 0),
	"multisig_account::last_resolved_sequence_number": ofCouncil(func(c *viewCall) any {
		return c.now.chain.decisions
	}, 0),
	"multisig_account::next_sequence_number": ofCouncil(func(c *viewCall) any { return c.now.chain.decisions + 1 }, 0),

	"native_account::can_receive_direct_coin_transfers": constant(true),
	"reconfiguration::current_epoch":                    func(c *viewCall) []any { return []any{c.now.epoch()} },
	"reconfiguration::last_reconfiguration_time":        func(c *viewCall) []any { return []any{c.now.epochStart()} },
	"timestamp::now_microseconds":                       func(c *viewCall) []any { return []any{uint64(c.now.time())} },
	"timestamp::now_seconds":                            func(c *viewCall) []any { return []any{uint64(c.now.time()) / microsecondsPerSecond} },
}

// ofAccount is a function about the account of its first argument.
func ofAccount(tell func(*viewCall, accountID) any) viewFunction {
	return func(c *viewCall) []any {
		id, ok := c.now.account(c.address(0))
		if !ok {
			return c.abort(notFound, "EACCOUNT_DOES_NOT_EXIST")
		}
		return []any{tell(c, id)}
	}
}

// ofCouncil is a function about the one multisig account, which is its argument at place.
func ofCouncil(tell func(*viewCall) any, place int) viewFunction {
	return func(c *viewCall) []any {
		if c.address(place) != c.world.named[council] {
			return c.abort(noCategory, "EACCOUNT_NOT_MULTISIG")
		}
		return []any{tell(c)}
	}
}
