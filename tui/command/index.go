package command

import "time"

const indexVisitors = "it reads and writes files of the server: see txs, events and the lists of the deck"

// indexCommands ask questions about many transactions.
var indexCommands = []*Command{
	{
		Name: "index", Args: []Arg{{Name: "ADDRESS", Kind: Account, Repeated: true, Optional: true}}, Formats: reportFormats,
		InDeck: "in the deck, lists are read from the node; this line runs in a shell", Visitors: Refused(indexVisitors),
		Short: "Index the transactions of a network on this machine",
		Long: `Keep the blocks of the network with their transactions, calls, events and coin transfers in a file on this machine, from a height or an
age on: foredeck sql and foredeck stats read it. It is an SQLite file in the cache folder, one for each network, which other programs can
read while it is written. A line at the end says where it is and what it has.

It continues where it ended, also after it was killed: blocks are added in batches together with the heights that are covered, so that
none is missing and none is there twice. With a lower --from it reads the older blocks too. --follow adds new blocks until ctrl+c.

Nodes that have no blocks with transactions are indexed by account: with each ADDRESS, the transactions that it has sent and those that
move its coins. An index has either whole blocks or accounts; --remove removes it.

--to keeps the index in PostgreSQL instead, of whole blocks or of accounts, for a team: the same tables and views in the schema of the connection. Any number of indexers
can add to it at once, of the same heights or of others: each claims heights to read, and a block is added once. Take the password from
the environment (PGPASSWORD, or ~/.pgpass): the line of a command can be read by other users of the machine. PGHOST, PGUSER, PGSSLMODE
and the other variables of PostgreSQL count too, and nothing prints the password. Engines that distribute PostgreSQL can divide the
tables by height, the first column of their keys.

--status says what the index has, without a request to a node.`,
		Example: `  foredeck index --network mainnet --from 7d
  foredeck index --network mainnet --from 1204 --follow
  foredeck index treasury 0x77 --network mine
  foredeck index --network mainnet --to postgres://indexer@db.example.org/chain?sslmode=verify-full --follow
  foredeck index --status -o json`,
		Options: []Option{
			{Name: "from", Value: "H|AGE", Usage: "lowest height, or the age of the oldest block, such as 12h or 7d (default: where the index begins, 1d for a new one)"},
			{Name: "follow", Usage: "add new blocks as they arrive"},
			{Name: "to", Value: "URL", Usage: "index in a PostgreSQL database, such as postgres://user@host/database, instead of a file; password from PGPASSWORD or ~/.pgpass"},
			{Name: "status", Usage: "print what the index has, and end"},
			{Name: "remove", Usage: "remove the index of the network, and end"},
		},
	},
	{
		Name: "sql", Args: []Arg{{Name: "QUERY", Kind: Word}}, Formats: localFormats,
		InDeck: "in the deck, lists have filters; this line runs in a shell", Visitors: Access{Why: indexVisitors, OnMachine: true},
		Short: "Query the index with SQL",
		Long: `Run a query in the SQL of SQLite on the index that foredeck index has made. It can only read the index.

The views are blocks, transactions, calls, events, transfers, statistics and scope, which has the heights that are covered. Times are in
microseconds (time_us) and as text (time); amounts are in the smallest unit of the coin. Queries that name a function, a sender, a type of
events or an account are answered from an index of the table, the newest first with ORDER BY height DESC; others read all rows of it.
The columns are listed by:

  foredeck sql "select m.name, p.name from sqlite_schema m, pragma_table_info(m.name) p where m.type = 'view'"

@NAME is a saved query: [queries] of the config file has them, and panels of walls show them. In any query, :name is a parameter, whose value
is that of --param name=VALUE and never a part of the query: a whole number is a number, and anything else is text, as is '5' in quotes.

With --index, or if index_database_env, _file or _command of the network or FOREDECK_INDEX_DATABASE names one, the query runs in a PostgreSQL
database, in a transaction that only reads: any select, values or with.`,
		Example: `  foredeck sql "select * from transactions where function = '0x1::coin::transfer' order by height desc limit 100"
  foredeck sql "select reason, count(*) from transactions where status = 'Fail' and height > 1204 group by 1 order by 2 desc" -o csv
  foredeck sql "select * from scope" -o json
  foredeck sql @failures --param function=0x1::coin::transfer
  foredeck sql "select sender, count(*) from calls group by 1 order by 2 desc limit 20" --index postgres://reader@db.example.org/chain`,
		Options: []Option{
			{Name: "index", Value: "URL", Usage: "query the PostgreSQL database that index --to has made, such as postgres://user@host/database, in its SQL; password from PGPASSWORD or ~/.pgpass"},
			{Name: "param", Value: "NAME=VALUE", Default: []string(nil), Usage: "value of the parameter :NAME of the query; repeat for each"},
			{Name: "time-limit", Value: "D", Default: 30 * time.Second, Usage: "end a query that takes longer; 0 for never"},
		},
	},
	{
		Name: "calls", Args: []Arg{{Name: "FUNCTION", Kind: Function, Repeated: true}}, Formats: Formats, IsList: true,
		InDeck: "in the deck, a function lists its calls by an account", Visitors: Access{Why: indexVisitors, OnMachine: true},
		Short: "List the calls of a function by anyone",
		Long: `List who called a function, or several, with which arguments and with what result, newest first: the newest blocks of the node, and below
them what the index has (see foredeck index). Without an index the newest --blocks blocks are read. A line on stderr says which heights
were read from where.

With --by, the calls by accounts are listed: those among the transactions that they have sent, merged by time. It can be repeated, and a
group of accounts, @team, stands for its members.

Calls from the index have what it keeps: their expiration, authenticator and output are null. Calls for a multisig account and those that
a task registers count; what other functions call does not.`,
		Example: `  foredeck calls 0x1::coin::transfer
  foredeck calls 0x77::pool::swap 0x77::pool::add --filter 'status:fail age:<7d' --all -o csv
  foredeck calls 0x1::coin::transfer --by @team --by treasury`,
		Options: []Option{
			{Name: "by", Value: "ACCOUNT", Default: []string(nil), Usage: "only calls by this account, or by those of a group, @team; repeat for each"},
			filterOption,
			{Name: "from-node", Usage: "do not use the index"},
			{Name: "blocks", Value: "N", Default: 1000, Usage: "how many of the newest blocks to read from the node"},
		},
	},
	{
		Name: "stats", Args: []Arg{{Name: "ADDRESS", Kind: Account, Optional: true}}, Formats: localFormats, IsList: true,
		InDeck: "in the deck, lists have filters; this line runs in a shell", Visitors: Access{Why: indexVisitors, OnMachine: true},
		Short: "Count transactions by function, outcome, reason, sender, day, hour or gas",
		Long: `Count transactions of users and automated ones: how many, their share, the fees, the first and the last. With ADDRESS those that the account
has sent, with --function those that call a function, otherwise all.

They are counted from the index if it covers the question (see foredeck index): whole hours then, or whole days by sender. Otherwise they
are read from the node: the list of ADDRESS, or the newest --blocks blocks. A line on stderr says which, and what was covered.

Failures without a name are counted by code and place. A failed call of a multisig account counts as a reason of its transaction.`,
		Example: `  foredeck stats treasury --by function,outcome --since 7d
  foredeck stats --function 0x1::coin::transfer --by reason
  foredeck stats --by hour --since 1d -o csv`,
		Options: []Option{
			{Name: "function", Value: "F", Usage: "only calls of this function, such as 0x1::coin::transfer"},
			{Name: "by", Value: "KEYS", Default: "function,outcome,reason", Usage: "what a row is: function, outcome, reason, sender, day, hour and gas (ranges of used gas), separated by commas"},
			{Name: "since", Value: "D", Usage: "how far back, such as 7d or 12h (default: as far as can be read)"},
			{Name: "from-node", Usage: "do not use the index"},
			{Name: "blocks", Value: "N", Default: 1000, Usage: "without an index and ADDRESS, how many of the newest blocks to read"},
		},
	},
}
