package theme

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/pelletier/go-toml/v2"
)

// file is a theme as a file writes it. What is left out is as in the base.
type file struct {
	Base           string `toml:"base"`
	Text           string `toml:"text"`
	Faint          string `toml:"faint"`
	Strong         string `toml:"strong"`
	Accent         string `toml:"accent"`
	Border         string `toml:"border"`
	Good           string `toml:"good"`
	Warn           string `toml:"warn"`
	Bad            string `toml:"bad"`
	Up             string `toml:"up"`
	Down           string `toml:"down"`
	Link           string `toml:"link"`
	Match          string `toml:"match"`
	Selected       string `toml:"selected"`
	SelectedGround string `toml:"selected_ground"`
}

// FileError tells which line of a theme file is wrong.
type FileError struct {
	Line int // 0: none of them alone
	Rule string
}

// Error is the rule, with the line where there is one.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.Rule
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Rule)
}

var hexadecimal = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// Read reads a theme file: colours by their meaning, as #rrggbb or as a number of 0 to 255 of the terminal's own, over a
// built-in set with colours of its own, which is dark where none is named. The error is a *FileError.
func Read(name string, document []byte, depth Depth) (Theme, error) {
	var read file
	decoder := toml.NewDecoder(bytes.NewReader(document))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&read); err != nil {
		var unknown *toml.StrictMissingError
		var wrong *toml.DecodeError
		switch {
		case errors.As(err, &unknown) && len(unknown.Errors) > 0:
			line, _ := unknown.Errors[0].Position()
			return Theme{}, &FileError{line, "there is no such colour"}
		case errors.As(err, &wrong):
			line, _ := wrong.Position()
			return Theme{}, &FileError{line, wrong.Error()}
		}
		return Theme{}, &FileError{0, err.Error()}
	}
	if read.Base == "" {
		read.Base = "dark"
	}
	colours, ok := sets[read.Base]
	if !ok {
		return Theme{}, &FileError{lineOf(document, "base"), "base: must be dark, light, high-contrast or colour-blind"}
	}
	for _, given := range []struct {
		key, written string
		is           *colour
	}{
		{"text", read.Text, &colours.text}, {"faint", read.Faint, &colours.faint}, {"strong", read.Strong, &colours.strong},
		{"accent", read.Accent, &colours.accent}, {"border", read.Border, &colours.border}, {"good", read.Good, &colours.good},
		{"warn", read.Warn, &colours.warn}, {"bad", read.Bad, &colours.bad}, {"up", read.Up, &colours.up}, {"down", read.Down, &colours.down},
		{"link", read.Link, &colours.link}, {"match", read.Match, &colours.match},
		{"selected", read.Selected, &colours.selected}, {"selected_ground", read.SelectedGround, &colours.selectedGround},
	} {
		if given.written == "" {
			continue
		}
		number, err := strconv.ParseUint(given.written, 10, 8)
		if err != nil && !hexadecimal.MatchString(given.written) {
			return Theme{}, &FileError{lineOf(document, given.key), given.key + ": must be a colour: #rrggbb, or a number of 0 to 255"}
		}
		*given.is = colour{hex: given.written}
		if err == nil && number < 16 {
			given.is.sixteen = given.written
		}
	}
	if depth == NoColours {
		return NoColour(), nil
	}
	return colours.theme(name, depth), nil
}

// lineOf is the line on which a key stands.
func lineOf(document []byte, key string) int {
	found := regexp.MustCompile(`(?m)^\s*"?` + regexp.QuoteMeta(key) + `"?\s*=`).FindIndex(document)
	if found == nil {
		return 0
	}
	return 1 + bytes.Count(document[:found[1]], []byte{'\n'})
}
