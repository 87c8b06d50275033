package announce

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"foredeck/tui/text"
)

// minInterval is the minimum time between announcements of a part that changes by itself, so that the user can listen to other parts.
const minInterval = 30 * time.Second

// burst is the number of announcements of a part without a pause after a key: the response to it. A part that was loading has one more.
const burst = 1

const (
	// responseTime is the time after a key in which changes count as its response.
	responseTime = 3 * time.Second
	// unaskedPause is the least time between two lines that are no response to a key.
	unaskedPause = 5 * time.Second
)

// Announcer announces the changes of a page.
type Announcer struct {
	last    Page
	latest  Page // as seen last, announced or not
	covered Page // last page before the overlay, and its schedules
	hidden  map[text.Safe]*schedule
	parts   map[text.Safe]*schedule
	started bool
	keyed   time.Time // of the last key
	unasked time.Time // of the last line that was no response to a key
}

// schedule limits the announcements of a part: of its facts, and of its focused row, which moves by itself in a list that follows new
// records.
type schedule struct {
	facts, current limiter
	asked          bool // the last key made the part load
}

// limiter limits how often something is announced.
type limiter struct {
	last      time.Time // time of the last announcement
	remaining int       // announcements left without a pause
}

// allows reports whether an announcement is allowed now. Changes caused by a key always are.
func (t *limiter) allows(key bool, now time.Time) bool {
	return key || t.remaining > 0 || now.Sub(t.last) >= minInterval
}

func (t *limiter) record(key bool, now time.Time) {
	t.last = now
	if !key {
		t.remaining--
	}
}

// Key notes that the user pressed a key. The next changes respond to it.
func (a *Announcer) Key() {
	for _, limits := range a.parts {
		limits.facts.remaining, limits.current.remaining = burst, burst
	}
}

// All returns all lines of the page, including all visible rows of its lists.
func (a *Announcer) All(page Page, now time.Time) []text.Safe {
	page = page.withTime(now)
	a.remember(page, now)
	lines := []text.Safe{page.Location}
	for _, part := range page.Parts {
		lines = appendText(lines, part.head())
		for i, item := range part.Items {
			if rows := part.rowsFrom(i); rows > 0 {
				lines = append(lines, text.Format("%s of %s follow", text.Plural(rows, "row"), text.Integer(uint64(item.Rows))))
			}
			lines = append(lines, part.line(item))
		}
	}
	return appendText(appendText(lines, page.Message), page.Note)
}

// rowsFrom returns the number of visible rows of the list of which an item is the first row, 0 if it is none.
func (p *Part) rowsFrom(first int) int {
	count := 0
	for i, item := range p.Items {
		if item.Rows == 0 || item.Row < 0 || item.List != p.Items[first].List {
			continue
		}
		if i < first {
			return 0
		}
		count++
	}
	if item := p.Items[first]; item.Rows == 0 || item.Row < 0 {
		return 0
	}
	return count
}

// Changes returns the lines that changed since the last call. After a key that changed nothing it returns the focused line.
func (a *Announcer) Changes(page Page, key bool, now time.Time) []text.Safe {
	page = page.withTime(now)
	defer func() { a.latest = page }()
	switch {
	case page.Overlay && !a.last.Overlay:
		a.covered, a.hidden = a.last, a.parts
		a.remember(page, now)
		return page.arrival(Page{})
	case !page.Overlay && a.last.Overlay:
		a.last, a.parts = a.covered, a.hidden
		a.Key()
	}
	if old := a.last; !a.started || page.Location != old.Location {
		a.keyed = now // what is loaded for the page is a response
		a.remember(page, now)
		lines := []text.Safe{page.Location}
		if page.Node != old.Node {
			lines = []text.Safe{page.Node, page.Location}
		}
		return appendText(appendText(append(lines, page.arrival(old)...), page.Message), page.Note)
	}
	return a.diffPage(page, key, now)
}

// arrival returns the lines to announce on a new screen, without what was already announced on the old one.
func (p *Page) arrival(old Page) []text.Safe {
	var lines []text.Safe
	sameScreen := p.sharesPartsWith(old)
	for _, part := range p.Parts {
		if known := old.part(part.Name); sameScreen && known != nil && known.same(part) {
			continue
		}
		lines = appendText(lines, part.head())
		for _, item := range part.Items {
			switch {
			case p.Overlay && item.Rows == 0: // the title is known
				lines = append(lines, item.Text)
			case item.Rows == 0 && !(sameScreen && item.Tabs) || item.Current || item.isHeader():
				lines = append(lines, part.line(item))
			}
		}
	}
	return lines
}

// diffPage returns the lines that changed on the same screen.
func (a *Announcer) diffPage(page Page, key bool, now time.Time) []text.Safe {
	if key {
		a.keyed = now
	}
	isResponse := now.Sub(a.keyed) < responseTime
	var lines []text.Safe
	for _, part := range page.Parts {
		if !isResponse && now.Sub(a.unasked) < unaskedPause {
			break // the rest is announced later
		}
		changed := a.diffPart(part, a.last.part(part.Name), key, isResponse, now)
		if !isResponse && len(changed) > 0 {
			a.unasked, changed = now, []text.Safe{text.Join(changed, text.Const("; "))}
		}
		lines = append(lines, changed...)
	}
	a.last.Parts = slices.DeleteFunc(a.last.Parts, func(part Part) bool { return page.part(part.Name) == nil })
	if page.Node != a.last.Node {
		lines = appendText(lines, page.Node)
	}
	if !same(a.last.Message, page.Message, now.Sub(a.last.seen)) || key && page.IsResult {
		lines = appendText(lines, page.Message)
	}
	if !same(a.last.Note, page.Note, now.Sub(a.last.seen)) {
		lines = appendText(lines, page.Note)
	}
	a.last.Node, a.last.Message, a.last.Note, a.last.Overlay, a.last.seen = page.Node, page.Message, page.Note, page.Overlay, now
	if key && len(lines) == 0 {
		return a.position(page, now)
	}
	return lines
}

// diffPart returns the lines of a part that changed since before.
func (a *Announcer) diffPart(part Part, before *Part, key, isResponse bool, now time.Time) []text.Safe {
	limits, latest := a.schedule(part.Name), a.latest.part(part.Name)
	wasAsked := limits.asked
	if limits.asked = part.isBusy() && (wasAsked || key && (latest == nil || !latest.isBusy())); key {
		wasAsked = false
	}
	if before == nil {
		a.last.Parts = append(a.last.Parts, part)
		limits.facts.last, limits.current.last = now, now
		return (&Page{Parts: []Part{part}}).arrival(Page{})
	}
	if a.last.Overlay && !before.same(part) && part.current() == nil {
		before.replace(part) // a list that is being filtered
		return (&Page{Overlay: true, Parts: []Part{part}}).arrival(Page{})
	}
	facts := part.newFacts(*before)
	part.Items = slices.Clone(part.Items)
	for i, current := range part.current() {
		if known := before.current(); i < len(known) && current.Rows > 0 && known[i].Rows > 0 {
			isUnasked, isTooSoon := !key && !wasAsked, isResponse || now.Sub(limits.current.last) < minInterval
			isMoved := (isUnasked && isTooSoon || key && latest == nil) && part.hasMoved(*current, *known[i])
			if isMoved || isUnasked && isResponse && !part.HasFocus || key && latest != nil && latest.hasCurrent(i, *current) {
				*current = *known[i] // announced later
			}
		}
	}
	var lines []text.Safe
	if !limits.current.allows(key, now) {
		part = part.withCurrent(*before)
	} else if lines = part.currentChanges(before, key, a.last.Overlay); len(lines) > 0 {
		limits.current.record(key, now)
	}
	stateChanged := !same(before.State, part.State, now.Sub(before.seen))
	words, isField := facts, len(lines) > 0 && slices.ContainsFunc(part.current(), func(item *Item) bool { return item.Rows == 0 })
	if latest == nil || !key || isField { // the error below a field is announced once, not per character
		words = before.withoutCounts(facts, &part)
	} else {
		words = slices.DeleteFunc(slices.Clone(facts), func(item Item) bool {
			return len(before.withoutCounts([]Item{item}, &part)) == 0 && slices.ContainsFunc(latest.Items, item.continues)
		})
	}
	if key && len(lines) > 0 && maskNumbers(part.State) == maskNumbers(before.State) {
		before.State, before.seen, stateChanged = part.State, now, false // the row announces its number
	}
	if len(facts) == 0 && !stateChanged {
		before.replace(part)
		return lines
	}
	isNews := len(words) > 0 || stateChanged && (key && latest != nil || maskNumbers(part.State) != maskNumbers(before.State))
	switch hasLoaded := before.isLoading() && !part.isLoading(); {
	case isNews && (hasLoaded || limits.facts.allows(key, now)):
		facts = words
	case key, now.Sub(limits.facts.last) < minInterval:
		return lines
	}
	limits.facts.record(key, now)
	if stateChanged {
		lines = append([]text.Safe{part.head()}, lines...)
	}
	for _, item := range facts {
		if item.Text = before.news(item.Text, &part); !a.last.Overlay {
			item.Text = part.named(item.Text)
		}
		lines = append(lines, item.Text)
	}
	before.replace(part)
	return lines
}

// withoutCounts returns the facts that differ from all items of the part in more than their numbers. Numbers that count on, such as the
// height of the head, are no response to a key. now is the part with the facts.
func (p *Part) withoutCounts(facts []Item, now *Part) []Item {
	return slices.DeleteFunc(slices.Clone(facts), func(fact Item) bool { return p.countsTo(fact.Text, now) >= 0 })
}

// countsTo returns the index of the item that a fact differs from only in its numbers, and that is not in the part any more; -1 if there
// is none.
func (p *Part) countsTo(fact text.Safe, now *Part) int {
	return slices.IndexFunc(p.Items, func(item Item) bool {
		return item.Rows == 0 && maskNumbers(item.Text) == maskNumbers(fact) && !slices.ContainsFunc(now.Items, func(other Item) bool { return other.continues(item) })
	})
}

// news returns what a fact says that the part did not: if only its numbers have changed, the values of which they are part.
func (p *Part) news(fact text.Safe, now *Part) text.Safe {
	at := p.countsTo(fact, now)
	if at < 0 {
		return fact
	}
	known := strings.Split(p.Items[at].Text.String(), ", ")
	changed := slices.DeleteFunc(strings.Split(fact.String(), ", "), func(value string) bool { return slices.Contains(known, value) })
	return text.Clean(strings.Join(changed, ", "))
}

// hasMoved reports whether a row took the place of another one by itself, as in a list that follows new records.
func (p *Part) hasMoved(current, before Item) bool {
	return !current.continues(before) && (current.Rows != before.Rows || slices.ContainsFunc(p.Items, func(item Item) bool {
		return item.List == before.List && item.Rows > 0 && !item.Current && item.continues(before)
	}))
}

// hasCurrent reports whether the i-th focused item equals one.
func (p *Part) hasCurrent(i int, item Item) bool {
	currents := p.current()
	return i < len(currents) && currents[i].Row == item.Row && item.continues(*currents[i])
}

// isHeader reports whether the item is the header row of a list.
func (s *Item) isHeader() bool { return s.Rows > 0 && s.Row < 0 }

// header returns the header row of the part's list, nil if it has none.
func (p *Part) header() *Item {
	for i := range p.Items {
		if p.Items[i].isHeader() {
			return &p.Items[i]
		}
	}
	return nil
}

// currentChanges returns the lines of the focused items that changed, and stores them in before.
func (p *Part) currentChanges(before *Part, key, inOverlay bool) []text.Safe {
	var lines []text.Safe
	if titles := p.header(); titles != nil && before.header() == nil { // the list was empty before
		lines = append(lines, p.line(*titles))
	}
	known := before.current()
	for i, current := range p.current() {
		if i >= len(known) {
			lines = append(lines, p.line(*current))
			before.Items = append(before.Items, *current)
			continue
		}
		was := *known[i]
		switch {
		case current.continues(was) && (!key || current.Row == was.Row):
		case inOverlay && current.Rows == 0: // the title is known
			lines = append(lines, current.Text)
		default:
			lines = append(lines, p.line(*current))
		}
		*known[i] = *current
		if was.Rows == 0 { // announced already, although it lost the focus
			was.Current = false
			before.Items = append(before.Items, was)
		}
	}
	return lines
}

func (a *Announcer) schedule(name text.Safe) *schedule {
	if a.parts == nil {
		a.parts = map[text.Safe]*schedule{}
	}
	if a.parts[name] == nil {
		a.parts[name] = &schedule{facts: limiter{remaining: burst}, current: limiter{remaining: burst}}
	}
	return a.parts[name]
}

func (a *Announcer) remember(page Page, now time.Time) {
	a.started, a.last = true, page
	a.last.Parts = slices.Clone(page.Parts)
	a.parts = nil
	for _, part := range page.Parts {
		limits := a.schedule(part.Name)
		limits.facts.last, limits.current.last, limits.asked = now, now, part.isBusy()
	}
}

// withTime returns a copy of the page with the time at which it was seen.
func (p Page) withTime(now time.Time) Page {
	p.seen, p.Parts = now, slices.Clone(p.Parts)
	for i := range p.Parts {
		part := &p.Parts[i]
		part.seen, part.Items = now, slices.Clone(part.Items)
		for j := range part.Items {
			part.Items[j].seen = now
		}
	}
	return p
}

// continues reports whether the item equals before except for transient details.
func (s Item) continues(before Item) bool {
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

// sharesPartsWith reports whether the pages have a part in common, such as two tabs of a screen.
func (p *Page) sharesPartsWith(old Page) bool {
	for _, part := range p.Parts {
		if !part.Name.IsEmpty() && old.part(part.Name) != nil && old.part(part.Name).same(part) {
			return true
		}
	}
	return false
}

// position returns the focused line, or the name of the overlay or screen.
func (a *Announcer) position(p Page, now time.Time) []text.Safe {
	for _, part := range p.Parts {
		if currents := part.current(); len(currents) > 0 {
			if known := a.last.part(part.Name).current(); len(known) > 0 {
				*known[0], a.schedule(part.Name).current.last = *currents[0], now
			}
			return []text.Safe{part.line(*currents[0])}
		}
	}
	if p.Overlay && len(p.Parts) > 0 {
		return []text.Safe{p.Parts[0].head()}
	}
	return []text.Safe{p.Location}
}

// isLoading reports whether the part waits for a response.
func (p *Part) isLoading() bool { return p.says("loading") }

// isBusy reports whether the part waits for a response, perhaps to what it shows already.
func (p *Part) isBusy() bool { return p.isLoading() || p.says("refreshing") }

func (p *Part) says(word string) bool {
	says := func(line text.Safe) bool { return strings.Contains(line.String(), word) }
	return says(p.State) || slices.ContainsFunc(p.Items, func(item Item) bool { return says(item.Text) })
}

func (p *Part) same(other Part) bool {
	return slices.EqualFunc(other.Items, p.Items, Item.continues)
}

// current returns the focused items: one row per list.
func (p *Part) current() []*Item {
	var currents []*Item
	for i := range p.Items {
		if p.Items[i].Current {
			currents = append(currents, &p.Items[i])
		}
	}
	return currents
}

// withCurrent returns the part with the focused items of another one, which were announced last.
func (p Part) withCurrent(last Part) Part {
	p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(item Item) bool { return item.Current })
	for _, current := range last.current() {
		p.Items = append(p.Items, *current)
	}
	return p
}

func (p *Part) replace(by Part) { p.State, p.Items, p.seen = by.State, by.Items, by.seen }

// newFacts returns the items outside lists that before does not contain.
func (p *Part) newFacts(before Part) []Item {
	known := map[string][]Item{} // by masked text
	for _, item := range before.Items {
		masked, _ := mask(item.Text)
		known[masked] = append(known[masked], item)
	}
	var facts []Item
	for _, item := range p.Items {
		masked, _ := mask(item.Text)
		if item.Rows == 0 && !item.Current && !item.Tabs && !slices.ContainsFunc(known[masked], item.continues) {
			facts = append(facts, item)
		}
	}
	return facts
}

// head returns the part's name and state.
func (p *Part) head() text.Safe {
	switch {
	case p.State.IsEmpty():
		return p.Name
	case p.Name.IsEmpty():
		return p.State
	}
	return text.Format("%s: %s", p.Name, p.State)
}

// line returns the text of an item; a row includes its number.
func (p *Part) line(item Item) text.Safe {
	name := cmp.Or(item.List, p.Name)
	switch {
	case item.isHeader():
		return text.Format("%s, columns: %s", name, item.Text)
	case item.Rows > 0:
		row := text.Format("row %s of %s: %s", text.Integer(uint64(item.Row+1)), text.Integer(uint64(item.Rows)), item.Text)
		if name.IsEmpty() {
			return row
		}
		return text.Format("%s, %s", name, row)
	case item.Current:
		return p.named(item.Text)
	}
	return item.Text
}

func (p *Part) named(item text.Safe) text.Safe {
	if p.Name.IsEmpty() {
		return item
	}
	return text.Format("%s: %s", p.Name, item)
}

func appendText(lines []text.Safe, line text.Safe) []text.Safe {
	if line.IsEmpty() {
		return lines
	}
	return append(lines, line)
}
