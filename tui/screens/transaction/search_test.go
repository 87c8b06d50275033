package transaction_test

import (
	"testing"

	"foredeck/tui/tuitest"
)

func TestSearchContinuesInTheNextRecord(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter", "6", "/", "^sequence_number$", "enter")
	d.Shows("1 of 3", `sequence_number       56`)
	d.Press("J")
	d.Shows("1 of 3", `sequence_number       55`, "/ ^sequence")
	d.Press("1")
	d.Hides("/ ^sequence")
	d.Press("3", "enter")
	d.Shows("/ ^sequence", "no hits")
	d.Press("esc")
	d.Hides("/ ^sequence")
	d.Shows("[3 Events")
}

// Keys work while a search is running, and a new pattern ends it.
func TestKeysWorkDuringASearch(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter", "6")
	d.Paused = true
	d.Press("/", "hash", "down")
	d.Shows("searching", "2 of ")
	d.Press("esc")
	d.Resume()
	d.Hides("searching", "/ hash")
	d.Shows("2 of ")
}
