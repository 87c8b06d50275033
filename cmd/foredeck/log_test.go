package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// logLine is a line of the log.
type logLine struct {
	Level    string   `json:"level"`
	Msg      string   `json:"msg"`
	Method   string   `json:"method"`
	Host     string   `json:"host"`
	Path     string   `json:"path"`
	Status   int      `json:"status"`
	Duration *float64 `json:"duration_ms"`
	Retries  int      `json:"retries"`
	ExitCode *int     `json:"exit_code"`
}

func readLog(t *testing.T, path string) (lines []logLine) {
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	for line := range strings.Lines(string(written)) {
		lines = append(lines, logLine{})
		require.NoError(t, json.Unmarshal([]byte(line), &lines[len(lines)-1]), line)
	}
	return lines
}

func TestLogHasEachAttempt(t *testing.T) {
	t.Parallel()
	failing := true
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if failing {
			failing = false
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		responding(http.StatusOK, accountBody)(w, r)
	})
	path := filepath.Join(t.TempDir(), "log")
	for range 2 { // the second one appends
		failing = true
		got := foredeck(t, "account", senderText, "--base-url", n.url+"/path-key-4711", "--rpc-version", "v3", "--log", path)
		require.Zero(t, got.code, got.stderr)
		require.Empty(t, got.stderr)
	}
	lines := readLog(t, path)
	require.Len(t, lines, 8)
	require.Equal(t, "started", lines[0].Msg)
	for i, want := range []logLine{{Level: "WARN", Status: 503}, {Level: "INFO", Status: 200, Retries: 1}} {
		got := lines[i+1]
		require.NotNil(t, got.Duration)
		got.Duration = nil
		want.Msg, want.Method, want.Host, want.Path = "request", "GET", n.host(), "/rpc/v3/accounts/"+senderText
		require.Equal(t, want, got)
	}
	require.Equal(t, "ended", lines[3].Msg)
	require.Equal(t, exitDone, *lines[3].ExitCode)
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, string(written), "path-key")
	if info, err := os.Stat(path); runtime.GOOS != "windows" {
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
}

func TestLogLeavesOutQueriesAndBasePaths(t *testing.T) {
	t.Parallel()
	bases := []string{"https://a.example/k1/", "https://a.example/k2", "http://b.example:1", "::"}
	for address, want := range map[string][2]string{
		"https://a.example/k1/rpc/v1/accounts/0x1?key=secret": {"a.example", "/rpc/v1/accounts/0x1"},
		"https://user:secret@a.example/k2/rpc/v3/view#secret": {"a.example", "/rpc/v3/view"},
		"https://a.example/k2":                                {"a.example", "/"},
		"http://b.example:1/rpc/v3/view":                      {"b.example:1", "/rpc/v3/view"},
		"http://c.example/x":                                  {"c.example", "/x"},
		"http://c.example:x/secret":                           {"", ""},
	} {
		host, path := locateRequest(address, bases)
		require.Equal(t, want, [2]string{host, path}, address)
	}
}

func TestLogMustBeWritable(t *testing.T) {
	n := serve(t, responding(http.StatusOK, accountBody))
	path := filepath.Join(t.TempDir(), "none", "log")
	got := foredeck(t, "account", senderText, "--base-url", n.url, "--log", path)
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "foredeck: log file "+path+": ")
	require.Contains(t, got.stderr, "set --log or FOREDECK_LOG to a file that can be written")
	t.Setenv("FOREDECK_LOG", path)
	require.Equal(t, exitUsage, foredeck(t, "account", senderText, "--base-url", n.url).code)
	require.Equal(t, exitUsage, foredeck(t, "version", "--log", "").code)
	require.Empty(t, n.requests())
}
