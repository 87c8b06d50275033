package render

import (
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/text"
)

// Reason returns why an execution failed, short enough for a column: EINSUFFICIENT_BALANCE, INVALID_ARGUMENT 6, 0x4, out of gas,
// or else the text of the node.
func Reason(failure *move.VMStatus) text.Safe {
	switch code := failure.AbortCode; {
	case failure.Reason != "":
		return text.Bounded(failure.Reason)
	case code != nil && code.Category() != "":
		return text.Format("%s %s", text.Clean(code.Category()), text.Integer(code.Reason()))
	case code != nil:
		return text.Clean("abort " + code.String())
	case failure.Kind == move.StatusOutOfGas:
		return text.Const("out of gas")
	case failure.StatusCode != "":
		return text.Bounded(failure.StatusCode)
	case failure.Cause != nil:
		return cause(failure.Cause)
	}
	return text.Short(text.Bounded(failure.Text))
}

// ReasonInFull returns the name of the reason with its code in parts: EINSUFFICIENT_BALANCE · INVALID_ARGUMENT, reason 6 (0x10006).
func ReasonInFull(failure *move.VMStatus) text.Safe {
	code := failure.AbortCode
	if code == nil {
		return failureInFull(failure)
	}
	number := text.Clean("abort code " + code.String())
	if category := code.Category(); category != "" {
		number = text.Format("%s, reason %s (%s)", text.Clean(category), text.Integer(code.Reason()), text.Clean(code.String()))
	}
	if failure.Reason == "" {
		return number
	}
	return text.Format("%s · %s", text.Bounded(failure.Reason), number)
}

// failureInFull returns the error of the VM with what the failed instruction says: ARITHMETIC_ERROR · overflow (Add).
func failureInFull(failure *move.VMStatus) text.Safe {
	name := Reason(failure)
	if failure.Kind == move.StatusFailure && failure.StatusCode == "" {
		name = text.Const("execution failed")
	}
	if failure.Cause == nil {
		return name
	}
	return text.Format("%s · %s (%s)", name, cause(failure.Cause), text.Clean(failure.Cause.Instruction))
}

func cause(cause *move.Cause) text.Safe {
	said := text.Short(text.Bounded(cause.Text))
	if !cause.IsCertain {
		return text.Format("probably %s", said)
	}
	return said
}

// Failed is a failed execution; the zero value is one that succeeded.
type Failed struct {
	Status *move.VMStatus
}

// Explain describes the failure in at most maxLines lines: the reason with its code in parts, what the author of the module says
// about it, and where it failed or may have failed. Text of unknown form is drawn as the node wrote it. If there is not enough room
// for all, the candidates are cut first, then the description.
func (f Failed) Explain(th theme.Theme, width, maxLines int) []text.Line {
	if f.Status == nil {
		return nil
	}
	lines := text.WrapIn(th.Bad, ReasonInFull(f.Status), width, max(maxLines, 1))
	var at []text.Line
	if room := maxLines - len(lines); room > 0 {
		if place := Place(f.Status); !place.IsEmpty() {
			at = text.WrapBeside(text.In(th.Faint, "at "), place, width, room)
		}
	}
	if room := maxLines - len(lines) - len(at); f.Status.Description != "" && room > 0 {
		lines = append(lines, text.WrapIn(theme.Style{}, text.Bounded(f.Status.Description), width, room)...)
	}
	lines = append(lines, at...)
	for _, note := range append(f.candidates(), PlaceNotes(f.Status)...) {
		if room := maxLines - len(lines); room > 0 {
			lines = append(lines, text.WrapBeside(text.In(th.Faint, "   "), note, width, room)...)
		}
	}
	return lines
}

// MaxListed is the number of candidates that are listed.
const MaxListed = 12

// candidates lists the places if there are several.
func (f Failed) candidates() (list []text.Safe) {
	found := f.Status.Candidates
	if found == nil || len(found.List) < 2 {
		return nil
	}
	for _, place := range found.List[:min(len(found.List), MaxListed)] {
		list = append(list, Candidate(place))
	}
	if more := len(found.List) - MaxListed; more > 0 {
		list = append(list, text.Format("and %s more", text.Integer(uint64(more))))
	}
	return list
}

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
