package target

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// Link names a location of the deck, or a value there, in one word that can be saved and shared:
//
//	mainnet/account/0x88fb…2ca1/resources/0x1::coin::CoinStore<0x1::move_coin::MoveCoin>#.coin.value
//	mainnet/view/0x1::coin::balance?type=0x1::move_coin::MoveCoin&arg=0x88fb…2ca1
//	mainnet/account/0x88fb…2ca1/tx/700
//	mainnet/account/0x88fb…2ca1/sent?start=700
//	mainnet/calls/0x1::coin::transfer?by=0x88fb…2ca1
//	mainnet/transaction/0x9c0e…11d2
//	mainnet/events/0x1::coin::CoinDeposit
//	mainnet/committee/214
//	mainnet/effects/0x1::coin::transfer
//	mainnet/group/@team/0x1::coin::CoinStore<0x1::move_coin::MoveCoin>#.coin.value
//	mainnet/explain/0x1::coin%200x10006?as=u64
type Link struct {
	Network string
	Target  Target
	Tab     string // of an account, one of AccountTabs or a Page; empty for the first tab
	Type    string // of a resource, on the tab resources
	Path    string // of a value, as a jq filter: .coin.value
	View    *Call  // the filled form of the function in Target, or nil
	List    *List  // how a list of an account's transactions is opened; nil for the newest ones
	// By is the account whose calls of the function in Target are listed, nil if the link is not one to calls.
	By *move.Address
}

// sentPart is the part of a link between the sender and the sequence number of a transaction.
const sentPart = "tx"

// Call holds the arguments in the form of a function.
type Call struct {
	Entry         bool // the call of an entry function, which a transaction would make; otherwise of a view function
	TypeArguments []string
	Arguments     []string // as typed
	Sender        string   // of a transaction that makes the call: an address; "" if it is not known
}

// Group returns the argument that is a group of accounts: @team. "" if there is none.
func (c *Call) Group() string {
	if at := slices.IndexFunc(c.Arguments, IsGroup); at >= 0 && !c.Entry {
		return c.Arguments[at]
	}
	return ""
}

// kind returns the kind of the call in a link.
func (c *Call) kind() string {
	if c.Entry {
		return "call"
	}
	return "view"
}

// TypeTags returns the type arguments that are valid.
func (c *Call) TypeTags() []move.TypeTag {
	var tags []move.TypeTag
	for _, argument := range c.TypeArguments {
		if tag, err := move.ParseTypeTag(argument); err == nil {
			tags = append(tags, tag)
		}
	}
	return tags
}

// AccountTabs are the names of an account's tabs in links, in display order.
var AccountTabs = []string{"sent", "coin", "automated", "modules", "resources", "balance"}

// pages are the names of an account's screens beside its tabs.
var pages []string

// Page declares a screen of an account with the links NETWORK/account/ADDRESS/NAME, and returns which links name it. Call it in the Spec of
// the screen only.
func Page(name string) func(Link) bool {
	pages = append(pages, name)
	return func(link Link) bool { return link.Target.Kind == Account && link.Tab == name }
}

// ErrLink is the error for text that is not a link.
var ErrLink = errors.New("invalid link: must be NETWORK/account/ADDRESS/TAB, NETWORK/account/ADDRESS/tx/SEQUENCE, NETWORK/module/ADDRESS::NAME, NETWORK/view/FUNCTION, NETWORK/call/FUNCTION, NETWORK/block/HEIGHT, NETWORK/blocks, NETWORK/activity, NETWORK/transaction/HASH, NETWORK/events/TYPE, NETWORK/committee/EPOCH, NETWORK/effects/FUNCTION, NETWORK/group/@GROUP/TYPE, NETWORK/explain/TEXT, NETWORK/price/PAIR or NETWORK/charts")

// IsLink reports whether the input is meant as a link. Nothing else that a user can name contains a slash.
func IsLink(input string) bool { return strings.Contains(input, "/") }

// String returns the link as one word.
func (l Link) String() string {
	kind, what := l.Target.Kind.String(), l.Target.String()
	switch l.Target.Kind {
	case Function, Type, Code:
		kind = Module.String()
	case Transaction:
		if l.Target.IsSent() {
			kind = Account.String()
		}
	}
	if l.Target.Kind == Text {
		what = url.PathEscape(l.Target.Text)
		if l.Target.As != "" {
			what += "?as=" + url.QueryEscape(l.Target.As)
		}
	}
	if l.By != nil {
		kind, what = callsPart, what+"?by="+l.By.String()
	}
	if l.View != nil {
		kind = l.View.kind()
	}
	word := l.Network + "/" + kind + "/" + what
	if what == kind {
		return l.Network + "/" + kind
	}
	if l.Tab != "" {
		word += "/" + l.Tab
	}
	if l.Type != "" {
		word += "/" + l.Type
	}
	if l.List != nil {
		if query := l.List.query(); query != "" {
			word += "?" + query
		}
	}
	if l.View != nil {
		var query []string
		for _, argument := range l.View.TypeArguments {
			query = append(query, "type="+url.QueryEscape(argument))
		}
		for _, argument := range l.View.Arguments {
			query = append(query, "arg="+url.QueryEscape(argument))
		}
		if l.View.Sender != "" {
			query = append(query, "sender="+url.QueryEscape(l.View.Sender))
		}
		if len(query) > 0 {
			word += "?" + strings.Join(query, "&")
		}
	}
	if l.Path != "" {
		word += "#" + l.Path
	}
	return word
}

// callsPart is the part of a link before the function whose calls are listed.
const callsPart = "calls"

// MarshalText returns the link as one word.
func (l Link) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText parses the text with ParseLink.
func (l *Link) UnmarshalText(text []byte) error {
	read, err := ParseLink(string(text))
	if err != nil {
		return err
	}
	*l = read
	return nil
}

// WithAddresses replaces saved names by their addresses in a typed link: as an account, before ::, and as the account of calls.
func WithAddresses(typed string, names []Name) string {
	parts := strings.SplitN(typed, "/", 4)
	if len(parts) < 3 {
		return typed
	}
	named, query, hasQuery := strings.Cut(parts[2], "?")
	rest := ""
	if at := strings.IndexByte(named, '#'); at >= 0 {
		named, rest = named[:at], named[at:]
	}
	if address, ok := FindName(named, names); ok {
		named = address.String()
	}
	parts[2] = Resolve(named, names) + rest
	if hasQuery {
		if by, ok := strings.CutPrefix(query, "by="); ok && parts[1] == callsPart {
			if address, known := FindName(by, names); known {
				query = "by=" + address.String()
			}
		}
		parts[2] += "?" + query
	}
	if len(parts) > 3 && !hasQuery {
		end := strings.IndexAny(parts[3]+"#", "?#")
		parts[3] = Resolve(parts[3][:end], names) + parts[3][end:]
	}
	return strings.Join(parts, "/")
}

// ParseLink parses a link. The error names the invalid part.
func ParseLink(input string) (Link, error) {
	word, path, _ := strings.Cut(strings.TrimSpace(input), "#")
	network, rest, ok := strings.Cut(strings.TrimSpace(word), "/")
	kind, rest, more := strings.Cut(rest, "/")
	for _, whole := range []Kind{Blocks, Charts, Activity, Committee} {
		if kind == whole.String() && rest == "" && network != "" {
			return Link{Network: network, Target: Target{Kind: whole}}, nil
		}
	}
	if !ok || !more || network == "" || rest == "" {
		return Link{}, ErrLink
	}
	link := Link{Network: network, Path: path}
	var err error
	switch kind {
	case Account.String():
		return parseAccountLink(link, rest)
	case Module.String():
		link.Target, err = Parse(rest, nil, func(kind Kind) bool { return kind == Module || kind == Function || kind == Type || kind == Code })
	case "view", "call":
		return parseCallLink(link, kind, rest)
	case callsPart:
		return parseCallsLink(link, rest)
	case Height.String():
		link.Target, err = Parse(rest, nil, func(kind Kind) bool { return kind == Height })
	case Transaction.String():
		link.Target.Kind = Transaction
		link.Target.Hash, err = ParseHash(rest)
	case Events.String():
		link.Target.Kind = Events
		link.Target.Type, err = move.ParseStructTag(rest)
	case Effects.String():
		link.Target.Kind = Effects
		link.Target.Function, err = move.ParseFunctionID(rest)
	case Committee.String():
		var epoch uint64
		epoch, err = ParseEpoch(rest)
		link.Target.Kind, link.Target.Epoch = Committee, &epoch
	case Text.String():
		link.Target, err = parseText(rest)
	case Group.String():
		group, resource, _ := strings.Cut(rest, "/")
		if link.Target.Kind, link.Target.Text = Group, group; !IsGroup(group) {
			return Link{}, fmt.Errorf("group %q of the link: must be as in NETWORK/group/@team/TYPE", group)
		}
		link.Target.Type, err = move.ParseStructTag(resource)
	case Pair.String():
		link.Target, err = Parse(rest, nil, func(kind Kind) bool { return kind == Pair })
	default:
		return Link{}, fmt.Errorf("%q: %w", kind, ErrLink)
	}
	if err != nil {
		return Link{}, fmt.Errorf("%s of the link: %w", kind, err)
	}
	return link, nil
}

// parseText parses the part of a link with a text to explain.
func parseText(rest string) (Target, error) {
	escaped, query, _ := strings.Cut(rest, "?")
	written, err := url.PathUnescape(escaped)
	if err != nil {
		return Target{}, err
	}
	values, err := url.ParseQuery(query)
	return Target{Kind: Text, Text: written, As: values.Get("as")}, err
}

func parseAccountLink(link Link, rest string) (Link, error) {
	rest, query, _ := strings.Cut(rest, "?")
	account, rest, _ := strings.Cut(rest, "/")
	address, err := move.ParseAddress(account)
	if err != nil {
		return Link{}, fmt.Errorf("account of the link: %w", err)
	}
	link.Target = Target{Kind: Account, Address: address}
	if rest, ok := strings.CutPrefix(rest, sentPart+"/"); ok {
		sequence, err := strconv.ParseUint(rest, 10, 64)
		if err != nil {
			return Link{}, fmt.Errorf("transaction %q of the link: must be the sequence number of the sender", rest)
		}
		link.Target = Sent(address, sequence)
		return link, nil
	}
	link.Tab, link.Type, _ = strings.Cut(rest, "/")
	if link.List, err = parseList(query); err != nil {
		return Link{}, err
	}
	if tabs := slices.Concat(AccountTabs, pages); link.Tab != "" && !slices.Contains(tabs, link.Tab) {
		return Link{}, fmt.Errorf("tab %q of the link: must be one of %s, or tx/SEQUENCE", link.Tab, strings.Join(tabs, ", "))
	}
	if link.Type != "" && link.Tab != "resources" {
		return Link{}, fmt.Errorf("type %q of the link: must be as in NETWORK/account/ADDRESS/resources/TYPE", link.Type)
	}
	return link, nil
}

func parseCallLink(link Link, kind, rest string) (Link, error) {
	name, query, _ := strings.Cut(rest, "?")
	function, err := move.ParseFunctionID(name)
	if err != nil {
		return Link{}, fmt.Errorf("%s of the link: %w", kind, err)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return Link{}, fmt.Errorf("arguments of the link: %w", err)
	}
	link.Target = Target{Kind: Function, Function: function}
	link.View = &Call{Entry: kind == "call", TypeArguments: values["type"], Arguments: values["arg"], Sender: values.Get("sender")}
	return link, nil
}

func parseCallsLink(link Link, rest string) (Link, error) {
	name, query, _ := strings.Cut(rest, "?")
	function, err := move.ParseFunctionID(name)
	if err != nil {
		return Link{}, fmt.Errorf("calls of the link: %w", err)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return Link{}, fmt.Errorf("account of the link: %w", err)
	}
	by, err := move.ParseAddress(values.Get("by"))
	if err != nil {
		return Link{}, fmt.Errorf("account of the link: %w", err)
	}
	link.Target, link.By = Target{Kind: Function, Function: function}, &by
	return link, nil
}

// ModuleOf returns the link to the module of a function, an instruction or a type.
func ModuleOf(here Link) (Link, bool) {
	module := here.Target.Module
	switch here.Target.Kind {
	case Function, Code, Effects:
		module = move.ModuleID{Address: here.Target.Function.Address, Name: here.Target.Function.Module}
	case Type:
		module = move.ModuleID{Address: here.Target.Type.Address, Name: here.Target.Type.Module}
	}
	return Link{Network: here.Network, Target: Target{Kind: Module, Module: module}}, true
}

// FunctionOrType returns the link to the function that is called, or to the type of a resource.
func FunctionOrType(here Link) (Link, bool) {
	if here.View != nil {
		return FunctionOf(here)
	}
	here.Target.Kind = Type
	return ModuleOf(here)
}

// BlocksOf returns the link to the blocks of the network.
func BlocksOf(here Link) (Link, bool) {
	return Link{Network: here.Network, Target: Target{Kind: Blocks}}, true
}

// SentBy returns the link to the transactions that the sender of a transaction has sent. ok is false if the node cannot look it up.
func SentBy(here Link) (above Link, ok bool) {
	return AccountOf(here.Network, here.Target.Address, "sent"), here.Target.IsSent()
}

// AccountOf returns the link to a tab of an account.
func AccountOf(network string, address move.Address, tab string) Link {
	return Link{Network: network, Target: Target{Kind: Account, Address: address}, Tab: tab}
}

// TabAbove returns a function for the link to a tab of the account of a link.
func TabAbove(tab string) func(Link) (Link, bool) {
	return func(here Link) (Link, bool) { return AccountOf(here.Network, here.Target.Address, tab), true }
}

// FunctionOf returns the link to the function of a link.
func FunctionOf(here Link) (Link, bool) {
	return Link{Network: here.Network, Target: Target{Kind: Function, Function: here.Target.Function}}, true
}

// PublisherOf returns the link to the modules of the account that published a module.
func PublisherOf(here Link) (Link, bool) {
	module, _ := ModuleOf(here)
	return AccountOf(here.Network, module.Target.Module.Address, "modules"), true
}
