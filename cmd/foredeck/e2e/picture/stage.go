package main

import (
	"fmt"
	"os"
	"time"

	"foredeck/cmd/foredeck/e2e/program"
	"foredeck/cmd/foredeck/e2e/terminal"
)

const (
	// patience is the timeout for a hang.
	patience = 45 * time.Second
	// quiet is how long the output must pause before the screen counts as drawn.
	quiet = 250 * time.Millisecond
	// typing is the time between two keys of an experienced user.
	typing = 70 * time.Millisecond
)

// stage is the program in a terminal, with keys to press.
type stage struct {
	*terminal.Terminal
	look look
	ends []func()
}

// failure is the reason why a scene did not finish.
type failure string

// Helper does nothing: it marks helper functions in tests.
func (s *stage) Helper() {}

// Fatal ends the scene.
func (s *stage) Fatal(values ...any) { panic(failure(fmt.Sprint(values...))) }

// Fatalf ends the scene.
func (s *stage) Fatalf(format string, values ...any) { panic(failure(fmt.Sprintf(format, values...))) }

// Cleanup registers a function that runs when the scene ends.
func (s *stage) Cleanup(end func()) { s.ends = append(s.ends, end) }

// perform runs the program as a new user, with nothing saved or configured, and plays a scene.
func perform(path string, size terminal.Size, l look, play func(*stage)) (err error) {
	home, err := os.MkdirTemp("", "foredeck-picture-")
	if err != nil {
		return err
	}
	s := &stage{look: l}
	defer func() {
		failed, isFailure := recover().(failure)
		for _, end := range s.ends {
			end()
		}
		_ = os.RemoveAll(home) // it is in the system's folder for temporary files, where it may remain
		if isFailure {
			err = fmt.Errorf("%s", failed)
		}
	}()
	s.Terminal = terminal.Start(s, size, terminal.Options{Environment: program.Environment(home)}, path, "--theme", l.theme)
	s.see("▸ treasury +account")
	play(s)
	return nil
}

// see waits until the screen is drawn and shows all patterns.
func (s *stage) see(patterns ...string) {
	for _, pattern := range patterns {
		s.WaitFor(pattern, patience)
	}
	s.settle()
}

// settle waits until drawing pauses. A clock that changes each second leaves time for that.
func (s *stage) settle() {
	for {
		select {
		case <-s.Changed():
		case <-time.After(quiet):
			return
		}
	}
}

// press presses keys one by one.
func (s *stage) press(keys ...string) {
	for _, key := range keys {
		s.Key(key)
		s.hold(typing)
	}
}

// write types text.
func (s *stage) write(text string) {
	for _, character := range text {
		s.Type(string(character))
		s.hold(typing)
	}
}

// hold waits, so that the animation shows the screen for a while.
func (s *stage) hold(d time.Duration) { time.Sleep(d) }

// frame returns the screen.
func (s *stage) frame() frame { return s.look.frame(s.Cells()) }
