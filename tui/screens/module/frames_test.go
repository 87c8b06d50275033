package module_test

import (
	"maps"
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFrames(t *testing.T) {
	scenes := tuitest.LoadStates([]string{"0x1::coin"}, "enter", "r")
	maps.Copy(scenes, map[string]tuitest.Scene{
		"functions":    {Keys: []string{"0x1::coin::balance", "enter"}, AllSizes: true},
		"types":        {Keys: []string{"0x1::coin::transfer", "enter", "up", "enter", "down"}},
		"views":        {Keys: []string{"0x1::coin", "enter", "f"}},
		"search":       {Keys: []string{"0x1::coin", "enter", "/", "^(b|su)"}},
		"empty":        {Keys: []string{"0x1::bare", "enter", "f"}},
		"struct":       {Keys: []string{"0x1::coin::CoinStore", "enter"}},
		"friends":      {Keys: []string{"0x1::coin", "enter", "3", "down"}},
		"abi":          {Keys: []string{"0x1::coin", "enter", "5", "down", "down", "enter"}},
		"abi-search":   {Keys: []string{"0x1::coin", "enter", "5", "/", "is_view", "enter", "n"}},
		"bytecode":     {Keys: []string{"0x1::shapes", "enter", "4", "enter", "down", "down"}},
		"code-search":  {Keys: []string{"0x1::shapes", "enter", "4", "enter", "/", "^ld", "enter", "n"}},
		"bytes":        {Keys: []string{"0x1::shapes", "enter", "4", "x", "down"}},
		"invalid-code": {Keys: []string{"0x1::coin", "enter", "4"}},
		"missing":      {Keys: []string{"0x1::nowhere", "enter"}},
		"not-a-member": {Keys: []string{"0x1::coin::nothing", "enter"}},
		"without-abi":  {Keys: []string{"0x1::closed", "enter"}},
		"hostile":      {Keys: []string{"0x1::hostile", "enter", "down"}},
	})
	tuitest.Frames(t, scenes)
}
