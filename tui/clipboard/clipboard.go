// Package clipboard copies text to where the user can paste it from: through the terminal, which also works over SSH, and
// to the clipboard of the machine where there is one.
package clipboard

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	system "github.com/atotto/clipboard"
	"github.com/aymanbagabas/go-osc52/v2"

	"foredeck/tui/text"
)

// mostEncoded is how many bytes of base64 a terminal takes at least: what is longer may be dropped without a word.
const mostEncoded = 74_994

// ErrNowhere is returned where there is no clipboard that takes the text.
var ErrNowhere = errors.New("text exceeds the terminal's limit of 56,244 bytes and no clipboard program is available: install wl-copy, xclip or xsel")

// Clipboard is the ways in which text can be copied.
type Clipboard struct {
	terminal io.Writer
	mode     osc52.Mode
	remote   bool
	local    func(string) error // nil: the machine has no clipboard
}

// New finds out what there is. Terminal takes escape sequences; the environment tells of SSH, of tmux and of screen.
func New(terminal io.Writer, environment func(string) string) *Clipboard {
	c := &Clipboard{terminal: terminal}
	tmux, screen := environment("TMUX") != "", environment("STY") != ""
	if tmux && screen { // one within the other: the inner one names the terminal, and what is wrapped for tmux screen would draw
		name := environment("TERM")
		screen = name == "screen" || strings.HasPrefix(name, "screen.")
		tmux = !screen
	}
	switch {
	case tmux:
		c.mode = osc52.TmuxMode
	case screen:
		c.mode = osc52.ScreenMode
	}
	c.remote = environment("SSH_TTY") != "" || environment("SSH_CONNECTION") != ""
	if !system.Unsupported && (environment("DISPLAY") != "" || environment("WAYLAND_DISPLAY") != "" || !needsDisplay) {
		c.local = system.WriteAll
	}
	return c
}

// Copied is where a text was copied to.
type Copied struct {
	Where text.Safe // in words
	// Unsure is what a program between here and the terminal needs to let the text through, which it does not tell; empty
	// where the text got through.
	Unsure text.Safe
}

// Copy copies the text and tells where to. Over SSH the machine's own clipboard is not the user's: it is used only where the
// terminal cannot take the text. It may wait for a program and belongs into a command of the loop.
func (c *Clipboard) Copy(copied string) (Copied, error) {
	var places []string
	var unsure text.Safe
	if base64.StdEncoding.EncodedLen(len(copied)) <= mostEncoded {
		if _, err := io.WriteString(c.terminal, c.sequence(copied)); err != nil {
			return Copied{}, fmt.Errorf("write to the terminal: %w", err)
		}
		places, unsure = append(places, "terminal"), needs[c.mode]
	}
	if c.local != nil && (!c.remote || len(places) == 0) {
		if err := c.local(copied); err == nil {
			places, unsure = append(places, "system"), ""
		}
	}
	if len(places) == 0 {
		return Copied{}, ErrNowhere
	}
	return Copied{Where: text.Safe(strings.Join(places, " and ")), Unsure: unsure}, nil
}

// needs is what the programs between here and the terminal need to let a text through.
var needs = map[osc52.Mode]text.Safe{
	osc52.TmuxMode:   "tmux: requires set-clipboard on",
	osc52.ScreenMode: "screen: requires terminal support",
}

// sequence is what the terminal is told. Tmux takes it for itself where set-clipboard is on, and passes it on to the terminal
// around it where allow-passthrough is on: it is told both ways.
func (c *Clipboard) sequence(copied string) string {
	sequence := osc52.New(copied)
	if c.mode == osc52.DefaultMode {
		return sequence.String()
	}
	wrapped := sequence.Mode(c.mode).String()
	if c.mode == osc52.TmuxMode {
		return sequence.String() + wrapped
	}
	return wrapped
}
