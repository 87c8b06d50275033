package command

import (
	"slices"
	"time"

	"foredeck/config"
)

var (
	accountArg  = Arg{Name: "ADDRESS", Kind: Account}
	moduleArg   = Arg{Name: "ADDRESS::NAME", Kind: Module}
	functionArg = Arg{Name: "FUNCTION", Kind: Function}
	typeArg     = Arg{Name: "TYPE", Kind: ResourceType}
	heightArg   = Arg{Name: "HEIGHT|head|HASH", Kind: Height}

	filterOption = Option{Name: "filter", Value: "FILTER",
		Usage: "only records that match all terms, such as 'status:fail age:<1h'; --limit counts matches (see foredeck help filter)"}

	fromHeight = Option{Name: "from-height", Value: "N", Usage: "start the search for the newest block at this height"}
)

// Formats are the output formats of -o that commands print themselves. All commands that print data from a node support them.
var Formats = []string{"table", "wide", "plain", "json", "jsonl", "csv", "raw"}

// The formats into which the JSON of every command can be converted.
const (
	YAML     = "yaml"
	JSONPath = "jsonpath=" // followed by an expression
	JQ       = "jq="       // followed by a filter
)

// Converted are these formats as help writes them.
var Converted = []string{YAML, JSONPath + "EXPR", JQ + "FILTER"}

var (
	localFormats  = []string{"table", "wide", "plain", "json", "jsonl", "csv"} // of data that no node has sent
	reportFormats = []string{"table", "json", "jsonl"}
)

const (
	addressHelp = "ADDRESS is 1 to 64 hex digits, with or without 0x, or a saved name."
	tokenHelp   = "Nodes require a token for certificates and batches: set FOREDECK_CONSENSUS_TOKEN. Public nodes show the rest without one, votes too where the events NewBlock have them."
)

// The options that follow a resource or module.
var (
	everyOption   = Option{Name: "every", Value: "D", Default: time.Duration(0), Usage: "read it at this interval until ctrl+c"}
	changesOption = Option{Name: "changes", Usage: "with --every: print the first state, then only changes"}
)

const changesHelp = `
--every 5s --changes prints it once and then each change with the time and the newest block when it was seen; -o jsonl has the
whole state and the paths that changed.

`

// table lists all commands in the order of the help.
var table = slices.Concat(chainCommands, indexCommands, priceCommands, programCommands)

// chainCommands print what a node has.
var chainCommands = []*Command{
	{
		Name: "account", Args: []Arg{accountArg}, Opens: "open account", link: linkToAccount(""), Formats: Formats, Visitors: Allowed,
		Short: "Show an account",
		Long:  "Show an account. " + addressHelp,
		Example: `  foredeck account treasury
  foredeck account treasury --balances
  foredeck account 0x1 --base-url https://rpc.example.org -o json`,
		Options: []Option{{Name: "balances", Usage: "print the coins and fungible assets held, and how each was found"}},
	},
	{
		Name: "balance", Args: []Arg{accountArg}, Formats: localFormats, IsList: true, Visitors: Allowed,
		InDeck: "in the deck, an account shows its balances; this line runs in a shell",
		Short:  "Show an account's balances, or the history of one",
		Long: `Show what an account holds. ` + addressHelp + `

--history lists the transactions that changed the balance of a coin, newest first: what they moved, the fee that the account paid, and the
balance behind each. It is computed from today's balance backwards, from the sent, received and automated transactions, and within a block
in the order of the lists. With --all the whole history is read: what it does not explain is printed with its amount and what may explain
it, such as coins from the genesis of the chain, pruned transactions, fees paid for transactions of others or transfers of fungible assets, which nodes do not list.`,
		Example: `  foredeck balance treasury
  foredeck balance treasury --history --limit 20
  foredeck balance treasury --coin USDX --history --all -o csv`,
		Options: []Option{
			{Name: "coin", Value: "COIN", Usage: "symbol or type of the coin (default with --history: the native one)"},
			{Name: "history", Usage: "print the balance behind each transaction that changed it"},
		},
	},
	{
		Name: "txs", Args: []Arg{accountArg}, Opens: "transactions", link: linkToTransactions, Formats: Formats, IsList: true, Visitors: Allowed,
		Short: "List an account's transactions",
		Long: `List an account's transactions, newest first. ` + addressHelp + `

--kind sent       transactions sent by the account, by sequence number
       coin       coin transfers of the account, in and out, with the change of its coins; fungible asset stores are not included
       fungible   transfers of a fungible asset, of the store that ADDRESS is (public nodes)
       automated  transactions of its automation tasks (RPC v3)
       all        all of these by block time, each once`,
		Example: `  foredeck txs treasury --limit 5
  foredeck txs treasury --kind coin --type user
  foredeck txs treasury --all --filter 'status:fail reason:INSUFFICIENT age:<1d'
  foredeck txs treasury --oldest-first --all -o jsonl | head`,
		Options: []Option{
			{Name: "kind", Value: "KIND", Values: []string{"sent", "coin", "fungible", "automated", "all"}, Default: "sent", InDeck: true,
				Usage: "which transactions: sent, coin, fungible, automated or all"},
			{Name: "type", Value: "TYPE", Values: []string{"user", "auto", "meta", "record"}, InDeck: true,
				Usage: "only this type, with --kind coin: user, auto, meta or record (RPC v3)"},
			{Name: "oldest-first", InDeck: true, Usage: "list the oldest first"},
			{Name: "start", Value: "CURSOR", InDeck: true,
				Usage: "where to start: a sequence number (inclusive) with --kind sent, a cursor of the node (exclusive) with coin or automated"},
			{Name: "from-height", Value: "N", Default: uint64(0), InDeck: true, Usage: "start at this block height (inclusive), with --kind automated"},
			{Name: filterOption.Name, Value: filterOption.Value, Usage: filterOption.Usage, InDeck: true},
			{Name: "columns", Value: "PATH", Default: []string(nil), InDeck: true,
				Usage: "further column of a table or CSV, such as arg[1].amount; repeat for each"},
		},
	},
	{
		Name: "tx", Args: []Arg{{Name: "ADDRESS|HASH", Kind: Sender}, {Name: "SEQUENCE", Kind: Sequence, Optional: true}},
		Opens: "open transaction", link: linkToTransaction, Formats: Formats, Visitors: Allowed,
		Short: "Show a transaction",
		Long: `Show the transaction that an account sent with a sequence number. ` + addressHelp + `

With HASH, 64 hex digits with or without 0x, it can be a transaction of any type, also a pending one; --follow waits until it is final:
in a block, with its status and output. Nodes that have no transactions by hash are asked for it if foredeck has seen it on the network
before, in the deck or as a command; hashes are kept on disk.

A failed transaction is explained from bytecode: what the failed instruction says, its source line, and the places where the called
function can abort with the code. Calls are followed over at most 32 modules, in their current version. A single place is stated as a
fact only if all calls could be followed. JSON has the places as candidates of failure, or of call_failure for the call of a multisig
account; they are null in lists, which load no bytecode.`,
		Example: `  foredeck tx treasury 700
  foredeck tx treasury 700 -o json | jq .vm_status
  foredeck tx treasury 700 -o json | jq '.failure.candidates'
  foredeck tx 0x5eed... --follow`,
		Options: []Option{{Name: "follow", Usage: "with HASH: wait until the transaction is final"}},
	},
	{
		Name: "modules", Args: []Arg{accountArg}, Opens: "modules of an account", link: linkToAccount("modules"), Formats: Formats, IsList: true, Visitors: Allowed,
		Short: "List an account's modules",
		Long:  "List the modules that an account has published, in the node's order. On RPC v1 a node may return only their names.\n" + addressHelp,
		Example: `  foredeck modules 0x1 --all
  foredeck modules 0x1 --all -o jsonl | jq -r '.name'
  foredeck modules 0x1 --all --filter 'fn:transfer views:>2'`,
		Options: []Option{filterOption},
	},
	{
		Name: "packages", Args: []Arg{accountArg}, Opens: "packages of an account", link: linkToAccount("modules"), Formats: Formats, Visitors: Allowed,
		Short: "List an account's packages",
		Long: `List the packages that an account has published: name, upgrade policy, number of upgrades, modules, dependencies, and how many of
the modules were published with their source, which foredeck module --published prints. They are read from the resource
0x1::code::PackageRegistry.

arbitrary   any upgrade is accepted
compatible  upgrades must keep public functions and struct layouts, which foredeck diff module checks
immutable   can never be upgraded

` + addressHelp,
		Example: `  foredeck packages 0x1
  foredeck packages 0x1 -o json | jq -r '.[].modules[].name'`,
	},
	{
		Name: "module", Args: []Arg{moduleArg}, Opens: "open module", link: linkToModule, Formats: Formats, Visitors: Allowed,
		Short: "Show a module",
		Long: `Show a module: its functions as a table or CSV, its whole interface as JSON, or with --source as Move declarations. With
--published it prints the source that was published with the module, which the chain does not check against the bytecode.
` + changesHelp + addressHelp,
		Example: `  foredeck module 0x1::coin --functions view
  foredeck module 0x1::coin --source
  foredeck module 0x1::coin --published > coin.move`,
		Options: []Option{
			{Name: "functions", Value: "KIND", Values: []string{"all", "view", "entry"}, Default: "all", Usage: "which functions: all, view or entry"},
			{Name: "source", Usage: "print the interface as Move declarations"},
			{Name: "published", Usage: "print the source that was published with the module, if it was"},
			everyOption, changesOption,
		},
	},
	{
		Name: "resources", Args: []Arg{accountArg}, Opens: "resources held", link: linkToAccount("resources"), Formats: Formats, IsList: true, Visitors: Allowed,
		Short: "List an account's resources",
		Long:  "List the resources of an account, in the node's order. On RPC v1 a node may return only their types.\n" + addressHelp,
		Example: `  foredeck resources treasury --all
  foredeck resources treasury --type 0x1::coin::CoinStore -o json`,
		Options: []Option{{Name: "type", Value: "PREFIX", Usage: "only types with this prefix, such as 0x1::coin::CoinStore"}, filterOption},
	},
	{
		Name: "resource", Args: []Arg{{Name: "ADDRESS", Kind: Account, Groups: true}, typeArg}, Opens: "open resource", link: linkToResource, Formats: Formats, Visitors: Allowed,
		Short: "Show a resource",
		Long: `Show a resource: its values and their paths as a table or CSV, or the node's own JSON with -o json. --path selects one value;
strings are then printed without quotes, except as JSON.
` + changesHelp + addressHelp + `

For a group of accounts in place of ADDRESS, @team of [groups] in the config file or @saved for all saved names, a table has a row for each account and a column
for each member of the resource, or one for --path. It marks with ≠ values that are not those that at least half of the accounts have; an
account without the resource is absent, which is no error. With --every only rows that have changed are printed again, as old → new.`,
		Example: `  foredeck resource treasury '0x1::coin::CoinStore<0x1::native_coin::NativeCoin>'
  foredeck resource treasury '0x1::coin::CoinStore<0x1::native_coin::NativeCoin>' --path .coin.value
  foredeck resource @saved '0x1::coin::CoinStore<0x1::native_coin::NativeCoin>' --path .coin.value
  foredeck resource 0x1 0x1::block::BlockResource --every 5s --changes -o jsonl`,
		Options: []Option{{Name: "path", Value: "PATH", InDeck: true, Usage: `print only this value: .coin.value, .items[0], ["any name"]`}, everyOption, changesOption},
	},
	{
		Name: "view", Args: []Arg{functionArg}, Opens: "run a view function", link: linkToView, Formats: Formats, Visitors: Allowed,
		Short: "Call a view function",
		Long: `Call a view function, address::module::name, and print its result. A view function changes nothing on the chain.

Give one --arg per parameter; signers are left out. How a value is read depends on the parameter's type:

  integer       18,446 or 0x480e
  bool          true or false
  address       0x1 or a saved name; an object likewise
  vector<u8>    0x0102 or text:hello
  other vector  [1,2] or 1,2
  Option        the value, or none

One argument of type address can be a group of accounts, @team of [groups] in the config file, or @saved for all saved names. The function is
then called for each of them, and the table has a row for each account, in the order of the group: its values, or why the call failed. ≠
marks values that are not those that at least half of the accounts have. With --every only rows that have changed are printed again, as
old → new.`,
		Example: `  foredeck view 0x1::timestamp::now_seconds --every 10s
  foredeck view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg @saved
  foredeck view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg treasury -o json`,
		Options: []Option{
			{Name: "type-arg", Value: "T", Default: []string(nil), InDeck: true, Usage: "type argument, such as 0x1::native_coin::NativeCoin; repeat for each"},
			{Name: "arg", Value: "V", Default: []string(nil), InDeck: true, Usage: "argument; repeat for each; @team: each account of a group"},
			{Name: "bcs", Usage: "send the call in BCS (RPC v3)"},
			{Name: "every", Value: "D", Default: time.Duration(0), Usage: "repeat the call at this interval until ctrl+c"},
		},
	},
	{
		Name: "call", Args: []Arg{functionArg}, Opens: "write the call of an entry function", link: linkToCall, Formats: reportFormats, Visitors: Allowed,
		Short: "Build an entry-function call",
		Long: `Build the call of an entry function, address::module::name, for the program that signs and submits it: as a command of the Supra CLI,
as TypeScript for supra-l1-sdk, and as BCS of the EntryFunction in hex. The Aptos CLI takes the same arguments after aptos move run.
foredeck neither signs nor submits.

The arguments are checked against the module's interface. Give one --arg per parameter as for foredeck view, without signers. Errors and
lists number all parameters from #0 as declared, signers included, and have their names if the source is published.

--dry-run lets the node execute the call on its newest state and throw the result away, and prints gas, fee, events and the changes of
balances that the events report; a failure is explained as by foredeck tx. Nothing is signed: the node gets a signature of zeros, which is
valid for no transaction. The public key of the sender comes from its last transaction, or from --public-key. The exit code is 1 if the
transaction would fail.`,
		Example: `  foredeck call 0x1::native_account::transfer --arg treasury --arg 1000
  foredeck call 0x1::native_account::transfer --arg treasury --arg 1000 --as bcs
  foredeck call 0x1::native_account::transfer --arg treasury --arg 1000 --dry-run --sender exchange`,
		Options: []Option{
			{Name: "type-arg", Value: "T", Default: []string(nil), InDeck: true, Usage: "type argument, such as 0x1::native_coin::NativeCoin; repeat for each"},
			{Name: "arg", Value: "V", Default: []string(nil), InDeck: true, Usage: "argument; repeat for each"},
			{Name: "as", Value: "FORM", Values: []string{"cli", "typescript", "bcs"}, Usage: "print only this form: cli, typescript or bcs"},
			{Name: "dry-run", Usage: "let the node execute the call without effect, and print what it would do"},
			{Name: "sender", Value: "ADDRESS", Usage: "with --dry-run: account that would send the transaction"},
			{Name: "public-key", Value: "KEY", Usage: "with --dry-run: Ed25519 public key of the sender (default: that of its last transaction)"},
			{Name: "max-gas", Value: "N", Default: uint64(500_000), Usage: "with --dry-run: maximum gas"},
			{Name: "gas-price", Value: "N", Default: uint64(0), Usage: "with --dry-run: price per unit of gas (default: the median)"},
		},
	},
	{
		Name: "freeze", Args: []Arg{{Name: "ADDRESS|HASH", Kind: Sender}, {Name: "SEQUENCE", Kind: Sequence, Optional: true}},
		InDeck: "in the deck, T on a transaction saves it; this line runs in a shell", Formats: reportFormats, Visitors: Allowed,
		Short: "Print a transaction as a test",
		Long: `Print the call of a transaction as a case for foredeck check: a file in TOML with sender, function, arguments and gas limits, and with what
the transaction did as what is expected: its outcome, its events, and the changes of balances that they report. Comments say what may be
edited. Only calls of entry functions can be frozen. The transaction is named as for foredeck tx.

Before it is printed, the call is dry-run on the newest state, as by foredeck call --dry-run. What depends on the state, and so differs, is
not expected: such as an amount that follows a price. The file and stderr name it. With --recorded there is no dry run, and all of what the
record has is expected.`,
		Example: `  foredeck freeze treasury 700 > transfer.toml
  foredeck freeze 0x5eed... --recorded > case.toml
  foredeck check transfer.toml`,
		Options: []Option{
			{Name: "recorded", Usage: "expect all of what the transaction did, without a dry run"},
			{Name: "follow", Usage: "with HASH: wait until the transaction is final"},
		},
	},
	{
		Name: "check", Args: []Arg{{Name: "FILES", Kind: File, Repeated: true}},
		InDeck: "this line runs in a shell, for CI", Formats: localFormats, Visitors: Refused("files of the server are not read for visitors"),
		Short: "Run frozen transactions as tests",
		Long: `Dry-run the calls of cases, files that foredeck freeze has printed, on the newest state of the network, and print what differs from what
they expect. Nothing is signed or submitted. What a case does not expect is not checked. If the outcome differs, the rest is not compared.

A case is ok, changed, or not_run: the node cannot be reached, the sender is unknown, the case is of another chain, or the node does not say
what is expected. The exit code is that of the worst case: 0 if all are ok, 1 if one has changed, 2 if one is of another chain or names what
the network does not know, 3 to 8 as for other commands if the node failed; the highest counts. Invalid files are reported before a request
is made. After a failure of the network itself, the cases that follow are not_run.

--update writes what the dry runs did into the files in place of what differs, and reports the cases as before. Comments stay, but for those
within a list that changes.`,
		Example: `  foredeck check cases/*.toml --network mainnet
  foredeck check transfer.toml -o jsonl
  foredeck check transfer.toml --update`,
		Options: []Option{
			{Name: "update", Usage: "write what the dry runs did into the files"},
			{Name: "any-chain", Usage: "run cases of another chain too"},
		},
	},
	{
		Name: "block", Args: []Arg{heightArg}, Opens: "open block", link: linkToBlock, Formats: Formats, Visitors: Allowed,
		Short: "Show a block",
		Long: `Show a block: its header, and what the node has of its certificate and of the statistics of its execution. head is the newest block,
HASH that with a digest of 64 hex digits, with or without 0x. --transactions lists its transactions instead, in the order of execution.

` + tokenHelp,
		Example: `  foredeck block head
  foredeck block 1000 --transactions
  foredeck block 1000 --with-batches -o json`,
		Options: []Option{
			{Name: "with-batches", Usage: "include the transaction batches that the block finalized"},
			{Name: "transactions", Usage: "list the transactions of the block"},
			{Name: "type", Value: "T", Default: "", Usage: "with --transactions, only those of one type: user, auto, meta or record"},
			fromHeight,
		},
	},
	{
		Name: "blocks", Opens: "live blocks", link: linkToBlocks, Formats: Formats, IsList: true, Visitors: Allowed,
		Short: "List the newest blocks",
		Long: `List the newest blocks, newest first.

With --follow blocks are printed oldest first, and each new block as it arrives, until ctrl+c. If more than 500 arrive between two
requests, the oldest of them are skipped. Skipped blocks and failures of the node are reported on stderr.

` + tokenHelp,
		Example: `  foredeck blocks --last 50 --votes
  foredeck blocks --follow -o jsonl
  foredeck blocks --last 1000 -o csv > blocks.csv`,
		Options: []Option{
			{Name: "last", Value: "N", Default: 20, Usage: "how many blocks to print (as --limit)"},
			fromHeight,
			{Name: "follow", InDeck: true, Usage: "print new blocks as they arrive, starting at the newest or --last blocks before it"},
			filterOption,
			{Name: "votes", Usage: "add who voted in each certificate (tables and CSV; other formats always include it), and below a table count members and authors"},
		},
	},
	{
		Name: "effects", Args: []Arg{functionArg}, Opens: "what a function may do", link: linkToEffects, Formats: localFormats, Visitors: Allowed,
		Short: "Show what a function may do",
		Long: `Show what a call of a function may do, by its bytecode and that of all functions that it may execute: which resources it writes,
publishes, removes, reads or checks, which events it emits, with which codes it aborts, and which functions it runs that only a value names.
T0, T1 are its type parameters. Each effect has the instruction that is the fewest calls away; -o json has all of them.

An effect is possible, not certain: what a call does depends on its arguments and on the state. The modules are those of now. What bytecode
cannot tell is said: natives, functions that values name, and modules that could not be read. An overflow, a division by zero and the end of
the gas abort without a code of the module; they are not listed.`,
		Example: `  foredeck effects 0x1::coin::transfer
  foredeck effects 0x1::coin::transfer -o csv
  foredeck effects 0x1::coin::transfer -o jq='.effects[] | select(.effect == "writes") | .type'`,
	},
	{
		Name: "events", Args: []Arg{typeArg}, Opens: "events of a type", link: linkToEvents, Formats: Formats, IsList: true, Visitors: Allowed,
		Short: "List the events of a type",
		Long: `List the events of a type, newest first. The columns of their values are the fields of the struct, if the node has the module's interface.
Heights are searched from the newest block downwards, or from --to, until there are enough events; which ones were searched is reported on
stderr, and where the data of a node start that has pruned older blocks. Heights that foredeck index has are read from the index,
without the hashes and the empty guid of events.

With --follow new events are printed as blocks arrive, oldest first, until ctrl+c.`,
		Example: `  foredeck events 0x1::coin::CoinDeposit
  foredeck events 0x1::coin::CoinDeposit --from 1000 --to 2000 --all -o csv
  foredeck events 0x1::coin::CoinWithdraw --follow -o jsonl`,
		Options: []Option{
			{Name: "from", Value: "H", Usage: "lowest height (default: the oldest that the node has)"},
			{Name: "to", Value: "H", Usage: "highest height (default: the newest block)"},
			{Name: "from-node", Usage: "do not use the index"},
			{Name: "follow", Usage: "print new events as blocks arrive, starting at the newest block or --from"},
		},
	},
	{
		Name: "committee", Args: []Arg{{Name: "EPOCH", Kind: Epoch, Optional: true}}, Opens: "committee of an epoch", link: linkToCommittee, Formats: Formats, Visitors: Allowed,
		Short: "Show the committee of an epoch",
		Long: `Show the validators of an epoch in the order of the votes in certificates, with stake, share of the stake and stake pool; -o wide has
their keys. Without EPOCH it is that of the newest block. Names are those of [validators] in the config file.

The newest committee has what the chain says in the resources of 0x1::stake and of the stake pools: who joins or leaves with the next epoch,
proposed blocks and failed proposals of the epoch, lockups, and commissions of delegation pools. Nodes without the call for committees
show the resources alone: without identities, and in an order that certificates may not have. Above it is the margin of the newest
certificate: how many more absences, of the members with the greatest stakes, would stop the chain. It is the least: a vote that came too
late for the certificate is not in it.

--changes lists what changed since the epoch before: who joined or left, stakes and keys. Threshold keys change in each epoch and do
not count.`,
		Example: `  foredeck committee
  foredeck committee 7120 --changes`,
		Options: []Option{{Name: "changes", Usage: "list what changed since the epoch before"}},
	},
	{
		Name: "proof", Args: []Arg{{Name: "HASH", Kind: Hash}}, Opens: "check the proof", link: linkToProof, Formats: localFormats, Visitors: Allowed,
		Short: "Check the proof that a transaction is in the chain",
		Long: `Check the proof that a transaction is in the chain, and print each step: the leaf is made of the hash of the transaction and of its events,
the Merkle path leads from it to a root, and the certificate of a block has this root. The signature of the certificate is not checked: what
it signs is not published. Who voted for it is listed by the committee of its epoch.

--event adds the proofs that the transaction emitted its events of a type, up to the same root. How the hash of an event is made is not
published, so that its content is what the node says it is.

The exit code is 1 if a step fails. A new transaction has no proof until a certificate covers it, some blocks later.`,
		Example: `  foredeck proof 0x5eed...
  foredeck proof 0x5eed... --event 0x1::coin::CoinDeposit
  foredeck proof 0x5eed... -o json | jq .steps`,
		Options: []Option{{Name: "event", Value: "TYPE", Default: []string(nil), Usage: "prove the events of this type too; repeat for more types"}},
	},
	{
		Name: "explain", Args: []Arg{{Name: "TEXT", Kind: Word, Repeated: true}}, Opens: "what a text is", link: linkToExplain, Formats: localFormats, Visitors: Allowed,
		Short: "Say what a text is, decoded",
		Long: `Say what a text is that you have at hand, decoded, and what opens it: the status or error of a node, an abort code with or without its
module, bytes in hex or base64 (calls, transactions, types, bytecode, numbers, text), an address, a hash, a module, a function, a type, a
declaration in Move, the JSON of a transaction, an event or a resource, a number, a time in any unit, or a link of a web explorer. With
TEXT - it is read from standard input.

A text can have several readings: those marked with ? are guesses. --as reads bytes as a value of a type, also of a struct, whose fields the
node sends. The node is asked only for what the text does not say: the name of an abort code, and the types of a call's arguments.`,
		Example: `  foredeck explain 'Move abort in 0x1::coin: 0x10006'
  foredeck explain 0x1::coin 65542
  foredeck explain 0x0d48656c6c6f2c20776f726c6421
  foredeck explain --as 0x1::coin::DepositEvent 0x00e1f50500000000
  foredeck tx treasury 1190 -o raw | foredeck explain -`,
		Options: []Option{{Name: "as", Value: "TYPE", Usage: "decode bytes as a value of this type", InDeck: true}},
	},
	{
		Name: "gas", InDeck: "in the deck, the form of a call shows it (call FUNCTION); this line runs in a shell", Formats: Formats, Visitors: Allowed,
		Short: "Show the price of gas",
		Long: `Show recent prices per unit of gas, in the smallest unit of the coin: median, which is the usual estimate, mean and maximum of recent
transactions, and the floor: the least that the node accepts.`,
		Example: `  foredeck gas
  foredeck gas -o json | jq .median`,
	},
	{
		Name: "table", Args: []Arg{{Name: "HANDLE", Kind: Word}}, Formats: Formats, Visitors: Allowed,
		InDeck: "in the deck, press enter on the handle in its resource; this line runs in a shell",
		Short:  "Show the value of a key in a table",
		Long: `Show the value of a key in a table. The handle of a table is in the resource that has it, and the types of its keys and values are in the
declaration of that field: Table<address, u64>. KEY is JSON as the node writes values of its type: 0x1, 5, true, {"vec":["1"]}.`,
		Example: `  foredeck table 0x5eed... --key-type address --value-type u128 --key 0x1`,
		Options: []Option{
			{Name: "key-type", Value: "T", Usage: "type of the keys"},
			{Name: "value-type", Value: "T", Usage: "type of the values"},
			{Name: "key", Value: "KEY", Usage: "key, as JSON; quotes around a text can be left out"},
		},
	},
}

// Global returns the options of every command. The deck has none of them: their values are fixed when it starts.
func Global() []Option {
	return []Option{
		{Name: "network", Value: "NAME", Usage: "network: simulated, local, mainnet, testnet, or one from the config file (FOREDECK_NETWORK)",
			Visitors: Refused("this server has one network")},
		{Name: "base-url", Value: "URL", Default: []string(nil), Usage: "address of a node, such as https://rpc.example.org; repeat it to add nodes for failover, in order",
			Visitors: Refused("this server connects to its own network only")},
		{Name: "oracle-url", Value: "URL", Usage: "address of the price service, if not the node's", Visitors: Refused("this server connects to its own network only")},
		{Name: "rpc-version", Value: "VERSION", Values: []string{"auto", "v1", "v2", "v3", "v4"}, Default: "auto", Usage: "RPC version: auto, v1, v2, v3 or v4",
			Visitors: Refused("it is set for all visitors")},
		{Name: "timeout", Value: "D", Default: config.DefaultTimeout, Usage: "time limit of a call, including retries", Visitors: Refused("it is set for all visitors")},
		{Name: "config", Value: "FILE", Usage: "config file (FOREDECK_CONFIG)", Visitors: Refused("files of the server are not read for visitors")},
		{Name: "theme", Value: "NAME", Usage: "color theme that foredeck themes lists, or a theme file of your own (default auto: dark or light, as the terminal is)",
			Visitors: Access{IsAllowed: true, Usage: "color theme, such as nord (default that of the server, or auto: dark or light, as the terminal is)"}},
		{Name: "no-color", Usage: "disable colors (NO_COLOR)", Visitors: Allowed},
		{Name: "ascii", Usage: "print only ASCII: marks as ASCII characters, others as \\uXXXX (LC_ALL, LC_CTYPE, LANG)", Visitors: Allowed},
		{Name: "output", Shorthand: "o", Value: "FORMAT", Values: slices.Concat(Formats, Converted), Usage: "output format: table, wide, plain, json, jsonl, csv, raw, yaml, jsonpath or jq (default table)",
			Visitors: Access{IsAllowed: true, Usage: "output format: table, wide, plain, json, jsonl, csv, raw or yaml (default table)"}},
		{Name: "limit", Value: "N", Default: 20, Usage: "maximum number of records of a list", Visitors: Allowed},
		{Name: "all", Usage: "print all records of a list", Visitors: Allowed},
		{Name: "verbose", Shorthand: "v", Usage: "print every request, and notices such as deprecated calls, to stderr",
			Visitors: Refused("requests of the server are not shown: a deck lists its own (space r)")},
		{Name: "record", Value: "FILE", Usage: "record all requests and responses to a new file, without keys and tokens", Visitors: Refused("no files are written for visitors")},
		{Name: "log", Value: "FILE", Usage: "append a line of JSON for each request to a file, without keys and tokens (FOREDECK_LOG)",
			Visitors: Refused("no files are written for visitors")},
		{Name: "replay", Value: "FILE", Usage: "take all responses from a file of --record instead of a network", Visitors: Refused("files of the server are not read for visitors")},
		{Name: "pace", Value: "PACE", Values: []string{"speed", "recorded"}, Default: "speed",
			Usage: "how --replay responds: speed (at once, in order) or recorded (with the recorded timing)", Visitors: Refused("it is for --replay")},
	}
}
