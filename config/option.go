package config

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// option is a value of the file, either of the settings or of a network.
type option[T any] struct {
	key     string
	help    string
	example string // as TOML, if there is no default
	kind    Kind
	choices []string            // nil if set decides
	group   Group               // in the form; 0 for GroupAppearance
	hide    func(string) string // removes secrets from the value as TOML; nil if it has none
	reset   func(*T)            // sets the default; nil for the zero value
	set     func(*T, value) error
	copy    func(to, from *T)
	access  access          // of visitors
	toml    func(*T) string // empty if not set
}

// Settings holds the values in effect.
type Settings struct {
	Network  Network
	Networks []Network // all networks with a name, in display order

	Theme      string
	Background string // of the window: theme or TerminalBackground
	NoColor    bool
	Borders    string // QuietBorders, or those that everybody can see
	ASCII      bool   // draw boxes and marks in ASCII
	Mouse      bool   // use the mouse
	// OutputLimit is how many bytes a second are drawn at most that no key has caused; 0: no limit.
	OutputLimit int
	Motion      bool   // animate spinners and changed prices
	Plain       bool   // screen reader mode
	PlainRows   string // of screen reader mode: NamedRows or TerseRows
	Hints       bool   // say on the first visit of a screen what to press first
	Hyperlinks  string // HyperlinksAuto, HyperlinksAlways or HyperlinksNever
	WindowTitle bool   // show what matters most on the screen in the title of the window
	Octants     bool   // draw curves with block octants instead of braille
	Timeout     time.Duration
	Periods     Periods
	Sizes       Sizes
	// Columns are the columns of an account's lists of transactions, in order; nil for those of each list.
	Columns []string
	Time    string // time zone: utc or local
	Units   string // initial format of amounts: decimal, raw or hex
	Coins   []Coin
	Names   []Name
	// Groups are the groups of accounts, in the order of the file.
	Groups []AccountGroup
	// Validators are the members of committees that the file describes.
	Validators []Validator
	// Holdings are the amounts that the user holds, in the order of the file.
	Holdings []Holding
	Keys     []Binding
	// Commands are the commands of the user, in the order of the file.
	Commands []Command
	Aliases  []Alias
	// Queries are the saved queries of the index, in the order of the file.
	Queries []SavedQuery
	// Jumps are what enter opens on fields of trees, in the order of the file.
	Jumps []Jump
	// WatchBlocks makes the deck follow the chain from the start, not only after Blocks was opened.
	WatchBlocks bool
	// AlertCommand is the program to run for each alert, with its arguments; empty for none.
	AlertCommand []string
	// AlertWebhook is the address to which each alert is posted; empty for none. It can contain a secret.
	AlertWebhook string
	// Heartbeat is the address that foredeck watch posts to every HeartbeatEvery while a node responds; empty for none. It can contain a secret.
	Heartbeat      string
	HeartbeatEvery time.Duration
	// Receivers are further services that get alerts, in the order of the file.
	Receivers []Receiver
	Alerts    Alerts

	// Problems lists the invalid lines of the file, which are ignored.
	Problems []Problem
	// NetworkProblem is the one of Problems that makes the choice of the network doubtful, or nil.
	NetworkProblem *Problem

	// Stamp identifies the version of the file that was read.
	Stamp  Stamp
	digest [sha256.Size]byte // of the file

	lines       []line            // of the file
	origins     map[string]string // of each value other than the default, by key
	networkLine int               // line of the file with the network
}

// Themes are the names of the built-in themes.
var Themes = []string{
	DefaultTheme, "terminal", "dark", "light", "high-contrast", "high-contrast-light", "color-blind", "color-blind-light", "catppuccin", "catppuccin-latte",
	"gruvbox", "gruvbox-light", "nord", "nord-light", "solarized", "solarized-light", "tokyo-night", "tokyo-night-day", "rose-pine", "rose-pine-dawn",
}

// DefaultTheme follows the terminal: dark or light.
const DefaultTheme = "auto"

// TerminalBackground is the value of the option background that leaves the background of the terminal as it is.
const TerminalBackground = "terminal"

// QuietBorders is the value of the option borders that draws them dimmer.
const QuietBorders = "quiet"

// Values of the option hyperlinks.
const (
	HyperlinksAuto   = "auto"
	HyperlinksAlways = "always"
	HyperlinksNever  = "never"
)

// options are the options of the settings. The key of each is its path in the file.
var options = append([]option[Settings]{
	textOption("theme", "Color theme: auto (follows the terminal), terminal (its sixteen colors), one that foredeck themes lists,\nor the name of a file in the folder themes next to this file.",
		"", func(s *Settings) *string { return &s.Theme }, themeName).withDefault(func(s *Settings) { s.Theme = DefaultTheme }).sharedBy(func(to, from *Settings) {
		if slices.Contains(Themes, from.Theme) { // the file of a theme is not read for visitors
			to.Theme = from.Theme
		}
	}),
	choiceOption("background", "Background of the window: that of the theme, or that of the terminal. On a terminal of the other kind, dark or light,\nthe latter replaces a theme with its partner.",
		func(s *Settings) *string { return &s.Background }, "theme", TerminalBackground).shared(),
	choiceOption("borders", "Frames of panels and rules: visible, or quiet, with less contrast than everybody can see.",
		func(s *Settings) *string { return &s.Borders }, "visible", QuietBorders).shared(),
	boolOption("no_color", false, "Disable colors, as the environment variable NO_COLOR does.", func(s *Settings) *bool { return &s.NoColor }).private(),
	boolOption("ascii", false, "Draw boxes and marks in ASCII; other characters become ? in the deck and \\uXXXX in commands, except in -o raw. The default follows LC_ALL,\nLC_CTYPE and LANG. Without these it is true unless the terminal is known to have UTF-8. A terminal that reports how wide it draws marks decides itself.", func(s *Settings) *bool { return &s.ASCII }).sharedBy(func(to, from *Settings) { to.ASCII = to.ASCII || from.ASCII }),
	boolOption("octants", false, "Draw the curves of charts with the block octants of Unicode 16 instead of braille. The font must have them.", func(s *Settings) *bool { return &s.Octants }).shared(),
	boolOption("window_title", false, "Show what matters most on the screen in the title of the window or tab, such as btc_usdt 83,842.10 +0.1%. An alert that was not\nseen is shown there in any case.", func(s *Settings) *bool { return &s.WindowTitle }).shared(),
	boolOption("motion", true, "Animate spinners, mark new rows and changed values for a moment, and draw rows of bars while a list is loaded.", func(s *Settings) *bool { return &s.Motion }).shared(),
	boolOption("plain", false, "Screen reader mode: print each change as a line, as --plain and the environment variable FOREDECK_PLAIN do.", func(s *Settings) *bool { return &s.Plain }).private(),
	choiceOption("plain_rows", "What screen reader mode reads of the rows of a list: named (each value after the title of its column), or terse (the values alone).",
		func(s *Settings) *string { return &s.PlainRows }, NamedRows, TerseRows).shared(),
	boolOption("hints", true, "Say on the first visit of each screen what to press first.", func(s *Settings) *bool { return &s.Hints }).shared(),
	choiceOption("hyperlinks", "Link addresses, hashes and heights to the web explorer of the network, for ctrl+click in the terminal: auto (if the terminal is known to\ncope with hyperlinks), always or never.",
		func(s *Settings) *string { return &s.Hyperlinks }, HyperlinksAuto, HyperlinksAlways, HyperlinksNever).private(),
	boolOption("mouse", true, "Use the mouse for clicks and scrolling. The key % switches it, also for later starts on the same network.", func(s *Settings) *bool { return &s.Mouse }).private(),
	numberOption("output_limit", 0, 1_000_000, "Bytes a second for what changes without a key, for slow lines: 150 suits one of 9600 baud. 0 is no limit. Takes effect at the next start.",
		func(s *Settings) *int { return &s.OutputLimit }).private(),
	durationOption("timeout", DefaultTimeout, "Time limit of a call, including retries.", func(s *Settings) *time.Duration { return &s.Timeout }).in(GroupRefresh).shared(),
	boolOption("watch_blocks", false, "Follow the chain from the start, on every screen. Off until you open Blocks or set a validator or a block alert.",
		func(s *Settings) *bool { return &s.WatchBlocks }).in(GroupAlerts).shared(),
	listOption("alert_command", "Program to run for each alert, with its arguments and without a shell. The alert is in its environment: FOREDECK_ALERT (text),\nFOREDECK_ALERT_KIND, FOREDECK_PHASE (begin, reminder or end), and others; FOREDECK_ALERT_JSON has all of them.",
		`["notify-send", "foredeck"]`, func(s *Settings) *[]string { return &s.AlertCommand }, anyList).in(GroupAlerts).private(),
	textOption("alert_webhook", "Address to which each alert is sent by POST, as the JSON of FOREDECK_ALERT_JSON. It is shown without its path, which can be a secret.",
		`"https://hooks.example.org/T0/B1"`, func(s *Settings) *string { return &s.AlertWebhook }, webhookAddress).in(GroupAlerts).hidden(hideWebhook).private(),
	textOption("heartbeat", "Address to which foredeck watch posts while it watches and a node responds, for a service that reports when that stops.\nIt is shown without its path.",
		`"https://hc.example.org/ping/T0"`, func(s *Settings) *string { return &s.Heartbeat }, webhookAddress).in(GroupAlerts).hidden(hideWebhook).private(),
	durationOption("heartbeat_every", time.Minute, "Time between two of them.", func(s *Settings) *time.Duration { return &s.HeartbeatEvery }).in(GroupAlerts).private(),
	choiceOption("time", "Time zone of the deck: utc, or local for that of this machine. Commands always use UTC.", func(s *Settings) *string { return &s.Time }, "utc", "local").shared(),
	choiceOption("units", "Initial format of amounts: decimal, raw or hex. The key u switches between them.", func(s *Settings) *string { return &s.Units }, "decimal", "raw", "hex").in(GroupUnits).shared(),
	listOption("columns.transactions", "Columns of an account's lists of transactions, in this order; by default each list has its own. Known are block, seq, status, type,\nsender, function, amount, reason, fee, age and hash, and paths: arg[1] is an argument of the call, arg[1].amount a value inside it, and\n.payload.kind a value of the JSON that foredeck txs prints. The key | changes them in the deck.",
		`["seq", "status", "function", "age"]`, func(s *Settings) *[]string { return &s.Columns }, columnNames(TransactionColumns)).shared(),
	durationOption("refresh.account", 5*time.Second, "Refresh interval of the visible account and the newest end of its list.", func(s *Settings) *time.Duration { return &s.Periods.Account }).in(GroupRefresh).shared(),
	durationOption("refresh.home", 5*time.Second, "Refresh interval of the bookmarks on Home.", func(s *Settings) *time.Duration { return &s.Periods.Home }).in(GroupRefresh).shared(),
	durationOption("refresh.transaction", 5*time.Second, "Refresh interval of the list that a transaction was opened from, for newer records.", func(s *Settings) *time.Duration { return &s.Periods.Transaction }).in(GroupRefresh).shared(),
	sizeOption("sizes.wide", "Minimum window size for a preview next to lists.", "120x36", "100x30", func(s *Sizes) *Size { return &s.Wide }).shared(),
	sizeOption("sizes.full", "Minimum window size for the full layout.", "100x30", "80x24", func(s *Sizes) *Size { return &s.Full }).shared(),
	sizeOption("sizes.compact", "Minimum window size for boxes, one panel at a time.", "80x24", "60x20", func(s *Sizes) *Size { return &s.Compact }).shared(),
	sizeOption("sizes.rules", "Minimum window size for details, with rules instead of boxes.", "60x20", "40x12", func(s *Sizes) *Size { return &s.Rules }).shared(),
	sizeOption("sizes.small", "Minimum window size for a list or a value; smaller windows show one line.", "40x12", "20x6", func(s *Sizes) *Size { return &s.Small }).shared(),
}, alertOptions()...)

// networkOptions are the options of a network.
var networkOptions = []option[Network]{
	listOption("base_urls", "Addresses of the nodes. The first is used; the others are for failover, in order. Each of them gets the consensus token.",
		`["https://rpc.example.org", "https://rpc2.example.org"]`, func(n *Network) *[]string { return &n.BaseURLs }, webAddresses).shared(),
	textOption("oracle_url", "Address of the price service, if not the first node's.", `"https://prices.example.org"`, func(n *Network) *string { return &n.OracleURL }, webAddress).shared(),
	textOption("price_stream", "WebSocket of the price service, over which prices arrive as they change if an API key is set. It gets the key too.", `"wss://prices.example.org"`,
		func(n *Network) *string { return &n.PriceStream }, socketAddress).shared(),
	numberOption("chain_id", 0, math.MaxInt64, "Expected chain id, 0 for any. A different one is marked with ! in the header.", func(n *Network) *uint64 { return &n.ChainID }).shared(),
	choiceOption("rpc_version", "RPC version: auto, v1, v2, v3 or v4.", func(n *Network) *string { return &n.RPCVersion }, "auto", "v1", "v2", "v3", "v4").shared(),
	// By default the media type of the specification, and that of deployed nodes, which do not accept the former.
	listOption("view_media_types", "Media types of BCS view calls, tried in this order.", "", func(n *Network) *[]string { return &n.ViewMediaTypes }, mediaTypes).withDefault(func(n *Network) {
		n.ViewMediaTypes = []string{"application/x.chain.view_function+bcs", "application/x.supra.view_function+bcs"}
	}).shared(),
	textOption("head_hint", "Path of a call that returns a recent height, for nodes that cannot name their newest block: the search for it starts there.", `"/rpc/v1/block"`, func(n *Network) *string { return &n.HeadHint }, callPath).shared(),
	textOption("cursor_header", "Response header with the cursor of a list in v3. By default the one whose name ends in -cursor.", `"x-chain-cursor"`, func(n *Network) *string { return &n.CursorHeader }, headerName).shared(),
	choiceOption("interval_parameter", "Parameter of the price service for the length of a bar: Resolution or interval.", func(n *Network) *string { return &n.IntervalParameter }, "Resolution", "interval").shared(),
	textOption("price_feed", "Address of the on-chain price feed, with the latest prices if no API key is set. History needs a key.",
		`"0xe3948c9e3a24c51c4006ef2acc44606055117d021158f320062df099c4a94150"`, func(n *Network) *string { return &n.PriceFeed }, feedAddress).shared(),
	listOption("price_pairs", "Pairs by their numbers in the price feed. "+knownPairs+" are known.", `["xau_usd=5500"]`, func(n *Network) *[]string { return &n.PricePairs }, numberedPairs).shared(),
	numberOption("decimals", 8, MaxDecimals, "Decimals of the coin that pays for gas.", func(n *Network) *int { return &n.Decimals }).shared(),
	textOption("api_key_env", "Environment variable with the API key of the price service. FOREDECK_API_KEY has precedence.",
		`"PRICES_KEY"`, func(n *Network) *string { return &n.APIKey.Variable }, variableName).private(),
	textOption("api_key_file", "File with the API key, readable only by its owner. Used if the environment has none.", `"~/.config/foredeck/prices.key"`, func(n *Network) *string { return &n.APIKey.File }, anyText).private(),
	listOption("api_key_command", "Command that prints the API key, run without a shell when the key is needed. Used if there is no variable or file.", `["pass", "show", "prices"]`, func(n *Network) *[]string { return &n.APIKey.Command }, anyList).private(),
	textOption("consensus_token_env", "Environment variable with the token for consensus blocks. FOREDECK_CONSENSUS_TOKEN has precedence.", `"BLOCKS_TOKEN"`, func(n *Network) *string { return &n.ConsensusToken.Variable }, variableName).private(),
	textOption("consensus_token_file", "File with the token, readable only by its owner. Used if the environment has none.", `"~/.config/foredeck/blocks.token"`, func(n *Network) *string { return &n.ConsensusToken.File }, anyText).private(),
	listOption("consensus_token_command", "Command that prints the token, run without a shell when the network is opened. Used if there is no variable or file.", `["pass", "show", "blocks"]`, func(n *Network) *[]string { return &n.ConsensusToken.Command }, anyList).private(),
	textOption("index_database_env", "Environment variable with the address of the PostgreSQL database that has the index of the network (foredeck index --to), in place of the file of this machine. FOREDECK_INDEX_DATABASE has precedence.",
		`"INDEX_URL"`, func(n *Network) *string { return &n.IndexDatabase.Variable }, variableName).private(),
	textOption("index_database_file", "File with the address of the database, readable only by its owner. Used if the environment has none.", `"~/.config/foredeck/index.url"`, func(n *Network) *string { return &n.IndexDatabase.File }, anyText).private(),
	listOption("index_database_command", "Command that prints the address of the database, run without a shell when the index is queried. Used if there is no variable or file.", `["pass", "show", "index"]`, func(n *Network) *[]string { return &n.IndexDatabase.Command }, anyList).private(),
	textOption("explorer_account", "Web explorer page of an account, opened by o. {} stands for the address.",
		`"https://explorer.example.org/account/{}"`, func(n *Network) *string { return &n.Explorer.Account }, explorerLink).shared(),
	textOption("explorer_transaction", "Web explorer page of a transaction. {} stands for the hash.", `"https://explorer.example.org/tx/{}"`, func(n *Network) *string { return &n.Explorer.Transaction }, explorerLink).shared(),
	textOption("explorer_module", "Web explorer page of a module. {} stands for address::module.", `"https://explorer.example.org/module/{}"`, func(n *Network) *string { return &n.Explorer.Module }, explorerLink).shared(),
	textOption("explorer_block", "Web explorer page of a block. {} stands for the height.", `"https://explorer.example.org/block/{}"`, func(n *Network) *string { return &n.Explorer.Block }, explorerLink).shared(),
}

// MaxDecimals is the maximum number of decimals of a coin, the number of digits of a u128.
const MaxDecimals = 38

var (
	mediaType = lazily(`^[\w.+-]+/[\w.+-]+$`)
	// addressForm matches an address, with or without 0x.
	addressForm  = lazily(`^(0[xX])?[0-9a-fA-F]{1,64}$`)
	headerForm   = lazily(`^[a-zA-Z0-9-]+$`)
	variableForm = lazily(`^\w+$`)
	typeForm     = lazily(`^0[xX][0-9a-fA-F]{1,64}::\w+::\w+(<.+>)?$`)
	nameForm     = lazily(`^[a-zA-Z][\w-]*$`)
)

// withDefault returns the option with a default, which reset sets.
func (o option[T]) withDefault(reset func(*T)) option[T] {
	o.reset = reset
	return o
}

// in returns the option in a group of the form. By default an option is in GroupAppearance.
func (o option[T]) in(group Group) option[T] {
	o.group = group
	return o
}

// hidden returns the option with a function that removes secrets from its value.
func (o option[T]) hidden(hide func(string) string) option[T] {
	o.hide, o.kind = hide, ReadOnly
	return o
}

// access says whether visitors have a setting. The zero value is not decided: they do not.
type access int

const (
	isPrivate access = iota + 1
	isShared
)

// shared returns the option as one that visitors have: it says what the network has, or how to show it.
func (o option[T]) shared() option[T] {
	o.access = isShared
	return o
}

// sharedBy is shared for an option that visitors have only in part, as copy says.
func (o option[T]) sharedBy(copy func(to, from *T)) option[T] {
	o.copy = copy
	return o.shared()
}

// private returns the option as one that visitors do not have: a path, a command, a secret, an amount, or what depends on their terminal.
func (o option[T]) private() option[T] {
	o.access = isPrivate
	return o
}

// shown returns the value for display, as TOML.
func (o *option[T]) shown(of *T) string {
	written := o.toml(of)
	if o.hide != nil && written != "" {
		return o.hide(written)
	}
	return written
}

func resetAll[T any](options []option[T], to *T) {
	for _, option := range options {
		if option.reset != nil {
			option.reset(to)
		}
	}
}

// fieldOption returns an option of a field: read parses its value, and write formats it.
func fieldOption[T, V any](key, help string, at func(*T) *V, read func(value) (V, error), write func(V) string) option[T] {
	return option[T]{
		key: key, help: help,
		set: func(t *T, v value) error {
			found, err := read(v)
			if err == nil {
				*at(t) = found
			}
			return err
		},
		toml: func(t *T) string { return write(*at(t)) },
		copy: func(to, from *T) { *at(to) = *at(from) },
	}
}

func textOption[T any](key, help, example string, at func(*T) *string, rule func(string) error) option[T] {
	read := func(v value) (string, error) {
		text, err := v.string()
		if err == nil {
			err = rule(text)
		}
		return text, err
	}
	option := fieldOption(key, help, at, read, quotedUnlessEmpty)
	option.example = example
	return option
}

// choiceOption returns an option with fixed choices. The first one is the default.
func choiceOption[T any](key, help string, at func(*T) *string, choices ...string) option[T] {
	option := textOption(key, help, "", at, oneOf(choices...)).withDefault(func(t *T) { *at(t) = choices[0] })
	option.choices = choices
	return option
}

func boolOption[T any](key string, initial bool, help string, at func(*T) *bool) option[T] {
	option := fieldOption(key, help, at, value.bool, strconv.FormatBool)
	option.kind = Bool
	return option.withDefault(func(t *T) { *at(t) = initial })
}

func numberOption[T any, N int | uint64](key string, initial N, limit uint64, help string, at func(*T) *N) option[T] {
	read := func(v value) (N, error) {
		number, err := v.unsigned(limit)
		return N(number), err
	}
	option := fieldOption(key, help, at, read, func(number N) string { return strconv.FormatUint(uint64(number), 10) })
	option.kind = Number
	return option.withDefault(func(t *T) { *at(t) = initial })
}

func durationOption[T any](key string, initial time.Duration, help string, at func(*T) *time.Duration) option[T] {
	option := fieldOption(key, help, at, value.duration, func(d time.Duration) string { return quoted(d.String()) })
	return option.withDefault(func(t *T) { *at(t) = initial })
}

// listOption returns an option with a list of strings that rule accepts.
func listOption[T any](key, help, example string, at func(*T) *[]string, rule func([]string) error) option[T] {
	read := func(v value) ([]string, error) {
		texts, err := v.strings()
		if err == nil {
			err = rule(texts)
		}
		return texts, err
	}
	option := fieldOption(key, help, at, read, listUnlessEmpty)
	option.kind, option.example = List, example
	return option
}

func quotedUnlessEmpty(text string) string {
	if text == "" {
		return ""
	}
	return quoted(text)
}

func listUnlessEmpty(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return quotedList(texts)
}

func anyText(string) error   { return nil }
func anyList([]string) error { return nil }

func oneOf(allowed ...string) func(string) error {
	return func(text string) error {
		if slices.Contains(allowed, text) {
			return nil
		}
		return errors.New(OneOf(text, allowed))
	}
}

// themeName accepts the name of a theme, which may be that of a file but not a path.
func themeName(name string) error {
	if !nameForm().MatchString(name) {
		return errors.New("must be a name that foredeck themes lists, or that of a file in the folder themes, without .toml")
	}
	return nil
}

func webAddresses(addresses []string) error {
	if len(addresses) == 0 {
		return errors.New("must have at least one address")
	}
	for _, address := range addresses {
		if err := webAddress(address); err != nil {
			return fmt.Errorf("%q %w", address, err)
		}
	}
	return nil
}

func mediaTypes(types []string) error {
	if len(types) == 0 || slices.ContainsFunc(types, func(name string) bool { return !mediaType().MatchString(name) }) {
		return errors.New("must be a list of media types, such as application/x.chain.view_function+bcs")
	}
	return nil
}

func webAddress(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return errors.New("must be an http or https address without user, query or fragment, such as https://rpc.example.org")
	}
	return nil
}

func socketAddress(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "ws" && parsed.Scheme != "wss" || parsed.Hostname() == "" || parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return errors.New("must be a ws or wss address without user, query or fragment, such as wss://prices.example.org")
	}
	return nil
}

func explorerLink(link string) error {
	parsed, err := url.Parse(strings.ReplaceAll(link, "{}", "x"))
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || strings.Count(link, "{}") != 1 {
		return errors.New("must be an http or https address with {} once, such as https://explorer.example.org/account/{}")
	}
	return nil
}

func callPath(path string) error {
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?# ") {
		return errors.New("must be a path, such as /rpc/v1/block")
	}
	return nil
}

func headerName(name string) error {
	if !headerForm().MatchString(name) {
		return errors.New("must be the name of a header, such as x-chain-cursor")
	}
	return nil
}

func variableName(name string) error {
	if !variableForm().MatchString(name) {
		return errors.New("must be the name of an environment variable: letters, digits and _")
	}
	return nil
}

// lazily returns a regular expression that is compiled at its first use: most starts of the program need none of them.
//
//go:noinline
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
