package callform

import (
	"slices"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Mismatch says how a call, such as one of a past transaction, does not fit the function; empty if it does, or if it is not filled.
func (m *Form) Mismatch(call target.Call) text.Safe {
	arguments := m.Fields[m.TypeFields:]
	switch passed := len(call.Arguments); {
	case passed == 0 && len(call.TypeArguments) == 0:
		return text.Safe{}
	case len(call.TypeArguments) != m.TypeFields:
		return text.Format("the function may have changed: %s passed, it takes %s", text.Plural(len(call.TypeArguments), "type argument"), text.Integer(uint64(m.TypeFields)))
	case passed != len(arguments):
		return text.Format("the function may have changed: %s passed, it takes %s", text.Plural(passed, "argument"), text.Integer(uint64(len(arguments))))
	}
	for i, f := range m.Fields {
		if !f.problem.IsEmpty() {
			if i < m.TypeFields {
				return text.Format("the function may have changed: %s is not a type", f.label)
			}
			return text.Format("the function may have changed: %s is not of type %s", f.label, f.constraint)
		}
	}
	return text.Safe{}
}

// Difference names the first parameter that two declarations of a function do not have in common.
func Difference(before, now *move.FunctionABI) text.Safe {
	was, is := withoutSigners(before.Parameters), withoutSigners(now.Parameters)
	for i := range max(len(was), len(is)) {
		number := text.Integer(uint64(i))
		switch {
		case i >= len(is):
			return text.Format("#%s %s was removed", number, text.Short(text.Bounded(was[i])))
		case i >= len(was):
			return text.Format("#%s %s is new", number, text.Short(text.Bounded(is[i])))
		case was[i] != is[i]:
			return text.Format("#%s is now %s, was %s", number, text.Short(text.Bounded(is[i])), text.Short(text.Bounded(was[i])))
		}
	}
	if was, is := len(before.TypeParameters), len(now.TypeParameters); was != is {
		return text.Format("it takes %s, took %s", text.Plural(is, "type argument"), text.Integer(uint64(was)))
	}
	return text.Const("the parameters are the same")
}

func withoutSigners(parameters []string) []string {
	return slices.DeleteFunc(slices.Clone(parameters), func(parameter string) bool {
		parsed, err := move.ParseType(strings.TrimSpace(parameter))
		return err == nil && parsed.IsSigner()
	})
}
