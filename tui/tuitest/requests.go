package tuitest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"foredeck/client/transport"
)

// OpenRecorded opens the account Busy and the requests screen over it, with seven recorded requests, five of them of the account.
func OpenRecorded(d *Deck) {
	const caller = "account 1" // label of the first screen after Home
	d.Press("busy", "enter")
	at := Start.Add(-time.Minute)
	json, accept := http.Header{"Content-Type": {"application/json"}, "Date": {"Sat, 21 Nov 2026 12:04:22 GMT"}}, http.Header{"Accept": {"application/json"}, "User-Agent": {"foredeck"}}
	timing := &transport.Timing{Reused: true, Wait: 79 * time.Millisecond, Body: 5 * time.Millisecond}
	for i, exchange := range []transport.Exchange{
		{Method: "GET", URL: "/rpc/v3/accounts/0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1/resources?count=20", Err: context.Canceled, Label: caller + " 9"},
		{Method: "GET", URL: "/latest?trading_pair=eth_usdt", Status: 500, Attempt: 3, Took: 1204 * time.Millisecond, Label: "price 4 10", RequestHeader: http.Header{"Accept": {"application/json"}, "X-Api-Key": {transport.Removed}}},
		{Method: "GET", URL: "/rpc/v3/accounts/0x1/modules", Err: errors.New("connection refused"), Took: 3 * time.Millisecond, Label: caller + " 11"},
		{Method: "POST", URL: "/rpc/v3/view", Status: 200, Label: caller + " 12", Sent: []byte("\x00\x01coin\x07balance\xff\xfe and more"), Body: []byte(`[{"u64":"4021390877120"}]`), RequestHeader: http.Header{"Accept": {"application/json"}, "Content-Type": {"application/x.chain.view_function+bcs"}}},
		{Method: "GET", URL: "/rpc/v1/consensus/block/height/48211907?with_batches=true", Status: 200, Label: "blocks 5 4881", Body: []byte(`{"block":{"digest":"0xd01b","header":{"author":"0x7d1e","height":48211907}},"batches":[]}`)},
		{Method: "GET", URL: "/proxy", Status: 502, Label: caller + " 14", Body: []byte("<html>\n<b>Bad gateway</b>\n\tfrom \x7f a proxy")},
		{Method: "GET", URL: "/rpc/v3/accounts/0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1/transactions?ascending=false&count=20", Status: 200, Label: caller + " 15", Body: []byte(`[{"hash":"0x9c0e","status":"Success"},{"hash":"0x51aa","status":"Fail"}]`)},
	} {
		exchange.URL, exchange.Started, exchange.Attempt = BaseURL+exchange.URL, at.Add(time.Duration(i)*9*time.Second), max(exchange.Attempt, 1)
		exchange.Bytes = int64(len(exchange.Body))
		if exchange.RequestHeader == nil {
			exchange.RequestHeader = accept
		}
		exchange.Timing = &transport.Timing{}
		if exchange.Status != 0 {
			exchange.ResponseHeader, exchange.Timing = json, timing
			exchange.Took = max(exchange.Took, 84*time.Millisecond)
		}
		d.Deps().Loader.Recorder.Record(exchange)
	}
	d.Press("`")
}
