package explain

import (
	"foredeck/tui/record"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Columns are the columns of readings.
var Columns = record.Columns[Reading]{
	{Name: "kind", Deck: "kind", Title: text.Const("READ AS"), Width: 18, Text: func(r *Reading) text.Safe { return text.Clean(r.Kind.String()) }},
	{Name: "value", Deck: "value", Title: text.Const("VALUE"), Width: 68, Wide: 68, Text: func(r *Reading) text.Safe { return text.Clean(r.Value) },
		Cell: (*Reading).Word},
	{Name: "is_guess", Text: func(r *Reading) text.Safe {
		if r.IsGuess {
			return text.Const("true")
		}
		return text.Const("false")
	}},
	{Name: "decoded", Text: func(r *Reading) text.Safe { return text.Clean(string(r.Decoded)) }},
	{Name: "basis", Deck: "basis", Title: text.Const("WHY"), Width: 40, Text: func(r *Reading) text.Safe { return text.Clean(r.Basis) }, Blank: true},
	{Name: "opens", Text: func(r *Reading) text.Safe { return text.Clean(r.Command()) }},
}

// Word returns the reading in a line: its value, and what was decoded.
func (r *Reading) Word() text.Safe {
	value := text.Short(text.Bounded(r.Value))
	switch {
	case r.Kind == Value && r.Decoded != nil:
		return text.Format("%s %s", text.Bounded(string(r.Decoded)), value)
	case r.Kind == Declaration:
		return text.Format("fun %s", value)
	}
	return value
}

// Command returns what opens the reading in the deck: a word of its box; "" if nothing does.
func (r *Reading) Command() string { return word(r.Opens) }

// word returns what opens a link: as a user types it, or the whole link if it needs more than its target.
func word(link *target.Link) string {
	if link == nil {
		return ""
	}
	if link.Network != "" || link.View != nil {
		return link.String()
	}
	return link.Target.String()
}

// Command returns what opens the fact in the deck, "" if nothing does.
func (f *Fact) Command() string { return word(f.Opens) }
