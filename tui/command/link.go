package command

import (
	"cmp"
	"strconv"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/target"
	"foredeck/tui/wallfile"
)

// Link returns the location of the deck that the line opens on a network. The error names the word that is wrong, or that only a
// shell supports.
func (l Line) Link(network string, names []target.Name) (target.Link, error) {
	if l.Command == nil {
		return linkToTarget(l.Args[0], network, names)
	}
	if l.Command.link == nil {
		return target.Link{}, &WordError{Word: l.Command.Name, Rule: cmp.Or(l.Command.InDeck, "runs only in a shell")}
	}
	for _, given := range l.Options {
		if !given.Option.InDeck {
			return target.Link{}, &WordError{Word: "--" + given.Option.Name, Rule: "--" + given.Option.Name + " works only in the shell"}
		}
	}
	link, err := l.Command.link(l, names)
	link.Network = network
	return link, err
}

// linkToTarget returns the likeliest meaning of a single word, as the search box on Home does.
func linkToTarget(word, network string, names []target.Name) (target.Link, error) {
	if target.IsLink(word) {
		return target.ParseLink(target.WithAddresses(word, names))
	}
	found, err := target.Candidates(word, names)
	if err != nil {
		return target.Link{}, err
	}
	return target.Link{Network: network, Target: found[0]}, nil
}

// account parses an account: a saved name or an address.
func account(word string, names []target.Name) (move.Address, error) {
	if address, ok := target.FindName(word, names); ok {
		return address, nil
	}
	return move.ParseAddress(word)
}

func linkToAccount(tab string) func(Line, []target.Name) (target.Link, error) {
	return func(l Line, names []target.Name) (target.Link, error) {
		address, err := account(l.Args[0], names)
		return target.Link{Target: target.Target{Kind: target.Account, Address: address}, Tab: tab}, err
	}
}

func linkToTransactions(l Line, names []target.Name) (target.Link, error) {
	kind := l.value("kind", "sent")
	if kind == "all" {
		return target.Link{}, &WordError{Word: kind, Rule: "only in a shell; in the deck an account can merge its lists"}
	}
	tab := kind
	if kind == "fungible" {
		tab = "coin"
	}
	link, err := linkToAccount(tab)(l, names)
	if err == nil {
		link.List, err = l.list(kind)
	}
	return link, err
}

// list returns how the options open a list of transactions, nil if there are none. The rules are those of the command in a shell.
func (l *Line) list(kind string) (*target.List, error) {
	list := target.List{Start: l.value("start", ""), Type: l.value("type", ""), OldestFirst: len(l.values("oldest-first")) > 0, Filter: l.value("filter", "")}
	if list.Type != "" && kind != "coin" {
		return nil, &WordError{Word: "--type", Rule: "requires --kind coin"}
	}
	if kind == "fungible" {
		list.Type = kind // a type of the tab
	}
	if from := l.value("from-height", ""); from != "" {
		height, err := strconv.ParseUint(from, 10, 64)
		switch {
		case kind != "automated":
			return nil, &WordError{Word: "--from-height", Rule: "requires --kind automated"}
		case list.Start != "":
			return nil, &WordError{Word: "--from-height", Rule: "not together with --start"}
		case err != nil:
			return nil, &WordError{Word: from, Rule: "--from-height must be a block height"}
		}
		list.FromHeight = &height
	}
	if list.Start != "" && kind == "sent" {
		if _, err := target.ParseSequence(list.Start); err != nil {
			return nil, &WordError{Word: list.Start, Rule: "--start must be a sequence number"}
		}
	}
	if list == (target.List{}) {
		return nil, nil
	}
	return &list, nil
}

func linkToTransaction(l Line, names []target.Name) (target.Link, error) {
	if len(l.Args) == 1 {
		hash, err := target.ParseHash(l.Args[0])
		return target.Link{Target: target.Target{Kind: target.Transaction, Hash: hash}}, err
	}
	sender, err := account(l.Args[0], names)
	if err != nil {
		return target.Link{}, err
	}
	sequence, err := target.ParseSequence(l.Args[1])
	return target.Link{Target: target.Sent(sender, sequence)}, err
}

// linkToExplain returns the link to what a text is.
func linkToExplain(l Line, names []target.Name) (target.Link, error) {
	as := l.value("as", "")
	if as != "" {
		if _, err := move.ParseTypeTag(target.Resolve(as, names)); err != nil {
			return target.Link{}, &WordError{Word: as, Rule: "--as must be a type: " + err.Error()}
		}
	}
	return target.Link{Target: target.Target{Kind: target.Text, Text: strings.Join(l.Args, " "), As: as}}, nil
}

// linkToProof returns the link to a transaction with its proof open.
func linkToProof(l Line, names []target.Name) (target.Link, error) {
	link, err := linkToTransaction(l, names)
	link.Tab = "proof"
	return link, err
}

func linkToEvents(l Line, names []target.Name) (target.Link, error) {
	tag, err := move.ParseStructTag(target.Resolve(l.Args[0], names))
	return target.Link{Target: target.Target{Kind: target.Events, Type: tag}}, err
}

func linkToEffects(l Line, names []target.Name) (target.Link, error) {
	function, err := move.ParseFunctionID(target.Resolve(l.Args[0], names))
	return target.Link{Target: target.Target{Kind: target.Effects, Function: function}}, err
}

func linkToCommittee(l Line, _ []target.Name) (target.Link, error) {
	link := target.Link{Target: target.Target{Kind: target.Committee}}
	if len(l.Args) == 0 {
		return link, nil
	}
	epoch, err := target.ParseEpoch(l.Args[0])
	link.Target.Epoch = &epoch
	return link, err
}

func linkToModule(l Line, names []target.Name) (target.Link, error) {
	id, err := move.ParseModuleID(target.Resolve(l.Args[0], names))
	return target.Link{Target: target.Target{Kind: target.Module, Module: id}}, err
}

func linkToResource(l Line, names []target.Name) (target.Link, error) {
	if target.IsGroup(l.Args[0]) {
		tag, err := move.ParseStructTag(target.Resolve(l.Args[1], names))
		return target.Link{Target: target.Target{Kind: target.Group, Text: l.Args[0], Type: tag}, Path: l.value("path", "")}, err
	}
	link, err := linkToAccount("resources")(l, names)
	if err != nil {
		return link, err
	}
	tag, err := move.ParseStructTag(target.Resolve(l.Args[1], names))
	link.Type, link.Path = tag.String(), l.value("path", "")
	return link, err
}

func linkToView(l Line, names []target.Name) (target.Link, error) {
	function, err := move.ParseFunctionID(target.Resolve(l.Args[0], names))
	call := &target.Call{TypeArguments: l.values("type-arg"), Arguments: l.values("arg")}
	return target.Link{Target: target.Target{Kind: target.Function, Function: function}, View: call}, err
}

func linkToCall(l Line, names []target.Name) (target.Link, error) {
	link, err := linkToView(l, names)
	link.View.Entry = true
	return link, err
}

func linkToBlock(l Line, _ []target.Name) (target.Link, error) {
	if l.Args[0] == "head" {
		return target.Link{}, &WordError{Word: "head", Rule: "only in a shell; the deck needs a height"}
	}
	height, err := target.Parse(l.Args[0], nil, func(kind target.Kind) bool { return kind == target.Height })
	return target.Link{Target: height}, err
}

func linkToBlocks(Line, []target.Name) (target.Link, error) {
	return target.Link{Target: target.Target{Kind: target.Blocks}}, nil
}

// linkToWall explains the argument of a line that opens no wall. The deck opens built-in walls itself: they have no link.
func linkToWall(l Line, _ []target.Name) (target.Link, error) {
	return target.Link{}, &WordError{Word: l.Args[0], Rule: "must be one of " + strings.Join(wallfile.Names, ", ") + "; files only in a shell"}
}

func linkToPrice(l Line, _ []target.Name) (target.Link, error) {
	if len(l.Args) > 1 {
		return target.Link{}, &WordError{Word: l.Args[1], Rule: "only in a shell; the deck opens one pair at a time"}
	}
	pair, err := target.Parse(l.Args[0], nil, func(kind target.Kind) bool { return kind == target.Pair })
	return target.Link{Target: pair}, err
}

// FromLink returns the line that opens a link. An address that has a saved name is written as that name.
func FromLink(link target.Link, names []target.Name) Line {
	arg := link.Target.String()
	switch {
	case link.View != nil:
		line := Line{Command: Lookup("view"), Args: []string{arg}}
		if link.View.Entry {
			line.Command = Lookup("call")
		}
		line.addOption("type-arg", link.View.TypeArguments)
		line.addOption("arg", link.View.Arguments)
		return line
	case link.By != nil:
		return Line{Args: []string{link.String()}}
	case link.Target.OrTransaction:
		return Line{Args: []string{arg}}
	case link.Target.Kind == target.Account:
		return fromAccount(link, names)
	case link.Target.IsSent():
		return Line{Command: Lookup("tx"), Args: []string{nameOf(link.Target.Address, names), strconv.FormatUint(link.Target.Sequence, 10)}}
	case link.Target.Kind == target.Transaction:
		return Line{Command: Lookup("tx"), Args: []string{arg}}
	case link.Target.Kind == target.Module:
		return Line{Command: Lookup("module"), Args: []string{arg}}
	case link.Target.Kind == target.Height:
		return Line{Command: Lookup("block"), Args: []string{arg}}
	case link.Target.Kind == target.Events:
		return Line{Command: Lookup("events"), Args: []string{arg}}
	case link.Target.Kind == target.Effects:
		return Line{Command: Lookup("effects"), Args: []string{arg}}
	case link.Target.Kind == target.Committee && link.Target.Epoch != nil:
		return Line{Command: Lookup("committee"), Args: []string{arg}}
	case link.Target.Kind == target.Committee:
		return Line{Command: Lookup("committee")}
	case link.Target.Kind == target.Text:
		line := Line{Command: Lookup("explain"), Args: []string{arg}}
		if link.Target.As != "" {
			line.addOption("as", []string{link.Target.As})
		}
		return line
	case link.Target.Kind == target.Blocks:
		return Line{Command: Lookup("blocks")}
	case link.Target.Kind == target.Group:
		line := Line{Command: Lookup("resource"), Args: []string{link.Target.Text, link.Target.Type.String()}}
		if link.Path != "" {
			line.addOption("path", []string{link.Path})
		}
		return line
	case link.Target.Kind == target.Pair:
		return Line{Command: Lookup("price"), Args: []string{arg}}
	}
	return Line{Args: []string{arg}}
}

// nameOf returns the saved name of an address, or the address if it has none.
func nameOf(address move.Address, names []target.Name) string {
	for _, name := range names {
		if name.Address == address {
			return name.Name
		}
	}
	return address.String()
}

func fromAccount(link target.Link, names []target.Name) Line {
	args := []string{nameOf(link.Target.Address, names)}
	line := Line{Command: Lookup("account"), Args: args}
	switch {
	case link.Type != "":
		line = Line{Command: Lookup("resource"), Args: append(args, link.Type)}
		if link.Path != "" {
			line.addOption("path", []string{link.Path})
		}
	case link.Tab == "modules", link.Tab == "resources":
		line.Command = Lookup(link.Tab)
	case link.Tab == "sent":
		line.Command = Lookup("txs")
	case link.Tab != "":
		line.Command = Lookup("txs")
		line.addOption("kind", []string{link.Tab})
	}
	if list := link.List; list != nil && line.Command.Name == "txs" {
		line.addList(list)
	}
	return line
}

// addList adds the options of a list of transactions.
func (l *Line) addList(list *target.List) {
	add := func(option, value string) {
		if value != "" {
			l.addOption(option, []string{value})
		}
	}
	add("type", list.Type)
	add("start", list.Start)
	add("filter", list.Filter)
	if list.OldestFirst {
		l.addOption("oldest-first", []string{""})
	}
	if list.FromHeight != nil {
		add("from-height", strconv.FormatUint(*list.FromHeight, 10))
	}
}

func (l *Line) addOption(option string, values []string) {
	found, _ := l.Command.option("--" + option)
	for _, value := range values {
		l.Options = append(l.Options, OptionValue{found, value})
	}
}

// ModuleReference names a module on a network or a node.
type ModuleReference struct {
	Node   string // a network, or a node as config.Settings.FindNode takes it; empty for the selected network
	Module string // ADDRESS::NAME, where ADDRESS may be a saved name; empty if only a node is named
}

// ParseModuleReference splits [NODE/]ADDRESS::NAME, or a NODE alone.
func ParseModuleReference(word string) ModuleReference {
	slash := strings.LastIndexByte(word, '/')
	switch last := word[slash+1:]; {
	case !strings.Contains(last, "::") || strings.HasPrefix(last, "["): // an IPv6 address
		return ModuleReference{Node: word}
	case slash < 0:
		return ModuleReference{Module: last}
	default:
		return ModuleReference{Node: word[:slash], Module: last}
	}
}

// IsFile reports whether the word is a file rather than a module or a node: a path, or a name with an extension for bytecode or JSON.
func IsFile(word string) bool {
	for _, start := range []string{"./", "../", "/", `.\`, `..\`, "~/"} {
		if strings.HasPrefix(word, start) {
			return true
		}
	}
	for _, end := range []string{".mv", ".json", ".hex"} {
		if strings.HasSuffix(word, end) && !strings.Contains(word, "://") {
			return true
		}
	}
	return len(word) > 2 && word[1] == ':' && (word[2] == '\\' || word[2] == '/') // on a drive of Windows
}
