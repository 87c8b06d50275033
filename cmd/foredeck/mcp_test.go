package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/config"
)

// assisted starts foredeck mcp for a node, and connects a client of the SDK.
func assisted(t *testing.T, baseURL string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ended := make(chan int)
	go func() {
		flags := &globalFlags{environment: new(config.Environment), redactor: new(transport.Redactor)}
		flags.notices = transport.NewNotices(flags.redactor)
		root := rootCommand(flags)
		root.SetIn(toServer)
		code := flags.execute(ctx, root, []string{"mcp", "--base-url", baseURL}, fromServer, io.Discard)
		_ = fromServer.Close()
		ended <- code
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, options).Connect(ctx, &mcp.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = session.Close()
		require.Zero(t, <-ended)
		cancel()
	})
	return session
}

// ask calls a tool and returns its answer.
func ask(t *testing.T, session *mcp.ClientSession, name string, arguments map[string]any) answer {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	require.NoError(t, err, name)
	written := result.Content[0].(*mcp.TextContent).Text
	require.False(t, result.IsError, "%s: %s", name, written)
	var a answer
	require.NoError(t, json.Unmarshal([]byte(written), &a), name)
	require.NotEmpty(t, a.Network)
	require.True(t, json.Valid(a.Result))
	return a
}

func TestAssistant(t *testing.T) {
	network := startPublic(t, "")
	session := assisted(t, network.BaseURL(), nil)
	treasury := network.Accounts()[0].Address.String()

	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, list.Tools, len(tools))
	for _, listed := range list.Tools {
		require.True(t, listed.Annotations.ReadOnlyHint, listed.Name)
		require.NotEmpty(t, listed.Description)
	}

	failed := ask(t, session, "transactions", map[string]any{"address": treasury, "filter": "status:fail", "limit": 1})
	require.NotNil(t, failed.Height)
	require.NotNil(t, failed.Age)
	require.Contains(t, failed.Shell, "foredeck --base-url "+network.BaseURL()+" txs --filter=status:fail")
	var records []struct {
		Hash     string `json:"hash"`
		Sequence uint64 `json:"sequence_number"`
	}
	require.NoError(t, json.Unmarshal(failed.Result, &records))
	require.Len(t, records, 1)
	require.NotNil(t, failed.Cursor)
	next := ask(t, session, "transactions", map[string]any{"address": treasury, "limit": 1, "cursor": *failed.Cursor})
	require.Contains(t, string(next.Result), `"sequence_number":`+*failed.Cursor)

	for name, arguments := range map[string]map[string]any{
		"find":        {"text": "0x1::coin: 0x10006"},
		"account":     {"address": treasury},
		"transaction": {"id": treasury, "sequence": records[0].Sequence},
		"modules":     {"address": "0x1", "limit": 2},
		"module":      {"module": "0x1::coin"},
		"source":      {"module": "0x1::coin"},
		"resources":   {"address": treasury, "limit": 2},
		"view":        {"function": "0x1::coin::balance", "type_arguments": []string{"0x1::native_coin::NativeCoin"}, "arguments": []string{treasury}},
		"dry_run":     {"function": "0x1::native_account::transfer", "arguments": []string{treasury, "1"}, "sender": treasury, "public_key": "0x" + strings.Repeat("ab", 32)},
		"block":       {"height": "head"},
		"blocks":      {"limit": 2},
		"committee":   {},
		"sum_up":      {"address": treasury, "by": "outcome"},
	} {
		require.NotEqual(t, "null", string(ask(t, session, name, arguments).Result), name)
	}
	require.Contains(t, string(ask(t, session, "find", map[string]any{"text": "0x1::coin: 0x10006"}).Result), "EINSUFFICIENT_BALANCE")
}

// Nodes of the network and modules can be compared, but not other nodes, and no files are read.
func TestAssistantCompares(t *testing.T) {
	network := startPublic(t, "")
	session := assisted(t, network.BaseURL(), nil)
	url := network.BaseURL()
	same := ask(t, session, "compare_nodes", map[string]any{"a": url, "b": url, "last": 5, "modules": []string{"0x1::coin"}})
	require.Contains(t, string(same.Result), `"different":0`)
	upgraded := ask(t, session, "compare_modules", map[string]any{"a": "0x1::coin", "b": "0x1::account"})
	require.Contains(t, string(upgraded.Result), `"compatible":false`)
	require.Contains(t, string(upgraded.Result), url, "its modules, not those of the default network")
	for _, c := range []struct{ tool, a, b string }{
		{"compare_nodes", url, "http://127.0.0.1:1"}, {"compare_nodes", "mainnet", url}, {"compare_nodes", "simulated", url},
		{"compare_modules", "0x1::coin", "/etc/passwd"}, {"compare_modules", "./x.mv", "0x1::coin"}, {"compare_modules", "http://127.0.0.1:1/0x1::coin", "0x1::coin"}, {"compare_modules", "0x1::coin", "mainnet"},
	} {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: map[string]any{"a": c.a, "b": c.b}})
		require.NoError(t, err)
		require.True(t, result.IsError, "%v", c)
		require.Regexp(t, "must be a node of this network: "+url+"|files are not read for assistants", result.Content[0].(*mcp.TextContent).Text)
	}
}

// What is wrong is a result that the assistant can act on.
func TestAssistantErrors(t *testing.T) {
	network := frozen(t, localnet.Spec)
	session := assisted(t, network.BaseURL(), nil)
	for _, c := range []struct {
		name      string
		arguments map[string]any
		message   string
	}{
		{"account", map[string]any{}, "account: address is missing"},
		{"account", map[string]any{"address": 5}, "account: address: must be a text"},
		{"account", map[string]any{"address": "0x1", "base_url": "http://elsewhere"}, `"base_url" is not one of its parameters`},
		{"account", map[string]any{"address": "--base-url=http://elsewhere"}, "not hex at character 1"},
		{"transactions", map[string]any{"address": "0x1", "kind": "secret"}, "must be"},
		{"transaction", map[string]any{"id": "0x1", "sequence": 1 << 40}, "has sent no transaction"},
		{"find", map[string]any{"text": "-"}, "visitors"},
		{"events", map[string]any{"type": "0x1::coin::CoinDeposit", "limit": 2}, "nodes of later releases do"},
	} {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.name, Arguments: c.arguments})
		require.NoError(t, err)
		require.True(t, result.IsError, "%s %v", c.name, c.arguments)
		require.Contains(t, result.Content[0].(*mcp.TextContent).Text, c.message)
	}
}

// A call that the client cancels ends its requests.
func TestAssistantCancels(t *testing.T) {
	begun, ended := make(chan struct{}, 10), make(chan struct{}, 10)
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.Path, "/accounts/") {
			return
		}
		begun <- struct{}{}
		<-r.Context().Done()
		ended <- struct{}{}
	}))
	t.Cleanup(hanging.Close)
	session := assisted(t, hanging.URL, nil)
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "account", Arguments: map[string]any{"address": "0x1"}})
		failed <- err
	}()
	<-begun
	cancel()
	require.ErrorIs(t, <-failed, context.Canceled)
	<-ended
}

func TestAnswersAreShort(t *testing.T) {
	t.Parallel()
	record := `{"sequence_number":9,"text":"` + strings.Repeat("x", 1000) + `"}`
	var a answer
	a.fill(&tool{cursor: afterSequence}, nil, json.RawMessage("["+strings.Repeat(record+",", 99)+record+"]"))
	require.LessOrEqual(t, len(a.Result), maxAnswer)
	require.Equal(t, 100, a.Truncated.Found)
	require.Equal(t, "8", *a.Cursor)
	var shown []json.RawMessage
	require.NoError(t, json.Unmarshal(a.Result, &shown))
	require.Len(t, shown, a.Truncated.Shown)
	require.Equal(t, "10", afterSequence([]string{"txs", "--oldest-first=true"}, shown[0]))
	require.Empty(t, afterSequence([]string{"txs", "--kind=coin"}, shown[0]))

	a = answer{}
	a.fill(&tool{}, nil, json.RawMessage(`{"text":"`+strings.Repeat("x", maxAnswer)+`"}`))
	require.NotNil(t, a.Truncated)
	require.True(t, json.Valid(a.Result))
	a = answer{}
	a.fill(&tool{}, nil, nil)
	require.Equal(t, "null", string(a.Result))
}
