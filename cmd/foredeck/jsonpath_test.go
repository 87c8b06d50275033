package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const stored = `{"z": [ {"n":1,"s":"fail","big":18446744073709551615}, {"n":2,"s":"ok","big":18446744073709551614,"x":null}, {"n":3,"s":"it's","in":{"n":4}} ],
 "a b": {"k":[0,1,2,3,4,5]}, "limit": 2, "f": 1.50}`

func TestJSONPath(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		`$.limit`:                              `2`,
		`$.f`:                                  `1.50`,
		`$.none`:                               ``,
		`$.limit.n`:                            ``,
		`$.z[0].n`:                             `1`,
		`$.z[-1].n`:                            `3`,
		`$.z[7]`:                               ``,
		`$['a b'].k[1:3]`:                      `1 2`,
		`$["a b"].k[::2]`:                      `0 2 4`,
		`$["a b"].k[::-1]`:                     `5 4 3 2 1 0`,
		`$["a b"].k[-2:]`:                      `4 5`,
		`$["a b"].k[4:1:-2]`:                   `4 2`,
		`$["a b"].k[-99:99]`:                   `0 1 2 3 4 5`,
		`$["a b"].k[::0]`:                      ``,
		`$["a b"].k[5, 0, 0]`:                  `5 0 0`,
		`$.z[*].s`:                             `fail ok it's`,
		`$..n`:                                 `1 2 3 4`,
		`$..[0].n`:                             `1`,
		`$.z[?@.big > 18446744073709551614].n`: `1`,
		`$.z[?@.n >= 2 && @.s != 'ok'].n`:      `3`,
		`$.z[?@.s == 'it\'s' || @.n==1].n`:     `1 3`,
		`$.z[?@.s == "it's"].n`:                `3`,
		`$.z[?@.n == $.limit].n`:               `2`,
		`$.z[?@.x].n`:                          `2`,
		`$.z[?@.x == null].n`:                  `2`,
		`$.z[?!@.x].n`:                         `1 3`,
		`$.z[?!(@.n == 1 || @.n == 2)].n`:      `3`,
		`$.z[?@.n < 'a'].n`:                    ``,
		`$.z[?@.in.n == 4.0].n`:                `3`,
		`$.z[?@.none == @.none2].n`:            `1 2 3`,
		`$['a b'].k[?@ > 1e0 && @ <= 3]`:       `2 3`,
	} {
		got, err := expressed(t, "jsonpath="+expression, stored, false)
		require.NoError(t, err, expression)
		require.Equal(t, want, strings.TrimSpace(strings.ReplaceAll(got, "\n", " ")), expression)
	}
	got, err := expressed(t, "jsonpath=$", stored, false)
	require.NoError(t, err)
	var whole bytes.Buffer
	require.NoError(t, json.Compact(&whole, []byte(stored)))
	require.Equal(t, whole.String()+"\n", got, "members in their order, numbers as they are written")
}

func TestJSONPathErrorsNameThePosition(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		``:                  "position 1: expected $",
		`{.items}`:          "position 1: expected $",
		`$.`:                "position 3: expected a name or *; other names are written ['name']",
		`$.a b`:             "position 5: expected . or [ or the end",
		`$[`:                "position 3: expected a name in quotes, an index, a slice, * or ?",
		`$[0`:               "position 4: expected , or ]",
		`$['ä'`:             "position 6: expected , or ]",
		`$['a]`:             "position 3: missing quote at the end",
		`$['\q']`:           "position 3: invalid escape in quotes",
		`$[99999999999]`:    "position 3: expected an integer of at most 32 bits",
		`$[-]`:              "position 3: expected an integer of at most 32 bits",
		`$[?1]`:             "position 5: expected ==, !=, <, <=, > or >=",
		`$[?(@.a]`:          "position 8: expected )",
		`$[?@.a == x]`:      "position 11: expected @, $, a number, a string in quotes, true, false or null",
		`$[?length(@) > 1]`: "position 4: expected @, $, a number, a string in quotes, true, false or null",
	} {
		_, err := parseJSONPath(expression)
		require.EqualError(t, err, want, expression)
	}
}

// Every JSONPath that is read becomes a filter of jq, which no document makes fail.
func TestAnyJSONPath(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom(strings.Split("$ @ . .. [ ] ( ) * ? : , ! != == < && || 'a' \"b\" a n 0 -1 2 1e400 null \\ ä", " ")), 0, 12).Draw(t, "parts")
		find, err := parseJSONPath("$" + strings.Join(parts, ""))
		if err == nil {
			for _, document := range []string{stored, `[[1,2],{"a":1e999}]`, "null"} {
				require.NoError(t, find(t.Context(), json.RawMessage(document), func(string) error { return nil }))
			}
		}
	})
}
