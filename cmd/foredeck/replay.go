package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/config"
	screens "foredeck/tui/screen"
)

// replay is a recording that replaces the network.
type replay struct {
	*transport.Replay
	file   *os.File
	facts  recordedFacts
	blocks []recordedBlock // in file order
	served atomic.Uint64   // highest block returned so far, 0 if none
}

// checkRecording reports recording options that contradict each other or are given as empty.
func (f *globalFlags) checkRecording(given func(flag string) bool) error {
	err := cmp.Or(
		wrongIf(given("pace") && f.replay == "", "--pace: requires --replay FILE"),
		wrongIf(given("record") && f.recordTo == "", `--record "": must be the name of a new file`),
		wrongIf(given("replay") && f.replay == "", `--replay "": must be the name of a recording`))
	for _, name := range []string{"record", "network", "base-url", "oracle-url", "rpc-version"} {
		err = cmp.Or(err, wrongIf(f.replay != "" && given(name), "--replay and --%s: use only one of them; a recording has its own network", name))
	}
	return err
}

// openReplay opens the recording of --replay.
func (f *globalFlags) openReplay() (*replay, error) {
	file, err := config.OpenRegular(f.replay)
	if err != nil {
		return nil, &fileError{fmt.Errorf("--replay: %w", err)}
	}
	r, err := f.readReplay(file)
	if err != nil {
		_ = file.Close() // it was only read
		return nil, &fileError{fmt.Errorf("--replay %s: %w", f.replay, err)}
	}
	return r, nil
}

func (f *globalFlags) readReplay(file *os.File) (*replay, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	r := &replay{file: file}
	if r.Replay, err = transport.NewReplay(file, info.Size(), f.pace == "recorded", r.addBlock); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(r.Facts, &r.facts); err != nil {
		r.facts = recordedFacts{} // check reports what is missing
	}
	if err := r.facts.check(); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	return r, nil
}

// applyTo replaces the network of the settings by the recorded one. No key is read.
func (r *replay) applyTo(settings *config.Settings) {
	settings.Network = r.facts.network()
	settings.Networks, settings.Names, settings.NetworkProblem = nil, nil, nil
}

// simulated reports whether the network is, or was when it was recorded, the embedded one.
func (s *session) simulated() bool {
	return s.simulation() != nil || s.replay != nil && s.replay.facts.Simulated
}

// simulation returns the simulated network that runs in the program, nil if the node is elsewhere.
func (s *session) simulation() *localnet.Network {
	if s.host != nil {
		return s.host.session.embedded
	}
	return s.embedded
}

// cutRecordingError is the error of a command that replayed an incomplete recording. err is nil if it found what it needed.
type cutRecordingError struct{ err error }

func (e *cutRecordingError) Error() string {
	return "incomplete recording: it ends within a line, which is ignored"
}

func (e *cutRecordingError) Unwrap() error { return e.err }

// checkComplete returns the error of a command, which is a *cutRecordingError if it succeeded, or missed a response, in an incomplete
// recording: what it printed may be incomplete too.
func (s *session) checkComplete(err error) error {
	if s.replay != nil && s.replay.IsCut && (err == nil || errors.Is(err, transport.ErrNotRecorded)) {
		return &cutRecordingError{err}
	}
	return err
}

// now returns the current time, or that of the recording.
func (s *session) now() time.Time {
	if s.replay != nil {
		return s.replay.Now()
	}
	return time.Now()
}

// replayGrace is the time that a command has to print the last response of a recording.
const replayGrace = time.Second

// untilReplayEnds returns a context for commands that run until they are stopped: the end of a recording ends it.
func (s *session) untilReplayEnds(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.replay == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, s.replay.End().Sub(s.replay.Now())+replayGrace)
}

// mayCache reports whether a cache on disk may replace calls: not of the embedded network, and neither when recording, which needs
// all calls, nor when replaying.
func (s *session) mayCache() bool { return s.embedded == nil && s.recording == nil && s.replay == nil }

// end returns the end of the recording, the zero time if nothing is replayed.
func (r *replay) end() time.Time {
	if r == nil {
		return time.Time{}
	}
	return r.End()
}

// notRecorded opens no other network than that of the recording.
func notRecorded(_ context.Context, name string) (screens.Connection, error) {
	return screens.Connection{}, fmt.Errorf("network %q: not in the recording", strings.TrimSpace(name))
}

// recordedBlock is a block of a recording.
type recordedBlock struct {
	at     time.Duration // time of the response since the start
	height uint64
}

// noBlock is the response body for a block that does not exist (spec section 4.6).
const noBlock = "null"

// RoundTrip responds from the recording. The search for the newest block, and the wait for the next one, request heights above the
// head, which depend on the moment. If such a height is not recorded the response is that there is no block.
func (r *replay) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := r.Replay.RoundTrip(request)
	height, ok := heightOf(request.URL.Path)
	switch {
	case !ok:
	case err == nil && response.StatusCode == http.StatusOK && response.ContentLength > int64(len(noBlock)):
		for before := r.served.Load(); before < height && !r.served.CompareAndSwap(before, height); {
			before = r.served.Load()
		}
	case errors.Is(err, transport.ErrNotRecorded) && height > r.newest():
		return &http.Response{
			Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(noBlock)), ContentLength: int64(len(noBlock)), Request: request,
		}, nil
	}
	return response, err
}

// newest returns the height of the newest block so far: served already, or recorded by this time. Nothing is known about heights
// below the recorded ones.
func (r *replay) newest() uint64 {
	newest, since, lowest := r.served.Load(), r.Now().Sub(r.Started), uint64(math.MaxUint64)
	for _, block := range r.blocks {
		lowest = min(lowest, block.height)
		if block.at <= since {
			newest = max(newest, block.height)
		}
	}
	return max(newest, lowest)
}

// highest returns the height of the highest block of the recording, 0 if there is none.
func (r *replay) highest() uint64 {
	highest := uint64(0)
	if r != nil {
		for _, block := range r.blocks {
			highest = max(highest, block.height)
		}
	}
	return highest
}

// addBlock remembers a block of the recording.
func (r *replay) addBlock(at time.Duration, address string, body []byte) {
	path, _, _ := strings.Cut(address, "?")
	if height, ok := heightOf(path); ok && string(bytes.TrimSpace(body)) != noBlock {
		r.blocks = append(r.blocks, recordedBlock{at, height})
	}
}

// heightOf returns the height in the path of a consensus block (spec section 4.6).
func heightOf(path string) (uint64, bool) {
	_, written, ok := strings.Cut(path, "/consensus/block/height/")
	if !ok {
		return 0, false
	}
	height, err := strconv.ParseUint(written, 10, 64)
	return height, err == nil
}
