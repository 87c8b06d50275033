package tui_test

import (
	"bytes"
	"io"
	"net/http"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// longer repeats the hostile texts in the responses of a node.
type longer struct {
	next  http.RoundTripper
	times int
}

func (l longer) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := l.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte(tuitest.Attack), bytes.Repeat([]byte(tuitest.Attack), l.times))))
	response.ContentLength = -1
	return response, nil
}

// The allocations of a key and its frame are bounded on every screen even if each text of the node has 200 kB.
func TestLongTextCost(t *testing.T) {
	effort.SkipUnderRace(t)
	const maxAllocated = 9_000_000 // at a transaction 5.4 million, and 6.9 with what the race detector adds
	for name, keys := range map[string][]string{
		"account": busy(), "modules": busy("4"), "resources": busy("5"), "transaction": busy("end", "enter"), "malformed transaction": busy("end", "up", "enter"),
		"module": {"0x1::hostile", "enter", "down"}, "view": {"0x1::hostile::f", "enter", "enter", "u8", "enter"},
	} {
		d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 30, Record: tuitest.Hostile}, Transport: func(next http.RoundTripper) http.RoundTripper {
			return longer{next, 200_000 / len(tuitest.Attack)}
		}})
		d.Press(keys...)
		var before, after runtime.MemStats
		for _, key := range []string{"down", "up", "tab"} {
			runtime.ReadMemStats(&before)
			d.Press(key)
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(maxAllocated), "%s at %s", key, name)
		}
	}
}
