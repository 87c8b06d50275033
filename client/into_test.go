package client

import (
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestInto(t *testing.T) {
	t.Parallel()
	payload := Payload{Arguments: []json.RawMessage{raw(`"` + receiverText + `"`), raw(`"250"`)}}
	var to string
	var amount uint64
	require.NoError(t, payload.Into(&to, &amount))
	require.Equal(t, receiverText, to)
	require.EqualValues(t, 250, amount)

	var decode *DecodeError
	err := payload.Into(&to, new(bool))
	require.ErrorAs(t, err, &decode)
	require.EqualError(t, err, `cannot decode response: argument 1: "\"250\"" does not fit the Go type bool`)
	require.EqualError(t, payload.Into(&to, &amount, &amount), "cannot decode response: arguments: 2 instead of at least 3")

	result := ViewResult{Values: []MoveValue{{JSON: raw(`"7"`)}, {}}}
	var first uint8
	var second *uint8
	require.NoError(t, result.Into(&first, &second))
	require.EqualValues(t, 7, first)
	require.Nil(t, second)
	require.EqualError(t, Event{Data: raw(`[]`)}.Into(&first), `cannot decode response: event: "[]" does not fit the Go type uint8`)
}

// Without an option a Node repeats a request that failed temporarily.
func TestRetriesByDefault(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	node := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if requests.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte(`{"sequence_number":"1","authentication_key":"` + keyText + `"}`))
	})
	account, err := node.Account(t.Context(), sender)
	require.NoError(t, err)
	require.EqualValues(t, 1, account.SequenceNumber)
	require.EqualValues(t, 2, requests.Load())
}

// AllHistory yields the candles of History, and stops sending requests when the consumer stops.
func TestAllHistory(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	prices := servePrices(t, daily(0, 1000, func(int64, int64) { requests.Add(1) }))
	request := HistoryRequest{Pair: "btc_usdt", From: midnight(0), To: midnight(400), Resolution: 24 * time.Hour}
	want, err := prices.History(t.Context(), request)
	require.NoError(t, err)
	require.Len(t, want, 401)

	var got []Candle
	for candle, err := range prices.AllHistory(t.Context(), request) {
		require.NoError(t, err)
		got = append(got, candle)
	}
	require.Equal(t, want, got)

	requests.Store(0)
	for range prices.AllHistory(t.Context(), request) {
		break
	}
	require.EqualValues(t, piecesAtOnce, requests.Load())

	request.To = request.From
	for _, err := range prices.AllHistory(t.Context(), request) {
		var argument *ArgumentError
		require.ErrorAs(t, err, &argument)
	}
}
