package announce

import (
	"cmp"
	"slices"
	"time"

	"foredeck/tui/text"
)

// pause is how long what changes by itself is not told again, so that one can listen to something else.
const pause = 30 * time.Second

// answers is how often a part is told without a pause after a key: what was asked for may come bit by bit.
const answers = 2

// Announcer tells what has changed since it was asked last.
type Announcer struct {
	told  Page
	under Page // what was told of the place before something was laid over it
	parts map[text.Safe]*standing
	begun bool
}

// standing is how a part is told: its facts, and what keys act on in it, which moves by itself where a list follows what comes in.
type standing struct{ facts, currents turn }

// turn is when something may be told.
type turn struct {
	at   time.Time // when it was told last
	left int       // how often it is told before there are pauses
}

// comes tells that it may be told now. What a key has changed always may.
func (t *turn) comes(key bool, now time.Time) bool {
	return key || t.left > 0 || now.Sub(t.at) >= pause
}

// take takes it as told now.
func (t *turn) take(key bool, now time.Time) {
	t.at = now
	if !key {
		t.left--
	}
}

// Key tells that the user has pressed a key: what follows is an answer to it.
func (t *Announcer) Key() {
	for _, one := range t.parts {
		one.facts.left, one.currents.left = answers, answers
	}
}

// Whole is all that is on the page, with all rows of the lists that are on the screen.
func (t *Announcer) Whole(page Page, now time.Time) []text.Safe {
	page = page.seenAt(now)
	t.keep(page, now)
	lines := []text.Safe{page.Place}
	for _, part := range page.Parts {
		lines = appendSaid(lines, part.head())
		for _, saying := range part.Sayings {
			lines = append(lines, part.line(saying))
		}
	}
	return appendSaid(lines, page.Message)
}

// Tell is what is new of the page. After a key that changed nothing it is where one is.
func (t *Announcer) Tell(page Page, key bool, now time.Time) []text.Safe {
	page = page.seenAt(now)
	switch {
	case page.Over && !t.told.Over:
		t.under = t.told
		t.keep(page, now)
		return page.arrival(Page{})
	case !page.Over && t.told.Over:
		t.told = t.under
		t.Key()
	}
	if old := t.told; !t.begun || page.Place != old.Place {
		t.keep(page, now)
		lines := []text.Safe{page.Place}
		if page.Node != old.Node {
			lines = []text.Safe{page.Node, page.Place}
		}
		return appendSaid(append(lines, page.arrival(old)...), page.Message)
	}
	return t.changes(page, key, now)
}

// arrival is what stands at a place that one has come to, without what one knows from where one was.
func (p *Page) arrival(old Page) []text.Safe {
	var lines []text.Safe
	moved := p.sharesPartsWith(old)
	for _, part := range p.Parts {
		if known := old.part(part.Name); moved && known != nil && known.same(part) {
			continue
		}
		lines = appendSaid(lines, part.head())
		for _, saying := range part.Sayings {
			if saying.Rows == 0 && !(moved && saying.Tabs) || saying.Current || saying.isTitles() {
				lines = append(lines, part.line(saying))
			}
		}
	}
	return lines
}

// changes is what has changed of a place since it was told.
func (t *Announcer) changes(page Page, key bool, now time.Time) []text.Safe {
	var lines []text.Safe
	for _, part := range page.Parts {
		lines = append(lines, t.news(part, t.told.part(part.Name), key, now)...)
	}
	t.told.Parts = slices.DeleteFunc(t.told.Parts, func(part Part) bool { return page.part(part.Name) == nil })
	if page.Node != t.told.Node {
		lines = appendSaid(lines, page.Node)
	}
	if !same(t.told.Message, page.Message, now.Sub(t.told.seen)) || key && page.Outcome {
		lines = appendSaid(lines, page.Message)
	}
	t.told.Node, t.told.Message, t.told.Over, t.told.seen = page.Node, page.Message, page.Over, now
	if key && len(lines) == 0 {
		return page.here()
	}
	return lines
}

// news is what is new of a part since it was told.
func (t *Announcer) news(part Part, before *Part, key bool, now time.Time) []text.Safe {
	one := t.standing(part.Name)
	if before == nil {
		t.told.Parts = append(t.told.Parts, part)
		one.facts.at, one.currents.at = now, now
		return (&Page{Parts: []Part{part}}).arrival(Page{})
	}
	if t.told.Over && !before.same(part) && part.currents() == nil {
		before.replace(part) // a list that is narrowed, as the keys are by a search
		return (&Page{Parts: []Part{part}}).arrival(Page{})
	}
	fresh := part.fresh(*before)
	var lines []text.Safe
	if !one.currents.comes(key, now) {
		part = part.withCurrents(*before)
	} else if lines = part.moved(before, key); len(lines) > 0 {
		one.currents.take(key, now)
	}
	stateIsNew := !same(before.State, part.State, now.Sub(before.seen))
	if key && len(lines) > 0 && countless(part.State) == countless(before.State) {
		before.State, before.seen, stateIsNew = part.State, now, false // the row says its number itself
	}
	if len(fresh) == 0 && !stateIsNew {
		before.replace(part)
		return lines
	}
	if !one.facts.comes(key, now) {
		return lines
	}
	one.facts.take(key, now)
	if stateIsNew {
		lines = append([]text.Safe{part.head()}, lines...)
	}
	for _, saying := range fresh {
		lines = append(lines, part.named(saying.Text))
	}
	before.replace(part)
	return lines
}

// isTitles tells that it is the line of titles of a list.
func (s *Saying) isTitles() bool { return s.Rows > 0 && s.Row < 0 }

// titles are those of the part's list, nil where it has none.
func (p *Part) titles() *Saying {
	for i := range p.Sayings {
		if p.Sayings[i].isTitles() {
			return &p.Sayings[i]
		}
	}
	return nil
}

// moved is what keys act on now, where that is something else than before, which takes it as told.
func (p *Part) moved(before *Part, key bool) []text.Safe {
	var lines []text.Safe
	if titles := p.titles(); titles != nil && before.titles() == nil { // the list was empty
		lines = append(lines, p.line(*titles))
	}
	known := before.currents()
	for i, current := range p.currents() {
		if i >= len(known) {
			lines = append(lines, p.line(*current))
			before.Sayings = append(before.Sayings, *current)
			continue
		}
		was := *known[i]
		if !current.continues(was) || key && current.Row != was.Row {
			lines = append(lines, p.line(*current))
		}
		*known[i] = *current
		if was.Rows == 0 { // it is known still, though keys no longer act on it
			was.Current = false
			before.Sayings = append(before.Sayings, was)
		}
	}
	return lines
}

func (t *Announcer) standing(name text.Safe) *standing {
	if t.parts == nil {
		t.parts = map[text.Safe]*standing{}
	}
	if t.parts[name] == nil {
		t.parts[name] = &standing{turn{left: answers}, turn{left: answers}}
	}
	return t.parts[name]
}

// keep takes the page as told.
func (t *Announcer) keep(page Page, now time.Time) {
	t.begun, t.told = true, page
	t.told.Parts = slices.Clone(page.Parts)
	t.parts = nil
	for _, part := range page.Parts {
		one := t.standing(part.Name)
		one.facts.at, one.currents.at = now, now
	}
}

// seenAt is the page with the time at which it was seen.
func (p Page) seenAt(now time.Time) Page {
	p.seen, p.Parts = now, slices.Clone(p.Parts)
	for i := range p.Parts {
		part := &p.Parts[i]
		part.seen, part.Sayings = now, slices.Clone(part.Sayings)
		for j := range part.Sayings {
			part.Sayings[j].seen = now
		}
	}
	return p
}

// continues tells that the saying says what another one said before, but for what passes.
func (s Saying) continues(before Saying) bool {
	return same(before.Text, s.Text, s.seen.Sub(before.seen))
}

func (p *Page) part(name text.Safe) *Part {
	for i := range p.Parts {
		if p.Parts[i].Name == name {
			return &p.Parts[i]
		}
	}
	return nil
}

// sharesPartsWith tells that it is the same screen, seen from another of its sides.
func (p *Page) sharesPartsWith(old Page) bool {
	for _, part := range p.Parts {
		if part.Name != "" && old.part(part.Name) != nil && old.part(part.Name).same(part) {
			return true
		}
	}
	return false
}

// here is what keys act on.
func (p *Page) here() []text.Safe {
	for _, part := range p.Parts {
		if currents := part.currents(); len(currents) > 0 {
			return []text.Safe{part.line(*currents[0])}
		}
	}
	if p.Over && len(p.Parts) > 0 {
		return []text.Safe{p.Parts[0].head()}
	}
	return []text.Safe{p.Place}
}

func (p *Part) same(other Part) bool {
	return slices.EqualFunc(other.Sayings, p.Sayings, Saying.continues)
}

// currents are what keys act on: in each list of the part a row.
func (p *Part) currents() []*Saying {
	var currents []*Saying
	for i := range p.Sayings {
		if p.Sayings[i].Current {
			currents = append(currents, &p.Sayings[i])
		}
	}
	return currents
}

// withCurrents is the part with what keys acted on in an earlier one, which is what was told of that.
func (p Part) withCurrents(told Part) Part {
	p.Sayings = slices.DeleteFunc(slices.Clone(p.Sayings), func(saying Saying) bool { return saying.Current })
	for _, current := range told.currents() {
		p.Sayings = append(p.Sayings, *current)
	}
	return p
}

func (p *Part) replace(by Part) { p.State, p.Sayings, p.seen = by.State, by.Sayings, by.seen }

// fresh are the sayings outside of lists that were not there before.
func (p *Part) fresh(before Part) []Saying {
	known := map[string][]Saying{} // by what does not pass of them
	for _, saying := range before.Sayings {
		masked, _ := steady(saying.Text)
		known[masked] = append(known[masked], saying)
	}
	var fresh []Saying
	for _, saying := range p.Sayings {
		masked, _ := steady(saying.Text)
		if saying.Rows == 0 && !saying.Current && !saying.Tabs && !slices.ContainsFunc(known[masked], saying.continues) {
			fresh = append(fresh, saying)
		}
	}
	return fresh
}

// head is the part's name with its state.
func (p *Part) head() text.Safe {
	switch {
	case p.State == "":
		return p.Name
	case p.Name == "":
		return p.State
	}
	return p.Name + ": " + p.State
}

// line is a saying as it is told: a row says which one it is.
func (p *Part) line(saying Saying) text.Safe {
	name := cmp.Or(saying.List, p.Name)
	switch {
	case saying.isTitles():
		return name + ", columns: " + saying.Text
	case saying.Rows > 0:
		place := "row " + text.Integer(uint64(saying.Row+1)) + " of " + text.Integer(uint64(saying.Rows)) + ": " + saying.Text
		if name == "" {
			return place
		}
		return name + ", " + place
	case saying.Current:
		return p.named(saying.Text)
	}
	return saying.Text
}

func (p *Part) named(saying text.Safe) text.Safe {
	if p.Name == "" {
		return saying
	}
	return p.Name + ": " + saying
}

func appendSaid(lines []text.Safe, said text.Safe) []text.Safe {
	if said == "" {
		return lines
	}
	return append(lines, said)
}
