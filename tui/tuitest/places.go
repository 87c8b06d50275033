package tuitest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"foredeck/tui"
)

// Places are scenes of every screen, tab and overlay of the deck, by name. Tests of what holds everywhere go through them. A new
// screen needs a line here.
func Places() map[string]Scene {
	places := map[string]Scene{
		"home":        {Keys: []string{"esc"}},
		"home-prices": {Keys: []string{"esc", "tab"}},
		"home-chain":  {Keys: []string{"esc", "space", "b", "m", "17", "enter", "esc", "tab", "tab"}},

		"account-sent":      {Keys: []string{"busy", "enter", "down"}},
		"account-coins":     {Keys: []string{"busy", "enter", "2", "down"}},
		"account-automated": {Keys: []string{"busy", "enter", "3"}},
		"account-modules":   {Keys: []string{"busy", "enter", "4", "down"}},
		"account-resources": {Keys: []string{"busy", "enter", "5", "down"}},
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
		"callers":          {Keys: []string{"busy", "enter", "enter", "f", "t", "down"}},

		"blocks":        {Keys: []string{"esc", "space", "b", "m", "17", "enter", "down"}},
		"blocks-alerts": {Keys: []string{"esc", "space", "b", "a", "down"}},
		"block":         {Keys: []string{"esc", "space", "b", "m", "17", "enter", "down", "enter"}},
		"price": {Play: func(d *Deck) {
			d.Press("move_usdt", "enter")
			d.Wait(3)
			d.Press("H", "h", "h", "h")
		}},
		"networks": {Play: func(d *Deck) {
			ListNetworks(d)
			d.Press("esc", "space", "n", "down")
		}},
		"settings":       {Keys: []string{"esc", "space", "s", "3", "down"}},
		"settings-theme": {Keys: []string{"esc", "space", "s", "2", "enter"}},
		"requests": {Play: func(d *Deck) {
			OpenRecorded(d)
			d.Press("*", "down")
		}},

		"help":    {Keys: []string{"busy", "enter", "?"}},
		"palette": {Keys: []string{"busy", "enter", ":", "view "}},
		"menu":    {Keys: []string{"busy", "enter", "space"}},
		"chooser": {Keys: []string{"busy", "enter", "Y"}},
		"prompt":  {Keys: []string{"busy", "enter", "=", "me"}},
	}
	for name, place := range places {
		keys, play := place.Keys, place.Play
		hasPrices := name == "price" || strings.HasPrefix(name, "home")
		places[name] = Scene{
			Config: ExampleConfig,
			Setup: func(s *Setup) {
				if hasPrices {
					s.Pairs = WatchedPairs
				}
				s.Options = func(o *tui.Options) {
					o.Networks.Open = func(context.Context, string) (tui.Options, error) {
						return tui.Options{}, errors.New("no other network here")
					}
				}
			},
			Play: func(d *Deck) {
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
	return places
}

// OpenPlace opens a deck at one of the Places, with a bookmark and a pin.
func OpenPlace(t testing.TB, name string, width, height int) *Deck {
	t.Helper()
	place, ok := Places()[name]
	if !ok {
		t.Fatalf("no place is called %s", name)
	}
	setup := place.Setup
	place.Setup = func(s *Setup) {
		setup(s)
		s.Store = SavedStore(t)
	}
	return place.Open(t, width, height)
}
