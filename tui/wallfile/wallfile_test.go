package wallfile

import (
	"foredeck/tui/widget/chart"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const example = `
title = "office"
rotate = "45s"

[[page]]
title = "first"
  [[page.row]]
  height = 2
    [[page.row.panel]]
    kind = "price"
    pair = "btc_usdt"
    title = "bitcoin"
    width = 2
    [[page.row.panel]]
    kind = "chart"
    pair = "#1"
    bar = "15m"
  [[page.row]]
    [[page.row.panel]]
    kind = "account"
    accounts = ["treasury", "0x1"]
    [[page.row.panel]]
    kind = "view"
    function = "0x1::coin::supply"
    type_args = ["0x1::native_coin::NativeCoin"]
    [[page.row.panel]]
    kind = "saved"
    name = "kept"
    [[page.row.panel]]
    kind = "chart"
    pair = "eth_usdt"
`

func TestParse(t *testing.T) {
	t.Parallel()
	wall, err := Parse([]byte(example))
	require.NoError(t, err)
	require.Equal(t, &Wall{Title: "office", Rotate: 45 * time.Second, Pages: []Page{{Title: "first", Rows: []Row{
		{Height: 2, Panels: []Panel{
			{Kind: Price, Title: "bitcoin", Width: 2, Pair: "btc_usdt"},
			{Kind: Chart, Width: 1, Pair: "#1", Bar: chart.BarSizes[3]},
		}},
		{Height: 1, Panels: []Panel{
			{Kind: Account, Width: 1, Accounts: []string{"treasury", "0x1"}},
			{Kind: View, Width: 1, Function: "0x1::coin::supply", TypeArguments: []string{"0x1::native_coin::NativeCoin"}},
			{Kind: Saved, Width: 1, Bookmark: "kept"},
			{Kind: Chart, Width: 1, Pair: "eth_usdt", Bar: chart.BarSizes[chart.DefaultBarSize]},
		}},
	}}}}, wall)
	require.False(t, wall.FollowsBlocks())
}

func TestBuiltIn(t *testing.T) {
	t.Parallel()
	for _, name := range Names {
		document, err := walls.ReadFile("walls/" + name + ".toml")
		require.NoError(t, err)
		_, err = Parse(document)
		require.NoError(t, err, name)
		wall, ok := BuiltIn(name)
		require.True(t, ok)
		require.Equal(t, name == "validator", wall.FollowsBlocks())
	}
	for _, name := range []string{"", "nosuch", "../wallfile"} {
		_, ok := BuiltIn(name)
		require.False(t, ok, name)
	}
}

// An error names the panel, the field and the rule.
func TestErrors(t *testing.T) {
	t.Parallel()
	panel := func(fields string) string {
		return "[[page]]\n[[page.row]]\n[[page.row.panel]]\nkind = \"head\"\n[[page.row.panel]]\n" + fields
	}
	for document, wanted := range map[string]string{
		"":              "0 pages: must have 1 to 20 tables [[page]]",
		"title = ":      "line 1: ",
		"titel = \"a\"": `line 1: unknown field "titel": a wall has title, rotate, validator and page`,
		"rotate = \"1s\"\n" + panel(`kind = "gap"`):   `rotate "1s": must be a duration from 2s, such as 20s, or 0s to change pages only by key`,
		"rotate = 5\n" + panel(`kind = "gap"`):        `line 1: rotate: wrong type: titles and rotate are in quotes`,
		"rotate = \"soon\"\n" + panel(`kind = "gap"`): `rotate "soon": must be a duration`,
		"[[page]]":                                "page 1: 0 rows: must have 1 to 12 tables [[page.row]]",
		"[[page]]\n[[page.row]]":                  "page 1, row 1: 0 panels: must have 1 to 12 tables [[page.row.panel]]",
		"[[page]]\n[[page.row]]\nheight = 0":      "page 1, row 1: height 0: must be a weight from 1 to 100",
		panel(`title = "a"`):                      "page 1, row 1, panel 2: kind: missing: must be one of account, alerts, chart,",
		panel(`kind = "clock"`):                   `page 1, row 1, panel 2 (clock): kind "clock": must be one of account,`,
		panel("kind = \"price\""):                 "panel 2 (price): pair: missing: a price panel must have it",
		panel("kind = \"price\"\npair = \"BTC\""): `panel 2 (price): pair "BTC": must be two currencies in lower case, such as btc_usdt`,
		panel("kind = \"price\"\npair = \"btc_usdt\"\nbar = \"1h\""):                    `panel 2 (price): unknown field "bar": must be one of kind, title, width, pair`,
		panel("kind = \"chart\"\npair = \"btc_usdt\"\nbar = \"7m\""):                    `panel 2 (chart): bar "7m": must be one of 30s, 1m,`,
		panel("kind = \"head\"\nwidth = 0"):                                             "panel 2 (head): width 0: must be a weight from 1 to 100",
		panel("kind = \"head\"\nwidth = 1.5"):                                           "panel 2 (head): width 1.5: must be a weight",
		panel("kind = \"head\"\ntitle = 5"):                                             "panel 2 (head): title: must be a string",
		panel("kind = \"account\"\naccounts = \"0x1\""):                                 "panel 2 (account): accounts: must be a list of addresses and saved names",
		panel("kind = \"account\"\naccounts = [\"0xzz\"]"):                              `panel 2 (account): accounts "0xzz": must be a list of addresses and saved names`,
		panel("kind = \"view\"\nfunction = \"supply\""):                                 `panel 2 (view): function "supply": must be a function, such as 0x1::coin::supply`,
		panel("kind = \"view\"\nfunction = \"0x1::coin::supply\"\ntype_args = [\"<\"]"): `panel 2 (view): type_args "<": `,
		panel("kind = \"saved\"\nname = \"\""):                                          `panel 2 (saved): name "": must be the name of a bookmark`,
		strings.Repeat("[[page]]\n", maxPages+1):                                        "21 pages: must have 1 to 20",
	} {
		_, err := Parse([]byte(document))
		require.ErrorContains(t, err, wanted, document)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(example))
	for _, name := range Names {
		document, err := walls.ReadFile("walls/" + name + ".toml")
		require.NoError(f, err)
		f.Add(document)
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		wall, err := Parse(document)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.NotEmpty(t, wall.Pages)
		for panel := range wall.Panels {
			require.Contains(t, fields, panel.Kind)
			require.Positive(t, panel.Width)
		}
	})
}

// A validator is an index or a name.
func TestValidator(t *testing.T) {
	t.Parallel()
	page := "\n[[page]]\n[[page.row]]\n[[page.row.panel]]\nkind = \"validator\"\n"
	for written, want := range map[string]string{"17": "17", `"own"`: "own"} {
		wall, err := Parse([]byte("validator = " + written + page))
		require.NoError(t, err)
		require.Equal(t, want, wall.Validator)
	}
	_, err := Parse([]byte("validator = true" + page))
	require.ErrorContains(t, err, "validator true: must be the index of a committee member, or a name in quotes")
}

// A panel of a query has its parameters with their types, an interval and a time limit.
func TestQueryPanel(t *testing.T) {
	t.Parallel()
	panel := func(fields string) string {
		return "[[page]]\n[[page.row]]\n[[page.row.panel]]\nkind = \"query\"\n" + fields
	}
	wall, err := Parse([]byte(panel("name = \"failures\"\nparams = { function = \"0x1::coin::transfer\", days = 7, share = 0.5, all = true }\nevery = \"30s\"")))
	require.NoError(t, err)
	require.Equal(t, Panel{
		Kind: Query, Width: 1, Query: "failures", Every: 30 * time.Second, TimeLimit: 10 * time.Second,
		Parameters: map[string]any{"function": "0x1::coin::transfer", "days": int64(7), "share": 0.5, "all": true},
	}, wall.Pages[0].Rows[0].Panels[0])
	require.False(t, wall.FollowsBlocks())
	for fields, wanted := range map[string]string{
		"":                                   "panel 1 (query): name: missing: a query panel must have it",
		"name = \"\"":                        `name "": must be the name of a saved query, of [queries] in the config file`,
		"name = \"a\"\nparams = 5":           "params: must be a table of values",
		"name = \"a\"\nparams = { a = [1] }": "params.a: must be a string, a number, true or false",
		"name = \"a\"\nevery = \"1s\"":       `every "1s": must be a duration from 5s to 24h0m0s, such as 30s`,
		"name = \"a\"\nevery = 5":            `every "5": must be a duration`,
		"name = \"a\"\ntime_limit = \"1h\"":  `time_limit "1h": must be a duration from 1s to 10m0s`,
		"name = \"a\"\nsql = \"select 1\"":   `unknown field "sql": must be one of kind, title, width, name, params, every, time_limit`,
	} {
		_, err := Parse([]byte(panel(fields)))
		require.ErrorContains(t, err, wanted, fields)
	}
}
