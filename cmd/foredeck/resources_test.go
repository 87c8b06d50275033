package main

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

const coinStore = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"

func TestResourcesInEveryForm(t *testing.T) {
	t.Parallel()
	versions := []string{"auto", "v2", "v3"}
	resources := readLines[resourceShape](t, inEveryForm(t, versions, "resources", "TREASURY", "--all", "-o", "jsonl"))
	require.NotEmpty(t, resources)
	require.Equal(t, len(resources), len(read[[]resourceShape](t, inEveryForm(t, versions, "resources", "TREASURY", "--all", "-o", "json"))))
	rows, err := csv.NewReader(strings.NewReader(inEveryForm(t, versions, "resources", "TREASURY", "--all", "-o", "csv"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"type", "data"}, rows[0])
	var types []string
	for i, resource := range resources {
		types = append(types, resource.Type)
		require.Equal(t, resource.Type, rows[1+i][0])
		require.JSONEq(t, string(resource.Data), rows[1+i][1])
	}
	require.Contains(t, types, coinStore)
	for _, format := range []string{"table", "wide"} {
		printed := lines(t, inEveryForm(t, versions, "resources", "TREASURY", "--all", "-o", format))
		require.Regexp(t, `^TYPE +DATA$`, printed[0])
		require.Len(t, printed, 1+len(resources))
	}

	// --limit counts printed rows, not filtered ones.
	for _, prefix := range []string{"0x1::coin::CoinStore", "0x0001::coin::CoinStore<", "0X1::coin::CoinStore<0x1"} {
		some := readLines[resourceShape](t, inEveryForm(t, versions, "resources", "TREASURY", "--type", prefix, "--limit", "1", "-o", "jsonl"))
		require.Len(t, some, 1)
		require.True(t, strings.HasPrefix(some[0].Type, "0x1::coin::CoinStore<"), some[0].Type)
	}
	require.Equal(t, "[]\n", inEveryForm(t, versions, "resources", "TREASURY", "--type", "0x1::nowhere", "-o", "json"))
}

func TestResourceInEveryForm(t *testing.T) {
	t.Parallel()
	resource := read[resourceShape](t, inEveryForm(t, everyVersion, "resource", "TREASURY", coinStore, "-o", "json"))
	require.Equal(t, coinStore, resource.Type)
	var data struct {
		Coin struct {
			Value string `json:"value"`
		} `json:"coin"`
	}
	require.NoError(t, json.Unmarshal(resource.Data, &data))
	table := inEveryForm(t, everyVersion, "resource", "TREASURY", "0x0001::coin::CoinStore<0x1::native_coin::NativeCoin>")
	require.Regexp(t, `^PATH +VALUE\n\.coin\.value +`+data.Coin.Value+`\n`, table)
	for format, want := range map[string]string{
		"table": data.Coin.Value + "\n", "wide": data.Coin.Value + "\n", "json": `"` + data.Coin.Value + `"` + "\n", "jsonl": `"` + data.Coin.Value + `"` + "\n",
		"raw": `"` + data.Coin.Value + `"` + "\n", "csv": "path,value\n.coin.value," + data.Coin.Value + "\n",
	} {
		require.Equal(t, want, inEveryForm(t, everyVersion, "resource", "TREASURY", coinStore, "--path", ".coin.value", "-o", format), format)
	}
	require.JSONEq(t, `{"value":"`+data.Coin.Value+`"}`, inEveryForm(t, everyVersion, "resource", "TREASURY", coinStore, "--path", "coin"))
}

// Each path in the table resolves to its value.
func TestResourcePaths(t *testing.T) {
	t.Parallel()
	const data = `{"list":[1,{"a.b":"x","":null,"q\"[\\":[]}],"empty":{},"number":18446744073709551617,"text":""}`
	n := serve(t, responding(http.StatusOK, `{"type":"0x1::a::B","data":`+data+`}`))
	got := foredeck(t, "resource", "0x1", "0x1::a::B", "--base-url", n.url, "-o", "csv")
	require.Zero(t, got.code, got.stderr)
	rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"path", "value"}, {".list[0]", "1"}, {`.list[1]["a.b"]`, "x"}, {`.list[1][""]`, "null"}, {`.list[1]["q\"[\\"]`, "[]"},
		{".empty", "{}"}, {".number", "18446744073709551617"}, {".text", `""`},
	}, rows)
	for _, row := range rows[1:] {
		got := foredeck(t, "resource", "0x1", "0x1::a::B", "--path", row[0], "--base-url", n.url)
		require.Zero(t, got.code, got.stderr)
		require.Equal(t, row[1]+"\n", got.stdout)
	}
	for path, says := range map[string]string{
		".nothing": "no .nothing", ".list[2]": "no [2] at .list", ".text.more": "no .more at .text", ".list.a": "no .a at .list", ".empty[0]": "no [0] at .empty",
	} {
		got := foredeck(t, "resource", "0x1", "0x1::a::B", "--path", path, "--base-url", n.url)
		require.Equal(t, exitNotFound, got.code)
		require.Empty(t, got.stdout)
		require.Contains(t, got.stderr, says)
	}
	for _, whole := range []string{".", ""} {
		got := foredeck(t, "resource", "0x1", "0x1::a::B", "--path", whole, "--base-url", n.url, "-o", "json")
		require.Zero(t, got.code, got.stderr)
		require.JSONEq(t, data, got.stdout)
	}
}

func TestMissingResource(t *testing.T) {
	t.Parallel()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		network := frozen(t, dialect)
		for _, version := range everyVersion {
			got := foredeck(t, "resource", "0x1", "0x1::nowhere::Nothing", "--rpc-version", version, "--base-url", network.BaseURL())
			require.Equal(t, exitNotFound, got.code, "%s %s: %s", dialect, version, got.stderr)
		}
	}
}

func TestResourcesAreSanitized(t *testing.T) {
	t.Parallel()
	body := "{\"type\":\"a\\u001b[2J\u202e\",\"data\":{\"n\\u001b\u202e\":\"v\\u001b]0;x\u202e\"}}"
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/resources") {
			body := "[" + body + "]"
			_, _ = w.Write([]byte(body))
			return
		}
		_, _ = w.Write([]byte(body))
	})
	for _, command := range [][]string{{"resources", "0x1", "--limit", "1"}, {"resource", "0x1", "0x1::a::B"}} {
		for _, format := range []string{"table", "wide", "plain", "json", "jsonl", "csv"} {
			got := foredeck(t, append(command, "--base-url", n.url, "-o", format)...)
			require.Zero(t, got.code, got.stderr)
			requireSanitized(t, got.stdout)
		}
	}
}
