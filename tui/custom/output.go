package custom

import (
	"bytes"
	"errors"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"foredeck/tui/text"
)

const (
	// maxOutput is the size of the output that a panel shows, in bytes.
	maxOutput = 1 << 20
	// maxLine is the length at which a line is broken, so that drawing a line costs little.
	maxLine = 4 << 10
	// maxLines is the number of lines that a panel shows: a line costs more memory than its bytes.
	maxLines = 50_000
	// tabWidth is the distance of tab stops.
	tabWidth = 8
)

// errFull ends the process of a panel that shows all it can.
var errFull = errors.New("output too long")

// output is the output of a process as lines. The process writes it, and the panel reads it.
type output struct {
	changed chan struct{} // has an element if there is something new

	lock    sync.Mutex
	lines   []text.Safe
	partial []byte // of the last line
	size    int
	full    bool
	ended   bool
	err     error
}

func newOutput() *output { return &output{changed: make(chan struct{}, 1)} }

// Write adds output. It fails if there is too much, which ends the process.
func (o *output) Write(p []byte) (int, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	defer o.notify()
	for rest := p; len(rest) > 0; {
		if o.full = o.size >= maxOutput || len(o.lines) >= maxLines; o.full {
			return len(p) - len(rest), errFull
		}
		piece := rest[:min(len(rest), maxOutput-o.size, maxLine-len(o.partial))]
		end := bytes.IndexByte(piece, '\n')
		if end >= 0 {
			piece = piece[:end+1]
		}
		o.size += len(piece)
		rest = rest[len(piece):]
		if o.partial = append(o.partial, piece...); end >= 0 || len(o.partial) >= maxLine {
			o.flush()
		}
	}
	return len(p), nil
}

// flush ends the last line.
func (o *output) flush() {
	o.lines = append(o.lines, clean(string(o.partial)))
	o.partial = o.partial[:0]
}

// end reports that the process has ended.
func (o *output) end(err error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	if len(o.partial) > 0 {
		o.flush()
	}
	o.ended, o.err = true, err
	o.notify()
}

func (o *output) notify() {
	select {
	case o.changed <- struct{}{}:
	default: // the reader has not read the last change yet
	}
}

// snapshot is the output so far.
type snapshot struct {
	lines       []text.Safe // never changed
	full, ended bool
	err         error
}

func (o *output) snapshot() snapshot {
	o.lock.Lock()
	defer o.lock.Unlock()
	return snapshot{o.lines, o.full, o.ended, o.err}
}

// clean returns a line as it is shown: without escape sequences, with spaces for tabs, and of a progress bar the last state.
func clean(line string) text.Safe { return text.Clean(plain(line)) }

func plain(line string) string {
	line = strings.TrimRight(ansi.Strip(line), "\r\n")
	line = line[strings.LastIndexByte(line, '\r')+1:]
	if !strings.ContainsRune(line, '\t') {
		return line
	}
	var out strings.Builder
	for i, part := range strings.Split(line, "\t") {
		if i > 0 {
			at := ansi.StringWidth(out.String())
			out.WriteString(strings.Repeat(" ", tabWidth-at%tabWidth))
		}
		out.WriteString(part)
	}
	return out.String()
}
