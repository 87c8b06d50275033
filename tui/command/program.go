package command

import "time"

// programCommands watch, compare, and describe the program and its settings.
var programCommands = []*Command{
	{
		Name: "watch", Formats: []string{"table", "jsonl"},
		Visitors: Refused("it runs the alert programs and webhooks of its user: see the alerts in the deck (a on Blocks), or follow with blocks --follow"),
		Short:    "Watch the chain and its nodes, for systemd and cron",
		Long: `Follow the chain, check each node of the network, and print alerts as the deck raises them, without a screen: a line or, with
-o jsonl, a JSON object when a condition begins, as a reminder, and when it ends. alert_command, alert_webhook and [receivers] of the
config file get each alert too; its section [alerts] and the deck set limits and severities. Price alerts that were set in the deck are
watched as well. A restart reports open conditions again, and sends what a receiver did not take. heartbeat is called while it watches.

It compares all nodes of the network and follows the best one. An alert names a node that lags, is frozen or forked, or sends invalid
responses. The chain counts as silent only if no node has a new block.

--validator is the index of your validator in the committee, or its name in the config file ([validators.17]); the default is the one
that was set in the deck.

--listen serves metrics for Prometheus at /metrics, on the loopback interface unless ADDR has another host.

--check asks another watch every five seconds whether it watches: two watches that check each other guard each other. With --listen, a
watch says so at /healthz: 200, or 503 and why it does not.

--rules prints alerting rules for Prometheus, and --dashboard a dashboard for Grafana (classic JSON model, schema version 39): they
expect the job foredeck, and take several watches of a network together.

--once evaluates the newest blocks and the nodes once, reports and sends the conditions that are open now, and ends with the code of
the most severe one: 0 for none, 11 missed, 12 missed_often, 13 slow, 14 few_votes, 15 silent, 16 node_down, 17 node_lagging, 18 fork,
20 no_proposals, 22 watch_down, 23 margin, 24 validator_state, 25 lockup, 27 failed_proposals. Conditions of the severity info do not
count. If the newest block is not found, the code is that of the error, as with all commands. It makes at most 20 requests to a node: it
looks for votes of your validator in the newest 4 blocks, or in as many as missed.in_row needs, so that missed_often.count above 4 and
no_proposals need a watch that keeps running.

` + tokenHelp,
		Example: `  foredeck watch --network mine --validator 17 --listen :9464
  foredeck watch --network mine --once || echo "exit code $?"
  foredeck watch -o jsonl | jq -r .text
  foredeck watch --rules > /etc/prometheus/foredeck.yml`,
		Options: []Option{
			{Name: "validator", Value: "N", Usage: "your validator: its index in the committee, or its name (default: as set in the deck)"},
			{Name: "once", Usage: "check once and end; the exit code says what is wrong"},
			{Name: "listen", Value: "ADDR", Usage: "serve metrics for Prometheus on this address, such as :9464"},
			{Name: "check", Value: "ADDR", Default: []string(nil), Usage: "alert when another watch, at its --listen address, does not watch; repeat it for more"},
			{Name: "rules", Usage: "print alerting rules for Prometheus, and end"},
			{Name: "dashboard", Usage: "print a dashboard for Grafana, and end"},
			fromHeight,
		},
	},
	{
		Name: "uptime", Args: []Arg{{Name: "VALIDATOR", Kind: Word, Optional: true}}, Formats: localFormats,
		InDeck:   "in the deck, the statistics of Blocks (S) have it; this line runs in a shell",
		Visitors: Refused("it reads the history that the server has recorded: see the statistics of Blocks (S), or blocks --votes"),
		Short:    "Show how a validator voted, from the recorded history",
		Long: `Show how a validator voted in the blocks that this machine has observed: foredeck watch, the deck and foredeck blocks --follow record
each block once, however many of them run. There is a row for each day in UTC, or another unit of --by. A time in which nobody watched is
shown as not observed, and counts neither as up nor as down. No request is made.

VALIDATOR is the index of the validator in the committee, or its name in the config file; the default is the one that was set in the deck.
If none is set, there is a row for each member. Votes need blocks with certificates, or events NewBlock that have them.

--target is a service level: the part of the observed blocks that are to have the validator's vote. What is left of its error budget is
shown in blocks, and as the time without votes that takes it at the observed pace of blocks.

-o wide has misses, proposed blocks, gaps between blocks and skipped rounds too. --nodes lists the states of the nodes and --alerts the
alerts of that time, each from begin to end.`,
		Example: `  foredeck uptime 17 --since 30d --target 99.5%
  foredeck uptime 17 --since 12h --by hour -o csv
  foredeck uptime --network mine -o json | jq '.members[] | select(.missed > 0)'
  foredeck uptime --nodes --since 7d`,
		Options: []Option{
			{Name: "since", Value: "D", Default: "30d", Usage: "how far back, in whole hours"},
			{Name: "by", Value: "UNIT", Values: []string{"hour", "day", "week", "epoch"}, Default: "day", Usage: "what a row is"},
			{Name: "target", Value: "P", Usage: "service level, such as 99.5%, and what is left of its error budget"},
			{Name: "nodes", Usage: "list the states of the nodes instead"},
			{Name: "alerts", Usage: "list the alerts instead"},
		},
	},
	{
		Name: "wall", Args: []Arg{{Name: "NAME|FILE", Kind: Wall, Optional: true}}, Opens: "open a wall of live panels", link: linkToWall,
		Visitors: Access{IsAllowed: true, Except: "FILE", Why: "files of the server are not read for visitors: wall validator and wall market are built in"},
		Short:    "Show a wall of live panels, to hang on a screen",
		Options:  []Option{{Name: "validator", Value: "N", Usage: "validator of the wall: its index in the committee, or its name (default: validator of the file, or as set in the deck)"}},
		Long: `Open the deck with a wall: pages of panels that refresh by themselves, with figures in large digits that are legible across a room.
Pages change every few seconds; left and right change them, and p stops that. Stale data is dimmed, with its age.

NAME is validator or market. The default is validator if you have set your validator, otherwise market, with the pairs of your watchlist.
FILE is a wall of your own, in TOML. Heights and widths are weights:

  title = "office"
  rotate = "20s"              # 0s: pages change only by key
  [[page]]
    [[page.row]]
    height = 2
      [[page.row.panel]]
      kind = "head"
      [[page.row.panel]]
      kind = "price"
      pair = "btc_usdt"
      width = 2

Each panel has a kind, and may have title and width. The kinds, with their other fields:

  head, gap, votes, validator, alerts, nodes
  price      pair
  chart      pair, and bar, such as "15m" (default "1h")
  account    accounts, a list of addresses and saved names
  view       function, and the lists type_args and args
  saved      name, of a bookmark

A pair is written as "btc_usdt", or as "#1" to "#9" for a pair of the watchlist.`,
		Example: `  foredeck wall
  foredeck wall market --network mainnet
  foredeck wall ./office.toml`,
	},
	{
		Name: "compare", Args: []Arg{{Name: "A", Kind: Node}, {Name: "B", Kind: Node}}, Formats: reportFormats, IsList: true,
		Visitors: Refused("it connects to nodes that the command line names, and this server connects to its own network only"),
		Short:    "Compare two nodes",
		Long: `Compare what two nodes serve. A and B are base URLs, names of networks with one node, or NETWORK/N for node N of a network.

The newest --last blocks that both nodes have, or all from --from on, are compared one by one: digest, author, parent, time, epoch,
round, payload, votes and certificate. The first block with another digest is found by bisection, also below these: a digest covers
that of the parent, so blocks with equal digests have equal ancestors.

--account, --resource and --module compare state instead, or as well if --last or --from is given. Nodes have only the state of their
newest block, so values that differ are read up to five times: a value that one node had before or after the other is equal.

--for and --follow sample both heads, and compare new blocks as both nodes have them. Being behind is not a difference.

At most --limit differences are printed; the counts include all. The exit code is 0 if all is equal and 1 if anything differs. A node
that fails is an error with the codes of all commands, unless a difference was found.

` + tokenHelp + ` It is sent to A and to B, unless the config file has
another one for their network.`,
		Example: `  foredeck compare mine/1 mine/2
  foredeck compare http://127.0.0.1:28000 http://127.0.0.1:28001 --from 1000
  foredeck compare mainnet https://rpc.example.org --for 1m -o json
  foredeck compare mine/1 mine/2 --account treasury --module 0x1::coin`,
		Options: []Option{
			{Name: "last", Value: "N", Default: 100, Usage: "how many of the newest common blocks to compare"},
			{Name: "from", Value: "H", Usage: "compare all blocks from this height on"},
			{Name: "account", Value: "ADDR", Default: []string(nil), Usage: "compare an account: sequence number, key and resources; repeat for more"},
			{Name: "resource", Value: "ADDR/TYPE", Default: []string(nil), Usage: "compare a resource; repeat for more"},
			{Name: "module", Value: "ADDR::NAME", Default: []string(nil), Usage: "compare a module: ABI and bytecode; repeat for more"},
			{Name: "for", Value: "D", Default: time.Duration(0), Usage: "then sample both heads for this long"},
			{Name: "follow", Usage: "then sample both heads until ctrl+c"},
			{Name: "every", Value: "D", Default: time.Second, Usage: "time between samples"},
		},
	},
	{
		Name: "diff", Args: []Arg{{Name: "module", Kind: Word, Words: []string{"module"}}, {Name: "A", Kind: ModuleVersion}, {Name: "B", Kind: ModuleVersion}},
		Formats: reportFormats, Visitors: Refused("it reads files and other networks: save both versions with module ADDRESS::NAME, and compare them where you are"),
		Short: "Compare two versions of a module by the upgrade rules",
		Long: `Compare module A with module B as if B were published as an upgrade of A, and say which changes the upgrade policy "compatible"
refuses, and by which rule. Added, removed and changed functions, structs and friends are listed, and functions whose instructions
changed.

A and B are modules of the selected network (0x1::coin), of another network or node (testnet/0x1::coin, mine/2/0x1::coin,
http://127.0.0.1:28000/0x1::coin), or files: compiled bytecode (coin.mv), its hex digits, or the JSON of foredeck module -o raw. If B
is only a network or a node, it is the same module there. Start file names without an extension with ./

Bytecode is compared if both have it. RPC v1 has none: then private functions, function bodies and variants of enums are unknown.
Friend functions count as private, as on chains that enforce this policy. Two addresses can be compared: names at the
module's own address are equal then.

The exit code is 0 if B is the same or a compatible upgrade, and 1 if it is incompatible.`,
		Example: `  foredeck diff module mainnet/0x1::coin testnet
  foredeck diff module 0x1::coin build/coin.mv --network mainnet
  foredeck diff module old.json new.json -o json | jq -r '.changes[] | select(.breaks) | .name'`,
	},
	{
		Name: "doctor", Formats: []string{"table", "plain", "json", "jsonl"}, Visitors: Refused("it sends many requests that test the nodes: run it on your own machine"),
		Short: "Check what a deployment supports",
		Long: `Send every call of every RPC version to a deployment and report what it supports: calls, cursors, dialect, response times, clock,
and whether it accepts the configured key and token. The exit code is 0 if accounts and their transactions can be read. Calls that only
nodes after the specification have are listed if the node has one of them.

--report writes the response to each of these requests as a file of its own, with path, status and headers, but without keys, tokens and the
address of the node, so that it can be sent to the developers.`,
		Options: []Option{{Name: "report", Value: "DIR", Usage: "write the response to each request to a new folder"}},
		Example: `  foredeck doctor --base-url https://rpc.example.org
  foredeck doctor --network mainnet --report mainnet-responses
  foredeck doctor -o json | jq '.calls[] | select(.answer != "ok")'`,
	},
	{
		Name: "localnet", Formats: []string{"table", "json"}, Visitors: Refused("it runs a server"),
		Short: "Run the simulated network as a server",
		Long: `Run the simulated network on a port until ctrl+c. Blocks and transactions arrive at a steady pace. The same seed gives the same
chain. To open it from another terminal, run foredeck --network local. It serves 256 connections at a time; further ones wait.

With --nodes N, N nodes serve the same chain on consecutive ports, and an admin address on this machine breaks and mends them:

POST /nodes/NODE/stop           refuse connections
POST /nodes/NODE/hang           accept connections and answer when resumed
POST /nodes/NODE/slow/DELAY     delay every response, by 2s for example
POST /nodes/NODE/lag/BLOCKS     stay a number of blocks behind
POST /nodes/NODE/freeze         get no new blocks
POST /nodes/NODE/fork           serve other blocks from the next one on, or with /HEIGHT from that height on
POST /nodes/NODE/resume         end the fault; a node has one at a time
POST /members/MEMBER/drop       a validator neither votes nor proposes, on every node; /resume ends it
GET  /nodes                     list the nodes, their states and the dropped members
GET  /pending                   list the hashes of transactions that wait for the next block
POST /sockets/cut               cut the WebSocket connections of every node

With --node-version, the nodes serve what a release of public nodes serves: 10 is before v11.3.4 and has v1 to v3 of the API, 11 is v11.5.2
to v11.7 and has little of v1, and v2 to v4, 12 is v12 and has v3 and v4. They have blocks, events and transactions by hash, which the
specification does not have, simulations, and from 11 on proofs, committees and a WebSocket. Their consensus blocks always need a token.

Nodes are numbered from 1, members of the committee from 0.`,
		Example: `  foredeck localnet --block-time 200ms
  foredeck localnet --members 200 --blocks 1000000 --epoch-blocks 10000
  foredeck localnet --nodes 3
  curl -X POST http://127.0.0.1:27100/nodes/1/stop
  foredeck localnet --listen 127.0.0.1:0 --dialect deployed -o json`,
		Options: []Option{
			{Name: "listen", Value: "ADDR", Default: "127.0.0.1:27000", Usage: "address to listen on; port 0 picks a free port"},
			{Name: "nodes", Value: "N", Default: 1, Usage: "nodes of the chain, on consecutive ports"},
			{Name: "admin", Value: "ADDR", Usage: "loopback address of the switches that break nodes (default with --nodes: 100 ports above the first node)"},
			{Name: "seed", Value: "N", Default: uint64(0), Usage: "seed of the chain"},
			{Name: "block-time", Value: "D", Default: time.Second, Usage: "time between blocks; 0 stops the chain"},
			{Name: "dialect", Value: "DIALECT", Values: []string{"spec", "deployed"}, Default: "spec", Usage: "respond as the specification says or as deployed nodes do"},
			{Name: "node-version", Value: "VERSION", Values: []string{"spec", "10", "11", "12"}, Default: "spec", Usage: "serve the paths of the specification or of a release of public nodes"},
			{Name: "accounts", Value: "N", Default: 0, Usage: "accounts at the start (default 40)"},
			{Name: "transactions", Value: "N", Default: 0, Usage: "transactions sent by the treasury at the start (default 1200)"},
			{Name: "members", Value: "N", Default: 0, Usage: "validators in the committee (default 31)"},
			{Name: "blocks", Value: "N", Default: 0, Usage: "least number of blocks at the start (default: as many as the transactions need)"},
			{Name: "prune", Value: "N", Default: 0, Usage: "newest blocks that the nodes keep (default: all)"},
			{Name: "epoch-blocks", Value: "N", Default: 0, Usage: "blocks of an epoch (default 300)"},
			{Name: "api-key", Value: "KEY", Usage: "key that the price service requires (default simulated)"},
			{Name: "consensus-token", Value: "TOKEN", Usage: "token that consensus blocks require (default none; with --node-version, no token is accepted then)"},
			{Name: "coin-order", Value: "ORDER", Values: []string{"newest", "oldest"},
				Usage: "which coin transactions v1 and v2 return first if no start is given: newest or oldest (default: by dialect)"},
			{Name: "leader-bans", Usage: "ban leaders for some rounds after a failed one, as newer frameworks do"},
			{Name: "replace-members", Usage: "let a validator leave and another one join every third epoch, as with --node-version 11 and 12"},
			{Name: "latency", Value: "D", Default: time.Duration(0), Usage: "delay added to every response"},
			{Name: "fail-rate", Value: "P", Default: 0.0, Usage: "share of requests that fail, from 0 to 1"},
		},
	},
	{
		Name: "mcp", InDeck: "in a shell: assistants start it",
		Visitors: Refused("it is for programs on the machine where foredeck runs"),
		Short:    "Serve read-only tools to an assistant",
		Long: `Serve read-only tools over the standard input and output, in the Model Context Protocol: find what a text is, accounts, transactions with
filters and why they failed, modules and their published source, view functions, dry runs, blocks with votes, the committee, prices, sums, and
SQL on the index. An assistant starts the program by itself: add the command to its configuration.

Each answer has the JSON that scripts get, with the network, the node, the newest height and its age, the same as a command line, and what is
not known. Nothing is signed or submitted, no other network can be opened, and files are not read, except the index of the network. At most
50 requests per second are sent.`,
		Example: `  foredeck mcp --network mainnet
  claude mcp add foredeck -- foredeck mcp --network mainnet`,
	},
	{
		Name: "serve", Visitors: Refused("it runs a server"),
		Short: "Serve the deck over SSH",
		Long: `Serve the deck and the commands that read the network over SSH, until ctrl+c. Every session has a deck of its own, in the size, colors and
background of the visitor's terminal; its bookmarks and settings last as long as the session. All sessions share the connections to the
nodes: one poller of new blocks, one cache and one rate limit.

Visitors reach the selected network and nothing else: no files, no programs (alert_command, a browser, an editor), no webhook, no keys
or tokens, and no paths of the nodes' addresses. Of the config file they see what describes the network and its display: coins,
validators with their names, alerts, columns, units and refresh times; the [names] of addresses only with --share-names. There is no
shell and no forwarding. ssh HOST help lists the commands that visitors have, and why they lack the others, such as watch and compare.

Without --authorized-keys anybody can connect, so ADDR must be a loopback address. Keys with options such as from= or command= are not
accepted. The host key is created at the first start; visitors can compare its fingerprint, which is printed. Both files, and their
folders, must belong to you or root, and nobody else may change them, or read the host key.

One key and one address can use only a part of the sessions, connections, requests and memory. All windows of a key together have
614,400 cells, those of an address twice as many; a window that does not fit is drawn in 80 columns and 24 rows.`,
		Example: `  foredeck serve --network mine
  ssh -p 23234 127.0.0.1
  ssh -p 23234 -t 127.0.0.1 btc_usdt
  ssh -p 23234 127.0.0.1 txs treasury -o jsonl | head
  foredeck serve --listen :23234 --authorized-keys ~/.ssh/authorized_keys`,
		Options: []Option{
			{Name: "listen", Value: "ADDR", Default: "127.0.0.1:23234", Usage: "address to listen on; port 0 picks a free port"},
			{Name: "host-key", Value: "FILE", Usage: "private key of the server, created if it does not exist (default: ssh_host_ed25519 in the state folder)"},
			{Name: "authorized-keys", Value: "FILE", Usage: "public keys that may connect, as in OpenSSH; without it only this machine can connect"},
			{Name: "max-sessions", Value: "N", Default: 100, Usage: "maximum number of sessions at a time"},
			{Name: "max-sessions-per-key", Value: "N", Default: 20, Usage: "maximum number of sessions at a time with one key"},
			{Name: "max-sessions-per-address", Value: "N", Default: 50, Usage: "maximum number of sessions at a time from one address (IPv6: from a /64)"},
			{Name: "max-requests-per-key", Value: "N", Default: 50, Usage: "maximum number of requests per second of one key; four times as many at once"},
			{Name: "max-requests-per-address", Value: "N", Default: 200, Usage: "maximum number of requests per second from one address; four times as many at once"},
			{Name: "share-names", Usage: "show the [names] of the config file to visitors; without it they are hidden"},
			{Name: "idle-timeout", Value: "D", Default: time.Hour, Usage: "end a deck in which no key was pressed for this long; 0 for never"},
		},
	},
	{
		Name: "config", Args: []Arg{{Name: "init|show|check|path", Kind: Word, Words: []string{"init", "show", "check", "path"}}}, Formats: localFormats,
		Visitors: Refused("the config file is that of the server"),
		Short:    "Create, show or check the config file",
		Long: `init   create a config file with every option explained; an existing file is not changed
show   print every value in effect and where it comes from
check  report errors in the config file; the exit code is 2 if there are any; --try also sends a test alert to each receiver
       and prints what it answered
path   print the path of the config file`,
		Example: `  foredeck config init
  foredeck config show --network mainnet
  foredeck config check --try`,
		Options: []Option{{Name: "try", Usage: "with check: send a test alert to alert_command, alert_webhook and each of [receivers]"}},
	},
	{
		Name: "keys", Formats: localFormats, Visitors: Refused("it lists the keys of a config file: press ? in the deck for its keys"),
		Short: "List the deck's keys",
		Long: `List the actions of the deck by screen: their keys, and the id under which [keys] in the config file can change them. Keys from the
config file are already applied.`,
	},
	{
		Name: "themes", Args: []Arg{{Name: "NAME", Kind: Theme, Optional: true}}, Formats: localFormats,
		Visitors: Refused("it reads the theme files of the server: --theme NAME chooses a built-in theme"),
		Short:    "List the color themes, or show one",
		Long: `List the color themes with their most important colors: the built-in ones, and the files in the folder themes next to the config file.
With a name, show parts of the deck in that theme. In JSON and CSV, and where the output is not a terminal, colors are written as
#rrggbb, by their keys in a theme file.`,
		Example: `  foredeck themes
  foredeck themes tokyo-night
  foredeck themes -o json`,
	},
	{
		Name: "completion", Args: []Arg{{Name: "SHELL", Kind: Word, Words: []string{"bash", "zsh", "fish", "powershell"}}},
		Visitors: Refused("it completes commands of a shell, and there is none"),
		Short:    "Print a shell completion script",
		Long: `Print a completion script for bash, zsh, fish or powershell. It completes commands, flags and their values, links, and what is saved
for the network: names, bookmarks, pairs, and the functions and types of earlier calls. It never contacts a node.`,
		Example: `  source <(foredeck completion bash)
  foredeck completion zsh > "${fpath[1]}/_foredeck"
  foredeck completion fish > ~/.config/fish/completions/foredeck.fish
  foredeck completion powershell | Out-String | Invoke-Expression`,
	},
	{
		Name: "man", Args: []Arg{{Name: "DIR", Kind: Folder}}, Visitors: Refused("use help"),
		Short: "Write the manual page",
		Long:  "Write foredeck.1, the manual page with all commands and flags, to a folder.",
		Example: `  foredeck man ~/.local/share/man/man1
  foredeck man . && man ./foredeck.1`,
	},
	{Name: "version", Short: "Print the version", Formats: reportFormats, Visitors: Allowed},
}
