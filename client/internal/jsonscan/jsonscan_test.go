package jsonscan

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// seeds are documents, valid and not.
var seeds = []string{
	`{"a":1,"b":[true,false,null,-1.5e+3,"x"],"c":{"d":{}}}`, " [ 1 , 2 ] ", "[]", "{}", `""`, "7", "null", "-", "-0", "01", "1.", "1.e5", "1e", "1e+",
	`{"a" 1}`, `{"a":}`, `{"a":1,}`, `{,}`, `[1,]`, `[,1]`, `[1 2]`, `[1:2]`, `{"a","b"}`, `{1:2}`, `{"a":1 "b":2}`, `{"a"`, `{"a":`, `[`, `[1`, `[1,`, `]`, `}`, `[}`, `{]`, `,`, `:`,
	`"\u00e9\ud83d\ude00\n\"\\\/"`, `"\x"`, `"\u12g4"`, `"\u12`, `"\`, "\"\x00\"", "\"tab\there\"", "\"a long string with a control character \x1f\"", "\"\xff\xfe\"", `"` + strings.Repeat("é", 30) + `"`, `"open`,
	"tru", "nul", "falsey", "truefalse", `[1]x`, `1 2`, "\ufeff1", "", " ", "\v1", `{"a":1,"a":2}`, `["12345678","1234567\\"]`, `["\\\\\\\"","a\"b"]`,
	strings.Repeat("[", 80) + strings.Repeat("]", 80), strings.Repeat("[", 63) + "1" + strings.Repeat("]", 63), strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65),
	strings.Repeat("[", 499) + `{"a":1}` + strings.Repeat("]", 499), strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500),
	strings.Repeat("[", 501) + strings.Repeat("]", 501), `[1,"[[",` + strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500) + "]", strings.Repeat("[", 20000),
}

// Values of MaxDepth levels are read, whichever method reads which level; deeper ones are refused by it.
func TestMaxDepth(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ open, inner, close string }{{"[", "", "]"}, {"[", "1", "]"}, {`{"a":`, "1", "}"}, {`["]",`, `"\"]"`, "]"}, {"[ [", "", "]]"}} {
		levels := strings.Count(test.close, "}") + strings.Count(test.close, "]")
		for _, depth := range []int{MaxDepth, MaxDepth + 2} {
			input := []byte(strings.Repeat(test.open, depth/levels) + test.inner + strings.Repeat(test.close, depth/levels))
			for _, tokens := range []int{0, 1, 70, MaxDepth - 1} {
				decoder, err := NewDecoder(input), error(nil)
				for range tokens {
					if decoder.PeekKind() != '[' || test.open == `["]",` {
						break
					}
					require.NoError(t, decoder.ReadToken())
				}
				_, err = decoder.ReadValue()
				if depth <= MaxDepth {
					require.NoError(t, err, "%.20s %d %d", input, depth, tokens)
					continue
				}
				require.ErrorIs(t, err, ErrTooDeep, "%.20s %d %d", input, depth, tokens)
				require.ErrorIs(t, decoder.ReadToken(), ErrTooDeep)
				require.Zero(t, decoder.PeekKind())
			}
		}
	}
	decoder := NewDecoder([]byte(strings.Repeat("[", MaxDepth+1)))
	for range MaxDepth {
		require.NoError(t, decoder.ReadToken())
	}
	require.ErrorIs(t, decoder.ReadToken(), ErrTooDeep)
}

// Each byte is tested at each offset in a word of 8 bytes, in front of it and behind it.
func TestEveryByteInString(t *testing.T) {
	t.Parallel()
	for at := range 20 {
		for b := range 256 {
			input := []byte(`"` + strings.Repeat("x", 20) + `"`)
			input[1+at] = byte(b)
			reference := jsontext.NewDecoder(bytes.NewBuffer(input), jsontext.AllowInvalidUTF8(true))
			wanted, want := reference.ReadValue()
			decoder := NewDecoder(input)
			value, err := decoder.ReadValue()
			require.Equal(t, want, err, "%q", input)
			require.Equal(t, string(wanted), string(value))
			require.Equal(t, err == nil && b < 0x80, decoder.IsPlain(), "%q", input)
		}
	}
}

// FuzzDecoder compares a Decoder with one of jsontext. Each step is an operation: PeekKind, then ReadToken or ReadValue.
func FuzzDecoder(f *testing.F) {
	for _, seed := range seeds {
		for _, steps := range []string{"", "t", "tv", "ttv", "tvvtv", "tttttttttttt"} {
			f.Add([]byte(seed), []byte(steps))
		}
	}
	f.Fuzz(func(t *testing.T, input, steps []byte) {
		original := bytes.Clone(input)
		decoder := NewDecoder(input)
		reference := jsontext.NewDecoder(bytes.NewBuffer(original), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		isTooDeep := nesting(input, 0) > MaxDepth // if the input is valid
		for i := 0; i < len(steps)+len(input)+1; i++ {
			step := byte('v')
			if i < len(steps) {
				step = steps[i]
			}
			kind := reference.PeekKind()
			if step%4 < 2 {
				if peeked := decoder.PeekKind(); !isTooDeep {
					require.Equal(t, kind, peeked)
				}
			}
			var err, want error
			if step%2 == 0 && (kind == '{' || kind == '[') || kind == '}' || kind == ']' {
				_, want = reference.ReadToken()
				if err = decoder.ReadToken(); isTooDeep && errors.Is(err, ErrTooDeep) {
					break
				}
			} else {
				var value, wanted []byte
				wanted, want = reference.ReadValue()
				value, err = decoder.ReadValue()
				if isTooDeep && errors.Is(err, ErrTooDeep) {
					break
				}
				require.Equal(t, string(wanted), string(value))
				if err == nil {
					require.Equal(t, cap(value), len(value))
				}
				if decoder.IsPlain() {
					text, err := jsontext.AppendUnquote(nil, value)
					require.NoError(t, err)
					require.Equal(t, string(text), string(value[1:len(value)-1]))
				}
			}
			require.Equal(t, want, err)
			if err != nil {
				require.Equal(t, errors.Is(want, io.EOF), errors.Is(err, io.EOF))
				break
			}
			require.Equal(t, int(reference.InputOffset()), decoder.InputOffset())
		}
		require.Equal(t, original, input, "the input does not change")
	})
}
