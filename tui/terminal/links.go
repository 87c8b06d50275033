package terminal

import (
	"bytes"

	"github.com/charmbracelet/x/ansi"
)

// Sequences of OSC 8. Links with the same id and address are one link, so that a terminal highlights all lines of a wrapped one; the id
// can therefore be the same for all of them.
const (
	linkStart = "\x1b]8;id=f;"
	linkEnd   = "\x1b]8;;\x1b\\"
	rawStart  = "\x1b]8;;" // as the renderer writes it, before the address and BEL
)

// links rewrites the hyperlinks in the output of the renderer: it sets a link right before the characters that have it, and removes
// changes around mere cursor movements. The renderer ends the link before it moves to another line and does not set it again there,
// although it means to: it continues to know the link as the current one.
type links struct {
	meant string // address that the renderer means the next character to have
	shown string // address that the next character would have on the terminal
	out   []byte
}

// concerns reports whether the output has links, or must have one that the renderer did not set.
func (l *links) concerns(output []byte) bool {
	return l.meant != "" || bytes.Contains(output, []byte(rawStart))
}

// rewrite returns the output with correct links. It is valid until the next call.
func (l *links) rewrite(output []byte) []byte {
	l.out = l.out[:0]
	for len(output) > 0 {
		sequence := firstSequence(output)
		if bytes.HasPrefix(output, []byte(rawStart)) {
			sequence = output[:bytes.IndexByte(output, ansi.BEL)+1]
		}
		output = output[len(sequence):]
		switch {
		case bytes.HasPrefix(sequence, []byte(rawStart)):
			address := string(sequence[len(rawStart) : len(sequence)-1])
			if address != "" || !isMovement(output) {
				l.meant = address
			}
			continue
		case !isMovement(sequence) && !isStyle(sequence):
			l.show(l.meant)
		}
		l.out = append(l.out, sequence...)
	}
	return l.out
}

// show makes the next character have a link; an empty address is none.
func (l *links) show(address string) {
	switch {
	case address == l.shown:
		return
	case address == "":
		l.out = append(l.out, linkEnd...)
	default:
		l.out = append(append(append(l.out, linkStart...), address...), "\x1b\\"...)
	}
	l.shown = address
}

// end returns the sequence that ends the link that the terminal is in. What else is written to the terminal must not have it.
func (l *links) end() string {
	if l.shown == "" {
		return ""
	}
	l.shown = ""
	return linkEnd
}

// isStyle reports whether a sequence sets the style.
func isStyle(sequence []byte) bool { return len(sequence) > 1 && sequence[len(sequence)-1] == 'm' }

// isMovement reports whether output is empty or begins with something else than a character, an erasure or a style.
func isMovement(output []byte) bool {
	if len(output) == 0 {
		return true
	}
	sequence := firstSequence(output)
	if len(sequence) == 1 {
		return sequence[0] < ' '
	}
	return !bytes.ContainsRune([]byte("bmJKPX@"), rune(sequence[len(sequence)-1]))
}
