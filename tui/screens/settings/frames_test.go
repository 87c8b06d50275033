package settings_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFrames(t *testing.T) {
	scenes := map[string]tuitest.Scene{"invalid-line": {Config: tuitest.ExampleConfig + "account = 5\n", Keys: []string{"3", "down"}}}
	for name, keys := range map[string][]string{
		"networks":    {"1"},
		"network":     {"1", "h", "h", "end", "up", "up", "up"},
		"appearance":  nil,
		"theme":       {"enter"},
		"typed":       {"3", "down", "enter", "ctrl+u", "10x"},
		"keys":        {"6", "/", "deck.q", "enter", "enter", "ctrl+u", "ctrl+z"},
		"added":       {"1", "a", "mine"},
		"filter-none": {"4", "/", "nothing"},
	} {
		scenes[name] = tuitest.Scene{Config: tuitest.ExampleConfig, Keys: keys, AllSizes: name == "appearance"}
	}
	for name, scene := range scenes {
		keys := scene.Keys
		scene.Keys = nil
		scene.Play = func(d *tuitest.Deck) {
			d.Deps().ConfigFile.Path = "/home/me/.config/foredeck/config.toml" // the same in every run
			d.Press("esc", "space", "s")
			d.Press(keys...)
		}
		scenes[name] = scene
	}
	tuitest.Frames(t, scenes)
}
