package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// only serves some versions of the API of a node.
func only(t *testing.T, behind string, versions ...string) *node {
	t.Helper()
	proxy := forwardTo(t, behind)
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !slices.ContainsFunc(versions, func(version string) bool { return strings.HasPrefix(r.URL.Path, "/rpc/"+version+"/") }) {
			http.NotFound(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	})
}

// watch --once makes few requests to each node, whatever it serves: cron runs it again and again.
func TestWatchOnceRequests(t *testing.T) {
	t.Parallel()
	const most = 20
	const calm = "[alerts]\nmissed.in_row = 3\nsilent.after = \"24h\"\nslow.severity = \"off\"\nfew_votes.severity = \"off\"\nnode_lagging.severity = \"off\"\n"
	for name, c := range map[string]struct {
		version  localnet.NodeVersion
		versions []string
		code     int
	}{
		"spec":                 {localnet.SpecNode, []string{"v1", "v2", "v3"}, 0},
		"spec, v1":             {localnet.SpecNode, []string{"v1"}, 0},
		"spec, v1 and v3":      {localnet.SpecNode, []string{"v1", "v3"}, 0},
		"spec, v3":             {localnet.SpecNode, []string{"v3"}, exitOther}, // the specification has blocks in v1 only
		"before v11.3.4, v3":   {localnet.Node10, []string{"v3"}, 0},
		"v11.5.2 to v11.7":     {localnet.Node11, []string{"v1", "v2", "v3", "v4"}, 0},
		"v11.5.2 to v11.7, v3": {localnet.Node11, []string{"v3"}, 0},
		"v12":                  {localnet.Node12, []string{"v3", "v4"}, 0},
		"v12, v3":              {localnet.Node12, []string{"v3"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			network, err := localnet.Start(t.Context(), localnet.Options{Nodes: 3, Transactions: 60, Blocks: 5_000, NodeVersion: c.version})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, network.Close()) })
			file := filepath.Join(t.TempDir(), "config.toml")
			require.NoError(t, os.WriteFile(file, []byte(calm), 0o600))
			for _, more := range [][]string{nil, {"--validator", "17"}} {
				arguments := append([]string{"watch", "--once", "--config", file, "--timeout", "1m"}, more...)
				var nodes []*node
				for _, behind := range network.Nodes() {
					n := only(t, behind.BaseURL(), c.versions...)
					nodes, arguments = append(nodes, n), append(arguments, "--base-url", n.url)
				}
				got := foredeck(t, arguments...)
				require.Equal(t, c.code, got.code, "%s%s", got.stdout, got.stderr)
				require.Contains(t, got.stdout, "3 of 3 nodes respond")
				for _, n := range nodes {
					require.LessOrEqual(t, len(n.requests()), most, "%s", strings.Join(n.requests(), "\n"))
				}
			}
		})
	}
}
