package account_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/screens/account"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

func TestSnapshots(t *testing.T) {
	t.Parallel()
	db, err := store.Open(filepath.Join(t.TempDir(), "store"))
	require.NoError(t, err)
	wire := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Store: db, Transport: wire.Wrap})
	d.Press("treasury", "enter")
	d.Press("5", "enter")
	title := func() string { return d.LineWith("╭ Value") }
	require.Contains(t, title(), " updated 0s ago · first visit, nothing to compare ")
	d.Press("D")
	d.Shows("no earlier snapshot to compare with")

	d.Press("p")
	d.Advance(41 * time.Second)
	require.Contains(t, title(), " updated 41s ago · first visit, nothing to compare ")
	wire.On.Store(true)
	d.Press("r")
	require.Contains(t, title(), " failed, 41s old · first visit, nothing to compare ")
	d.Shows(" 1200 ")
	wire.On.Store(false)

	first := d.Now().Add(-41 * time.Second).Format("15:04:05")
	for range 30 {
		d.ProduceBlock()
	}
	d.Press("r")
	require.Contains(t, title(), " updated 0s ago · ● 1 changed since "+first+" ")
	d.Press("D")
	d.Shows("snapshot  " + first)
	require.Equal(t, 1, strings.Count(d.Frame(), " ago")-strings.Count(d.Frame(), "updated "), "neither the current value nor a snapshot twice")
	d.Press("enter")
	d.Shows("Differences", "1 changed since "+first)

	// Copy and export use the selected difference.
	row := regexp.MustCompile(`(\.\S+) +"(\d+)" +"(\d+)"`).FindStringSubmatch(d.Frame())
	require.Len(t, row, 4, d.Frame())
	path, was, is := row[1], row[2], row[3]
	d.Press("y")
	require.Equal(t, is, d.Clipboard())
	d.Press("Y")
	d.Shows("new value", "old value  "+was, "path       "+path, "--path "+path)
	d.Press("esc", "e", "enter")
	_, lines := d.Exported()
	require.Equal(t, []string{"path,was,is", path + "," + was + "," + is}, lines)
}

func TestTitlesShowTheAge(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("p")
	for _, tab := range []string{"1", "2", "3"} {
		d.Press(tab)
		require.Regexp(t, ` updated 0s ago · \d+( of \?|, end) ╮`, d.Frame(), tab)
	}
	d.Advance(3 * time.Second)
	require.Regexp(t, ` updated 3s ago · \d+( of \?|, end) ╮`, d.Frame())
	d.Advance(2 * time.Minute)
	require.Regexp(t, ` updated 2m ago · \d+( of \?|, end) ╮`, d.Frame())
}

func TestTitleNoteIsDroppedForTheState(t *testing.T) {
	t.Parallel()
	wire := &tuitest.FailingTransport{}
	d := tuitest.New(t, 96, 24, tuitest.Setup{Transport: wire.Wrap})
	d.Press("treasury", "enter")
	d.Press("2")
	require.Regexp(t, `\(coin stores only, no fungible-asset stores\) ─+ .* · 20 of \?`, d.LineWith("╭ Coin transfers"))
	d.Press("end")
	for range 30 {
		d.ProduceBlock()
	}
	d.Advance(10 * time.Second)
	wire.On.Store(true)
	d.Press("r")
	require.Regexp(t, `Coin transfers \(coin stores only\) ─+ ▲ \d+ new above · failed, 0s old · \d+ of \?`, d.LineWith("╭ Coin transfers"))
}

// A page in the list of differences is as high as the window, even before the list is drawn in it.
func TestDifferencesFitTheWindow(t *testing.T) {
	t.Parallel()
	db, err := store.Open(filepath.Join(t.TempDir(), "store"))
	require.NoError(t, err)
	node, served := tuitest.Node{Records: 57}, 0
	d := tuitest.New(t, 100, 30, tuitest.Setup{Store: db, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/resources") {
			node.ServeHTTP(w, r)
			return
		}
		served++
		var fields []string
		for i := range 60 {
			fields = append(fields, fmt.Sprintf(`"n%02d": "%d"`, i, served))
		}
		fmt.Fprintf(w, `[{"type": "0x1::m::Counters", "data": {%s}}]`, strings.Join(fields, ", "))
	})})
	d.Press("busy", "enter")
	d.Press("5", "enter")
	d.Wait(2)
	d.Press("r", "D", "enter")
	d.Shows("Differences", "60 changed since", "▸ .n00")
	d.Screen().SetSize(screen.Size{Width: 100, Height: 20, Class: screen.Full})
	actions := account.Spec.Actions(d.Screen())
	actions[slices.IndexFunc(actions, func(action screen.Action) bool { return action.ID == "list.page_down" })].Run(0)
	var body strings.Builder
	for _, line := range d.Screen().View() {
		body.WriteString(line.Text().String() + "\n")
	}
	page := strings.Count(body.String(), " .n")
	require.Less(t, page, 20)
	require.Contains(t, body.String(), fmt.Sprintf("▸ .n%02d", page))
}
