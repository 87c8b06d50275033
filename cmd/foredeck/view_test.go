package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

func TestViewInEveryForm(t *testing.T) {
	t.Parallel()
	call := []string{"view", "0x1::coin::balance", "--type-arg", "0x1::native_coin::NativeCoin", "--arg", "TREASURY"}
	with := func(more ...string) []string { return append(call[:len(call):len(call)], more...) }
	result := read[viewShape](t, inEveryForm(t, everyVersion, with("-o", "json")...)).Result
	require.Len(t, result, 1)
	balance := string(result[0])
	require.Regexp(t, `^"[0-9]+"$`, balance)
	digits := strings.Trim(balance, `"`)
	require.Equal(t, `{"result":[`+balance+"]}\n", inEveryForm(t, everyVersion, with("-o", "jsonl")...))
	require.Equal(t, "index,type,value\n0,u64,"+digits+"\n", inEveryForm(t, everyVersion, with("-o", "csv")...))
	for _, format := range []string{"table", "wide"} {
		require.Regexp(t, `^ # +TYPE +VALUE\n 0 +u64 +`+digits+`\n$`, inEveryForm(t, everyVersion, with("-o", format)...))
	}
	// BCS too, under either function name.
	require.Equal(t, "index,type,value\n0,u64,"+digits+"\n", inEveryForm(t, []string{"auto", "v3"}, with("-o", "csv", "--bcs")...))
	require.Equal(t, digits+"\n", inEveryForm(t, everyVersion, "resource", "TREASURY", coinStore, "--path", ".coin.value"), "the same as the resource says")
}

// Arguments as typed reach the function unchanged and are returned.
func TestViewArguments(t *testing.T) {
	t.Parallel()
	example := func(network *localnet.Network, function string) string {
		return network.Accounts()[0].Address.String() + "::example::" + function
	}
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		network := frozen(t, dialect)
		for _, c := range []struct{ function, argument, want string }{
			{"echo_u8", "255", `255`},
			{"echo_u64", "18,446,744,073,709,551,615", `"18446744073709551615"`},
			{"echo_u128", "0xff", `"255"`},
			{"echo_u256", "1_000", `"1000"`},
			{"echo_bool", "true", `true`},
			{"echo_address", "0xa11", `"0xa11"`},
			{"echo_bytes", "0x00ff", `"0x00ff"`},
			{"echo_string", "a b", `"a b"`},
			{"echo_numbers", "[1,2]", `["1","2"]`},
			{"echo_numbers", "1,2", `["1","2"]`},
			{"echo_option", "", `{"vec":[]}`},
			{"echo_option", "7", `{"vec":["7"]}`},
		} {
			for _, bcs := range []string{"--bcs=false", "--bcs"} {
				got := foredeck(t, "view", example(network, c.function), "--arg", c.argument, bcs, "--base-url", network.BaseURL(), "-o", "jsonl")
				require.Zero(t, got.code, "%s %s: %s", dialect, c.function, got.stderr)
				want := c.want
				if c.function == "echo_address" && strings.Contains(got.stdout, "000a11") {
					want = fmt.Sprintf(`"0x%064x"`, 0xa11) // the specification pads addresses
				}
				require.Equal(t, `{"result":[`+want+"]}\n", got.stdout, "%s %s", dialect, c.function)
			}
		}
		nothing := []string{"view", example(network, "nothing"), "--base-url", network.BaseURL()}
		require.Equal(t, outcome{stdout: "{\"result\":[]}\n"}, foredeck(t, append(nothing, "-o", "jsonl")...))
		require.Equal(t, outcome{stdout: " #  TYPE                            VALUE\n"}, foredeck(t, nothing...))
	}
}

// Invalid arguments are rejected before the call is sent.
func TestViewInvalidArguments(t *testing.T) {
	t.Parallel()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		network := frozen(t, dialect)
		for name, c := range map[string]struct {
			arguments []string
			code      int
			says      string
		}{
			"no module":       {[]string{"0x1::nowhere::f"}, exitNotFound, "module nowhere of 0x1 not found on "},
			"no function":     {[]string{"0x1::coin::nowhere"}, exitUsage, "nowhere"},
			"no view":         {[]string{"0x1::coin::transfer"}, exitUsage, "view"},
			"no arguments":    {[]string{"0x1::coin::balance", "--type-arg", "u8"}, exitUsage, "argument"},
			"wrong argument":  {[]string{"0x1::coin::balance", "--type-arg", "u8", "--arg", "zz"}, exitUsage, "not hex"},
			"no type":         {[]string{"0x1::coin::balance", "--arg", "0x1"}, exitUsage, "type argument"},
			"an empty module": {[]string{"0x1::::f"}, exitUsage, "function id"},
		} {
			got := foredeck(t, append([]string{"view", "--base-url", network.BaseURL()}, c.arguments...)...)
			require.Equal(t, c.code, got.code, "%s: %s", name, got.stderr)
			require.Empty(t, got.stdout)
			require.Contains(t, got.stderr, c.says, name)
			require.NotContains(t, got.stderr, "nothing was asked", name) // the interface was
		}
	}
}

// An abort of the function is distinguished from a failed request.
func TestViewFailure(t *testing.T) {
	t.Parallel()
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"message":"Failed to execute view function: ABORTED with sub status 393218 at location Module \u001b[2J"}`))
	})
	got := foredeck(t, "view", "0x1::coin::name", "--base-url", n.url)
	require.Equal(t, exitOther, got.code)
	require.Contains(t, got.stderr, "0x1::coin::name failed: ")
	require.Contains(t, got.stderr, "ABORTED with sub status 393218")
	requireSanitized(t, got.stderr)
	got = foredeck(t, "view", "0x1::coin::name", "--base-url", n.url, "-o", "json")
	problem := read[problemShape](t, got.stderr).Error
	require.Equal(t, "view_failed", problem.Kind)
	require.Equal(t, 400, *problem.Status)
	require.Equal(t, "NOT_FOUND", *problem.Failure.Category)
	require.Equal(t, uint64(2), *problem.Failure.Reason)
	require.Nil(t, problem.Failure.Module)

	failing := serve(t, responding(http.StatusInternalServerError, `{"message":"store lookup failed"}`))
	require.Equal(t, exitServerError, foredeck(t, "view", "0x1::coin::name", "--base-url", failing.url).code)
}

// --every repeats the call until ctrl+c, which exits with success.
func TestViewEvery(t *testing.T) {
	t.Parallel()
	for format, want := range map[string][2]string{
		"jsonl": {`{"result":\["1"\]}`, `{"result":\["2"\]}`},
		"csv":   {`time_us,index,type,value`, `[0-9]{16},0,,1`},
		"table": {`TIME +# +TYPE +VALUE`, `[0-9-]+ [0-9:.]+ UTC +0 +– +1`},
		"raw":   {`{"result": \["1"\]}`, `{"result": \["2"\]}`},
	} {
		t.Run(format, func(t *testing.T) {
			var calls atomic.Int64
			n := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					w.WriteHeader(http.StatusNotFound)
					return
				}
				fmt.Fprintf(w, `{"result": ["%d"]}`, calls.Add(1))
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			reader, writer := io.Pipe()
			var stderr strings.Builder
			ended := make(chan int, 1)
			go func() {
				code := execute(ctx, []string{"view", "0x1::m::f", "--every", "100ms", "--base-url", n.url, "-o", format}, writer, &stderr)
				_ = writer.Close()
				ended <- code
			}()
			r := running{output: bufio.NewReader(reader)}
			require.Regexp(t, `^`+want[0]+`\n$`, r.line(t))
			require.Regexp(t, `^`+want[1]+`\n$`, r.line(t))
			cancel()
			_, err := io.Copy(io.Discard, r.output)
			require.NoError(t, err)
			require.Zero(t, <-ended, stderr.String())
		})
	}
	got := foredeck(t, "view", "0x1::m::f", "--every", "1s", "-o", "json")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, read[problemShape](t, got.stderr).Error.Message, "-o jsonl")
}

// A built-in name resolves to its address for address parameters and is passed as text otherwise.
func TestViewOfNamedAccounts(t *testing.T) {
	t.Parallel()
	for argument, want := range map[string]string{
		"echo_address": `"0xed57d4bfe3a0646c1d9e4343c7777c22d2f244afe5913ff8321cb51c75be74e0"`,
		"echo_object":  `"0xed57d4bfe3a0646c1d9e4343c7777c22d2f244afe5913ff8321cb51c75be74e0"`,
		"echo_string":  `"alice"`,
	} {
		got := foredeck(t, "view", "treasury::example::"+argument, "--arg", "alice", "-o", "jsonl")
		require.Zero(t, got.code, got.stderr)
		require.Contains(t, got.stdout, want)
	}
	got := foredeck(t, "view", "treasury::example::missing", "--arg", "alice")
	require.Equal(t, 2, got.code, got.stderr)
	require.Contains(t, got.stderr, "has no function missing")
}

// The bytecode of the module has the name of the reason and the instruction.
func TestViewFailureIsExplained(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	n := network.BaseURL()
	function := network.Accounts()[0].Address.String() + "::example::always_aborts"
	got := foredeck(t, "view", function, "--base-url", n)
	require.Equal(t, exitOther, got.code)
	require.Regexp(t, `(?m)^  .*abort code 0x7`, got.stderr)
	require.Regexp(t, `(?m)^  at 0x[0-9a-f…]+::example::always_aborts, instruction [0-9]+$`, got.stderr)
	require.Regexp(t, `foredeck 0x[0-9a-f]+::example::always_aborts@[0-9]+ opens it`, got.stderr)
	require.Empty(t, got.stdout)

	got = foredeck(t, "view", function, "--base-url", n, "-o", "json")
	failure := read[problemShape](t, got.stderr).Error.Failure
	require.Equal(t, "abort", failure.Kind)
	require.Equal(t, "always_aborts", *failure.Function)
	require.Equal(t, uint64(7), *failure.Code)
	require.NotNil(t, failure.CodeOffset)
}
