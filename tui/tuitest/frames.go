package tuitest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/tuitest/effort"
)

var update = flag.Bool("update", false, "rewrite the frames in testdata")

// Scene is a state of a screen whose frame is compared with a file. Its deck opens at Home over a Node with 57 records. Then Keys are
// pressed and Play runs.
type Scene struct {
	Keys     []string
	Play     func(*Deck)
	Record   func(sequence int) string // JSON of a transaction; nil means Ordinary
	Chain    func(*Chain)              // changes the chain before the deck opens
	Config   string                    // content of the config file
	Setup    func(*Setup)              // changes the setup before the deck opens
	Executed bool                      // the node serves executed blocks, events and committees
	AllSizes bool                      // draws the frame at all of frameSizes instead of 100x30 only
	Sizes    [][2]int                  // further sizes at which the frame is drawn
	Window   bool                      // draws the whole window, with header and key row, instead of the body
}

// frameSizes are the window sizes of a scene with AllSizes.
var frameSizes = [][2]int{{30, 5}, {40, 12}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}

// frameSize is the window size at which every scene is drawn, with its styles.
var frameSize = [2]int{100, 30}

// Open opens the deck of a scene.
func (s Scene) Open(t testing.TB, width, height int) *Deck {
	t.Helper()
	node := Node{Records: 57, Record: s.Record, Chain: NewChain(), Executed: s.Executed}
	if s.Chain != nil {
		s.Chain(node.Chain)
	}
	setup := Setup{Theme: frameTheme, Handler: node, Config: s.Config}
	if s.Setup != nil {
		s.Setup(&setup)
	}
	d := New(t, width, height, setup)
	d.Press(s.Keys...)
	if s.Play != nil {
		s.Play(d)
	}
	return d
}

// Frames compares the frames of all scenes of a package with testdata/NAME.txtar. A file starts with the screen's breadcrumb, notes and
// vital line, followed by a section for each size and one with the style of each cell at 100x30. The flag -update rewrites the files and
// deletes those without a scene. Call it once per package. It is skipped under the race detector: drawing has one goroutine.
func Frames(t *testing.T, scenes map[string]Scene) {
	t.Helper()
	effort.SkipUnderRace(t)
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	for _, file := range files {
		if _, ok := scenes[strings.TrimSuffix(filepath.Base(file), ".txtar")]; ok {
			continue
		}
		if *update {
			require.NoError(t, os.Remove(file))
			continue
		}
		t.Errorf("%s: no such scene; run with -update to delete the file", file)
	}
	for name, scene := range scenes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", name+".txtar")
			got := scene.archive(t)
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o755))
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
				return
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "run with -update to write it")
			require.Equal(t, string(want), got, "run with -update to accept the new frame")
		})
	}
}

// archive returns the content of the scene's file.
func (s Scene) archive(t *testing.T) string {
	var archive strings.Builder
	sizes := [][2]int{frameSize}
	if s.AllSizes {
		sizes = frameSizes
	}
	sizes = append(slices.Clip(sizes), s.Sizes...)
	for _, size := range sizes {
		d := s.Open(t, size[0], size[1])
		lines := d.Model.Body()
		if s.Window {
			lines = d.Model.Lines()
		}
		var head, styles string
		if size == frameSize {
			styles = fmt.Sprintf("-- %dx%d styles --\n%s\n", size[0], size[1], styleText(lines))
			if !s.Window {
				head = screenFacts(d)
			}
			head += legend + "\n"
		}
		if head != "" {
			before := archive.String()
			archive.Reset()
			archive.WriteString(head + before)
		}
		fmt.Fprintf(&archive, "-- %dx%d --\n%s\n%s", size[0], size[1], plainText(lines), styles)
	}
	return archive.String()
}

// screenFacts returns what the screen provides for header and footer.
func screenFacts(d *Deck) string {
	var crumbs []string
	for _, crumb := range d.Screen().Crumbs() {
		crumbs = append(crumbs, crumb.String())
	}
	left, right := d.Screen().Note()
	if refresher, ok := d.Screen().(screen.Refresher); ok && right.Width() == 0 {
		right = refresher.Activity()
	}
	facts := ""
	for _, fact := range [][2]string{
		{"crumbs", strings.Join(crumbs, " › ")}, {"note", left.Text().String()}, {"side note", right.Text().String()}, {"vital", d.Screen().Vital().Text().String()},
	} {
		facts += strings.TrimRight(fact[0]+": "+fact[1], " ") + "\n"
	}
	return facts
}

// plainText returns the text of lines without trailing spaces.
func plainText(lines []text.Line) string {
	plain := make([]string, len(lines))
	for i, line := range lines {
		plain[i] = strings.TrimRight(line.Text().String(), " ")
	}
	return strings.Join(plain, "\n")
}

// frameTheme is a theme whose styles are all different, so that styleText can tell them apart.
var frameTheme = func() theme.Theme {
	var document strings.Builder
	for i, name := range []string{"text", "faint", "strong", "accent", "border", "good", "warn", "bad", "up", "down", "link", "match", "selected", "hint", "plot", "open_tab"} {
		fmt.Fprintf(&document, "%s = \"#0000%02x\"\n", name, i+1)
	}
	for i := range theme.CurveCount {
		fmt.Fprintf(&document, "curve%d = \"#00%02x00\"\n", i+1, i+1)
	}
	for i, name := range []string{"background", "surface", "selected_background"} { // light, so that all colors are readable as they are
		fmt.Fprintf(&document, "%s = \"#ff%02xff\"\n", name, 0xf0+i)
	}
	read, err := theme.Read("frames", []byte(document.String()), theme.Display{Depth: theme.TrueColor})
	if err != nil {
		panic(err)
	}
	distinct := read.Unknown
	distinct.UpVolume, distinct.DownVolume = distinct.Up, distinct.Down
	for i := range distinct.Rise { // no colors between, which would equal others
		distinct.Rise[i], distinct.Fall[i] = distinct.Up, distinct.Down
	}
	distinct.UpFill, distinct.DownFill = theme.NoColor().UpFill, theme.NoColor().DownFill
	return distinct
}()

// styleLetters are the letters for styles in frames, by name.
var styleLetters = map[string]rune{
	"Text": ' ', "Faint": 'f', "Strong": 's', "Accent": 'a', "Selected": '>', "Border": 'b', "Good": 'g', "Warn": 'w', "Bad": 'x', "Link": 'l', "Match": 'm',
	"Up": 'u', "Down": 'd', "UpFlash": 'U', "DownFlash": 'D', "Hint": 'h', "Focus": 'F', "Tab": 't', "OpenTab": 'T', "Plot": 'p', "Changed": 'c',
}

// legend explains styleLetters, which are capitals on the selected row, but for those of flashes and curves: U and D for a price that has just risen or fallen, 1 to 6 for
// curves. Hot magnitudes are z.
const legend = "styles: f faint, s strong, a accent, > selected, b border, g good, w warn, x bad, l link, m match, u up, d down, h hint, F focused panel, t tab, T open tab, p plot, c changed"

// letters are the styleLetters by the styles of frameTheme.
var letters = func() map[theme.Style]rune {
	letters, selectedLetters := map[theme.Style]rune{{}: ' '}, map[theme.Style]rune{}
	value := reflect.ValueOf(frameTheme)
	for i := range value.NumField() {
		style, ok := value.Field(i).Interface().(theme.Style)
		if !ok {
			continue
		}
		name := value.Type().Field(i).Name
		if name == "Title" || name == "UpVolume" || name == "DownVolume" { // as Faint, Up and Down
			continue
		}
		letter, known := styleLetters[name]
		if _, twice := letters[style]; twice || !known {
			panic("style " + name + " has no letter or equals another style")
		}
		letters[style] = letter
	}
	for i, curve := range frameTheme.Curves {
		letters[curve.Style] = rune('1' + i)
	}
	letters[frameTheme.Ramp.At(1)] = 'z'
	for style, letter := range letters {
		upper := unicode.ToUpper(letter)
		selected := frameTheme.OnSelected(style)
		if known := selectedLetters[selected]; letters[selected] == 0 && (known == 0 || upper < known) { // accent, focus and changed are equal there
			selectedLetters[selected] = upper
		}
	}
	maps.Copy(letters, selectedLetters)
	return letters
}()

// styleText returns the letter for the style of each cell, without trailing spaces.
func styleText(lines []text.Line) string {
	rows := make([]string, len(lines))
	for i, line := range lines {
		var row strings.Builder
		for _, span := range line {
			letter, known := letters[span.Style]
			if !known {
				letter = '?'
			}
			row.WriteString(strings.Repeat(string(letter), text.Width(span.Text)))
		}
		rows[i] = strings.TrimRight(row.String(), " ")
	}
	return strings.Join(rows, "\n")
}

// Golden compares a text with testdata/NAME.golden. The flag -update rewrites the file.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update")
	require.Equal(t, string(want), got)
}
