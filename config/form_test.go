package config_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func fieldOf(t *testing.T, settings *config.Settings, environment func(string) string, path ...string) config.Field {
	t.Helper()
	fields := settings.Fields(environment)
	at := slices.IndexFunc(fields, func(field config.Field) bool { return slices.Equal(field.Path, path) })
	require.NotEqual(t, -1, at, "%v", path)
	return fields[at]
}

func TestFieldSources(t *testing.T) {
	file := written(t, "theme = \"dark\"\ntimeout = 5\n[names]\nboss = \"0xb055\"\n[keys]\n\"deck.quit\" = \"ctrl+q\"\n[networks.mine]\nbase_urls = \"https://a.example.org\"\napi_key_env = \"MINE\"\n[decimals]\n\"0x1::a::B\" = 6\n")
	environment := func(name string) string { return map[string]string{"MINE": "hunter2", "NO_COLOR": "1"}[name] }
	settings, err := config.Resolve(config.Flags{Theme: "light", Network: "mine", BaseURLs: []string{"http://127.0.0.1:1"}}, environment, file)
	require.NoError(t, err)

	theme := fieldOf(t, settings, environment, "theme")
	require.Equal(t, []any{`"light"`, "flag", `"dark"`, 1, `"auto"`, true, "dark"}, []any{theme.Value, theme.From, theme.InFile, theme.Line, theme.Default, theme.Overridden(), theme.EditText()})
	colors := fieldOf(t, settings, environment, "no_color")
	require.Equal(t, []any{"true", "environment NO_COLOR", "", true, "false"}, []any{colors.Value, colors.From, colors.InFile, colors.Overridden(), colors.EditText()})
	posix, err := config.Resolve(config.Flags{}, func(name string) string { return map[string]string{"LANG": "C"}[name] }, nil)
	require.NoError(t, err)
	ascii := fieldOf(t, posix, nothing, "ascii")
	require.Equal(t, []any{"true", "environment LANG", false}, []any{ascii.Value, ascii.From, ascii.Overridden()}, "the file has precedence over the locale")
	timeout := fieldOf(t, settings, environment, "timeout")
	require.Equal(t, []any{`"30s"`, "default", "5", 2}, []any{timeout.Value, timeout.From, timeout.InFile, timeout.Line})
	require.Contains(t, timeout.Problem, "must be a positive duration")
	quit := fieldOf(t, settings, environment, "keys", "deck.quit")
	require.Equal(t, []any{config.GroupKeys, `"ctrl+q"`, "line 6", "ctrl+q"}, []any{quit.Group, quit.Value, quit.From, quit.EditText()})
	require.Equal(t, "6", fieldOf(t, settings, environment, "decimals", "0x1::a::B").Value)
	require.Equal(t, []config.Coin{{Type: "0x1::a::B", Decimals: 6, Line: 11}}, settings.Coins)
	urls := fieldOf(t, settings, environment, "networks", "mine", "base_urls")
	require.Equal(t, []any{`["http://127.0.0.1:1"]`, "flag", `"https://a.example.org"`, "https://a.example.org", "mine"}, []any{urls.Value, urls.From, urls.InFile, urls.EditText(), urls.Network})
	key := fieldOf(t, settings, environment, "networks", "mine", "api_key")
	require.Equal(t, []any{"set", "environment MINE", config.ReadOnly}, []any{key.Value, key.From, key.Kind})
	for _, field := range settings.Fields(environment) {
		require.NotContains(t, field.Value+field.InFile+field.From, "hunter2")
		require.NotEmpty(t, field.Help+field.Path[0][:1], field.Key())
	}
	require.Equal(t, []string{"simulated", "local", "mainnet", "testnet", "mine"}, fieldOf(t, settings, environment, "network").Choices)
}

func TestFieldInputIsValidated(t *testing.T) {
	settings := resolved(t, "")
	for _, c := range []struct {
		path                 []string
		typed, written, rule string
	}{
		{[]string{"theme"}, " mine ", `"mine"`, ""},
		{[]string{"theme"}, "../x", "", "must be a name that foredeck themes lists"},
		{[]string{"motion"}, "false", "false", ""},
		{[]string{"timeout"}, "1m", `"1m"`, ""},
		{[]string{"timeout"}, `"1m"`, `"1m"`, ""},
		{[]string{"timeout"}, "1", "", "must be a positive duration"},
		{[]string{"alert_command"}, "notify-send a\\b", `["notify-send", "a\\b"]`, ""},
		{[]string{"alert_command"}, `['say', "a b"]`, `["say", "a b"]`, ""},
		{[]string{"alert_command"}, `["say`, "", "must be words, or a list"},
		{[]string{"sizes", "wide"}, "150x40", `"150x40"`, ""},
		{[]string{"sizes", "wide"}, "15x40", "", "must be a size of at least 100x30"},
		{[]string{"networks", "local", "chain_id"}, "8", "8", ""},
		{[]string{"networks", "local", "chain_id"}, "8.5", "", "must be a whole number"},
		{[]string{"networks", "local", "chain_id"}, "eight", "", "must be a whole number"},
		{[]string{"networks", "local", "base_urls"}, "https://a.org https://b.org", `["https://a.org", "https://b.org"]`, ""},
		{[]string{"networks", "local", "base_urls"}, "a.org", "", `"a.org" must be an http or https address`},
		{[]string{"networks", "local", "rpc_version"}, "v9", "", "must be one of auto, v1, v2, v3"},
	} {
		field := fieldOf(t, settings, nothing, c.path...)
		got, err := field.Parse(c.typed)
		if c.rule != "" {
			require.ErrorContains(t, err, c.rule, c.typed)
			continue
		}
		require.NoError(t, err, c.typed)
		require.Equal(t, c.written, got)
	}
	back := config.NewField("keys", "deck.back")
	back.SetDefault(`["[", "alt+left"]`)
	require.Equal(t, "[ alt+left", back.EditText())
	got, err := back.Parse("[ ] alt+left")
	require.NoError(t, err)
	require.Equal(t, `["[", "]", "alt+left"]`, got)
	command := resolved(t, `alert_command = ["[", "-e", "x"]`)
	odd := fieldOf(t, command, nothing, "alert_command")
	require.Equal(t, `["[", "-e", "x"]`, odd.EditText())
	name := config.NewField("names", "boss")
	_, err = name.Parse("nobody")
	require.ErrorContains(t, err, "must be an address")
	coin := config.NewField("decimals", "coin")
	_, err = coin.Parse("6")
	require.ErrorContains(t, err, "must be a coin type")
}

func TestSizesDescend(t *testing.T) {
	settings := resolved(t, "[sizes]\nfull = \"130x30\"\n[refresh]\nhome = \"7s\"\n")
	require.Len(t, settings.Problems, 1)
	require.Equal(t, "line 2: sizes.full: full must not be larger than wide (120x36); using the default sizes", settings.Problems[0].String())
	require.Equal(t, resolved(t, "").Sizes, settings.Sizes)
	settings = resolved(t, "[sizes]\nfull = \"130x30\"\nwide = \"140x50\"\n")
	require.Empty(t, settings.Problems)
	require.Equal(t, config.Size{Width: 130, Height: 30}, settings.Sizes.Full)
	full := fieldOf(t, settings, nothing, "sizes", "full")
	require.Equal(t, "130x30", full.EditText())
	for _, wrong := range []string{`"x"`, `"0x0"`, `"99999x30"`, `"-5x30"`, "30", `"100 x 30"`} {
		require.NotEmpty(t, resolved(t, "[sizes]\nfull = "+wrong+"\n").Problems, wrong)
	}
}

// An address book can have thousands of names, and the form is rebuilt on every change.
func TestFieldsTakeLinearTime(t *testing.T) {
	cost := func(names int) float64 {
		content := strings.Builder{}
		content.WriteString("[names]\n")
		for i := range names {
			fmt.Fprintf(&content, "n%d = \"0x1\"\n", i)
		}
		settings := resolved(t, content.String())
		require.Len(t, settings.Names, names)
		return testing.AllocsPerRun(1, func() { settings.Fields(nothing) })
	}
	require.Less(t, cost(1000), 3*cost(500), "twice as many lines must not cost four times as much")
}
