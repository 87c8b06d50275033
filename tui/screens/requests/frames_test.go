package requests_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFrames(t *testing.T) {
	scenes := map[string]tuitest.Scene{"empty": {Keys: []string{"busy", "enter", "`"}}}
	for name, keys := range map[string][]string{
		"requests": nil, "all": {"*", "down", "down"}, "body": {"enter", "down", "l"}, "text": {"down", "tab"}, "headers": {"*", "end", "up", "2", "enter"},
		"timing": {"3", "enter"}, "sent": {"down", "down", "4", "enter"}, "failed": {"f", "down"}, "refused": {"f", "down", "enter"}, "filter": {"/", "block"},
		"filter-none": {"/", "nothing like it", "enter"}, "cancelled": {"end", "enter"}, "search": {"enter", "/", "51a"}, "help": {"?"},
	} {
		scenes[name] = tuitest.Scene{AllSizes: name == "requests", Play: func(d *tuitest.Deck) {
			tuitest.OpenRecorded(d)
			d.Press(keys...)
		}}
	}
	tuitest.Frames(t, scenes)
}
