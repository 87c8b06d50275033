package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"foredeck/client/transport"
	"foredeck/config"
)

// logVariable names the log file, as --log does.
const logVariable = "FOREDECK_LOG"

// logFile writes a line of JSON for each request to the file of --log. A nil log writes nothing.
type logFile struct {
	path  string
	file  *os.File
	lines *slog.Logger

	lock   sync.Mutex
	failed error // of the first line that could not be written
}

// openLog opens the log file, if there is to be one. It is appended to, and readable only by its owner if it is new.
func (f *globalFlags) openLog(cmd *cobra.Command) error {
	if cmd.Flags().Changed("log") && f.logPath == "" {
		return usagef(`--log "": must be a file; omit the flag for no log`)
	}
	path := cmp.Or(f.logPath, f.getenv(logVariable))
	if path == "" || f.log != nil {
		return nil
	}
	file, err := config.WaitFor(cmd.Context(), func() (*os.File, error) { // a pipe waits for its reader
		return os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	})
	if ended := cmd.Context().Err(); ended != nil {
		return ended
	}
	if err != nil {
		if reason, ok := errors.AsType[*fs.PathError](err); ok {
			err = reason.Err
		}
		return &fileError{fmt.Errorf("log file %s: %w: set --log or %s to a file that can be written", path, err, logVariable)}
	}
	f.log = &logFile{path: path, file: file}
	f.log.lines = slog.New(slog.NewJSONHandler(f.log, nil))
	f.log.lines.Info("started", "version", programVersion(), "command", cmd.CommandPath())
	return nil
}

// Write implements io.Writer for the logger, which ignores errors: the first one is reported at the end.
func (l *logFile) Write(line []byte) (int, error) {
	n, err := l.file.Write(line)
	if err != nil {
		l.lock.Lock()
		defer l.lock.Unlock()
		l.failed = cmp.Or(l.failed, err)
	}
	return n, err
}

// request logs an attempt of a request. The query, and the path of the node's own address, are left out: both can hold a key.
func (l *logFile) request(bases []string) func(transport.Exchange) {
	return func(e transport.Exchange) {
		host, path := locateRequest(e.URL, slices.Concat(bases, []string{e.Node}))
		level, more := slog.LevelInfo, []slog.Attr(nil)
		if e.Err != nil {
			more = append(more, slog.String("error", e.Err.Error()))
		}
		if e.Err != nil || e.Status >= 400 {
			level = slog.LevelWarn
		}
		l.lines.LogAttrs(context.Background(), level, "request", append([]slog.Attr{
			slog.String("method", e.Method), slog.String("host", host), slog.String("path", path), slog.Int("status", e.Status),
			slog.Float64("duration_ms", float64(e.Took.Microseconds())/1000), slog.Int("retries", e.Attempt-1), slog.Int64("bytes", e.Bytes),
		}, more...)...)
	}
}

// locateRequest returns the host of an address, and its path after that of the base URL that it starts with.
func locateRequest(address string, bases []string) (host, path string) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", ""
	}
	path = parsed.EscapedPath()
	for _, base := range bases {
		root, err := url.Parse(base)
		if err != nil || root.Host != parsed.Host {
			continue
		}
		if after, ok := strings.CutPrefix(path+"/", strings.TrimSuffix(root.EscapedPath(), "/")+"/"); ok {
			return parsed.Host, "/" + strings.TrimSuffix(after, "/")
		}
	}
	return parsed.Host, path
}

// close ends the log. The error says that it is incomplete.
func (l *logFile) close(code int) error {
	if l == nil {
		return nil
	}
	l.lines.Info("ended", "exit_code", code)
	l.lock.Lock()
	defer l.lock.Unlock()
	if err := errors.Join(l.failed, l.file.Close()); err != nil {
		return fmt.Errorf("log file %s is incomplete: %w", l.path, err)
	}
	return nil
}
