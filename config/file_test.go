package config_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func nothing(string) string { return "" }

// written returns a config file with this content.
func written(t *testing.T, content string) *config.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	file, err := config.ReadFile(t.Context(), path, true)
	require.NoError(t, err)
	return file
}

// utf8 is the environment of a terminal with UTF-8.
func utf8(name string) string { return map[string]string{"LANG": "C.UTF-8"}[name] }

func resolved(t *testing.T, content string) *config.Settings {
	t.Helper()
	settings, err := config.Resolve(config.Flags{}, utf8, written(t, content))
	require.NoError(t, err)
	return settings
}

func TestConfigFile(t *testing.T) {
	settings := resolved(t, `
network = "mine"
theme = "dark"
ascii = true
motion = false
timeout = "1m"
refresh = { account = "10s" }

[names]
treasury = "0x1"

[keys]
"deck.quit" = "ctrl+q"
list.down = ["j", "down"]

[networks.mine]
base_urls = ["https://a.example.org", "https://b.example.org/node"] # the second is slow
oracle_url = "https://prices.example.org"
chain_id = 0x11
rpc_version = "v2"
view_media_types = ["application/x.mine.view_function+bcs"]
cursor_header = "x-mine-cursor"
interval_parameter = "interval"
decimals = 6
api_key_env = "MY_KEY"
consensus_token_command = [
  "pass", # of all places
  "show",
  "blocks",
]
explorer_account = "https://scan.example.org/account/{}?tab=all"

[networks.local]
base_urls = "http://127.0.0.1:29000"
`)
	require.Empty(t, settings.Problems)
	require.Nil(t, settings.NetworkProblem)
	require.Equal(t, config.Network{
		Name: "mine", BaseURLs: []string{"https://a.example.org", "https://b.example.org/node"}, OracleURL: "https://prices.example.org",
		Protocol: config.Protocol{ChainID: 17, Decimals: 6, RPCVersion: "v2", ViewMediaTypes: []string{"application/x.mine.view_function+bcs"},
			CursorHeader: "x-mine-cursor", IntervalParameter: "interval"},
		APIKey: config.Secret{Variable: "MY_KEY"}, ConsensusToken: config.Secret{Command: []string{"pass", "show", "blocks"}},
		Explorer: config.Explorer{Account: "https://scan.example.org/account/{}?tab=all"},
	}, settings.Network)
	require.Len(t, settings.Networks, 5)
	require.Equal(t, []string{"http://127.0.0.1:29000"}, settings.Networks[1].BaseURLs)
	require.Equal(t, "dark", settings.Theme)
	require.True(t, settings.ASCII)
	require.False(t, settings.Motion)
	require.Equal(t, time.Minute, settings.Timeout)
	require.Equal(t, config.Periods{Account: 10 * time.Second, Home: 5 * time.Second, Transaction: 5 * time.Second}, settings.Periods)
	require.Equal(t, []config.Name{{Name: "treasury", Address: "0x1"}}, settings.Names)
	require.Equal(t, []config.Binding{{Action: "deck.quit", Keys: []string{"ctrl+q"}, Line: 13}, {Action: "list.down", Keys: []string{"j", "down"}, Line: 14}}, settings.Keys)
}

func TestInvalidLinesFallBackToDefaults(t *testing.T) {
	for line, rule := range map[string]string{
		`theme = 5`:                                    "line 2: theme: must be a string in quotes, not 5",
		`theme = "../x"`:                               "line 2: theme: must be a name that foredeck themes lists, or that of a file",
		`ascii = "yes"`:                                "line 2: ascii: must be true or false, not a string",
		`timeout = 30`:                                 `line 2: timeout: must be a positive duration in quotes, such as "5s" or "1m30s"`,
		`timeout = "-3s"`:                              "line 2: timeout: must be a positive duration",
		`color = "red"`:                                "line 2: color: unknown option",
		`refresh.blocks = "5s"`:                        "line 2: refresh.blocks: unknown option",
		`network = "nowhere"`:                          `line 2: network: "nowhere": unknown network: must be one of simulated, local, mainnet, testnet`,
		`names.x = "0x12z"`:                            "line 2: names.x: must be an address",
		`names."a b" = "0x1"`:                          `line 2: names."a b": a name must consist of letters, digits, - and _`,
		`keys."deck.quit" = []`:                        `line 2: keys."deck.quit": must have at least one key`,
		`theme = dark`:                                 "line 2: invalid TOML: ",
		`theme "dark"`:                                 "line 2: invalid TOML: ",
		`theme = "dark`:                                "line 2: invalid TOML: ",
		"[[networks]]":                                 "line 2: networks: must be a table with single brackets",
		"motion = false\nmotion = true":                "line 3: motion: already defined on line 2",
		"[names]\n[keys]\n[names]":                     "line 4: names: already defined on line 2",
		`networks.local.base_urls = "host"`:            `line 2: networks.local.base_urls: "host" must be an http or https address`,
		`networks.local.base_urls = []`:                "line 2: networks.local.base_urls: must have at least one address",
		`networks.local.base_urls = ["https://u:p@h"]`: `must be an http or https address without user`,
		`networks.local.chain_id = -1`:                 "line 2: networks.local.chain_id: must be a whole number from 0 to",
		`networks.local.chain_id = 8.5`:                "must be a whole number",
		`networks.local.rpc_version = "v9"`:            "must be one of auto, v1, v2, v3",
		`networks.local.view_media_types = ["x"]`:      "must be a list of media types",
		`networks.local.view_media_types = [5]`:        "must be a string in quotes, not 5",
		`networks.local.cursor_header = "x: y"`:        "must be the name of a header",
		`networks.local.interval_parameter = "i"`:      "must be one of Resolution, interval",
		`networks.local.decimals = 39`:                 "must be a whole number from 0 to 38",
		`networks.local.api_key = "secret"`:            "line 2: networks.local.api_key: unknown option",
		`networks.local.api_key_env = "A B"`:           "must be the name of an environment variable",
		`networks.local.explorer_block = "file:///{}"`: "must be an http or https address with {} once",
		`networks.local.explorer_block = "https://h/"`: "must be an http or https address with {} once",
		`networks.simulated.chain_id = 4`:              "the simulated network has only the option decimals",
		`networks.mine.decimals = 4`:                   "line 2: networks.mine: has no valid base_urls and is ignored",
		`networks."my net".decimals = 4`:               "the name of a network must consist of letters",
		"when = 2026-11-21":                            "line 2: when: unknown option",
		"theme = 2026-11-21":                           "must be a string in quotes, not a date",
	} {
		t.Run(line, func(t *testing.T) {
			settings := resolved(t, "# settings\n"+line+"\n[refresh]\nhome = \"7s\"\n")
			require.Len(t, settings.Problems, 1)
			require.Contains(t, settings.Problems[0].String(), rule)
			require.Equal(t, 7*time.Second, settings.Periods.Home, "the lines after it apply")
			require.Equal(t, "auto", settings.Theme)
			require.Equal(t, config.Simulated, settings.Network.Name)
			require.Equal(t, strings.HasPrefix(line, "network ="), settings.NetworkProblem != nil)
			require.Len(t, settings.Networks, 4)
		})
	}
}

// Keys of a table with an invalid header must not end up in the table above it.
func TestInvalidTableHeaderDropsTable(t *testing.T) {
	settings := resolved(t, "[networks.local]\ndecimals = 4\n[networks.mine\nbase_urls = \"https://elsewhere.example.org\"\n[refresh]\nhome = \"7s\"\n")
	require.Len(t, settings.Problems, 1)
	require.Equal(t, 3, settings.Problems[0].Line)
	require.Equal(t, []string{"http://127.0.0.1:27000"}, settings.Networks[1].BaseURLs)
	require.Equal(t, 4, settings.Networks[1].Decimals)
	require.Equal(t, 7*time.Second, settings.Periods.Home)
}

func TestLoadNeverPanics(t *testing.T) {
	for _, content := range []string{"\x00", "\xff\xfe", "=", "[", "[[", "a", "a=", "a.=1", "\"\"\"", "a = [\n1,", "a = {", strings.Repeat("[x\n", 200), strings.Repeat("a=[", 100), "'''\n'''=1"} {
		require.NotEmpty(t, resolved(t, content).Problems, "%q", content)
	}
	require.Empty(t, resolved(t, "").Problems)
}

func FuzzFile(f *testing.F) {
	f.Add(config.Sample())
	f.Add("networks = { mine = { base_urls = ['http://h'] } }\n[keys]\na.b = \"x\"")
	f.Fuzz(func(t *testing.T, content string) {
		settings := resolved(t, content)
		require.Contains(t, settings.Networks, settings.Network)
		for _, network := range settings.Networks[1:] {
			require.NotEmpty(t, network.BaseURLs)
		}
		for _, problem := range settings.Problems {
			require.Positive(t, problem.Line)
		}
	})
}

func TestUnreadableFiles(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.toml")
	_, err := config.ReadFile(t.Context(), missing, true)
	require.ErrorIs(t, err, os.ErrNotExist)
	file, err := config.ReadFile(t.Context(), missing, false)
	require.NoError(t, err)
	settings, err := config.Resolve(config.Flags{}, nothing, file)
	require.NoError(t, err)
	require.Empty(t, settings.Problems)
	_, err = config.ReadFile(t.Context(), t.TempDir(), false)
	require.Error(t, err)
}

func TestPrecedence(t *testing.T) {
	file := written(t, "network = \"local\"\ntheme = \"dark\"\ntimeout = \"9s\"\nascii = false\n[networks.mainnet]\nrpc_version = \"v1\"\n")
	origins := func(flags config.Flags, pairs map[string]string) (*config.Settings, map[string]string) {
		environment := func(name string) string { return pairs[name] }
		settings, err := config.Resolve(flags, environment, file)
		require.NoError(t, err)
		from := map[string]string{}
		for _, entry := range settings.Entries(environment) {
			from[entry.Key] = entry.Value + " " + entry.From
		}
		return settings, from
	}
	settings, from := origins(config.Flags{}, map[string]string{"LANG": "C"})
	require.Equal(t, "local", settings.Network.Name)
	require.False(t, settings.ASCII, "the file has precedence over the locale")
	require.Equal(t, `"local" line 1`, from["network"])
	require.Equal(t, `"dark" line 2`, from["theme"])
	require.Equal(t, `"9s" line 3`, from["timeout"])
	require.Equal(t, "true default", from["motion"])
	require.Equal(t, "not set default", from["networks.local.api_key"])

	settings, from = origins(config.Flags{Theme: "light", RPCVersion: "v3", Timeout: time.Second, NoColor: true},
		map[string]string{"FOREDECK_NETWORK": "mainnet", "FOREDECK_API_KEY": "a secret"})
	require.Equal(t, "mainnet", settings.Network.Name)
	require.Equal(t, `"mainnet" environment FOREDECK_NETWORK`, from["network"])
	require.Equal(t, `"light" flag`, from["theme"])
	require.Equal(t, `"1s" flag`, from["timeout"])
	require.Equal(t, "true flag", from["no_color"])
	require.Equal(t, `"v3" flag`, from["networks.mainnet.rpc_version"])
	require.Equal(t, "set environment FOREDECK_API_KEY", from["networks.mainnet.api_key"])
	require.Equal(t, "8 default", from["networks.mainnet.chain_id"])

	settings, from = origins(config.Flags{BaseURLs: []string{"https://rpc.example.org"}}, nil)
	require.Equal(t, "rpc.example.org", settings.Network.Name, "an address alone is not a network of the file")
	require.Equal(t, `["https://rpc.example.org"] flag`, from[`networks."rpc.example.org".base_urls`])
}

func TestNonUnicodeLocaleUsesASCII(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang, program string
		want                      bool
	}{
		{want: runtime.GOOS != "windows" && runtime.GOOS != "darwin"}, {program: "vscode"}, {lang: "C", program: "vscode", want: true}, {lang: "en_GB.UTF-8"}, {lang: "de_DE"}, {lang: "C.utf8"},
		{lang: "C", want: true}, {lang: "POSIX", want: true}, {lang: "de_DE.ISO-8859-1", want: true},
		{ctype: "C.UTF-8", lang: "C"}, {all: "C", lang: "en_GB.UTF-8", want: true},
	} {
		settings, err := config.Resolve(config.Flags{}, func(name string) string {
			return map[string]string{"LC_ALL": c.all, "LC_CTYPE": c.ctype, "LANG": c.lang, "TERM_PROGRAM": c.program}[name]
		}, nil)
		require.NoError(t, err)
		require.Equal(t, c.want, settings.ASCII, c)
		require.Equal(t, c.all+c.ctype+c.lang == "" || !c.want, settings.AssumesEncoding(), c)
	}
	settings, err := config.Resolve(config.Flags{ASCII: true}, utf8, nil)
	require.NoError(t, err)
	require.True(t, settings.ASCII)
	require.False(t, settings.AssumesEncoding(), "the terminal does not overrule the user")
	require.False(t, resolved(t, "ascii = false\n").AssumesEncoding())
}

// The sample lists every option with its actual default.
func TestSampleMatchesDefaults(t *testing.T) {
	sample := config.Sample()
	require.Empty(t, resolved(t, sample).Problems)
	var bare strings.Builder
	for line := range strings.Lines(sample) {
		rest, ok := strings.CutPrefix(line, "# ")
		key, _, isValue := strings.Cut(rest, " = ")
		if ok && (isValue && !strings.ContainsAny(key, " ") || strings.HasPrefix(rest, "[")) {
			line = rest
		}
		bare.WriteString(line)
	}
	uncommented := resolved(t, bare.String())
	require.Empty(t, uncommented.Problems, bare.String())
	defaults, err := config.Resolve(config.Flags{}, nothing, nil)
	require.NoError(t, err)
	for _, network := range defaults.Networks {
		require.Contains(t, uncommented.Networks, network)
	}
	require.Equal(t, defaults.Theme, uncommented.Theme)
	require.Equal(t, defaults.Periods, uncommented.Periods)
	require.Equal(t, defaults.Timeout, uncommented.Timeout)
}

func TestByteOrderMarkIsIgnored(t *testing.T) {
	settings := resolved(t, "\ufeff[names]\r\nboss = \"0xb055\"\r\n")
	require.Empty(t, settings.Problems)
	require.Equal(t, []config.Name{{Name: "boss", Address: "0xb055"}}, settings.Names)
}
