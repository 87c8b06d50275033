package transport

import (
	"fmt"
	"log"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNotices(t *testing.T) {
	t.Parallel()
	redactor := new(Redactor)
	redactor.Add("hunter2")
	notices := NewNotices(redactor)
	var reported []string
	notices.Observe(func(notice Notice) { reported = append(reported, notice.Text) })
	logger := log.New(notices, "", 0)
	for range 3 {
		logger.Println("Unsolicited response with hunter2")
	}
	notices.Add("")
	require.Equal(t, []string{"Unsolicited response with (removed)"}, reported, "once")
	require.Equal(t, 3, notices.All()[0].Count)
	require.False(t, notices.All()[0].At.IsZero())
	for i := range maxNotices {
		notices.Add(fmt.Sprint(i))
	}
	require.Len(t, notices.All(), maxNotices)
	require.Equal(t, "0", notices.All()[0].Text, "the oldest is dropped")
	(*Notices)(nil).Add("nowhere")
	require.Empty(t, (*Notices)(nil).All())
}

func TestDeprecationNotice(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		path   string
		header http.Header
		want   string
	}{
		{"/rpc/v3/accounts/0x1", http.Header{}, ""},
		{"/rpc/v2/accounts/0x1/modules", http.Header{}, "RPC v2: superseded by v3; the API documentation of current nodes marks it as deprecated"},
		{"/key/rpc/v1/accounts/0x1", http.Header{}, "RPC v1: deprecated by the API specification"},
		{"/rpc/v1/view", http.Header{}, "RPC v1: deprecated by the API specification"},
		{"/rpc/v1/consensus/block/height/1", http.Header{}, ""},
		{"/rpc/v1/view", http.Header{"Deprecation": {"@0"}}, "RPC v1: the server marks it as deprecated"},
		{"/rpc/v3/view", http.Header{"Deprecation": {"@1688169599"}, "Sunset": {"Sun, 30 Jun 2024 23:59:59 GMT"}}, "RPC v3: the server marks it as deprecated since 2023-06-30, available until 2024-06-30"},
		{"/latest", http.Header{"Deprecation": {"true\x1b[2J"}}, "/latest: the server marks it as deprecated"},
		{"/latest", http.Header{"Sunset": {"Sun, 30 Jun 2024 23:59:59 GMT"}}, "/latest: the server plans to remove it, available until 2024-06-30"},
		{"/latest", http.Header{"Deprecation": {"@99999999999999"}}, "/latest: the server marks it as deprecated"},
	} {
		require.Equal(t, test.want, deprecation(test.path, test.header), test.path)
	}
}
