package target_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/target"
)

const (
	treasury = "0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1"
	hash     = "6c1a0f5d9be2437c8d5e0a1b2c3d4e5f60718293a4b5c6d7e8f9010203040506"
)

func address(t require.TestingT, written string) move.Address {
	parsed, err := move.ParseAddress(written)
	require.NoError(t, err)
	return parsed
}

// names has names that contain each other, and one that is valid hex.
func names(t require.TestingT) []target.Name {
	return []target.Name{
		{Name: "old treasury", Address: address(t, "0x0e")},
		{Name: "Treasury", Address: address(t, treasury)},
		{Name: "treasury two", Address: address(t, "0x02")},
		{Name: "faced", Address: address(t, "0xf4")},
		{Name: "1st", Address: address(t, "0x11")},
		{Name: "0xabba", Address: address(t, "0xff")},
		{Name: "0xtra", Address: address(t, "0xee")},
	}
}

// written formats candidates as kind, text and saved name.
func written(candidates []target.Target) []string {
	all := make([]string, len(candidates))
	for i, candidate := range candidates {
		all[i] = candidate.Kind.String() + " " + candidate.String()
		if candidate.Name != "" {
			all[i] += " (" + candidate.Name + ")"
		}
	}
	return all
}

func full(short string) string { return "0x" + strings.Repeat("0", 64-len(short)) + short }

func TestCandidates(t *testing.T) {
	for input, want := range map[string][]string{
		"0x1":    {"account " + full("1")},
		"0X1F":   {"account " + full("1f")},
		" 0x1\t": {"account " + full("1")},
		"c0ffee": {"account " + full("c0ffee")},
		// A number is a height before an address.
		"48211907":             {"block 48211907", "account " + full("48211907")},
		"007":                  {"block 7", "account " + full("007")},
		"18446744073709551615": {"block 18446744073709551615", "account " + full("18446744073709551615")},
		"18446744073709551616": {"account " + full("18446744073709551616")},
		"btc_usdt":             {"price btc_usdt"},
		"1inch_usdt":           {"price 1inch_usdt"},
		// 32 bytes can be an address or the hash of a transaction.
		hash:                              {"account 0x" + hash, "transaction 0x" + hash},
		"0x" + hash:                       {"account 0x" + hash, "transaction 0x" + hash},
		"0X" + strings.ToUpper(hash):      {"account 0x" + hash, "transaction 0x" + hash},
		"0x" + hash[1:]:                   {"account 0x0" + hash[1:]},
		full("0")[2:]:                     {"block 0", "account " + full("0"), "transaction " + full("0")},
		"0x1::coin":                       {"module 0x1::coin", "account " + full("1")},
		"1::coin":                         {"module 0x1::coin", "account " + full("1")},
		"0x1::coin::transfer":             {"function 0x1::coin::transfer", "type 0x1::coin::transfer", "account " + full("1")},
		"0x1::coin::_transfer":            {"function 0x1::coin::_transfer", "type 0x1::coin::_transfer", "account " + full("1")},
		"0x1::coin::CoinStore":            {"type 0x1::coin::CoinStore", "events 0x1::coin::CoinStore", "function 0x1::coin::CoinStore", "account " + full("1")},
		"0x1::coin::CoinStore<0x2::a::B>": {"type 0x1::coin::CoinStore<0x2::a::B>", "events 0x1::coin::CoinStore<0x2::a::B>", "account " + full("1")},
		"0x01::m::T< u64,vector<u8> >":    {"type 0x1::m::T<u64, vector<u8>>", "events 0x1::m::T<u64, vector<u8>>", "account " + full("1")},
		// Names: exact matches first, then prefixes unless the input starts like an address,
		// and other partial matches last.
		"treasury":     {"account " + treasury + " (Treasury)", "account " + full("2") + " (treasury two)", "account " + full("e") + " (old treasury)"},
		"TREASURY":     {"account " + treasury + " (Treasury)", "account " + full("2") + " (treasury two)", "account " + full("e") + " (old treasury)"},
		"treas":        {"account " + treasury + " (Treasury)", "account " + full("2") + " (treasury two)", "account " + full("e") + " (old treasury)"},
		"treasury two": {"account " + full("2") + " (treasury two)"},
		"two":          {"account " + full("2") + " (treasury two)"},
		"faced":        {"account " + full("f4") + " (faced)", "account " + full("faced")},
		"face":         {"account " + full("f4") + " (faced)", "account " + full("face")},
		"0xface":       {"account " + full("face")},
		"1":            {"account " + full("11") + " (1st)", "block 1", "account " + full("1")},
		"0xab":         {"account " + full("ab"), "account " + full("ff") + " (0xabba)"},
		"0XT":          {"account " + full("ee") + " (0xtra)"},
		"aced":         {"account " + full("aced"), "account " + full("f4") + " (faced)"},
		"d":            {"account " + full("d"), "account " + full("e") + " (old treasury)", "account " + full("f4") + " (faced)"},
	} {
		t.Run(input, func(t *testing.T) {
			candidates, err := target.Candidates(input, names(t))
			require.NoError(t, err)
			require.Equal(t, want, written(candidates))
		})
	}
}

func TestCandidateErrors(t *testing.T) {
	for input, want := range map[string]string{
		"":                             "empty: must be",
		" \t ":                         "empty: must be",
		"0x":                           "no digits",
		"0xhello":                      "not hex at character 3",
		"hello":                        "neither a saved name nor an address",
		"0x" + strings.Repeat("1", 65): "65 digits, at most 64",
		"btc_usdt_x":                   "neither a saved name nor an address",
		"_usdt":                        "neither a saved name nor an address",
		"::":                           "unexpected ':' at character 1",
		"0x1::":                        "missing module name",
		"0xg::coin":                    "not hex at character 3",
		"0x1::coin::":                  "missing struct name",
		"0x1::coin::T<u64":             "missing >",
		"0x1::coin::T<u65>":            "unknown type",
		"vector<0x1::coin::T>":         "vector is not a struct",
		"0x1::coin::a::b":              "unexpected ':'",
		"0x1::co-in":                   "unexpected '-'",
	} {
		candidates, err := target.Candidates(input, nil)
		require.ErrorContains(t, err, want, "%q", input)
		require.Empty(t, candidates, "%q", input)
		if strings.TrimSpace(input) == "" {
			require.ErrorIs(t, err, target.ErrNothing)
			continue
		}
		var parse *move.ParseError
		require.ErrorAs(t, err, &parse, "%q", input)
	}
}

func TestParse(t *testing.T) {
	accounts := func(kind target.Kind) bool { return kind == target.Account }
	for input, want := range map[string]string{
		"48211907":            full("48211907"),
		"treasury":            treasury,
		"0x1::coin::transfer": full("1"),
		hash:                  "0x" + hash,
	} {
		found, err := target.Parse(input, names(t), accounts)
		require.NoError(t, err, "%q", input)
		require.Equal(t, want, found.String(), "%q", input)
	}
	found, err := target.Parse(hash, nil, func(kind target.Kind) bool { return kind == target.Transaction })
	require.NoError(t, err)
	require.Equal(t, target.Target{Kind: target.Transaction, Hash: "0x" + hash}, found)

	_, err = target.Parse("hello", nil, accounts)
	var parse *move.ParseError
	require.ErrorAs(t, err, &parse)
	_, err = target.Parse(" ", nil, accounts)
	require.ErrorIs(t, err, target.ErrNothing)
}

func TestParseUnsupportedKind(t *testing.T) {
	_, err := target.Parse("btc_usdt", nil, func(kind target.Kind) bool { return kind == target.Account })
	var wrong *target.KindError
	require.True(t, errors.As(err, &wrong))
	require.Equal(t, target.Target{Kind: target.Pair, Pair: "btc_usdt"}, wrong.Target)
	require.EqualError(t, err, "btc_usdt: opening a price is not supported: use an address, a saved name, a module, a function or a type")

	_, err = target.Parse("48211907", nil, func(target.Kind) bool { return false })
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, target.Height, wrong.Target.Kind, "the error has the likeliest meaning")
}

func same(a, b target.Target) bool {
	return a.Kind == b.Kind && a.Address == b.Address && a.Module == b.Module && a.Function == b.Function && a.Type.Equal(b.Type) &&
		a.Height == b.Height && a.Pair == b.Pair && a.Hash == b.Hash
}

func FuzzCandidates(f *testing.F) {
	for _, seed := range []string{
		"", "0x1", "007", "48211907", "btc_usdt", hash, "0X" + hash, "0x1::coin", "1::coin::Coin", "0x1::coin::transfer",
		"0x1::m::T<0x2::a::B<vector<u8>>, u64>", "treasury", "d", "::", "0x1::\xff", strings.Repeat("0", 65),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		candidates, err := target.Candidates(input, names(t))
		if (err == nil) == (len(candidates) == 0) {
			t.Fatalf("%q: %d candidates and the error %v", input, len(candidates), err)
		}
		for _, candidate := range candidates {
			again, err := target.Candidates(candidate.String(), nil)
			if err != nil {
				t.Fatalf("%q: %s is not read again: %v", input, candidate, err)
			}
			found := false
			for _, other := range again {
				found = found || same(candidate, other)
			}
			if !found {
				t.Fatalf("%q: %s %s is not among %v", input, candidate.Kind, candidate, written(again))
			}
		}
	})
}

func TestInstruction(t *testing.T) {
	t.Parallel()
	found, err := target.Candidates("0x1::coin::extract@8", nil)
	require.NoError(t, err)
	require.Equal(t, []target.Target{{Kind: target.Code, Function: move.MustParseFunctionID("0x1::coin::extract"), Offset: 8}}, found)
	link := target.Link{Network: "simulated", Target: found[0]}
	require.Equal(t, "simulated/module/"+found[0].Function.String()+"@8", link.String())
	read, err := target.ParseLink(link.String())
	require.NoError(t, err)
	require.Equal(t, link, read)
	for _, invalid := range []string{"0x1::coin@8", "0x1::coin::extract@65536", "0x1::coin::extract@", "0x1::coin::extract@-1"} {
		_, err := target.Candidates(invalid, nil)
		require.Error(t, err, invalid)
	}
}
