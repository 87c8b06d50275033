package tui

import (
	"context"
	"fmt"
	"testing"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/load"
)

// withRows is a deck on the account screen with so many transactions loaded.
func withRows(b *testing.B, rows int) *deck {
	d := newDeck(b, 120, 40, setup{theme: theme.Terminal(), handler: fixture{records: rows, record: ordinary}})
	d.press("busy", "enter")
	list := accountList(d)
	for list.Len() < rows {
		d.run(list.More(context.Background(), d.model.deps.Loader))
	}
	return d
}

// BenchmarkKey is one key with the frame that follows it: it must not grow with the number of rows.
func BenchmarkKey(b *testing.B) {
	for _, rows := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			d := withRows(b, rows)
			d.press("end", "pgup")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%2 == 0 {
					d.press("up")
				} else {
					d.press("down")
				}
				_ = d.model.View()
			}
		})
	}
}

// BenchmarkFrame is a frame of each place at the largest size that is looked at.
func BenchmarkFrame(b *testing.B) {
	for name, keys := range map[string][]string{
		"home": nil, "account": {"busy", "enter"}, "transaction": {"busy", "enter", "enter"}, "raw": {"busy", "enter", "enter", "6"},
		"coins": {"busy", "enter", "2"}, "modules": {"busy", "enter", "4"}, "resources": {"busy", "enter", "5"}, "value": {"busy", "enter", "5", "enter", "*"},
	} {
		b.Run(name, func(b *testing.B) {
			d := newDeck(b, 200, 60, setup{theme: theme.Terminal(), handler: fixture{records: 100, record: ordinary}})
			d.press(keys...)
			b.ReportAllocs()
			for b.Loop() {
				_ = d.model.View()
			}
		})
	}
}

// BenchmarkNews is a page of new records that comes in above a long list.
func BenchmarkNews(b *testing.B) {
	for _, rows := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			d := withRows(b, rows)
			list, next := accountList(d), uint64(rows)
			b.ReportAllocs()
			for b.Loop() {
				page := client.Page[client.Transaction]{Items: make([]client.Transaction, 5)}
				for i := range page.Items {
					sequence := next
					next++
					page.Items[i] = client.Transaction{Hash: fmt.Sprint("new ", sequence), SequenceNumber: &sequence}
				}
				cmd := list.News(context.Background(), d.model.deps.Loader)
				result := cmd().(load.Result[client.Page[client.Transaction]])
				result.Value = page
				d.send(result)
			}
		})
	}
}

// BenchmarkRequestsKey is one key in the list of requests with the frame that follows it, and one more request each time.
func BenchmarkRequestsKey(b *testing.B) {
	for _, requests := range []int{10, 100_000} {
		b.Run(fmt.Sprintf("requests=%d", requests), func(b *testing.B) {
			d := newDeck(b, 120, 40, setup{theme: theme.Terminal(), handler: fixture{records: 1, record: ordinary}})
			exchange := transport.Exchange{Method: "GET", URL: baseURL + "/rpc/v3/accounts/0x1", Status: 200, Attempt: 1, Label: "home 0 1"}
			for range requests {
				d.model.deps.Loader.Recorder.Record(exchange)
			}
			d.press("`")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				d.model.deps.Loader.Recorder.Record(exchange)
				d.press([]string{"down", "up"}[i%2])
				_ = d.model.View()
			}
		})
	}
}
