package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Binding is a key of M, which is a screen, a component, an overlay or a part of one.
type Binding[M any] struct {
	ID    string // in config, documents and the palette
	Keys  string // default keys, separated by spaces
	Label string // of the keys in the key row: J/K; empty: the first key, or first-last if there is a choice per key
	Pair  string // ID of the other half of a pair: J/K; its own entry is hidden
	Help  string // in the key row
	Long  string // in help and documents, if it differs
	Place Place
	While While
	When  func(M) bool         // nil: always
	Why   string               // not, if When says no
	State func(M) string       // Help as of now; nil or empty: Help
	Run   func(M) tea.Cmd      // nil with a nil Pick: of the next row with this ID
	in    func(M) bool         // mode in which the row exists; nil: all. Set by If
	made  *Action              // without what depends on a model; set by Bind
	Pick  func(M, int) tea.Cmd // instead of Run, with the number of the key

	group func() Bindings[M] // the rows that this one stands for, which are built when a key is first looked up; nil: itself
}

// Place is where the key row shows a binding.
type Place int

// The places of bindings.
const (
	First  Place = iota // before the keys of the deck
	Later               // after them
	Hidden              // in the help only
)

// While says when a binding acts.
type While int

// The times of bindings.
const (
	Browsing While = iota // while no text is typed
	Typing                // only while text is typed
	Always
	Urgent // like Always, and before anything takes the key as text
)

// Bindings are the keys of M in the order of the key row. Of several with one ID, the first that applies acts and is shown.
type Bindings[M any] []Binding[M]

// Bind joins groups of bindings, when they are first needed. It panics then at a row without keys or help, and at two that always act
// with one key. What a row leaves out is that of the next row with its ID, or of the ID that screens share.
func Bind[M any](groups ...Bindings[M]) Bindings[M] {
	return later(func() Bindings[M] { return bind(slices.Concat(groups...).rows()) })
}

// later returns bindings that are built once, when they are needed, so that the program starts without building those of all screens.
func later[M any](build func() Bindings[M]) Bindings[M] {
	return Bindings[M]{{group: sync.OnceValue(build)}}
}

// rows returns the bindings with the rows of groups in place of the groups. The caller must not change them.
func (b Bindings[M]) rows() Bindings[M] {
	isGroup := func(row Binding[M]) bool { return row.group != nil }
	switch {
	case len(b) == 1 && isGroup(b[0]):
		return b[0].group().rows()
	case !slices.ContainsFunc(b, isGroup):
		return b
	}
	var all Bindings[M]
	for i := range b {
		all = append(all, b[i:i+1].rows()...)
	}
	return all
}

func bind[M any](all Bindings[M]) Bindings[M] {
	all = slices.Clone(all)
	for i := range all {
		b := &all[i]
		b.made = nil
		for _, next := range all[i+1:] {
			if next.ID == b.ID {
				b.inherit(next)
			}
		}
		b.inherit(sharedAs[M](b.ID))
		if b.Keys == "" || b.Help == "" {
			panic(fmt.Sprintf("binding %s has no keys or no help", b.ID))
		}
	}
	for i, row := range all {
		for j, half := range all {
			if row.conflicts(half) {
				panic(fmt.Sprintf("bindings %s and %s have one key at the same time", row.ID, half.ID))
			}
			if half.ID == row.Pair {
				all[i].Label = KeyName(KeysIn(row.Keys)[0]) + "/" + KeyName(KeysIn(half.Keys)[0])
				all[j].Place = Hidden
			}
		}
	}
	for i := range all {
		made := all[i].static()
		all[i].made = &made
	}
	return all
}

// conflicts reports whether another binding always acts at the same time, with the same key.
func (b Binding[M]) conflicts(other Binding[M]) bool {
	isConditional := b.When != nil || b.in != nil || other.When != nil || other.in != nil
	overlap := b.While == other.While || b.While >= Always || other.While >= Always
	return b.ID != other.ID && !isConditional && overlap &&
		slices.ContainsFunc(KeysIn(b.Keys), func(key string) bool { return slices.Contains(KeysIn(other.Keys), key) })
}

func (b *Binding[M]) inherit(from Binding[M]) {
	b.Keys, b.Help = cmp.Or(b.Keys, from.Keys), cmp.Or(b.Help, from.Help)
	if b.Label == "" && b.Help == from.Help {
		b.Label = from.Label
	}
	if b.Long == "" && b.Help == from.Help {
		b.Long = from.Long
	}
	if b.Run == nil && b.Pick == nil {
		b.Run, b.Pick = from.Run, from.Pick
	}
}

// Lift makes the bindings of a part those of the whole.
func Lift[M, P any](rows Bindings[P], part func(M) P) Bindings[M] {
	return later(func() Bindings[M] { return lift(rows.rows(), part) })
}

func lift[M, P any](rows Bindings[P], part func(M) P) Bindings[M] {
	lifted := make(Bindings[M], len(rows))
	for i, row := range rows {
		b := Binding[M]{ID: row.ID, Keys: row.Keys, Label: row.Label, Pair: row.Pair, Help: row.Help, Long: row.Long, Place: row.Place, While: row.While, Why: row.Why}
		if row.in != nil {
			b.in = func(m M) bool { return row.in(part(m)) }
		}
		if row.When != nil {
			b.When = func(m M) bool { return row.When(part(m)) }
		}
		if row.State != nil {
			b.State = func(m M) string { return row.State(part(m)) }
		}
		if row.Run != nil {
			b.Run = func(m M) tea.Cmd { return row.Run(part(m)) }
		}
		if row.Pick != nil {
			b.Pick = func(m M, choice int) tea.Cmd { return row.Pick(part(m), choice) }
		}
		lifted[i] = b
	}
	return lifted
}

// Then returns the bindings with a function that is called after each of them.
func (b Bindings[M]) Then(after func(M) tea.Cmd) Bindings[M] {
	return b.each(func(row *Binding[M]) {
		if run := row.Run; run != nil {
			row.Run = func(m M) tea.Cmd { return tea.Batch(run(m), after(m)) }
		}
		if pick := row.Pick; pick != nil {
			row.Pick = func(m M, choice int) tea.Cmd { return tea.Batch(pick(m, choice), after(m)) }
		}
	})
}

// each returns the bindings with a change of each row.
func (b Bindings[M]) each(change func(*Binding[M])) Bindings[M] {
	return later(func() Bindings[M] {
		all := slices.Clone(b.rows())
		for i := range all {
			change(&all[i])
		}
		return all
	})
}

// If returns the bindings for a state only.
func (b Bindings[M]) If(condition func(M) bool) Bindings[M] {
	return b.each(func(row *Binding[M]) {
		in := row.in
		row.in = func(m M) bool { return condition(m) && (in == nil || in(m)) }
	})
}

// Hide returns the bindings without entries in the key row.
func (b Bindings[M]) Hide() Bindings[M] {
	return b.each(func(row *Binding[M]) { row.Place, row.made = Hidden, nil })
}

// Actions returns the actions that have an effect on m now.
func (b Bindings[M]) Actions(m M, isTyping bool) []Action {
	rows := b.rows()
	actions := make([]Action, 0, min(len(rows), 48)) // as many as most screens have
	for _, row := range rows {
		if row.exists(m, isTyping) && (row.When == nil || row.When(m)) && !has(actions, row.ID) {
			actions = append(actions, row.action(m))
		}
	}
	return actions
}

// Urgent returns the actions that act before text.
func (b Bindings[M]) Urgent(m M) []Action {
	var actions []Action
	for _, row := range b.rows() {
		if row.While == Urgent {
			actions = append(actions, row.action(m))
		}
	}
	return actions
}

// Denied returns the actions that have no effect on m now, and say why.
func (b Bindings[M]) Denied(m M, isTyping bool) []Action {
	acting := b.Actions(m, isTyping)
	var denied []Action
	for _, row := range b.rows() {
		if row.exists(m, isTyping) && row.Why != "" && !has(acting, row.ID) && !has(denied, row.ID) {
			action := row.static()
			action.why = row.Why
			denied = append(denied, action)
		}
	}
	return denied
}

// All returns all actions, for documents and rebinding. A row that says otherwise what an ID does in some state comes before the row
// that says it in general.
func (b Bindings[M]) All() []Action {
	var actions []Action
	for _, row := range slices.Backward(b.rows()) {
		if !has(actions, row.ID) {
			actions = append(actions, row.static())
		}
	}
	slices.Reverse(actions)
	return actions
}

func has(actions []Action, id string) bool {
	return slices.ContainsFunc(actions, func(action Action) bool { return action.ID == id })
}

// exists reports whether m has the row now, though it may be denied.
func (b Binding[M]) exists(m M, isTyping bool) bool {
	return (b.While >= Always || isTyping == (b.While == Typing)) && (b.in == nil || b.in(m))
}

// static returns the action without what depends on a model.
func (b Binding[M]) static() Action {
	if b.made != nil {
		return *b.made
	}
	keys := KeysIn(b.Keys)
	label := cmp.Or(b.Label, KeyName(keys[0]))
	if b.Label == "" && b.Pick != nil && len(keys) > 1 {
		label += "-" + KeyName(keys[len(keys)-1])
	}
	action := Action{ID: b.ID, Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(label, b.Help)), description: b.Long}
	action.pair = b.Pair
	action.hidden, action.secondary = b.Place == Hidden, b.Place == Later
	return action
}

func (b Binding[M]) action(m M) Action {
	action := b.static()
	if b.State != nil {
		if now := b.State(m); now != "" && now != b.Help {
			action.SetHelp(action.Help().Key, now)
		}
	}
	switch run, pick := b.Run, b.Pick; { // without the rest of the row, which would be copied to the heap
	case run != nil:
		action.run = func(int) tea.Cmd { return run(m) }
	case pick != nil:
		action.run = func(choice int) tea.Cmd { return pick(m, choice) }
	}
	return action
}

// KeysIn returns the keys as Bubble Tea names them.
func KeysIn(words string) []string {
	keys := strings.Fields(words)
	for i, word := range keys {
		if word == "space" {
			keys[i] = " "
		}
	}
	return keys
}

// Not negates a condition.
func Not[M any](condition func(M) bool) func(M) bool { return func(m M) bool { return !condition(m) } }

// Instead returns words while a condition holds, for State.
func Instead[M any](condition func(M) bool, words string) func(M) string {
	return func(m M) string {
		if condition(m) {
			return words
		}
		return ""
	}
}

// Do returns a method without a command as Run.
func Do[M any](method func(M)) func(M) tea.Cmd { return func(m M) tea.Cmd { method(m); return nil } }

// By returns a method that takes a number of steps as Run.
func By[M any](method func(M, int), steps int) func(M) tea.Cmd {
	return func(m M) tea.Cmd { method(m, steps); return nil }
}
