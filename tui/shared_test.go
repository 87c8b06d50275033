package tui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/transport"
)

func recording(t testing.TB, next http.RoundTripper, recorder *transport.Recorder) http.RoundTripper {
	travel, err := transport.Policy{Next: next, Recorder: recorder}.Transport()
	require.NoError(t, err)
	return travel
}

// record records requests as they stand in the design, the newest last, for a screen of this place.
func record(d *deck, place string) {
	at := start.Add(-time.Minute)
	json, accept := http.Header{"Content-Type": {"application/json"}, "Date": {"Sat, 21 Nov 2026 12:04:22 GMT"}}, http.Header{"Accept": {"application/json"}, "User-Agent": {"foredeck"}}
	timing := transport.Timing{Kept: true, Wait: 79 * time.Millisecond, Body: 5 * time.Millisecond}
	for i, exchange := range []transport.Exchange{
		{Method: "GET", URL: "/rpc/v3/accounts/0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1/resources?count=20", Err: context.Canceled, Label: place + " 9"},
		{Method: "GET", URL: "/latest?trading_pair=eth_usdt", Status: 500, Try: 3, Took: 1204 * time.Millisecond, Label: "price 4 10", RequestHeader: http.Header{"Accept": {"application/json"}, "X-Api-Key": {transport.Removed}}},
		{Method: "GET", URL: "/rpc/v3/accounts/0x1/modules", Err: errors.New("connection refused"), Took: 3 * time.Millisecond, Label: place + " 11"},
		{Method: "POST", URL: "/rpc/v3/view", Status: 200, Label: place + " 12", Sent: []byte("\x00\x01coin\x07balance\xff\xfe and more"), Body: []byte(`[{"u64":"4021390877120"}]`), RequestHeader: http.Header{"Accept": {"application/json"}, "Content-Type": {"application/x.chain.view_function+bcs"}}},
		{Method: "GET", URL: "/rpc/v1/consensus/block/height/48211907?with_batches=true", Status: 200, Label: "blocks 5 4881", Body: []byte(`{"block":{"digest":"0xd01b","header":{"author":"0x7d1e","height":48211907}},"batches":[]}`)},
		{Method: "GET", URL: "/proxy", Status: 502, Label: place + " 14", Body: []byte("<html>\n<b>Bad gateway</b>\n\tfrom \x7f a proxy")},
		{Method: "GET", URL: "/rpc/v3/accounts/0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1/transactions?ascending=false&count=20", Status: 200, Label: place + " 15", Body: []byte(`[{"hash":"0x9c0e","status":"Success"},{"hash":"0x51aa","status":"Fail"}]`)},
	} {
		exchange.URL, exchange.Started, exchange.Try = baseURL+exchange.URL, at.Add(time.Duration(i)*9*time.Second), max(exchange.Try, 1)
		exchange.Bytes = int64(len(exchange.Body))
		if exchange.RequestHeader == nil {
			exchange.RequestHeader = accept
		}
		if exchange.Status != 0 {
			exchange.ResponseHeader, exchange.Timing = json, timing
			exchange.Took = max(exchange.Took, 84*time.Millisecond)
		}
		d.model.deps.Requests.Record(exchange)
	}
}

// openRecorded opens the requests over an account that made some of them.
func openRecorded(d *deck) {
	openBusy(d)
	caller := d.model.history.Caller()
	record(d, fmt.Sprintf("%s %d", caller.Screen, caller.Place))
	d.press("`")
}

var watchedPairs = []string{"move_usdt", "btc_usdt", "eth_usdt"}

// openPrices is a deck at a pair, some seconds after it was opened.
func openPrices(t testing.TB, width, height int, s setup) *deck {
	s.handler = fixture{records: 57, record: ordinary}
	if s.pairs == nil {
		s.pairs = watchedPairs
	}
	d := newDeck(t, width, height, s)
	d.press("move_usdt", "enter")
	d.wait(3)
	return d
}

// wait lets so many seconds go by, one after another.
func (d *deck) wait(seconds int) {
	for range seconds {
		d.pass(time.Second)
	}
}
