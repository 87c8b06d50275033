package theme

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

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

var hexadecimal = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^#[0-9a-fA-F]{6}$`) })

// Read parses a theme file, which assigns colors to meanings: #rrggbb or the number of a terminal color from 0 to 255. Other colors are
// those of the built-in theme named by base, by default dark. The error is a *FileError.
func Read(name string, document []byte, on Display) (Adaptive, error) {
	var read map[string]string
	if err := toml.Unmarshal(document, &read); err != nil {
		if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ := wrong.Position()
			return Adaptive{}, &FileError{line, wrong.Error()}
		}
		return Adaptive{}, &FileError{0, err.Error()}
	}
	base := cmp.Or(read["base"], "dark")
	sets, names := builtIn()
	colors, ok := sets[base]
	if !ok {
		return Adaptive{}, &FileError{lineOf(document, "base"), "base: must be one of " + strings.Join(names, ", ")}
	}
	delete(read, "base")
	colors.colors = maps.Clone(colors.colors)
	for _, key := range slices.Sorted(maps.Keys(read)) {
		written := read[key]
		number, err := strconv.ParseUint(written, 10, 8)
		switch _, known := colors.colors[key]; {
		case !known && key != "calm" && key != "warm" && key != "hot":
			return Adaptive{}, &FileError{lineOf(document, key), "unknown color"}
		case written == "":
			continue
		case err != nil && !hexadecimal().MatchString(written):
			return Adaptive{}, &FileError{lineOf(document, key), key + ": must be a color: #rrggbb, or a number from 0 to 255"}
		}
		changed := color{hex: written}
		if err == nil && number < 16 {
			changed.sixteen = written
		}
		colors.colors[key] = changed
	}
	if colors.isLight() != sets[base].isLight() {
		colors.partner = base
	}
	return colors.adapt(name, on), nil
}

// lineOf returns the line of a key.
func lineOf(document []byte, key string) int {
	found := regexp.MustCompile(`(?m)^\s*"?` + regexp.QuoteMeta(key) + `"?\s*=`).FindIndex(document)
	if found == nil {
		return 0
	}
	return 1 + bytes.Count(document[:found[1]], []byte{'\n'})
}
