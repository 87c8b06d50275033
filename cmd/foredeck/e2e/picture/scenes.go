package main

import (
	"time"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// scene is a picture and the steps that lead to it.
type scene struct {
	name string
	look look
	size terminal.Size
	play func(*stage)
}

var (
	wide     = terminal.Size{Columns: 110, Rows: 32}
	small    = terminal.Size{Columns: 60, Rows: 20}
	tourSize = terminal.Size{Columns: 100, Rows: 30}
)

var scenes = []scene{
	{"home", dark, wide, home},
	{"account", dark, wide, account},
	{"transaction", dark, wide, transaction},
	{"view", dark, wide, view},
	{"resources", dark, wide, resources},
	{"blocks", dark, wide, blocks},
	{"price", dark, wide, price},
	{"light", light, wide, account},
	{"small", dark, small, blocks},
}

// home is the first screen of a returning user.
func home(s *stage) {
	account(s)
	s.press("space", "h")
	s.write("0x1::coin::balance")
	s.press("enter")
	s.see("balance")
	s.press("space", "b")
	s.see("following")
	s.press("space", "p")
	s.see("loaded")
	s.press("space", "h")
	s.see("interval", "treasury +account +[0-9,]+ +\\+\\d")
}

func account(s *stage) {
	s.write("treasury")
	s.press("enter")
	s.see("▸ .*Success")
	s.until("down", "▸ 1,195 .*0x1::coin::transfer")
	s.press("enter") // which loads the types of its arguments
	s.see("vm status", "types: module ABI")
	s.press("esc")
	s.see("types from ABI")
}

func transaction(s *stage) {
	account(s)
	s.press("enter")
	s.see("vm status", "types:")
}

func view(s *stage) {
	s.write("0x1::coin::balance")
	s.press("enter")
	s.see("balance")
	s.press("v")
	s.see("T0")
	s.write("0x1::native_coin::NativeCoin")
	s.press("tab")
	s.write("treasury")
	s.press("enter")
	s.see("u64 +[0-9,.]+")
}

func resources(s *stage) {
	account(s)
	s.press("5")
	s.see("CoinStore")
	s.until("down", "▸ CoinStore<NativeCoin>")
	s.press("enter")
	s.see("withdraw_events")
	s.hold(4 * time.Second) // during which the account sends transactions
	s.until("r", "●")
}

func blocks(s *stage) {
	s.press("space", "b")
	s.see("following")
	s.press("m")
	s.write("17")
	s.press("enter")
	s.see("17 mine|17 \\(mine\\)")
	s.hold(3 * time.Second) // during which blocks arrive
	s.settle()
}

func price(s *stage) {
	s.press("space", "p")
	s.see("loaded", "volume")
	s.press("i", "j", "enter", "enter")
	s.see("over the price")
	s.press("G", "k", "k", "enter", "enter")
	s.see("pane below")
	s.press("esc", "h", "h", "h", "h", "h", "h")
	s.see("crosshair", "ema\\(20\\) \\d", "rsi\\(14\\) \\d")
}

// tour is the steps of the animation.
func tour(s *stage) {
	s.hold(1500 * time.Millisecond)
	s.write("treasury")
	s.press("enter")
	s.see("▸ .*Success")
	s.hold(time.Second)
	s.until("down", "▸ 1,195 .*0x1::coin::transfer")
	s.hold(1200 * time.Millisecond)
	s.press("enter")
	s.see("vm status")
	s.hold(2 * time.Second)
	s.press("3")
	s.hold(1800 * time.Millisecond)
	s.press("space", "h")
	s.see("Saved")
	view(s)
	s.hold(2 * time.Second)
	s.press("esc", "space", "b")
	s.see("following")
	s.hold(4 * time.Second)
	s.press("v")
	s.hold(2 * time.Second)
	s.press("space", "p")
	s.see("loaded")
	s.hold(1500 * time.Millisecond)
	s.press("h", "h", "h", "h", "h", "h")
	s.hold(2 * time.Second)
}
