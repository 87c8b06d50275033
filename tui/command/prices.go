package command

var (
	pairArg  = Arg{Name: "PAIR", Kind: Pair}
	pairsArg = Arg{Name: "PAIR", Kind: Pair, Repeated: true}
)

const priceNodeHelp = "Prices come from --oracle-url, or from the node's address if it is not set. Deployed services require a key: set\n" +
	"FOREDECK_API_KEY."

// priceCommands print what a price service has.
var priceCommands = []*Command{
	{
		Name: "price", Args: []Arg{pairsArg}, Opens: "open price", link: linkToPrice, Formats: Formats, Visitors: Allowed,
		Short: "Show the latest price of pairs",
		Long: `Show the latest price of one or more pairs, such as btc_usdt.

` + priceNodeHelp + `
With -o json one pair prints an object, several print an array. With --follow a pair is printed whenever its price changes; on a terminal, the table
is drawn again in its place, and ▲ or ▼ shows where the price went.`,
		Example: `  foredeck price btc_usdt eth_usdt
  foredeck price btc_usdt eth_usdt --follow -o jsonl
  foredeck price btc_usdt --oracle-url https://prices.example.org -o json`,
		Options: []Option{{Name: "follow", Usage: "print new prices until ctrl+c"}},
	},
	{
		Name: "history", Args: []Arg{pairArg}, Opens: "open price", link: linkToPrice, Formats: Formats, IsList: true, Visitors: Allowed,
		Short: "List a pair's price history",
		Long: `List the open, high, low and close price of a pair per bar, oldest first: all of the range from --from to --to, or the newest
--limit of them. Without --from, the newest --limit bars before --to are listed, however long ago. A range of more
than a month is fetched in several requests.

DATE is 2026-11-21, 2026-11-21T12:04 or 2026-11-21T12:04:29 in UTC, the same with an offset such as +02:00, milliseconds since 1970,
or an age such as -36h or -7d.

` + priceNodeHelp,
		Example: `  foredeck history btc_usdt --bar 1d --from 2026-01-01
  foredeck history eth_usdt --bar 15s --from -1h -o csv
  foredeck history eth_usdt --bar 4h --chart`,
		Options: []Option{
			{Name: "bar", Value: "D", Default: "1h", Usage: "length of a bar, such as 15s, 1m, 5m, 1h, 4h or 1d"},
			{Name: "from", Value: "DATE", Usage: "start of the range"},
			{Name: "to", Value: "DATE", Usage: "end of the range (default now)"},
			{Name: "chart", Usage: "print a chart, as wide as the terminal or 80 columns; without --from it has one bar per column"},
		},
	},
	{
		Name: "holdings", Formats: localFormats, Visitors: Refused("holdings are private to the config file of their user"),
		Short: "Show the value of your holdings",
		Long: `Show the value and the profit of what you hold, as listed in the config file, at the latest prices:

  [holdings]
  btc_usdt = { amount = "0.5", cost = "40000" }

The amount is in the first currency of the pair; the cost is optional, per unit, in the second one. Totals are per second currency: they
are the sum of the holdings with a price, and their profit is that of the holdings with a cost. Values are exact, and rounded in tables.

The amounts stay on this machine. Only the prices of the pairs are requested. If some of them fail, their holdings are printed without a
value.

` + priceNodeHelp,
		Example: `  foredeck holdings
  foredeck holdings -o json | jq -r '.totals[] | "\(.quote) \(.value)"'
  foredeck holdings -o csv > holdings.csv`,
	},
	{
		Name: "stats-prices", Args: []Arg{pairsArg}, Formats: localFormats, IsList: true,
		Visitors: Refused("it keeps the histories of all its pairs in memory: use history PAIR -o csv for each"),
		Short:    "Summarize the prices of pairs in a range",
		Long: `Print for each pair, over the bars of a range: the change from the open of the first bar to the close of the last, the highest and the
lowest price, the largest drawdown with the bars of its peak and its trough, the largest rise and drop of a bar from its open to its
close, the volatility (the standard deviation of the logarithmic returns from close to close, per bar), and the share of bars that closed
above their open. Values are in percent. -o json and -o csv have the times of all of them. --bar, --from, --to and --limit are those of
history.

` + priceNodeHelp,
		Example: `  foredeck stats-prices btc_usdt --bar 1d --from 2026-01-01
  foredeck stats-prices btc_usdt eth_usdt --bar 1h --from -30d -o json`,
		Options: []Option{
			{Name: "bar", Value: "D", Default: "1h", Usage: "length of a bar, such as 15s, 1m, 5m, 1h, 4h, 1d, 1w or 1M"},
			{Name: "from", Value: "DATE", Usage: "start of the range"},
			{Name: "to", Value: "DATE", Usage: "end of the range (default now)"},
		},
	},
	{
		Name: "compare-prices", Args: []Arg{pairArg, {Name: "OTHER", Kind: Pair, Repeated: true}}, Formats: localFormats, IsList: true,
		Visitors: Refused("it keeps the histories of all its pairs in memory: use history PAIR -o csv for each"),
		Short:    "Compare the price changes of pairs",
		Long: `Print the change of each pair over the same range, from the open of its first bar to the close of its last, and the correlation of its
returns from bar to bar with those of PAIR. Only bars that both pairs have, and the one before them, count; BARS is their number, and
below 10 the correlation is not given. A bar in progress does not count for it, one that has ended does. --bar, --from, --to and --limit are those of history.

` + priceNodeHelp + `
A pair that fails is reported, and the others are printed: the exit code is then that of partial results.`,
		Example: `  foredeck compare-prices btc_usdt eth_usdt sol_usdt --bar 1d --limit 90
  foredeck compare-prices btc_usdt xau_usd --bar 1h --from -30d -o json`,
		Options: []Option{
			{Name: "bar", Value: "D", Default: "1h", Usage: "length of a bar, such as 15s, 1m, 5m, 1h, 4h, 1d, 1w or 1M"},
			{Name: "from", Value: "DATE", Usage: "start of the range"},
			{Name: "to", Value: "DATE", Usage: "end of the range (default now)"},
		},
	},
}
