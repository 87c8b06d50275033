package tui_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

// allScenes returns scenes of every screen, tab and overlay, by name, for tests of rules that hold everywhere. A new screen needs a
// line here.
func allScenes() map[string]tuitest.Scene {
	scenes := map[string]tuitest.Scene{
		"home":        {Keys: []string{"esc"}},
		"home-prices": {Keys: []string{"esc", "tab"}},
		"home-chain":  {Keys: []string{"esc", "space", "b", "m", "17", "enter", "esc", "tab", "tab"}},

		"account-sent":      {Keys: []string{"busy", "enter", "down"}},
		"account-coins":     {Keys: []string{"busy", "enter", "2", "down"}},
		"account-automated": {Keys: []string{"busy", "enter", "3"}},
		"account-modules":   {Keys: []string{"busy", "enter", "4", "down"}},
		"account-resources": {Keys: []string{"busy", "enter", "5", "down"}},
		"account-balance":   {Keys: []string{"busy", "enter", "6"}},
		"resource":          {Keys: []string{"busy", "enter", "5", "enter", "*", "down", "/", "coin", "enter"}},

		"transaction-arguments":     {Keys: []string{"busy", "enter", "down", "down", "enter"}},
		"transaction-payload":       {Keys: []string{"busy", "enter", "enter", "2"}},
		"transaction-events":        {Keys: []string{"busy", "enter", "enter", "3", "down", "enter"}},
		"transaction-output":        {Keys: []string{"busy", "enter", "enter", "4"}},
		"transaction-authenticator": {Keys: []string{"busy", "enter", "enter", "5"}},
		"transaction-raw":           {Keys: []string{"busy", "enter", "enter", "6", "down"}},

		"module-functions": {Keys: []string{"0x1::coin::balance", "enter"}},
		"module-structs":   {Keys: []string{"0x1::coin::CoinStore", "enter"}},
		"module-friends":   {Keys: []string{"0x1::coin", "enter", "3"}},
		"module-bytecode":  {Keys: []string{"0x1::shapes", "enter", "4", "enter", "down"}},
		"module-abi":       {Keys: []string{"0x1::coin", "enter", "5", "down"}},
		"view":             {Keys: []string{"0x1::coin::balance", "enter", "v", "0x1::native_coin::NativeCoin", "tab", "busy", "enter", "enter"}},
		"view-form":        {Keys: []string{"0x1::coin::balance", "enter", "v"}},
		"summary":          {Keys: []string{"busy", "enter", "#", "down"}},
		"callers":          {Keys: []string{"busy", "enter", "enter", "f", "t", "down"}},

		"activity":  {Executed: true, Keys: []string{"esc", "space", "t", "down"}},
		"events":    {Executed: true, Keys: []string{"local/events/" + tuitest.Deposits, "enter", "down"}},
		"explain":   {Keys: []string{"esc", ":", "explain 0x1::coin 65542", "enter"}},
		"effects":   {Keys: []string{"esc", ":", "effects 0x1::coin::transfer", "enter", "down"}},
		"group":     {Keys: []string{"esc", ":", "view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg @saved", "enter", "down"}},
		"committee": {Executed: true, Keys: []string{"esc", "space", "c", "down"}},

		"blocks":        {Keys: []string{"esc", "space", "b", "m", "17", "enter", "down"}},
		"blocks-alerts": {Keys: []string{"esc", "space", "b", "a", "down"}},
		"block":         {Keys: []string{"esc", "space", "b", "m", "17", "enter", "down", "enter"}},
		"price": {Play: func(d *tuitest.Deck) {
			d.Press("move_usdt", "enter")
			d.Wait(3)
			d.Press("H", "h", "h", "h")
		}},
		"price-lines": {Play: func(d *tuitest.Deck) {
			d.Press("move_usdt", "enter")
			d.Wait(3)
			d.Press("h", "h", "h", "s", "s", "floor", "enter", "s", "H", "s", "rise", "enter", "h", "h", "h", "s", "L", "S", "reach", "enter")
		}},
		"price-replay": {Play: func(d *tuitest.Deck) {
			d.Press("move_usdt", "enter")
			d.Wait(3)
			d.Press("H", "H", "B", "right", "right", "h", "h", "h")
		}},
		"wall":       {Keys: []string{"esc", "space", "b", "m", "17", "enter", ":", "wall validator", "enter"}},
		"wall-votes": {Keys: []string{"esc", "space", "b", ":", "wall validator", "enter", "right"}},
		"networks": {Play: func(d *tuitest.Deck) {
			d.Deps().Networks = tuitest.Networks()
			d.Press("esc", "space", "n", "down")
		}},
		"settings":       {Keys: []string{"esc", "space", "s", "3", "down"}},
		"settings-theme": {Keys: []string{"esc", "space", "s", "2", "enter"}},
		"requests": {Play: func(d *tuitest.Deck) {
			tuitest.OpenRecorded(d)
			d.Press("*", "down")
		}},

		"help":    {Keys: []string{"busy", "enter", "?"}},
		"palette": {Keys: []string{"busy", "enter", ":", "view "}},
		"menu":    {Keys: []string{"busy", "enter", "space"}},
		"chooser": {Keys: []string{"busy", "enter", "Y"}},
		"prompt":  {Keys: []string{"busy", "enter", "=", "me"}},
	}
	for name, scene := range scenes {
		keys, play := scene.Keys, scene.Play
		hasPrices := strings.HasPrefix(name, "price") || strings.HasPrefix(name, "home")
		scenes[name] = tuitest.Scene{
			Config: tuitest.ExampleConfig,
			Setup: func(s *tuitest.Setup) {
				if hasPrices {
					s.Pairs = tuitest.WatchedPairs
				}
				s.Options = func(o *tui.Options) {
					o.Open = func(context.Context, string) (screen.Connection, error) {
						return screen.Connection{}, errors.New("no other network")
					}
				}
			},
			Play: func(d *tuitest.Deck) {
				if hasPrices {
					d.Wait(3)
				}
				d.Press(keys...)
				if play != nil {
					play(d)
				}
			},
		}
	}
	return scenes
}

// openScene opens one of allScenes, with a bookmark and a pin.
func openScene(t testing.TB, name string, width, height int) *tuitest.Deck {
	t.Helper()
	return openSceneWith(t, name, width, height, func(*tuitest.Setup) {})
}

// openSceneWith opens one of allScenes in another setup.
func openSceneWith(t testing.TB, name string, width, height int, change func(*tuitest.Setup)) *tuitest.Deck {
	t.Helper()
	scene, ok := allScenes()[name]
	require.True(t, ok, "no scene %s", name)
	setup := scene.Setup
	scene.Setup = func(s *tuitest.Setup) {
		setup(s)
		s.Store = savedStore(t)
		change(s)
	}
	return scene.Open(t, width, height)
}

// savedStore returns a store in a file, with the newest block, a bookmark and a pin of the account Busy.
func savedStore(t testing.TB) *store.Store {
	t.Helper()
	saved, err := store.Open(filepath.Join(t.TempDir(), "store"))
	require.NoError(t, err)
	link, err := target.ParseLink("local/account/" + tuitest.Busy + "/resources/0x1::coin::CoinStore<0x1::coin_1::Coin1>#.coin.value")
	require.NoError(t, err)
	saved.SetHead(store.Head{Height: tuitest.NewestHeight, At: tuitest.Start}) // without it, the config names no account to search from
	saved.SetBookmark(store.Bookmark{Name: "kept", Link: link})
	saved.TogglePin(store.Pin{Account: link.Target.Address, Link: link})
	return saved
}
