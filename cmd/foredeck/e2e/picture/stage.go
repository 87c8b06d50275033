package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"foredeck/cmd/foredeck/e2e/terminal"
)

const (
	// patience only tells a hang: what is waited for comes within it.
	patience = 45 * time.Second
	// quiet is how long a program writes nothing until its screen is taken for drawn.
	quiet = 250 * time.Millisecond
	// typing is the time between two keys, as of somebody who knows them.
	typing = 70 * time.Millisecond
)

// stage is the program in a terminal, and who presses the keys.
type stage struct {
	*terminal.Terminal
	look look
	ends []func()
}

// failure is why a scene did not come to its end.
type failure string

// Helper is for tests, which show where one was called.
func (s *stage) Helper() {}

// Fatal ends the scene.
func (s *stage) Fatal(values ...any) { panic(failure(fmt.Sprint(values...))) }

// Fatalf ends the scene.
func (s *stage) Fatalf(format string, values ...any) { panic(failure(fmt.Sprintf(format, values...))) }

// Cleanup has something done when the scene is over.
func (s *stage) Cleanup(end func()) { s.ends = append(s.ends, end) }

// perform runs the program and plays on it. It is somebody's first time: nothing is saved and nothing is set.
func perform(program string, size terminal.Size, l look, play func(*stage)) (err error) {
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
		_ = os.RemoveAll(home) // the system's own folder of what is temporary: it may stay
		if isFailure {
			err = fmt.Errorf("%s", failed)
		}
	}()
	s.Terminal = terminal.Start(s, size, terminal.Options{Environment: []string{
		"HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_STATE_HOME=" + filepath.Join(home, "state"),
		"XDG_CACHE_HOME=" + filepath.Join(home, "cache"), "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8",
	}}, program, "--theme", l.theme)
	s.see("▸ treasury +account")
	play(s)
	return nil
}

// see waits until the screen shows all of the patterns, and is drawn.
func (s *stage) see(patterns ...string) {
	for _, pattern := range patterns {
		s.WaitFor(pattern, patience)
	}
	s.settle()
}

// settle waits until nothing is drawn for a moment. A clock that is drawn each second leaves room for that.
func (s *stage) settle() {
	for {
		select {
		case <-s.Changed():
		case <-time.After(quiet):
			return
		}
	}
}

// press presses keys one after the other.
func (s *stage) press(keys ...string) {
	for _, key := range keys {
		s.Key(key)
		s.hold(typing)
	}
}

// maxPresses limits how often a key is pressed until a pattern is shown.
const maxPresses = 40

// until presses a key until the screen shows a pattern.
func (s *stage) until(key, pattern string) {
	expression := regexp.MustCompile("(?m)" + pattern)
	for range maxPresses {
		if expression.MatchString(s.Screen()) {
			return
		}
		s.press(key)
		s.hold(quiet)
		s.settle()
	}
	s.Fatalf("%q did not come by pressing %s", pattern, key)
}

// write types a text.
func (s *stage) write(text string) {
	for _, character := range text {
		s.Type(string(character))
		s.hold(typing)
	}
}

// hold shows what is there for a while.
func (s *stage) hold(d time.Duration) { time.Sleep(d) }

// frame is what the screen shows.
func (s *stage) frame() frame { return s.look.frame(s.Cells()) }
