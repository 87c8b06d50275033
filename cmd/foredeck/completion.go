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
	"foredeck/tui/wallfile"
)

func init() { runners["completion"] = &runner{run: printCompletion} }

func printCompletion(in *invocation) error {
	root, out := in.cmd.Root(), in.out()
	switch in.args[0] {
	case "bash":
		return root.GenBashCompletionV2(out, true)
	case "zsh":
		return root.GenZshCompletion(out)
	case "fish":
		return root.GenFishCompletion(out, true)
	}
	return root.GenPowerShellCompletionWithDesc(out)
}

// completeArguments completes the arguments of a command.
func (f *globalFlags) completeArguments(declared *command.Command) cobra.CompletionFunc {
	return func(cmd *cobra.Command, given []string, typed string) ([]string, cobra.ShellCompDirective) {
		at := len(given)
		if last := len(declared.Args) - 1; at > last && last >= 0 && declared.Args[last].Repeated {
			at = last
		}
		if at >= len(declared.Args) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		switch arg := declared.Args[at]; arg.Kind {
		case command.Word:
			return arg.Words, cobra.ShellCompDirectiveNoFileComp
		case command.Folder:
			return nil, cobra.ShellCompDirectiveFilterDirs
		case command.File:
			return nil, cobra.ShellCompDirectiveDefault
		case command.Theme:
			return f.themeNames(), cobra.ShellCompDirectiveNoFileComp
		case command.Wall:
			return wallfile.Names, cobra.ShellCompDirectiveDefault // or files
		case command.ModuleVersion:
			modules, _ := f.completeKind(command.Module)(cmd, given, typed)
			nodes, _ := f.completeKind(command.Node)(cmd, given, typed)
			return slices.Concat(modules, nodes), cobra.ShellCompDirectiveDefault // or files
		default:
			if arg.Groups {
				return f.completeKnown(known.accountsAndGroups)(cmd, given, typed)
			}
			return f.completeKind(arg.Kind)(cmd, given, typed)
		}
	}
}

// completeOptions completes the values of flags that have a fixed set of them, or saved ones. Files are left to the shell. Visitors have
// no completion: cobra keeps what is registered here, and with it everything of the session, as long as the process runs.
func completeOptions(cmd *cobra.Command, flags *globalFlags, declared []command.Option) {
	if flags.visitor != nil {
		return
	}
	for _, option := range declared {
		values := func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return fixedValues(option.Values, typed)
		}
		switch {
		case option.Value == "FILE", option.Value == "":
			continue
		case option.Name == "network":
			values = flags.completeNetwork
		case option.Name == "type-arg":
			values = flags.completeKnown(known.typeArguments)
		case option.Name == "arg", option.Name == "by" && option.Value == "ACCOUNT":
			values = flags.completeKnown(known.accountsAndGroups)
		case option.Value == "PREFIX":
			values = flags.completeKind(command.ResourceType)
		case option.Name == "theme":
			values = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return flags.themeNames(), cobra.ShellCompDirectiveNoFileComp
			}
		}
		if err := cmd.RegisterFlagCompletionFunc(option.Name, values); err != nil {
			panic(err) // addOptions has declared the flag
		}
	}
}

// fixedValues returns the values that start with what is typed. After = a text follows, so that no space is added.
func fixedValues(values []string, typed string) ([]string, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp
	var words []string
	for _, value := range values {
		if name, _, takesText := strings.Cut(value, "="); takesText {
			value = name + "="
		}
		if strings.HasPrefix(value, typed) {
			words = append(words, value)
		}
	}
	if len(words) == 1 && strings.HasSuffix(words[0], "=") {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return words, directive
}

func (f *globalFlags) completeNetwork(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return f.networkNames(cmd), cobra.ShellCompDirectiveNoFileComp
}

// networkNames returns the names of all known networks, whatever --network says.
func (f *globalFlags) networkNames(cmd *cobra.Command) []string {
	settings, err := (&globalFlags{configFile: f.configFile, environment: f.environment}).readSettings(cmd)
	if err != nil {
		return nil
	}
	names := make([]string, len(settings.Networks))
	for i, network := range settings.Networks {
		names[i] = network.Name
	}
	return names
}

// completeKind completes arguments of a kind from what is saved for the network.
func (f *globalFlags) completeKind(kind command.Kind) cobra.CompletionFunc {
	return f.completeKnown(func(k known) []string { return k.words(kind) })
}

func (f *globalFlags) completeKnown(words func(known) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return matching(words(f.known(cmd, "")), typed)
	}
}

// completeTarget completes the target of the deck: everything with a name, and the parts of a link.
func (f *globalFlags) completeTarget(cmd *cobra.Command, given []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(given) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	network, rest, isLink := strings.Cut(typed, "/")
	if isLink {
		return matching(f.linkWords(cmd, network, rest), typed)
	}
	of := f.known(cmd, "")
	var words []string
	for _, kind := range []command.Kind{command.Account, command.Module, command.Function, command.Pair} {
		words = append(words, of.words(kind)...)
	}
	for _, name := range f.networkNames(cmd) {
		words = append(words, name+"/")
	}
	return matching(words, typed)
}

// linkKinds lists the second part of links, with the kinds of the third.
var linkKinds = []struct {
	word  string
	kinds []command.Kind
}{
	{target.Account.String(), []command.Kind{command.Account}}, {target.Module.String(), []command.Kind{command.Module, command.Function}},
	{"view", []command.Kind{command.Function}}, {target.Height.String(), []command.Kind{command.Height}}, {target.Pair.String(), []command.Kind{command.Pair}},
}

// linkWords returns the links of a network that continue rest, the part after its name.
func (f *globalFlags) linkWords(cmd *cobra.Command, network, rest string) []string {
	if !slices.Contains(f.networkNames(cmd), network) {
		return nil
	}
	of := f.known(cmd, network)
	var words []string
	for _, saved := range of.saved() {
		words = append(words, saved.Link.String())
	}
	kind, rest, hasKind := strings.Cut(rest, "/")
	account, _, hasAccount := strings.Cut(rest, "/")
	before := network + "/" + kind + "/"
	switch {
	case !hasKind:
		words = append(words, network+"/"+target.Blocks.String(), network+"/"+target.Charts.String())
		for _, of := range linkKinds {
			words = append(words, network+"/"+of.word+"/")
		}
	case hasAccount && kind == target.Account.String():
		for _, tab := range target.AccountTabs {
			words = append(words, before+account+"/"+tab)
		}
	default:
		for _, linked := range linkKinds {
			for _, wanted := range linked.kinds {
				for _, word := range of.words(wanted) {
					if linked.word == kind && word != "head" { // a link has a fixed height
						words = append(words, before+word)
					}
				}
			}
		}
	}
	return words
}

// matching returns the words that start with what is typed, sorted. After a part of a link no space is added. Words with characters
// that a terminal interprets are left out: the types of resources come from a node.
func matching(words []string, typed string) ([]string, cobra.ShellCompDirective) {
	words = slices.DeleteFunc(words, func(word string) bool {
		return !strings.HasPrefix(word, typed) || text.Clean(word).String() != word
	})
	slices.Sort(words)
	directive := cobra.ShellCompDirectiveNoFileComp
	if slices.ContainsFunc(words, func(word string) bool { return strings.HasSuffix(word, "/") }) {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return slices.Compact(words), directive
}

// known is what is known of a network without a request.
type known struct {
	settings *config.Settings // nil if unreadable
	store    *store.Store
}

// known reads the config file and the store of a network, by default that of the command line. What cannot be read at once is left
// empty: completion must neither block nor print errors into the line that is being typed.
func (f *globalFlags) known(cmd *cobra.Command, network string) known {
	flags := *f
	if network != "" {
		flags.Network, flags.BaseURLs = network, nil
	}
	settings, err := flags.readSettings(cmd)
	if err != nil {
		return known{}
	}
	saved, _ := store.TryOpen(storePath(settings.Network.Name)) // a read-only one has its content
	return known{settings, saved}
}

func (k known) saved() []store.Bookmark {
	if k.store == nil {
		return nil
	}
	return k.store.Bookmarks()
}

// accountsAndGroups returns the known accounts, and the groups of accounts, which stand for each of their members.
func (k known) accountsAndGroups() []string {
	words := k.words(command.Account)
	if k.settings != nil {
		words = append(words, k.settings.GroupNames()...)
	}
	return words
}

// words returns the known values of a kind.
func (k known) words(kind command.Kind) []string {
	if kind == command.Sender {
		kind = command.Account
	}
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
	case kind == command.Node && k.settings != nil:
		words = append(words, k.settings.NodeNames()...)
	case kind == command.Account && k.settings != nil:
		for _, name := range k.settings.Names {
			words = append(words, name.Name)
		}
	}
	if k.store == nil {
		return words
	}
	switch kind {
	case command.Account:
		for _, name := range k.store.Addresses() {
			words = append(words, name.Name)
		}
	case command.Pair:
		pairs, _ := k.store.Watchlist()
		words = append(words, pairs...)
		for _, alert := range k.store.Alerts() {
			words = append(words, alert.Pair)
		}
	}
	for _, run := range k.store.Runs() {
		words = append(words, runWords(kind, run)...)
	}
	for _, saved := range k.store.Bookmarks() {
		words = append(words, linkTargetWords(kind, saved.Link)...)
	}
	return words
}

// runWords returns what a call has of a kind.
func runWords(kind command.Kind, run store.Run) []string {
	switch kind {
	case command.Function:
		return []string{run.Function.String()}
	case command.Module:
		return []string{moduleOf(run.Function)}
	}
	return nil
}

// linkTargetWords returns what a link names of a kind.
func linkTargetWords(kind command.Kind, link target.Link) []string {
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

// typeArguments returns the struct types of earlier calls and those inside the types of saved resources.
func (k known) typeArguments() []string {
	if k.store == nil {
		return nil
	}
	var types []string
	add := func(tag move.TypeTag) {
		if tag.Struct != nil {
			types = append(types, tag.String())
		}
	}
	addParsed := func(texts ...string) {
		for _, text := range texts {
			if tag, err := move.ParseTypeTag(text); err == nil { // inputs are types or arguments
				add(tag)
			}
		}
	}
	for _, run := range k.store.Runs() {
		addParsed(run.Inputs...)
	}
	for _, saved := range k.store.Bookmarks() {
		if saved.Link.View != nil {
			addParsed(saved.Link.View.TypeArguments...)
		}
		if resource, err := move.ParseStructTag(saved.Link.Type); err == nil {
			for _, argument := range resource.TypeArguments {
				add(argument)
			}
		}
	}
	return types
}
