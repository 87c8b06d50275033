package text

import "strings"

// Announcement is the text that screen reader mode reads for a line in place of the drawn cells. It is attached to the
// first span of the line and moves with it.
type Announcement struct {
	// Text returns the words to read, such as a sentence that describes a chart; empty skips the line. nil reads the
	// drawn text.
	Text func(row int) Safe
	// Named returns the words of a row with the name of each value before it, nil if the values have none.
	Named func(row int) Safe
	// Row is the zero-based index of the row in a list of Rows rows, or -1 for the header row. Rows is 0 outside lists.
	Row, Rows int
	// List names the list if its part has more than one.
	List Safe
	// Selected reports whether this is the row that keys act on.
	Selected bool
	// TreeNode reports whether the row belongs to a tree; it then starts with a fold marker.
	TreeNode bool
	// Part is the part of the screen that starts at this line, nil if none does.
	Part *Part
}

// Part is a complete section of the screen, including lines that did not fit.
type Part struct {
	Title, State  Line
	Name          Safe // short name, if it differs from the title
	Body          []Line
	Width, Height int // of the drawn area
}

// WithAnnouncement attaches an announcement to the line.
func (l Line) WithAnnouncement(announcement *Announcement) Line {
	if len(l) == 0 {
		l = Line{{}}
	}
	l[0].Announcement = announcement
	return l
}

// Silent marks the line as decoration that screen reader mode skips.
func (l Line) Silent() Line { return l.WithAnnouncement(silent) }

var silent = &Announcement{Text: func(int) Safe { return Safe{} }}

// AnnounceAs replaces the line with a sentence in screen reader mode.
func (l Line) AnnounceAs(sentence func() Safe) Line {
	return l.WithAnnouncement(&Announcement{Text: func(int) Safe { return sentence() }})
}

// Input returns the words of a field to type into.
func Input(typed Safe) Safe {
	if trimmed := strings.TrimSpace(typed.s); trimmed != "" {
		return Format("input: %s", Safe{trimmed})
	}
	return Const("input: empty")
}
