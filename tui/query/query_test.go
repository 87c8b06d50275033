package query_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/move"
	"foredeck/tui/query"
	"foredeck/tui/target"
)

// record is an element of a list.
type record struct {
	status, function, argument string
	seq, at                    uint64 // at: microseconds
	fee                        int64
	took                       uint64 // microseconds
}

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func one(of func(*record) string) func(*record, func(string) bool) bool {
	return func(r *record, match func(string) bool) bool { return match(of(r)) }
}

func language() query.Language[record] {
	bob, _ := move.ParseAddress("0xb0b")
	return query.Language[record]{
		Fields: []query.Field[record]{
			{Name: "status", Kind: query.Word, InWords: true, Values: []string{"success", "fail"}, Aliases: map[string]string{"failed": "fail"}, Texts: one(func(r *record) string { return r.status })},
			{Name: "fn", Label: "function", Help: "called function", InWords: true, Texts: one(func(r *record) string { return r.function })},
			{Name: "arg", Kind: query.Address, Texts: one(func(r *record) string { return r.argument })},
			{Name: "seq", Kind: query.Number, InWords: true, Number: func(r *record) *uint64 { return &r.seq }},
			{Name: "fee", Kind: query.Amount, Amount: func(r *record) *big.Int { return big.NewInt(r.fee) }},
			{Name: "took", Kind: query.Duration, Number: func(r *record) *uint64 { return &r.took }},
			{Name: "age", Kind: query.Age, Number: func(r *record) *uint64 {
				if r.at == 0 {
					return nil
				}
				return &r.at
			}},
		},
		Names: []target.Name{{Name: "bob", Address: bob}}, Decimals: 8, Now: now,
	}
}

func example() *record {
	return &record{
		status: "Fail", function: "0x1::coin::transfer", argument: `["0x` + strings.Repeat("0", 61) + `b0b",1150]`, seq: 1150,
		fee: 12_000_000, took: 1_500_000, at: uint64(now.Add(-90 * time.Minute).UnixMicro()),
	}
}

func TestMatch(t *testing.T) {
	for typed, want := range map[string]bool{
		"": true, "transfer": true, "TRANSFER": false, "transfer fail": true, "transfer success": false, "coin.*fer": true, "^0x1": true,
		`"coin::transfer"`: true, `"coin transfer"`: false, "/^0x1.*fer$/": true, "/a b/": false, "~trsf": true, "!~trsf": false,
		"status:fail": true, "status:FAIL": true, "status:f": true, "status:failed": true, "status:ail": false, "!status:fail": false,
		"status:!fail": false, "!status:success": true, "!!status:fail": true, "STATUS:fail": true,
		"fn:transfer": true, "fn:coin::transfer": true, "fn:c.in": false, "fn:/c.in/": true, "fn:~cntr": true, `fn:"0x1::coin"`: true, "fn:Coin": false,
		"coin::transfer": true, "0x1::coin": true,
		"1150": true, "1,150": true, "1,15": true, "11": true, "1151": false, "/^1150$/": true, "/1,150/": true,
		"seq:1150": true, "seq:1,150": true, "seq:1_150": true, "seq:115": false, "seq:>1149": true, "seq:>1150": false, "seq:>=1150": true,
		"seq:<1151": true, "seq:<1150": false, "seq:<=1150": true, "seq:=1150": true, "seq:1000..1150": true, "seq:1151..": false,
		"seq:1100..": true, "seq:..1149": false, "seq:..1150": true, "seq:/50$/": true, "!seq:1150": false, "seq:0x47e": true,
		"seq:>99999999999999999999999": false, "seq:<99999999999999999999999": true, "seq:<0": false, "seq:>1149.5": true, "seq:1150.5": false,
		"fee:>0.1": true, "fee:>0.12": false, "fee:0.12": true, "fee:0.12..": true, "fee:<0.120000001": true, "fee:=0.120000001": false, "fee:0.1..0.2": true,
		"age:<1h": false, "age:<2h": true, "age:>1h": true, "age:2h": true, "age:1h..2h": true, "age:<1h30m1s": true, "age:>1d": false,
		"took:>1s": true, "took:<1500ms": false, "took:<=1500ms": true,
		"arg:0xb0b": true, "arg:0x0B0B": true, "arg:bob": true, "arg:0xb0": false, "arg:0xb": false, "arg:1150": true, "arg:1,150": true,
		"arg:" + "0x" + strings.Repeat("0", 61) + "b0b": true, "bob": false,
		"transfer !success seq:1100..1200 fee:>0.1": true,
		// Terms that are not complete yet select everything.
		"status:": true, "seq:>": true, "!": true, "~": true, "fn:/tra": true, `fn:"tra`: true, "seq:..": true, "/": true, "//": true, `""`: true,
	} {
		q, err := language().Parse(typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, q.Match(example()), typed)
		require.Equal(t, typed, q.String())
	}
}

func TestUnknownValuesMatchNothing(t *testing.T) {
	for _, typed := range []string{"age:<1h", "age:>1h"} {
		q, err := language().Parse(typed)
		require.NoError(t, err)
		require.False(t, q.Match(&record{}), typed)
	}
}

func TestErrors(t *testing.T) {
	for typed, want := range map[string]string{
		"stauts:fail":             `"stauts:fail": unknown field, use one of status, fn, arg, seq, fee, took, age; quote a text that contains a colon`,
		"fail fn:/(/":             `"fn:/(/": invalid regular expression: missing closing )`,
		"(":                       `"(": invalid regular expression: missing closing )`,
		"seq:abc":                 `"seq:abc": expected a number, such as 700, >700 or 700..720`,
		"seq:7..x":                `"seq:7..x": expected a number, such as 700, >700 or 700..720`,
		"seq:20..10":              `"seq:20..10": the range ends below its start`,
		"seq:1e9":                 `"seq:1e9": expected a number, such as 700, >700 or 700..720`,
		"fee:>x":                  `"fee:>x": expected an amount, such as 0.1, >0.1 or 0.1..2`,
		"age:<1":                  `"age:<1": a duration needs a unit, such as 30s, 5m, 1h or 2d`,
		"age:<1y":                 `"age:<1y": expected a duration, such as <1h, >30m or 1d..2d`,
		strings.Repeat("x", 1001): "filter of 1001 characters: at most 1000",
	} {
		q, err := language().Parse(typed)
		require.EqualError(t, err, want, typed)
		require.True(t, q.IsZero())
	}
	_, err := language().Parse("x:y")
	require.ErrorIs(t, err, query.ErrUnknownField)
	_, err = language().Parse("/" + strings.Repeat("a", 201) + "/")
	require.ErrorContains(t, err, "expression of 201 characters: at most 200")
}

func TestExplain(t *testing.T) {
	for typed, want := range map[string]string{
		"":                                   "",
		"transfer":                           "",
		"transfer fail":                      "transfer, fail",
		"status:fail fn:transfer !seq:>700":  "status is fail, function contains transfer, seq at most 700",
		"!status:fail !fn:mint !seq:700":     "status is not fail, function does not contain mint, seq is not 700",
		"fn:/co?in/ !fn:~abc":                "function matches /co?in/, function does not match ~abc",
		"fee:>0.1 fee:<=2 age:<1h age:2d":    "fee above 0.1, fee at most 2, age below 1h, age at most 2d",
		"seq:700..720 !seq:..9 seq:1500..":   "seq from 700 to 720, seq above 9, seq at least 1500",
		`"not enough" !transfer seq:>=1,150`: `"not enough", not transfer, seq at least 1,150`,
	} {
		q, err := language().Parse(typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, q.Explain(), typed)
	}
}

func TestIncomplete(t *testing.T) {
	for typed, want := range map[string]string{
		"": "", "fail": "", "fail status:": "status:", "seq:> x": "seq:>", "~": "~", "fn:/co": "fn:/co", `"a b`: `"a b`,
	} {
		q, err := language().Parse(typed)
		require.NoError(t, err)
		require.Equal(t, want, q.Incomplete(), typed)
	}
}

func TestComplete(t *testing.T) {
	for typed, want := range map[string]struct {
		completed  string
		candidates []string
	}{
		"":                {"", []string{"status:", "fn:", "arg:", "seq:", "fee:", "took:", "age:"}},
		"s":               {"s", []string{"status:", "seq:"}},
		"st":              {"status:", []string{"status:"}},
		"transfer !ST":    {"transfer !status:", []string{"status:"}},
		"status:":         {"status:", []string{"status:success", "status:fail"}},
		"x status:f":      {"x status:fail", []string{"status:fail"}},
		"status:fail ":    {"status:fail ", []string{"status:", "fn:", "arg:", "seq:", "fee:", "took:", "age:"}},
		"fn:tra":          {"fn:tra", nil},
		"nothing":         {"nothing", nil},
		"coin::":          {"coin::", nil},
		`fn:"a b" s`:      {`fn:"a b" s`, []string{"status:", "seq:"}},
		"unknown:":        {"unknown:", nil},
		"status:fail fnx": {"status:fail fnx", nil},
	} {
		l := language()
		completed, candidates := l.Complete(typed)
		require.Equal(t, want.completed, completed, typed)
		var texts []string
		for _, candidate := range candidates {
			texts = append(texts, candidate.Text)
		}
		require.Equal(t, want.candidates, texts, typed)
	}
}

// Whatever is typed is understood or is an error in words, a negated term selects the rest, and several terms select what each selects.
func TestAnyText(t *testing.T) {
	part := rapid.SampledFrom([]string{"!", "~", "/", `"`, ":", " ", "..", ">", "<=", "status", "fn:", "seq:", "fee:", "age:", "1", "1,150", "0x", "b0b", "0.1", "h", "\\", "(", "[a-c]", "fail", "é", "\x1b", "\xff", "::"})
	rapid.Check(t, func(t *rapid.T) {
		typed := strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, "typed"), "")
		l := language()
		l.Complete(typed)
		q, err := l.Parse(typed)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		q.Explain()
		matches := q.Match(example())
		if single := strings.Fields(typed); len(single) == 1 && q.Incomplete() == "" && !strings.ContainsAny(typed, `"/`) {
			negated, err := l.Parse("!" + single[0])
			require.NoError(t, err)
			require.NotEqual(t, matches, negated.Match(example()), typed)
		}
		both, err := l.Parse("seq:1150 " + typed)
		require.NoError(t, err)
		require.Equal(t, matches, both.Match(example()))
	})
}

// A range selects the numbers that comparison with arbitrary precision selects.
func TestRangeAgreesWithArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit, decimals := rapid.Int64Range(0, 5_000_000).Draw(t, "limit"), rapid.IntRange(0, 4).Draw(t, "decimals")
		amount := rapid.Int64Range(0, 500).Draw(t, "amount")
		typed := fmt.Sprintf("%d.%04d", limit/10_000, limit%10_000)
		l := language()
		l.Decimals = decimals
		r := big.NewRat(amount, 1)
		for range decimals {
			r.Mul(r, big.NewRat(1, 10))
		}
		order := r.Cmp(big.NewRat(limit, 10_000))
		for sign, want := range map[string]bool{"<": order < 0, "<=": order <= 0, "": order == 0, ">": order > 0, ">=": order >= 0} {
			q, err := l.Parse("fee:" + sign + typed)
			require.NoError(t, err)
			require.Equal(t, want, q.Match(&record{fee: amount}), "%s%s %d", sign, typed, amount)
		}
	})
}

// 100,000 records are matched in a fraction of a second; the deck matches 1,000 of them per message.
func BenchmarkMatch100000(b *testing.B) {
	records := make([]record, 100_000)
	for i := range records {
		records[i] = *example()
		records[i].seq = uint64(i)
	}
	for _, typed := range []string{"nowhere", "1150", "status:fail fn:swap", "seq:700..720", "fee:>0.2", "age:<1h", "arg:0xabc", "fn:/sw.p/", "~swap"} {
		b.Run(typed, func(b *testing.B) {
			q, err := language().Parse(typed)
			require.NoError(b, err)
			for b.Loop() {
				for i := range records {
					q.Match(&records[i])
				}
			}
		})
	}
}

// A value after = must be the whole one, and an empty one stands for none.
func TestExactly(t *testing.T) {
	t.Parallel()
	type record struct{ name string }
	language := query.Language[record]{Fields: []query.Field[record]{{Name: "fn", Texts: func(r *record, match func(string) bool) bool {
		return r.name != "" && match(r.name)
	}}}}
	for _, value := range []string{"", "a", `quo"te`, `back\slash`, "two words", "!no", "/re/", "日本"} {
		q, err := language.Parse(query.Exactly("fn", value))
		require.NoError(t, err, value)
		require.Empty(t, q.Incomplete(), value)
		require.True(t, q.Match(&record{value}), value)
		require.False(t, q.Match(&record{value + "x"}), value)
		negated, err := language.Parse("!" + query.Exactly("fn", value))
		require.NoError(t, err, value)
		require.False(t, negated.Match(&record{value}), value)
	}
	q, err := language.Parse(`fn:=`)
	require.NoError(t, err)
	require.Equal(t, "fn:=", q.Incomplete())
	q, err = language.Parse(`fn:=""`)
	require.NoError(t, err)
	require.Equal(t, "without fn", q.Explain())
}
