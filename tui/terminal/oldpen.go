package terminal

import (
	"bytes"
	"strconv"
)

// oldPen is the attributes of a VT100, which can only switch all of them off: it ignores 22, 24 and 27.
type oldPen struct{ bold, faint, underline, reverse bool }

// rewrite replaces the changes of attributes (SGR) in the output by all that are on.
func (p *oldPen) rewrite(output []byte) []byte {
	var rewritten []byte
	for {
		before, rest, found := bytes.Cut(output, []byte("\x1b["))
		rewritten = append(rewritten, before...)
		if !found {
			return rewritten
		}
		length := bytes.IndexFunc(rest, func(r rune) bool { return r >= '@' && r <= '~' })
		if length < 0 || rest[length] != 'm' {
			rewritten, output = append(rewritten, "\x1b["...), rest
			continue
		}
		for parameter := range bytes.SplitSeq(rest[:length], []byte(";")) {
			p.set(string(parameter))
		}
		rewritten, output = append(rewritten, p.sequence()...), rest[length+1:]
	}
}

// set switches an attribute.
func (p *oldPen) set(parameter string) {
	switch parameter {
	case "", "0":
		*p = oldPen{}
	case "1":
		p.bold = true
	case "2":
		p.faint = true
	case "4":
		p.underline = true
	case "7":
		p.reverse = true
	case "22":
		p.bold, p.faint = false, false
	case "24":
		p.underline = false
	case "27":
		p.reverse = false
	}
}

// sequence returns the sequence that leaves only these attributes on.
func (p *oldPen) sequence() []byte {
	sequence := []byte("\x1b[0")
	for i, isOn := range [...]bool{1: p.bold, 2: p.faint, 4: p.underline, 7: p.reverse} {
		if isOn {
			sequence = strconv.AppendInt(append(sequence, ';'), int64(i), 10)
		}
	}
	return append(sequence, 'm')
}
