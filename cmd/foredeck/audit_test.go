package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest/effort"
)

var (
	auditSeed  = flag.Uint64("audit-seed", 1, "seed of TestNoFactDisappears")
	auditCases = flag.Int("audit-cases", 0, "number of cases of TestNoFactDisappears; 0: 60, and 400 with FOREDECK_LONG_TESTS")
)

// TestNoFactDisappears changes one value at a time in bodies of nodes and of the price service, into something odd but legal, and runs
// the commands that read it. In the formats for programs the value must be found in the output, or its field must be named, among the
// problems of the record or on stderr. In the formats for people that holds for values that they show.
func TestNoFactDisappears(t *testing.T) {
	cases := *auditCases
	if cases == 0 {
		cases = 60
		if effort.Long {
			cases = 400
		}
	}
	baselines := map[string]outcome{}
	random := rand.New(rand.NewPCG(*auditSeed, 0))
	for number := range cases {
		subject := auditSubjects[number%len(auditSubjects)]
		body := []byte(sample(t, subject.sample))
		leaves := slices.DeleteFunc(leavesOf(t, body), func(l auditLeaf) bool { return !strings.HasPrefix(string(l.path), subject.within) })
		leaf := leaves[random.IntN(len(leaves))]
		odd := oddities[random.IntN(len(oddities))](body[leaf.start:leaf.end], number)
		if odd.json == "" {
			continue
		}
		changed := slices.Concat(body[:leaf.start], []byte(odd.json), body[leaf.end:])
		for _, format := range []string{"json", "jsonl", "yaml", "csv", "table"} {
			name := strings.Join(append(slices.Clone(subject.command), format), " ")
			if _, known := baselines[name]; !known {
				baselines[name] = auditRun(t, subject, format, body)
				require.Zero(t, baselines[name].code, "%s: %s", name, baselines[name].stderr)
				require.Empty(t, baselines[name].stderr, name)
			}
			got := auditRun(t, subject, format, changed)
			if (format == "csv" || format == "table") && (odd.isAdded || !auditShows(t, subject, format, body, leaf)) {
				odd.marker = ""
			}
			if fault := auditFault(got, leaf, odd); fault != "" {
				t.Errorf("case %d of -audit-seed %d: foredeck %s: %s, changed from %s to %s: %s\nexit code %d\nstderr: %s\nstdout: %.3000s",
					number, *auditSeed, name, leaf.path, body[leaf.start:leaf.end], odd.json, fault, got.code, got.stderr, got.stdout)
				break
			}
		}
	}
}

// auditSubject is a command with the body that it reads.
type auditSubject struct {
	command []string
	sample  string // a recorded body
	within  string // start of the paths of what the command reads
}

var auditSubjects = []auditSubject{
	{[]string{"txs", senderText}, "v3-transactions.json", ""},
	{[]string{"txs", senderText, "--kind", "coin"}, "v3-transactions-variants.json", ""},
	{[]string{"txs", senderText, "--kind", "coin"}, "v3-coin-transactions.json", ""},
	{[]string{"txs", senderText, "--kind", "automated"}, "v3-automated-transactions.json", ""},
	{[]string{"txs", senderText, "--rpc-version", "v2"}, "v2-transactions.json", ""},
	{[]string{"account", senderText}, "v3-account.json", ""},
	{[]string{"module", "0x1::coin"}, "v3-module.json", ""},
	{[]string{"module", "0x1::acl", "--rpc-version", "v1"}, "v1-module.json", ""},
	{[]string{"modules", "0x1"}, "v3-modules.json", ""},
	{[]string{"tx", "0x85e8ce0c84ddc0d751397c36f126be283295fe59fa60b47fe54f8c4ef167560f", "42"}, "v3-transactions.json", "/0/"},
	{[]string{"resources", senderText}, "v3-resources.json", ""},
	{[]string{"block", "31000210", "--with-batches"}, "consensus-block-batches.json", ""},
	{[]string{"price", "btc_usdt"}, "latest.json", ""},
	{[]string{"history", "btc_usdt", "--bar", "1h", "--from", "2024-11-01", "--to", "2024-11-30"}, "history.json", ""},
	{[]string{"view", "0x1::coin::everything"}, "v3-view-mixed.json", ""},
}

// auditRun runs a command against a server that responds with a body once, and with an empty list to further pages.
func auditRun(t *testing.T, subject auditSubject, format string, body []byte) outcome {
	t.Helper()
	paged := strings.HasPrefix(subject.command[0], "txs") || subject.command[0] == "resources"
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		response := body
		switch path := r.URL.Path; {
		case strings.HasSuffix(path, "/chain_id"):
			response = []byte("8")
		case subject.command[0] == "view" && strings.Contains(path, "/modules/"):
			response = []byte(viewModule)
		case paged && isFurtherPage(r.URL.Query()) && bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")):
			response = []byte("[]")
		case paged && isFurtherPage(r.URL.Query()):
			response = []byte(`{"record":[]}`)
		}
		_, _ = w.Write(response)
	})
	return foredeck(t, append(slices.Clone(subject.command), "--base-url", server.url, "--oracle-url", server.url, "-o", format)...)
}

// viewModule declares the function whose result v3-view-mixed.json is.
const viewModule = `{"bytecode":"0xa11ceb0b","abi":{"address":"0x1","name":"coin","friends":[],"structs":[],"exposed_functions":[{"name":"everything",` +
	`"visibility":"public","is_entry":false,"is_view":true,"generic_type_params":[],"params":[],"return":["u8","u16","u32","u64","u128","u256","bool",` +
	`"address","vector<u64>","vector<u8>","0x1::string::String","0x1::option::Option<address>","0x1::option::Option<address>","0x1::acl::Role",` +
	`"0x1::object::Object<0x1::object::ObjectCore>"]}]}}`

// auditShows reports whether a format for people shows a value of the body.
func auditShows(t *testing.T, subject auditSubject, format string, body []byte, leaf auditLeaf) bool {
	t.Helper()
	similar := oddities[0](body[leaf.start:leaf.end], 987654)
	if similar.json == "" {
		return false
	}
	got := auditRun(t, subject, format, slices.Concat(body[:leaf.start], []byte(similar.json), body[leaf.end:]))
	return strings.Contains(got.stdout, similar.marker)
}

func isFurtherPage(query url.Values) bool { return query.Has("start") || query.Has("cursor") }

// auditFault describes the fault of an outcome, "" if there is none.
func auditFault(got outcome, leaf auditLeaf, odd oddity) string {
	printed := got.stdout + got.stderr
	switch {
	case got.code == exitOther || got.code == exitUsage || strings.Contains(printed, "panic"):
		return "unexpected exit code"
	case got.code != 0:
		if got.stderr == "" {
			return "failed without a word"
		}
		return ""
	case odd.marker == "" || auditLeftOut.MatchString(string(leaf.path)):
		return ""
	case strings.Contains(got.stdout, odd.marker), strings.Contains(got.stdout, "…"): // a table says that it cuts a text
		return ""
	case strings.Contains(printed, odd.quoted()) && got.stderr != "":
		return ""
	case strings.Contains(got.stderr, leaf.path.LastToken()):
		return ""
	}
	return "the value is neither printed nor named"
}

// auditLeftOut matches what the formats leave out: the date as text beside a time, and the paging of the price service.
var auditLeftOut = regexp.MustCompile(`/utc_date_time$|^/(currentPage|totalPages|totalRecords|pageSize|status)$`)

// auditLeaf is a value of a body that is neither an object nor an array.
type auditLeaf struct {
	path       jsontext.Pointer
	start, end int
}

func leavesOf(t *testing.T, body []byte) []auditLeaf {
	t.Helper()
	var leaves []auditLeaf
	decoder := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := decoder.ReadToken()
		if errors.Is(err, io.EOF) {
			return leaves
		}
		require.NoError(t, err)
		kind, length := decoder.StackIndex(decoder.StackDepth())
		isName := kind == '{' && length%2 == 1
		if strings.ContainsRune("{}[]", rune(token.Kind())) || isName {
			continue
		}
		end := int(decoder.InputOffset())
		start := end - len(token.String())
		if token.Kind() == '"' {
			start = bytes.LastIndexByte(body[:end-1], '"') // no recorded text has an escaped quote
		}
		leaves = append(leaves, auditLeaf{decoder.StackPointer(), start, end})
	}
}

// oddity is what a value is changed to.
type oddity struct {
	json   string // "" if the value cannot be changed in this way
	marker string // what must be found, "" if there is nothing to find
	// isAdded is set for a member that is not known, which the formats for people do not show.
	isAdded bool
}

// quoted returns the marker as errors quote it, cut.
func (o oddity) quoted() string { return o.marker[:min(len(o.marker), 12)] }

var (
	isHexText    = regexp.MustCompile(`^"0x[0-9a-f]{64}"$`)
	isNumberText = regexp.MustCompile(`^"?-?[0-9]+(\.[0-9]+)?"?$`)
)

// oddities change a value of a body. The number of the case makes markers unique.
var oddities = []func(value []byte, number int) oddity{
	func(value []byte, number int) oddity { // another value of the same kind
		switch {
		case isHexText.Match(value):
			return changedTo(`"0x%s"`, fmt.Sprintf("%064x", 0xfeed_0000_0000+number))
		case value[0] == '"' && isNumberText.Match(value), value[0] == '"':
			return changedTo(`"%s"`, fmt.Sprintf("7%09d", number))
		case isNumberText.Match(value):
			return changedTo(`%s`, fmt.Sprintf("7%09d", number))
		}
		return oddity{}
	},
	func(value []byte, number int) oddity { // a number as text, and the other way around
		marker := fmt.Sprintf("8%09d", number)
		if value[0] == '"' {
			return changedTo(`%s`, marker)
		}
		return changedTo(`"%s"`, marker)
	},
	func(_ []byte, number int) oddity { return changedTo(`"odd-%s"`, strconv.Itoa(100_000+number)) },
	func(_ []byte, number int) oddity { return changedTo(`{"odd":"m-%s"}`, strconv.Itoa(100_000+number)) },
	func(_ []byte, number int) oddity { return changedTo(`["m-%s"]`, strconv.Itoa(100_000+number)) },
	func(_ []byte, number int) oddity {
		return changedTo(`[["0x%s",{"at":1}]]`, fmt.Sprintf("%064x", 0xbeef_0000_0000+number))
	},
	func(_ []byte, number int) oddity {
		return changedTo(`98765432109876543210%s`, strconv.Itoa(100_000+number))
	},
	func(_ []byte, number int) oddity { return changedTo(`-%s`, fmt.Sprintf("6%09d", number)) },
	func(_ []byte, number int) oddity { return changedTo(`%s.5`, fmt.Sprintf("6%09d", number)) },
	func(_ []byte, number int) oddity { return changedTo(`"1,%s.5"`, strconv.Itoa(100_000+number)) },
	func(_ []byte, number int) oddity { return changedTo(`%se2`, fmt.Sprintf("6%09d", number)) },
	func(_ []byte, _ int) oddity { return oddity{json: `"NaN"`, marker: "NaN"} },
	func(_ []byte, _ int) oddity { return oddity{json: "null"} },
	func(_ []byte, _ int) oddity { return oddity{json: `""`} },
	func(value []byte, number int) oddity { // a member that is not known, beside the value
		added := changedTo(string(value)+`,"future":{"deep":["m-%s"]}`, strconv.Itoa(100_000+number))
		added.isAdded = true
		return added
	},
	func(_ []byte, number int) oddity {
		return changedTo(`"m-%s\u0000\u001b[31m\u202e"`, strconv.Itoa(100_000+number))
	},
}

func changedTo(format, marker string) oddity {
	return oddity{json: fmt.Sprintf(format, marker), marker: marker}
}

// The helper must see what it is for: a body with a value that is lost.
func TestAuditSeesWhatIsLost(t *testing.T) {
	leaf, odd := auditLeaf{path: "/0/hash"}, oddity{json: `"m-1"`, marker: "m-1"}
	require.NotEmpty(t, auditFault(outcome{stdout: `{"hash":null}`}, leaf, odd))
	require.NotEmpty(t, auditFault(outcome{code: exitServerError}, leaf, odd))
	require.Empty(t, auditFault(outcome{stdout: `{"hash":"m-1"}`}, leaf, odd))
	require.Empty(t, auditFault(outcome{stdout: `{"hash":null}`, stderr: "foredeck: hash: unreadable"}, leaf, odd))
	leaves := leavesOf(t, []byte(`{"a": [1, {"b" : "x"}], "c": null}`))
	require.Len(t, leaves, 3)
	require.Equal(t, jsontext.Pointer("/a/1/b"), leaves[1].path)
	require.True(t, json.Valid([]byte(`{"a": [1, {"b" : "x"}], "c": null}`)))
}
