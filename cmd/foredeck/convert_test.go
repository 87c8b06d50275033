package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"foredeck/client/move"
	"foredeck/tui/text"
)

// asYAML converts documents.
func asYAML(t require.TestingT, documents string) string {
	var out bytes.Buffer
	buffered := bufio.NewWriter(&out)
	require.NoError(t, writeYAML(context.Background(), buffered, bufio.NewReader(strings.NewReader(documents))))
	require.NoError(t, buffered.Flush())
	return out.String()
}

func TestYAMLKeepsOrderAndNumbers(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		`[]`:    "[]\n",
		`null`:  "null\n",
		`{}`:    "{}\n",
		`"yes"`: "\"yes\"\n",
		`{"z":18446744073709551615,"a":340282366920938463463374607431768211456,"f":1e300,"none":null,"e":[],"o":{}}`: "z: 18446744073709551615\n" +
			"a: 340282366920938463463374607431768211456\nf: 1e300\nnone: null\ne: []\no: {}\n",
		`[{"a":1,"b":[1,{"c":[[2],3]}]},[],[[4]],{"d":{"e":true}}]`: "- a: 1\n  b:\n    - 1\n    - c:\n        - - 2\n        - 3\n- []\n- - - 4\n- d:\n    e: true\n",
		"{\"a\":1}\n{\"a\":2}\n":                                    "a: 1\n---\na: 2\n",
		`{"hash":"0x12","kind":"coin-move a","t":"a: b","c":"a::b","l":"x:","d":"2026-01-01","h":"a #b"}`: "hash: \"0x12\"\nkind: coin-move a\nt: \"a: b\"\nc: a::b\nl: \"x:\"\nd: \"2026-01-01\"\nh: \"a #b\"\n",
		`["\u001b[2J","\u202eabc","😀","\udb40\udc41","\\ud800","a\nb"]`:                                   "- \"\\u001b[2J\"\n- \"\\u202eabc\"\n- \"😀\"\n- \"\\U000e0041\"\n- \"\\\\ud800\"\n- \"a\\nb\"\n",
	} {
		require.Equal(t, want, asYAML(t, document), document)
	}
}

// A YAML library reads the same value from the YAML as from the JSON, and nothing in it controls a terminal.
func TestYAMLHasTheSameValue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.OneOf(rapid.String(), rapid.StringMatching(`[-a-zA-Z0-9_:. #/~+\\ud]{0,12}`),
			rapid.SampledFrom([]string{"yes", "Null", "~", "0x1", "1e3", ".inf", "1:30", "1_000", "-", "---", "a:", "=", "<<", "\U000e0041", "\u0085", "0o7", "nan"}))
		var value func(depth int) *rapid.Generator[any]
		value = func(depth int) *rapid.Generator[any] {
			scalars := []*rapid.Generator[any]{words.AsAny(), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.Just(any(nil))}
			if depth > 0 {
				scalars = append(scalars, rapid.SliceOfN(value(depth-1), 0, 3).AsAny(), rapid.MapOfN(words, value(depth-1), 0, 3).AsAny())
			}
			return rapid.OneOf(scalars...)
		}
		document, err := move.EncodeJSON(value(3).Draw(t, "value"))
		require.NoError(t, err)
		converted := asYAML(t, string(document))
		require.Equal(t, strings.ReplaceAll(converted, "\n", ""), text.Clean(strings.ReplaceAll(converted, "\n", "")).String())
		var fromYAML, fromJSON any
		require.NoError(t, yaml.Unmarshal([]byte(converted), &fromYAML), "%s", converted)
		again, err := json.Marshal(fromYAML)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(document, &fromJSON))
		wanted, err := json.Marshal(fromJSON)
		require.NoError(t, err)
		if !strings.Contains(string(wanted), "e+") { // float64 of a large integer
			require.JSONEq(t, string(wanted), string(again), "%s", converted)
		}
	})
}

func TestYAMLOfCommands(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(3)))
	for _, arguments := range [][]string{{"txs", senderText, "--limit", "3"}, {"txs", senderText, "--oldest-first"}, {"version"}, {"themes"}} {
		arguments = append(arguments, "--base-url", n.url)
		inJSON, inYAML := foredeck(t, append(arguments, "-o", "json")...), foredeck(t, append(arguments, "-o", "yaml")...)
		require.Zero(t, inYAML.code, inYAML.stderr)
		require.Equal(t, asYAML(t, inJSON.stdout), inYAML.stdout)
	}
}

// closedPipe fails all writes, as a pipe whose reader is gone.
type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

func TestConversionEndsWithItsReader(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	n := serve(t, sentBy(transfers(3)))
	require.Equal(t, exitDone, execute(context.WithoutCancel(t.Context()), []string{"txs", senderText, "--base-url", n.url, "-o", "yaml"}, closedPipe{}, &stderr))
	require.Empty(t, stderr.String())
}

func TestJSONPathOfCommands(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(3)))
	all := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", "json")
	var records []struct {
		Hash     string          `json:"hash"`
		Sequence json.Number     `json:"sequence_number"`
		Payload  json.RawMessage `json:"payload"`
	}
	require.NoError(t, json.Unmarshal([]byte(all.stdout), &records))
	require.Len(t, records, 3)
	for expression, value := range map[string]func(i int) string{
		"$[*].hash":            func(i int) string { return records[i].Hash },
		"$[*].sequence_number": func(i int) string { return records[i].Sequence.String() },
		"$[0:3]['payload']": func(i int) string {
			var line bytes.Buffer
			require.NoError(t, json.Compact(&line, records[i].Payload))
			return line.String()
		},
		"$[?@.hash][\"hash\"]": func(i int) string { return records[i].Hash },
	} {
		got := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", "jsonpath="+expression)
		require.Zero(t, got.code, got.stderr)
		require.Equal(t, value(0)+"\n"+value(1)+"\n"+value(2)+"\n", got.stdout, expression)
	}
}

// Values on a terminal are cleaned; a pipe gets them exactly.
func TestJSONPathIsCleanOnATerminal(t *testing.T) {
	t.Parallel()
	for toTerminal, want := range map[bool]string{true: "a␛[2J␊b\n[\"\\u001b\"]\n", false: "a\x1b[2J\nb\n[\"\\u001b\"]\n"} {
		got, err := expressed(t, "jsonpath=$.*", `{"x":"a\u001b[2J\nb", "y": ["\u001b" ]}`, toTerminal)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

func TestWrongJSONPathMakesNoRequest(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(3)))
	got := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", "jsonpath=$[*.hash")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "-o jsonpath=$[*.hash: position 4: expected , or ]")
	require.Empty(t, n.requests())
	require.Equal(t, "jsonpath=\n:6\n", foredeck(t, "__complete", "version", "-o", "jsonp").stdout)
}

func TestConvertedFormatsAreChecked(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"yam", "yaml=", "yaml=x"} {
		result := foredeck(t, "version", "-o", format)
		require.Equal(t, exitUsage, result.code)
		require.Contains(t, result.stderr, "-o "+`"`+format+`": must be one of `)
	}
	require.Contains(t, foredeck(t, "__complete", "version", "-o", "").stdout, "yaml\n")
}
