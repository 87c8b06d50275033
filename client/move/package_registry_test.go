package move

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// gzipHex returns a text as the registry has it: gzipped, in hex.
func gzipHex(t *testing.T, content []byte) string {
	t.Helper()
	var compressed bytes.Buffer
	w := gzip.NewWriter(&compressed)
	_, err := w.Write(content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return "0x" + hex.EncodeToString(compressed.Bytes())
}

// registry returns the data of a registry with one package of one module.
func registry(t *testing.T, source, sourceMap string) []Package {
	t.Helper()
	packages, err := ParsePackageRegistry([]byte(`{"packages":[{"name":"Vault","upgrade_policy":{"policy":1},"upgrade_number":"7","source_digest":"AB",` +
		`"manifest":"0x","modules":[{"name":"vault","source":"` + source + `","source_map":"` + sourceMap + `","extension":{"vec":[]}}],` +
		`"deps":[{"account":"0x0000000000000000000000000000000000000000000000000000000000000001","package_name":"Framework"}],"extension":{"vec":[]}}]}`))
	require.NoError(t, err)
	return packages
}

func TestParsePackageRegistry(t *testing.T) {
	t.Parallel()
	packages := registry(t, gzipHex(t, []byte(vaultSource)), gzipHex(t, vaultMap(true)))
	require.Len(t, packages, 1)
	p := packages[0]
	require.Equal(t, "compatible", p.Policy.String())
	require.Equal(t, uint64(7), p.UpgradeNumber)
	require.Equal(t, []PackageDependency{{"0x1", "Framework"}}, p.Dependencies)
	source, err := p.Modules[0].Source()
	require.NoError(t, err)
	require.Equal(t, vaultSource, source)
	m, err := p.Modules[0].SourceMap()
	require.NoError(t, err)
	require.Len(t, m.functions, 2)
	encoded, err := json.Marshal(p)
	require.NoError(t, err)
	require.JSONEq(t, `{"name":"Vault","upgrade_policy":"compatible","upgrade_number":7,"source_digest":"AB",`+
		`"modules":[{"name":"vault","has_source":true,"has_source_map":true}],"dependencies":[{"account":"0x1","name":"Framework"}]}`, string(encoded))

	without := registry(t, "0x", "")
	require.False(t, without[0].Modules[0].HasSource)
	_, err = without[0].Modules[0].Source()
	require.ErrorIs(t, err, ErrNoSource)
	_, err = without[0].Modules[0].SourceMap()
	require.ErrorIs(t, err, ErrNoSource)

	for _, data := range []string{"", "[]", `{"packages":[{"upgrade_number":"x"}]}`, `{"packages":[{"modules":[{"source":"zz"}]}]}`, `{"packages":[{"modules":[{"source":7}]}]}`, `{"packages":[{"modules":[{"source_map":{}}]}]}`, `{"packages":[{"upgrade_policy":{"policy":256}}]}`} {
		_, err := ParsePackageRegistry([]byte(data))
		require.ErrorContains(t, err, "package registry: ", data)
	}
	none, err := ParsePackageRegistry([]byte(`{}`))
	require.NoError(t, err)
	require.Empty(t, none)
	require.Equal(t, "policy 9", UpgradePolicy(9).String())
}

func TestHostileSource(t *testing.T) {
	t.Parallel()
	bomb := registry(t, gzipHex(t, make([]byte, MaxSourceLength+1)), gzipHex(t, make([]byte, MaxSourceMapLength+1)))[0].Modules[0]
	_, err := bomb.Source()
	require.ErrorContains(t, err, "more than 4,194,304 bytes when decompressed")
	_, err = bomb.SourceMap()
	require.ErrorContains(t, err, "more than 8,388,608 bytes")
	largest := registry(t, gzipHex(t, bytes.Repeat([]byte("\n"), MaxSourceLength)), "0x")[0].Modules[0]
	text, err := largest.Source()
	require.NoError(t, err)
	require.Equal(t, MaxSourceLength, NewModuleSource(text, nil).Len())

	binary := registry(t, gzipHex(t, []byte("\xff\xfe")), "0x"+strings.Repeat("12", 40))[0].Modules[0]
	_, err = binary.Source()
	require.ErrorContains(t, err, "not UTF-8")
	_, err = binary.SourceMap()
	require.ErrorIs(t, err, gzip.ErrHeader)
	cut := gzipHex(t, []byte(strings.Repeat(vaultSource, 9)))
	_, err = (&registry(t, cut[:len(cut)-20], "0x")[0].Modules[0]).Source()
	require.Error(t, err)
}
