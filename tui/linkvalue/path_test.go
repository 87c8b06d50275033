package linkvalue

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
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "element") {
				want = append(want, rapid.IntRange(0, 1<<30).Draw(t, "index"))
			} else {
				want = append(want, rapid.String().Draw(t, "name"))
			}
		}
		written := want.String()
		got, err := ParsePath(written)
		require.NoError(t, err, "%q", written)
		require.Equal(t, want, got, "%q", written)
	})
}

// The tree of JSON writes a dot before the first step, whatever it is.
func TestPathMayBeginWithADot(t *testing.T) {
	for written, want := range map[string]Path{"": nil, ".": nil, ".a": {"a"}, "a": {"a"}, ".[0]": {0}, `.["a b"][1]`: {"a b", 1}} {
		got, err := ParsePath(written)
		require.NoError(t, err, written)
		require.Equal(t, want, got, written)
	}
}

func FuzzPath(f *testing.F) {
	for _, seed := range []string{".a.b", "a[0]", `["a"].b`, "[", `["`, "..", ".[0]"} {
		f.Add(seed, `{"a":[{"b":1}]}`)
	}
	f.Fuzz(func(t *testing.T, written, document string) {
		path, err := ParsePath(written)
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
