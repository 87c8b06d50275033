package module_test

import (
	"testing"

	"foredeck/tui/tuitest"
)

func TestSearchABI(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::coin", "enter", "5", "/", "is_view", "enter", "n", "N", "N")
	d.Shows("5 of 5")
	d.Press("r")
	d.Shows("5 of 5")
	d.Press("esc")
	d.Hides("/ is_view")
	d.Press("J", "K", "/", "q", "enter", "esc")
	d.Shows("[5 ABI JSON]")
}
