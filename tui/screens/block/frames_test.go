package block_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(keys ...string) []string { return append([]string{"esc", "space", "b"}, keys...) }

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"block":      {Keys: open("m", "17", "enter", "down", "enter"), AllSizes: true},
		"header":     {Keys: []string{"48211900", "enter", "tab", "down", "down", "down"}},
		"voters":     {Keys: open("enter", "tab", "tab", "right", "down")},
		"payload":    {Keys: open("enter", "2")},
		"raw":        {Keys: open("enter", "3", "/", "author")},
		"batches":    {Keys: open("down", "down", "enter", "B", "down", "enter", "down")},
		"executed":   {Executed: true, Chain: func(c *tuitest.Chain) { c.NeedsToken = true }, Keys: open("down", "enter", "down"), AllSizes: true},
		"statistics": {Executed: true, Chain: func(c *tuitest.Chain) { c.NeedsToken = true }, Keys: open("down", "enter", "2")},
		"missing":    {Keys: []string{"48300000", "enter"}},
		"hostile":    {Chain: func(c *tuitest.Chain) { c.Hostile = true }, Keys: open("enter")},
	})
}
