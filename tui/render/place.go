package render

import (
	"foredeck/client/move"
	"foredeck/tui/text"
)

// Place returns where an execution failed: 0x1::coin::withdraw, instruction 12. If it is not known, it says how many candidates there
// are, or below which function they are. It is empty if the node does not say.
func Place(failure *move.VMStatus) text.Safe {
	switch {
	case failure.Module == nil && failure.Script && failure.Offset >= 0:
		return text.Format("script, instruction %s", text.Integer(uint64(failure.Offset)))
	case failure.Module == nil && failure.Script:
		return text.Const("script")
	case failure.Module == nil:
		return text.Safe{}
	}
	module := text.Short(text.Bounded(failure.Module.String()))
	if failure.Candidates != nil {
		return candidates(module, failure.Candidates)
	}
	function := text.Format("%s::%s", module, text.Bounded(failure.Function))
	switch {
	case failure.Function != "" && failure.Offset >= 0:
		return text.Format("%s, instruction %s", function, text.Integer(uint64(failure.Offset)))
	case failure.Function != "":
		return function
	}
	return module
}

// candidates describes the possible places of a failure in a module.
func candidates(module text.Safe, found *move.Candidates) text.Safe {
	entry := text.Const("the called function")
	if found.Entry != nil {
		entry = text.Short(text.Bounded(found.Entry.String()))
	}
	switch count := len(found.List); {
	case count == 1 && found.IsComplete:
		return position(found.List[0])
	case count == 1:
		return text.Format("perhaps %s", position(found.List[0]))
	case count > 1 && found.IsComplete:
		return text.Format("one of %s places in %s", text.Integer(uint64(count)), module)
	case count > 1:
		return text.Format("perhaps one of %s places in %s", text.Integer(uint64(count)), module)
	case !found.IsComplete:
		return text.Format("%s, somewhere below %s", module, entry)
	case found.Entry != nil:
		return text.Format("%s, where %s reaches no such abort", module, entry)
	}
	return text.Format("%s, which has no such abort", module)
}

// position returns a place: 0x1::coin::withdraw, instruction 12.
func position(place move.Candidate) text.Safe {
	function := text.Short(text.Bounded(place.Function.String()))
	if place.Offset < 0 {
		return text.Format("%s, native", function)
	}
	return text.Format("%s, instruction %s", function, text.Integer(uint64(place.Offset)))
}

// Candidate returns one of several places, and whether its abort code is not known.
func Candidate(place move.Candidate) text.Safe {
	if place.IsCodeUnknown && place.Offset >= 0 {
		return text.Format("%s (code unknown)", position(place))
	}
	return position(place)
}

// PlaceNotes returns what follows the place of a failure: its source line, or why its candidates may not be all.
func PlaceNotes(failure *move.VMStatus) []text.Safe {
	var notes []text.Safe
	if line := failure.Source; line != nil {
		notes = append(notes, text.Format("line %s: %s", text.Integer(uint64(line.Number)), text.Bounded(line.Text)))
	}
	found := failure.Candidates
	if found == nil || found.IsComplete {
		return notes
	}
	if len(found.Dynamic) > 0 {
		notes = append(notes, text.Format("decided at run time: what %s calls", named(found.Dynamic)))
	}
	if len(found.Unread) > 0 {
		notes = append(notes, text.Format("not read in full: %s", named(found.Unread)))
	}
	return notes
}

// maxNamed is the number of modules or functions that are named in a line.
const maxNamed = 3

// named lists the first names.
func named[T interface{ String() string }](all []T) text.Safe {
	var list text.Safe
	for i, name := range all[:min(len(all), maxNamed)] {
		if i > 0 {
			list = text.Concat(list, text.Const(", "))
		}
		list = text.Concat(list, text.Short(text.Bounded(name.String())))
	}
	if more := len(all) - maxNamed; more > 0 {
		return text.Format("%s and %s more", list, text.Integer(uint64(more)))
	}
	return list
}
