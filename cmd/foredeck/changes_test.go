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
)

// linesOfChanges runs a command against a node whose resource and module change with every second read, and returns its first lines.
func linesOfChanges(t *testing.T, lines int, arguments ...string) (output []string) {
	t.Helper()
	var reads atomic.Int64
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		count := (reads.Load() + 1) / 2
		switch {
		case r.Method == http.MethodPost:
			fmt.Fprintf(w, `{"result": ["%d"]}`, 100+count)
		case strings.Contains(r.URL.Path, "/resources/"):
			reads.Add(1)
			fmt.Fprintf(w, `{"type":"0x1::a::B","data":{"count":"%d","same":true}}`, (reads.Load()+1)/2)
		case strings.HasSuffix(r.URL.Path, "/modules/a"):
			reads.Add(1)
			fmt.Fprintf(w, `{"bytecode":"0x%02x","abi":{"address":"0x1","name":"a","friends":[],"exposed_functions":[],"structs":[]}}`, (reads.Load()+1)/2)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	var stderr strings.Builder
	ended := make(chan int, 1)
	go func() {
		code := execute(ctx, append(arguments, "--every", "100ms", "--base-url", n.url, "--rpc-version", "v3"), writer, &stderr)
		_ = writer.Close()
		ended <- code
	}()
	r := running{output: bufio.NewReader(reader)}
	for range lines {
		output = append(output, r.line(t))
	}
	cancel()
	_, _ = io.Copy(io.Discard, reader)
	require.Equal(t, exitDone, <-ended, stderr.String())
	return output
}

func TestResourceChanges(t *testing.T) {
	t.Parallel()
	lines := linesOfChanges(t, 3, "resource", "0x1", "0x1::a::B", "--changes", "-o", "jsonl")
	require.Regexp(t, `^{"time_us":\d{16},"height":101,"address":"0x0{63}1","type":"0x1::a::B","data":{"count":"1","same":true},"changes":null}\n$`, lines[0])
	for i, line := range lines[1:] {
		require.Contains(t, line, fmt.Sprintf(`"data":{"count":"%d","same":true},"changes":[{"path":".count","was":"%d","is":"%d"}]}`, i+2, i+1, i+2), "the reads without a change are left out")
	}

	lines = linesOfChanges(t, 5, "resource", "0x1", "0x1::a::B", "--changes")
	require.Regexp(t, `^TIME +BLOCK +PATH +WAS +IS\n$`, lines[0])
	require.Regexp(t, `^[0-9-]+ [0-9:.]+ UTC +101 +\.count +– +1\n$`, lines[1])
	require.Regexp(t, ` \.same +– +true\n$`, lines[2])
	require.Regexp(t, ` \.count +1 +2\n$`, lines[3])
	require.Regexp(t, ` \.count +2 +3\n$`, lines[4], "only what changed")

	lines = linesOfChanges(t, 3, "resource", "0x1", "0x1::a::B", "--changes", "--path", ".count", "-o", "csv")
	require.Equal(t, "time_us,height,path,was,is\n", lines[0])
	require.Regexp(t, `^\d{16},101,\.count,,1\n$`, lines[1])
	require.Regexp(t, `^\d{16},102,\.count,1,2\n$`, lines[2])

	lines = linesOfChanges(t, 3, "resource", "0x1", "0x1::a::B", "-o", "jsonl")
	require.Contains(t, lines[1], `"changes":[]`, "without --changes, every state is printed")
}

func TestModuleChanges(t *testing.T) {
	t.Parallel()
	lines := linesOfChanges(t, 2, "module", "0x1::a", "--changes", "-o", "jsonl")
	require.Contains(t, lines[0], `"name":"a","data":{"bytecode_sha256":"0x`)
	require.Contains(t, lines[1], `"changes":[{"path":".bytecode_sha256","was":"0x`, "the same interface has other code")
}

func TestChangesOptions(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusNotFound, `{"message":"Information not available"}`))
	for want, arguments := range map[string][]string{
		"needs an interval": {"--changes"},
		"use -o jsonl":      {"--every", "1s", "-o", "json"},
		"must be 100ms":     {"--every", "1ms"},
	} {
		result := foredeck(t, append([]string{"resource", "0x1", "0x1::a::B", "--base-url", n.url}, arguments...)...)
		require.Equal(t, exitUsage, result.code)
		require.Contains(t, result.stderr, want)
	}
	require.Empty(t, n.requested, "no request")
	result := foredeck(t, "resource", "0x1", "0x1::a::B", "--every", "1s", "--changes", "--base-url", n.url)
	require.Equal(t, exitNotFound, result.code, "what does not exist at the start is an error")
}
