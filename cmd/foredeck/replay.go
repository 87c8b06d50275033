package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui"
	screens "foredeck/tui/screen"
)

// The paces of --pace.
const (
	atSpeed    = "speed"
	asRecorded = "recorded"
)

// played is a recording that takes the place of the network.
type played struct {
	*transport.Replay
	file   *os.File
	facts  recordedFacts
	blocks []recordedBlock // in the order of the file
	given  atomic.Uint64   // height of the newest block that was given as an answer; 0: none was
}

// checkRecording says what flags of recordings cannot be.
func (f *globalFlags) checkRecording(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	switch {
	case f.pace != atSpeed && f.pace != asRecorded:
		return fmt.Errorf("--pace %q: there are %s and %s", f.pace, atSpeed, asRecorded)
	case given("pace") && f.replay == "":
		return errors.New("--pace: it is of --replay FILE")
	case given("record") && f.recordTo == "":
		return errors.New("--record: empty; give the name of a file to write")
	case given("replay") && f.replay == "":
		return errors.New("--replay: empty; give the name of a recording")
	case f.replay == "":
		return nil
	}
	for _, name := range []string{"record", "network", "base-url", "oracle-url", "rpc-version"} {
		if given(name) {
			return fmt.Errorf("--replay and --%s: give one of the two; a recording knows its network", name)
		}
	}
	return nil
}

// play opens the recording of --replay.
func (f *globalFlags) play() (*played, error) {
	file, err := os.Open(f.replay)
	if err != nil {
		return nil, &fileError{fmt.Errorf("--replay: %w", err)}
	}
	p, err := f.read(file)
	if err != nil {
		_ = file.Close() // it was only read
		return nil, &fileError{fmt.Errorf("--replay: %s, %w", f.replay, err)}
	}
	return p, nil
}

func (f *globalFlags) read(file *os.File) (*played, error) {
	found, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !found.Mode().IsRegular() {
		return nil, errors.New("which is no file: a recording is read more than once")
	}
	p := &played{file: file}
	if p.Replay, err = transport.NewReplay(file, found.Size(), f.pace == asRecorded, p.sawBlock); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(p.Facts, &p.facts); err != nil {
		p.facts = recordedFacts{} // which say nothing
	}
	if err := p.facts.check(); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	return p, nil
}

// settle puts the recorded network in the place of that of the settings. None of its keys is read.
func (p *played) settle(settings *config.Settings) {
	settings.Network = p.facts.network()
	settings.Networks, settings.Names, settings.Doubt = nil, nil, nil
}

// cutShort is the complaint about what is played, if there is one.
func (s *session) cutShort() error {
	if s.played == nil {
		return nil
	}
	return s.played.complaint()
}

// simulated tells whether the network is the one inside of the program, also where that was when it was recorded.
func (s *session) simulated() bool {
	return s.embedded != nil || s.played != nil && s.played.facts.Simulated
}

// complaint tells that the recording is not whole; nil: it is.
func (p *played) complaint() error {
	if !p.IsCut {
		return nil
	}
	return errors.New("the recording breaks off in its last line, which is left out")
}

// warnPlayed says on stderr that the recording is not whole, unless that is for programs to read.
func (f *globalFlags) warnPlayed(s *session) error {
	complaint := s.cutShort()
	if complaint == nil || f.output == "json" || f.output == "jsonl" {
		return nil
	}
	_, err := fmt.Fprintf(s.problems, "foredeck: %s\n", complaint)
	return err
}

// now is the time that ages are told by: that of the recording where one is played.
func (s *session) now() time.Time {
	if s.played != nil {
		return s.played.Now()
	}
	return time.Now()
}

// lastAnswer is how long the last answer of a recording may take to be looked at.
const lastAnswer = time.Second

// untilOver is for what goes on until it is stopped: where a recording is played, its end does that.
func (s *session) untilOver(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.played == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, s.played.Ends().Sub(s.played.Now())+lastAnswer)
}

// asksKept tells whether what is kept on disk may take the place of a call: not where all calls are to be recorded, and not
// where a recording is all there is.
func (s *session) asksKept() bool { return s.embedded == nil && s.recording == nil && s.played == nil }

// ends is when all of the recording was over; the zero time where none is played.
func (p *played) ends() time.Time {
	if p == nil {
		return time.Time{}
	}
	return p.Ends()
}

// playedNetwork is the network of the recording, which is the only one that there is.
func (s *session) playedNetwork() tui.Networks {
	return tui.Networks{
		List: []screens.Network{{Name: s.place.Network, ChainID: s.settings.Network.ChainID, Address: s.place.BaseURL}},
		Open: func(_ context.Context, name string) (tui.Options, error) {
			return tui.Options{}, fmt.Errorf("a recording is played, and %s is not in it", strings.TrimSpace(name))
		},
	}
}
