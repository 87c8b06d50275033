package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/command"
	"foredeck/tui/export"
	"foredeck/tui/keymap"
	"foredeck/tui/lookup"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	box "foredeck/tui/widget/palette"
)

// rank is the order in which lines that match are listed.
type rank int

const (
	here rank = iota // what acts on the place one is at
	saved
	recent
	everywhere
)

// mostFunctions bounds the view functions that lines are completed from.
const mostFunctions = 2000

// entry is a line that is known as a whole.
type entry struct {
	box.Candidate
	rank  rank
	lower string // what it is found by
	id    string // of an action, by which it is found as well
	name  string // of a saved place, by which it is found as well
	quiet bool   // listed only where something was typed
}

// value is a word that a slot of a line can take.
type value struct {
	word   string
	remark text.Safe
	rank   rank
	wants  text.Safe // what is to be typed behind it
}

// pool is what lines are completed from, as it was when the palette was opened.
type pool struct {
	deps    *screen.Deps
	entries []entry
	acts    map[string]func() tea.Cmd // of the lines that act on the place one is at
	places  map[string]target.Link    // of the lines that were found last
	seeker  screen.Seeker             // nil: the place has no list by height
	// readTheme reads a theme by its name; nil: there are no others.
	readTheme func(name string, again bool) tea.Cmd
	// seekBlock goes to a height in the list of the blocks.
	seekBlock func(height uint64) tea.Cmd

	accounts, modules, functions, types, heights []value
	resources                                    []lookup.SeenResource
}

// newPool gathers what is known. What it holds is bounded, so that a key costs the same however long the deck was used.
func (m *Model) newPool() *pool {
	p := &pool{deps: m.deps, acts: map[string]func() tea.Cmd{}, seekBlock: m.history.SeekBlock}
	actions := slices.DeleteFunc(m.actions(), func(action screen.Action) bool {
		return action.ID == m.keys.Commands.ID || action.ID == m.keys.AllCommands.ID || // one is there already
			action.ID == m.keys.Mouse.ID // two lines say which way
	})
	for _, quiet := range [...]bool{false, true} { // of two with the same word, the one that is hinted at goes by it
		p.addActions(slices.DeleteFunc(slices.Clone(actions), func(action screen.Action) bool { return action.IsQuiet() != quiet }))
	}
	p.seeker, _ = m.history.Visible().(screen.Seeker)
	p.addCopies(m)
	p.addExports(m)
	p.addThemes(m)
	p.addMouse(m)
	p.addNetworks(m)
	p.addAlerts(m)
	p.addSettings(m)
	if placed, ok := m.history.Visible().(screen.Placed); ok {
		if link, ok := placed.Link(); ok {
			p.addHere(link)
		}
	}
	p.addSaved()
	p.addRecent(m.ran, m.history.RecentLinks())
	p.addModules()
	p.addResources()
	if height, _, ok := m.deps.Seen.Newest(); ok {
		p.heights = append(p.heights, value{word: target.Target{Kind: target.Height, Height: height}.String(), remark: "newest", rank: everywhere})
	}
	for _, v := range command.All() {
		line := command.Line{Command: v}
		p.add(entry{rank: everywhere, Candidate: box.Candidate{Line: v.Name, Wants: text.Safe(line.Missing()), Does: doesOf(v)}})
	}
	return p
}

func (p *pool) add(e entry) {
	e.lower = strings.ToLower(e.Line + " " + e.name)
	if e.id != "" {
		e.lower += " " + strings.ToLower(string(e.Does))
	}
	p.entries = append(p.entries, e)
}

// addPlace adds the line that opens a place.
func (p *pool) addPlace(link target.Link, rank rank, remark text.Safe) {
	line := command.FromLink(link, p.deps.Names.List())
	p.add(entry{rank: rank, Candidate: box.Candidate{Line: line.String(), Does: doesOf(line.Command), Remark: remark}})
}

// doesOf is what a command does, in few words.
func doesOf(v *command.Command) text.Safe {
	switch {
	case v == nil:
		return "open"
	case v.Opens != "":
		return text.Safe(v.Opens)
	}
	return text.Safe(strings.ToLower(v.Short[:1]) + v.Short[1:])
}

// addActions adds the keys that act at this place, by the last words of their ids; where two have the same one, the second by
// its id. An action of several digits is a line for each of them.
func (p *pool) addActions(actions []screen.Action) {
	for _, action := range actions {
		word, names := nameOf(action), action.Keys()
		if _, taken := p.acts[word]; taken {
			word = action.ID
		}
		e := entry{rank: here, id: action.ID, quiet: action.IsQuiet(), Candidate: box.Candidate{Line: word, Does: text.Safe(action.Help().Desc), Remark: text.Safe(action.Help().Key)}}
		if len(names) == 1 || !isDigits(names) {
			p.acts[e.Line] = p.press(names[0])
			p.add(e)
			continue
		}
		for _, name := range names {
			e.Line, e.Remark, e.quiet = word+" "+name, text.Safe(name), true
			p.acts[e.Line] = p.press(name)
			p.add(e)
		}
	}
}

func isDigits(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return len(name) != 1 || name[0] < '0' || name[0] > '9' })
}

// nameOf returns the word that runs an action: the last part of its id, or the one before ".begin".
func nameOf(action screen.Action) string {
	id := strings.TrimSuffix(action.ID, ".begin")
	return id[strings.LastIndexByte(id, '.')+1:]
}

// press is what a key does.
func (p *pool) press(name string) func() tea.Cmd {
	return func() tea.Cmd { return p.deps.Post(keymap.PressMsg{Key: keymap.Parse(name)}) }
}

// addCopies adds the forms in which what is selected can be copied.
func (p *pool) addCopies(m *Model) {
	for _, form := range m.copies() {
		line := "copy " + strings.ToLower(string(form.Form))
		p.acts[line] = func() tea.Cmd { return m.copied(form.Value()) }
		p.add(entry{rank: here, Candidate: box.Candidate{Line: line, Does: "to the clipboard"}})
	}
}

// addExports adds the formats in which what is shown can be written.
func (p *pool) addExports(m *Model) {
	what, ok := m.offered()
	if !ok {
		return
	}
	for _, format := range export.Formats {
		line := "export " + string(format)
		p.acts[line] = func() tea.Cmd { return m.export(format, what) }
		p.add(entry{rank: here, Candidate: box.Candidate{Line: line, Does: "the whole to a file"}})
		if what.Matches > 0 {
			line += " matching"
			p.acts[line] = func() tea.Cmd { return m.export(format, matchingOf(what)) }
			p.add(entry{rank: here, Candidate: box.Candidate{Line: line, Does: matching(what.Matches)}})
		}
	}
}

// addHere adds what can be opened of the place one is at.
func (p *pool) addHere(link target.Link) {
	switch link.Target.Kind {
	case target.Account:
		p.accounts = append(p.accounts, p.account(link.Target.Address, "here", here))
		for _, tab := range target.AccountTabs {
			p.addPlace(target.Link{Target: link.Target, Tab: tab}, here, "here")
		}
	case target.Function:
		id := move.ModuleID{Address: link.Target.Function.Address, Name: link.Target.Function.Module}
		p.addPlace(target.Link{Target: target.Target{Kind: target.Module, Module: id}}, here, "here")
	}
}

// account is an account as a word, by its name where it has one.
func (p *pool) account(address move.Address, remark text.Safe, rank rank) value {
	for _, name := range p.deps.Names.List() {
		if name.Address == address {
			return value{word: name.Name, remark: remark, rank: rank}
		}
	}
	return value{word: address.String(), remark: remark, rank: rank}
}

// mostSaved bounds the saved places and names that lines are completed from.
const mostSaved = 1000

// addSaved adds the places that were saved, and the accounts that have names.
func (p *pool) addSaved() {
	for _, kept := range p.deps.Store.Bookmarks()[:min(len(p.deps.Store.Bookmarks()), mostSaved)] {
		line := command.FromLink(kept.Link, p.deps.Names.List())
		p.add(entry{rank: saved, name: kept.Name, Candidate: box.Candidate{Line: line.String(), Does: doesOf(line.Command), Remark: text.Clean(kept.Name)}})
	}
	for _, name := range p.deps.Names.List()[:min(len(p.deps.Names.List()), mostSaved)] {
		p.accounts = append(p.accounts, value{word: name.Name, remark: "saved", rank: saved})
		p.addPlace(target.Link{Target: target.Target{Kind: target.Account, Address: name.Address}}, saved, "saved")
	}
}

// addRecent adds the lines that were run, the calls that were made and the places that were visited, the newest first.
func (p *pool) addRecent(ran []string, visited []target.Link) {
	for _, line := range slices.Backward(ran) {
		if _, acts := p.acts[line]; acts {
			continue
		}
		parsed, err := command.Parse(line)
		if err == nil {
			p.add(entry{rank: recent, Candidate: box.Candidate{Line: line, Does: doesOf(parsed.Command), Remark: "run"}})
		}
	}
	for _, call := range p.deps.Runs.Links(p.deps.Endpoint.Network) {
		p.addPlace(call, recent, "run")
	}
	for _, link := range visited {
		p.addPlace(link, recent, "recent")
		if link.Target.Kind == target.Account {
			p.accounts = append(p.accounts, p.account(link.Target.Address, "recent", recent))
		}
	}
}

// addModules adds the modules and the view functions that were seen.
func (p *pool) addModules() {
	for _, module := range p.deps.ABIs.Modules() {
		known, _ := p.deps.ABIs.Get(module)
		if known.ABI == nil {
			continue
		}
		named := target.Target{Kind: target.Module, Module: module}
		p.modules = append(p.modules, value{word: named.String(), remark: "seen", rank: everywhere})
		p.addPlace(target.Link{Target: named}, everywhere, "seen")
		for i := range known.ABI.Functions {
			if len(p.functions) == mostFunctions {
				break
			}
			if function := &known.ABI.Functions[i]; function.IsView {
				id := move.FunctionID{Address: module.Address, Module: module.Name, Name: function.Name}
				p.functions = append(p.functions, value{word: id.String(), remark: "seen", rank: everywhere})
				p.addPlace(target.Link{Target: target.Target{Kind: target.Function, Function: id}, View: &target.Call{}}, everywhere, "seen")
			}
		}
	}
}

// addResources adds the resources that were seen, and the types that they are made with.
func (p *pool) addResources() {
	p.resources = p.deps.Seen.Resources()
	known := map[string]bool{}
	for _, held := range p.resources {
		link := target.Link{Target: target.Target{Kind: target.Account, Address: held.Account}, Tab: "resources", Type: held.Type}
		p.addPlace(link, everywhere, "on "+text.Short(text.Clean(p.account(held.Account, "", saved).word)))
		tag, err := move.ParseStructTag(held.Type)
		if err != nil {
			continue
		}
		for _, argument := range tag.TypeArguments {
			if word := argument.String(); !known[word] {
				known[word] = true
				p.types = append(p.types, value{word: word, remark: "seen", rank: everywhere})
			}
		}
	}
}
