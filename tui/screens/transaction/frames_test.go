package transaction_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/client/localnet"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func busy(keys ...string) []string { return append([]string{"busy", "enter"}, keys...) }

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"arguments": {Keys: busy("down", "down", "enter"), AllSizes: true, Sizes: [][2]int{{160, 50}}},
		"followed":  {Keys: busy("enter", "tab", "tab", "down", "down", "u", "u")},
		"failed":    {Keys: busy("pgdown", "up", "enter")},
		"payload":   {Keys: busy("enter", "2")},
		"events":    {Keys: busy("enter", "3", "down", "enter"), AllSizes: true},
		"output":    {Keys: busy("enter", "4")},
		"signature": {Keys: busy("enter", "5")},
		"raw":       {Keys: busy("enter", "6", "down", "down")},
		"search":    {Keys: busy("enter", "6", "/", "0x1")},
		"block":     {Keys: busy("enter", "tab")},
		"pending":   {Executed: true, Keys: []string{":", "tx " + tuitest.Waiting, "enter"}},
		"no-hash":   {Executed: true, Keys: []string{":", "tx " + tuitest.Quiet, "enter"}, AllSizes: true},
		"proof": {AllSizes: true, Setup: func(s *tuitest.Setup) { s.Handler, s.Network = nil, localnet.Options{NodeVersion: localnet.Node11} },
			Keys: []string{"treasury", "enter", "G", "k", "k", "k", "k", "k", "enter", "P"}},
		"hostile": {Record: tuitest.Hostile, Keys: busy("end", "enter")},
		"odd":     {Record: tuitest.Hostile, Keys: busy("end", "up", "enter")},
	})
}
