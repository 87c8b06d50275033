// Package termbg learns from the terminal what colour it writes on. The answer comes as input does, at any time or never, so that
// it is taken out of the keys.
package termbg

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Question is what the terminal is asked with.
const Question = "\x1b]11;?\x1b\\"

// answer begins every answer to the question.
const answer = "\x1b]11;"

// longestAnswer is more than any answer has: what goes on longer is none.
const longestAnswer = 64

// Input is the keys of a terminal without its answers.
type Input struct {
	*os.File
	told func(light bool)
	held []byte // the beginning of an answer or of a key, the rest of which has not come
}

// NewInput reads keys from a terminal. told is called, from Read, with each answer that tells a colour.
func NewInput(terminal *os.File, told func(light bool)) *Input {
	return &Input{File: terminal, told: told}
}

// Read reads keys. It can come back without any where all that came was an answer. There must be room for more than an answer.
func (i *Input) Read(keys []byte) (int, error) {
	before := copy(keys, i.held)
	n, err := i.File.Read(keys[before:])
	i.held = nil
	if err != nil {
		return before + n, err
	}
	left := i.sift(keys[:before+n])
	if before+n == len(keys) && i.held == nil {
		// There may be more. Who reads takes what does not fill the room for all that there is: nothing that is cut must be its end.
		left -= i.hold(keys[:left])
	}
	return left, nil
}

// hold keeps back a key at the end of what came that may not be whole, and answers how long that is.
func (i *Input) hold(came []byte) int {
	at := len(came)
	for back := 1; back <= min(utf8.UTFMax, len(came)); back++ {
		if last := came[len(came)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				at = len(came) - back
			}
			break
		}
	}
	if escape := bytes.LastIndexByte(came, '\x1b'); escape >= 0 && unfinished.Match(came[escape:]) {
		at = escape
	}
	i.held = bytes.Clone(came[at:])
	return len(came) - at
}

// unfinished is what a key, the mouse or an answer begins with, without its end.
var unfinished = regexp.MustCompile(`^\x1b(O|\]|\[[0-?]{0,16})?$`)

// sift takes the answers out of what came, in its place, and answers how much is left. What could be the beginning of one waits
// for the rest.
func (i *Input) sift(came []byte) int {
	left := came[:0]
	for len(came) > 0 {
		at := bytes.Index(came, []byte(answer))
		if at < 0 {
			at = len(came) - beginning(came)
		}
		left, came = append(left, came[:at]...), came[at:]
		if len(came) == 0 {
			break
		}
		length, whole := end(came)
		if !whole {
			i.held = bytes.Clone(came)
			break
		}
		if light, ok := isLight(string(came[len(answer):length])); ok {
			i.told(light)
		}
		came = came[length:]
	}
	return len(left)
}

// beginning is how much of an answer's first bytes stands at the end of what came. One of them alone is the key esc, and two can be
// a key with alt: these wait for nothing.
func beginning(came []byte) int {
	for length := len(answer) - 1; length > len("\x1b]"); length-- {
		if bytes.HasSuffix(came, []byte(answer[:length])) {
			return length
		}
	}
	return 0
}

// end is how long the answer is with which this begins. It is not whole while its end has not come.
func end(came []byte) (length int, whole bool) {
	for at := len(answer); at < len(came); at++ {
		switch {
		case came[at] == '\a':
			return at + 1, true
		case came[at] == '\x1b' && at+1 < len(came):
			if came[at+1] == '\\' {
				return at + 2, true
			}
			return at, true // a key broke it off
		case at >= longestAnswer:
			return at, true
		}
	}
	return 0, false
}

// isLight tells of a colour as terminals write it, such as rgb:ffff/ffff/ffff, whether dark letters are read well on it.
func isLight(written string) (light, ok bool) {
	written = strings.TrimRight(written, "\a\x1b\\")
	kind, digits, _ := strings.Cut(written, ":")
	parts := strings.Split(digits, "/")
	if kind != "rgb" && kind != "rgba" || len(parts) < 3 {
		return false, false
	}
	var brightness float64
	for i, weight := range [...]float64{0.299, 0.587, 0.114} { // how bright the eye finds red, green and blue
		value, err := strconv.ParseUint(parts[i], 16, 16)
		if err != nil {
			return false, false
		}
		most := uint64(1)<<(4*len(parts[i])) - 1
		brightness += weight * float64(value) / float64(most)
	}
	return brightness > 0.5, true
}
