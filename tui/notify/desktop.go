package notify

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"foredeck/tui/text"
)

// maxDesktop is the width of the text of a desktop notification, in columns.
const maxDesktop = 200

// Desktop returns the function that encodes a text as a desktop notification of the terminal, nil if the terminal is not known to have
// them. A terminal without them could print the text. tmux and screen drop the sequence.
func Desktop(environment func(name string) string) func(text.Safe) string {
	program, term := environment("TERM_PROGRAM"), environment("TERM")
	is := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(term, name) })
	}
	switch {
	case environment("TMUX") != "" || environment("STY") != "" || is("screen", "tmux"):
		return nil
	case slices.Contains([]string{"iTerm.app", "WezTerm", "ghostty"}, program) || environment("LC_TERMINAL") == "iTerm2" || is("xterm-kitty", "xterm-ghostty", "wezterm"):
		return osc9
	case is("rxvt-unicode", "foot"):
		return osc777
	}
	return nil
}

// osc9 begins with the name of the program: a digit and a semicolon would be another command in some terminals.
func osc9(message text.Safe) string {
	return ansi.Notify(text.Format("foredeck: %s", text.Cut(message, maxDesktop)).String())
}

// osc777 has the program as the title. Semicolons separate the parts.
func osc777(message text.Safe) string {
	return "\x1b]777;notify;foredeck;" + strings.ReplaceAll(text.Cut(message, maxDesktop).String(), ";", ",") + "\a"
}
