package tuitest

import (
	"net/http"
	"time"
)

// LoadStates returns scenes of a screen's load states: loading, cancelled, stale, failed, failed-reload, unauthorized, rate-limited. keys
// lead to the screen, the key load starts the load and the key reload repeats it.
func LoadStates(keys []string, load, reload string) map[string]Scene {
	scenes := map[string]Scene{}
	for name, play := range map[string]func(d *Deck){
		"loading": func(d *Deck) {
			d.Paused = true
			d.Press(load)
			d.Advance(2 * time.Second)
		},
		"cancelled": func(d *Deck) {
			d.Paused = true
			d.Press(load, "esc")
			d.Resume()
		},
		"stale": func(d *Deck) {
			d.Press(load)
			d.Paused = true
			d.AdvanceClock(3 * time.Minute)
		},
		"failed": func(d *Deck) {
			d.Connection.Status = -1
			d.Press(load)
		},
		"failed-reload": func(d *Deck) {
			d.Press(load)
			d.Connection.Status = -1
			d.Advance(41 * time.Second)
			d.Press(reload)
		},
		"unauthorized": func(d *Deck) {
			d.Connection.Status = http.StatusUnauthorized
			d.Press(load)
		},
		"rate-limited": func(d *Deck) {
			d.Press(load)
			d.Connection.Status = http.StatusTooManyRequests
			d.Advance(12 * time.Second)
			d.Press(reload)
		},
	} {
		scenes[name] = Scene{Keys: keys, Play: play}
	}
	return scenes
}
