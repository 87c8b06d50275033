package jsonpath

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
)

func TestPathsAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want Path
		written := ""
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			one := step{index: -1, name: rapid.String().Draw(t, "name")}
			if rapid.Bool().Draw(t, "element") {
				one = step{index: rapid.IntRange(0, 1<<30).Draw(t, "index")}
			}
			want = append(want, one)
			written += one.String()
		}
		got, err := Parse(written)
		require.NoError(t, err, "%q", written)
		require.Equal(t, want, got, "%q", written)
	})
}

func FuzzPath(f *testing.F) {
	for _, seed := range []string{".a.b", "a[0]", `["a"].b`, "[", `["`, "..", ".[0]"} {
		f.Add(seed, `{"a":[{"b":1}]}`)
	}
	f.Fuzz(func(t *testing.T, written, document string) {
		path, err := Parse(written)
		if err != nil || !json.Valid([]byte(document)) {
			return
		}
		value, err := path.Lookup(json.RawMessage(document))
		if err != nil {
			require.True(t, errors.Is(err, client.ErrNotFound))
			return
		}
		require.True(t, json.Valid(value))
	})
}
