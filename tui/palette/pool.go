package palette

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/command"
	"foredeck/tui/keymap"
	"foredeck/tui/lookup"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// rank orders the lines that match.
type rank int

const (
	here rank = iota // about the visible screen
	saved
	recent
	everywhere
	away // of another screen
)

// Limits on the completion pool.
const (
	maxFunctions = 2000
	maxSaved     = 1000
)

// entry is a listed line.
type entry struct {
	Candidate
	rank  rank
	lower string // the text that is searched
	id    string // of an action, searched too
	name  string // of a bookmark, searched too
	quiet bool   // listed only after the user has typed
}

// frameworkViews are view functions that chains with the framework have, suggested before any module was seen.
var frameworkViews = [...]string{"0x1::coin::balance", "0x1::coin::supply", "0x1::coin::decimals", "0x1::block::get_current_block_height"}

// value is a word that a slot of a line can take.
type value struct {
	word   string
	remark text.Safe
	rank   rank
	wants  text.Safe // argument that follows it
}

// pool holds the lines and values for completion, collected when the palette opens.
type pool struct {
	deps    *screen.Deps
	entries []entry
	acts    map[string]func() tea.Cmd // of lines that run something, by line
	links   map[string]target.Link    // of the candidates found last, by line
	parsers []Parser

	accounts, modules, functions, types, heights []value
	resources                                    []lookup.SeenResource
}

// newPool collects the known lines. Their number is bounded, so that the time per key does not grow with the session.
func (m *Model) newPool() *pool {
	p := &pool{deps: m.deps, acts: map[string]func() tea.Cmd{}}
	actions := slices.DeleteFunc(slices.Clone(m.Triggers()), func(action screen.Action) bool {
		return action.ID == "deck.commands" || action.ID == "deck.all_commands"
	})
	var lines []Line
	for _, source := range m.Sources {
		lines = append(lines, source.Lines()...)
		if parser, ok := source.(Parser); ok {
			p.parsers = append(p.parsers, parser)
		}
	}
	actions = slices.DeleteFunc(actions, func(action screen.Action) bool { // its lines replace it
		return slices.ContainsFunc(lines, func(line Line) bool { return line.Action == action.ID })
	})
	for _, quiet := range [...]bool{false, true} { // of two actions with the same name, the one in the row of keys gets it
		p.addActions(slices.DeleteFunc(slices.Clone(actions), func(action screen.Action) bool { return action.IsHidden() != quiet }))
	}
	for _, line := range lines {
		p.addLine(line)
	}
	if link, ok := m.deck.Link(); ok {
		p.addHere(link)
	}
	for _, a := range m.deps.Config.Aliases {
		p.add(entry{rank: saved, Candidate: aliasCandidate(a.Name, a.Line)})
	}
	p.addSaved()
	p.addRecent(m.ran, m.deck.RecentLinks())
	p.addModules()
	for _, function := range frameworkViews {
		p.functions = append(p.functions, value{word: function, remark: text.Const("framework"), rank: everywhere})
	}
	p.addResources()
	if height, _, ok := m.deps.Seen.Newest(); ok {
		p.heights = append(p.heights, value{word: target.Target{Kind: target.Height, Height: height}.String(), remark: text.Const("newest"), rank: everywhere})
	}
	for _, c := range command.All() {
		line := command.Line{Command: c}
		p.add(entry{rank: everywhere, Candidate: Candidate{Line: c.Name, Wants: text.Clean(line.Missing()), Does: doesOf(c)}})
	}
	return p
}

func (p *pool) add(e entry) {
	e.lower = strings.ToLower(e.Line + " " + e.name)
	if e.id != "" {
		e.lower += " " + strings.ToLower(e.Does.String())
	}
	p.entries = append(p.entries, e)
}

// addLine adds the line of a component, unless an action of the visible screen has the same name.
func (p *pool) addLine(line Line) {
	if _, taken := p.acts[line.Text]; taken {
		return
	}
	if line.Run != nil {
		p.acts[line.Text] = line.Run
	}
	e := entry{rank: everywhere, id: line.Action, quiet: line.Quiet, Candidate: Candidate{Line: line.Text, Does: line.Does, Remark: line.Remark, Why: line.Why}}
	switch {
	case line.Here:
		e.rank = here
	case line.Away:
		e.rank = away
	}
	p.add(e)
}

// aliasCandidate returns the line that runs an alias.
func aliasCandidate(name, line string) Candidate {
	return Candidate{Line: name, Does: text.Format("alias: %s", text.Clean(line))}
}

// addLink adds the line that opens a link.
func (p *pool) addLink(link target.Link, rank rank, remark text.Safe) {
	line := command.FromLink(link, p.deps.Names.List())
	p.add(entry{rank: rank, Candidate: Candidate{Line: line.String(), Does: doesOf(line.Command), Remark: remark}})
}

// doesOf returns a short description of a command.
func doesOf(v *command.Command) text.Safe {
	switch {
	case v == nil:
		return text.Const("open")
	case v.Opens != "":
		return text.Clean(v.Opens)
	}
	return text.Clean(strings.ToLower(v.Short[:1]) + v.Short[1:])
}

// addActions adds the actions of the visible screen by name; of two with the same name, the second by its id. An action whose keys
// are digits gets a line for each of them.
func (p *pool) addActions(actions []screen.Action) {
	for _, action := range actions {
		name, keys := NameOf(action.ID), action.Keys()
		if _, taken := p.acts[name]; taken {
			name = action.ID
		}
		e := entry{rank: here, id: action.ID, quiet: action.IsHidden(), Candidate: Candidate{Line: name, Does: text.Clean(action.Description()), Remark: text.Clean(action.Help().Key)}}
		if len(keys) == 1 || !isDigits(keys) {
			p.acts[e.Line] = p.act(action, 0)
			p.add(e)
			continue
		}
		for i, key := range keys {
			e.Line, e.Remark, e.quiet = name+" "+key, text.Clean(key), true
			p.acts[e.Line] = p.act(action, i)
			p.add(e)
		}
	}
}

func isDigits(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return len(name) != 1 || name[0] < '0' || name[0] > '9' })
}

// NameOf returns the word that runs an action: the last part of its id, or the one before ".begin".
func NameOf(id string) string {
	id = strings.TrimSuffix(id, ".begin")
	return id[strings.LastIndexByte(id, '.')+1:]
}

// act returns a function that runs an action.
func (p *pool) act(action screen.Action, choice int) func() tea.Cmd {
	return func() tea.Cmd { return p.deps.Post(keymap.RunMsg{ID: action.ID, Choice: choice}) }
}

// addHere adds the lines and values for the location of the visible screen.
func (p *pool) addHere(link target.Link) {
	switch link.Target.Kind {
	case target.Account:
		p.accounts = append(p.accounts, p.account(link.Target.Address, text.Const("here"), here))
		for _, tab := range target.AccountTabs {
			p.addLink(target.Link{Target: link.Target, Tab: tab}, here, text.Const("here"))
		}
	case target.Function:
		id := move.ModuleID{Address: link.Target.Function.Address, Name: link.Target.Function.Module}
		p.addLink(target.Link{Target: target.Target{Kind: target.Module, Module: id}}, here, text.Const("here"))
	}
}

// account returns an account as a word: its name if it has one, else its address.
func (p *pool) account(address move.Address, remark text.Safe, rank rank) value {
	for _, name := range p.deps.Names.List() {
		if name.Address == address {
			return value{word: name.Name, remark: remark, rank: rank}
		}
	}
	return value{word: address.String(), remark: remark, rank: rank}
}

// addSaved adds the bookmarks and the named accounts.
func (p *pool) addSaved() {
	for _, bookmark := range p.deps.Store.Bookmarks()[:min(len(p.deps.Store.Bookmarks()), maxSaved)] {
		line := command.FromLink(bookmark.Link, p.deps.Names.List())
		p.add(entry{rank: saved, name: bookmark.Name, Candidate: Candidate{Line: line.String(), Does: doesOf(line.Command), Remark: text.Clean(bookmark.Name)}})
	}
	for _, name := range p.deps.Names.List()[:min(len(p.deps.Names.List()), maxSaved)] {
		p.accounts = append(p.accounts, value{word: name.Name, remark: text.Const("saved"), rank: saved})
		p.addLink(target.Link{Target: target.Target{Kind: target.Account, Address: name.Address}}, saved, text.Const("saved"))
	}
}

// addRecent adds the lines and view functions that were run, and the visited locations, newest first.
func (p *pool) addRecent(ran []string, visited []target.Link) {
	for _, line := range slices.Backward(ran) {
		if _, acts := p.acts[line]; acts {
			continue
		}
		parsed, err := command.Parse(line)
		if err == nil {
			p.add(entry{rank: recent, Candidate: Candidate{Line: line, Does: doesOf(parsed.Command), Remark: text.Const("run")}})
		}
	}
	for _, call := range p.deps.ABIs.RunLinks(p.deps.Endpoint.Network, p.deps.Store.Runs()) {
		p.addLink(call, recent, text.Const("run"))
	}
	for _, link := range visited {
		p.addLink(link, recent, text.Const("recent"))
		if link.Target.Kind == target.Account {
			p.accounts = append(p.accounts, p.account(link.Target.Address, text.Const("recent"), recent))
		}
	}
}

// addModules adds the modules with a loaded ABI and their view functions.
func (p *pool) addModules() {
	for _, module := range p.deps.ABIs.Keys() {
		known, _ := p.deps.ABIs.Get(module)
		if known.ABI == nil {
			continue
		}
		named := target.Target{Kind: target.Module, Module: module}
		p.modules = append(p.modules, value{word: named.String(), remark: text.Const("seen"), rank: everywhere})
		p.addLink(target.Link{Target: named}, everywhere, text.Const("seen"))
		for i := range known.ABI.Functions {
			if len(p.functions) == maxFunctions {
				break
			}
			if function := &known.ABI.Functions[i]; function.IsView {
				id := move.FunctionID{Address: module.Address, Module: module.Name, Name: function.Name}
				p.functions = append(p.functions, value{word: id.String(), remark: text.Const("seen"), rank: everywhere})
				p.addLink(target.Link{Target: target.Target{Kind: target.Function, Function: id}, View: &target.Call{}}, everywhere, text.Const("seen"))
			}
		}
	}
}

// addResources adds the resources that were seen, and their type arguments.
func (p *pool) addResources() {
	p.resources = p.deps.Seen.Resources()
	known := map[string]bool{}
	for _, resource := range p.resources {
		link := target.Link{Target: target.Target{Kind: target.Account, Address: resource.Account}, Tab: "resources", Type: resource.Type}
		p.addLink(link, everywhere, text.Format("on %s", text.Short(text.Clean(p.account(resource.Account, text.Safe{}, saved).word))))
		tag, err := move.ParseStructTag(resource.Type)
		if err != nil {
			continue
		}
		for _, argument := range tag.TypeArguments {
			if word := argument.String(); !known[word] {
				known[word] = true
				p.types = append(p.types, value{word: word, remark: text.Const("seen"), rank: everywhere})
			}
		}
	}
}
