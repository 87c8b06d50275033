package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// namesFile returns a config file that names addresses a, b and so on, with the group team of all of them and the address 0x1.
func namesFile(t *testing.T, addresses ...string) string {
	var names, members strings.Builder
	for i, address := range addresses {
		fmt.Fprintf(&names, "%c = %q\n", 'a'+i, address)
		fmt.Fprintf(&members, "%q, ", string(rune('a'+i)))
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte("[names]\n"+names.String()+"[groups]\nteam = ["+members.String()+"\"0x1\"]\n"), 0o600))
	return path
}

const nativeBalance = "0x1::coin::balance"

// A row per account, in the order of the group; one that fails does not lose the others.
func TestViewOfGroup(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Deployed)
	treasury := network.Accounts()[0].Address.String()
	file := namesFile(t, treasury, "0x123456")
	ask := func(more ...string) outcome {
		return foredeck(t, append([]string{"view", nativeBalance, "--type-arg", "0x1::native_coin::NativeCoin", "--base-url", network.BaseURL(), "--config", file}, more...)...)
	}
	single := read[viewShape](t, ask("--arg", "a", "-o", "json").stdout)
	got := ask("--arg", "@Team", "-o", "json")
	require.Equal(t, exitPartial, got.code, got.stderr)
	require.Equal(t, "1 of 3 accounts failed: their rows say why", read[problemShape](t, got.stderr).Error.Message)
	rows := read[[]accountRowShape](t, got.stdout)
	require.Len(t, rows, 3)
	require.Equal(t, accountRowShape{rows[0].Time, treasury, new("a"), "ok", []accountValueShape{{"value", single.Result[0], false, []byte("null")}}, nil}, rows[0])
	require.Equal(t, accountRowShape{rows[1].Time, fmt.Sprintf("0x%064x", 0x123456), new("b"), "failed", []accountValueShape{},
		new("ECOIN_STORE_NOT_PUBLISHED · NOT_FOUND, reason 5 (0x60005)")}, rows[1])
	require.Nil(t, rows[2].Name)
	require.Equal(t, `"0"`, string(rows[2].Values[0].Value))

	got = ask("--arg", "@team")
	require.Equal(t, exitPartial, got.code)
	require.Regexp(t, `^ACCOUNT +VALUE  NOTE\na +[0-9]+\nb +–  ✗ ECOIN_STORE_NOT_PUBLISHED .*\n0x0+…0001 +0\n\n3 accounts, 1 failed\n$`, got.stdout)
	got = ask("--arg", "@team", "-o", "csv")
	require.Regexp(t, `^address,name,state,value,error\n`+treasury+`,a,ok,[0-9]+,\n0x0+123456,b,failed,,"ECOIN.*"\n0x0+1,,ok,0,\n$`, got.stdout)
	require.Equal(t, "ok\nfailed\nok\n", ask("--arg", "@team", "-o", "jq=.[].state").stdout)
	require.Regexp(t, `^\{"result":\[[^\n]+\n(null)\n\{"result":\[[^\n]+\n$`, strings.ReplaceAll(ask("--arg", "@team", "-o", "raw").stdout, " ", ""))
	require.Contains(t, ask("--arg", "@team", "-o", "plain").stdout, "note: ECOIN_STORE_NOT_PUBLISHED")

	got = foredeck(t, "view", nativeBalance, "--type-arg", "0x1::native_coin::NativeCoin", "--base-url", network.BaseURL(), "--config", namesFile(t, "0x123456"), "--arg", "@saved")
	require.Equal(t, exitOther, got.code, "no account has a result")
	require.Contains(t, got.stdout, "a             ✗ ECOIN_STORE_NOT_PUBLISHED")
	require.Contains(t, got.stderr, "at 0x1::coin::balance, instruction 5", "the failure of the first account is explained")
	require.Contains(t, got.stdout, "\n1 account, 1 failed\n")
}

// Values that differ from what at least half of the accounts have are marked, also without color.
func TestViewOfGroupMarksDifferences(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Deployed)
	ask := func(function string, more ...string) string {
		got := foredeck(t, append([]string{"view", function, "--type-arg", "0x1::native_coin::NativeCoin", "--base-url", network.BaseURL(), "--arg", "@team",
			"--config", namesFile(t, network.Accounts()[0].Address.String(), "0x123456")}, more...)...)
		require.Zero(t, got.code, got.stderr)
		return got.stdout
	}
	const registered = "0x1::coin::is_account_registered"
	require.Regexp(t, `\na +true\nb +≠ false\n0x\S+ +true\n\n3 accounts, 1 different from most \(≠\)\n$`, ask(registered))
	require.Regexp(t, `\nb +! false\n`, ask(registered, "--ascii"))
	require.Contains(t, ask(registered, "-o", "wide"), "false (differs)")
	require.Equal(t, "false\ntrue\nfalse\n", ask(registered, "-o", "jq=.[].values[].differs"))
	require.Contains(t, ask("0x1::coin::is_coin_store_frozen"), "\n3 accounts, 3 with the same values\n")
}

// What cannot be asked is refused with the argument and the rule.
func TestGroupErrors(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Deployed)
	file, example := namesFile(t, "0x5"), network.Accounts()[0].Address.String()+"::example::"
	for says, arguments := range map[string][]string{
		"--arg @team: a group of accounts is for an argument of type address, and this one is of type u64": {"view", example + "echo_u64", "--arg", "@team"},
		"@none: no such group: must be one of @saved, @team; [groups] of the config file has them":         {"view", example + "echo_address", "--arg", "@none"},
		"--arg @team: only one argument can be a group, and @saved is one":                                 {"view", "0x1::object::is_owner", "--type-arg", "0x1::object::ObjectCore", "--arg", "@saved", "--arg", "@team"},
		"--arg @team: a call is written for one account; groups are for foredeck view":                     {"call", "0x1::native_account::transfer", "--arg", "@team", "--arg", "5"},
		"--every and -o json: repeated results are separate documents; use -o jsonl":                       {"view", example + "echo_address", "--arg", "@team", "--every", "5s", "-o", "csv", "-o", "json"},
		`resource type "0x1::coin": missing ::`:                                                            {"resource", "@team", "0x1::coin"},
	} {
		got := foredeck(t, append(arguments, "--base-url", network.BaseURL(), "--config", file)...)
		require.Equal(t, exitUsage, got.code, "%s: %s", arguments, got.stderr)
		require.Empty(t, got.stdout)
		require.Contains(t, got.stderr, says)
	}
	got := foredeck(t, "view", example+"echo_string", "--arg", "@team", "--base-url", network.BaseURL(), "--config", file, "-o", "jsonl")
	require.Equal(t, outcome{stdout: "{\"result\":[\"@team\"]}\n"}, got, "a text is a text")
	got = foredeck(t, "view", example+"echo_object", "--arg", "@team", "--base-url", network.BaseURL(), "--config", file, "-o", "jq=.[].values[0].value")
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `^\{"inner":"0x0*5"\}\n\{"inner":"0x0*1"\}\n$`, got.stdout)
}

// A failure that all accounts would have is the error of the command, and the others are not asked.
func TestGroupOfUnavailableNode(t *testing.T) {
	t.Parallel()
	denied := serve(t, responding(http.StatusUnauthorized, `{}`))
	got := foredeck(t, "resource", "@team", "0x1::a::B", "--base-url", denied.url, "--config", namesFile(t, "0x5", "0x6"))
	require.Equal(t, exitUnauthorized, got.code, got.stderr)
	require.Empty(t, got.stdout)
}

func TestResourceOfGroup(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Deployed)
	treasury := network.Accounts()[0].Address.String()
	file := namesFile(t, treasury, "0x123456")
	ask := func(more ...string) outcome {
		return foredeck(t, append([]string{"resource", "@team", coinStore, "--base-url", network.BaseURL(), "--config", file}, more...)...)
	}
	got := ask("--path", ".coin.value")
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `^ACCOUNT +VALUE  NOTE\na +[0-9]+\nb +–  absent\n0x0+…0001 +0\n\n3 accounts, 1 without it\n$`, got.stdout)
	rows := read[[]accountRowShape](t, ask("-o", "json").stdout)
	require.Equal(t, "absent", rows[1].State)
	require.Empty(t, rows[1].Values)
	require.Equal(t, ".coin", rows[0].Values[0].Name)
	require.JSONEq(t, `{"value":"0"}`, string(rows[2].Values[0].Value))
	require.Contains(t, ask().stdout, "  .frozen  ")
	require.Contains(t, ask("-o", "csv").stdout, "address,name,state,.coin,")
	got = ask("--path", ".coin.nothing")
	require.Equal(t, exitPartial, got.code, "an account without the resource is no failure")
	require.Contains(t, got.stdout, "✗ the value has no .nothing")
	require.Equal(t, exitUsage, ask("--path", "[").code)
}

const countingModule = `{"bytecode":"0xa11ceb0b","abi":{"address":"0x1","name":"m","friends":[],"structs":[],"exposed_functions":[{"name":"f",` +
	`"visibility":"public","is_entry":false,"is_view":true,"generic_type_params":[],"params":["address"],"return":["u64"]}]}}`

// With --every only rows that have changed are printed again, with the values from before.
func TestViewOfGroupEvery(t *testing.T) {
	t.Parallel()
	for format, want := range map[string][]string{
		"table": {`TIME +ACCOUNT +VALUE  NOTE`, `.* UTC +a +1`, `.* UTC +0x\S+ +1`, `.* UTC +a +1 → 2`, `.* UTC +a +2 → 3`},
		"jsonl": {`.*"name":"a",.*"value":"1".*"changed_from":null.*`, `.*"name":null.*`, `.*"name":"a",.*"value":"2".*"changed_from":"1".*`, `.*"value":"3".*"changed_from":"2".*`},
		"csv":   {`time_us,address,name,state,value,error`, `[0-9]{16},0x0+5,a,ok,1,`, `[0-9]{16},0x0+1,,ok,1,`, `[0-9]{16},0x0+5,a,ok,2,`, `[0-9]{16},0x0+5,a,ok,3,`},
	} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int64
			n := serve(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				switch {
				case r.Method == http.MethodGet:
					_, _ = io.WriteString(w, countingModule)
				case strings.Contains(string(body), "0005\""):
					fmt.Fprintf(w, `{"result": ["%d"]}`, calls.Add(1))
				default:
					_, _ = io.WriteString(w, `{"result": ["1"]}`)
				}
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			reader, writer := io.Pipe()
			var stderr strings.Builder
			ended := make(chan int, 1)
			file := namesFile(t, "0x5")
			go func() {
				code := execute(ctx, []string{"view", "0x1::m::f", "--arg", "@team", "--every", "100ms", "--base-url", n.url, "--config", file, "-o", format}, writer, &stderr)
				_ = writer.Close()
				ended <- code
			}()
			r := running{output: bufio.NewReader(reader)}
			for _, line := range want {
				require.Regexp(t, `^`+line+`\n$`, r.line(t))
			}
			cancel()
			_, err := io.Copy(io.Discard, r.output)
			require.NoError(t, err)
			require.Zero(t, <-ended, stderr.String())
		})
	}
}
