package store

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The alerts of earlier versions keep their condition, their state and their key.
func TestAlertsOfEarlierVersions(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string]Alert{
		`{"pair":"a_b","percent":false,"above":true,"level":"0.62","armed":true,"fired":"0001-01-01T00:00:00Z","price":""}`: {Pair: "a_b", Condition: "> 0.62", Armed: true},
		`{"pair":"a_b","percent":true,"above":false,"level":"-5","armed":false,"fired":"1970-01-01T00:00:01Z","price":"3"}`: {Pair: "a_b", Condition: "< -5%", Fired: time.Unix(1, 0).UTC(), Price: "3"},
	} {
		var former storedAlert
		require.NoError(t, json.Unmarshal([]byte(stored), &former))
		require.Equal(t, want, former.alert())
		again, err := json.Marshal(want)
		require.NoError(t, err)
		var current storedAlert
		require.NoError(t, json.Unmarshal(again, &current))
		require.Equal(t, want, current.alert())
	}
}
