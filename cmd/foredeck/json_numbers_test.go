package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/command"
)

// The rule of the README about numbers in JSON, in all documents that commands print: what the API types as an integer of at most 64 bits
// is a number; larger ones and decimal fractions are strings of digits; what a node wrote as a value of Move stays as it was.

// decimalTexts are the members that are strings of digits, with the reason.
var decimalTexts = map[string]string{
	"balance":         "of a coin, above 64 bits for some",
	"moved":           "of a coin, above 64 bits for some",
	"opening_balance": "of a coin, above 64 bits for some",
	"difference":      "of a coin, above 64 bits for some",
	"fee":             "gas used times gas price exceeds 64 bits",
	"price":           fraction,
	"high_24h":        fraction,
	"low_24h":         fraction,
	"change_24h":      fraction,
	"open":            fraction,
	"high":            fraction,
	"low":             fraction,
	"close":           fraction,
	"volume":          fraction,
	"amount":          fraction,
	"cost":            fraction,
	"profit":          fraction,
	"first":           fraction,
	"last":            fraction,

	"keys":             "names of keys on the keyboard",
	"expected":         "any part of a case as text",
	"got":              "any part of a dry run as text",
	"profit_percent":   fraction,
	"change_percent":   fraction,
	"drawdown_percent": fraction,
	"rise_percent":     fraction,
	"drop_percent":     fraction,
	"percent":          fraction,
}

const fraction = "a decimal fraction"

// nodeValues are the members that stay as the node wrote them.
var nodeValues = []string{"arguments", "arguments_bcs", "data", "code", "aux_data", "value", "changed_from", "other", "result"}

// measured are the members that foredeck measures itself: fractions that are as exact as a number in JSON.
var measured = map[string]string{
	"correlation":        "of the returns of two pairs",
	"volatility_percent": "of the returns of a pair",
	"up_percent":         "share of bars",
	"mean":               "of the heights or milliseconds that two nodes are apart",
}

var (
	wholeNumber = regexp.MustCompile(`^-?[0-9]+$`)
	digitsOnly  = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
)

// offences lists the values in a document that break the rule.
func offences(path []string, value any) (found []string) {
	name := ""
	for _, step := range path {
		if _, err := strconv.Atoi(step); err != nil {
			name = step
		}
	}
	offence := func(rule string) { found = append(found, strings.Join(path, ".")+": "+rule) }
	switch value := value.(type) {
	case map[string]any:
		for member, inside := range value {
			if !slices.Contains(nodeValues, member) {
				found = append(found, offences(append(slices.Clone(path), member), inside)...)
			}
		}
	case []any:
		for i, element := range value {
			found = append(found, offences(append(slices.Clone(path), strconv.Itoa(i)), element)...)
		}
	case json.Number:
		_, unsigned := strconv.ParseUint(value.String(), 10, 64)
		_, signed := strconv.ParseInt(value.String(), 10, 64)
		switch {
		case measured[name] != "":
		case !wholeNumber.MatchString(value.String()):
			offence("the fraction " + value.String() + " is a number")
		case unsigned != nil && signed != nil:
			offence(value.String() + " has more than 64 bits and is a number")
		}
	case string:
		if digitsOnly.MatchString(value) && decimalTexts[name] == "" {
			offence("the number " + value + " is a string")
		}
	}
	return found
}

func TestOffencesAgainstTheNumbersRule(t *testing.T) {
	t.Parallel()
	for document, want := range map[string][]string{
		`{"a":1,"b":-1,"c":18446744073709551615,"d":null,"e":true,"f":"0x1","fee":"12","data":{"x":"12","y":1.5}}`: nil,
		`{"a":18446744073709551616}`: {"a: 18446744073709551616 has more than 64 bits and is a number"},
		`[{"gap":1.5}]`:              {"0.gap: the fraction 1.5 is a number"},
		`{"a":{"height":"7"}}`:       {"a.height: the number 7 is a string"},
		`{"prices":["1.5"]}`:         {"prices.0: the number 1.5 is a string"},
	} {
		require.Equal(t, want, offencesIn(t, document), document)
	}
}

// offencesIn are those of all documents in a text.
func offencesIn(t *testing.T, printed string) (found []string) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader([]byte(printed)))
	decoder.UseNumber()
	for {
		var value any
		err := decoder.Decode(&value)
		if errors.Is(err, io.EOF) {
			return found
		}
		require.NoError(t, err, printed)
		found = append(found, offences(nil, value)...)
	}
}

const laterCall = "the specification does not have the call; TestNumbersOfLaterDocuments"

// documentLines returns arguments of each command that prints documents.
func documentLines(t *testing.T, network *localnet.Network) map[string][][]string {
	t.Helper()
	treasury, store := network.Accounts()[0].Address.String(), "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"
	return map[string][][]string{
		"account": {{treasury}}, "txs": {{treasury, "--all"}, {treasury, "--kind", "coin", "--all"}, {treasury, "--kind", "automated", "--all"}},
		"tx": {{treasury, "7"}}, "modules": {{"0x1"}}, "packages": {{"0x1"}}, "module": {{"0x1::coin"}}, "resources": {{treasury}}, "resource": {{treasury, store}, {"@saved", store, "--config", namesFile(t, treasury)}},
		"view":  {{"0x1::coin::balance", "--type-arg", "0x1::native_coin::NativeCoin", "--arg", treasury}},
		"call":  {{"0x1::coin::transfer", "--type-arg", "0x1::native_coin::NativeCoin", "--arg", treasury, "--arg", "5"}},
		"block": {{"7"}, {"7", "--with-batches"}}, "blocks": {{"--last", "3", "--votes"}},
		"price": {{"btc_usdt"}}, "history": {{"btc_usdt", "--to", "2001-07-01"}}, "compare-prices": {{"btc_usdt", "eth_usdt", "--to", "2001-07-01"}}, "stats-prices": {{"btc_usdt", "--to", "2001-07-01"}},
		"holdings": {{"--config", holdingsFile(t, `btc_usdt = { amount = "0.5", cost = "40000" }`)}},
		"compare":  {{network.BaseURL(), network.BaseURL(), "--last", "3"}}, "diff": {{"module", "0x1::coin", "0x1::coin"}},
		"explain": {{"0x1::coin", "65542"}}, "effects": {{"0x1::coin::transfer"}}, "freeze": {{treasury, "7"}}, "balance": {{treasury}, {treasury, "--history"}},
		"doctor": {{}}, "config": {{"show"}}, "keys": {{}}, "themes": {{}, {"dark"}}, "version": {{}},
	}
}

func TestNumbersOfEveryDocument(t *testing.T) {
	network := frozen(t, localnet.Deployed)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	lines := documentLines(t, network)
	without := map[string]string{
		"uptime": "reads what was recorded; TestUptime",
		"gas":    laterCall, "committee": laterCall, "events": laterCall, "proof": laterCall, "table": laterCall,
		"check": "its exit code is that of its cases; TestChangedCases",
		"calls": laterCall, "index": laterCall, "sql": laterCall, "stats": laterCall,
		"localnet": "serves until it is ended; TestLocalnet reads its document", "watch": "runs until it is ended; alerts are not documents of the API",
	}
	for _, declared := range command.All() {
		format := "json"
		if !declared.Supports(format) {
			format = "jsonl"
		}
		if !declared.Supports(format) || without[declared.Name] != "" {
			continue
		}
		require.Contains(t, lines, declared.Name, "a command that prints JSON")
		for _, line := range lines[declared.Name] {
			if declared.Name != "compare" { // whose nodes are arguments
				line = append(line, "--base-url", network.BaseURL())
			}
			got := foredeck(t, slices.Concat([]string{declared.Name}, line, []string{"-o", format})...)
			require.Zero(t, got.code, "%s: %s", declared.Name, got.stderr)
			require.NotEmpty(t, got.stdout, declared.Name)
			require.Empty(t, offencesIn(t, got.stdout), "%s %v", declared.Name, line)
		}
	}
}
