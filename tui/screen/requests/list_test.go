package requests

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

func TestPathsAreShortened(t *testing.T) {
	for _, test := range []struct {
		path  text.Safe
		width int
		want  text.Safe
	}{
		{"/rpc/v3/view", 12, "/rpc/v3/view"},
		{"/rpc/v3/view", 8, "…/view"},
		{"/history?trading_pair=move_usdt&Resolution=60", 40, "/history?trading_pair=move_usdt&…"},
		{"/history?trading_pair=move_usdt&Resolution=60", 20, "/history?…"},
		{"/rpc/v3/accounts/0x88fb…2ca1/transactions?count=20", 30, "…unts/0x88fb…2ca1/transactions"},
		{"/rpc/v3/accounts/0x88fb…2ca1/transactions?count=20&start=7", 42, "…/accounts/0x88fb…2ca1/transactions?…"},
		{"/rpc/v3/accounts/0x88fb…2ca1/transactions?count=20", 45, "/rpc/v3/accounts/0x88fb…2ca1/transactions?…"},
		{"/x?count=20", 3, "/x"},
		{"/path", 1, "…"},
		{"/path", 0, ""},
	} {
		got := shortPath(test.path, test.width)
		require.Equal(t, test.want, got, "%q in %d", test.path, test.width)
		require.LessOrEqual(t, text.Width(got), test.width)
	}
}

func TestLongURLsWrap(t *testing.T) {
	require.Equal(t, []text.Safe{"{base_url}/rpc/", "block/10?a=b&", "c=d"}, breakAddress("{base_url}/rpc/block/10?a=b&c=d", 15, 4))
	require.Equal(t, []text.Safe{"abc", "de…"}, breakAddress("abcdefghi", 3, 2))
	require.Equal(t, []text.Safe{"世", "界", "a"}, breakAddress("世界a", 2, 9))
	require.Equal(t, []text.Safe{""}, breakAddress("", 5, 2))
}
