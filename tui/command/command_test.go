package command

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/move"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

var saved = []target.Name{{Name: "treasury", Address: move.Address{0: 0x88, 31: 0xa1}}, {Name: "my own", Address: move.Address{0: 7}}}

func TestWordsReadBackThroughQuotes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.String()).Draw(t, "words")
		read, err := Split(text.ShellQuote(words...))
		if err != nil || len(read) != len(words) || strings.Join(read, "\x00") != strings.Join(words, "\x00") {
			t.Fatalf("%q is read as %q: %v", text.ShellQuote(words...), read, err)
		}
	})
}

func TestAShellReadsTheSameWords(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	words := []string{"0x1::coin::CoinStore<0x1::a::B, u8>", "it's", `a "b" \c`, "$HOME", "*", "a;b|c&d", "# no", "~", "", "two\nlines", ".coin.value", "世"}
	printed, err := exec.Command(shell, "-c", `printf '%s\0' `+text.ShellQuote(words...)).Output()
	require.NoError(t, err)
	require.Equal(t, words, strings.Split(strings.TrimSuffix(string(printed), "\x00"), "\x00"))
}

func TestSplit(t *testing.T) {
	for line, words := range map[string][]string{
		"":                                nil,
		"  view   0x1::a::b  ":            {"view", "0x1::a::b"},
		`resource t 0x1::a::B<0x1::c::D>`: {"resource", "t", "0x1::a::B<0x1::c::D>"},
		`a 'b c' "d e" f\ g ''`:           {"a", "b c", "d e", "f g", ""},
		`'a'"b"c`:                         {"abc"},
		`"a\"b\n"`:                        {`a"b\n`},
		`a\`:                              {`a\`},
	} {
		read, err := Split(line)
		require.NoError(t, err, line)
		require.Equal(t, words, read, line)
	}
	for _, line := range []string{`'`, `a "b`, `"a\"`} {
		_, err := Split(line)
		require.ErrorIs(t, err, ErrQuote, line)
	}
}

// anyLine draws a line of any command with any arguments and options.
func anyLine(t *rapid.T) Line {
	line := Line{Command: rapid.SampledFrom(table).Draw(t, "command")}
	for _, arg := range line.Command.Args {
		count := 1
		if arg.Repeated {
			count = rapid.IntRange(1, 3).Draw(t, "count")
		}
		for range count {
			line.Args = append(line.Args, rapid.String().Draw(t, "arg"))
		}
	}
	options := append(All()[0].Options, append(Global(), line.Command.Options...)...)
	for range rapid.IntRange(0, 4).Draw(t, "options") {
		option := rapid.SampledFrom(options).Draw(t, "option")
		given := OptionValue{Option: option}
		switch {
		case option.Values != nil:
			given.Value = rapid.SampledFrom(option.Values).Draw(t, "value")
		case option.Value != "":
			given.Value = rapid.String().Draw(t, "value")
		}
		if own, ok := line.Command.option("--" + option.Name); ok && own.Value == option.Value {
			given.Option = own
			line.Options = append(line.Options, given)
		}
	}
	return line
}

func TestLinesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := anyLine(t)
		read, err := Parse(line.String())
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if read.Command != line.Command || read.String() != line.String() {
			t.Fatalf("%s is read as %s", line, read)
		}
	})
}

func TestOptionsInEveryForm(t *testing.T) {
	for _, written := range []string{"view 0x1::a::b --arg 1 -o json -v", "view -v --arg=1 0x1::a::b -ojson", "view --arg 1 --verbose=true -o=json -- 0x1::a::b", "view 0x1::a::b --arg=1 --output json -v --bcs=false"} {
		line, err := Parse(written)
		require.NoError(t, err, written)
		require.Equal(t, []string{"0x1::a::b"}, line.Args, written)
		require.Equal(t, []string{"1"}, line.values("arg"), written)
		require.Equal(t, "json", line.value("output", ""), written)
		require.Len(t, line.values("verbose"), 1, written)
		require.Empty(t, line.values("bcs"), written)
	}
}

func TestTheWrongWordIsNamed(t *testing.T) {
	for line, message := range map[string]string{
		"":                                   "empty: must be",
		"acount 0x1":                         `"acount": unknown: did you mean account?`,
		"nonsense 0x2":                       `"nonsense": unknown command`,
		"account":                            "account: missing ADDRESS",
		"resource treasury":                  "resource: missing TYPE",
		"account 0x1 0x2":                    `"0x2": unexpected argument: usage: account ADDRESS`,
		"blocks 7":                           `"7": unexpected argument`,
		"account 0x1 --votes":                `"--votes": unknown option of account`,
		"account 0x1 -x":                     `"-x": unknown option of account`,
		"txs 0x1 --kind":                     `"--kind": missing KIND`,
		"txs 0x1 --kind none":                `"none": --kind must be one of sent, coin, fungible, automated, all`,
		"blocks --votes=perhaps":             `"--votes=perhaps": must be true or false`,
		"view 'x":                            "unclosed quote",
		"resource 0x1 0x1::a::B --path=.a b": `"b": unexpected argument`,
	} {
		_, err := Parse(line)
		require.ErrorContains(t, err, message, line)
	}
}

func TestLink(t *testing.T) {
	function := move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "balance"}
	treasury := target.Target{Kind: target.Account, Address: saved[0].Address}
	for written, want := range map[string]target.Link{
		"account TREASURY":            {Target: treasury},
		"txs treasury":                {Target: treasury, Tab: "sent"},
		"txs treasury --kind coin":    {Target: treasury, Tab: "coin"},
		"modules 'my own'":            {Target: target.Target{Kind: target.Account, Address: saved[1].Address}, Tab: "modules"},
		"resources treasury":          {Target: treasury, Tab: "resources"},
		"resource treasury 0x1::a::B": {Target: treasury, Tab: "resources", Type: "0x1::a::B"},
		"resource treasury 0x1::a::B<0x1::c::D> --path .coin.value": {Target: treasury, Tab: "resources", Type: "0x1::a::B<0x1::c::D>", Path: ".coin.value"},
		"module 0x1::coin":      {Target: target.Target{Kind: target.Module, Module: move.ModuleID{Address: function.Address, Name: "coin"}}},
		"module treasury::coin": {Target: target.Target{Kind: target.Module, Module: move.ModuleID{Address: saved[0].Address, Name: "coin"}}},
		"view 0x1::coin::balance --type-arg u8 --arg treasury --arg 'a b'": {Target: target.Target{Kind: target.Function, Function: function},
			View: &target.Call{TypeArguments: []string{"u8"}, Arguments: []string{"treasury", "a b"}}},
		"block 1154":             {Target: target.Target{Kind: target.Height, Height: 1154}},
		"price btc_usdt":         {Target: target.Target{Kind: target.Pair, Pair: "btc_usdt"}},
		"0x1::coin::balance":     {Target: target.Target{Kind: target.Function, Function: function}},
		"local/account/0x7/coin": {Network: "local", Target: target.Target{Kind: target.Account, Address: move.Address{31: 7}}, Tab: "coin"},
		"mainnet/price/btc_usdt": {Network: "mainnet", Target: target.Target{Kind: target.Pair, Pair: "btc_usdt"}},
	} {
		line, err := Parse(written)
		require.NoError(t, err, written)
		place, err := line.Link("here", saved)
		require.NoError(t, err, written)
		if want.Network == "" {
			want.Network = "here"
		}
		require.Equal(t, want, place, written)
	}
}

func TestLinesForAShell(t *testing.T) {
	for written, message := range map[string]string{
		"doctor":                    `"doctor": runs only in a shell`,
		"blocks --last 5":           `"--last": --last works only in the shell`,
		"block head":                `"head": only in a shell`,
		"price a_b c_d":             `"c_d": only in a shell`,
		"account 0x1 -o json":       `"--output": --output works only in the shell`,
		"txs 0x1 --kind all":        `"all": only in a shell`,
		"block 1,154":               "1,154",
		"view 0x1::a::b --every 1s": `"--every": --every works only in the shell`,
		"account 0xzz":              "0xzz",
		"view 0x1::coin":            "0x1::coin",
		"resource 0x1 notatype":     "notatype",
		"mainnet/nowhere/0x1":       "nowhere",
		"zz":                        "zz",
	} {
		line, err := Parse(written)
		require.NoError(t, err, written)
		_, err = line.Link("here", saved)
		require.ErrorContains(t, err, message, written)
	}
}

func TestFromLink(t *testing.T) {
	coin := move.ModuleID{Address: move.Address{31: 1}, Name: "coin"}
	function := move.FunctionID{Address: coin.Address, Module: "coin", Name: "balance"}
	account := func(tab, kind, path string) target.Link {
		return target.Link{Target: target.Target{Kind: target.Account, Address: saved[0].Address}, Tab: tab, Type: kind, Path: path}
	}
	for written, link := range map[string]target.Link{
		"account treasury":              account("", "", ""),
		"txs treasury":                  account("sent", "", ""),
		"txs treasury --kind automated": account("automated", "", ""),
		"modules treasury":              account("modules", "", ""),
		"resources treasury":            account("resources", "", ""),
		"resource treasury '0x1::a::B<0x1::c::D>' --path '.a[0]'": account("resources", "0x1::a::B<0x1::c::D>", ".a[0]"),
		"resource @team 0x1::a::B --path .a":                      {Target: target.Target{Kind: target.Group, Text: "@team", Type: move.StructTag{Address: coin.Address, Module: "a", Name: "B"}}, Path: ".a"},
		"module 0x1::coin":                                        {Target: target.Target{Kind: target.Module, Module: coin}},
		"0x1::coin::balance":                                      {Target: target.Target{Kind: target.Function, Function: function}},
		"view 0x1::coin::balance --type-arg '0x1::a::B<u8, u8>' --arg '' --arg treasury": {Target: target.Target{Kind: target.Function, Function: function},
			View: &target.Call{TypeArguments: []string{"0x1::a::B<u8, u8>"}, Arguments: []string{"", "treasury"}}},
		"call 0x1::coin::balance --arg none": {Target: target.Target{Kind: target.Function, Function: function}, View: &target.Call{Entry: true, Arguments: []string{"none"}}},
		"block 42":                           {Target: target.Target{Kind: target.Height, Height: 42}},
		"price btc_usdt":                     {Target: target.Target{Kind: target.Pair, Pair: "btc_usdt"}},
	} {
		line := FromLink(link, saved)
		require.Equal(t, written, line.String())
		read, err := Parse(written)
		require.NoError(t, err)
		place, err := read.Link("here", saved)
		require.NoError(t, err)
		link.Network = "here"
		require.Equal(t, link, place)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "account treasury", "view 0x1::coin::balance --type-arg u8 --arg 'a b'", `txs "0x1" --kind=coin -ojson`, "a 'b", "price a_b c_d -- -x",
		"resource 0x1 0x1::a::B<0x1::c::D> --path .a", "local/view/0x1::a::b?arg=%20#.x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, written string) {
		line, err := Parse(written)
		if err != nil {
			return
		}
		again, err := Parse(line.String())
		if err != nil || again.String() != line.String() {
			t.Fatalf("%q is written as %q, which is read as %q: %v", written, line, again, err)
		}
		place, err := line.Link("here", saved)
		if err != nil || place.Target.Kind == target.Transaction && line.Command != nil {
			return
		}
		if place.Network == "" {
			t.Fatalf("%q opens a location on no network", written)
		}
	})
}

func TestSlots(t *testing.T) {
	for line, want := range map[string]string{
		"":                                "",
		"vi":                              "",
		"nothing ":                        "",
		"account ":                        "ADDRESS of account: ",
		"account tre":                     "ADDRESS of account: tre",
		"account treasury ":               "",
		"account treasury --n":            "options of account: --n",
		"resource treasury 0x1::c":        "TYPE of resource: 0x1::c",
		"resource 'my own' 0x1::c":        "TYPE of resource: 0x1::c",
		"resource 'my o":                  "ADDRESS of resource: my o",
		"resource treasury --path .a 0x1": "TYPE of resource: 0x1",
		"resource treasury --path=.a 0x1": "TYPE of resource: 0x1",
		"txs treasury --kind ":            "--kind of txs: ",
		"txs --kind co":                   "--kind of txs: co",
		"txs --oldest-first t":            "ADDRESS of txs: t",
		"view 0x1::a::b --arg 'a b":       "--arg of view: a b",
		"price a_b c_":                    "PAIR of price: c_",
		"view -o ":                        "--output of view: ",
	} {
		slot, ok := SlotOf(line)
		got := ""
		switch {
		case slot.Arg != nil:
			got = slot.Arg.Name
		case slot.Option != nil:
			got = "--" + slot.Option.Name
		case ok:
			got = "options"
		}
		if ok {
			got += " of " + slot.Command.Name + ": " + slot.Typed
		}
		require.Equal(t, want, got, line)
	}
	slot, _ := SlotOf("resource 'my own' 0x1::c")
	require.Equal(t, "resource 'my own' '0x1::c::D<u8>'", slot.With("0x1::c::D<u8>"))
}

// A command that opens a location says what it opens, and no other does.
func TestCommandsThatOpenALocation(t *testing.T) {
	for _, v := range All() {
		require.Equal(t, v.link != nil, v.Opens != "", v.Name)
	}
}
