package client

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

func TestFeedPrices(t *testing.T) {
	t.Parallel()
	var body string
	node := serve(t, func(w http.ResponseWriter, request *http.Request) {
		if !strings.HasSuffix(request.URL.Path, "/view") { // without an ABI
			responding(http.StatusNotFound, "")(w, request)
			return
		}
		responding(http.StatusOK, `{"result":[`+body+`]}`)(w, request)
	})
	feed := Feed{Node: node, Address: move.Address{31: 7}, Pairs: map[string]uint32{"btc_usdt": 0, "a_b": 9}}
	for _, test := range []struct {
		members, price string
		time           int64
		problem        string
	}{
		{`"value":"85294640000000000000000","decimal":18,"timestamp":"1795755006000","round":"1"`, "85294.64", 1795755006000, ""},
		{`"value":85294,"decimal":"0","timestamp":1795755006`, "85294", 1795755006000, ""},
		{`"value":"340282366920938463463374607431768211455","decimal":38,"timestamp":1795755006`, "3.40282366920938463463374607431768211455", 1795755006000, ""},
		{`"value":"5","decimal":3,"timestamp":"18446744073709551615"`, "0.005", 1<<63 - 1, ""},
		{`"value":"1.5","decimal":3,"timestamp":"1795755006000"`, "", 1795755006000, `"1.5" instead of an unsigned integer`},
		{`"value":"15","decimal":65,"timestamp":"1795755006000"`, "", 1795755006000, "65 decimals"},
		{`"decimal":3,"timestamp":"1795755006000"`, "", 1795755006000, "value is missing"},
	} {
		body = `[{"pair":0,` + test.members + `}]`
		latest, err := feed.Latest(t.Context(), "BTC_usdt")
		require.NoError(t, err, test.members)
		require.Equal(t, test.price, latest.Price)
		require.Equal(t, test.time, *latest.Time)
		if test.problem == "" {
			require.Nil(t, latest.Problems)
		} else {
			require.ErrorContains(t, latest.Problems.Err(), test.problem)
		}
	}
	_, err := feed.Latest(t.Context(), "a_b")
	require.ErrorIs(t, err, ErrNotFound)
	_, err = feed.Latest(t.Context(), "c_d")
	require.ErrorContains(t, err, `pair "c_d": not found on the on-chain feed: set its number in price_pairs`)
	for _, body = range []string{`{"a":1}`, `[{"value":"1"}]`, `[7]`, `1,2`} {
		_, err = feed.Latest(t.Context(), "btc_usdt")
		require.ErrorAs(t, err, new(*DecodeError), body)
	}
}
