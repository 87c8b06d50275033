package load

import (
	"foredeck/client"
	"foredeck/tui/text"
)

// Malformed describes what could not be decoded of a record, or "" for a regular one.
func Malformed(problems client.Problems) text.Safe {
	if problems == nil {
		return text.Safe{}
	}
	return text.Format("malformed: %s", Problems(problems))
}

// Problems describes what could not be decoded of a record: the first problem, and how many there are.
func Problems(problems client.Problems) text.Safe {
	first := text.Bounded(problems.First().Reason())
	if more := problems.Count() - 1; more > 0 {
		return text.Format("%s and %s", first, text.Plural(more, "more problem"))
	}
	return first
}
