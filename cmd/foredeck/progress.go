package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"foredeck/tui/text"
)

// progressWidth is that of the bar in characters.
const progressWidth = 30

// progress is one line on stderr that says how far a long list is. A nil progress says nothing.
type progress struct {
	out   io.Writer
	total uint64 // 0: not known
	shown bool
}

// newProgress gives the line where a person sees it, and the requests of -v do not go past on the same screen.
func (f *globalFlags) newProgress(cmd *cobra.Command) *progress {
	if f.verbose || !isTerminal(cmd.ErrOrStderr()) {
		return nil
	}
	return &progress{out: cmd.ErrOrStderr()}
}

func isTerminal(stream any) bool {
	file, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(file.Fd())
}

// expect says how many there will be.
func (p *progress) expect(total uint64) {
	if p != nil {
		p.total = total
	}
}

// count says how many there are. The line is drawn once a page.
func (p *progress) count(done int) {
	if p != nil && done%pageSize == 0 {
		p.draw(uint64(done))
	}
}

// pieces says how many of the requests for a range are done.
func (p *progress) pieces(done, total int) {
	if p != nil {
		p.total = uint64(total)
		p.draw(uint64(done))
	}
}

func (p *progress) draw(done uint64) {
	line := string(text.Integer(done)) + " records"
	if p.total > 0 {
		done = min(done, p.total)
		full := int(done * progressWidth / p.total)
		line = fmt.Sprintf("%s%s %s of %s", strings.Repeat("█", full), strings.Repeat("░", progressWidth-full),
			text.Integer(done), text.Integer(p.total))
	}
	p.shown = true
	fmt.Fprintf(p.out, "\r%s\x1b[K", line)
}

// clear takes the line away.
func (p *progress) clear() {
	if p != nil && p.shown {
		p.shown = false
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
