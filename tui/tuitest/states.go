package tuitest

import (
	"net/http"
	"time"
)

// LoadStates returns scenes of the states in which something that a screen loads can be, by name: loading, cancelled, stale, failed,
// failed-reload, unauthorized, rate-limited. The keys lead to the screen, the key load loads, and the key reload loads again.
func LoadStates(keys []string, load, reload string) map[string]Scene {
	scenes := map[string]Scene{}
	for name, play := range map[string]func(d *Deck){
		"loading": func(d *Deck) {
			d.Held = true
			d.Press(load)
			d.Pass(2 * time.Second)
		},
		"cancelled": func(d *Deck) {
			d.Held = true
			d.Press(load, "esc")
			d.Release()
		},
		"stale": func(d *Deck) {
			d.Press(load)
			d.Held = true
			d.Advance(3 * time.Minute)
		},
		"failed": func(d *Deck) {
			d.Line.Status = -1
			d.Press(load)
		},
		"failed-reload": func(d *Deck) {
			d.Press(load)
			d.Line.Status = -1
			d.Pass(41 * time.Second)
			d.Press(reload)
		},
		"unauthorized": func(d *Deck) {
			d.Line.Status = http.StatusUnauthorized
			d.Press(load)
		},
		"rate-limited": func(d *Deck) {
			d.Press(load)
			d.Line.Status = http.StatusTooManyRequests
			d.Pass(12 * time.Second)
			d.Press(reload)
		},
	} {
		scenes[name] = Scene{Keys: keys, Play: play}
	}
	return scenes
}
