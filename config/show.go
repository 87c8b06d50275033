package config

import (
	"cmp"
	"strconv"
	"strings"
)

// Entry is one value with where it comes from.
type Entry struct {
	Key   string `json:"key"`
	Value string `json:"value"` // as TOML; empty: nothing is said
	From  string `json:"from"`  // default, flag, environment VARIABLE, or line N of the file
}

// Entries are all values that the program goes by, with where each comes from: those of the networks for the one that is
// looked at alone. Of secrets it is told where they come from, never what they are.
func (s *Settings) Entries(environment func(string) string) []Entry {
	entries := []Entry{{"network", quoted(s.Network.Name), s.from("network")}}
	for _, option := range options {
		entries = append(entries, Entry{option.key, option.toml(s), s.from(option.key)})
	}
	prefix := "networks." + bareOrQuoted(s.Network.Name) + "."
	for _, option := range networkOptions {
		if s.Network.Name == Simulated && option.key != "decimals" {
			continue
		}
		entries = append(entries, Entry{prefix + option.key, option.toml(&s.Network), s.from(prefix + option.key)})
	}
	for _, secret := range []struct {
		key, variable string
		secret        Secret
	}{{"api_key", APIKeyVariable, s.Network.APIKey}, {"consensus_token", ConsensusTokenVariable, s.Network.ConsensusToken}} {
		entry := Entry{Key: prefix + secret.key, Value: "not set", From: "default"}
		if secret.secret.IsSet(secret.variable, environment) {
			entry.Value, entry.From = "set", secret.secret.origin(secret.variable, environment)
		}
		entries = append(entries, entry)
	}
	for _, name := range s.Names {
		key := "names." + name.Name
		entries = append(entries, Entry{key, quoted(name.Address), s.from(key)})
	}
	for _, coin := range s.Coins {
		entries = append(entries, Entry{"decimals." + quoted(coin.Type), strconv.Itoa(coin.Decimals), fileOrigin(coin.Line)})
	}
	for _, binding := range s.Keys {
		entries = append(entries, Entry{"keys." + quoted(binding.Action), quotedList(binding.Keys), fileOrigin(binding.Line)})
	}
	return entries
}

func (s *Settings) from(key string) string { return cmp.Or(s.origins[key], "default") }

// origin is which of its sources gives the secret.
func (s Secret) origin(before string, environment func(string) string) string {
	switch {
	case environment(before) != "":
		return "environment " + before
	case s.Variable != "" && environment(s.Variable) != "":
		return "environment " + s.Variable
	case s.File != "":
		return "file " + s.File
	}
	return "command " + s.Command[0]
}

// Sample is a file of settings in which every option is explained and left as it is by default.
func Sample() string {
	var out strings.Builder
	out.WriteString(`# Settings of foredeck. A flag goes before the environment, that before this file, and that before the default. What is
# commented out is the default, or an example where there is none. foredeck config check names what is wrong in here; the
# program goes on with the default then.

# The network to look at: ` + names(builtIn()) + `, or one of your own below.
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
		writeOption(&out, option.does, key, cmp.Or(option.toml(settings), option.example))
	}
	out.WriteString(`
# Names for addresses, on every network.
[names]
# treasury = "0x1"

# Decimals of the amounts of coins, by their type, where the chain does not tell them or tells others.
[decimals]
# "0x1::coins::Coin" = 6

# Keys by the id of what they do; foredeck keys lists the ids. A key that is in use already is reported, and left as it is.
[keys]
# "deck.quit" = "ctrl+q"
# "list.down" = ["down", "j", "ctrl+j"]

# A network of your own. What is left out is as it stands here.
# [networks.mine]
`)
	mine := usual("mine")
	for _, option := range networkOptions {
		writeOption(&out, option.does, option.key, cmp.Or(option.toml(&mine), option.example))
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

func names(networks []Network) string {
	all := make([]string, len(networks))
	for i, network := range networks {
		all[i] = network.Name
	}
	return strings.Join(all, ", ")
}
