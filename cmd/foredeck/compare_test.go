package main

import (
	"context"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

// altered serves a network through a proxy that changes the bodies of responses, and records the tokens of requests.
type altered struct {
	url    string
	lock   sync.Mutex
	tokens map[string]bool
}

func alter(t *testing.T, network *localnet.Network, change func(path, body string) string) *altered {
	t.Helper()
	target, err := url.Parse(network.BaseURL())
	require.NoError(t, err)
	a := &altered{tokens: map[string]bool{}}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	server := httptest.NewServer(&httputil.ReverseProxy{
		Transport: transport,
		ErrorLog:  log.New(io.Discard, "", 0),
		Rewrite: func(request *httputil.ProxyRequest) {
			request.SetURL(target)
			request.Out.Header.Set("Accept-Encoding", "identity")
			a.lock.Lock()
			defer a.lock.Unlock()
			a.tokens[request.In.Header.Get("Authorization")] = true
		},
		ModifyResponse: func(response *http.Response) error {
			body, err := io.ReadAll(response.Body)
			if err != nil {
				return err
			}
			changed := change(response.Request.URL.Path, string(body))
			response.Body, response.ContentLength = io.NopCloser(strings.NewReader(changed)), int64(len(changed))
			response.Header.Del("Content-Length")
			return nil
		},
	})
	t.Cleanup(server.Close)
	a.url = server.URL
	return a
}

// seen returns the tokens of the requests so far.
func (a *altered) seen() map[string]bool {
	a.lock.Lock()
	defer a.lock.Unlock()
	return maps.Clone(a.tokens)
}

func asIs(_, body string) string { return body }

// nodeComparison is the JSON shape of compare.
type nodeComparison struct {
	Type   string       `json:"type"`
	Equal  bool         `json:"equal"`
	A      comparedNode `json:"a"`
	B      comparedNode `json:"b"`
	Lag    int64        `json:"lag"`
	Blocks *struct {
		From        uint64  `json:"from"`
		To          uint64  `json:"to"`
		Compared    uint64  `json:"compared"`
		Skipped     uint64  `json:"skipped"`
		Different   uint64  `json:"different"`
		Digest      uint64  `json:"digest"`
		Author      uint64  `json:"author"`
		Votes       uint64  `json:"votes"`
		Certificate uint64  `json:"certificate"`
		First       *uint64 `json:"first_difference"`
	} `json:"blocks"`
	Fork *struct {
		Height  uint64 `json:"height"`
		IsFirst bool   `json:"is_first"`
	} `json:"fork"`
	Healed *struct {
		Height   uint64                     `json:"height"`
		Differed struct{ From, To uint64 }  `json:"differed"`
		Replaced *struct{ From, To uint64 } `json:"replaced"`
		Side     string                     `json:"side"`
	} `json:"healed"`
	Objects []struct {
		Kind     string   `json:"kind"`
		Name     string   `json:"name"`
		Equal    bool     `json:"equal"`
		Changing bool     `json:"changing"`
		Unknown  []string `json:"unknown"`
	} `json:"objects"`
	Samples *struct {
		Count  uint64   `json:"count"`
		Failed uint64   `json:"failed"`
		Min    *int64   `json:"min"`
		Median *int64   `json:"median"`
		Max    *int64   `json:"max"`
		Mean   *float64 `json:"mean"`
	} `json:"samples"`
	Count       uint64            `json:"differences_count"`
	Differences []differenceShape `json:"differences,omitzero"`
}

type comparedNode struct {
	Name    string `json:"name"`
	BaseURL string `json:"base_url"`
	Head    uint64 `json:"head"`
}

type differenceShape struct {
	Type    string  `json:"type"`
	Subject string  `json:"subject"`
	Name    *string `json:"name"`
	Height  *uint64 `json:"height"`
	Field   string  `json:"field"`
	A       *string `json:"a"`
	B       *string `json:"b"`
}

func TestCompareEqualNodes(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	got := foredeck(t, "compare", network.BaseURL(), alter(t, network, asIs).url, "--last", "5", "--account", "0x1", "--resource", "treasury/0x1::account::Account",
		"--module", "0x1::coin", "-o", "json")
	require.Equal(t, exitUsage, got.code, "treasury is a name of the embedded network only: %s", got.stdout)
	got = foredeck(t, "compare", network.BaseURL(), alter(t, network, asIs).url, "--last", "5", "--account", "0x1", "--resource", "0x1/0x1::account::Account",
		"--module", "0x1::coin", "-o", "json")
	require.Zero(t, got.code, got.stderr)
	found := read[nodeComparison](t, got.stdout)
	require.True(t, found.Equal)
	require.EqualValues(t, 5, found.Blocks.Compared)
	require.Len(t, found.Objects, 3)
	require.Empty(t, found.Differences)
	require.Empty(t, got.stderr)
	got = foredeck(t, "compare", network.BaseURL(), network.BaseURL())
	require.Zero(t, got.code, got.stderr)
	require.Contains(t, got.stdout, "100 compared, 0 differ")
	require.True(t, strings.HasSuffix(got.stdout, "\nequal\n"), got.stdout)
}

// A fork that heals while the nodes are watched is said to have healed, with the blocks that were replaced.
func TestCompareSeesAForkHeal(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{Nodes: 2, BlockTime: 50 * time.Millisecond, Transactions: 60})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	nodes := network.Nodes()
	require.NoError(t, nodes[1].SetFault(t.Context(), localnet.Fault{State: localnet.Forked}))
	f := followWith(t, "compare", nodes[0].BaseURL(), nodes[1].BaseURL(), "--for", "1h")
	waitFor(t, f, "digest")
	require.NoError(t, nodes[1].SetFault(t.Context(), localnet.Fault{State: localnet.Running}))
	waitFor(t, f, "fork healed: ")
	f.end() // also while the older blocks are still compared, without a result then
	require.Regexp(t, `fork healed: (node B replaced its blocks [\d,]+ to [\d,]+|the nodes differed in blocks [\d,]+ to [\d,]+, and are equal at [\d,]+)\n`, f.stdout.String())
}

func TestCompareFindsTheSeededDifference(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	newest := newestHeight(t, network)
	wanted := "/consensus/block/height/" + decimal(newest-3)
	forked := alter(t, network, func(path, body string) string {
		if strings.HasSuffix(path, wanted) {
			body = strings.Replace(body, `"voters":[true`, `"voters":[false`, 1)
		}
		return body
	})
	for _, format := range []string{"table", "json", "jsonl"} {
		got := foredeck(t, "compare", network.BaseURL(), forked.url, "--from", decimal(newest-10), "-o", format)
		require.Equal(t, exitOther, got.code, got.stderr)
		require.Empty(t, got.stderr, "like diff: the output says what differs")
		requireSanitized(t, got.stdout)
		switch format {
		case "table":
			require.Contains(t, got.stdout, "certificate.voters")
			require.Contains(t, got.stdout, "without 0")
			require.Contains(t, got.stdout, "11 compared, 1 differ (digest 0, author 0, votes 1, certificate 1)")
		case "json":
			found := read[nodeComparison](t, got.stdout)
			require.False(t, found.Equal)
			require.Nil(t, found.Fork)
			require.Equal(t, newest-3, *found.Blocks.First)
			require.Len(t, found.Differences, 1)
			require.Equal(t, "certificate.voters", found.Differences[0].Field)
		case "jsonl":
			lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
			require.Len(t, lines, 2)
			require.Equal(t, newest-3, *read[differenceShape](t, lines[0]).Height)
			require.Equal(t, "summary", read[nodeComparison](t, lines[1]).Type)
		}
	}
}

func TestCompareErrorsNameTheNode(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	down := closedPort()
	for _, arguments := range [][]string{{"compare", network.BaseURL(), down}, {"compare", down, network.BaseURL()}} {
		got := foredeck(t, append(arguments, "-o", "json")...)
		require.Equal(t, exitUnreachable, got.code)
		require.Contains(t, got.stderr, down)
		require.NotContains(t, got.stderr, network.BaseURL())
		require.NotContains(t, got.stdout, `"equal": true`)
	}
}

func TestCompareArguments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		arguments string
		message   string
	}{
		{"local", "missing B"},
		{"nowhere local", `"nowhere": must be a URL`},
		{"local simulated", "runs inside the program"},
		{"local/2 local", "network local has only one node: use local"},
		{"local local --from x", "--from"},
		{"local local --from 1 --last 2", "use only one of them"},
		{"local local --for 1s --follow", "use only one of them"},
		{"local local --every 1ms", "must be 100ms or more"},
		{"local local --base-url http://x", "takes its nodes as arguments"},
		{"local local --record x", "not supported by compare"},
		{"local local --resource 0x1", "must be ADDRESS/TYPE"},
		{"local local --account 0xzz", "--account"},
		{"local local --module 0x1", "--module"},
	} {
		got := foredeck(t, append([]string{"compare"}, strings.Fields(test.arguments)...)...)
		require.Equal(t, exitUsage, got.code, "%s: %s", test.arguments, got.stderr)
		require.Contains(t, got.stderr, test.message)
	}
}

// The token of a network goes to its own node only.
func TestCompareTokens(t *testing.T) {
	network := frozen(t, localnet.Spec)
	a, b := alter(t, network, asIs), alter(t, network, asIs)
	file := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(file, []byte("network = \"mine\"\n[networks.mine]\nbase_urls = [\""+a.url+"\", \""+network.BaseURL()+"\"]\nconsensus_token_env = \"COMPARE_TOKEN\"\n"), 0o600))
	t.Setenv("COMPARE_TOKEN", "sesame-of-mine")
	t.Setenv("FOREDECK_NETWORK", "mine")
	got := foredeck(t, "compare", "mine/1", b.url, "--last", "3", "--config", file, "-v", "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, map[string]bool{"": true, "Bearer sesame-of-mine": true}, a.seen(), "only consensus blocks take it")
	require.Equal(t, map[string]bool{"": true}, b.seen(), "a node that is given by its address is of no network")
	require.NotContains(t, got.stdout+got.stderr, "sesame")
	require.Equal(t, "mine/1", read[nodeComparison](t, got.stdout).A.Name)
	got = foredeck(t, "compare", "mine", b.url, "--config", file)
	require.Contains(t, got.stderr, `node "mine": network mine has 2 nodes: use mine/1 to mine/2`)
}

func TestCompareSamples(t *testing.T) {
	t.Parallel()
	network := ownNetwork(t)
	got := foredeck(t, "compare", network.BaseURL(), network.BaseURL(), "--last", "2", "--for", "350ms", "--every", "100ms", "-o", "json")
	require.Zero(t, got.code, got.stderr)
	found := read[nodeComparison](t, got.stdout)
	require.NotZero(t, found.Samples.Count)
	require.Zero(t, *found.Samples.Max)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NotZero(t, foredeckUntil(ctx, "compare", network.BaseURL(), network.BaseURL()).code, "canceled before the result is known")
}

func newestHeight(t *testing.T, network *localnet.Network) uint64 {
	t.Helper()
	node, err := client.NewNode(network.BaseURL())
	require.NoError(t, err)
	defer node.CloseIdleConnections()
	block, err := node.FindHead(t.Context(), client.HeadSearch{})
	require.NoError(t, err)
	return block.Height
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }
