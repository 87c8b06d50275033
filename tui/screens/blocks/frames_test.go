package blocks_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(keys ...string) []string { return append([]string{"esc", "space", "b"}, keys...) }

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"blocks":     {Keys: open()},
		"validator":  {Keys: open("m", "17", "enter"), AllSizes: true},
		"paging":     {Keys: open("pgdown", "pgdown", "down")},
		"next":       {Keys: open("n")},
		"end":        {Chain: func(c *tuitest.Chain) { c.Oldest = tuitest.NewestHeight - 60 }, Keys: open("end")},
		"named":      {Keys: open("=", "me", "enter")},
		"paused":     {Keys: open("p")},
		"votes":      {Keys: open("m", "1", "enter", "v")},
		"grid":       {Keys: open("tab")},
		"statistics": {Keys: open("S", "down")},
		"authors":    {Keys: open("S", "tab")},
		"prompt":     {Keys: open("m")},
		"refused":    {Chain: func(c *tuitest.Chain) { c.NeedsToken = true }, Keys: open()},
		"executed":   {Executed: true, Chain: func(c *tuitest.Chain) { c.NeedsToken = true }, Keys: open("down"), AllSizes: true},
		"empty":      {Chain: func(c *tuitest.Chain) { c.Head = 0 }, Keys: open()},
		"hostile":    {Chain: func(c *tuitest.Chain) { c.Hostile = true }, Keys: open()},
	})
}
