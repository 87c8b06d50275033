package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/casefile"
)

// callsOf lists the newest calls of entry functions that the accounts with known keys have sent, by status.
func callsOf(t *testing.T, network *localnet.Network) map[string][][2]string {
	t.Helper()
	calls := map[string][][2]string{}
	for _, account := range network.Accounts() {
		listed := at(t, network, "txs", account.Address.String(), "--limit", "15", "-o", "jsonl")
		if listed.code != exitDone {
			continue // it has sent none
		}
		for _, sent := range readLines[transactionShape](t, listed.stdout) {
			if sent.Payload.Kind == "entry_function" && sent.Authenticator.Kind == "Ed25519" {
				calls[sent.Status] = append(calls[sent.Status], [2]string{account.Address.String(), fmt.Sprint(*sent.SequenceNumber)})
			}
		}
	}
	return calls
}

// frozenCase freezes a transaction into a file.
func frozenCase(t *testing.T, network *localnet.Network, call [2]string, more ...string) string {
	t.Helper()
	got := at(t, network, append([]string{"freeze", call[0], call[1]}, more...)...)
	require.Zero(t, got.code, got.stderr)
	return written(t, got.stdout)
}

func written(t *testing.T, document string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "case.toml")
	require.NoError(t, os.WriteFile(path, []byte(document), 0o600))
	return path
}

// edited replaces a text of a file, which must be there.
func edited(t *testing.T, path, old, replacement string) string {
	t.Helper()
	document, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(document), old)
	return written(t, strings.Replace(string(document), old, replacement, 1))
}

// transferOf returns the case of a successful transfer, with its amount as it is written.
func transferOf(t *testing.T, network *localnet.Network) (path, amount string) {
	t.Helper()
	for _, call := range callsOf(t, network)["Success"] {
		path = frozenCase(t, network, call)
		document, err := os.ReadFile(path)
		require.NoError(t, err)
		if found := regexp.MustCompile(`"0x1::native_account::transfer"\narguments = \[\n.*\n  ("[0-9]+"), # amount: u64`).FindSubmatch(document); found != nil && strings.Contains(string(document), "CoinDeposit") {
			return path, string(found[1])
		}
	}
	require.Fail(t, "no account has sent a transfer")
	return "", ""
}

// Each call that ends today as it did is ok at once, in all versions of nodes: successes and failures.
func TestFrozenCasesAreOK(t *testing.T) {
	t.Parallel()
	count := 7
	if os.Getenv("FOREDECK_LONG_TESTS") != "" {
		count = 100
	}
	for _, version := range []localnet.NodeVersion{localnet.Node10, localnet.Node11, localnet.Node12} {
		network, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: version, Seed: 3, Transactions: 250, EpochBlocks: 50})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, network.Close()) })
		calls := callsOf(t, network)
		for _, status := range []string{"Success", "Fail"} {
			ok := 0
			for _, call := range calls[status][:min(len(calls[status]), count)] {
				frozen := at(t, network, "freeze", call[0], call[1])
				require.Zero(t, frozen.code, frozen.stderr)
				got := at(t, network, "check", written(t, frozen.stdout))
				if strings.Contains(frozen.stderr, "ends differently") || strings.Contains(frozen.stderr, "still expected") {
					require.Equal(t, exitOther, got.code, "%s\n%s\n%s", frozen.stdout, frozen.stderr, got.stdout)
					continue
				}
				require.Zero(t, got.code, "%s\n%s\n%s", frozen.stdout, frozen.stderr, got.stdout)
				ok++
			}
			require.Greater(t, ok, 2, "%s of version %v", status, version)
		}
	}
}

func TestChangedCases(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	path, amount := transferOf(t, network)
	same := at(t, network, "check", path)
	require.Equal(t, fmt.Sprintf("RESULT    CASE%s  DIFFERENCE\nok        %s\n\n1 case: 1 ok, 0 changed, 0 not run\n", strings.Repeat(" ", len(path)-len("CASE")), path), same.stdout)
	require.Empty(t, same.stderr)

	more := edited(t, path, "  "+amount+",", `  "7",`)
	got := at(t, network, "check", more, path, "-o", "json")
	require.Equal(t, exitOther, got.code, got.stderr)
	checked := read[[]caseShape](t, got.stdout)
	require.Len(t, checked, 2)
	require.Equal(t, caseShape{File: path, Sender: checked[1].Sender, Function: "0x1::native_account::transfer", Result: "ok", Differences: checked[1].Differences}, checked[1])
	require.Empty(t, checked[1].Differences)
	require.Equal(t, "changed", checked[0].Result)
	fields := []string{}
	for _, difference := range checked[0].Differences {
		fields = append(fields, difference.Field)
		require.Contains(t, difference.Expected, strings.Trim(amount, `"`))
		require.Contains(t, []string{"-7", "+7", `"7"`}, difference.Got)
	}
	require.Contains(t, fields, "events[0] 0x1::coin::CoinWithdraw.amount")
	require.Regexp(t, `^balance of 0x`, fields[0])
	require.Equal(t, strings.Count(at(t, network, "check", more, "-o", "csv").stdout, "\n"), 1+len(fields), "a row for each difference")
	require.Regexp(t, `changed .* events\[0\] 0x1::coin::CoinWithdraw\.amount: `+amount+` -> "7"\n`, at(t, network, "check", more).stdout)

	require.Regexp(t, `balance of 0x[0-9a-f]{4}…[0-9a-f]{4}, \S+: -[0-9]+ -> -7\n`, at(t, network, "check", more).stdout)
	require.Regexp(t, `balance of 0x[0-9a-f]{60,64}, \S+: -[0-9]+ -> -7\n`, at(t, network, "check", more, "-o", "wide").stdout)

	// A balance that is too small.
	got = at(t, network, "check", edited(t, path, "  "+amount+",", `  "9000000000000000000",`))
	require.Equal(t, exitOther, got.code)
	require.Regexp(t, `outcome: success -> abort in 0x1::coin EINSUFFICIENT_BALANCE \(0x10006\)\n`, got.stdout)

	// A deleted expectation is not checked.
	document, err := os.ReadFile(more)
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(document), "# Changes that the events report")
	require.Zero(t, at(t, network, "check", written(t, head)).code)

	updated := at(t, network, "check", more, "--update", "-o", "json")
	require.Equal(t, exitOther, updated.code)
	require.True(t, read[[]caseShape](t, updated.stdout)[0].Updated)
	require.Zero(t, at(t, network, "check", more).code)
	after, err := os.ReadFile(more)
	require.NoError(t, err)
	require.Contains(t, string(after), "# All of this may be edited.")
	require.NotContains(t, string(after), strings.Trim(amount, `"`))
}

// A module that no longer takes the call, or is gone, has changed.
func TestCaseOfChangedModule(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	path, _ := transferOf(t, network)
	renamed := alter(t, network, func(path, body string) string {
		if !strings.Contains(path, "/modules/") {
			return body
		}
		return strings.ReplaceAll(body, `"name":"transfer"`, `"name":"send"`)
	})
	got := foredeck(t, "check", path, "--base-url", renamed.url, "-o", "jsonl")
	require.Equal(t, exitOther, got.code, got.stderr)
	require.Contains(t, readLines[caseShape](t, got.stdout)[0].Differences[0].Got, "has no function transfer")
	gone := edited(t, path, "0x1::native_account::transfer", "0x1::gone::transfer")
	got = at(t, network, "check", gone, "-o", "jsonl")
	require.Equal(t, exitOther, got.code)
	require.Equal(t, "call", readLines[caseShape](t, got.stdout)[0].Differences[0].Field)
}

func TestCasesThatCannotRun(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	path, amount := transferOf(t, network)
	other := edited(t, path, "chain_id = 255", "chain_id = 8")
	got := at(t, network, "check", other)
	require.Equal(t, exitUsage, got.code)
	require.Regexp(t, `not_run .* it was frozen on chain 8 \(network ".*"\), and this is chain 255: use --network`, got.stdout)
	require.Zero(t, at(t, network, "check", other, "--any-chain").code)

	changed := edited(t, path, "  "+amount+",", `  "7",`)
	require.Equal(t, exitUsage, at(t, network, "check", other, changed, path).code, "the worst one counts")
	require.Contains(t, at(t, network, "check", other, changed, path).stdout, "\n3 cases: 1 ok, 1 changed, 1 not run\n")

	unknown := regexp.MustCompile(`sender = "0x[0-9a-f]+"`).ReplaceAllString(readText(t, path), `sender = "nobody"`)
	got = at(t, network, "check", written(t, unknown))
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stdout, `"nobody" is neither a saved name nor an address`)

	// The node is gone: the cases that follow are not tried.
	failing := alter(t, network, func(_, _ string) string { return "{" })
	got = foredeck(t, "check", path, "--base-url", failing.url)
	require.Equal(t, exitInvalidResponse, got.code, got.stdout)
	got = foredeck(t, "check", path, other, "--base-url", "http://127.0.0.1:1", "--timeout", "1s", "-o", "jsonl")
	require.Equal(t, exitUnreachable, got.code, got.stderr)
	rows := readLines[caseShape](t, got.stdout)
	require.Equal(t, []string{"not_run", "not_run"}, []string{rows[0].Result, rows[1].Result})
	require.Equal(t, rows[0].Reason, rows[1].Reason)
	require.Contains(t, at(t, frozen(t, localnet.Spec), "check", path).stdout, "this node has no simulation")
}

func readText(t *testing.T, path string) string {
	t.Helper()
	document, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(document)
}

// Wrong files are reported before a request is made.
func TestWrongCaseFiles(t *testing.T) {
	t.Parallel()
	wrong := written(t, "[call]\nsender = \"0x1\"\nfunction = \"0x1::coin\"\n")
	large := written(t, strings.Repeat("#", casefile.MaxSize+1))
	for _, c := range [][2]string{
		{wrong, "case.toml: line 3: call.function: "}, {large, "larger than"}, {filepath.Join(t.TempDir(), "none.toml"), "no such file"}, {t.TempDir(), "must be a regular file"},
	} {
		got := foredeck(t, "check", c[0], "--base-url", "http://127.0.0.1:1")
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, c[1])
		require.Empty(t, got.stdout)
	}
	both := foredeck(t, "check", wrong, large)
	require.Contains(t, both.stderr, "line 3")
	require.Contains(t, both.stderr, "larger than")
}

// Bodies that a node may send: none makes a case of the same result changed, and none that lacks something makes it ok.
func TestOddBodiesOfDryRuns(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	path, _ := transferOf(t, network)
	events := regexp.MustCompile(`"events":\[(.*)\],"vm_status"`)
	for name, c := range map[string]struct {
		code   int
		change func(body string) string
	}{
		"unknown fields": {exitDone, func(body string) string {
			return strings.ReplaceAll(body, `"amount":`, `"later":{"x":[null]},"amount":`)
		}},
		"unknown in output": {exitDone, func(body string) string { return strings.ReplaceAll(body, `"gas_used":`, `"writes":[1],"gas_used":`) }},
		"no vm_status":      {exitDone, func(body string) string { return strings.ReplaceAll(body, `"vm_status":`, `"was":`) }},
		"no gas":            {exitDone, func(body string) string { return strings.ReplaceAll(body, `"gas_used":`, `"was":`) }},
		"no hash":           {exitDone, func(body string) string { return strings.Replace(body, `"hash":`, `"was":`, 1) }},
		"numbers": {exitDone, func(body string) string {
			return regexp.MustCompile(`"amount":"([0-9]+)"`).ReplaceAllString(body, `"amount":$1`)
		}},
		"no events":         {exitInvalidResponse, func(body string) string { return strings.ReplaceAll(body, `"events":`, `"was":`) }},
		"events are null":   {exitInvalidResponse, func(body string) string { return events.ReplaceAllString(body, `"events":null,"vm_status"`) }},
		"events are a text": {exitInvalidResponse, func(body string) string { return events.ReplaceAllString(body, `"events":"none","vm_status"`) }},
		"events are empty":  {exitOther, func(body string) string { return events.ReplaceAllString(body, `"events":[],"vm_status"`) }},
		"no type of events": {exitInvalidResponse, func(body string) string { return strings.ReplaceAll(body, `"type":"0x1::coin`, `"kind":"0x1::coin`) }},
		"no data of events": {exitInvalidResponse, func(body string) string { return strings.ReplaceAll(body, `"data":{"amount"`, `"was":{"amount"`) }},
		"no status":         {exitDone, func(body string) string { return strings.ReplaceAll(body, `"status":"Success"`, `"was":"Success"`) }},
		"neither of both": {exitInvalidResponse, func(body string) string {
			return strings.NewReplacer(`"status":"Success"`, `"was":"Success"`, `"vm_status":`, `"was":`).Replace(body)
		}},
		"an amount changed": {exitOther, func(body string) string {
			return regexp.MustCompile(`"amount":"([0-9]+)"`).ReplaceAllString(body, `"amount":"1$1"`)
		}},
		"an amount is gone":   {exitOther, func(body string) string { return strings.ReplaceAll(body, `"amount":`, `"units":`) }},
		"an empty object":     {exitInvalidResponse, func(string) string { return "{}" }},
		"cut off":             {exitInvalidResponse, func(body string) string { return body[:len(body)/2] }},
		"status of a failure": {exitOther, func(body string) string { return strings.ReplaceAll(body, `"status":"Success"`, `"status":"Fail"`) }},
		"events in another order": {exitDone, func(body string) string {
			return events.ReplaceAllStringFunc(body, func(list string) string {
				var parts []json.RawMessage
				require.NoError(t, json.Unmarshal([]byte("["+events.FindStringSubmatch(list)[1]+"]"), &parts))
				slices.Reverse(parts)
				reversed, err := json.Marshal(parts)
				require.NoError(t, err)
				return `"events":` + string(reversed) + `,"vm_status"`
			})
		}},
	} {
		altered, changes := "", 0
		node := alter(t, network, func(path, body string) string {
			if !strings.HasSuffix(path, "/simulate") {
				return body
			}
			altered = c.change(body)
			if altered != body {
				changes++
			}
			return altered
		})
		got := foredeck(t, "check", path, "--base-url", node.url)
		require.NotZero(t, changes, "%s: nothing was changed: %s", name, altered)
		require.Equal(t, c.code, got.code, "%s: %s%s\n%s", name, got.stdout, got.stderr, altered)
	}
}

func TestWhatCannotBeFrozen(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	listed := at(t, network, "txs", network.Accounts()[0].Address.String(), "--all", "-o", "jsonl")
	kinds := map[string]bool{}
	for _, sent := range readLines[transactionShape](t, listed.stdout) {
		if kind := sent.Payload.Kind; kind != "entry_function" && !kinds[kind] {
			kinds[kind] = true
			got := at(t, network, "freeze", sent.Hash)
			require.Equal(t, exitUsage, got.code, kind)
			require.Contains(t, got.stderr, "only calls of entry functions can be frozen")
			require.Empty(t, got.stdout)
		}
	}
	require.NotEmpty(t, kinds)
	require.Equal(t, exitNotFound, at(t, network, "freeze", network.Accounts()[0].Address.String(), "99999999").code)
	require.Equal(t, exitUsage, at(t, network, "freeze", "0x1", "x").code)

	calls := callsOf(t, network)["Success"]
	document := read[struct {
		Case  string   `json:"case"`
		Notes []string `json:"notes"`
	}](t, at(t, network, "freeze", calls[0][0], calls[0][1], "--recorded", "-o", "json").stdout)
	require.Empty(t, document.Notes)
	_, err := casefile.Parse([]byte(document.Case))
	require.NoError(t, err)
	plain := frozen(t, localnet.Spec)
	recorded := at(t, plain, "freeze", plain.Accounts()[0].Address.String(), "7")
	require.Zero(t, recorded.code, recorded.stderr)
	require.Contains(t, recorded.stderr, "not compared with a dry run, so that values may be expected that differ from state to state: this node has no simulation")
}
