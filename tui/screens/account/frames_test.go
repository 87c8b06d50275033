package account_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/tui/load"
	"foredeck/tui/screens/account"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func busy(keys ...string) []string { return append([]string{"busy", "enter"}, keys...) }

func TestFrames(t *testing.T) {
	scenes := map[string]tuitest.Scene{
		"sent":              {Keys: busy("down", "down", "down"), AllSizes: true},
		"sent-range":        {Keys: busy("down", "v", "down", "down"), Sizes: [][2]int{{80, 24}, {120, 40}}},
		"sent-decoded":      {Keys: busy("enter", "esc", "down", "down")},
		"sent-scrolled":     {Keys: busy("end", "pgdown")},
		"details":           {Keys: busy("tab")},
		"sent-oldest":       {Keys: busy("s")},
		"sent-end":          {Keys: busy("end", "end")},
		"filter":            {Keys: busy("/", "swap|publish", "down")},
		"filter-set":        {Keys: busy("/", "!success", "enter", "down", "down", "down")},
		"filter-invalid":    {Keys: busy("/", "swap(")},
		"filter-none":       {Keys: busy("/", "nowhere", "enter")},
		"sorted":            {Keys: busy("S", "S", "S")},
		"columns":           {Keys: busy("|", "down", "down", " ", "down", "down", "down", ">", ">", "K"), Sizes: [][2]int{{80, 24}, {120, 40}}, Window: true},
		"columns-small":     {Keys: busy("|", "down", "J"), Sizes: [][2]int{{40, 12}, {60, 20}}},
		"columns-chosen":    {Config: configOf("age", "function", "seq", "sender", "hash"), Keys: busy("down"), AllSizes: true},
		"types-filter":      {Keys: busy("5", "/", "1", "enter", "S", "down")},
		"merged":            {Keys: busy("m", "down")},
		"merged-empty":      {Keys: []string{"space", "a", "quiet", "enter", "m"}},
		"empty":             {Keys: []string{"space", "a", "quiet", "enter"}},
		"missing":           {Keys: []string{"0xdead", "enter"}},
		"hostile":           {Record: tuitest.Hostile, Keys: busy()},
		"coins":             {Keys: busy("2", "down")},
		"coins-user":        {Keys: busy("2", "f")},
		"coins-empty":       {Keys: []string{"space", "a", "quiet", "enter", "2"}},
		"automated":         {Keys: busy("3", "s")},
		"modules":           {Keys: busy("4", "down")},
		"modules-hostile":   {Record: tuitest.Hostile, Keys: busy("4")},
		"resources":         {Keys: busy("5", "down")},
		"value":             {Keys: busy("5", "enter", "*", "down", "down")},
		"value-search":      {Keys: busy("5", "enter", "/", "addr|^co", "enter", "n")},
		"resources-hostile": {Record: tuitest.Hostile, Keys: busy("5")},
		"table-item": {
			Setup: func(s *tuitest.Setup) { s.Handler, s.Network = nil, localnet.Options{NodeVersion: localnet.Node11} },
			Keys:  []string{"bridge", "enter", "5", "/", "Endpoint", "enter", "enter", "/", "handle", "enter", "enter", "faucet", "enter"},
		},
		"balance":         {Setup: simulated, Keys: []string{"treasury", "enter", "6", "down", "down"}, AllSizes: true},
		"balance-end":     {Setup: simulated, Keys: []string{"alice", "enter", "6", "f", "G", "G", "G", "G", "G"}, Sizes: [][2]int{{80, 24}, {120, 40}}},
		"balance-details": {Setup: simulated, Keys: []string{"treasury", "enter", "6", "tab"}, Sizes: [][2]int{{80, 24}}},
		"balance-zoomed":  {Setup: simulated, Keys: []string{"treasury", "enter", "6", "z", "tab"}, Sizes: [][2]int{{120, 40}}},
		"resources-empty": {Keys: []string{"space", "a", "quiet", "enter", "5"}},
	}
	for list, state := range map[string]map[string]tuitest.Scene{
		"sent":      tuitest.LoadStates([]string{"busy"}, "enter", "r"),
		"coins":     tuitest.LoadStates(busy(), "2", "r"),
		"modules":   tuitest.LoadStates(busy(), "4", "r"),
		"resources": tuitest.LoadStates(busy(), "5", "r"),
		"balance":   tuitest.LoadStates(busy(), "6", "r"),
	} {
		for name, scene := range state {
			scenes[list+"-"+name] = scene
		}
	}
	tuitest.Frames(t, scenes)
}

// simulated is a setup with the simulated network in place of the node.
func simulated(s *tuitest.Setup) { s.Handler = nil }

// transactions returns the visible list of transactions.
func transactions(d *tuitest.Deck) *load.Pages[client.Transaction] {
	return d.Screen().(*account.Model).List()
}
