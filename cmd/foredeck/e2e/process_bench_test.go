package e2e_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	built "foredeck/cmd/foredeck/e2e/program"
	"foredeck/cmd/foredeck/e2e/terminal"
)

var against = flag.String("against", "", "absolute path of the program that BenchmarkProcess compares with")

const (
	processRounds = 5                      // of each program, in turn; the best of them counts
	processKeys   = 120                    // per round and screen
	quiet         = 8 * time.Millisecond   // without output: a key has been drawn
	idleTime      = 4 * time.Second        // watched without input
	keyLimit      = 300 * time.Millisecond // a key without output by then changed nothing
)

// figures are what one run of a program costs, by name. Less is better.
type figures map[string]float64

// BenchmarkProcess runs the built program and that of -against in turn through a pseudo terminal, with a network in another process, and
// prints what each costs and the ratio. make bench-process runs it.
func BenchmarkProcess(b *testing.B) {
	programs := []string{program}
	if *against != "" {
		programs = append(programs, *against)
	}
	node := startNetwork(b, "127.0.0.1:0", "--block-time", "1s")
	best := make([]figures, len(programs))
	for range processRounds {
		for i, path := range programs {
			if best[i] == nil {
				best[i] = figures{}
			}
			for _, round := range []figures{
				screenFigures(b, path, node, "list", node.treasury, `(?i)success`, []string{"j", "j", "k", "k"}),
				screenFigures(b, path, node, "price", "btc_usdt", `\d,\d{3}\.\d\d`, []string{"h", "h", "l", "l"}),
				{"--help, ms": helpTime(b, path)},
			} {
				for name, value := range round {
					if before, ok := best[i][name]; !ok || value < before {
						best[i][name] = value
					}
				}
			}
		}
	}
	var table strings.Builder
	for _, name := range slices.Sorted(maps.Keys(best[0])) {
		fmt.Fprintf(&table, "%-34s %10.2f", name, best[0][name])
		if len(best) > 1 {
			fmt.Fprintf(&table, " %10.2f   ratio %.2f", best[1][name], best[0][name]/best[1][name])
		}
		table.WriteByte('\n')
	}
	fmt.Printf("best of %d; columns: %s\n%s", processRounds, strings.Join(programs, ", "), table.String()) // a log is cut
}

// screenFigures opens a screen at 120x40 and measures its start, its keys and what it costs without input.
func screenFigures(b *testing.B, path string, node *network, name, target, ready string, keys []string) figures {
	b.Helper()
	home := b.TempDir()
	x := &processTerminal{TB: b}
	defer x.end()
	started := time.Now()
	d := terminal.Start(x, terminal.Size{Columns: 120, Rows: 40}, terminal.Options{Environment: built.Environment(home, "FOREDECK_API_KEY="+node.apiKey)},
		path, "--base-url", node.baseURL, "--oracle-url", node.oracleURL, target)
	d.WaitUntil("a first frame", patience, func(screen string) bool { return strings.ContainsFunc(screen, unicode.IsLetter) })
	painted := time.Since(started)
	d.WaitFor(ready, patience)
	complete := time.Since(started)
	settle(d, 300*time.Millisecond)

	pid := d.PID()
	cpu, written := cpuTime(b, pid), len(d.Output())
	var latencies []float64
	for i := range processKeys {
		changed, sent := d.Changed(), time.Now()
		d.Key(keys[i%len(keys)])
		select {
		case <-changed:
			latencies = append(latencies, milliseconds(time.Since(sent)))
		case <-time.After(keyLimit):
		}
		settle(d, quiet)
	}
	require.NotEmpty(b, latencies)
	slices.Sort(latencies)
	keyCPU, keyBytes := milliseconds(cpuTime(b, pid)-cpu)/processKeys, float64(len(d.Output())-written)/processKeys

	settle(d, 200*time.Millisecond)
	cpu, wakeups, written := cpuTime(b, pid), wakeupsOf(b, pid), len(d.Output())
	began := time.Now()
	for time.Since(began) < idleTime {
		select {
		case <-d.Changed():
		case <-time.After(idleTime - time.Since(began)):
		}
	}
	seconds := time.Since(began).Seconds()
	return figures{
		name + ": first paint, ms": milliseconds(painted), name + ": complete, ms": milliseconds(complete),
		name + ": key p50, ms": latencies[len(latencies)/2], name + ": key p99, ms": latencies[len(latencies)*99/100],
		name + ": CPU per key, ms": keyCPU, name + ": bytes per key": keyBytes,
		name + ": idle CPU, ms/s": milliseconds(cpuTime(b, pid)-cpu) / seconds, name + ": wake-ups/s": float64(wakeupsOf(b, pid)-wakeups) / seconds,
		name + ": idle bytes/s": float64(len(d.Output())-written) / seconds, name + ": RSS, MiB": residentOf(b, pid),
	}
}

// settle waits until the program has written nothing for a time.
func settle(d *terminal.Terminal, still time.Duration) {
	for {
		select {
		case <-d.Changed():
		case <-time.After(still):
			return
		}
	}
}

// helpTime is the least time of several runs of --help.
func helpTime(b *testing.B, path string) float64 {
	b.Helper()
	least, environment := time.Hour, built.Environment(b.TempDir())
	for range 15 {
		command := exec.Command(path, "--help")
		command.Env = environment
		began := time.Now()
		require.NoError(b, command.Run())
		least = min(least, time.Since(began))
	}
	return milliseconds(least)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// cpuTime is the time that the threads of a process ran.
func cpuTime(b *testing.B, pid int) (total time.Duration) {
	for _, content := range tasks(b, pid, "schedstat") {
		nanoseconds, err := strconv.ParseInt(strings.Fields(content)[0], 10, 64)
		require.NoError(b, err)
		total += time.Duration(nanoseconds)
	}
	return total
}

// wakeupsOf is the number of times that threads of a process went to sleep and were woken up.
func wakeupsOf(b *testing.B, pid int) (count int) {
	for _, content := range tasks(b, pid, "status") {
		count += statusField(b, content, "voluntary_ctxt_switches:")
	}
	return count
}

// residentOf is the resident memory of a process.
func residentOf(b *testing.B, pid int) float64 {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(b, err)
	return float64(statusField(b, string(content), "VmRSS:")) / 1024
}

func statusField(b *testing.B, content, name string) int {
	for line := range strings.Lines(content) {
		if value, ok := strings.CutPrefix(line, name); ok {
			number, err := strconv.Atoi(strings.Fields(value)[0])
			require.NoError(b, err)
			return number
		}
	}
	b.Fatalf("no %s", name)
	return 0
}

// tasks returns a file of each thread of a process.
func tasks(b *testing.B, pid int, file string) (contents []string) {
	paths, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/%s", pid, file))
	require.NoError(b, err)
	require.NotEmpty(b, paths, "needs Linux, and a program that runs")
	for _, path := range paths {
		if content, err := os.ReadFile(path); err == nil { // the thread may have ended
			contents = append(contents, string(content))
		}
	}
	return contents
}

// processTerminal owns a terminal until its end, which is before that of the benchmark.
type processTerminal struct {
	testing.TB
	ends []func()
}

// Cleanup implements terminal.Owner.
func (p *processTerminal) Cleanup(end func()) { p.ends = append(p.ends, end) }

func (p *processTerminal) end() {
	for _, end := range slices.Backward(p.ends) {
		end()
	}
}
