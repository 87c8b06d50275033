package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func (f *globalFlags) completeNetwork(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return f.networkNames(cmd), cobra.ShellCompDirectiveNoFileComp
}

// networkNames are those of the settings, whichever of them the command line names.
func (f *globalFlags) networkNames(cmd *cobra.Command) []string {
	settings, err := (&globalFlags{settings: f.settings}).readSettings(cmd)
	if err != nil {
		return nil
	}
	names := make([]string, len(settings.Networks))
	for i, network := range settings.Networks {
		names[i] = network.Name
	}
	return names
}

// completeKind completes things of a kind from what is kept of the network.
func (f *globalFlags) completeKind(kind command.Kind) cobra.CompletionFunc {
	return f.completeKnown(func(k known) []string { return k.words(kind) })
}

func (f *globalFlags) completeKnown(words func(known) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return beginning(words(f.known(cmd, "")), typed)
	}
}

// completeTarget completes what the deck is opened at: all that has a name, and the parts of a link.
func (f *globalFlags) completeTarget(cmd *cobra.Command, given []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(given) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	network, rest, isLink := strings.Cut(typed, "/")
	if isLink {
		return beginning(f.linkWords(cmd, network, rest), typed)
	}
	of := f.known(cmd, "")
	var words []string
	for _, kind := range []command.Kind{command.Account, command.Module, command.Function, command.Pair} {
		words = append(words, of.words(kind)...)
	}
	for _, name := range f.networkNames(cmd) {
		words = append(words, name+"/")
	}
	return beginning(words, typed)
}

// linkKinds are the parts of a link behind its network, with the kind of thing that follows.
var linkKinds = []struct {
	word  string
	kinds []command.Kind
}{
	{target.Account.String(), []command.Kind{command.Account}}, {target.Module.String(), []command.Kind{command.Module, command.Function}},
	{"view", []command.Kind{command.Function}}, {target.Height.String(), []command.Kind{command.Height}}, {target.Pair.String(), []command.Kind{command.Pair}},
}

// linkWords are the links of a network that go on with what is typed behind its name, part by part.
func (f *globalFlags) linkWords(cmd *cobra.Command, network, rest string) []string {
	if !slices.Contains(f.networkNames(cmd), network) {
		return nil
	}
	of := f.known(cmd, network)
	var words []string
	for _, saved := range of.saved() {
		words = append(words, saved.Link.String())
	}
	kind, what, deeper := strings.Cut(rest, "/")
	account, _, tabs := strings.Cut(what, "/")
	before := network + "/" + kind + "/"
	switch {
	case !deeper:
		words = append(words, network+"/"+target.Blocks.String())
		for _, of := range linkKinds {
			words = append(words, network+"/"+of.word+"/")
		}
	case tabs && kind == target.Account.String():
		for _, tab := range target.AccountTabs {
			words = append(words, before+account+"/"+tab)
		}
	default:
		for _, linked := range linkKinds {
			for _, wanted := range linked.kinds {
				for _, word := range of.words(wanted) {
					if linked.word == kind && word != "head" { // which is no place: tomorrow it is another
						words = append(words, before+word)
					}
				}
			}
		}
	}
	return words
}

// beginning are the words that begin with what is typed, in their order. Behind a part of a link no blank follows. The type of a
// resource comes from a node: what a terminal would obey in it is not offered.
func beginning(words []string, typed string) ([]string, cobra.ShellCompDirective) {
	words = slices.DeleteFunc(words, func(word string) bool {
		return !strings.HasPrefix(word, typed) || string(text.Clean(word)) != word
	})
	slices.Sort(words)
	directive := cobra.ShellCompDirectiveNoFileComp
	if slices.ContainsFunc(words, func(word string) bool { return strings.HasSuffix(word, "/") }) {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return slices.Compact(words), directive
}

// known is what is known of a network without asking anything of it.
type known struct {
	settings *config.Settings // nil: they cannot be read
	book     *store.Store
}

// known reads the settings and the notebook of a network; empty: the one that the command line names. Where one cannot be
// read at once it has nothing in it: a shell that waits, or prints errors into the line that is typed, is worse than one that
// does not complete.
func (f *globalFlags) known(cmd *cobra.Command, network string) known {
	flags := *f
	if network != "" {
		flags.network, flags.baseURLs = network, nil
	}
	settings, err := flags.readSettings(cmd)
	if err != nil {
		return known{}
	}
	book, err := store.TryOpen(notebookPath(settings.Network.Name))
	if err != nil {
		book = nil
	}
	return known{settings, book}
}

func (k known) saved() []store.Bookmark {
	if k.book == nil {
		return nil
	}
	return k.book.Bookmarks()
}

// words are the things of a kind that are known.
func (k known) words(kind command.Kind) []string {
	var words []string
	if k.settings != nil && k.settings.Network.Name == config.Simulated {
		switch kind {
		case command.Account:
			words = append(words, localnet.AccountNames()...)
		case command.Pair:
			words = append(words, localnet.PairNames()...)
		}
	}
	switch {
	case kind == command.Height:
		words = append(words, "head")
	case kind == command.Account && k.settings != nil:
		for _, name := range k.settings.Names {
			words = append(words, name.Name)
		}
	}
	if k.book == nil {
		return words
	}
	switch kind {
	case command.Account:
		for _, name := range k.book.Addresses() {
			words = append(words, name.Name)
		}
	case command.Pair:
		pairs, _ := k.book.Watchlist()
		words = append(words, pairs...)
		for _, alert := range k.book.Alerts() {
			words = append(words, alert.Pair)
		}
	}
	for _, run := range k.book.Runs() {
		words = append(words, wordsOfRun(kind, run)...)
	}
	for _, saved := range k.book.Bookmarks() {
		words = append(words, wordsOfPlace(kind, saved.Link)...)
	}
	return words
}

// wordsOfRun is what a call has of a kind.
func wordsOfRun(kind command.Kind, run store.Run) []string {
	switch kind {
	case command.Function:
		return []string{run.Function.String()}
	case command.Module:
		return []string{moduleOf(run.Function)}
	}
	return nil
}

// wordsOfPlace is what a saved place has of a kind.
func wordsOfPlace(kind command.Kind, link target.Link) []string {
	switch of := link.Target; {
	case kind == command.Account && of.Kind == target.Account:
		return []string{of.Address.String()}
	case kind == command.ResourceType && link.Type != "":
		return []string{link.Type}
	case kind == command.Module && of.Kind == target.Module, kind == command.Function && of.Kind == target.Function,
		kind == command.Height && of.Kind == target.Height, kind == command.Pair && of.Kind == target.Pair:
		return []string{of.String()}
	case kind == command.Module && of.Kind == target.Function:
		return []string{moduleOf(of.Function)}
	}
	return nil
}

func moduleOf(function move.FunctionID) string {
	return move.ModuleID{Address: function.Address, Name: function.Module}.String()
}

// typeArguments are the types of modules that calls were made with, and those within the types of saved resources. Others, such
// as u64, are as quickly typed.
func (k known) typeArguments() []string {
	if k.book == nil {
		return nil
	}
	var types []string
	add := func(tag move.TypeTag) {
		if tag.Struct != nil {
			types = append(types, tag.String())
		}
	}
	addWritten := func(texts ...string) {
		for _, text := range texts {
			if tag, err := move.ParseTypeTag(text); err == nil { // an argument is no type
				add(tag)
			}
		}
	}
	for _, run := range k.book.Runs() {
		addWritten(run.Inputs...)
	}
	for _, saved := range k.book.Bookmarks() {
		if saved.Link.View != nil {
			addWritten(saved.Link.View.TypeArguments...)
		}
		if held, err := move.ParseStructTag(saved.Link.Type); err == nil {
			for _, argument := range held.TypeArguments {
				add(argument)
			}
		}
	}
	return types
}
