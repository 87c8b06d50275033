package theme

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/pelletier/go-toml/v2"
)

// file is a theme file. Omitted colors are those of the base.
type file struct {
	Base               string `toml:"base"`
	Text               string `toml:"text"`
	Faint              string `toml:"faint"`
	Strong             string `toml:"strong"`
	Accent             string `toml:"accent"`
	Border             string `toml:"border"`
	Good               string `toml:"good"`
	Warn               string `toml:"warn"`
	Bad                string `toml:"bad"`
	Up                 string `toml:"up"`
	Down               string `toml:"down"`
	Link               string `toml:"link"`
	Match              string `toml:"match"`
	Selected           string `toml:"selected"`
	SelectedBackground string `toml:"selected_background"`
	// SelectedGround is the former name of SelectedBackground.
	SelectedGround string `toml:"selected_ground"`
}

// FileError is an error in a theme file.
type FileError struct {
	Line int // 0 if unknown
	Rule string
}

// Error returns the rule, with the line if it is known.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.Rule
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Rule)
}

var hexadecimal = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// Read parses a theme file, which assigns colors to meanings: #rrggbb or the number of a terminal color from 0 to 255. Other colors are
// those of the built-in theme named by base, by default dark. The error is a *FileError.
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
			return Theme{}, &FileError{line, "unknown color"}
		case errors.As(err, &wrong):
			line, _ := wrong.Position()
			return Theme{}, &FileError{line, wrong.Error()}
		}
		return Theme{}, &FileError{0, err.Error()}
	}
	if read.Base == "" {
		read.Base = "dark"
	}
	colors, ok := sets[read.Base]
	if !ok {
		return Theme{}, &FileError{lineOf(document, "base"), "base: must be one of dark, light, high-contrast, color-blind"}
	}
	for _, given := range []struct {
		key, written string
		is           *color
	}{
		{"text", read.Text, &colors.text}, {"faint", read.Faint, &colors.faint}, {"strong", read.Strong, &colors.strong},
		{"accent", read.Accent, &colors.accent}, {"border", read.Border, &colors.border}, {"good", read.Good, &colors.good},
		{"warn", read.Warn, &colors.warn}, {"bad", read.Bad, &colors.bad}, {"up", read.Up, &colors.up}, {"down", read.Down, &colors.down},
		{"link", read.Link, &colors.link}, {"match", read.Match, &colors.match},
		{"selected", read.Selected, &colors.selected}, {"selected_ground", read.SelectedGround, &colors.selectedBackground},
		{"selected_background", read.SelectedBackground, &colors.selectedBackground},
	} {
		if given.written == "" {
			continue
		}
		number, err := strconv.ParseUint(given.written, 10, 8)
		if err != nil && !hexadecimal.MatchString(given.written) {
			return Theme{}, &FileError{lineOf(document, given.key), given.key + ": must be a color: #rrggbb, or a number from 0 to 255"}
		}
		*given.is = color{hex: given.written}
		if err == nil && number < 16 {
			given.is.sixteen = given.written
		}
	}
	if depth == NoColors {
		return NoColor(), nil
	}
	return colors.theme(name, depth), nil
}

// lineOf returns the line of a key.
func lineOf(document []byte, key string) int {
	found := regexp.MustCompile(`(?m)^\s*"?` + regexp.QuoteMeta(key) + `"?\s*=`).FindIndex(document)
	if found == nil {
		return 0
	}
	return 1 + bytes.Count(document[:found[1]], []byte{'\n'})
}
