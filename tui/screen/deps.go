package screen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/market"
	"foredeck/tui/notify"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Env is what screens share while the program runs, on every network. It must be used on the program's event loop only.
type Env struct {
	*Clock
	Keys
	History
	Follower
	Program
	Loader     *load.Loader
	Config     *config.Settings // replaced by Configure
	Theme      theme.Theme
	Depth      theme.Depth // of the terminal, for samples of themes
	Units      text.Units  // of amounts
	Directory  string      // where files are written; the working directory if empty
	ConfigFile *ConfigFile // for the settings screen; nil if there is none
	// HidesHoldings hides the trader's holdings of the config file, such as from onlookers. See package portfolio.
	HidesHoldings bool

	posted []tea.Msg
}

// Configure replaces the configuration.
func (e *Env) Configure(settings *config.Settings) {
	e.Config, e.Zone = settings, settings.Zone()
}

// Keys looks up the keys of actions, as bound by the user.
type Keys interface {
	// Key returns the first key of an action as hints show it.
	Key(action string) text.Safe
	// KeyAt returns key i of an action with a key per choice, such as tabs. It is empty if choice i has no key.
	KeyAt(action string, i int) text.Safe
}

// History is the history of locations.
type History interface {
	// Opens reports whether there is a screen for a kind of target.
	Opens(kind target.Kind) bool
	// Visits returns the visited locations, newest first.
	Visits() []Visit
}

// Deps is what screens share while a network is open. It must be used on the program's event loop only.
type Deps struct {
	*Env
	Connection
	// WallMember is the validator of the wall that is shown, in place of the user's; nil if it names none.
	WallMember *int
	// Deliveries returns what became of the alerts for each receiver.
	Deliveries func() []notify.Delivery
	// Delivered returns what became of the last alert of a condition, by its ID, for each receiver.
	Delivered func(condition string) []live.Delivery

	Names    *lookup.Names
	ABIs     *lookup.ABIs
	Failures *lookup.Failures
	Amounts  *lookup.Amounts
	Links    *lookup.Links
	// Committees are those of epochs, by their numbers.
	Committees *lookup.Committees
	Holdings   *lookup.Holdings
	Blocks     *live.Index
	Monitor    *live.Monitor
	Prices     *market.Prices
	Given      *Given
}

// Given is what the user gave for requests on a network, until the program ends.
type Given struct {
	PublicKeys map[move.Address]string // of the senders of dry runs
	Sender     string                  // of the newest dry run, as typed
	TableKeys  map[move.Address]string // of the items that were opened, by the handle of the table
}

// KeysOf returns the keys of an action with a key per choice.
func (e *Env) KeysOf(action string) widget.TabKeys {
	return widget.TabKeys{Action: action, At: func(i int) text.Safe { return e.KeyAt(action, i) }}
}

// Connect connects the loader to the network, and sets what is derived from the connection.
func (d *Deps) Connect() {
	if d.Source == nil {
		d.Source = d.Node
	}
	d.End = d.Ends
	if d.Checks.Checker == nil && len(d.Checks.Nodes) > 0 {
		d.Checks.Checker = health.New(d.Checks.Nodes...)
	}
	d.Loader.Connect(load.Traffic{Requests: d.Requests, Nodes: load.CheckedNodes(d.Nodes, d.Checks.Checker)})
	settings := func() *config.Settings { return d.Config }
	d.Committees = lookup.NewCommittees(d.Loader, d.Node)
	d.Names = lookup.NewNames(d.Store, d.Endpoint.Network, settings, d.Provided)
	d.Names.Committees = d.Committees
	d.ABIs = lookup.NewABIs(d.Loader, d.Node)
	d.Failures = lookup.NewFailures(d.Loader, d.Node)
	d.Amounts = lookup.NewAmounts(d.Loader, d.Node, d.Endpoint.Network, settings, &d.Units)
	d.Links = lookup.NewLinks(d.Loader, d.Node, d.Amounts)
	d.Holdings = lookup.NewHoldings(d.Loader, d.Node)
	d.Given = &Given{PublicKeys: map[move.Address]string{}, TableKeys: map[move.Address]string{}}
	if d.Seen == nil {
		d.Seen = lookup.NewSeen(nil)
	}
	d.Blocks = live.NewIndex(d.Heights...)
	if d.Replayed {
		d.Blocks.SetLast(d.Recorded)
	}
	d.Monitor = live.NewMonitor(d.Store.AlertRules(d.Config.Alerts), d.Store.MonitorState())
}

// NodeNames returns the names of the nodes that can be compared.
func (d *Deps) NodeNames() []string {
	if d.Simulated {
		return append([]string{d.Endpoint.Network}, d.Config.NodeNames()...)
	}
	return d.Config.NodeNames()
}

// OpenNamed opens a node by its name. The simulated network is known only to the deck that runs it. It may block.
func (d *Deps) OpenNamed(ctx context.Context, name string) (*Node, error) {
	if d.Simulated && name == d.Endpoint.Network {
		return &Node{Node: d.Node, Endpoint: d.Endpoint, Close: func() {}}, nil
	}
	return d.OpenNode(ctx, name)
}

// Fetch loads what screens have requested from the lookups.
func (d *Deps) Fetch(ctx context.Context) tea.Cmd {
	if d.Committees.Changed() {
		d.UpdateValidator() // its author may be known now
	}
	return tea.Batch(d.Amounts.Fetch(ctx), d.ABIs.Fetch(ctx), d.Failures.Fetch(ctx), d.Links.Fetch(ctx), d.Holdings.Fetch(ctx), d.Committees.Fetch(ctx))
}

// Expire invalidates the caches, so that everything is loaded again when it is next needed.
func (d *Deps) Expire() {
	d.Node.Debug().Reset()
	d.Amounts.Expire()
	d.ABIs.Expire()
	d.Holdings.Expire()
	d.Committees.Expire()
}

// SaveStore writes the changes of the store to its file. An error is reported as a StatusMsg.
func (d *Deps) SaveStore() tea.Cmd { return d.saveStore(nil) }

// SaveAndReport is SaveStore with a status message once the changes are written: what it confirms survives a crash.
func (d *Deps) SaveAndReport(status text.Safe) tea.Cmd { return d.saveStore(StatusMsg{Text: status}) }

func (d *Deps) saveStore(saved tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if err := d.Store.Flush(); err != nil {
			return StatusMsg{Text: text.Clean(err.Error()), Warn: true}
		}
		return saved
	}
}

// Post sends the deck a message that it handles before any other: a key that opens a location does so before the next key is read.
// The command is always nil, for a screen to return.
func (e *Env) Post(msg tea.Msg) tea.Cmd {
	e.posted = append(e.posted, msg)
	return nil
}

// Posted returns the messages posted since the last call.
func (e *Env) Posted() []tea.Msg {
	posted := e.posted
	e.posted = nil
	return posted
}

// Visit is a location in the history.
type Visit struct {
	ID   int
	At   time.Time
	Kind text.Safe // one word, such as account
	Name text.Safe
	Link target.Link // zero if the location has none
}

// Command returns a foredeck command line for the same network, which runs in any shell.
func (d *Deps) Command(words ...string) string {
	return text.ShellQuote(append([]string{"foredeck"}, d.CommandWords(words...)...)...)
}

// CommandWords returns the words of a command line with those that choose the network.
func (d *Deps) CommandWords(words ...string) []string {
	end := slices.Index(words, "--") // after it all words are arguments
	if end < 0 {
		end = len(words)
	}
	return slices.Insert(slices.Clone(words), end, d.Flags...)
}

// Explain describes an error of a request to the network.
func (d *Deps) Explain(err error) load.Failure { return load.Explain(err, d.Endpoint) }

var errNoScreen = errors.New("no screen for it in this version")

// CheckLink returns an error if the deck cannot open a link.
func (d *Deps) CheckLink(link target.Link) error {
	switch {
	case link.Network != d.Endpoint.Network:
		return fmt.Errorf("on another network: run foredeck --network %s", link.Network)
	case !d.Opens(link.Target.Kind):
		return errNoScreen
	}
	return nil
}

// CallAgain opens the form of the function that a transaction calls, filled with its arguments and its sender.
func (d *Deps) CallAgain(record *client.Transaction) tea.Cmd {
	if record.Sender == nil || record.Payload == nil || record.Payload.Kind != "entry_function" {
		return d.CallPayload(record.Payload, "")
	}
	return d.CallPayload(record.Payload, record.Sender.String())
}

// CallPayload opens the form of the function that a payload calls. sender is the account that would send it, "" if it is not known.
func (d *Deps) CallPayload(payload *client.Payload, sender string) tea.Cmd {
	function, call, err := d.ABIs.Call(payload)
	opened := target.Target{Kind: target.Function, Function: function}
	switch {
	case errors.Is(err, lookup.ErrTypesUnknown):
		d.ABIs.WantFunction(function)
		return d.Post(StatusMsg{Text: text.Format("loading the interface of %s · press %s again", text.Clean(function.Module), d.Key("transaction.again"))})
	case err != nil:
		return d.Post(StatusMsg{Text: text.Clean("no call to open: " + err.Error()), Warn: true})
	}
	call.Sender = sender
	return d.Post(OpenLinkMsg{Link: target.Link{Network: d.Endpoint.Network, Target: opened, View: &call}})
}

// OpenPlaces opens the place where an execution failed. If there are several, it lets the user choose; if there is none, it does
// nothing.
func (d *Deps) OpenPlaces(places []lookup.Place) tea.Cmd {
	switch len(places) {
	case 0:
		return nil
	case 1:
		return d.Post(OpenMsg{Target: places[0].Target})
	}
	var choices []Choice
	for _, place := range places {
		choices = append(choices, Choice{Name: place.Name, Run: func() tea.Cmd { return d.Post(OpenMsg{Target: place.Target}) }})
	}
	return d.Post(ChooseMsg{Title: text.Const("Where it may have failed"), Choices: choices})
}
