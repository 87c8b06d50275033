package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/term"

	"foredeck/tui/text"
)

// progressWidth is the width of the bar in characters.
const progressWidth = 30

// progress shows the progress of a long list as a line on stderr. A nil progress shows nothing.
type progress struct {
	out   io.Writer
	total uint64 // 0: not known
	shown bool

	records uint64 // of a filter: how many were searched
}

// newProgress returns a progress if stderr is a terminal without the requests of -v on it.
func (in *invocation) newProgress() *progress {
	if in.verbose || !isTerminal(in.stderr()) {
		return nil
	}
	return &progress{out: in.stderr()}
}

func isTerminal(stream any) bool {
	switch stream := stream.(type) {
	case *output:
		return isTerminal(stream.to)
	case *converter:
		return isTerminal(stream.to)
	case interface{ IsTerminal() bool }: // of a visitor
		return stream.IsTerminal()
	case interface{ Fd() uintptr }:
		return term.IsTerminal(stream.Fd())
	}
	return false
}

// expect sets the total.
func (p *progress) expect(total uint64) {
	if p != nil {
		p.total = total
	}
}

// progressStep is the number of records after which the progress is drawn again.
const progressStep = 100

// count sets how many records are done. It draws once per progressStep.
func (p *progress) count(done int) {
	if p != nil && p.records == 0 && done%progressStep == 0 {
		p.draw(uint64(done))
	}
}

// searched adds records that a filter has searched, and draws their number.
func (p *progress) searched(records int) {
	if p == nil {
		return
	}
	p.records += uint64(records)
	p.shown = true
	fmt.Fprintf(p.out, "\r%s records searched\x1b[K", text.Integer(p.records))
}

// pieces sets how many requests of a range are done, if it takes more than one.
func (p *progress) pieces(done, total int) {
	if p != nil && total > 1 {
		p.total = uint64(total)
		p.draw(uint64(done))
	}
}

func (p *progress) draw(done uint64) {
	line := text.Integer(done).String() + " records"
	if p.total > 0 {
		done = min(done, p.total)
		full := int(done * progressWidth / p.total)
		line = fmt.Sprintf("%s%s %s of %s", strings.Repeat("█", full), strings.Repeat("░", progressWidth-full),
			text.Integer(done), text.Integer(p.total))
	}
	p.shown = true
	fmt.Fprintf(p.out, "\r%s\x1b[K", line)
}

// clear removes the line.
func (p *progress) clear() {
	if p != nil && p.shown {
		p.shown = false
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
