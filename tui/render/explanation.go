package render

import (
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/text"
)

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
