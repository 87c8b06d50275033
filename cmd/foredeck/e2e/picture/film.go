package main

import (
	"reflect"
	"time"
)

const (
	// minShown is the shortest time a frame is shown. A frame is recorded once it has not changed for that time.
	minShown = 50 * time.Millisecond
	// lastShown is how long the last frame is shown before the animation repeats.
	lastShown = 3 * time.Second
)

// film records the frames of a stage.
type film struct {
	stage   *stage
	stop    chan struct{}
	stopped chan struct{}
	moments []moment
}

// film starts a recording.
func (s *stage) film() *film {
	f := &film{stage: s, stop: make(chan struct{}), stopped: make(chan struct{})}
	go f.take()
	return f
}

// take records frames until the film ends.
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

// add adds a frame shown since a time, unless it equals the last one.
func (f *film) add(drawn frame, since time.Duration) {
	last := len(f.moments) - 1
	if last >= 0 && reflect.DeepEqual(f.moments[last].frame, drawn) {
		return
	}
	if last >= 0 {
		f.moments[last].shown = since - f.moments[last].shown // it held its start until now
	}
	f.moments = append(f.moments, moment{drawn, since})
}

// end ends the recording and returns its moments.
func (f *film) end() []moment {
	close(f.stop)
	<-f.stopped
	f.moments[len(f.moments)-1].shown = lastShown
	return f.moments
}
