package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client/transport"
	"foredeck/config"
)

// logVariable names the log file, as --log does.
const logVariable = "FOREDECK_LOG"

// logFile writes a line of JSON for each request to the file of --log. A nil log writes nothing.
type logFile struct {
	path string
	file *os.File

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
	f.log.write(struct {
		logHead
		Version string `json:"version"`
		Command string `json:"command"`
	}{newLogHead("INFO", "started"), programVersion(), cmd.CommandPath()})
	return nil
}

// logHead is what each line starts with. The names are those of log/slog, which would be 70 kB of the program.
type logHead struct {
	Time    time.Time `json:"time"`
	Level   string    `json:"level"` // INFO or WARN
	Message string    `json:"msg"`
}

func newLogHead(level, message string) logHead { return logHead{time.Now(), level, message} }

// write adds a line. The first error is reported at the end.
func (l *logFile) write(line any) {
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(line)
	l.lock.Lock()
	defer l.lock.Unlock()
	if err == nil {
		_, err = l.file.Write(encoded.Bytes())
	}
	l.failed = cmp.Or(l.failed, err)
}

// request logs an attempt of a request. The query, and the path of the node's own address, are left out: both can hold a key.
func (l *logFile) request(bases []string) func(transport.Exchange) {
	return func(e transport.Exchange) {
		host, path := locateRequest(e.URL, slices.Concat(bases, []string{e.Node}))
		line := newLogHead("INFO", "request")
		var failure *string
		if e.Err != nil {
			failure = new(e.Err.Error())
		}
		if e.Err != nil || e.Status >= 400 {
			line.Level = "WARN"
		}
		l.write(struct {
			logHead
			Method   string  `json:"method"`
			Host     string  `json:"host"`
			Path     string  `json:"path"`
			Status   int     `json:"status"`
			Duration float64 `json:"duration_ms"`
			Retries  int     `json:"retries"`
			Bytes    int64   `json:"bytes"`
			Error    *string `json:"error,omitempty"`
		}{line, e.Method, host, path, e.Status, float64(e.Took.Microseconds()) / 1000, e.Attempt - 1, e.Bytes, failure})
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
	l.write(struct {
		logHead
		Code int `json:"exit_code"`
	}{newLogHead("INFO", "ended"), code})
	l.lock.Lock()
	defer l.lock.Unlock()
	if err := errors.Join(l.failed, l.file.Close()); err != nil {
		return fmt.Errorf("log file %s is incomplete: %w", l.path, err)
	}
	return nil
}
