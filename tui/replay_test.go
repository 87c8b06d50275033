package tui

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
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// recordedDeck is a deck on a network of the test whose session is written into the file.
func recordedDeck(t *testing.T, file *bytes.Buffer, network localnet.Options) *deck {
	t.Helper()
	recording := new(transport.Recording)
	header := transport.RecordingHeader{Program: "foredeck test", Started: time.Now(), Facts: json.RawMessage(`{}`)}
	require.NoError(t, recording.Start(file, header, []string{baseURL}, nil))
	return newDeck(t, 100, 30, setup{network: network, transport: func(next http.RoundTripper) http.RoundTripper {
		travel, err := transport.Policy{Next: next, Recording: recording}.Transport()
		require.NoError(t, err)
		return travel
	}})
}

// replayedDeck is a deck that has its answers from a recording.
func replayedDeck(t *testing.T, width, height int, recorded []byte) *deck {
	t.Helper()
	replay, err := transport.NewReplay(bytes.NewReader(recorded), int64(len(recorded)), false, nil)
	require.NoError(t, err)
	return newDeck(t, width, height, setup{transport: func(http.RoundTripper) http.RoundTripper { return replay }})
}

// play presses keys, the clock's message after each, and gives the frame after each.
func play(d *deck, keys []string) []string {
	frames := []string{d.screen()}
	for _, key := range keys {
		d.press(key)
		d.pass(time.Second)
		frames = append(frames, d.screen())
	}
	return frames
}

// What a session showed its recording shows again, frame by frame.
func TestAReplayShowsTheFramesOfTheSession(t *testing.T) {
	keys := []string{
		"treasury", "enter", "down", "end", "enter", "2", "3", "f", "esc", "2", "f", "down", "4", "enter", "esc", "5", "down", "enter", "esc", "m",
		"space", "h", "0x1::coin::balance", "enter", "v", "0x1::native_coin::NativeCoin", "tab", "treasury", "enter", "esc",
		"space", "b", "down", "pgdown", "enter", "B", "J", "esc", "n", "v", "space", "h", "esc", "tab", "0xdead", "`", "down", "enter",
	}
	file := new(bytes.Buffer)
	shown := play(recordedDeck(t, file, localnet.Options{Transactions: 60}), keys)
	frames := play(replayedDeck(t, 100, 30, file.Bytes()), keys)
	for i := range shown {
		require.Equal(t, shown[i], frames[i], "after %q", keys[:i])
	}
}

// fixtureKeys are what was pressed while the fixture was recorded.
var fixtureKeys = []string{"treasury", "enter", "enter", "3"}

// The fixture is a session that was recorded once: a recording of this version stays readable.
func TestTheDeckPlaysARecording(t *testing.T) {
	path := filepath.Join("testdata", "session.jsonl")
	if _, err := os.Stat(path); flag.Lookup("update").Value.String() == "true" && err != nil { // else it would be another one each time
		file := new(bytes.Buffer)
		play(recordedDeck(t, file, localnet.Options{Transactions: 10}), fixtureKeys)
		require.NoError(t, os.WriteFile(path, file.Bytes(), 0o644))
	}
	recorded, err := os.ReadFile(path)
	require.NoError(t, err, "go test ./tui -update makes it where it is not")

	d := replayedDeck(t, 100, 30, recorded)
	d.model.replayed, d.model.deps.Notice = true, (&Options{Replayed: true}).notice()
	require.Equal(t, text.Safe("simulated replay"), (&plainDeck{Model: d.model}).nodeWords())
	d.shows("simulated replay", "ready: a recording; nothing here is live")
	play(d, fixtureKeys)

	d.press("space", "h", "alice", "enter")
	d.shows("Transactions sent", "failed", "not in this recording", "a replay shows only what was asked while it was recorded")
	d.press("space", "h", "treasury", "enter")
	d.shows("Transactions sent")
	d.hides("not in this recording")
}

// At its end a recording says so once, and not over what else is said; then where there is room.
func TestTheEndOfARecordingIsSaid(t *testing.T) {
	recorded, err := os.ReadFile(filepath.Join("testdata", "session.jsonl"))
	require.NoError(t, err)
	d := replayedDeck(t, 100, 30, recorded)
	d.pass(time.Minute)
	d.hides("at its end")
	d.model.replayed, d.model.deps.Ends = true, d.now.Add(10*time.Second)
	d.pass(9 * time.Second)
	d.hides("at its end")
	d.send(screen.StatusMsg{Text: "copied"})
	d.pass(time.Second)
	d.shows("copied", "the recording is at its end")
	d.hides("watching 14 places", "can still be opened")
	d.press("down")
	d.pass(time.Second)
	d.shows("the recording is at its end: all that is in it can still be opened")
	require.Equal(t, 1, strings.Count(d.screen(), "the recording is at its end"))
	d.press("treasury", "enter")
	d.pass(time.Second)
	d.shows("the recording is at its end")
	d.hides("can still be opened", "looks again")
	d.press("`")
	d.shows("keys and tokens are never shown or copied") // what is true of the place stays
	d.press("`", "space", "b")
	d.hides("bell ")
}
