package text

// Aloud is what a line says to somebody who reads or hears the screen line by line in place of looking at it. It goes with the
// first span of the line, wherever that is put.
type Aloud struct {
	// Says is said in the place of what is drawn, of a picture the sentence that it makes visible; empty: nothing is. nil: what is
	// drawn is said.
	Says func(row int) Safe
	// Row is the number of the row in a list of so many Rows, the first is 0; below 0 it is the line of titles. Rows is 0 for what
	// is in no list.
	Row, Rows int
	// List is what the list is called, where there is another one in the part.
	List Safe
	// Selected tells that the row is the one that keys act on.
	Selected bool
	// Branch tells that the row is one of a tree, with a mark in front of what can be opened.
	Branch bool
	// Part is what begins with this line, nil where nothing does.
	Part *Part
}

// Part is a part of the screen as a whole, however much of it was drawn.
type Part struct {
	Title, State  Line
	Name          Safe // what it is called in a few words, where that is not its title
	Body          []Line
	Width, Height int // of what was drawn
}

// Aloud is the line with what it says.
func (l Line) Aloud(says *Aloud) Line {
	if len(l) == 0 {
		l = Line{{}}
	}
	l[0].Aloud = says
	return l
}

// Unsaid is a line that only means something to those who see it.
func (l Line) Unsaid() Line { return l.Aloud(nothing) }

var nothing = &Aloud{Says: func(int) Safe { return "" }}

// Saying is the line with a sentence in its place for those who do not see it.
func (l Line) Saying(sentence func() Safe) Line {
	return l.Aloud(&Aloud{Says: func(int) Safe { return sentence() }})
}
