package tui_test

import (
	"context"
	"fmt"
	"testing"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/screens/account"
	"foredeck/tui/tuitest"
)

// withRows returns a deck on the account screen with the given number of transactions loaded.
func withRows(b *testing.B, rows int) *tuitest.Deck {
	d := tuitest.New(b, 120, 40, tuitest.Setup{Theme: theme.Terminal(), Handler: tuitest.Node{Records: rows}})
	d.Press("busy", "enter")
	list := d.Screen().(*account.Model).List()
	for list.Len() < rows {
		d.Run(list.LoadMore(context.Background(), d.Deps().Loader))
	}
	return d
}

// BenchmarkKey presses a key and draws a frame. The time must not grow with the number of rows.
func BenchmarkKey(b *testing.B) {
	for _, rows := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			d := withRows(b, rows)
			d.Press("end", "pgup")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%2 == 0 {
					d.Press("up")
				} else {
					d.Press("down")
				}
				_ = d.Model.View()
			}
		})
	}
}

// BenchmarkFrame draws each screen in the largest window that is benchmarked.
func BenchmarkFrame(b *testing.B) {
	for name, keys := range map[string][]string{
		"home": nil, "account": {"busy", "enter"}, "transaction": {"busy", "enter", "enter"}, "raw": {"busy", "enter", "enter", "6"},
		"coins": {"busy", "enter", "2"}, "modules": {"busy", "enter", "4"}, "resources": {"busy", "enter", "5"}, "value": {"busy", "enter", "5", "enter", "*"},
	} {
		b.Run(name, func(b *testing.B) {
			d := tuitest.New(b, 200, 60, tuitest.Setup{Theme: theme.Terminal(), Handler: tuitest.Node{Records: 100}})
			d.Press(keys...)
			b.ReportAllocs()
			for b.Loop() {
				_ = d.Model.View()
			}
		})
	}
}

// BenchmarkNewRecords adds a page of new records above a long list.
func BenchmarkNewRecords(b *testing.B) {
	for _, rows := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			d := withRows(b, rows)
			list, next := d.Screen().(*account.Model).List(), uint64(rows)
			b.ReportAllocs()
			for b.Loop() {
				page := client.Page[*client.Transaction]{Items: make([]*client.Transaction, 5)}
				for i := range page.Items {
					sequence := next
					next++
					page.Items[i] = &client.Transaction{Hash: fmt.Sprint("new ", sequence), SequenceNumber: &sequence}
				}
				cmd := list.LoadNewer(context.Background(), d.Deps().Loader)
				result := cmd().(load.Result[client.Page[*client.Transaction]])
				result.Value = page
				d.Send(result)
			}
		})
	}
}

// BenchmarkRequestsKey records a request, presses a key in the list of requests and draws a frame.
func BenchmarkRequestsKey(b *testing.B) {
	for _, requests := range []int{10, 100_000} {
		b.Run(fmt.Sprintf("requests=%d", requests), func(b *testing.B) {
			d := tuitest.New(b, 120, 40, tuitest.Setup{Theme: theme.Terminal(), Handler: tuitest.Node{Records: 1}})
			exchange := transport.Exchange{Method: "GET", URL: tuitest.BaseURL + "/rpc/v3/accounts/0x1", Status: 200, Attempt: 1, Label: "home 0 1"}
			for range requests {
				d.Deps().Loader.Recorder.Record(exchange)
			}
			d.Press("`")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				d.Deps().Loader.Recorder.Record(exchange)
				d.Press([]string{"down", "up"}[i%2])
				_ = d.Model.View()
			}
		})
	}
}

// BenchmarkFilterKey types into the filter of a sorted list and draws a frame.
func BenchmarkFilterKey(b *testing.B) {
	for _, size := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			d := tuitest.New(b, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: size}})
			d.Press("busy", "enter")
			for range size/100 + 2 {
				d.Press("end")
			}
			d.Press("S", "S", "S", "S", "S", "/")
			d.Paused = true
			for b.Loop() {
				d.Press("a", "backspace")
				d.Pending = nil
			}
		})
	}
}
