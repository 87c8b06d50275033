package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// moduleDiff is the JSON shape of diff module.
type moduleDiff struct {
	Type       string
	Same       bool
	Compatible bool
	Compares   bool `json:"compares_code"`
	Count      int  `json:"changes_count"`
	Breaking   int  `json:"breaking_count"`
	Changes    []struct {
		Action, Subject, Name string
		Aspect, A, B, Breaks  *string
	}
}

func diffOf(t *testing.T, got outcome) (found moduleDiff) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &found), "%s%s", got.stdout, got.stderr)
	return found
}

func TestDiffModule(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	node := network.BaseURL()
	upgraded := alter(t, network, func(path, body string) string {
		if strings.Contains(path, "/modules/") {
			body = strings.NewReplacer(`"bytecode":"0x`, `"bytecode":"0xff`, `"name":"burn"`, `"name":"burn_all"`, `"abilities":["store"]`, `"abilities":["store","drop"]`).Replace(body)
		}
		return body
	})

	same := foredeck(t, "diff", "module", node+"/0x1::coin", node)
	require.Equal(t, exitDone, same.code, same.stderr)
	require.Contains(t, same.stdout, "no changes")

	got := foredeck(t, "diff", "module", node+"/0x1::coin", upgraded.url)
	require.Equal(t, exitOther, got.code, got.stderr)
	require.Empty(t, got.stderr, "the output says what is incompatible")
	require.Contains(t, got.stdout, "breaks  function burn removed\n        - public fun burn<T0>")
	require.Contains(t, got.stdout, "        a public function must stay: other modules call it\n")
	require.Contains(t, got.stdout, "ok      function burn_all added\n")
	require.Contains(t, got.stdout, "ok      struct Coin: abilities changed\n        - store\n        + store, drop\n")
	require.Contains(t, got.stdout, "A or B has no bytecode", "bytecode that cannot be parsed is not compared")
	require.Contains(t, got.stdout, "incompatible: 1 of ")

	found := diffOf(t, foredeck(t, "diff", "module", node+"/0x1::coin", upgraded.url, "-o", "json"))
	require.Equal(t, "diff", found.Type)
	require.False(t, found.Compatible || found.Same || found.Compares)
	require.Equal(t, 1, found.Breaking)
	require.Len(t, found.Changes, found.Count)
	require.Equal(t, "burn", found.Changes[0].Name)
	require.Equal(t, "a public function must stay: other modules call it", *found.Changes[0].Breaks)

	back := foredeck(t, "diff", "module", upgraded.url+"/0x1::string", node+"/0x1::string", "-o", "jsonl")
	require.Equal(t, exitDone, back.code, back.stderr)
	require.True(t, diffOf(t, back).Same)
}

func TestDiffModuleFiles(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	folder := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, content, 0o600))
		return path
	}
	raw := foredeck(t, "module", "0x1::coin", "--base-url", network.BaseURL(), "-o", "raw")
	require.Equal(t, exitDone, raw.code, raw.stderr)
	var module struct {
		Bytecode string
		ABI      json.RawMessage
	}
	require.NoError(t, json.Unmarshal([]byte(raw.stdout), &module))
	code, err := hex.DecodeString(strings.TrimPrefix(module.Bytecode, "0x"))
	require.NoError(t, err)
	for name, content := range map[string][]byte{"coin.json": []byte(raw.stdout), "coin.mv": code, "coin.hex": []byte(module.Bytecode + "\n"), "abi.json": module.ABI} {
		found := diffOf(t, foredeck(t, "diff", "module", "0x1::coin", write(name, content), "--base-url", network.BaseURL(), "-o", "json"))
		require.True(t, found.Same, name)
		require.Equal(t, name != "abi.json", found.Compares, name)
	}

	for name, content := range map[string]string{"empty.json": "", "text.json": "text", "bad.mv": "\xa1\x1c\xeb\x0b\x07", "list.json": "[]"} {
		got := foredeck(t, "diff", "module", write(name, []byte(content)), "0x1::coin", "--base-url", network.BaseURL())
		require.Equal(t, exitUsage, got.code, name)
		require.Contains(t, got.stderr, "not a module: ", name)
	}
	huge := foredeck(t, "diff", "module", write("huge.mv", make([]byte, maxModuleFile+1)), "0x1::coin", "--base-url", network.BaseURL())
	require.Contains(t, huge.stderr, "larger than 8388608 bytes")
}

func TestDiffArguments(t *testing.T) {
	t.Parallel()
	for line, reason := range map[string]string{
		"diff account 0x1 0x2":                              "must be one of module",
		"diff module simulated 0x1::coin":                   `A "simulated": must be a module, such as 0x1::coin or testnet/0x1::coin, or a file`,
		"diff module 0x1::coin nowhere --network simulated": `node "nowhere": must be a URL`,
		"diff module 0x1::coin simulated --record /tmp/x":   "--record and --replay: not supported by diff",
		"diff module 0x1::coin ./no-such-file.mv":           "no such file",
		"diff module ./diff_test.go simulated":              "not a module",
		"diff module 0x1::coin 0x1 --network simulated":     `node "0x1"`,
	} {
		got := foredeck(t, strings.Fields(line)...)
		require.Equal(t, exitUsage, got.code, line)
		require.Contains(t, got.stderr, reason, line)
	}
	missing := foredeck(t, "diff", "module", "0x1::coin", "0x1::nothing", "--network", "simulated")
	require.Equal(t, exitNotFound, missing.code)
	require.Contains(t, missing.stderr, "module nothing of 0x1 not found")
}

// A diff says what it cannot compare.
func TestDiffOfUnknownOpcode(t *testing.T) {
	t.Parallel()
	// A module of two functions in version 10, of which the first has the opcode 0xf0.
	dir := t.TempDir()
	write := func(name, opcode string) string {
		path := filepath.Join(dir, name)
		tables := []struct {
			kind byte
			body string
		}{
			{0x1, "0000"}, {0x3, "0001000000" + "0100" + "0002000000" + "0100"}, {0x5, "00"}, {0x7, "016d026630026631"}, {0x8, strings.Repeat("00", 31) + "01"},
			{0xc, "0001000000" + "03" + "08" + opcode + "02" + "0101000000" + "01" + "02"},
		}
		head, bodies := "a11ceb0b0a000000"+fmt.Sprintf("%02x", len(tables)), ""
		for _, table := range tables {
			head += fmt.Sprintf("%02x%02x%02x", table.kind, len(bodies)/2, len(table.body)/2)
			bodies += table.body
		}
		require.NoError(t, os.WriteFile(path, []byte(head+bodies+"00"), 0o600))
		return path
	}
	known, unknown := write("known.hex", "01"), write("unknown.hex", "f0")
	got := foredeck(t, "diff", "module", known, unknown)
	require.Contains(t, got.stderr, "unknown.hex: function f0: unknown opcode 0xf0 at byte ")
	require.NotContains(t, got.stderr, "known.hex: function f1")
	require.Contains(t, got.stdout, "the parser does not know an opcode of it")
}
