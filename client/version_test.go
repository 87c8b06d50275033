package client

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	for text, version := range map[string]Version{"auto": Auto, "v1": V1, "v2": V2, "v3": V3, "v4": V4} {
		parsed, err := ParseVersion(text)
		require.NoError(t, err)
		require.Equal(t, version, parsed)
		require.Equal(t, text, version.String())
	}
	for _, text := range []string{"", "V3", "3", "v5", "automatic"} {
		_, err := ParseVersion(text)
		var wrong *ArgumentError
		require.ErrorAs(t, err, &wrong, text)
		require.Equal(t, "version", wrong.Field)
	}
	require.Equal(t, "version 9", Version(9).String())
	_, err := NewNode("http://node", WithVersion(9))
	require.EqualError(t, err, `version "version 9": must be auto, v1, v2, v3 or v4`)
}

// having is a node that has the calls of some versions. It records the requested paths.
type having struct {
	versions []string
	refuse   func(*http.Request) *http.Response
	body     string
	requests []string
}

func (h *having) RoundTrip(request *http.Request) (*http.Response, error) {
	version := strings.Split(request.URL.Path, "/")[2]
	h.requests = append(h.requests, version)
	for _, has := range h.versions {
		if has == version {
			return response(request, http.StatusOK, h.body), nil
		}
	}
	return h.refuse(request), nil
}

func refusing(status int, body string) func(*http.Request) *http.Response {
	return func(request *http.Request) *http.Response { return response(request, status, body) }
}

// Auto tries v3, v2 and v1, and remembers for each call which one responded.
func TestAuto(t *testing.T) {
	t.Parallel()
	for name, refuse := range map[string]func(*http.Request) *http.Response{
		"an empty 404":          refusing(http.StatusNotFound, ""),
		"a router's 404":        refusing(http.StatusNotFound, "404 page not found\n"),
		"a web server's 404":    refusing(http.StatusNotFound, "<html>not found</html>"),
		"method not allowed":    refusing(http.StatusMethodNotAllowed, "Method Not Allowed"),
		"a call not made (501)": refusing(http.StatusNotImplemented, ""),
	} {
		t.Run(name, func(t *testing.T) {
			wire := &having{versions: []string{"v1"}, refuse: refuse, body: accountBody}
			node, err := NewNode("http://node", WithTransport(wire))
			require.NoError(t, err)
			for range 2 {
				_, err = node.Account(t.Context(), sender)
				require.NoError(t, err)
			}
			require.Equal(t, []string{"v3", "v2", "v1", "v1"}, wire.requests)

			wire.body, wire.requests = `{"record":[]}`, nil // each call has its own version
			_, err = node.Transactions(t.Context(), sender, PageRequest{})
			require.NoError(t, err)
			require.Equal(t, []string{"v3", "v2", "v1"}, wire.requests)

			wire.versions, wire.body, wire.requests = []string{"v2"}, accountBody, nil // the deployment was replaced
			_, err = node.Account(t.Context(), sender)
			require.NoError(t, err)
			require.Equal(t, []string{"v1", "v3", "v2"}, wire.requests)
		})
	}
}

// An error of the node itself is not a reason to try another version.
func TestAutoVersionErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		status     int
		body       string
		is         error
		remembered bool
	}{
		{"not found", 404, `{"message":"Information not available for 0b"}`, ErrNotFound, true},
		{"not found with 400", 400, `{"message":"Information not available for 0b"}`, ErrNotFound, true},
		{"a bad request", 400, `{"message":"Invalid input"}`, nil, false},
		{"slowed down", 429, "", ErrRateLimited, false},
		{"refused", 401, "", ErrUnauthorized, false},
		{"broken", 500, "", nil, false},
		{"gone", 410, `{"message":"pruned"}`, nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			wire := &having{refuse: refusing(test.status, test.body)}
			node, err := NewNode("http://node", WithTransport(wire))
			require.NoError(t, err)
			_, err = node.Account(t.Context(), sender)
			require.Error(t, err)
			if test.is != nil {
				require.ErrorIs(t, err, test.is)
			}
			require.NotErrorIs(t, err, ErrUnsupported)
			require.Equal(t, []string{"v3"}, wire.requests)
			require.Equal(t, test.remembered, node.versionOf(callAccount) == V3)
		})
	}
}

func TestUnsupported(t *testing.T) {
	t.Parallel()
	calls := map[string]struct {
		call func(*Node) error
		have []string
	}{
		"account":      {func(n *Node) error { _, err := n.Account(t.Context(), sender); return err }, []string{"v3", "v2", "v1"}},
		"transactions": {func(n *Node) error { _, err := n.Transactions(t.Context(), sender, PageRequest{}); return err }, []string{"v3", "v2", "v1"}},
		"coin_transactions": {func(n *Node) error {
			_, err := n.CoinTransactions(t.Context(), sender, AnyType, PageRequest{})
			return err
		}, []string{"v3", "v2", "v1"}},
		"automated_transactions": {func(n *Node) error {
			_, err := n.AutomatedTransactions(t.Context(), sender, nil, PageRequest{})
			return err
		}, []string{"v3"}},
		"modules":   {func(n *Node) error { _, err := n.Modules(t.Context(), sender, PageRequest{}); return err }, []string{"v3", "v2", "v1"}},
		"module":    {func(n *Node) error { _, err := n.Module(t.Context(), move.ModuleID{Name: "coin"}); return err }, []string{"v3", "v2", "v1"}},
		"resources": {func(n *Node) error { _, err := n.Resources(t.Context(), sender, PageRequest{}); return err }, []string{"v3", "v2", "v1"}},
		"resource":  {func(n *Node) error { _, err := n.Resource(t.Context(), sender, "0x1::a::B"); return err }, []string{"v3", "v2", "v1"}},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			wire := &having{refuse: refusing(http.StatusNotFound, "")}
			node, err := NewNode("http://node", WithTransport(wire))
			require.NoError(t, err)
			err = call.call(node)
			require.ErrorIs(t, err, ErrUnsupported)
			require.NotErrorIs(t, err, ErrNotFound)
			require.ErrorContains(t, err, name+": not available in "+strings.Join(reversedTexts(call.have), ", "))
			var status *StatusError
			require.True(t, errors.As(err, &status))
			require.Equal(t, call.have, wire.requests)

			for _, version := range []Version{V1, V2, V3} {
				wire := &having{refuse: refusing(http.StatusNotFound, "")}
				node, err := NewNode("http://node", WithTransport(wire), WithVersion(version))
				require.NoError(t, err)
				require.ErrorIs(t, call.call(node), ErrUnsupported)
				for _, requested := range wire.requests {
					require.Equal(t, version.String(), requested, "another version was requested")
				}
			}
		})
	}
}

func reversedTexts(texts []string) []string {
	turned := make([]string, len(texts))
	for i, text := range texts {
		turned[len(texts)-1-i] = text
	}
	return turned
}

func TestNodeVersion(t *testing.T) {
	t.Parallel()
	list := &fakeCoins{version: V2, records: []coinRecord{{time: 24}}}
	node := list.node(t)
	require.Equal(t, Auto, node.Version(), "no request was sent")
	_, err := node.CoinTransactions(t.Context(), sender, AnyType, PageRequest{})
	require.NoError(t, err)
	require.Equal(t, V2, node.Version(), "the newest that has responded")
	node.Debug().Reset()
	require.Equal(t, V2, node.Version(), "the one before, until there is another response")
	list.version = V1
	_, err = node.CoinTransactions(t.Context(), sender, AnyType, PageRequest{})
	require.NoError(t, err)
	require.Equal(t, V1, node.Version())
	list.version = V2
	node.Debug().Reset()
	_, err = node.CoinTransactions(t.Context(), sender, AnyType, PageRequest{})
	require.NoError(t, err)
	require.Equal(t, V2, node.Version())

	node, err = NewNode("http://node", WithTransport(list), WithVersion(V1))
	require.NoError(t, err)
	require.Equal(t, V1, node.Version())
}
