package tui_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// maxHues returns the number of hues of a scene on which all is well: the accent, with which plots share their hue, and the state of the
// node; for blocks the calm hue of magnitudes, and for prices two directions, of which a rise shares its hue with a healthy node. The account of
// the other scenes has a warning.
func maxHues(name string) int {
	if name == "requests-healthy" {
		return 2
	}
	return 3
}

// excepted are the scenes that show failures, the colors of all themes, or that prices are not live, on purpose.
var excepted = map[string]bool{"networks": true, "requests": true, "settings-theme": true, "price-replay": true}

// Where all is well, a screen has few hues: color is for exceptions.
func TestHealthyScreensHaveFewHues(t *testing.T) {
	t.Parallel()
	scenes := allScenes()
	scenes["requests-healthy"] = tuitest.Scene{
		Setup: func(s *tuitest.Setup) { s.Requests = new(transport.Recorder) },
		Play:  func(d *tuitest.Deck) { d.Press("busy", "enter", "`", "*", "down") },
	}
	for name, scene := range scenes {
		if excepted[name] {
			continue
		}
		for _, size := range [][2]int{{100, 30}, {200, 60}} {
			t.Run(name+"-"+strconv.Itoa(size[0]), func(t *testing.T) {
				t.Parallel()
				d := openDark(t, scene, true, size)
				hues := huesOf(d)
				require.LessOrEqual(t, len(hues), maxHues(name), "%v\n%s", hues, d.Frame())
			})
		}
	}
}

// What went wrong keeps its color.
func TestTroubleIsLoud(t *testing.T) {
	t.Parallel()
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	dark := adapted.Unknown
	scenes := allScenes()
	for _, c := range []struct {
		what, scene, words string
		styles             []theme.Style
	}{
		{"a failed transaction", "account-sent", "✗ Fail", []theme.Style{dark.Bad}},
		{"a missed vote", "blocks", "×", []theme.Style{dark.Bad}},
		{"a slow block", "blocks", "2.41!", []theme.Style{dark.Ramp.At(2.41/2 - 0.5)}},
		{"a node that is down", "networks", "down", []theme.Style{dark.Bad}},
		{"a failed request", "requests", "502", []theme.Style{dark.Bad}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			d := openDark(t, scenes[c.scene], false, [2]int{140, 50})
			found := 0
			for _, line := range d.Model.Lines() {
				for _, span := range line {
					if !strings.HasPrefix(strings.TrimSpace(span.Text.String()), c.words) {
						continue
					}
					found++
					for _, style := range c.styles {
						require.Contains(t, []theme.Style{style, dark.OnSelected(style)}, span.Style, "%q", span.Text)
					}
				}
			}
			require.Positive(t, found, "%q in %s", c.words, d.Frame())
		})
	}
}

// openDark opens a scene in the theme dark, on a chain and with transactions on which all is well if healthy.
func openDark(t *testing.T, scene tuitest.Scene, healthy bool, size [2]int) *tuitest.Deck {
	t.Helper()
	if healthy {
		scene.Chain = func(c *tuitest.Chain) { c.Healthy = true }
		scene.Record = func(sequence int) string { return tuitest.Ordinary(9 * (sequence + 1)) }
	}
	setup := scene.Setup
	scene.Setup = func(s *tuitest.Setup) {
		if setup != nil {
			setup(s)
		}
		s.Store = savedStore(t)
		adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
		s.Theme = adapted.Unknown
	}
	return scene.Open(t, size[0], size[1])
}

var colorSequence = regexp.MustCompile(`([34])8;2;(\d+);(\d+);(\d+)`)

// huesOf returns a text for each hue on screen, with the text where it was first seen.
func huesOf(d *tuitest.Deck) map[int]string {
	hues := map[int]string{}
	for _, line := range d.Model.Lines() {
		for _, span := range line {
			for _, hue := range spanHues(span) {
				isKnown := false
				for known := range hues {
					difference := math.Abs(float64(known) - hue)
					isKnown = isKnown || min(difference, 360-difference) < 30
				}
				if !isKnown {
					hues[int(hue)] = span.Text.String()
				}
			}
		}
	}
	return hues
}

// spanHues returns the hues in degrees of a span's colors that are not gray.
func spanHues(span text.Span) (hues []float64) {
	var painted strings.Builder
	span.Style.Paint(&painted, "x")
	for _, color := range colorSequence.FindAllStringSubmatch(painted.String(), -1) {
		if color[1] == "3" && strings.TrimSpace(span.Text.String()) == "" {
			continue
		}
		var rgb [3]float64
		for i := range rgb {
			rgb[i], _ = strconv.ParseFloat(color[2+i], 64)
		}
		r, g, b := rgb[0], rgb[1], rgb[2]
		most, least := max(r, g, b), min(r, g, b)
		if chroma := most - least; chroma >= 24 {
			hue := (r - g) / chroma
			switch most {
			case r:
				hue = (g - b) / chroma
			case g:
				hue = 2 + (b-r)/chroma
			default:
				hue += 4
			}
			hues = append(hues, math.Mod(60*hue+360, 360))
		}
	}
	return hues
}
