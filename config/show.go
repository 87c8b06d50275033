package config

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Entry is a value with its origin.
type Entry struct {
	Key   string `json:"key"`
	Value string `json:"value"` // as TOML, or empty
	From  string `json:"from"`  // default, flag, environment VARIABLE, or line N of the file
}

// Entries returns all values in effect with their origins; of the networks only the current one. Of secrets it has only the origin.
func (s *Settings) Entries(environment func(string) string) []Entry {
	entries := []Entry{{"network", quoted(s.Network.Name), s.origin("network")}}
	for _, option := range options {
		entries = append(entries, Entry{option.key, option.shown(s), s.origin(option.key)})
	}
	prefix := "networks." + bareOrQuoted(s.Network.Name) + "."
	for _, option := range networkOptions {
		if s.Network.Name == Simulated && option.key != "decimals" {
			continue
		}
		entries = append(entries, Entry{prefix + option.key, option.toml(&s.Network), s.origin(prefix + option.key)})
	}
	for _, secret := range s.Network.secrets() {
		written, origin := secret.state(environment)
		entries = append(entries, Entry{prefix + secret.key, written, origin})
	}
	for _, name := range s.Names {
		key := "names." + name.Name
		entries = append(entries, Entry{key, quoted(name.Address), s.origin(key)})
	}
	for _, group := range s.Groups {
		key := "groups." + group.Name
		entries = append(entries, Entry{key, quotedList(group.Accounts), s.origin(key)})
	}
	entries = slices.Concat(entries, validators.entries(s), holdings.entries(s), commands.entries(s), receivers.entries(s))
	for _, alias := range s.Aliases {
		key := "aliases." + alias.Name
		entries = append(entries, Entry{key, quoted(alias.Line), s.origin(key)})
	}
	for _, query := range s.Queries {
		key := "queries." + query.Name
		entries = append(entries, Entry{key, quoted(query.SQL), s.origin(key)})
	}
	for _, jump := range s.Jumps {
		key := "jumps." + bareOrQuoted(jump.Field)
		entries = append(entries, Entry{key, quoted(jump.Link), s.origin(key)})
	}
	for _, coin := range s.Coins {
		entries = append(entries, Entry{"decimals." + quoted(coin.Type), strconv.Itoa(coin.Decimals), fileOrigin(coin.Line)})
	}
	for _, binding := range s.Keys {
		entries = append(entries, Entry{"keys." + quoted(binding.Action), quotedList(binding.Keys), fileOrigin(binding.Line)})
	}
	return entries
}

func (s *Settings) origin(key string) string { return cmp.Or(s.origins[key], "default") }

// Sample returns a config file in which every option is explained and commented out.
func Sample() string {
	var out strings.Builder
	out.WriteString(`# Configuration of foredeck. First match wins: flag, environment, this file, default. Commented values are the defaults, or
# examples if there is no default. foredeck config check reports invalid lines, for which the default is used.

# Network: ` + strings.Join(networkNames(builtIn()), ", ") + `, or one of your own below.
# network = ` + quoted(Simulated) + "\n")
	settings := defaults()
	table := ""
	for _, option := range options {
		key := option.key
		if inTable, rest, ok := strings.Cut(key, "."); ok {
			if key = rest; table != inTable {
				table = inTable
				out.WriteString("\n[" + table + "]\n")
			}
		}
		writeOption(&out, option.help, key, cmp.Or(option.toml(settings), option.example))
	}
	out.WriteString(`
# Names for addresses, on every network.
[names]
# treasury = "0x1"

# Groups of accounts, by address and name, for commands that ask for several at once: foredeck view FUNCTION --arg @team. @saved is all
# accounts with a name.
[groups]
# team = ["treasury", "0x5eed"]

# Validators by their index in the committee, which is all that votes have: a name, the author address of the blocks, and the stake pool
# for alerts about it, which the node may not tell. Those of one network go into [networks.NAME.validators.17].
# [validators.17]
# name = "mine"
# author = "0x5e01"
# stake_pool = "0x5e02"

# What you hold, for its value and profit on Home, on the price screen and by foredeck holdings: the amount in the first currency of the
# pair, and optionally the cost per unit in the second one. It stays on this machine; only the prices of the pairs are requested.
[holdings]
# btc_usdt = { amount = "0.5", cost = "40000" }

# A command of your own, by its name.
# [commands.show]
`)
	show := newCommand("show")
	for _, option := range commandOptions {
		writeOption(&out, option.help, option.key, cmp.Or(option.toml(&show), option.example))
	}
	out.WriteString("\n# A service that gets alerts, by a name of your own.\n# [receivers.pager]\n")
	pager := newReceiver("pager")
	for _, option := range receiverOptions {
		writeOption(&out, option.help, option.key, cmp.Or(option.toml(&pager), option.example))
	}
	out.WriteString(`
# Short names for lines of the command palette. The words that follow them are appended.
[aliases]
# usdt = "price btc_usdt"

# Saved queries of the index, for foredeck sql @NAME and for panels of walls. :name is a parameter: --param name=VALUE.
[queries]
# calls = "select status, count(*) from calls where function = :function group by 1"

# What enter opens on a field in a tree, by its Move type or as a field of a type: a link without its network, with {} for the value.
[jumps]
# "0x5::pool::PoolId" = "account/{}/resources"
# "0x5::pool::Position.opened_at" = "block/{}"

# Decimals of coins by type. They override those of the chain.
[decimals]
# "0x1::coins::Coin" = 6

# Keys by action id; foredeck keys lists the ids. A key that is already in use is reported, and the action keeps its default keys.
[keys]
# "deck.quit" = "ctrl+q"
# "list.down" = ["down", "j", "ctrl+j"]

# A network of your own. Omitted values have the defaults shown here.
# [networks.mine]
`)
	mine := newNetwork("mine")
	for _, option := range networkOptions {
		writeOption(&out, option.help, option.key, cmp.Or(option.toml(&mine), option.example))
	}
	for _, network := range builtIn() {
		if network.Name == Simulated {
			continue
		}
		out.WriteString("\n# Built in.\n# [networks." + network.Name + "]\n")
		for _, option := range networkOptions {
			if written := option.toml(&network); written != "" && written != option.toml(&mine) {
				out.WriteString("# " + option.key + " = " + written + "\n")
			}
		}
	}
	return out.String()
}

func writeOption(out *strings.Builder, does, key, written string) {
	if does != "" {
		out.WriteString("\n# " + strings.ReplaceAll(does, "\n", "\n# ") + "\n")
	}
	out.WriteString("# " + key + " = " + written + "\n")
}

func networkNames(networks []Network) []string {
	names := make([]string, len(networks))
	for i, network := range networks {
		names[i] = network.Name
	}
	return names
}

// findNetwork returns the index of a network, or -1.
func findNetwork(networks []Network, name string) int {
	return slices.Index(networkNames(networks), name)
}
