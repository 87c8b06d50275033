package main

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/adrg/xdg"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/store"
)

// settingsOf installs a config file with this content for the user.
func settingsOf(t *testing.T, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	t.Setenv("FOREDECK_CONFIG", path)
	return path
}

func TestConfigInit(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	path := filepath.Join(folder, "foredeck", "config.toml")

	got := foredeck(t, "config", "check")
	require.Zero(t, got.code, got.stderr)
	require.NoFileExists(t, path)

	got = foredeck(t, "config", "init")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, path+"\n", got.stdout)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, config.Sample(), string(content))

	got = foredeck(t, "config", "path")
	require.Equal(t, path+"\n", got.stdout)
	got = foredeck(t, "config", "check")
	require.Zero(t, got.code, got.stdout)
	require.Equal(t, path+": no errors\n", got.stdout)

	got = foredeck(t, "config", "init")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, path+" already exists and was not changed")
}

func TestConfigCheck(t *testing.T) {
	path := settingsOf(t, "theme = 5\ntimeout = \"9s\"\n[colors]\ntext = \"\x1b[31mred\"\n")
	got := foredeck(t, "config", "check")
	require.Equal(t, exitUsage, got.code)
	require.Equal(t, []string{
		path + ", line 1: theme: must be a string in quotes, not 5",
		path + ", line 4: invalid TOML: basic strings cannot have control characters",
	}, lines(t, got.stdout))
	require.Equal(t, "foredeck: 2 errors in the config file\n", got.stderr, "no hint at the help on commands")
}

func TestConfigShow(t *testing.T) {
	n := serve(t, responding(http.StatusNotFound, `{"message":"Information not available"}`))
	settingsOf(t, "network = \"mine\"\n[networks.mine]\nbase_urls = [\""+n.url+"\"]\napi_key_env = \"MINE\"\n")
	t.Setenv("MINE", "a secret")
	got := foredeck(t, "config", "show")
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `(?m)^network +line 1 +"mine"$`, got.stdout)
	require.Regexp(t, `(?m)^theme +default +"auto"$`, got.stdout)
	require.Regexp(t, `(?m)^networks\.mine\.base_urls +line 3 +\["http`, got.stdout)
	require.Regexp(t, `(?m)^networks\.mine\.api_key +environment MINE +set$`, got.stdout)
	require.NotContains(t, got.stdout, "a secret")

	got = foredeck(t, "config", "show", "-o", "json", "--network", "simulated")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, config.Entry{Key: "network", Value: `"simulated"`, From: "flag"}, read[[]config.Entry](t, got.stdout)[0])
	require.Empty(t, n.requests())
	require.Equal(t, exitUsage, foredeck(t, "config", "edit").code)
}

func TestCommandsReadConfigFile(t *testing.T) {
	n := serve(t, responding(http.StatusOK, `{"sequence_number":3,"authentication_key":"0x1"}`))
	settingsOf(t, "network = \"mine\"\nnonsense = 1\n[names]\nboss = \"0xb055\"\n[networks.mine]\nbase_urls = [\""+n.url+"\"]\nrpc_version = \"v2\"\n")
	got := foredeck(t, "account", "boss")
	require.Zero(t, got.code, got.stderr)
	require.Contains(t, got.stderr, "line 2: nonsense: unknown option; using the default")
	require.Len(t, n.requests(), 1)
	require.Regexp(t, `/rpc/v2/accounts/0x0+b055$`, n.requests()[0])

	got = foredeck(t, "account", "boss", "--rpc-version", "v3", "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Empty(t, got.stderr)
	require.Contains(t, n.requests()[1], "/rpc/v3/")
}

// A script must not mistake one network for another.
func TestCommandsRequireKnownNetwork(t *testing.T) {
	path := settingsOf(t, "network = \"mine\"\n[networks.mine]\nbase_urls = [\"rpc.example.org\"]\n")
	got := foredeck(t, "account", "0x1")
	require.Equal(t, exitUsage, got.code)
	require.Empty(t, got.stdout)
	require.Contains(t, got.stderr, path+`, line 1: network: "mine": unknown network: must be one of simulated`)
	require.Zero(t, foredeck(t, "account", "treasury", "--network", "simulated").code)
}

func TestNamedConfigFileMustExist(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "none.toml")
	got := foredeck(t, "account", "0x1", "--config", missing)
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, missing)
}

func TestTokenFromCommand(t *testing.T) {
	var sent string
	n := serve(t, func(w http.ResponseWriter, request *http.Request) {
		sent = request.Header.Get("Authorization")
		responding(http.StatusNotFound, `{"message":"Information not available"}`)(w, request)
	})
	settingsOf(t, "[networks.local]\nbase_urls = [\""+n.url+"\"]\nconsensus_token_command = [\"echo\", \"from the command\"]\n")
	foredeck(t, "account", "0x1", "--network", "local")
	require.Empty(t, sent, "an unneeded token is not read")
	got := foredeck(t, "block", "5", "--network", "local")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "printable ASCII without spaces")

	settingsOf(t, "[networks.local]\nbase_urls = [\""+n.url+"\"]\nconsensus_token_command = [\"echo\", \"letmein\"]\n")
	foredeck(t, "block", "5", "--network", "local")
	require.Equal(t, "Bearer letmein", sent)
}

func TestConfigShowRecords(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"init", "check", "path"} {
		got := foredeck(t, "config", action, "-o", "json")
		require.Equal(t, exitUsage, got.code, action)
		require.Contains(t, got.stderr, "-o json: config "+action+" prints plain text")
		require.Empty(t, got.stdout)
	}
	require.Zero(t, foredeck(t, "config", "show", "-o", "json").code)
}

func TestConfigCheckNamesTheNearestValue(t *testing.T) {
	settingsOf(t, "theme = \"drak\"\nunits = \"decimla\"\n[alerts.missed]\nseverity = \"warnign\"\n")
	got := foredeck(t, "config", "check")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stdout, "theme drak: not found: did you mean dark?")
	require.Contains(t, got.stdout, "units: must be one of decimal, raw, hex; did you mean decimal?")
	require.Contains(t, got.stdout, "did you mean warning?")

	got = foredeck(t, "txs", "0x1", "--kind", "snet")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "did you mean sent?")
	got = foredeck(t, "config", "chekc")
	require.Contains(t, got.stderr, "did you mean check?")
	got = foredeck(t, "account", "0x1", "--network", "simluated")
	require.Contains(t, got.stderr, "did you mean simulated?")
}

// Names of groups can be in the file, saved on any network, or those of the simulated one.
func TestConfigCheckNamesOfGroups(t *testing.T) {
	t.Cleanup(xdg.Reload) // after the variable is restored
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	saved, err := openStore("testnet")
	require.NoError(t, err)
	require.NoError(t, saved.SetName(store.Subject{Kind: store.Address, Key: "0x5"}, "cold"))
	require.NoError(t, saved.Flush())
	settingsOf(t, "[names]\nhot = \"0x407\"\n[groups]\nteam = [\"Hot\", \"treasury\", \"cold\", \"0x5\"]\nother = [\"hot\", \"nobody\"]\n")
	got := foredeck(t, "config", "check")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stdout, `line 5: groups.other: "nobody" is neither an address nor a name that is saved or in [names]`)
	require.NotContains(t, got.stdout, "team")
	require.Contains(t, got.stderr, "1 error in the config file")
}
