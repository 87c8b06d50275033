package callers_test

import (
	"maps"
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func openCalls(keys ...string) []string {
	return append([]string{"busy", "enter", "enter", "f", "t"}, keys...)
}

func TestFrames(t *testing.T) {
	scenes := tuitest.LoadStates([]string{"busy", "enter", "enter", "f"}, "t", "r")
	maps.Copy(scenes, map[string]tuitest.Scene{
		"calls":  {Keys: openCalls("down"), AllSizes: true},
		"filter": {Keys: openCalls("/", "255|success", "enter", "S", "S", "down")},
		"none":   {Keys: openCalls("2")},
	})
	tuitest.Frames(t, scenes)
}
