package settings_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// configFile is a config file as people write them.
const configFile = `# My own. The order matters to me.
theme   = 'dark'   # easy on the eyes
no_color = false

[names]
boss = "0xb055" # the boss

[keys]
# as in another program
"deck.quit" = "ctrl+q"

[networks.mine]
base_urls = [
  "https://rpc.mine.example.org", # in the cellar
]
chain_id = 7
api_key_env = "MINE"

[look_again]
home = "20s"
`

func TestFrames(t *testing.T) {
	scenes := map[string]tuitest.Scene{"invalid-line": {Config: configFile + "account = 5\n", Keys: []string{"3", "down"}}}
	for name, keys := range map[string][]string{
		"networks":    nil,
		"network":     {"h", "h", "end", "up", "up"},
		"appearance":  {"2", "down"},
		"theme":       {"2", "enter"},
		"typed":       {"3", "down", "enter", "ctrl+u", "10x"},
		"keys":        {"6", "/", "deck.q", "enter", "enter", "ctrl+u", "ctrl+z"},
		"added":       {"1", "a", "mine"},
		"filter-none": {"4", "/", "nothing"},
	} {
		scenes[name] = tuitest.Scene{Config: configFile, Keys: keys, AllSizes: name == "appearance"}
	}
	for name, scene := range scenes {
		keys := scene.Keys
		scene.Keys = nil
		scene.Play = func(d *tuitest.Deck) {
			d.Deps().Settings.Path = "/home/me/.config/foredeck/config.toml" // the same in every run
			d.Press("esc", "space", "s")
			d.Press(keys...)
		}
		scenes[name] = scene
	}
	tuitest.Frames(t, scenes)
}
