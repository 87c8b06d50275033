package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/client/index"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/custom"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/notify"
	screens "foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// openDeck opens the deck in the terminal.
func openDeck(cmd *cobra.Command, flags *globalFlags, arguments []string) error {
	if flags.output != "" {
		return usagef("-o %s: the deck prints no records; use a command, such as foredeck account ADDRESS -o %s", flags.output, flags.output)
	}
	t := flags.terminal()
	if t == nil && len(arguments) > 0 && suggestion(cmd, arguments[0]) != "" {
		return usagef("unknown command %q%s", arguments[0], suggestion(cmd, arguments[0]))
	}
	if t == nil {
		return flags.noTerminal()
	}
	if err := flags.openLog(cmd); err != nil {
		return err
	}
	s, first, err := flags.openAt(cmd, arguments)
	if err != nil {
		return err
	}
	isPlain := flags.plain || s.settings.Plain || !slices.Contains([]string{"", "0"}, flags.getenv("FOREDECK_PLAIN"))
	if name := flags.getenv("TERM"); !isPlain && flags.getenv("FOREDECK_PLAIN") != "0" && !movesCursor(name, flags.getenv, flags.visitor != nil) {
		isPlain = true
		fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: screen reader mode, as this terminal is not known to move its cursor (TERM=%s); FOREDECK_PLAIN=0 draws the screen\n", text.Clean(name))
	}
	return flags.runDeck(cmd, s, t, func(options *tui.Options) { options.First, options.Plain = first, isPlain })
}

// movesCursor reports whether a screen can be drawn on a terminal, by its name. Windows names none. The names of terminals that are not
// known here are those of the terminfo database of this machine, which is not that of visitors.
func movesCursor(name string, getenv func(string) string, isVisitor bool) bool {
	switch name {
	case "":
		return runtime.GOOS == "windows"
	case "dumb", "unknown", "network":
		return false
	}
	isKnown := slices.ContainsFunc(strings.Fields(terminalFamilies), func(family string) bool { return strings.HasPrefix(strings.ToLower(name), family) })
	return isKnown || isVisitor || runtime.GOOS == "windows" || isInTerminfo(name, getenv)
}

// terminalFamilies are the beginnings of names of terminals that move their cursor.
const terminalFamilies = "xterm screen tmux linux vt alacritty ansi aterm beterm bvterm cons contour cygwin dtterm dvtm eat eterm foot fbterm ghostty gnome hterm iterm jfbterm kitty konsole kterm mach mgt mintty mlterm mosh ms-terminal mterm nsterm pcansi pccon putty rio rxvt st sun teken termite terminator terminology vscode vte wezterm warp wsvt zellij"

// isInTerminfo reports whether the terminfo database has an entry of a terminal.
func isInTerminfo(name string, getenv func(string) string) bool {
	if strings.ContainsAny(name, `/\`) {
		return false
	}
	folders := append([]string{getenv("TERMINFO"), getenv("HOME") + "/.terminfo"}, filepath.SplitList(getenv("TERMINFO_DIRS"))...)
	folders = append(folders, "/etc/terminfo", "/lib/terminfo", "/usr/lib/terminfo", "/usr/share/terminfo", "/usr/share/misc/terminfo", "/usr/local/share/terminfo", "/run/current-system/sw/share/terminfo")
	return slices.ContainsFunc(folders, func(folder string) bool {
		return slices.ContainsFunc([]string{name[:1], fmt.Sprintf("%02x", name[0])}, func(below string) bool {
			_, err := os.Stat(filepath.Join(folder, below, name))
			return folder != "" && err == nil
		})
	})
}

// noTerminal returns the error of a deck without a terminal.
func (f *globalFlags) noTerminal() error {
	if f.visitor != nil {
		return usagef("the deck requires a terminal: connect with ssh -t, or use a command, such as account ADDRESS")
	}
	return usagef("the deck requires a terminal; without one, use a command, such as foredeck account ADDRESS")
}

// runDeck runs the deck in a terminal. change changes its options.
func (f *globalFlags) runDeck(cmd *cobra.Command, s *session, t *terminal.Terminal, change func(*tui.Options)) error {
	options := f.deckOptions(cmd, s)
	options.Desktop = notify.Desktop(f.getenv)
	options.Terminal, options.Clipboard = t, terminal.NewClipboard(t, f.getenv)
	if f.visitor != nil {
		options.Clipboard = terminal.NewRemoteClipboard(t, f.getenv)
	}
	change(&options)
	t.DetectBackground, t.MeasureMarks = f.detectsBackground(s.settings.NoColor), s.settings.AssumesEncoding()
	t.OutputLimit = s.settings.OutputLimit
	if f.visitor != nil {
		return tui.Run(cmd.Context(), t, options)
	}
	options.RunCommand = f.runCommand
	go tui.LimitMemory(cmd.Context())
	if s.replay == nil {
		options.Config = f.settingsSource(cmd)
	}
	pairs, chosen := options.Store.Watchlist()
	if !chosen {
		pairs = options.Service.Pairs
	}
	if err := s.record(pairs); err != nil {
		options.Close()
		return err
	}
	return tui.Run(cmd.Context(), t, options)
}

// deckOptions returns what the deck needs to show the network of the session. The deck closes the session.
func (f *globalFlags) deckOptions(cmd *cobra.Command, s *session) tui.Options {
	reading := f.reading(s.settings, nil)
	opened, storeErr := s.openStore()
	heights, cacheErr := s.cacheBlocks(false)
	hashes, hashErr := s.openHashes()
	prices, priceErr := s.deckPrices(cmd)
	checked, checkErr := s.healthNodes()
	network := screens.Connection{
		Endpoint: s.endpoint, Node: s.node, Traffic: load.Traffic{Requests: s.requests, Nodes: s.nodes}, Service: prices, Checks: load.Checks{Nodes: checked, Checker: s.newChecker(checked)}, Simulated: s.simulated(),
		Provided: s.names[len(namesOf(s.settings)):], Seen: lookup.NewSeen(hashes), Heights: heights, Flags: f.shellFlags(cmd, s), Store: opened, Past: s.openHistory(),
		Warning:  cmp.Or(s.checkComplete(nil), f.configWarning(s), reading.ThemeErr, priceErr, storeErr, cacheErr, hashErr, checkErr),
		Networks: reading.Networks, Open: f.networkOpener(cmd), Close: s.close, RunLine: f.lineRunner(s), Calls: s.callLister(), FindHash: s.hashFinder(), Indexed: s.indexed(), Query: s.queryTable(),
		Replayed: s.replay != nil, Recorded: s.replay.highest(), Ends: s.replay.end(),
	}
	if s.host != nil {
		network.Open, network.Source = notForVisitors, s.host.blocks
	}
	if s.replay != nil {
		reading.Networks = []screens.Network{{Name: s.endpoint.Network, ChainID: s.settings.Network.ChainID, Addresses: []string{s.endpoint.BaseURL}}}
		network.Networks, network.Open = reading.Networks, notRecorded
	}
	provided := screens.Program{HasHyperlinks: terminal.HasHyperlinks(f.getenv), Remote: s.host != nil, OpenNode: f.nodeOpener(cmd, s), Getenv: f.getenv}
	return tui.Options{Program: provided, Connection: network, Reading: reading, Themes: reading.Themes, Now: s.now}
}

// callLister returns the function for the calls of a function by anyone; nil for visitors, who do not have the index of this machine.
func (s *session) callLister() func(move.FunctionID) load.TransactionList {
	if s.host != nil {
		return nil
	}
	return func(function move.FunctionID) load.TransactionList {
		calls := &index.CallList{Node: s.node, Functions: []move.FunctionID{function}, Head: func(ctx context.Context) (uint64, error) {
			head, err := s.node.FindHead(ctx, client.HeadSearch{Quick: true})
			return head.Height, err
		}}
		if path, err := s.indexPath(); err == nil {
			calls.Path = path
		}
		return calls.Page
	}
}

// hashFinder returns the function that finds a transaction by its hash in the index of this machine; nil where there is none.
func (s *session) hashFinder() func(context.Context, string) (client.Transaction, error) {
	path, err := s.indexPath()
	if err != nil || s.host != nil || s.replay != nil {
		return nil
	}
	return func(ctx context.Context, hash string) (client.Transaction, error) {
		return index.FindHash(ctx, s.node, path, hash)
	}
}

// indexed returns the index of whole blocks of this machine; nil where there is none.
func (s *session) indexed() client.Index {
	path, err := s.indexPath()
	if err != nil || s.host != nil || s.replay != nil {
		return nil
	}
	return &index.File{Path: path}
}

// networkOpener returns the function with which the deck switches to a network, or reopens the current one.
func (f *globalFlags) networkOpener(cmd *cobra.Command) func(context.Context, string) (screens.Connection, error) {
	return func(_ context.Context, name string) (screens.Connection, error) {
		other := *f
		other.Network, other.BaseURLs, other.OracleURL, other.recordTo = name, nil, "", "" // these apply to the first network
		other.switched = true
		opened, err := other.openForDeck(cmd)
		if err != nil {
			return screens.Connection{}, err
		}
		network := other.deckOptions(cmd, opened).Connection
		if f.recordTo != "" {
			network.Warning = cmp.Or(network.Warning, fmt.Errorf("recording to %s has stopped: a recording holds only one network", f.recordTo))
		}
		return network, nil
	}
}

// nodeOpener returns the function with which the deck opens one node, nil in a replay and for visitors.
func (f *globalFlags) nodeOpener(cmd *cobra.Command, s *session) screens.NodeOpener {
	if s.replay != nil || s.host != nil {
		return nil
	}
	return func(_ context.Context, name string) (*screens.Node, error) {
		other := *f
		other.verbose, other.recordTo = false, "" // lines would overwrite the deck, and a recording holds only one network
		opened, err := other.openNamedNode(cmd, name, opening{withToken: true, isQuiet: true})
		if err != nil {
			return nil, err
		}
		return &screens.Node{Node: opened.node, Endpoint: opened.endpoint, Close: opened.close}, nil
	}
}

// lineRunner returns the function with which the deck runs a line on the network of the session, nil for visitors.
func (f *globalFlags) lineRunner(s *session) func(context.Context, []string, io.Writer) error {
	if s.host != nil {
		return nil
	}
	return func(ctx context.Context, words []string, output io.Writer) error {
		other := &globalFlags{environment: f.environment, redactor: f.redactor, notices: f.notices, embedded: s.embedded}
		root := rootCommand(other)
		root.SetIn(strings.NewReader("")) // the input is that of the deck
		if code := other.execute(ctx, root, words, output, output); code != exitDone {
			return fmt.Errorf("exit code %d", code)
		}
		return nil
	}
}

// networks returns the networks that the deck can switch to: the current one and all that have a name.
func (f *globalFlags) networks(settings *config.Settings) []screens.Network {
	known := settings.Networks
	if !slices.ContainsFunc(known, func(network config.Network) bool { return network.Name == settings.Network.Name }) {
		known = append([]config.Network{settings.Network}, known...)
	}
	var list []screens.Network
	for _, network := range known {
		network, _ = settings.FindNetwork(network.Name)
		listed := screens.Network{Name: network.Name, ChainID: network.ChainID}
		if listed.Addresses = network.BaseURLs; len(network.BaseURLs) > 0 && f.visitor == nil {
			listed.Checker = sync.OnceValue(func() screens.NodeChecker { return f.checkerOf(&network, settings.Timeout) })
		}
		list = append(list, listed)
	}
	return list
}

// checkerOf returns the checker of the nodes of a network other than the current one. It has no token: to read one may run a command.
// Nodes with an invalid configuration, which is reported elsewhere, are left out.
func (f *globalFlags) checkerOf(network *config.Network, limit time.Duration) *health.Checker {
	names := transport.NodeNames(network.BaseURLs)
	var nodes []health.Node
	for i, baseURL := range network.BaseURLs {
		policy := transport.Default()
		policy.MaxAttempts, policy.Redactor = 1, f.redactor
		version, err := client.ParseVersion(network.RPCVersion)
		if err != nil {
			continue
		}
		roundTripper, err := policy.Transport()
		if err != nil {
			continue
		}
		if node, err := client.NewNode(baseURL, client.WithTransport(roundTripper), client.WithVersion(version), client.WithTimeout(limit)); err == nil {
			nodes = append(nodes, health.Node{Name: names[i], BaseURL: baseURL, Client: node})
		}
	}
	return health.New(nodes...)
}

// terminal returns the terminal of the command line, nil if it has none.
func (f *globalFlags) terminal() *terminal.Terminal {
	switch {
	case f.visitor != nil:
		return f.visitor.terminal
	case term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()):
		return terminal.New(os.Stdin, os.Stdout)
	}
	return nil
}

// runCommand runs a command of the config file. If that is not the default one, the command's own calls of foredeck read it too.
func (f *globalFlags) runCommand(ctx context.Context, process custom.Process) error {
	if f.configFile != "" {
		path, err := filepath.Abs(f.configFile)
		if err != nil {
			return err
		}
		process.Environment = append(process.Environment, "FOREDECK_CONFIG="+path)
	}
	return custom.Run(ctx, process)
}

// environ returns the variables of the terminal.
func (f *globalFlags) environ() []string {
	if f.visitor != nil {
		return f.visitor.environ()
	}
	return os.Environ()
}

// getenv returns a variable of the command line's environment. A visitor has only those of the terminal.
func (f *globalFlags) getenv(name string) string {
	if f.visitor != nil {
		return f.visitor.variable(name)
	}
	return f.environment.Get(name)
}

// openAt opens the network for the deck and returns the location of TARGET, nil if there is none. A link chooses the network.
func (f *globalFlags) openAt(cmd *cobra.Command, arguments []string) (*session, *target.Link, error) {
	if len(arguments) == 0 {
		s, err := f.openForDeck(cmd)
		return s, nil, err
	}
	if target.IsLink(arguments[0]) {
		return f.openLink(cmd, arguments[0])
	}
	s, err := f.openForDeck(cmd)
	if err != nil {
		return nil, nil, err
	}
	wanted, err := target.Parse(arguments[0], slices.Concat(s.savedNames(), s.names), canOpen)
	if err != nil {
		s.close()
		return nil, nil, usagef("TARGET: %w%s", err, suggestion(cmd, arguments[0]))
	}
	return s, &target.Link{Network: s.endpoint.Network, Target: wanted}, nil
}

// openLink opens the network of a link and returns the link. Flags may give the address of that network, but not choose another one.
// The link may contain saved names of its network.
func (f *globalFlags) openLink(cmd *cobra.Command, written string) (*session, *target.Link, error) {
	link, err := target.ParseLink(written)
	if err == nil && !canOpen(link.Target.Kind) && !link.Target.IsSent() {
		return nil, nil, usagef("TARGET: %w", &target.KindError{Target: link.Target})
	}
	network, _, _ := strings.Cut(written, "/")
	s, failed := f.openNetworkOf(cmd, network)
	switch {
	case failed != nil && err != nil:
		return nil, nil, usagef("TARGET: %w", err)
	case failed != nil:
		return nil, nil, fmt.Errorf("TARGET %q: %w", written, failed)
	case s.endpoint.Network != network:
		err = fmt.Errorf("the link names network %q, the flags name %q: omit the flags or use --network %s", network, s.endpoint.Network, network)
	case err != nil:
		link, err = target.ParseLink(target.WithAddresses(written, slices.Concat(s.savedNames(), s.names)))
	}
	if err != nil {
		s.close()
		return nil, nil, usagef("TARGET: %w", err)
	}
	return s, &link, nil
}

// openNetworkOf opens the network that a link names. A node that was given only by --base-url is named by its host.
func (f *globalFlags) openNetworkOf(cmd *cobra.Command, network string) (*session, error) {
	if f.Network != "" || len(f.BaseURLs) > 0 || f.replay != "" {
		return f.openForDeck(cmd)
	}
	f.Network = network
	s, err := f.openForDeck(cmd)
	if baseURL, isHost := config.BaseURLForHost(network); isHost && errors.Is(err, config.ErrUnknownNetwork) {
		f.Network, f.BaseURLs = "", []string{baseURL}
		return f.openForDeck(cmd)
	}
	return s, err
}

// canOpen reports whether the deck can start at a target of this kind that is not a link. Transactions are excluded: the account of 64
// digits opens the transaction if there is no such account.
func canOpen(kind target.Kind) bool {
	return kind == target.Account || kind == target.Module || kind == target.Function || kind == target.Type || kind == target.Code || kind == target.Height || kind == target.Blocks || kind == target.Pair || kind == target.Charts
}
