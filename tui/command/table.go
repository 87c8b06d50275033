package command

import "foredeck/config"

var (
	accountArg  = Arg{Name: "ADDRESS", Kind: Account}
	moduleArg   = Arg{Name: "ADDRESS::NAME", Kind: Module}
	functionArg = Arg{Name: "FUNCTION", Kind: Function}
	typeArg     = Arg{Name: "TYPE", Kind: ResourceType}
	heightArg   = Arg{Name: "HEIGHT|head", Kind: Height}
	pairArg     = Arg{Name: "PAIR", Kind: Pair}
	pairsArg    = Arg{Name: "PAIR", Kind: Pair, Repeated: true}
	ofVersion3  = []string{"user", "auto", "meta", "record"}
)

// table are all commands. They stand here in the order of the help.
var table = []*Command{
	{Name: "account", Args: []Arg{accountArg}, Short: "Show an account", Opens: "open account", link: linkToAccount("")},
	{Name: "txs", Args: []Arg{accountArg}, Short: "List an account's transactions", Opens: "transactions", link: linkToTransactions, Options: []Option{
		{Name: "kind", Value: "KIND", Values: []string{"sent", "coin", "automated", "all"}, InDeck: true},
		{Name: "type", Value: "TYPE", Values: ofVersion3},
		{Name: "oldest-first"},
		{Name: "start", Value: "CURSOR"},
		{Name: "from-height", Value: "N"},
	}},
	{Name: "modules", Args: []Arg{accountArg}, Short: "List the modules of an account", Opens: "modules of an account", link: linkToAccount("modules")},
	{Name: "module", Args: []Arg{moduleArg}, Short: "Show a module", Opens: "open module", link: linkToModule, Options: []Option{
		{Name: "functions", Value: "KIND", Values: []string{"all", "view", "entry"}},
		{Name: "source"},
	}},
	{Name: "resources", Args: []Arg{accountArg}, Short: "List the resources of an account", Opens: "resources held", link: linkToAccount("resources"), Options: []Option{
		{Name: "type", Value: "PREFIX"},
	}},
	{Name: "resource", Args: []Arg{accountArg, typeArg}, Short: "Show a resource", Opens: "open resource", link: linkToResource, Options: []Option{
		{Name: "path", Value: "PATH", InDeck: true},
	}},
	{Name: "view", Args: []Arg{functionArg}, Short: "Call a view function", Opens: "run a view function", link: linkToView, Options: []Option{
		{Name: "type-arg", Value: "T", InDeck: true},
		{Name: "arg", Value: "V", InDeck: true},
		{Name: "bcs"},
		{Name: "every", Value: "D"},
	}},
	{Name: "block", Args: []Arg{heightArg}, Short: "Show a consensus block", Opens: "open block", link: linkToBlock, Options: []Option{
		{Name: "with-batches"},
		{Name: "from-height", Value: "N"},
	}},
	{Name: "blocks", Short: "List the newest consensus blocks", Opens: "blocks, as they come", link: linkToBlocks, Options: []Option{
		{Name: "last", Value: "N"},
		{Name: "from-height", Value: "N"},
		{Name: "follow", InDeck: true},
		{Name: "votes"},
	}},
	{Name: "price", Args: []Arg{pairsArg}, Short: "Show the latest price of pairs", Opens: "open price", link: linkToPrice, Options: []Option{{Name: "follow"}}},
	{Name: "history", Args: []Arg{pairArg}, Short: "List the price history of a pair", Opens: "open price", link: linkToPrice, Options: []Option{
		{Name: "bar", Value: "D"},
		{Name: "from", Value: "DATE"},
		{Name: "to", Value: "DATE"},
		{Name: "chart"},
	}},
	{Name: "doctor", Short: "Find out what a deployment answers"},
	{Name: "localnet", Short: "Run the simulated network for other programs to use", Options: []Option{
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
	{Name: "config", Args: []Arg{{Name: "init|show|check|path", Kind: Word, Words: []string{"init", "show", "check", "path"}}}, Short: "Make, show or check the file of settings"},
	{Name: "keys", Short: "List the keys of the deck"},
	{Name: "completion", Args: []Arg{{Name: "SHELL", Kind: Word, Words: []string{"bash", "zsh", "fish", "powershell"}}}, Short: "Print what makes a shell complete command lines"},
	{Name: "man", Args: []Arg{{Name: "DIR", Kind: Word}}, Short: "Write the manual page"},
	{Name: "version", Short: "Print the version"},
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
