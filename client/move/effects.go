package move

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// EffectKind says what an instruction may do beyond computing: with a resource, with an event, or to the execution.
type EffectKind string

// The kinds of effects, in the order of Effects.List.
const (
	EffectWrites    EffectKind = "writes"    // MutBorrowGlobal: may change a resource
	EffectPublishes EffectKind = "publishes" // MoveTo
	EffectRemoves   EffectKind = "removes"   // MoveFrom
	EffectEmits     EffectKind = "emits"     // 0x1::event::emit and emit_event
	EffectReads     EffectKind = "reads"     // ImmBorrowGlobal
	EffectChecks    EffectKind = "checks"    // Exists
	EffectAborts    EffectKind = "aborts"
	EffectRuns      EffectKind = "runs"   // a function that a value names: a closure, or the argument of a native that dispatches
	EffectNative    EffectKind = "native" // a native function, whose effects bytecode does not tell
)

var effectKinds = []EffectKind{
	EffectWrites, EffectPublishes, EffectRemoves, EffectEmits, EffectReads, EffectChecks, EffectAborts, EffectRuns, EffectNative,
}

// Place is an instruction of a function.
type Place struct {
	Function FunctionID `json:"function"`
	Offset   *int       `json:"code_offset"` // index of the instruction; nil for a native function, which has none
}

func (p Place) equal(other Place) bool {
	if p.Offset == nil || other.Offset == nil {
		return p.Function == other.Function && p.Offset == other.Offset
	}
	return p.Function == other.Function && *p.Offset == *other.Offset
}

// Effect is what a call may do, and where.
type Effect struct {
	Kind EffectKind `json:"effect"`
	// Type is that of the resource or event; T0, T1 ... are the type parameters of the called function.
	Type string `json:"type,omitempty"`
	// Code is that of an abort, nil if it is computed, and Name and Text describe it if the metadata of its module does.
	Code *AbortCode `json:"abort_code,omitempty"`
	Name string     `json:"name,omitempty"`
	Text string     `json:"description,omitempty"`
	At   []Place    `json:"at"` // those that are the fewest calls away first
}

// Effects are what a call may do as far as the bytecode of all functions tells that it may execute, whether or not it does. Beyond that
// any call can fail for want of gas, and by an instruction such as a division by zero.
type Effects struct {
	Function  FunctionID   `json:"function"`
	List      []Effect     `json:"effects"`
	Modules   []ModuleID   `json:"modules"`   // that it enters, its own included
	Functions int          `json:"functions"` // that it may execute
	Unread    []ModuleID   `json:"unread_modules"`
	Dynamic   []FunctionID `json:"dynamic_functions"` // that run functions which only values name
	IsCut     bool         `json:"is_cut"`            // not all instances of generic functions were followed: there are too many
}

// IsComplete reports whether all functions are known that the call can execute.
func (e *Effects) IsComplete() bool { return len(e.Unread) == 0 && len(e.Dynamic) == 0 && !e.IsCut }

const (
	// maxInstances is the number of functions with type arguments that Effects follows.
	maxInstances = 5000
	// maxInstanceType is the length of type arguments that it follows. Hostile modules could make them grow without end.
	maxInstanceType = 2000
	// maxPlaces is the number of places that an effect lists.
	maxPlaces = 100
)

// instance is a function with type arguments.
type instance struct {
	function      FunctionID
	typeArguments []string
}

func (i instance) key() string { return withTypeArguments(i.function.String(), i.typeArguments) }

// Effects returns what the call may do, by the modules that were added.
func (g *CallGraph) Effects() Effects {
	e := effectsOf{graph: g, summaries: map[FunctionID]*summary{}, at: map[effectKey]int{}}
	// Lists that are empty are [] in JSON: what they would have is known.
	e.Function, e.List, e.Modules = g.Entry, []Effect{}, []ModuleID{}
	e.Unread, e.Dynamic = append([]ModuleID{}, g.Unread()...), append([]FunctionID{}, g.Dynamic()...)
	e.walk()
	for function := range e.summaries {
		if !slices.Contains(e.Modules, function.ModuleID()) {
			e.Modules = append(e.Modules, function.ModuleID())
		}
	}
	sort.Slice(e.Modules, func(i, j int) bool { return e.Modules[i].String() < e.Modules[j].String() })
	e.Functions = len(e.summaries)
	sort.SliceStable(e.List, func(i, j int) bool {
		a, b := &e.List[i], &e.List[j]
		order := slices.Index(effectKinds, a.Kind) - slices.Index(effectKinds, b.Kind)
		return order < 0 || order == 0 && a.Type < b.Type
	})
	return e.Effects
}

// effectKey identifies an effect among those of a call.
type effectKey struct {
	kind    EffectKind
	subject string // type, module and code of an abort, or function
}

// effectsOf collects the effects of a call.
type effectsOf struct {
	Effects
	graph     *CallGraph
	summaries map[FunctionID]*summary
	at        map[effectKey]int // index in List
}

// walk visits all instances of functions, those that are the fewest calls away first.
func (e *effectsOf) walk() {
	entry := instance{function: e.graph.Entry}
	if s := e.summary(entry.function); s != nil {
		for i := range s.typeParameters {
			entry.typeArguments = append(entry.typeArguments, "T"+strconv.Itoa(i))
		}
	}
	queue, seen := []instance{entry}, map[string]bool{entry.key(): true}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		s := e.summary(at.function)
		if s == nil {
			continue
		}
		for i := range s.effects {
			e.add(&s.effects[i], at)
		}
		for _, called := range s.calls {
			called.typeArguments = instantiate(called.typeArguments, at.typeArguments)
			key := called.key()
			switch {
			case seen[key]:
			case len(seen) >= maxInstances || len(key) > maxInstanceType:
				e.IsCut = true
			default:
				seen[key] = true
				queue = append(queue, called)
			}
		}
	}
}

// add adds an effect of a function with type arguments.
func (e *effectsOf) add(effect *Effect, in instance) {
	added := *effect
	if added.Type != "" {
		added.Type = instantiate([]string{added.Type}, in.typeArguments)[0]
	}
	place := added.At[0]
	key := effectKey{added.Kind, added.Type}
	switch {
	case added.Kind == EffectAborts && added.Code != nil:
		key.subject = place.Function.ModuleID().String() + " " + added.Code.String()
	case added.Type == "":
		key.subject = place.Function.String()
	}
	index, known := e.at[key]
	if !known {
		e.at[key] = len(e.List)
		added.At = slices.Clone(added.At)
		e.List = append(e.List, added)
		return
	}
	if !slices.ContainsFunc(e.List[index].At, place.equal) && len(e.List[index].At) < maxPlaces {
		e.List[index].At = append(e.List[index].At, place)
	}
}

// summary is what the instructions of a function do, in terms of its own type parameters.
type summary struct {
	typeParameters []TypeParameter
	effects        []Effect
	calls          []instance
}

// summary returns that of a function, nil if its module was not read or does not have it.
func (e *effectsOf) summary(function FunctionID) *summary {
	if known, ok := e.summaries[function]; ok {
		return known
	}
	module := e.graph.modules[function.ModuleID()]
	if module == nil {
		return nil
	}
	index := module.FunctionIndex(function.Name)
	if index < 0 {
		return nil
	}
	found := module.summary(&module.Functions[index], function)
	e.summaries[function] = found
	return found
}

// globalEffects are the effects of the instructions on resources.
var globalEffects = map[string]EffectKind{
	"MutBorrowGlobal": EffectWrites, "MoveTo": EffectPublishes, "MoveFrom": EffectRemoves, "ImmBorrowGlobal": EffectReads, "Exists": EffectChecks,
}

// summary reads the instructions of a function, up to the first one that cannot be read.
func (b *Bytecode) summary(f *BytecodeFunction, id FunctionID) *summary {
	s := &summary{typeParameters: f.ABI.TypeParameters}
	add := func(offset int, effect Effect) {
		effect.At = []Place{{Function: id, Offset: &offset}}
		s.effects = append(s.effects, effect)
	}
	if f.IsNative {
		s.effects = []Effect{{Kind: EffectNative, At: []Place{{Function: id}}}}
		return s
	}
	texts, err := b.disassemble(f)
	if err != nil {
		return s
	}
	p, errors := newBytecodeParser(b, f.code), ErrorMap(nil)
	for offset := range f.Instructions {
		name, o := p.instruction(f)
		if p.err != nil {
			return s
		}
		handle, isCall, known := b.tables.called(name, o.number)
		kind, isGlobal := globalEffects[strings.TrimSuffix(name, "Generic")]
		switch {
		case isGlobal:
			add(offset, Effect{Kind: kind, Type: b.tables.operandText(o, nil)})
		case name == "CallClosure":
			add(offset, Effect{Kind: EffectRuns})
		case name == "Abort" || name == "AbortMsg":
			if errors == nil {
				errors, _ = b.Errors() // without them a code has no name
			}
			effect := Effect{Kind: EffectAborts}
			if code, ok := abortCode(texts, offset); ok {
				described, _ := errors.Describe(code)
				effect.Code, effect.Name, effect.Text = &code, described.Name, described.Text
			}
			add(offset, effect)
		case isCall && known:
			b.call(s, handle, o, func(effect Effect) { add(offset, effect) })
		}
	}
	return s
}

// call adds the call of a function. Those that emit events are not followed: their effect is the event.
func (b *Bytecode) call(s *summary, handle *functionHandle, o operand, add func(Effect)) {
	called := instance{function: FunctionID{handle.module.Address, handle.module.Name, handle.name}}
	if o.form&genericOperand != 0 {
		called.typeArguments = b.tables.instances[functionOperand][o.number].typeArguments
	}
	isEvent := handle.module.String() == "0x1::event" && (handle.name == "emit" || handle.name == "emit_event")
	switch {
	case isEvent && len(called.typeArguments) == 1:
		add(Effect{Kind: EffectEmits, Type: called.typeArguments[0]})
		return
	case strings.HasPrefix(handle.name, dispatchPrefix):
		add(Effect{Kind: EffectRuns})
	}
	s.calls = append(s.calls, called)
}

// instantiate replaces the type parameters T0, T1 ... of types by type arguments. A struct of that name has its module before it.
func instantiate(types, typeArguments []string) []string {
	if len(types) == 0 || len(typeArguments) == 0 {
		return types
	}
	replaced := make([]string, len(types))
	for i, name := range types {
		var text strings.Builder
		for rest := name; rest != ""; {
			at := strings.IndexFunc(rest, isIdentifierRune)
			if at < 0 {
				text.WriteString(rest)
				break
			}
			end := len(rest)
			if length := strings.IndexFunc(rest[at:], func(r rune) bool { return !isIdentifierRune(r) }); length >= 0 {
				end = at + length
			}
			text.WriteString(rest[:at])
			text.WriteString(argumentOf(rest[at:end], strings.HasSuffix(text.String(), ":"), typeArguments))
			rest = rest[end:]
			if text.Len() > maxInstanceType {
				text.WriteString("…")
				break
			}
		}
		replaced[i] = text.String()
	}
	return replaced
}

// argumentOf returns the type argument that a type parameter stands for, and other words as they are.
func argumentOf(word string, isQualified bool, typeArguments []string) string {
	digits, isParameter := strings.CutPrefix(word, "T")
	if !isParameter || isQualified {
		return word
	}
	number, err := strconv.Atoi(digits)
	if err != nil || number < 0 || number >= len(typeArguments) {
		return word
	}
	return typeArguments[number]
}

func isIdentifierRune(r rune) bool {
	return r == '_' || r == '$' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
