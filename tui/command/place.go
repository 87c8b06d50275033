package command

import (
	"strings"

	"foredeck/client/move"
	"foredeck/tui/target"
)

// Place is the place of the deck that the line names, on this network. The error names the word that is wrong, or that the
// deck has no place for.
func (l Line) Place(network string, names []target.Name) (target.Link, error) {
	if l.Verb == nil {
		return placeOfThing(l.Things[0], network, names)
	}
	if l.Verb.place == nil {
		return target.Link{}, &WordError{l.Verb.Name, "it runs in a shell alone"}
	}
	for _, given := range l.Given {
		if !given.Option.InDeck {
			return target.Link{}, &WordError{"--" + given.Option.Name, "the deck has no --" + given.Option.Name + ": run it in a shell"}
		}
	}
	link, err := l.Verb.place(l, names)
	link.Network = network
	return link, err
}

// placeOfThing is what the box on the first screen would open first.
func placeOfThing(word, network string, names []target.Name) (target.Link, error) {
	if target.IsLink(word) {
		return target.ParseLink(target.WithAddresses(word, names))
	}
	found, err := target.Candidates(word, names)
	if err != nil {
		return target.Link{}, err
	}
	return target.Link{Network: network, Target: found[0]}, nil
}

// account reads a word that names an account: a saved name or an address.
func account(word string, names []target.Name) (move.Address, error) {
	for _, name := range names {
		if strings.EqualFold(name.Name, word) {
			return name.Address, nil
		}
	}
	return move.ParseAddress(word)
}

// qualified puts the address in the place of a saved name in NAME::module and NAME::module::function.
func qualified(word string, names []target.Name) string {
	name, rest, ok := strings.Cut(word, "::")
	if !ok {
		return word
	}
	for _, saved := range names {
		if strings.EqualFold(saved.Name, name) {
			return saved.Address.String() + "::" + rest
		}
	}
	return word
}

func placeOfAccount(tab string) func(Line, []target.Name) (target.Link, error) {
	return func(l Line, names []target.Name) (target.Link, error) {
		address, err := account(l.Things[0], names)
		return target.Link{Target: target.Target{Kind: target.Account, Address: address}, Tab: tab}, err
	}
}

func placeOfTransactions(l Line, names []target.Name) (target.Link, error) {
	kind := l.value("kind", "sent")
	if kind == "all" {
		return target.Link{}, &WordError{kind, "for a shell alone: here a key of the account merges two lists"}
	}
	return placeOfAccount(kind)(l, names)
}

func placeOfModule(l Line, names []target.Name) (target.Link, error) {
	id, err := move.ParseModuleID(qualified(l.Things[0], names))
	return target.Link{Target: target.Target{Kind: target.Module, Module: id}}, err
}

func placeOfResource(l Line, names []target.Name) (target.Link, error) {
	link, err := placeOfAccount("resources")(l, names)
	if err != nil {
		return link, err
	}
	tag, err := move.ParseStructTag(l.Things[1])
	link.Type, link.Path = tag.String(), l.value("path", "")
	return link, err
}

func placeOfView(l Line, names []target.Name) (target.Link, error) {
	function, err := move.ParseFunctionID(qualified(l.Things[0], names))
	call := &target.Call{TypeArguments: l.values("type-arg"), Arguments: l.values("arg")}
	return target.Link{Target: target.Target{Kind: target.Function, Function: function}, View: call}, err
}

func placeOfBlock(l Line, _ []target.Name) (target.Link, error) {
	if l.Things[0] == "head" {
		return target.Link{}, &WordError{"head", "for a shell alone: here a block has a height"}
	}
	height, err := target.Parse(l.Things[0], nil, func(kind target.Kind) bool { return kind == target.Height })
	return target.Link{Target: height}, err
}

func placeOfBlocks(Line, []target.Name) (target.Link, error) {
	return target.Link{Target: target.Target{Kind: target.Blocks}}, nil
}

func placeOfPrice(l Line, _ []target.Name) (target.Link, error) {
	if len(l.Things) > 1 {
		return target.Link{}, &WordError{l.Things[1], "for a shell alone: here it is one at a time"}
	}
	pair, err := target.Parse(l.Things[0], nil, func(kind target.Kind) bool { return kind == target.Pair })
	return target.Link{Target: pair}, err
}

// Of is the line that names a place. A saved name goes in the place of its account's address.
func Of(link target.Link, names []target.Name) Line {
	thing := link.Target.String()
	switch {
	case link.View != nil:
		line := Line{Verb: Named("view"), Things: []string{thing}}
		line.give("type-arg", link.View.TypeArguments)
		line.give("arg", link.View.Arguments)
		return line
	case link.Target.Kind == target.Account:
		return ofAccount(link, names)
	case link.Target.Kind == target.Module:
		return Line{Verb: Named("module"), Things: []string{thing}}
	case link.Target.Kind == target.Height:
		return Line{Verb: Named("block"), Things: []string{thing}}
	case link.Target.Kind == target.Blocks:
		return Line{Verb: Named("blocks")}
	case link.Target.Kind == target.Pair:
		return Line{Verb: Named("price"), Things: []string{thing}}
	}
	return Line{Things: []string{thing}}
}

func ofAccount(link target.Link, names []target.Name) Line {
	things := []string{link.Target.String()}
	for _, name := range names {
		if name.Address == link.Target.Address {
			things[0] = name.Name
			break
		}
	}
	line := Line{Verb: Named("account"), Things: things}
	switch {
	case link.Type != "":
		line = Line{Verb: Named("resource"), Things: append(things, link.Type)}
		if link.Path != "" {
			line.give("path", []string{link.Path})
		}
	case link.Tab == "modules", link.Tab == "resources":
		line.Verb = Named(link.Tab)
	case link.Tab == "sent":
		line.Verb = Named("txs")
	case link.Tab != "":
		line.Verb = Named("txs")
		line.give("kind", []string{link.Tab})
	}
	return line
}

func (l *Line) give(option string, values []string) {
	found, _ := l.Verb.option("--" + option)
	for _, value := range values {
		l.Given = append(l.Given, Given{found, value})
	}
}
