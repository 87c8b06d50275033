package home_test

import (
	"testing"

	"foredeck/tui/tuitest"
)

func TestFilterSavedAndRecent(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter", "esc", "esc")
	d.Press("esc", "/", "q")
	d.Shows("/ q", "filter: 1 of 2", "▸ quiet", "enter apply  esc clear")
	d.Hides("busy   account")
	d.Press("enter", "enter")
	d.Shows("Account quiet")
	d.Press("esc")
	d.Shows("▸ quiet", "/ q")
	d.Press("esc")
	d.Shows("busy", "quiet")
	d.Press("tab", "tab", "/", "seq", "enter")
	d.Shows("▸ 12:04  transaction  busy › seq 56", "filter: 1 of 3")
	d.Press("enter")
	d.Shows("seq 56", "6 Raw JSON")
	d.Press("[", "/", "zzz")
	d.Shows("nothing matches", "filter: 0 of 2")
	d.Press("tab", "tab", "tab")
	d.Shows("nothing matches")
	d.Press("space", "h", "tab", "tab", "tab", "/", "(")
	d.Shows("missing closing )")
	d.Press("tab", "/")
	d.Hides("missing")
}
