package record

import (
	"strings"

	"foredeck/client/move"
	"foredeck/tui/query"
	"foredeck/tui/text"
)

type effect = move.Effect

// Effects are the columns of what a function may do.
var Effects = Columns[effect]{
	{
		Name: "effect", Deck: "effect", Title: text.Const("EFFECT"), Width: 9, Text: clean(func(e *effect) string { return string(e.Kind) }),
		Order: func(e *effect) string { return string(e.Kind) }, Filter: &Filter{Name: "effect", Help: "writes, reads, aborts …", Kind: query.Word, InWords: true, Values: []string{
			"writes", "publishes", "removes", "emits", "reads", "checks", "aborts", "runs", "native",
		}},
	},
	{
		Name: "subject", Deck: "subject", Title: text.Const("WHAT"), Width: 48, Text: EffectSubject,
		Order:  func(e *effect) string { return EffectSubject(e).String() },
		Filter: &Filter{Name: "what", Help: "type, abort code or function", Kind: query.Address, InWords: true},
	},
	{
		Name: "function", Deck: "function", Title: text.Const("IN"), Width: functionWidth, Text: clean(firstFunction), Order: firstFunction,
		Filter: &Filter{Name: "in", Help: "function that does it", Kind: query.Address, InWords: true},
		Texts: func(e *effect, match func(string) bool) bool {
			for _, place := range e.At {
				if match(place.Function.String()) {
					return true
				}
			}
			return false
		},
	},
	{Name: "code_offset", Deck: "code_offset", Title: text.Const("INSTRUCTION"), Width: 11, Right: true, Number: func(e *effect) *uint64 {
		if len(e.At) == 0 || e.At[0].Offset == nil {
			return nil
		}
		return new(uint64(*e.At[0].Offset))
	}},
	{Name: "places", Deck: "places", Title: text.Const("PLACES"), Width: 6, Right: true, Number: func(e *effect) *uint64 { return new(uint64(len(e.At))) }},
	{Name: "description", Title: text.Const("DESCRIPTION"), Width: 40, Only: Wide, Text: clean(func(e *effect) string { return strings.TrimSpace(e.Text) }), Blank: true},
}

func firstFunction(e *effect) string {
	if len(e.At) == 0 {
		return ""
	}
	return e.At[0].Function.String()
}

// EffectSubject names what an effect is about: a type, an abort code, or a function.
func EffectSubject(e *effect) text.Safe {
	switch {
	case e.Kind == move.EffectNative:
		return text.Clean(firstFunction(e))
	case e.Kind == move.EffectRuns:
		return text.Const("a function that a value names")
	case e.Kind != move.EffectAborts:
		return text.Clean(e.Type)
	case e.Code == nil:
		return text.Const("with a computed code")
	case e.Name == "":
		return text.Clean(e.Code.String())
	}
	return text.Format("%s %s", text.Clean(e.Name), text.Clean(e.Code.String()))
}

// EffectFields returns the language of lists of effects.
func EffectFields(env FieldEnv) query.Language[effect] {
	return language(Effects, env, "effect what in")
}

// EffectsLimits says what the effects of a function do not include; nil if the bytecode tells all.
func EffectsLimits(e *move.Effects) []text.Safe {
	var limits []text.Safe
	natives := 0
	for i := range e.List {
		if e.List[i].Kind == move.EffectNative {
			natives++
		}
	}
	if natives > 0 {
		limits = append(limits, text.Format("%s: bytecode does not tell what they do", text.Plural(natives, "native function")))
	}
	if len(e.Dynamic) > 0 {
		limits = append(limits, text.Format("functions that call what only a value names: %s; what those calls do is not known", text.Integer(uint64(len(e.Dynamic)))))
	}
	if len(e.Unread) > 0 {
		limits = append(limits, text.Format("not read, or not to the end: %s", text.Clean(moduleNames(e.Unread))))
	}
	if e.IsCut {
		limits = append(limits, text.Const("too many generic functions: not all were followed"))
	}
	return limits
}

// maxNamed is the number of modules that are named.
const maxNamed = 5

func moduleNames(modules []move.ModuleID) string {
	var names []string
	for i, module := range modules {
		if i == maxNamed {
			return strings.Join(names, ", ") + " …"
		}
		names = append(names, module.String())
	}
	return strings.Join(names, ", ")
}
