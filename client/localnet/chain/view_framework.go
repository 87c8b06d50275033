package chain

import "slices"

// frameworkFunctions are the view functions of the framework, except those about coins and objects.
var frameworkFunctions = map[string]viewFunction{
	"account::exists_at":           exists((*ViewCall).account),
	"account::get_sequence_number": aboutAccount(func(c *ViewCall, id AccountID) any { return c.now.SequenceNumber(id) }),
	"account::get_authentication_key": aboutAccount(func(c *ViewCall, id AccountID) any {
		key := c.now.AuthenticationKey(id)
		return key[:]
	}),
	"account::get_guid_next_creation_num":   aboutAccount(func(c *ViewCall, id AccountID) any { return c.now.nextCreation(id) }),
	"account::is_signer_capability_offered": aboutAccount(func(*ViewCall, AccountID) any { return false }),

	"automation_registry::get_next_task_index":      func(c *ViewCall) []any { return []any{c.now.nextTask()} },
	"automation_registry::get_registry_fee_address": func(c *ViewCall) []any { return []any{c.genesis.named[Automation]} },
	"automation_registry::is_registration_enabled":  constant(true),

	"block::get_current_block_height": func(c *ViewCall) []any { return []any{c.now.head()} },
	"block::get_epoch_interval_secs":  func(c *ViewCall) []any { return []any{c.now.epochInterval() / microsecondsPerSecond} },
	"chain_id::get":                   constant(uint64(ID)),

	"code::package_names": func(c *ViewCall) []any {
		names := none()
		if id, ok := c.account(); ok {
			for _, record := range c.now.packagesOf(id) {
				names = append(names, record.(Fields)["name"])
			}
		}
		return []any{names}
	},

	"multisig_account::owners": aboutCouncil(func(c *ViewCall) any { return c.genesis.addresses(councilOwners[:]...) }, 0),
	"multisig_account::is_owner": aboutCouncil(func(c *ViewCall) any {
		return slices.Contains(c.genesis.addresses(councilOwners[:]...), any(c.address(0)))
	}, 1),
	"multisig_account::num_signatures_required": aboutCouncil(func(*ViewCall) any { return uint64(councilSignatures) }, 0),
	"multisig_account::last_resolved_sequence_number": aboutCouncil(func(c *ViewCall) any {
		return c.now.chain.councilTransactions
	}, 0),
	"multisig_account::next_sequence_number": aboutCouncil(func(c *ViewCall) any { return c.now.chain.councilTransactions + 1 }, 0),

	"native_account::can_receive_direct_coin_transfers": constant(true),
	"reconfiguration::current_epoch":                    func(c *ViewCall) []any { return []any{c.now.epoch()} },
	"reconfiguration::last_reconfiguration_time":        func(c *ViewCall) []any { return []any{c.now.epochStart()} },
	"timestamp::now_microseconds":                       func(c *ViewCall) []any { return []any{uint64(c.now.time())} },
	"timestamp::now_seconds":                            func(c *ViewCall) []any { return []any{uint64(c.now.time()) / microsecondsPerSecond} },
}

// aboutAccount makes functions of the account at the first argument.
var aboutAccount = about((*ViewCall).account, notFound, "EACCOUNT_DOES_NOT_EXIST")

// aboutCouncil returns a function of the multisig account, which is the argument at index.
func aboutCouncil(result func(*ViewCall) any, index int) viewFunction {
	return func(c *ViewCall) []any {
		if c.address(index) != c.genesis.named[Council] {
			return c.abort(noCategory, "EACCOUNT_NOT_MULTISIG")
		}
		return []any{result(c)}
	}
}
