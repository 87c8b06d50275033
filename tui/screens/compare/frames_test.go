package compare_test

import (
	"context"
	"strings"
	"testing"

	"foredeck/client"
	"foredeck/client/compare"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	comparescreen "foredeck/tui/screens/compare"
	"foredeck/tui/tuitest"
)

// healed is a comparison with a fork that the second node left. A caller may leave out that it replaced its blocks.
func healed(replaced bool) []compare.Event {
	const fork = 48_211_898
	var events []compare.Event
	add := func(event compare.Event) { events = append(events, event) }
	block := func(height uint64, values ...compare.Difference) {
		for i := range values {
			values[i].Height = &height
		}
		add(compare.Event{Block: &compare.Block{Height: height, Differences: values}})
	}
	digests := func() compare.Difference {
		return compare.Difference{Field: "digest", A: new("0x9c0e4f1b77d2a6538e1c0d9b8a7f6e5d"), B: new("0x41c0e1987aa5b3d2f0e9d8c7b6a59483")}
	}
	voters := func() compare.Difference {
		return compare.Difference{Field: "certificate.voters", A: new(strings.Repeat("1", 41)), B: new(strings.Repeat("1", 40) + "0")}
	}
	add(compare.Event{Heads: &compare.Heads{A: client.Block{Height: fork + 2}, B: client.Block{Height: fork + 2}}})
	add(compare.Event{Range: &compare.Range{From: fork - 97, To: fork + 2}})
	add(compare.Event{Fork: &compare.Fork{Height: fork, IsFirst: true}})
	for height := uint64(fork - 97); height < fork; height++ {
		block(height)
	}
	block(fork, digests(), voters())
	block(fork+1, digests())
	block(fork+2, digests(), voters())
	if replaced {
		add(compare.Event{Replaced: &compare.Replaced{Side: compare.B, Range: compare.Range{From: fork, To: fork + 2}}})
	}
	for height := uint64(fork); height < fork+5; height++ {
		block(height)
	}
	for i, lag := range []uint64{0, 0, 1, 0, 3, 3, 2, 0, 0, 1, 0, 0} {
		add(compare.Event{Sample: &compare.Sample{HeadA: fork + 3 + uint64(i), HeadB: fork + 3 + uint64(i) - lag}})
	}
	return events
}

func TestFrames(t *testing.T) {
	nodes := func(s *tuitest.Setup) {
		s.Options = func(options *tui.Options) {
			options.OpenNode = func(ctx context.Context, name string) (*screen.Node, error) {
				<-ctx.Done() // events come from the scene
				return nil, ctx.Err()
			}
		}
	}
	scene := func(replaced bool) tuitest.Scene {
		return tuitest.Scene{
			Keys: []string{":", "compare mine/1 mine/2", "enter"}, AllSizes: true, Setup: nodes,
			Play: func(d *tuitest.Deck) {
				d.Screen().(*comparescreen.Model).Feed([2]load.Endpoint{{BaseURL: "http://mine-1.example:28000"}, {BaseURL: "http://mine-2.example:28000"}}, healed(replaced)...)
			},
		}
	}
	tuitest.Frames(t, map[string]tuitest.Scene{"healed": scene(true), "healed-unseen": scene(false)})
}
