package main

import (
	"reflect"
	"time"
)

const (
	// minShown is the shortest time for a frame. A frame is taken when it has not changed for as long.
	minShown = 50 * time.Millisecond
	// lastShown is how long the last frame is shown before the film repeats.
	lastShown = 3 * time.Second
)

// film takes each frame of a stage, from begin to end.
type film struct {
	stage   *stage
	stop    chan struct{}
	stopped chan struct{}
	moments []moment
}

// film begins one.
func (s *stage) film() *film {
	f := &film{stage: s, stop: make(chan struct{}), stopped: make(chan struct{})}
	go f.take()
	return f
}

// take takes frames until the film is to end.
func (f *film) take() {
	defer close(f.stopped)
	began := time.Now()
	for {
		changed := f.stage.Changed()
		f.add(f.stage.frame(), time.Since(began))
		select {
		case <-changed:
		case <-f.stop:
			return
		}
		time.Sleep(minShown)
	}
}

// add adds a frame that is there since then, if it is another one.
func (f *film) add(drawn frame, since time.Duration) {
	last := len(f.moments) - 1
	if last >= 0 && reflect.DeepEqual(f.moments[last].frame, drawn) {
		return
	}
	if last >= 0 {
		f.moments[last].shown = since - f.moments[last].shown // it held when it began until now
	}
	f.moments = append(f.moments, moment{drawn, since})
}

// end ends the film and gives what it shows.
func (f *film) end() []moment {
	close(f.stop)
	<-f.stopped
	f.moments[len(f.moments)-1].shown = lastShown
	return f.moments
}
