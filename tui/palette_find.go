package tui

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/command"
	"foredeck/tui/target"
	"foredeck/tui/text"
	box "foredeck/tui/widget/palette"
)

// mostFound bounds the lines that are listed. All that match are counted.
const mostFound = 100

// match is a line that matches what is typed.
type match struct {
	box.Candidate
	rank   rank
	begins bool // it begins with what is typed
}

// find is what the line could become. It looks once at each of what the pool holds.
func (p *pool) find(line string, everything bool) box.Found {
	p.places = map[string]target.Link{}
	line = strings.TrimPrefix(strings.TrimLeft(line, " "), "foredeck ") // as it was copied from a shell
	typed := strings.TrimSpace(line)
	if typed == "" && !everything {
		return box.Found{}
	}
	slot, inSlot := command.SlotOf(line)
	var values []value
	if inSlot {
		values = p.valuesOf(slot)
	}
	found := append(p.fillings(slot, values), p.matches(typed)...)
	slices.SortStableFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), -compareBools(a.begins, b.begins))
	})
	asTyped, err := p.asTyped(typed)
	if p.isBegun(typed, slot, inSlot, values) {
		found = append(found, asTyped...)
	} else {
		found = append(asTyped, found...)
	}
	found = p.once(found)
	result := box.Found{Count: len(found), Wrong: err}
	for i, m := range found[:min(len(found), mostFound)] {
		m.Below = m.rank == everywhere && i > 0 && found[i-1].rank < everywhere
		p.judge(&m.Candidate)
		result.Candidates = append(result.Candidates, m.Candidate)
	}
	return result
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// once leaves out lines that stand further up already.
func (p *pool) once(found []match) []match {
	known := make(map[string]bool, len(found))
	return slices.DeleteFunc(found, func(m match) bool {
		defer func() { known[m.Line] = true }()
		return known[m.Line]
	})
}

// matches are the known lines in which all words are found that are typed.
func (p *pool) matches(typed string) []match {
	lower := strings.ToLower(typed)
	words := strings.Fields(lower)
	var found []match
	for i := range p.entries {
		e := &p.entries[i]
		if len(words) == 0 && !e.quiet || len(words) > 0 && e.has(words) {
			found = append(found, match{e.Candidate, e.rank, strings.HasPrefix(e.lower, lower)})
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

// shortWord is the length up to which a word is looked for at the beginnings of words alone.
const shortWord = 2

// hasWord tells whether the text has the word; a short one only where a word of the text begins.
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

// valuesOf is what the slot can take of what is known.
func (p *pool) valuesOf(slot command.Slot) []value {
	switch {
	case slot.Options != nil:
		var values []value
		for _, option := range slot.Options {
			values = append(values, value{word: "--" + option.Name, wants: text.Safe(option.Value), rank: everywhere})
		}
		return values
	case slot.Option != nil:
		return p.optionValues(*slot.Option)
	case slot.Arg == nil:
		return nil
	}
	switch slot.Arg.Kind {
	case command.Account:
		return p.accounts
	case command.Module:
		return p.modules
	case command.Function:
		return p.functions
	case command.ResourceType:
		return p.resourceTypes(slot.Args[0])
	case command.Height:
		return p.heights
	case command.Word:
		var values []value
		for _, word := range slot.Arg.Words {
			values = append(values, value{word: word, rank: everywhere})
		}
		return values
	}
	return nil
}

func (p *pool) optionValues(option command.Option) []value {
	switch option.Name {
	case "type-arg":
		return p.types
	case "arg":
		return p.accounts
	}
	var values []value
	for _, word := range option.Values {
		values = append(values, value{word: word, rank: everywhere})
	}
	return values
}

// resourceTypes are the types of resources that were seen, those at the account first.
func (p *pool) resourceTypes(account string) []value {
	var values []value
	for _, held := range p.resources {
		v := value{word: held.Type, remark: "seen", rank: everywhere}
		if of := p.account(held.Account, "", saved).word; strings.EqualFold(of, account) || held.Account.String() == account {
			v.remark, v.rank = "on "+text.Short(text.Clean(of)), here
		}
		values = append(values, v)
	}
	return values
}

// fillings are the lines that one gets with the words that the slot can take.
func (p *pool) fillings(slot command.Slot, values []value) []match {
	lower := strings.ToLower(slot.Typed)
	var found []match
	for _, v := range values {
		word := strings.ToLower(v.word)
		if !hasWord(word, lower) {
			continue
		}
		candidate := box.Candidate{Line: slot.With(v.word), Wants: v.wants, Does: doesOf(slot.Command), Remark: v.remark}
		found = append(found, match{candidate, v.rank, strings.HasPrefix(word, lower)})
	}
	return found
}

// asTyped is the line as it stands, which may name several things. The error says why it is none.
func (p *pool) asTyped(typed string) ([]match, error) {
	words, err := command.Split(typed)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	if found := p.height(words); found != nil {
		return found, nil
	}
	if found := p.theme(words); found != nil {
		return found, nil
	}
	if _, acts := p.acts[strings.Join(words, " ")]; acts {
		return nil, nil // it is among those that match
	}
	line, err := command.ParsePartial(words)
	switch {
	case err != nil:
		return nil, err
	case line.Command != nil:
		candidate := box.Candidate{Line: line.String(), Does: doesOf(line.Command), Wants: text.Safe(line.Missing())}
		if err := p.wrong(line); err != nil {
			return nil, err
		}
		return []match{{Candidate: candidate, rank: everywhere}}, nil
	case target.IsLink(words[0]):
		link, err := target.ParseLink(target.WithAddresses(words[0], p.deps.Names.List()))
		if err != nil {
			return nil, err
		}
		return []match{{Candidate: box.Candidate{Line: link.String(), Does: "open the link"}, rank: everywhere}}, nil
	}
	return p.thing(words[0])
}

// wrong is why one of the things of the line cannot be what it says. That the line is for a shell is nothing wrong.
func (p *pool) wrong(line command.Line) error {
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

// isWord matches what is rather a word than an address that was mistyped.
var isWord = regexp.MustCompile(`^[A-Za-z_-]+$`)

// canView tells whether a function could be a view function: it is one, or its module was not seen and it is not named as types are.
func (p *pool) canView(function move.FunctionID) bool {
	known, _ := p.deps.ABIs.Get(move.ModuleID{Address: function.Address, Name: function.Module})
	if known.ABI == nil {
		return function.Name < "A" || function.Name > "["
	}
	own := known.ABI.Function(function.Name)
	return own != nil && own.IsView
}

// thing are the lines that open what one word could mean.
func (p *pool) thing(word string) ([]match, error) {
	targets, err := target.Candidates(word, p.deps.Names.List())
	switch {
	case err != nil && isWord.MatchString(word):
		return nil, command.Unknown(word)
	case err != nil:
		return nil, err
	}
	var found []match
	add := func(link target.Link) {
		line := command.FromLink(link, p.deps.Names.List())
		found = append(found, match{Candidate: box.Candidate{Line: line.String(), Does: doesOf(line.Command)}, rank: everywhere})
	}
	for _, t := range targets {
		if t.Kind == target.Transaction {
			continue // a line of a hash alone is an account
		}
		add(target.Link{Target: t})
		if t.Kind == target.Function && p.canView(t.Function) {
			add(target.Link{Target: t, View: &target.Call{}})
		}
	}
	return found, nil
}

// isBegun tells that what is typed last is rather the beginning of something known than a thing of its own: a name, a module, a
// function. Addresses and numbers stand for themselves.
func (p *pool) isBegun(typed string, slot command.Slot, inSlot bool, values []value) bool {
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
	begun := false
	for _, v := range values {
		switch {
		case strings.EqualFold(v.word, word):
			return false
		case inSlot && hasWord(strings.ToLower(v.word), strings.ToLower(word)):
			begun = true
		case len(v.word) > len(word) && strings.EqualFold(v.word[:len(word)], word):
			begun = true
		}
	}
	return begun
}

// judge says of a candidate whether it can run here, and how it is written for a shell.
func (p *pool) judge(c *box.Candidate) {
	if _, acts := p.acts[c.Line]; acts {
		return
	}
	words, _ := command.Split(c.Line)
	line, err := command.ParsePartial(words)
	if c.Wants == "" && err == nil {
		c.Wants = text.Safe(line.Missing())
	}
	if c.Wants != "" {
		c.Shell = p.command(append(words, strings.Fields(string(c.Wants))...))
		return
	}
	if err != nil {
		c.Why = text.Clean(err.Error())
		return
	}
	c.Shell = p.command(line.Words())
	link, err := line.Link(p.deps.Endpoint.Network, p.deps.Names.List())
	if err == nil {
		if err = p.deps.Refuse(link); err == nil {
			p.places[c.Line] = link
			return
		}
	}
	var wrong *command.WordError
	if c.Why = text.Clean(err.Error()); errors.As(err, &wrong) {
		c.Why = text.Clean(wrong.Rule)
	}
}

// command is the line for a shell. It names the network, where the line itself does not.
func (p *pool) command(words []string) string {
	if slices.Contains(words, "--base-url") || slices.Contains(words, "--network") {
		return command.Quote(append([]string{"foredeck"}, words...)...)
	}
	return p.deps.Command(words...)
}
