package tui_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"foredeck/client/transport"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// TestHostileFieldsOnEveryScreen opens each screen while a node and a price service put hostile text into all strings of their
// responses, their headers and status lines, and checks the bytes of every frame on the way.
func TestHostileFieldsOnEveryScreen(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	seeds := 4
	if effort.Long {
		seeds = 12
	}
	for _, name := range slices.Sorted(maps.Keys(allScenes())) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				frames := 0
				scene := allScenes()[name]
				setup, play := scene.Setup, scene.Play
				scene.Setup = func(s *tuitest.Setup) {
					setup(s)
					withExplorer(s)
					s.Store, s.Requests = savedStore(t), new(transport.Recorder)
					hostile := &tuitest.HostileTransport{Seed: seed}
					s.Transport = func(next http.RoundTripper) http.RoundTripper {
						return tuitest.RecordingTransport(t, hostile.Wrap(next), s.Requests)
					}
				}
				scene.Play = func(d *tuitest.Deck) {
					checkBytes(d, &frames)
					play(d)
					for _, keys := range [][]string{{"down", "down"}, {"enter"}, {"tab"}, {"y"}, {"Y"}, {"enter"}, {"esc"}, {"esc"}, {"`"}, {"end"}, {"enter"}, {"tab"}, {"end"}, {"?"}, {"esc"}, {":", "down", "esc"}} {
						d.Press(keys...)
					}
				}
				scene.Open(t, 100+seed%3*40, 30+seed%3*10)
				if frames < 20 {
					t.Fatalf("only %d frames were checked", frames)
				}
			}
		})
	}
}

// checkBytes checks each frame of a deck from now on, as text and as output, and counts them.
func checkBytes(d *tuitest.Deck, frames *int) {
	output := tuitest.NewOutput(d)
	d.OnFrame = func(view string) {
		frame := d.Model.Frame()
		tuitest.CheckFrame(d, view, frame.Width, frame.Height)
		output.Check(d, frame)
		*frames++
	}
}
