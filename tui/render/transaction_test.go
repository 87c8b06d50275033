package render_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func TestStatus(t *testing.T) {
	th := theme.Terminal()
	for status, want := range map[string]struct {
		written text.Safe
		style   theme.Style
	}{
		"Success":               {text.Const("✓ Success"), th.Faint},
		"Fail":                  {text.Const("✗ Fail"), th.Bad},
		"Invalid":               {text.Const("✗ Invalid"), th.Bad},
		"Pending":               {text.Const("? Pending"), th.Warn},
		"PendingAfterExecution": {text.Const("? PendingAfterExecution"), th.Warn},
		"success":               {text.Const("? success"), th.Warn},
		"":                      {text.Const("? –"), th.Warn},
		"\x1b[32m✓ Success":     {text.Const("? ␛[32m✓ Success"), th.Warn},
	} {
		require.Equal(t, want.written, render.Status(status))
		require.Equal(t, want.style, render.StatusStyle(th, status), "%q", status)
	}
}

func TestCall(t *testing.T) {
	odd := &client.DecodeError{URL: "http://node.test/x", Path: "[3].payload", Err: errors.New("7 instead of an object")}
	for _, c := range []struct {
		record client.Transaction
		want   text.Safe
	}{
		{client.Transaction{Payload: &client.Payload{Kind: "entry_function", Function: "0x1::coin::transfer"}}, text.Const("0x1::coin::transfer")},
		{client.Transaction{Payload: &client.Payload{Function: "0x1::coin::transfer"}}, text.Const("0x1::coin::transfer")},
		{client.Transaction{Payload: &client.Payload{Kind: "script", Function: "main"}}, text.Const("main")},
		{client.Transaction{Payload: &client.Payload{Kind: "script"}}, text.Const("script (no function name)")},
		{client.Transaction{Payload: &client.Payload{Kind: "multisig", Function: "0x1::coin::transfer"}}, text.Const("multisig 0x1::coin::transfer")},
		{client.Transaction{Payload: &client.Payload{Kind: "multisig"}}, text.Const("multisig (no payload)")},
		{client.Transaction{Payload: &client.Payload{Kind: "automation_registration", Function: "0x1::vault::rebalance"}}, text.Const("register 0x1::vault::rebalance")},
		{client.Transaction{Payload: &client.Payload{Kind: "automation_registration"}}, text.Const("register (no function name)")},
		{client.Transaction{Type: "user", Payload: &client.Payload{Kind: "dkg"}}, text.Const("dkg")},
		{client.Transaction{Type: "user", Payload: &client.Payload{Kind: "oracle"}}, text.Const("oracle")},
		{client.Transaction{Payload: &client.Payload{Kind: "NewKind"}}, text.Const("NewKind")},
		{client.Transaction{Payload: &client.Payload{Kind: "new\x1b]0;kind\x07"}}, text.Const("new␛]0;kind␇")},
		{client.Transaction{Payload: &client.Payload{Kind: "multisig", Function: "0x1::a\u202e::b"}}, text.Const("multisig 0x1::a<U+202E>::b")},
		{client.Transaction{Type: "block_metadata"}, text.Const("block_metadata")},
		{client.Transaction{Type: "automation\nrecord"}, text.Const("automation␊record")},
		{client.Transaction{Type: "user", Payload: &client.Payload{}}, text.Const("user")},
		{client.Transaction{Payload: &client.Payload{}}, text.Const("–")},
		{client.Transaction{}, text.Const("–")},
		// A decoding problem is shown in place of the call, unless the call is known.
		{client.Transaction{Type: "user", Problems: client.Problems{odd}}, text.Const("malformed: [3].payload: 7 instead of an object")},
		{client.Transaction{Type: "user", Payload: &client.Payload{}, Problems: client.Problems{odd}}, text.Const("malformed: [3].payload: 7 instead of an object")},
		{client.Transaction{Payload: &client.Payload{Function: "0x1::coin::transfer"}, Problems: client.Problems{odd}}, text.Const("0x1::coin::transfer")},
	} {
		require.Equal(t, c.want, render.Call(&c.record))
	}
}

func TestMalformed(t *testing.T) {
	require.Empty(t, load.Malformed(nil))
	for _, c := range []struct {
		path, reason string
		want         text.Safe
	}{
		{"[0].header", "missing", text.Const("malformed: [0].header: missing")},
		{"", "incomplete JSON", text.Const("malformed: incomplete JSON")},
		{"[\"\x1b[2J\"]", "a\r\nb\u2066", text.Const("malformed: [\"␛[2J\"]: a␍␊b<U+2066>")},
	} {
		record := client.Transaction{Problems: client.Problems{&client.DecodeError{URL: "http://node.test", Path: c.path, Err: errors.New(c.reason)}}}
		require.Equal(t, c.want, load.Malformed(record.Problems))
	}
}

func TestFee(t *testing.T) {
	given := func(n uint64) *uint64 { return &n }
	const maximum = math.MaxUint64
	for _, c := range []struct {
		used, cap, price *uint64
		decimals         int
		want             text.Safe
	}{
		{given(9_000), given(100_000), given(100), 8, text.Const("0.00900000")},
		{given(9_000), given(100_000), given(100), 0, text.Const("900,000")},
		{given(0), given(100_000), given(100), 8, text.Const("0.00000000")},
		{nil, given(100_000), given(100), 8, text.Const("≤0.10000000")},
		{nil, given(0), given(100), 8, text.Const("≤0.00000000")},
		{given(9_000), nil, nil, 8, text.Const("–")},
		{given(9_000), given(100_000), nil, 8, text.Const("–")},
		{nil, nil, given(100), 8, text.Const("–")},
		{nil, nil, nil, 8, text.Const("–")},
		// The product exceeds both 2^64-1 and the precision of float64: every digit counts.
		{given(maximum), given(maximum), given(maximum), 0, text.Const("340,282,366,920,938,463,426,481,119,284,349,108,225")},
		{given(maximum), nil, given(maximum), 8, text.Const("3,402,823,669,209,384,634,264,811,192,843.49108225")},
		{nil, given(maximum), given(3), 18, text.Const("≤55.340232221128654845")},
	} {
		record := client.Transaction{GasUsed: c.used, MaxGasAmount: c.cap, GasUnitPrice: c.price}
		require.Equal(t, c.want, render.Fee(&record, text.Units(0), c.decimals))
	}
}

func TestAgeAndNumber(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 4, 31, 0, time.UTC)
	block := &client.BlockHeader{Timestamp: new(client.Timestamp(now.Add(-37 * time.Second).UnixMicro()))}
	require.Equal(t, text.Const("37s"), render.Age(&client.Transaction{Block: block}, now))
	require.Equal(t, text.None, render.Age(&client.Transaction{}, now))
	require.Equal(t, text.None, render.Age(&client.Transaction{Block: &client.BlockHeader{}}, now), "not the age of 1970")
	maximum := uint64(math.MaxUint64)
	require.Equal(t, text.Const("18,446,744,073,709,551,615"), render.Number(&maximum))
	require.Equal(t, text.Const("0"), render.Number(new(uint64)))
	require.Equal(t, text.None, render.Number(nil))
}

func TestValue(t *testing.T) {
	for raw, want := range map[string]text.Safe{
		`"0x1"`:        text.Const("0x1"),
		`""`:           text.Const(`""`), // an empty string stays visible
		`"\u00e9\n"`:   text.Const("é␊"),
		`"\u001b[2J"`:  text.Const("␛[2J"),
		`"say \"hi\""`: text.Const(`say "hi"`),
		`true`:         text.Const("true"),
		`null`:         text.Const("null"),
		`115792089237316195423570985008687907853269984665640564039457584007913129639935`: text.Const("115792089237316195423570985008687907853269984665640564039457584007913129639935"),
		`-1.50e+3`: text.Const("-1.50e+3"),
		"{ \"b\" : [ 1 , \"x\" ],\n\t\"a\": 18446744073709551615 }": text.Const(`{"b":[1,"x"],"a":18446744073709551615}`),
		`{"vec":[{"inner":"0x1"}]}`:                                 text.Const(`{"vec":[{"inner":"0x1"}]}`),
		"{\"name\u202e\": \"\x7f\"}":                                text.Const(`{"name<U+202E>":"␡"}`),
		`["\u001b"]`:                                                text.Const(`["\u001b"]`),
		`[]`:                                                        text.Const("[]"),
		// Invalid JSON is shown as it is.
		``:              {},
		`{"broken`:      text.Const(`{"broken`),
		"\"broken\x1b":  text.Const("\"broken␛"),
		"\x9b31m":       text.Const("<0x9B>31m"),
		"[1, 2\x00, 3]": text.Const("[1, 2␀, 3]"),
	} {
		require.Equal(t, want, render.Value(json.RawMessage(raw)), "%q", raw)
	}
}

func TestOutputIsSafeToDraw(t *testing.T) {
	hostile := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("ab{}[]\",:\\\x1b\x07\x9b\u202e\u200b\u2028\n"))))
	rapid.Check(t, func(t *rapid.T) {
		remote := func(label string) string { return hostile.Draw(t, label) }
		record := client.Transaction{Type: remote("type"), Status: remote("status")}
		if rapid.Bool().Draw(t, "has a payload") {
			record.Payload = &client.Payload{
				Kind:     rapid.OneOf(hostile, rapid.SampledFrom([]string{"multisig", "script", "automation_registration", "entry_function"})).Draw(t, "kind"),
				Function: remote("function"), TypeArguments: []string{remote("type argument")},
				Arguments: []json.RawMessage{json.RawMessage(remote("argument")), json.RawMessage(remote("second argument"))},
			}
		}
		if rapid.Bool().Draw(t, "is odd") {
			record.Problems = client.Problems{&client.DecodeError{Path: remote("path"), Err: errors.New(remote("reason"))}}
		}
		record.VMStatus = remote("vm status")
		drawn := []text.Safe{render.Status(record.Status), render.Call(&record), load.Malformed(record.Problems)}
		for _, line := range render.Summary(&record, untyped(&record), failed(&record), formatter(), theme.Theme{}, 40, 6) {
			drawn = append(drawn, line.Text())
		}
		for _, s := range drawn {
			for _, r := range s.String() {
				require.False(t, unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co), "%U in %q", r, s)
			}
		}
	})
}
