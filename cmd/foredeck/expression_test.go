package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest/effort"
)

// expressed applies an expression to documents as -o does.
func expressed(t *testing.T, format, documents string, toTerminal bool) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := expressedTo(t.Context(), &out, format, documents, toTerminal, limits{time.Hour, 1 << 40})
	return out.String(), err
}

func expressedTo(ctx context.Context, to io.Writer, format, documents string, toTerminal bool, allowed limits) error {
	convert, err := parseConversion(format, toTerminal, func() limits { return allowed })
	if err != nil {
		return err
	}
	out := bufio.NewWriter(to)
	return errors.Join(convert(ctx, out, bufio.NewReader(strings.NewReader(documents))), out.Flush())
}

func TestFilters(t *testing.T) {
	t.Parallel()
	const documents = `{"n":18446744073709551615,"big":340282366920938463463374607431768211456,"small":7,"f":1.50,"t":"a b","l":[1,"x"],"none":null}`
	for format, want := range map[string]string{
		`jq=.n, .big, .f, .t, .none`:                "18446744073709551615\n340282366920938463463374607431768211456\n1.50\na b\nnull\n",
		`jq=select(.n > 18446744073709551614) | .l`: "[1,\"x\"]\n",
		`jq=empty`:      "",
		`jq=$ENV, env`:  "{}\n{}\n",
		`jq=1, halt, 2`: "1\n",
	} {
		got, err := expressed(t, format, documents, false)
		require.NoError(t, err, format)
		require.Equal(t, want, got, format)
	}
	got, err := expressed(t, "jq=.a", `{"a":1}{"a":2}`, false)
	require.NoError(t, err)
	require.Equal(t, "1\n2\n", got, "one after the other")
}

// Text of a node does not control a terminal; a pipe gets it exactly.
func TestFiltersAreCleanOnATerminal(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"jsonpath=$.x": "a\x1b[2J\n", "jq=.x": "a\x1b[2J\n"} {
		for toTerminal, want := range map[bool]string{false: want, true: strings.ReplaceAll(want, "\x1b", "␛")} {
			got, err := expressed(t, format, `{"x":"a\u001b[2J"}`, toTerminal)
			require.NoError(t, err)
			require.Equal(t, want, got, format)
		}
	}
}

// A wrong expression makes no request; one that does not suit the document says where to look.
func TestWrongExpressions(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(3)))
	for format, want := range map[string]string{
		"jq=.[":      "-o jq=.[: unexpected EOF",
		"jq=nothing": "function not defined: nothing/0",
	} {
		got := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", format)
		require.Equal(t, exitUsage, got.code, format)
		require.Contains(t, got.stderr, want)
	}
	require.Empty(t, n.requests())
	for format, want := range map[string]string{
		"jq=.hash": "expected an object but got: array",
	} {
		got := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", format)
		require.Equal(t, exitOther, got.code, format)
		require.Contains(t, got.stderr, want)
		require.Contains(t, got.stderr, "-o json prints what it is applied to")
	}
}

// endless are expressions that never end. The last of jq print nothing, and the last JSONPath looks for something that is not there.
var endless = []string{"jq=repeat(1)", "jq=range(1e15)", "jq=range(1e15) | empty", "jq=def f: f; f", "jq=last(range(1e15))",
	"jsonpath=$..*" + strings.Repeat("..*", 40), "jsonpath=$..*[?@" + strings.Repeat("..*", 40) + ".x]"}

// nested is a document on which a JSONPath with many .. finds a number of values that is exponential in their number.
var nested = strings.Repeat("[", 60) + strings.Repeat("]", 60)

func TestEndlessExpressionsEndAtTheTimeout(t *testing.T) {
	t.Parallel()
	for _, format := range endless {
		err := expressedTo(t.Context(), io.Discard, format, nested, false, limits{50 * time.Millisecond, 1 << 40})
		require.ErrorAs(t, err, new(*limitError), format)
		require.ErrorIs(t, err, context.DeadlineExceeded, format)
		require.EqualError(t, err, "-o: the expression did not end within 50ms")
	}
}

func TestEndlessExpressionsEndWithTheCommand(t *testing.T) {
	t.Parallel()
	for _, format := range endless {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		require.ErrorIs(t, expressedTo(ctx, io.Discard, format, nested, true, limits{time.Hour, 1 << 40}), context.Canceled, format)
	}
}

// Steps of an expression that cannot be interrupted do not keep the command from its end. Their goroutines are left behind.
func TestStuckExpressionEnds(t *testing.T) {
	t.Parallel()
	release, ended := make(chan struct{}), make(chan struct{}, 2)
	var stuck expression = func(context.Context, json.RawMessage, func(string) error) error {
		<-release
		ended <- struct{}{}
		return nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	out := bufio.NewWriter(io.Discard)
	require.ErrorAs(t, stuck.print(ctx, out, nil, false, limits{time.Millisecond, 1 << 40}), new(*limitError))
	cancel()
	require.ErrorIs(t, stuck.print(ctx, out, nil, false, limits{time.Hour, 1 << 40}), context.Canceled)
	close(release)
	<-ended
	<-ended
}

// Expressions whose values do not fit end at the limit, and print what they had before.
func TestExpressionsEndAtTheLimitOfMemory(t *testing.T) {
	effort.SkipUnderRace(t)
	runtime.GC()
	var out bytes.Buffer
	require.NoError(t, expressedTo(t.Context(), &out, `jq=range(6000) | "x" * 1e5 | length`, "null", false, limits{time.Hour, 512 << 20}))
	require.Equal(t, strings.Repeat("100000\n", 6000), out.String(), "600 MB that are not kept")

	allowed := limits{time.Hour, 64 << 20}
	// The steps that were left behind end before the next test, which may measure memory.
	t.Cleanup(func() {
		stacks := make([]byte, 1<<20)
		require.Eventually(t, func() bool {
			return !bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("itchyny/gojq"))
		}, 5*time.Minute, 10*time.Millisecond)
		debug.FreeOSMemory()
	})
	for _, filter := range []string{
		"1, (reduce range(25) as $i (1; [., .]) | tojson)", "1, [range(1e12)]", `1, "x" * 2e8`, "1, (reduce range(50) as $i (\"x\"; . + .))", "1, setpath([20000000]; 1)",
	} {
		runtime.GC()
		var out bytes.Buffer
		err := expressedTo(t.Context(), &out, "jq="+filter, "null", false, allowed)
		require.EqualError(t, err, "-o: the expression needs more than 64 MiB of memory", filter)
		require.Equal(t, "1\n", out.String(), filter)
	}
}

// The time of a reader that pauses is not that of the expression.
func TestExpressionWaitsForItsReader(t *testing.T) {
	t.Parallel()
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- errors.Join(expressedTo(t.Context(), writer, "jq=range(1e4)", "null", false, limits{time.Minute, 1 << 40}), writer.Close())
	}()
	printed, err := io.ReadAll(reader)
	require.NoError(t, err)
	require.NoError(t, <-done)
	require.Equal(t, 10_000, bytes.Count(printed, []byte("\n")))
}

// A command whose filter does not end fails as one whose node does not respond. It is not parallel: the memory of others would count.
func TestEndlessFilterOfCommand(t *testing.T) {
	n := serve(t, sentBy(transfers(3)))
	got := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", "jq=repeat(empty)", "--timeout", "2s")
	require.Equal(t, exitUnreachable, got.code, got.stderr)
	require.Equal(t, "foredeck: -o: the expression did not end within 2s\n  limit its results, as in jq=limit(10; .[]), or raise --timeout\n", got.stderr)
}
