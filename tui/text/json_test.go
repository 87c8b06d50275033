package text_test

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/tui/text"
)

func TestJSONEscapesUnsafeCharacters(t *testing.T) {
	for valid, want := range map[string]string{
		`{"amount": 18446744073709551615}`:             `{"amount": 18446744073709551615}`,
		"{\n  \"a\": 1\n}":                             "{\n  \"a\": 1\n}",
		`"grüße, 世界 ✓ 😀"`:                              `"grüße, 世界 ✓ 😀"`,
		`"\u001b[2J"`:                                  `"\u001b[2J"`,
		"\"del\x7f\"":                                  `"del\u007f"`,
		"\"c1 \u009b31m\"":                             `"c1 \u009b31m"`,
		"\"abc\u202edcba\"":                            `"abc\u202edcba"`,
		"\"zero\u200bwidth\ufeff\"":                    `"zero\u200bwidth\ufeff"`,
		"\"line\u2028para\u2029\"":                     `"line\u2028para\u2029"`,
		"\"tag\U000e0041\"":                            `"tag\udb40\udc41"`,
		"\"flag\U0001f1e6\"":                           `"flag\ud83c\udde6"`,
		"\"private\ue000\"":                            `"private\ue000"`,
		"\"e\u0301\"":                                  "\"e\u0301\"",
		"\"z" + strings.Repeat("\u0301", 6) + "y\"":    "\"z" + strings.Repeat("\u0301", 4) + "\\u0301\\u0301y\"",
		"{\t\"a\":\r\n\t[1,\t2]}":                      "{ \"a\": \n [1, 2]}",
		"\"raw \x9b31m\"":                              `"raw \ufffd31m"`,
		"\"half \xe4\xb8\"":                            `"half \ufffd\ufffd"`,
		"\"replaced \ufffd\"":                          "\"replaced \ufffd\"",
		"{\"name\x7f\": {\"name\u200b\": [\"\x7f\"]}}": `{"name\u007f": {"name\u200b": ["\u007f"]}}`,
	} {
		require.True(t, json.Valid([]byte(valid)), "the test's own JSON: %q", valid)
		require.Equal(t, want, string(text.SafeJSON([]byte(valid))), "%q", valid)
	}
}

// documents generates JSON with arbitrary strings and arbitrary whitespace between tokens.
func documents() *rapid.Generator[string] {
	quoted := func(t *rapid.T) string {
		characters := rapid.StringOf(rapid.OneOf(
			rapid.SampledFrom([]rune("ab\x7f\u009b\u0301\u0301\u200b\u202e\u2028世😀\ue000\U000e0041\U0001f1e6")), rapid.Rune())).Draw(t, "string")
		var encoded strings.Builder
		encoded.WriteByte('"')
		for _, r := range characters {
			switch {
			case r == '"' || r == '\\':
				encoded.WriteString(`\` + string(r))
			case r < 0x20:
				encoded.WriteString(`\u00` + strconv.FormatInt(int64(r)+0x100, 16)[1:])
			default:
				encoded.WriteRune(r)
			}
		}
		encoded.WriteString(rapid.SampledFrom([]string{"", "\x9b", "\xff", "\xe4\xb8", `\ud800`}).Draw(t, "broken"))
		encoded.WriteByte('"')
		return encoded.String()
	}
	return rapid.Custom(func(t *rapid.T) string {
		space := func() string { return rapid.StringOfN(rapid.SampledFrom([]rune(" \t\r\n")), 0, 2, -1).Draw(t, "space") }
		var document func(depth int) string
		document = func(depth int) string {
			kind := rapid.IntRange(0, 4).Draw(t, "kind")
			if depth == 0 {
				kind = min(kind, 2)
			}
			switch kind {
			case 0, 1:
				return space() + quoted(t) + space()
			case 2:
				return space() + rapid.StringMatching(`-?[1-9][0-9]{0,40}|0\.[0-9]{1,20}e[0-9]|true|null`).Draw(t, "literal") + space()
			}
			var parts []string
			for range rapid.IntRange(0, 3).Draw(t, "parts") {
				part := document(depth - 1)
				if kind == 3 {
					part = space() + quoted(t) + space() + ":" + part
				}
				parts = append(parts, part)
			}
			if kind == 3 {
				return "{" + space() + strings.Join(parts, ",") + "}"
			}
			return "[" + space() + strings.Join(parts, ",") + "]"
		}
		return document(2)
	})
}

// decoded parses JSON and keeps numbers as written.
func decoded(t require.TestingT, document string) any {
	decoder := json.NewDecoder(strings.NewReader(document))
	decoder.UseNumber()
	var value any
	require.NoError(t, decoder.Decode(&value), "%q", document)
	require.False(t, decoder.More(), "%q", document)
	return value
}

func TestJSONPreservesTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := documents().Draw(t, "document")
		safe := string(text.SafeJSON([]byte(document)))
		require.True(t, reflect.DeepEqual(decoded(t, document), decoded(t, safe)), "%q\n%q", document, safe)
		requireSafe(t, strings.ReplaceAll(safe, "\n", ""))
		require.Equal(t, safe, string(text.SafeJSON([]byte(safe))), "idempotent")
	})
}

// requireSafe fails if a text contains anything that a terminal interprets or hides.
func requireSafe(t require.TestingT, s string) {
	require.True(t, utf8.ValidString(s), "%q", s)
	for _, r := range s {
		require.False(t, unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co), "%U in %q", r, s)
	}
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"b"]}`, "\"\x9b\"", "[\t\r\n1]", "\"\u202e\U000e0041\"", `"\u001b"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		if !json.Valid(document) {
			return
		}
		safe := string(text.SafeJSON(document))
		require.True(t, reflect.DeepEqual(decoded(t, string(document)), decoded(t, safe)), "%q\n%q", document, safe)
		requireSafe(t, strings.ReplaceAll(safe, "\n", ""))
	})
}

// Each byte is tested at each offset in a word of 8 bytes.
func TestJSONEscapesEveryUnsafeByte(t *testing.T) {
	t.Parallel()
	for at := range 20 {
		for b := range 256 {
			document := []byte(strings.Repeat("x", 20))
			document[at] = byte(b)
			isSafe := b == '\n' || ' ' <= b && b < 0x7f
			require.Equal(t, isSafe, string(text.SafeJSON(document)) == string(document), "%q", document)
		}
	}
}

func TestUnquote(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{`"a\"b"`: `a"b`, `""`: "", `null`: "null", `12`: "12", `{"a": 1}`: `{"a": 1}`, `"open`: `"open`, ``: ""} {
		require.Equal(t, want, text.Unquote([]byte(raw)), raw)
	}
}
