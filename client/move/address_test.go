package move

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func anyAddress() *rapid.Generator[Address] {
	return rapid.Custom(func(t *rapid.T) Address {
		var address Address
		digits := rapid.SliceOfN(rapid.Byte(), 0, len(address)).Draw(t, "last bytes")
		copy(address[len(address)-len(digits):], digits)
		return address
	})
}

// formatAddress returns the address in one of its accepted forms.
func formatAddress(t *rapid.T, address Address) string {
	full := strings.TrimPrefix(address.String(), "0x")
	significant := strings.TrimPrefix(address.Short(), "0x")
	digits := full[rapid.IntRange(0, len(full)-len(significant)).Draw(t, "zeros omitted"):]
	if rapid.Bool().Draw(t, "upper case") {
		digits = strings.ToUpper(digits)
	}
	return rapid.SampledFrom([]string{"", "0x", "0X"}).Draw(t, "prefix") + digits
}

func TestParseAddress(t *testing.T) {
	one := Address{31: 1}
	tests := map[string]struct {
		input string
		want  Address
		short string
	}{
		"short":             {"0x1", one, "0x1"},
		"without 0x":        {"1", one, "0x1"},
		"padded":            {"0x" + strings.Repeat("0", 63) + "1", one, "0x1"},
		"padded without 0x": {strings.Repeat("0", 63) + "1", one, "0x1"},
		"zero":              {"0", Address{}, "0x0"},
		"even digits":       {"0xa550c18f", Address{28: 0xa5, 29: 0x50, 30: 0xc1, 31: 0x8f}, "0xa550c18f"},
		"odd digits":        {"0Xfa550c1", Address{28: 0x0f, 29: 0xa5, 30: 0x50, 31: 0xc1}, "0xfa550c1"},
		"any case":          {"0xAbCd", Address{30: 0xab, 31: 0xcd}, "0xabcd"},
		"full":              {"0x12" + strings.Repeat("0", 62), Address{0: 0x12}, "0x12" + strings.Repeat("0", 62)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			address, err := ParseAddress(test.input)
			require.NoError(t, err)
			require.Equal(t, test.want, address)
			require.Equal(t, test.short, address.Short())
		})
	}
	require.Equal(t, "0x000000000000000000000000000000000000000000000000000000000abcdef9", Address{28: 0x0a, 29: 0xbc, 30: 0xde, 31: 0xf9}.String())
}

func TestParseAddressErrors(t *testing.T) {
	digits := func(count int) string { return strings.Repeat("a", count) }
	tests := map[string]struct {
		input    string
		position int
		rule     string
		message  string
	}{
		"empty":             {"", 0, "empty", `address: empty`},
		"no digits":         {"0x", 3, "no digits after character 2", `address "0x": no digits after character 2`},
		"not hex":           {"zz", 1, "not hex at character 1", `address "zz": not hex at character 1`},
		"counts the 0x":     {"0x12g4", 5, "not hex at character 5", `address "0x12g4": not hex at character 5`},
		"counts characters": {"12é4", 3, "not hex at character 3", `address "12é4": not hex at character 3`},
		"second 0x":         {"0x0x1", 4, "not hex at character 4", `address "0x0x1": not hex at character 4`},
		"space before":      {" 0x1", 1, "not hex at character 1", `address " 0x1": not hex at character 1`},
		"space after":       {"0x1 ", 4, "not hex at character 4", `address "0x1 ": not hex at character 4`},
		"control character": {"0x\x10\x1b[31m", 3, "not hex at character 3", `address "0x\x10\x1b[31m": not hex at character 3`},
		"65 digits":         {digits(65), 0, "65 digits, at most 64", `address: 65 digits, at most 64`},
		"65 digits and 0x":  {"0x" + digits(65), 0, "65 digits, at most 64", `address: 65 digits, at most 64`},
		"65 zeros":          {"0x" + strings.Repeat("0", 65), 0, "65 digits, at most 64", `address: 65 digits, at most 64`},
		"odd one behind 64": {digits(64) + "-", 65, "not hex at character 65", `address "` + digits(64) + `-": not hex at character 65`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := ParseAddress(test.input)
			require.Equal(t, &ParseError{Kind: "address", Input: test.input, Position: test.position, Rule: test.rule}, err)
			require.EqualError(t, err, test.message)
		})
	}
}

func TestAddressRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		address := anyAddress().Draw(t, "address")
		for _, text := range []string{address.String(), address.Short(), formatAddress(t, address)} {
			parsed, err := ParseAddress(text)
			require.NoError(t, err)
			require.Equal(t, address, parsed)
		}
	})
}

func TestAddressJSON(t *testing.T) {
	const full = "0x00000000000000000000000000000000000000000000000000000000000000a1"
	var balances map[Address][]Address
	require.NoError(t, json.Unmarshal([]byte(`{"a1": ["0xA1", "0x0"]}`), &balances))
	require.Equal(t, map[Address][]Address{{31: 0xa1}: {{31: 0xa1}, {}}}, balances)

	encoded, err := json.Marshal(map[Address]Address{{31: 0xa1}: {31: 0xa1}})
	require.NoError(t, err)
	require.JSONEq(t, `{"`+full+`": "`+full+`"}`, string(encoded))

	address := Address{31: 7}
	var parseError *ParseError
	require.ErrorAs(t, json.Unmarshal([]byte(`"0x1::coin"`), &address), &parseError)
	require.Equal(t, "not hex at character 4", parseError.Rule)
	require.Equal(t, Address{31: 7}, address, "a failed parse leaves the address unchanged")
}

func TestParseErrorTruncatesInput(t *testing.T) {
	_, err := ParseAddress("é" + strings.Repeat("\x1bé", 1_000_000))
	require.EqualError(t, err, `address "é`+strings.Repeat(`\x1bé`, 39)+`\x1b…": not hex at character 1`)

	_, err = ParseAddress(strings.Repeat("é", 80))
	require.EqualError(t, err, `address "`+strings.Repeat("é", 80)+`": not hex at character 1`)
}

func BenchmarkParseAddress(b *testing.B) {
	text := Address{0: 1, 31: 1}.String()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseAddress(text); err != nil {
			b.Fatal(err)
		}
	}
}
