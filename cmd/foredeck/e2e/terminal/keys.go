package terminal

import "fmt"

// sequences holds what a terminal sends for the keys that are not one
// character, in its normal cursor key mode.
var sequences = map[string]string{
	"up":        "\x1b[A",
	"down":      "\x1b[B",
	"right":     "\x1b[C",
	"left":      "\x1b[D",
	"home":      "\x1b[H",
	"end":       "\x1b[F",
	"pgup":      "\x1b[5~",
	"pgdn":      "\x1b[6~",
	"alt+left":  "\x1b[1;3D",
	"alt+right": "\x1b[1;3C",
	"enter":     "\r",
	"esc":       "\x1b",
	"tab":       "\t",
	"shift+tab": "\x1b[Z",
	"backspace": "\x7f",
	"space":     " ",
}

// sequence is what a terminal sends for a key: a name of the table above, one
// character, or a letter behind "ctrl+".
func sequence(key string) (string, error) {
	if found, ok := sequences[key]; ok {
		return found, nil
	}
	if len([]rune(key)) == 1 {
		return key, nil
	}
	var letter rune
	if n, err := fmt.Sscanf(key, "ctrl+%c", &letter); n == 1 && err == nil && letter >= 'a' && letter <= 'z' && len(key) == len("ctrl+c") {
		return string(letter & 0x1f), nil
	}
	return "", fmt.Errorf("no such key: %q", key)
}

// IsKey reports whether a name is one that Key presses.
func IsKey(name string) bool {
	_, err := sequence(name)
	return err == nil
}
