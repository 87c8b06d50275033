package tui

import (
	"bytes"
	"io"
	"net/http"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// longer makes the attacks in the answers of a node so many times as long.
type longer struct {
	next  http.RoundTripper
	times int
}

func (l longer) RoundTrip(request *http.Request) (*http.Response, error) {
	answer, err := l.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	answer.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte(attack), bytes.Repeat([]byte(attack), l.times))))
	answer.ContentLength = -1
	return answer, nil
}

// TestLongTextsCostNoMore goes to every place where a node writes 200 kB in the place of each text. What a key with its
// frame allocates tells more surely than time what it costs; one look at a whole page of such texts would be many megabytes.
func TestLongTextsCostNoMore(t *testing.T) {
	const most = 8_000_000
	for name, scene := range scenes {
		if scene.record == nil && name != "view-hostile" && name != "module-hostile" {
			continue
		}
		d := newDeck(t, 120, 40, setup{handler: fixture{records: 30, record: hostile}, transport: func(next http.RoundTripper) http.RoundTripper {
			return longer{next, 200_000 / len(attack)}
		}})
		scene.play(d)
		var before, after runtime.MemStats
		for _, key := range []string{"down", "up", "tab"} {
			runtime.ReadMemStats(&before)
			d.press(key)
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(most), "%s at %s", key, name)
		}
	}
}
