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
	window   = terminal.Size{Columns: 120, Rows: 36}
	whole    = terminal.Size{Columns: 200, Rows: 60}
	tourSize = terminal.Size{Columns: 110, Rows: 32}
)

var scenes = []scene{
	{"home", dark, window, home},
	{"failure", dark, window, failed},
	{"blocks", dark, whole, blocks},
	{"price", dark, window, price},
}

// home is the first screen, once blocks and prices have arrived.
func home(s *stage) {
	s.press("space", "p")
	s.see("loaded")
	s.press("space", "h")
	s.see("interval", "median")
	s.hold(3 * time.Second) // during which blocks arrive
	s.settle()
}

// failures lists the failed transactions of an account.
func failures(s *stage) {
	s.write("treasury")
	s.press("enter")
	s.see("▸ .*Success")
	s.press("/")
	s.write("status:fail reason:insufficient")
	s.press("enter")
	s.see("▸ .*Fail")
}

// failed is a failed transaction with the place where it failed.
func failed(s *stage) {
	failures(s)
	s.press("enter")
	s.see("failed at", "assert!")
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
	s.hold(2 * time.Second)
	failures(s)
	s.hold(1500 * time.Millisecond)
	s.press("enter")
	s.see("failed at")
	s.hold(3 * time.Second)
	s.press("F")
	s.hold(2 * time.Second)
	s.press("s")
	s.hold(2500 * time.Millisecond)
	s.press("space", "b")
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
