package home_test

import (
	"testing"

	"foredeck/tui/tuitest"
)

// The box lists saved, recent and known locations that contain the text.
func TestBoxCompletes(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(":", "tx treasury 700", "enter", "b", "ctrl+u", "big-one", "enter")
	d.Press("space", "h", "0x1::coin", "enter")
	d.Shows("Module 0x1::coin")
	d.Press("space", "h", "big")
	d.Shows("▸ transaction  big-one  saved")
	d.Press("enter")
	d.Shows("› seq 700")
	d.Press("space", "h", "framework::co")
	d.Shows("framework::coin  seen")
	d.Press("esc", "framework::coin", "enter")
	d.Shows("› Modules › Module 0x1::coin")
	d.Press("space", "h", "nothing-like-it")
	d.Shows("nothing called nothing-like-it")
	d.Press("enter")
	d.Shows("is neither a saved name nor an address")
}
