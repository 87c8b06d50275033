package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

func TestPackages(t *testing.T) {
	t.Parallel()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		node := frozen(t, dialect).BaseURL()
		got := foredeck(t, "packages", "0x1", "--base-url", node)
		require.Equal(t, exitDone, got.code, got.stderr)
		require.Regexp(t, `(?m)^PACKAGE +POLICY +UPGRADES +MODULES +SOURCE +DEPENDENCIES\nframework +compatible +0 +\d+ +all +–$`, got.stdout)
		wide := foredeck(t, "packages", "0x1", "--base-url", node, "-o", "wide")
		require.Contains(t, wide.stdout, "MODULE NAMES")
		csv := foredeck(t, "packages", "0x1", "--base-url", node, "-o", "csv")
		require.Contains(t, csv.stdout, "name,upgrade_policy,upgrade_number,source_digest,modules,with_source,dependencies\nframework,compatible,0,")
		raw := foredeck(t, "packages", "0x1", "--base-url", node, "-o", "raw")
		require.Contains(t, raw.stdout, `"packages"`)

		var packages []struct {
			Name    string
			Policy  string `json:"upgrade_policy"`
			Modules []struct {
				Name      string
				HasSource bool `json:"has_source"`
			}
		}
		encoded := foredeck(t, "packages", "0x1", "--base-url", node, "-o", "json")
		require.NoError(t, json.Unmarshal([]byte(encoded.stdout), &packages))
		require.Equal(t, "compatible", packages[0].Policy)
		require.True(t, packages[0].Modules[0].HasSource)
	}
	node := frozen(t, localnet.Spec).BaseURL()
	none := foredeck(t, "packages", "0xdd", "--base-url", node)
	require.Equal(t, exitNotFound, none.code)
	require.Contains(t, none.stderr, "PackageRegistry of 0xdd not found")
}

func TestPublishedSource(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	got := foredeck(t, "module", "0x1::coin", "--published", "--base-url", network.BaseURL())
	require.Equal(t, exitDone, got.code, got.stderr)
	require.True(t, strings.HasPrefix(got.stdout, "module 0x1::coin {\n"), got.stdout)
	require.Contains(t, got.stdout, "    const EINSUFFICIENT_BALANCE: u64 = 6;\n")

	without := alter(t, network, func(path, body string) string {
		if strings.Contains(path, "PackageRegistry") {
			body = strings.ReplaceAll(body, `"name":"coin","source":"0x1f8b`, `"name":"coin","source":"","x":"`)
		}
		return body
	})
	none := foredeck(t, "module", "0x1::coin", "--published", "--base-url", without.url)
	require.Equal(t, exitOther, none.code)
	require.Contains(t, none.stderr, "module 0x1::coin: published without its source; --source prints its interface")
	for _, flags := range [][]string{{"--source"}, {"--functions", "view"}, {"-o", "json"}} {
		wrong := foredeck(t, append([]string{"module", "0x1::coin", "--published"}, flags...)...)
		require.Equal(t, exitUsage, wrong.code, wrong.stderr)
	}
}
