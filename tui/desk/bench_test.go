package desk_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/desk"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
)

// serve responds with a price or a day of hourly bars for any pair.
type serve struct{ now time.Time }

func (s serve) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/json")
	pair := r.URL.Query().Get("trading_pair")
	if strings.HasSuffix(r.URL.Path, "/latest") {
		fmt.Fprintf(w, `{"instruments":[{"time":"%d","currentPrice":"%d.25","24h_high":"2000","24h_low":"1","24h_change":"1.5","tradingPairs":%q}]}`, s.now.UnixMilli(), len(pair)*100+int(pair[3]), pair)
		return w.Result(), nil
	}
	from, _ := strconv.ParseInt(r.URL.Query().Get("startDate"), 10, 64)
	var bars []string
	for at := max(from, s.now.Add(-24*time.Hour).UnixMilli()) / 3_600_000 * 3_600_000; at <= s.now.UnixMilli(); at += 3_600_000 {
		bars = append(bars, fmt.Sprintf(`{"time":"%d","open":"100","high":"101","low":"99","close":"100.5","volume":"3"}`, at))
	}
	fmt.Fprintf(w, "[%s]", strings.Join(bars, ","))
	return w.Result(), nil
}

// fill returns a watchlist of 500 pairs with prices, in ten groups and sorted by change.
func fill(t testing.TB) (*desk.Watchlist, *market.Prices, *[]market.ResponseMsg) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	book, err := store.Open("")
	require.NoError(t, err)
	api, err := client.NewPrices("http://prices.example", client.WithPricesTransport(serve{now}))
	require.NoError(t, err)
	loader := load.NewLoader(func() time.Time { return now })
	service := market.New(market.Options{Service: market.Service{Client: api}, Loader: loader, Store: book})
	deps := &screen.Deps{Env: &screen.Env{Clock: screen.NewClock(func() time.Time { return now }), Loader: loader, Theme: theme.Terminal()}, Connection: screen.Connection{Store: book}, Prices: service}
	deps.Configure(&config.Settings{Motion: true})
	deps.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	view := store.WatchlistView{Order: "change"}
	var responses []market.ResponseMsg
	for i := range 500 {
		pair := fmt.Sprintf("p%03d_usdt", i)
		service.Watch(pair)
		view.SetGroup(pair, fmt.Sprintf("group %d", i%10))
		response := service.Check(context.Background(), pair)().(market.ResponseMsg)
		service.Handle(response)
		responses = append(responses, response)
	}
	service.SetWatchlistView(view)
	list := desk.NewWatchlist(deps, "p250_usdt")
	list.Enter(context.Background())
	list.SetSize(70, 58)
	return list, service, &responses
}

// A frame costs the same with 500 pairs as with those on screen, and a new price a fraction of that.
func BenchmarkWatchlist(b *testing.B) {
	list, _, responses := fill(b)
	require.Len(b, list.Lines(), 58)
	b.Run("frame", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			list.Lines()
		}
	})
	b.Run("response", func(b *testing.B) {
		b.ReportAllocs()
		at := 0
		for b.Loop() {
			list.Update((*responses)[at%len(*responses)])
			at++
		}
	})
	b.Run("next", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			list.Move(1)
			if list.Selected() == list.Len()-1 {
				list.Select(0)
			}
		}
	})
}
