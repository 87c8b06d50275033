package palette

import (
	"errors"
	"slices"
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/command"
	"foredeck/tui/explain"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
)

// maxFound bounds the listed candidates. All are counted.
const maxFound = 100

// match is a line that matches the typed one.
type match struct {
	Candidate
	rank   rank
	begins bool // it begins with the typed line
	exact  bool // it is the typed line
}

// order is the sort key: the typed line, then by rank, then lines that begin with the typed one.
func (m match) order() int {
	if m.exact && m.rank != away {
		return -1
	}
	if m.begins {
		return 2 * int(m.rank)
	}
	return 2*int(m.rank) + 1
}

// find returns the candidates for a line, in time linear in the pool.
func (p *pool) find(line string, everything bool) Found {
	p.links = map[string]target.Link{}
	line = strings.TrimPrefix(strings.TrimLeft(line, " "), "foredeck ") // copied from a shell
	typed := strings.TrimSpace(line)
	if typed == "" && !everything {
		return Found{}
	}
	if strings.Contains(line, " ") { // after an alias, its line is completed
		if expanded, ok := command.Expand(line, p.deps.Config.Aliases); ok {
			line, typed = expanded, strings.TrimSpace(expanded)
		}
	}
	slot, inSlot := command.SlotOf(line)
	var values []value
	if inSlot {
		values = p.valuesOf(slot)
	}
	found := append(p.fillings(slot, values), p.matches(typed)...)
	sort.SliceStable(found, func(i, j int) bool { return found[i].order() < found[j].order() })
	asTyped, err := p.asTyped(typed)
	if p.isPartial(typed, slot, inSlot, values) {
		found = append(found, asTyped...)
	} else {
		found = append(asTyped, found...)
	}
	found = withoutDuplicates(found)
	result := Found{Count: len(found), Err: err}
	for i, m := range found[:min(len(found), maxFound)] {
		m.Below = m.rank == everywhere && i > 0 && found[i-1].rank < everywhere
		p.complete(&m.Candidate)
		result.Candidates = append(result.Candidates, m.Candidate)
	}
	return result
}

// withoutDuplicates removes repeated lines.
func withoutDuplicates(found []match) []match {
	known := make(map[string]bool, len(found))
	return slices.DeleteFunc(found, func(m match) bool {
		defer func() { known[m.Line] = true }()
		return known[m.Line]
	})
}

// matches returns the listed lines that contain all typed words.
func (p *pool) matches(typed string) []match {
	lower := strings.ToLower(typed)
	words := strings.Fields(lower)
	var found []match
	for i := range p.entries {
		e := &p.entries[i]
		if len(words) == 0 && !e.quiet || len(words) > 0 && e.has(words) {
			found = append(found, match{e.Candidate, e.rank, strings.HasPrefix(e.lower, lower), strings.EqualFold(e.Line, typed)})
		}
	}
	return found
}

func (e *entry) has(words []string) bool {
	if len(words) == 1 && strings.Contains(words[0], ".") && strings.HasPrefix(e.id, words[0]) {
		return true
	}
	for _, word := range words {
		if !hasWord(e.lower, word) {
			return false
		}
	}
	return true
}

// shortWord is the length up to which a word must match the beginning of a word.
const shortWord = 2

// hasWord reports whether the text contains the word; a short one must be the beginning of a word of the text.
func hasWord(lower, word string) bool {
	if len(word) > shortWord {
		return strings.Contains(lower, word)
	}
	for from := 0; ; from++ {
		at := strings.Index(lower[from:], word)
		if at < 0 {
			return false
		}
		if from += at; from == 0 || !isLetter(lower[from-1]) {
			return true
		}
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c >= 0x80 }

// valuesOf returns the known values for a slot.
func (p *pool) valuesOf(slot command.Slot) []value {
	switch {
	case slot.Options != nil:
		var values []value
		for _, option := range slot.Options {
			values = append(values, value{word: "--" + option.Name, wants: text.Clean(option.Value), rank: everywhere})
		}
		return values
	case slot.Option != nil:
		return p.optionValues(*slot.Option)
	case slot.Arg == nil:
		return nil
	}
	switch slot.Arg.Kind {
	case command.Account, command.Sender:
		if slot.Arg.Groups {
			return p.accountsAndGroups()
		}
		return p.accounts
	case command.Module:
		return p.modules
	case command.Function:
		return p.functions
	case command.ResourceType:
		if len(slot.Args) == 0 { // a type of any account
			return nil
		}
		return p.resourceTypes(slot.Args[0])
	case command.Height:
		return p.heights
	case command.Word:
		return fixedValues(slot.Arg.Words)
	case command.Wall:
		return fixedValues(wallfile.Names)
	case command.Node:
		return fixedValues(p.deps.NodeNames())
	case command.ModuleVersion:
		return slices.Concat(p.modules, fixedValues(p.deps.NodeNames()))
	}
	return nil
}

// fixedValues returns the words that an argument or option can be.
func fixedValues(words []string) []value {
	var values []value
	for _, word := range words {
		values = append(values, value{word: word, rank: everywhere})
	}
	return values
}

// accountsAndGroups returns the accounts, and below them the groups of accounts.
func (p *pool) accountsAndGroups() []value {
	return slices.Concat(p.accounts, fixedValues(p.deps.Config.GroupNames()))
}

func (p *pool) optionValues(option command.Option) []value {
	switch option.Name {
	case "type-arg":
		return p.types
	case "arg":
		return p.accountsAndGroups()
	}
	return fixedValues(option.Values)
}

// resourceTypes returns the types of the resources that were seen, those of the account first.
func (p *pool) resourceTypes(account string) []value {
	var values []value
	for _, resource := range p.resources {
		v := value{word: resource.Type, remark: text.Const("seen"), rank: everywhere}
		if of := p.account(resource.Account, text.Safe{}, saved).word; strings.EqualFold(of, account) || resource.Account.String() == account {
			v.remark, v.rank = text.Format("on %s", text.Short(text.Clean(of))), here
		}
		values = append(values, v)
	}
	return values
}

// fillings returns the line with each value that the slot can take.
func (p *pool) fillings(slot command.Slot, values []value) []match {
	lower := strings.ToLower(slot.Typed)
	var found []match
	for _, v := range values {
		word := strings.ToLower(v.word)
		if !hasWord(word, lower) {
			continue
		}
		candidate := Candidate{Line: slot.With(v.word), Wants: v.wants, Does: doesOf(slot.Command), Remark: v.remark}
		found = append(found, match{Candidate: candidate, rank: v.rank, begins: strings.HasPrefix(word, lower)})
	}
	return found
}

// asTyped returns the meanings of the line without completion. A line can have several; the error explains why it has none.
func (p *pool) asTyped(typed string) ([]match, error) {
	words, err := command.Split(typed)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	if expanded, ok := command.Expand(typed, p.deps.Config.Aliases); ok {
		return []match{{Candidate: aliasCandidate(typed, expanded), rank: everywhere}}, nil
	}
	for _, parser := range p.parsers {
		if line, ok := parser.ParseLine(words); ok {
			p.acts[line.Text] = line.Run
			return []match{{Candidate: Candidate{Line: line.Text, Does: line.Does, Remark: line.Remark}, rank: everywhere}}, nil
		}
	}
	if _, acts := p.acts[strings.Join(words, " ")]; acts {
		return nil, nil // it is listed
	}
	line, err := command.ParsePartial(words)
	switch {
	case err != nil:
		if found := p.reading(typed); found != nil {
			return found, nil
		}
		return nil, err
	case line.Command != nil:
		candidate := Candidate{Line: line.String(), Does: doesOf(line.Command), Wants: text.Clean(line.Missing())}
		if err := p.check(line); err != nil {
			return nil, err
		}
		return []match{{Candidate: candidate, rank: everywhere}}, nil
	case target.IsLink(words[0]):
		link, err := target.ParseLink(target.WithAddresses(words[0], p.deps.Names.List()))
		if err != nil {
			if found := p.reading(typed); found != nil {
				return found, nil
			}
			return nil, err
		}
		return []match{{Candidate: Candidate{Line: link.String(), Does: text.Const("open the link")}, rank: everywhere}}, nil
	}
	return p.candidates(words[0])
}

// check returns the reason that an argument of the line is invalid. A line that only runs in a shell is valid.
func (p *pool) check(line command.Line) error {
	var forShell *command.WordError
	if line.Missing() != "" {
		return nil
	}
	_, err := line.Link(p.deps.Endpoint.Network, p.deps.Names.List())
	if errors.As(err, &forShell) {
		return nil
	}
	return err
}

// isWord matches a word, as opposed to a mistyped address.
var isWord = text.Regexp(`^[A-Za-z_-]+$`)

// canView reports whether a function may be a view function: it is one, or its ABI is not loaded and it is not named like a type.
func (p *pool) canView(function move.FunctionID) bool {
	module, declaration := p.deps.ABIs.Function(function)
	if module == nil {
		return function.Name < "A" || function.Name > "["
	}
	return declaration != nil && declaration.IsView
}

// reading returns the line that explains a text which names nothing, nil if the text has no form.
func (p *pool) reading(typed string) []match {
	now := p.deps.Now()
	candidate, ok := explain.Candidate(typed, explain.Context{Now: now, Zone: now.Location(), Names: p.deps.Names.List(), Decimals: p.deps.Amounts.Native()})
	if !ok {
		return nil
	}
	line := command.FromLink(target.Link{Target: candidate}, nil)
	return []match{{Candidate: Candidate{Line: line.String(), Does: doesOf(line.Command), Remark: text.Clean(candidate.Name)}, rank: everywhere}}
}

// candidates returns the lines that open what a word may mean.
func (p *pool) candidates(word string) ([]match, error) {
	targets, err := target.Candidates(word, p.deps.Names.List())
	if reading := p.reading(word); err != nil && reading != nil {
		return reading, nil
	}
	switch {
	case err != nil && isWord().MatchString(word):
		return nil, command.Unknown(word)
	case err != nil:
		return nil, err
	}
	var found []match
	add := func(link target.Link) {
		line := command.FromLink(link, p.deps.Names.List())
		does := doesOf(line.Command)
		if link.Target.OrTransaction {
			does = text.Const("open the account or the transaction")
		}
		found = append(found, match{Candidate: Candidate{Line: line.String(), Does: does}, rank: everywhere})
	}
	for _, t := range targets {
		add(target.Link{Target: t})
		if t.Kind == target.Function && p.canView(t.Function) {
			add(target.Link{Target: t, View: &target.Call{}})
		}
	}
	return found, nil
}

// isPartial reports whether the last typed word is the beginning of a known name rather than complete. Addresses and numbers are
// always complete.
func (p *pool) isPartial(typed string, slot command.Slot, inSlot bool, values []value) bool {
	word := typed
	if inSlot {
		word = slot.Typed
	} else {
		values = slices.Concat(p.accounts, p.modules, p.functions)
		for i := range p.entries {
			values = append(values, value{word: p.entries[i].Line})
		}
	}
	if _, err := move.ParseAddress(word); err == nil && (strings.HasPrefix(word, "0x") || word[0] >= '0' && word[0] <= '9') {
		return false
	}
	partial := false
	for _, v := range values {
		switch {
		case strings.EqualFold(v.word, word):
			return false
		case inSlot && hasWord(strings.ToLower(v.word), strings.ToLower(word)):
			partial = true
		case len(v.word) > len(word) && strings.EqualFold(v.word[:len(word)], word):
			partial = true
		}
	}
	return partial
}

// complete sets the shell command of a candidate, and the reason if it cannot run here.
func (p *pool) complete(c *Candidate) {
	if _, acts := p.acts[c.Line]; acts || !c.Why.IsEmpty() {
		return
	}
	expanded, _ := command.Expand(c.Line, p.deps.Config.Aliases)
	words, _ := command.Split(expanded)
	if act, acts := p.acts[strings.Join(words, " ")]; acts {
		p.acts[c.Line] = act
		return
	}
	line, err := command.ParsePartial(words)
	if c.Wants.IsEmpty() && err == nil {
		c.Wants = text.Clean(line.Missing())
	}
	if !c.Wants.IsEmpty() {
		c.Shell = p.command(append(words, strings.Fields(c.Wants.String())...))
		return
	}
	if err != nil {
		c.Why = text.Clean(err.Error())
		return
	}
	c.Shell = p.command(line.Words())
	for _, parser := range p.parsers {
		if found, ok := parser.ParseLine(words); ok {
			p.acts[c.Line] = found.Run
			return
		}
	}
	link, err := line.Link(p.deps.Endpoint.Network, p.deps.Names.List())
	if err == nil {
		if err = p.deps.CheckLink(link); err == nil {
			p.links[c.Line] = link
			return
		}
	}
	var wrong *command.WordError
	isForShell := errors.As(err, &wrong)
	if isForShell && p.deps.RunLine != nil && line.Command != nil && line.Command.Formats != nil {
		c.Remark = text.Const("shows its output")
		msg := RunMsg{Words: p.words(line.Words())}
		p.acts[c.Line] = func() tea.Cmd { return p.deps.Post(msg) }
		return
	}
	if c.Why = text.Clean(err.Error()); isForShell {
		c.Why = text.Clean(wrong.Rule)
	}
}

// RunMsg asks to run a line and to show what it prints.
type RunMsg struct {
	Words []string // of the command line, without the program's name
}

// shellWord replaces names that only this deck has, because its state is not saved, by their addresses.
func (p *pool) shellWord(word string) string {
	if p.deps.Store.IsSaved() {
		return word
	}
	names := p.deps.Store.Addresses()
	if target.IsLink(word) {
		return target.WithAddresses(word, names)
	}
	if address, ok := target.FindName(word, names); ok {
		return address.String()
	}
	return target.Resolve(word, names)
}

// command returns the shell command of a line.
func (p *pool) command(words []string) string {
	return text.ShellQuote(append([]string{"foredeck"}, p.words(words)...)...)
}

// words returns the words of a command line without the program's name, with the network unless the line names it.
func (p *pool) words(words []string) []string {
	words = slices.Clone(words)
	for i, word := range words {
		words[i] = p.shellWord(word)
	}
	isLink := len(words) > 0 && target.IsLink(words[0])
	if isLink || len(words) > 0 && words[0] == "compare" || slices.Contains(words, "--base-url") || slices.Contains(words, "--network") {
		return words
	}
	return p.deps.CommandWords(words...)
}
