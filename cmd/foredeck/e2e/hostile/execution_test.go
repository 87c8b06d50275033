package hostile_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"foredeck/cmd/foredeck/e2e/hostile"
	"foredeck/cmd/foredeck/e2e/terminal"
)

const (
	// patience is the limit for a hang. Commands have a timeout of a second per call, and at most a few dozen calls.
	patience = 30 * time.Second
	// following is how long commands run that only end with ctrl+c.
	following = 700 * time.Millisecond
	// maxRSS is the most memory that the program may use.
	maxRSS = 400 << 20
)

// execution is a run of the program against a hostile node.
type execution struct {
	trial
	t           *testing.T
	random      *rand.Rand
	upstream    *upstream
	node        *hostile.Node
	environment []string
	usage       string // file with the memory that the program used
	arguments   []string
}

// command runs a command and checks it.
func (e *execution) command() {
	format := e.subject.formats[e.random.IntN(len(e.subject.formats))]
	arguments := append(e.subject.command(e.upstream, format), e.arguments...)
	if e.random.IntN(4) == 0 {
		arguments = append(arguments, "-v")
	}
	if recording := filepath.Join(filepath.Dir(e.usage), "recording"); e.random.IntN(8) == 0 {
		arguments = append(arguments, "--record", recording)
		defer e.replay(recording, format)
	}
	e.execute(format, arguments)
}

// replay runs the command with the responses of a recording.
func (e *execution) replay(recording, format string) {
	if e.t.Failed() {
		return
	}
	content, err := os.ReadFile(recording)
	if err != nil {
		return // no request was made
	}
	if problem := secretProblem("the recording", string(content)); problem != "" {
		e.t.Error(problem)
	}
	e.execute(format, append(e.subject.command(e.upstream, format), "--replay", recording, "--timeout", "1s"))
}

// execute runs a command line, on a terminal or with pipes, and checks what it does.
func (e *execution) execute(format string, arguments []string) {
	family, _, _ := strings.Cut(e.mode.Name, "/")
	isShort := slices.Contains([]string{"text", "field", "secret", "status", "redirect", "chain", "cursor"}, family) // the emulator is slow
	isShort = isShort && !strings.Contains(e.subject.line, "--all") && format != "json"
	if !e.subject.interrupt && isShort && e.random.IntN(4) == 0 {
		e.onTerminal(arguments)
		return
	}
	ctx, cancel := context.WithTimeout(e.t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, launcher, append([]string{program}, arguments...)...)
	command.Env = e.environment
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	var stdout, stderr bytes.Buffer
	out, errors := &limited{to: &stdout}, &limited{to: &stderr}
	command.Stdout, command.Stderr = out, errors
	command.WaitDelay = time.Second
	if err := command.Start(); err != nil {
		e.t.Fatal(err)
	}
	if e.subject.interrupt {
		ended := make(chan struct{})
		defer close(ended)
		go func() {
			select {
			case <-e.node.Called(): // the program handles signals by then
				time.AfterFunc(following, func() {
					select {
					case <-ended:
					default:
						_ = syscall.Kill(-command.Process.Pid, syscall.SIGINT)
					}
				})
			case <-ended:
			}
		}()
	}
	_ = command.Wait()
	rss := e.note()
	got := outcome{
		subject: e.subject, status: command.ProcessState.ExitCode(), format: format, stdout: stdout.String(), stderr: stderr.String(), rss: rss, hung: ctx.Err() != nil,
		sent: e.node.Sent(), active: e.mode.Active, verbose: slices.Contains(arguments, "-v"), printed: out.written + errors.written,
	}
	for _, problem := range got.problems() {
		e.t.Error(problem)
	}
	if e.t.Failed() || testing.Verbose() {
		e.t.Logf("foredeck %s\nexit code %d after %d requests\nstdout: %s\nstderr: %s", strings.Join(arguments, " "), got.status, e.node.Requests(), short(got.stdout), short(got.stderr))
	}
}

// onTerminal runs a command whose output is a terminal.
func (e *execution) onTerminal(arguments []string) {
	x := terminal.Start(e.t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Environment: e.environment}, launcher, append([]string{program}, arguments...)...)
	status := x.ExitStatus(patience)
	output := strings.ReplaceAll(x.Output(), "\r\n", "\n")
	found := []string{e.subject.statusProblem(status)}
	found = append(found, memoryProblem(e.note()), noise("the terminal", output), secretProblem("the terminal", output))
	found = append(found, activeProblems(output, e.mode.Active)...)
	found = append(found, sequenceProblems(output, "\r\n\b\t")...)
	for _, problem := range found {
		if problem != "" {
			e.t.Errorf("on a terminal: %s", problem)
		}
	}
	if e.t.Failed() {
		e.t.Logf("foredeck %s\nexit code %d\noutput: %s", strings.Join(arguments, " "), status, short(output))
	}
}

// deck makes a tour through the deck and checks it.
func (e *execution) deck() {
	if e.subject.plain {
		e.arguments = append(e.arguments, "--plain")
	}
	size := terminal.Size{Columns: 80 + e.random.IntN(60), Rows: 24 + e.random.IntN(20)}
	if e.mode.Name == truthful.Name {
		size = terminal.Size{Columns: 140, Rows: 44}
	}
	x := terminal.Start(e.t, size, terminal.Options{Environment: e.environment}, launcher, append([]string{program}, e.arguments...)...)
	e.t.Cleanup(func() {
		if at := dumps.FindStringIndex(x.Output()); e.t.Failed() && at != nil {
			e.t.Logf("%.3000s", ansi.Strip(x.Output()[at[0]:]))
		}
	})
	redrawn := func() int { return strings.Count(x.Output(), ansi.EraseEntireScreen) }
	x.WaitUntil("the first frame", patience, func(string) bool { return redrawn() > 0 || e.subject.plain && x.Output() != "" })
	sync := func() { // every screen draws itself again in another size
		if e.subject.plain {
			return
		}
		before := redrawn()
		size.Columns ^= 1
		x.Resize(size)
		x.WaitUntil("a redraw", patience, func(string) bool { return redrawn() > before })
		for _, problem := range cellProblems(x.Cells()) {
			e.t.Error(problem)
		}
	}
	e.settle()
	sync()
	for _, key := range e.subject.keys {
		key, wanted, _ := strings.Cut(strings.ReplaceAll(key, "ACCOUNT", e.upstream.account), "⇒")
		if terminal.IsKey(key) {
			x.Key(key)
		} else {
			x.Type(key)
		}
		if wanted = strings.ReplaceAll(wanted, "_", " "); wanted != "" && e.mode.Name == truthful.Name {
			x.WaitUntil(wanted, patience, func(screen string) bool { return strings.Contains(screen, wanted) })
		}
		e.settle()
		sync()
		if e.t.Failed() || testing.Verbose() {
			e.t.Logf("after %s:\n%s", key, x.Screen())
		}
		if e.t.Failed() {
			break
		}
	}
	x.Key("ctrl+c")
	status := x.ExitStatus(patience)
	rss := e.note()
	for _, problem := range deckProblems(x.Output(), status, rss, e.mode) {
		e.t.Error(problem)
	}
}

// settle waits until the node has had no request for a moment. It does not wait long, because some modes never respond. No result
// depends on these times: they only decide how much of a screen has arrived.
func (e *execution) settle() {
	const quiet, most = 40 * time.Millisecond, 400 * time.Millisecond
	end := time.After(most)
	for {
		select {
		case <-e.node.Idle():
		case <-end:
			return
		}
		requests := e.node.Requests()
		select {
		case <-time.After(quiet):
		case <-end:
			return
		}
		if e.node.Requests() == requests {
			return
		}
	}
}

// note returns the most memory that the program used, in bytes, and counts it in the figures.
func (e *execution) note() int64 {
	rss := peakOf(e.usage)
	figures.Lock()
	defer figures.Unlock()
	if rss > figures.maxRSS {
		figures.maxRSS, figures.maxRSSCase = rss, e.name()
	}
	return rss
}

// limited counts an output and keeps its start.
type limited struct {
	to      *bytes.Buffer
	written int64
}

func (l *limited) Write(p []byte) (int, error) {
	l.to.Write(p[:min(len(p), max(0, maxOutput-l.to.Len()))])
	l.written += int64(len(p))
	return len(p), nil
}

func short(text string) string {
	if len(text) > 1500 {
		text = text[:1000] + " … " + text[len(text)-500:]
	}
	return ansi.Strip(strings.ToValidUTF8(text, "?"))
}
