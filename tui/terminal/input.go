package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"foredeck/tui/text"
)

// backgroundQuery is the escape sequences that request the background color (OSC 11), and the attributes of the terminal (DA1). A terminal
// replies to the former at any time or never, to the latter nearly always: its reply tells that there is none to the former.
const (
	backgroundQuery   = "\x1b]11;?\x1b\\" + ansi.RequestPrimaryDeviceAttributes
	backgroundQueries = 2
)

// widthQuery draws a mark whose width depends on the terminal at the start of the first line, requests the position of the cursor after it
// (CPR), and erases it. A terminal without UTF-8 shows two characters, so its reply is that of one that draws marks two columns wide.
const widthQuery = "\x1b[H±" + ansi.RequestCursorPositionReport + "\r" + ansi.EraseLineRight

// BackgroundMsg reports the background color of the terminal.
type BackgroundMsg struct {
	Light bool // dark text is readable on it
}

// Replies begin with these.
const (
	backgroundReply = "\x1b]11;"
	reportReply     = "\x1b[?"      // of a mode, or of attributes
	syncReply       = "\x1b[?2026;" // to the query of mode 2026 (DECRQM)
	positionReply   = "\x1b[1;"     // of a position on the first line; of keys with modifiers too
)

// errPaused is the error of a terminal that is not read for a while, or any more. Bubble Tea ends its loop without an error then.
var errPaused = fmt.Errorf("terminal input is paused: %w", io.EOF)

// maxReply limits the length of a reply in bytes. A longer sequence is discarded up to here.
const maxReply = 64

// input is a terminal's input without the replies to queries.
type input struct {
	source       io.Reader
	onBackground func(light bool)
	onSync       func()       // the terminal supports synchronized updates
	onAttributes func()       // the terminal has replied to DA1, and to what was sent before
	onWidth      func(int)    // the number of columns in which the terminal draws a mark
	positions    atomic.Int32 // requested positions of the cursor that were not reported yet
	mutex        sync.Mutex   // of the fields below, held by Read
	replies      int          // received
	pending      []byte       // incomplete reply or key from the end of the last read
}

// newInput returns an input that reads from terminal. Read calls onBackground with each reply that contains a color, onSync if the
// terminal supports synchronized updates, and onAttributes when it has replied to all queries.
func newInput(terminal io.Reader, onBackground func(light bool), onSync, onAttributes func()) *input {
	return &input{source: terminal, onBackground: onBackground, onSync: onSync, onAttributes: onAttributes}
}

// Read reads keys into buffer, which must be longer than a reply, and never fills it: Bubble Tea would hold the last key back until the
// next one, and lose it if the terminal is lent meanwhile. It returns 0 and no error if the terminal sent only a reply.
func (i *input) Read(buffer []byte) (int, error) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	buffer = buffer[:len(buffer)-1]
	start := copy(buffer, i.pending)
	n, err := i.source.Read(buffer[start:])
	if errors.Is(err, errPaused) {
		return 0, err // the rest of what is pending may come later
	}
	i.pending = nil
	if err != nil {
		return start + n, err
	}
	isFull := start+n == len(buffer)
	n -= replaceCtrlEnter(buffer[:start+n])
	length := i.removeReplies(buffer[:start+n])
	if isFull && i.pending == nil {
		// More input may follow. Bubble Tea takes a buffer that is not full for the end of the input, so an incomplete character or
		// key must wait for its rest.
		length -= i.holdIncomplete(buffer[:length])
	}
	return length, nil
}

// ctrlEnter are the sequences of ctrl+enter, which Bubble Tea does not know: CSI u, and that of modifyOtherKeys.
var ctrlEnter = [...]string{"\x1b[13;5u", "\x1b[27;5;13~"}

// replaceCtrlEnter replaces ctrl+enter in data by ctrl+j, as other terminals send it, and returns by how many bytes data is shorter.
func replaceCtrlEnter(data []byte) (removed int) {
	for _, sequence := range ctrlEnter {
		for {
			at := bytes.Index(data, []byte(sequence))
			if at < 0 {
				break
			}
			data[at] = '\n'
			copy(data[at+1:], data[at+len(sequence):])
			data, removed = data[:len(data)-len(sequence)+1], removed+len(sequence)-1
		}
	}
	return removed
}

// holdIncomplete keeps an incomplete character or key at the end of data for the next read and returns its length.
func (i *input) holdIncomplete(data []byte) int {
	end := len(data)
	for back := 1; back <= min(utf8.UTFMax, len(data)); back++ {
		if last := data[len(data)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				end = len(data) - back
			}
			break
		}
	}
	if escape := bytes.LastIndexByte(data, '\x1b'); escape >= 0 && incompleteSequence().Match(data[escape:]) {
		end = escape
	}
	i.pending = bytes.Clone(data[end:])
	return len(data) - end
}

// incompleteSequence matches the start of a key, mouse or reply sequence without its end.
var incompleteSequence = text.Regexp(`^\x1b(O|\]|\[[0-?]{0,16})?$`)

// removeReplies removes replies from data in place and returns the length of the rest. An incomplete reply waits for the next read.
func (i *input) removeReplies(data []byte) int {
	keys := data[:0]
	for len(data) > 0 {
		start := replyStart(data, i.prefixes())
		keys, data = append(keys, data[:start]...), data[start:]
		if len(data) == 0 {
			break
		}
		length, complete := replyLength(data)
		if !complete {
			i.pending = bytes.Clone(data)
			break
		}
		if !i.handle(string(data[:length])) {
			keys = append(keys, data[:length]...)
		}
		data = data[length:]
	}
	return len(keys)
}

// replyStart returns the index of the first reply, or of the incomplete prefix of one at the end of data.
func replyStart(data []byte, prefixes []string) int {
	start := len(data)
	for _, prefix := range prefixes {
		at := bytes.Index(data, []byte(prefix))
		if at < 0 {
			at = len(data) - partialPrefix(data, prefix)
		}
		start = min(start, at)
	}
	return start
}

// prefixes returns the prefixes of the replies that may arrive. That of a position is taken for a key unless one was requested.
func (i *input) prefixes() []string {
	if i.positions.Load() > 0 {
		return []string{backgroundReply, reportReply, positionReply}
	}
	return []string{backgroundReply, reportReply}
}

// partialPrefix returns how many bytes at the end of data may start a reply. One or two bytes do not count: they are the key esc, or
// a key with alt, which must not wait.
func partialPrefix(data []byte, prefix string) int {
	for length := len(prefix) - 1; length > 2; length-- {
		if bytes.HasSuffix(data, []byte(prefix[:length])) {
			return length
		}
	}
	return 0
}

// replyLength returns the length of the reply at the start of data. complete is false if the end of the reply has not arrived.
func replyLength(data []byte) (length int, complete bool) {
	isReport := bytes.HasPrefix(data, []byte(reportReply)) || bytes.HasPrefix(data, []byte(positionReply))
	if !isReport && !bytes.HasPrefix(data, []byte(backgroundReply)) {
		return 0, false
	}
	for end := len(reportReply); end < len(data); end++ {
		switch {
		case isReport && data[end] >= '@' && data[end] <= '~', data[end] == '\a':
			return end + 1, true
		case data[end] == '\x1b' && end+1 < len(data):
			if data[end+1] == '\\' {
				return end + 2, true
			}
			return end, true // interrupted by a key
		case end >= maxReply:
			return end, true
		}
	}
	return 0, false
}

// handle reports what a reply says. isReply is false if it is a key.
func (i *input) handle(reply string) (isReply bool) {
	if position, ok := strings.CutPrefix(reply, positionReply); ok {
		column, err := strconv.Atoi(strings.TrimSuffix(position, "R"))
		if err != nil || !strings.HasSuffix(position, "R") {
			return false
		}
		i.positions.Add(-1)
		i.onWidth(column - 1)
	}
	i.replies++
	if state, ok := strings.CutPrefix(reply, syncReply); ok {
		if state == "1$y" || state == "2$y" { // set or reset: the mode exists
			i.onSync()
		}
	} else if strings.HasPrefix(reply, reportReply) {
		if strings.HasSuffix(reply, "c") {
			i.onAttributes()
		}
	} else if light, ok := isLight(strings.TrimPrefix(reply, backgroundReply)); ok {
		i.onBackground(light)
	}
	return true
}

// isLight reports whether dark text is readable on a color in X11 notation, such as rgb:ffff/ffff/ffff. ok is false if color is
// invalid.
func isLight(color string) (light, ok bool) {
	color = strings.TrimRight(color, "\a\x1b\\")
	kind, digits, _ := strings.Cut(color, ":")
	channels := strings.Split(digits, "/")
	if kind != "rgb" && kind != "rgba" || len(channels) < 3 {
		return false, false
	}
	var luma float64
	for i, weight := range [...]float64{0.299, 0.587, 0.114} { // ITU-R BT.601: red, green, blue
		value, err := strconv.ParseUint(channels[i], 16, 16)
		if err != nil {
			return false, false
		}
		maxValue := uint64(1)<<(4*len(channels[i])) - 1
		luma += weight * float64(value) / float64(maxValue)
	}
	return luma > 0.5, true
}
