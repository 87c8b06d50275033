package tui_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/tui"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// recordedDeck returns a deck on a simulated network that records its session in the file.
func recordedDeck(t *testing.T, file *bytes.Buffer, network localnet.Options) *tuitest.Deck {
	t.Helper()
	recording := new(transport.Recording)
	header := transport.RecordingHeader{Program: "foredeck test", Started: time.Now(), Facts: json.RawMessage(`{}`)}
	require.NoError(t, recording.Start(file, header, []string{tuitest.BaseURL}, nil))
	return tuitest.New(t, 100, 30, tuitest.Setup{Network: network, Transport: func(next http.RoundTripper) http.RoundTripper {
		recorded, err := transport.Policy{Next: next, Recording: recording}.Transport()
		require.NoError(t, err)
		return recorded
	}})
}

// replayedDeck returns a deck that replays a recording.
func replayedDeck(t *testing.T, recorded []byte, change func(*tui.Options)) *tuitest.Deck {
	t.Helper()
	replay, err := transport.NewReplay(bytes.NewReader(recorded), int64(len(recorded)), false, nil)
	require.NoError(t, err)
	return tuitest.New(t, 100, 30, tuitest.Setup{Transport: func(http.RoundTripper) http.RoundTripper { return replay }, Options: change})
}

// play presses keys, advances the clock by a second after each, and returns the frames.
func play(d *tuitest.Deck, keys []string) []string {
	frames := []string{d.Frame()}
	for _, key := range keys {
		d.Press(key)
		d.Advance(time.Second)
		frames = append(frames, d.Frame())
	}
	return frames
}

// A replay shows the same frames as the recorded session.
func TestReplayFrames(t *testing.T) {
	t.Parallel()
	keys := []string{
		"treasury", "enter", "down", "end", "enter", "2", "3", "f", "esc", "2", "f", "down", "4", "enter", "esc", "5", "down", "enter", "esc", "m",
		"space", "h", "0x1::coin::balance", "enter", "v", "0x1::native_coin::NativeCoin", "tab", "treasury", "enter", "esc",
		"space", "b", "down", "pgdown", "enter", "B", "J", "esc", "n", "v", "space", "h", "esc", "tab", "0xdead", "`", "down", "enter",
	}
	file := new(bytes.Buffer)
	shown := play(recordedDeck(t, file, localnet.Options{Transactions: 60}), keys)
	frames := play(replayedDeck(t, file.Bytes(), nil), keys)
	for i := range shown {
		require.Equal(t, shown[i], frames[i], "after %q", keys[:i])
	}
}

// fixtureKeys are the keys that were pressed while the fixture was recorded.
var fixtureKeys = []string{"treasury", "enter", "enter", "3"}

// The fixture is a recording by an earlier version, which must remain readable.
func TestReplayFixture(t *testing.T) {
	t.Parallel()
	path := filepath.Join("testdata", "session.jsonl")
	if _, err := os.Stat(path); flag.Lookup("update").Value.String() == "true" && err != nil { // never replaced: each recording differs
		file := new(bytes.Buffer)
		play(recordedDeck(t, file, localnet.Options{Transactions: 10}), fixtureKeys)
		require.NoError(t, os.WriteFile(path, file.Bytes(), 0o644))
	}
	recorded, err := os.ReadFile(path)
	require.NoError(t, err, "go test ./tui -update records a missing fixture")

	d := replayedDeck(t, recorded, func(o *tui.Options) { o.Replayed = true })
	d.Shows("simulated replay", "replaying a recording; nothing here is live")
	play(d, fixtureKeys)

	d.Press("space", "h", "alice", "enter")
	d.Shows("Sent transactions", "failed", "not in this recording", "a replay contains only what was requested while recording")
	d.Press("space", "h", "treasury", "enter")
	d.Shows("Sent transactions", "▸ 9", "balance not known: not in this recording") // the earlier version showed no balance
	d.Hides("failed")
}

// The end of a recording is reported once, without hiding another status message, and then shown where there is room.
func TestReplayEnd(t *testing.T) {
	t.Parallel()
	recorded, err := os.ReadFile(filepath.Join("testdata", "session.jsonl"))
	require.NoError(t, err)
	d := replayedDeck(t, recorded, func(o *tui.Options) {
		o.Replayed, o.Ends = true, tuitest.Start.Add(72*time.Second)
	})
	d.Advance(time.Minute)
	d.Hides("at its end")
	d.Advance(9 * time.Second)
	d.Hides("at its end")
	d.Send(screen.StatusMsg{Text: text.Const("copied")})
	d.Advance(time.Second)
	d.Shows("copied", "end of recording")
	d.Hides("watching 14 values", "can still be opened")
	d.Press("down")
	d.Advance(time.Second)
	d.Shows("end of recording: everything recorded can still be opened")
	require.Equal(t, 1, strings.Count(d.Frame(), "end of recording"))
	d.Press("treasury", "enter")
	d.Advance(time.Second)
	d.Shows("end of recording")
	d.Hides("can still be opened", "refreshes every")
	d.Press("`")
	d.Shows("before the response arrived") // the note of the screen stays
	d.Press("`", "space", "b")
	d.Hides("bell ")
}
