package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	for _, shell := range command.Lookup("completion").Args[0].Words {
		got := foredeck(t, "completion", shell)
		require.Zero(t, got.code, got.stderr)
		require.Contains(t, got.stdout, "foredeck")
		if _, err := exec.LookPath(shell); err == nil && shell != "powershell" {
			check := exec.Command(shell, "-n")
			check.Stdin = strings.NewReader(got.stdout)
			output, err := check.CombinedOutput()
			require.NoError(t, err, string(output))
		}
	}
	require.Equal(t, exitUsage, foredeck(t, "completion", "csh").code)
}

// completed returns the completions of a command line whose last word is being typed.
func completed(t *testing.T, words ...string) []string {
	t.Helper()
	got := foredeck(t, append([]string{"__complete"}, words...)...)
	require.Zero(t, got.code, got.stderr)
	found := strings.Split(strings.TrimSpace(got.stdout), "\n")
	require.Contains(t, []string{":4", ":6"}, found[len(found)-1], "no files are offered")
	return found[:len(found)-1]
}

func TestCompletionOfStoredNames(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	settingsOf(t, "[names]\nboss = \"0x1\"\n[groups]\nteam = [\"boss\"]\n")
	book, err := openStore("local")
	require.NoError(t, err)
	account := move.Address{31: 7}
	require.NoError(t, book.SetName(store.Subject{Kind: store.Address, Key: account.String()}, "bank"))
	balance, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	book.AddRun(store.Run{Function: balance, Inputs: []string{"0x1::native_coin::NativeCoin", "bank", "u64"}})
	book.SetWatchlist([]string{"eth_usdt"})
	for name, link := range map[string]string{
		"a": "local/account/0x9/resources/0x1::coin::Coin<0x1::usdx::Usdx>", "b": "local/module/0x1::pool", "c": "local/block/123", "d": "local/price/btc_usdt",
		"e": "local/account/0x9/resources/0x1::coin::Coin\x1b[31m",
	} {
		parsed, err := target.ParseLink(link)
		require.NoError(t, err)
		book.SetBookmark(store.Bookmark{Name: name, Link: parsed})
	}
	require.NoError(t, book.Flush())

	nine := move.Address{31: 9}.String()
	for line, want := range map[string][]string{
		"account --network local ":                    {nine, "bank", "boss"},
		"account --network local b":                   {"bank", "boss"},
		"account --network local bank ":               nil,
		"account --network mainnet ":                  {"boss"},
		"module --network local ":                     {"0x1::coin", "0x1::pool"},
		"view --network local 0x1::c":                 {"0x1::coin::balance"},
		"resource --network local bank ":              {"0x1::coin::Coin<0x1::usdx::Usdx>"},
		"resources --network local bank --type ":      {"0x1::coin::Coin<0x1::usdx::Usdx>"},
		"view --network local f --type-arg ":          {"0x1::native_coin::NativeCoin", "0x1::usdx::Usdx"},
		"view --network local f --arg ba":             {"bank"},
		"view --network local f --arg @":              {"@saved", "@team"},
		"calls --network local f --by @t":             {"@team"},
		"resource --network local @":                  {"@saved", "@team"},
		"account --network local @":                   nil,
		"block --network local ":                      {"123", "head"},
		"price --network local btc_usdt b":            {"btc_usdt"},
		"history --network local ":                    {"btc_usdt", "eth_usdt"},
		"account t":                                   {"treasury"},
		"price bt":                                    {"btc_usdt"},
		"--network local ban":                         {"bank"},
		"--network local 0x1::":                       {"0x1::coin", "0x1::coin::balance", "0x1::pool"},
		"local/m":                                     {"local/module/", "local/module/0x1::pool"},
		"local/block":                                 {"local/block/", "local/block/123", "local/blocks"},
		"local/account/b":                             {"local/account/bank", "local/account/boss"},
		"local/account/bank/re":                       {"local/account/bank/resources"},
		"local/view/":                                 {"local/view/0x1::coin::balance"},
		"local/module/0x1::c":                         {"local/module/0x1::coin", "local/module/0x1::coin::balance"},
		"local/price/":                                {"local/price/btc_usdt", "local/price/eth_usdt"},
		"nowhere/":                                    nil,
		"txs --kind ":                                 {"sent", "coin", "fungible", "automated", "all"},
		"blocks --network ":                           {"simulated", "local", "mainnet", "testnet"},
		"localnet --dialect ":                         {"spec", "deployed"},
		"config ":                                     {"init", "show", "check", "path"},
		"completion ":                                 []string{"bash", "zsh", "fish", "powershell"},
		"--theme ":                                    config.Themes,
		"themes ":                                     config.Themes,
		"account --config /nowhere/at/all.toml b":     nil,
		"account --network nowhere ":                  nil,
		"resource --network local bank 0x1::c more x": nil,
	} {
		words := strings.Split(line, " ")
		if line == "resource --network local bank 0x1::c more x" {
			words = append(words, "")
		}
		require.Equal(t, want, append([]string(nil), completed(t, words...)...), line)
	}
}

// Every option of a command has a completion or declares that it has none.
func TestCompletionOfFlags(t *testing.T) {
	t.Parallel()
	root := rootCommand(&globalFlags{})
	for _, v := range command.All() {
		command, _, err := root.Find([]string{v.Name})
		require.NoError(t, err)
		for _, option := range v.Options {
			_, known := command.GetFlagCompletionFunc(option.Name)
			require.Equal(t, option.Value != "" && option.Value != "FILE", known, "--%s of %s", option.Name, v.Name)
		}
	}
}

func TestManPage(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1767225600")
	folder := filepath.Join(t.TempDir(), "man1")
	got := foredeck(t, "man", folder)
	require.Zero(t, got.code, got.stderr)
	require.Empty(t, got.stdout)
	page := readFile(t, filepath.Join(folder, "foredeck.1"))
	for _, words := range []string{".TH FOREDECK 1", "txs", "oldest", "config", "network", `"2026-01-01"`, "EXIT STATUS", "not found"} {
		require.Contains(t, page, words)
	}
	require.Contains(t, page, "A link starts", "a line of the help is no paragraph")
	require.Equal(t, exitUsage, foredeck(t, "man").code)
	t.Setenv("SOURCE_DATE_EPOCH", "today")
	require.Equal(t, exitUsage, foredeck(t, "man", folder).code)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(content)
}

// Completion must not block the shell or write errors into its command line.
func TestCompletionWithoutStore(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	settingsOf(t, "[names]\nboss = \"0x1\"\n")
	path := storePath("local")
	require.Equal(t, []string{"boss"}, completed(t, "account", "--network", "local", ""), "there is none")

	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	held, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, held.Close()) })
	require.Equal(t, []string{"boss"}, completed(t, "account", "--network", "local", ""), "another program holds it")

	settingsOf(t, "names = 1\n[[[")
	require.Empty(t, completed(t, "account", "--network", "local", "b"))
}
