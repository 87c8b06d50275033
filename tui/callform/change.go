package callform

import (
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
	was, is := before.Arguments(), now.Arguments()
	shown := func(declaration *move.FunctionABI, number int) text.Safe {
		return text.Short(text.Bounded(declaration.Parameters[number]))
	}
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(is):
			return text.Format("#%s %s was removed", text.Integer(uint64(was[i])), shown(before, was[i]))
		case i >= len(was):
			return text.Format("#%s %s is new", text.Integer(uint64(is[i])), shown(now, is[i]))
		case before.Parameters[was[i]] != now.Parameters[is[i]]:
			return text.Format("#%s is now %s, was %s", text.Integer(uint64(is[i])), shown(now, is[i]), shown(before, was[i]))
		}
	}
	if was, is := len(before.TypeParameters), len(now.TypeParameters); was != is {
		return text.Format("it takes %s, took %s", text.Plural(is, "type argument"), text.Integer(uint64(was)))
	}
	return text.Const("the parameters are the same")
}
