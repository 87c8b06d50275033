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
		{text.Const("/rpc/v3/view"), 12, text.Const("/rpc/v3/view")},
		{text.Const("/rpc/v3/view"), 8, text.Const("…/view")},
		{text.Const("/history?trading_pair=move_usdt&Resolution=60"), 40, text.Const("/history?trading_pair=move_usdt&…")},
		{text.Const("/history?trading_pair=move_usdt&Resolution=60"), 20, text.Const("/history?…")},
		{text.Const("/rpc/v3/accounts/0x88fb…2ca1/transactions?count=20"), 30, text.Const("…unts/0x88fb…2ca1/transactions")},
		{text.Const("/rpc/v3/accounts/0x88fb…2ca1/transactions?count=20&start=7"), 42, text.Const("…/accounts/0x88fb…2ca1/transactions?…")},
		{text.Const("/rpc/v3/accounts/0x88fb…2ca1/transactions?count=20"), 45, text.Const("/rpc/v3/accounts/0x88fb…2ca1/transactions?…")},
		{text.Const("/x?count=20"), 3, text.Const("/x")},
		{text.Const("/path"), 1, text.Const("…")},
		{text.Const("/path"), 0, text.Safe{}},
	} {
		got := shortPath(test.path, test.width)
		require.Equal(t, test.want, got, "%q in %d", test.path, test.width)
		require.LessOrEqual(t, text.Width(got), test.width)
	}
}

func TestLongURLsWrap(t *testing.T) {
	require.Equal(t, text.Consts("{base_url}/rpc/", "block/10?a=b&", "c=d"), breakAddress(text.Const("{base_url}/rpc/block/10?a=b&c=d"), 15, 4))
	require.Equal(t, text.Consts("abc", "de…"), breakAddress(text.Const("abcdefghi"), 3, 2))
	require.Equal(t, text.Consts("世", "界", "a"), breakAddress(text.Const("世界a"), 2, 9))
	require.Equal(t, text.Consts(""), breakAddress(text.Safe{}, 5, 2))
}
