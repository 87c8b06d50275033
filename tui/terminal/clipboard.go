// clipboard.go copies text to the clipboard of the terminal (OSC 52), which also works over SSH, and to the clipboard of the
// local machine if there is one.

package terminal

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	system "github.com/atotto/clipboard"
	"github.com/aymanbagabas/go-osc52/v2"

	"foredeck/tui/text"
)

// maxEncoded is the longest base64 text, in bytes, that every terminal accepts. Longer text may be dropped silently.
const maxEncoded = 74_994

// ErrUnavailable reports that no clipboard accepts the text.
var ErrUnavailable = errors.New("text exceeds the terminal's limit of 56,244 bytes and no clipboard program is available: install wl-copy, xclip or xsel")

// Clipboard copies text to the clipboards that are available.
type Clipboard struct {
	terminal io.Writer
	mode     osc52.Mode
	remote   bool
	local    func(string) error // nil if the machine has no clipboard
}

// NewClipboard returns a clipboard that writes escape sequences to the terminal. SSH, tmux, screen and a display are detected from the
// environment variables.
func NewClipboard(terminal io.Writer, environment func(string) string) *Clipboard {
	c := &Clipboard{terminal: terminal}
	tmux, screen := environment("TMUX") != "", environment("STY") != ""
	if tmux && screen { // nested: TERM names the inner one. screen would print a sequence that is wrapped for tmux.
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
	if !system.Unsupported && (environment("DISPLAY") != "" || environment("WAYLAND_DISPLAY") != "" || runtime.GOOS == "windows" || runtime.GOOS == "darwin") {
		c.local = system.WriteAll
	}
	return c
}

// NewRemoteClipboard is New for the terminal of a user of another machine: nothing is copied to this one.
func NewRemoteClipboard(terminal io.Writer, environment func(string) string) *Clipboard {
	c := NewClipboard(terminal, environment)
	c.local = nil
	return c
}

// Copied describes where a text was copied to.
type Copied struct {
	Where text.Safe // destinations, for the status message
	// Requires is the setup that tmux or screen requires to pass the text on, which cannot be checked. It is empty if the text was
	// copied for certain.
	Requires text.Safe
}

// Copy copies the text and returns its destinations. Over SSH the local clipboard is not that of the user, so it is used only if
// the terminal cannot accept the text. Copy may wait for a program, so call it in a tea.Cmd.
func (c *Clipboard) Copy(value string) (Copied, error) {
	var destinations []string
	var requires text.Safe
	if base64.StdEncoding.EncodedLen(len(value)) <= maxEncoded {
		if _, err := io.WriteString(c.terminal, c.sequence(value)); err != nil {
			return Copied{}, fmt.Errorf("write to the terminal: %w", err)
		}
		destinations, requires = append(destinations, "your terminal's clipboard"), requirements[c.mode]
	}
	if c.local != nil && (!c.remote || len(destinations) == 0) {
		if err := c.local(value); err == nil {
			destinations, requires = append(destinations, "the system clipboard"), text.Safe{}
		}
	}
	if len(destinations) == 0 {
		return Copied{}, ErrUnavailable
	}
	return Copied{Where: text.Clean(strings.Join(destinations, " and ")), Requires: requires}, nil
}

// requirements holds the setup that tmux and screen require to pass a text on.
var requirements = map[osc52.Mode]text.Safe{
	osc52.TmuxMode:   text.Const("tmux: requires set-clipboard on"),
	osc52.ScreenMode: text.Const("screen: requires terminal support"),
}

// sequence returns the escape sequence that copies the value. tmux handles it with set-clipboard on, and passes the wrapped one on
// to the outer terminal with allow-passthrough on, so tmux gets both.
func (c *Clipboard) sequence(value string) string {
	sequence := osc52.New(value)
	if c.mode == osc52.DefaultMode {
		return sequence.String()
	}
	wrapped := sequence.Mode(c.mode).String()
	if c.mode == osc52.TmuxMode {
		return sequence.String() + wrapped
	}
	return wrapped
}
