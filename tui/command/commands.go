package command

import "foredeck/config"

var (
	anAccount  = Thing{Word: "ADDRESS", Kind: Account}
	aModule    = Thing{Word: "ADDRESS::NAME", Kind: Module}
	aFunction  = Thing{Word: "FUNCTION", Kind: Function}
	aType      = Thing{Word: "TYPE", Kind: ResourceType}
	aHeight    = Thing{Word: "HEIGHT|head", Kind: Height}
	aPair      = Thing{Word: "PAIR", Kind: Pair}
	somePairs  = Thing{Word: "PAIR", Kind: Pair, More: true}
	ofVersion3 = []string{"user", "auto", "meta", "record"}
)

// verbs are all commands. They stand here in the order of the help.
var verbs = []*Command{
	{Name: "account", Things: []Thing{anAccount}, Does: "Show an account", Opens: "open account", place: placeOfAccount("")},
	{Name: "txs", Things: []Thing{anAccount}, Does: "List an account's transactions", Opens: "transactions", place: placeOfTransactions, Options: []Option{
		{Name: "kind", Value: "KIND", Values: []string{"sent", "coin", "automated", "all"}, InDeck: true},
		{Name: "type", Value: "TYPE", Values: ofVersion3},
		{Name: "oldest-first"},
		{Name: "start", Value: "CURSOR"},
		{Name: "from-height", Value: "N"},
	}},
	{Name: "modules", Things: []Thing{anAccount}, Does: "List the modules of an account", Opens: "modules of an account", place: placeOfAccount("modules")},
	{Name: "module", Things: []Thing{aModule}, Does: "Show a module", Opens: "open module", place: placeOfModule, Options: []Option{
		{Name: "functions", Value: "KIND", Values: []string{"all", "view", "entry"}},
		{Name: "source"},
	}},
	{Name: "resources", Things: []Thing{anAccount}, Does: "List the resources of an account", Opens: "resources held", place: placeOfAccount("resources"), Options: []Option{
		{Name: "type", Value: "PREFIX"},
	}},
	{Name: "resource", Things: []Thing{anAccount, aType}, Does: "Show a resource", Opens: "open resource", place: placeOfResource, Options: []Option{
		{Name: "path", Value: "PATH", InDeck: true},
	}},
	{Name: "view", Things: []Thing{aFunction}, Does: "Call a view function", Opens: "run a view function", place: placeOfView, Options: []Option{
		{Name: "type-arg", Value: "T", InDeck: true},
		{Name: "arg", Value: "V", InDeck: true},
		{Name: "bcs"},
		{Name: "every", Value: "D"},
	}},
	{Name: "block", Things: []Thing{aHeight}, Does: "Show a consensus block", Opens: "open block", place: placeOfBlock, Options: []Option{
		{Name: "with-batches"},
		{Name: "from-height", Value: "N"},
	}},
	{Name: "blocks", Does: "List the newest consensus blocks", Opens: "blocks, as they come", place: placeOfBlocks, Options: []Option{
		{Name: "last", Value: "N"},
		{Name: "from-height", Value: "N"},
		{Name: "follow", InDeck: true},
		{Name: "votes"},
	}},
	{Name: "price", Things: []Thing{somePairs}, Does: "Show the latest price of pairs", Opens: "open price", place: placeOfPrice, Options: []Option{{Name: "follow"}}},
	{Name: "history", Things: []Thing{aPair}, Does: "List the price history of a pair", Opens: "open price", place: placeOfPrice, Options: []Option{
		{Name: "bar", Value: "D"},
		{Name: "from", Value: "DATE"},
		{Name: "to", Value: "DATE"},
		{Name: "chart"},
	}},
	{Name: "doctor", Does: "Find out what a deployment answers"},
	{Name: "localnet", Does: "Run the simulated network for other programs to use", Options: []Option{
		{Name: "listen", Value: "ADDR"},
		{Name: "seed", Value: "N"},
		{Name: "block-time", Value: "D"},
		{Name: "dialect", Value: "DIALECT", Values: []string{"spec", "deployed"}},
		{Name: "accounts", Value: "N"},
		{Name: "transactions", Value: "N"},
		{Name: "api-key", Value: "KEY"},
		{Name: "consensus-token", Value: "TOKEN"},
		{Name: "coin-order", Value: "ORDER", Values: []string{"newest", "oldest"}},
		{Name: "latency", Value: "D"},
		{Name: "fail-rate", Value: "P"},
	}},
	{Name: "config", Things: []Thing{{Word: "init|show|check|path", Kind: Word, Words: []string{"init", "show", "check", "path"}}}, Does: "Make, show or check the file of settings"},
	{Name: "keys", Does: "List the keys of the deck"},
	{Name: "completion", Things: []Thing{{Word: "SHELL", Kind: Word, Words: []string{"bash", "zsh", "fish", "powershell"}}}, Does: "Print what makes a shell complete command lines"},
	{Name: "man", Things: []Thing{{Word: "DIR", Kind: Word}}, Does: "Write the manual page"},
	{Name: "version", Does: "Print the version"},
}

// Global are the options of every command. What they say is settled when the deck is opened: it takes none of them.
func Global() []Option {
	return []Option{
		{Name: "network", Value: "NAME"},
		{Name: "base-url", Value: "URL"},
		{Name: "oracle-url", Value: "URL"},
		{Name: "rpc-version", Value: "VERSION", Values: []string{"auto", "v1", "v2", "v3"}},
		{Name: "timeout", Value: "D"},
		{Name: "config", Value: "FILE"},
		{Name: "theme", Value: "NAME", Values: config.Themes},
		{Name: "no-color"},
		{Name: "output", Shorthand: "o", Value: "FORMAT", Values: []string{"table", "wide", "json", "jsonl", "csv", "raw"}},
		{Name: "limit", Value: "N"},
		{Name: "all"},
		{Name: "verbose", Shorthand: "v"},
		{Name: "record", Value: "FILE"},
		{Name: "replay", Value: "FILE"},
		{Name: "pace", Value: "PACE", Values: []string{"speed", "recorded"}},
	}
}
