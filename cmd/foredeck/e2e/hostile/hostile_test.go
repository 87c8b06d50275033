// Package hostile_test drives the built program against a hostile node, through pipes and through a pseudo terminal, and
// checks everything that it writes.
//
//	go test -C cmd/foredeck/e2e ./hostile                     # a sample
//	go test -C cmd/foredeck/e2e ./hostile -args -seed 7 -cases 500
//	go test -C cmd/foredeck/e2e -timeout 0 ./hostile -args -all -for 10m
//
// A failure prints the command that repeats it.
package hostile_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/hostile"
	built "foredeck/cmd/foredeck/e2e/program"
)

var (
	seed  = flag.Uint64("seed", 1, "seed of the sample and of all random choices")
	cases = flag.Int("cases", 130, "number of cases of the sample")
	limit = flag.Duration("for", 0, "start no further cases after this time; 0 for no limit")
	all   = flag.Bool("all", false, "run every case")
	only  = flag.String("only", "", "run the cases whose name matches this regular expression")
)

// The secrets that the program sends. Their spellings in base64, hex and so on differ from each other.
const (
	apiKey = "K3y-for+prices/Zq~91"
	token  = "T0ken.of+blocks/Xw~82"
)

var (
	program   string // path of the program
	launcher  string // path of this test binary, see measure
	upstreams []*upstream
	// elsewhere is a server that must never be called.
	elsewhere struct {
		url   string
		paths sync.Map // first parts of the paths of its requests
	}
	// figures are printed at the end.
	figures struct {
		sync.Mutex
		cases, failed int
		maxRSS        int64
		maxRSSCase    string
		slowest       time.Duration
		slowestCase   string
	}
)

func TestMain(m *testing.M) {
	if file := os.Getenv(measureVariable); file != "" {
		os.Exit(measure(file, os.Args[1:]))
	}
	flag.Parse()
	debug.SetMemoryLimit(512 << 20)
	status, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile node:", err)
		status = 1
	}
	os.Exit(status)
}

func run(m *testing.M) (int, error) {
	path, remove, err := built.Build()
	if err != nil {
		return 0, err
	}
	defer remove()
	program = path
	if launcher, err = os.Executable(); err != nil {
		return 0, err
	}
	for _, dialect := range []string{"spec", "deployed"} {
		u, err := startUpstream(dialect)
		if err != nil {
			return 0, err
		}
		defer u.stop()
		upstreams = append(upstreams, u)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	elsewhere.url = "http://" + listener.Addr().String()
	go func() {
		_ = http.Serve(listener, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
			elsewhere.paths.Store("/"+first, true)
		}))
	}()
	began := time.Now()
	status := m.Run()
	fmt.Printf("%d cases, %d failed, in %v; largest memory %d MiB (%s); slowest %v (%s)\n", figures.cases, figures.failed,
		time.Since(began).Round(time.Second), figures.maxRSS>>20, figures.maxRSSCase, figures.slowest.Round(time.Millisecond), figures.slowestCase)
	return status, nil
}

// upstream is a simulated network in a process, whose responses the hostile nodes change.
type upstream struct {
	command *exec.Cmd
	url     string
	account string // address of the main account
	dialect string
}

func startUpstream(dialect string) (*upstream, error) {
	u := &upstream{dialect: dialect}
	u.command = exec.Command(program, "localnet", "--listen", "127.0.0.1:0", "-o", "json", "--dialect", dialect, "--transactions", "150",
		"--api-key", apiKey, "--consensus-token", token, "--block-time", "500ms")
	u.command.Stderr = os.Stderr
	stdout, err := u.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := u.command.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	var started struct {
		BaseURL  string `json:"base_url"`
		Accounts []struct{ Name, Address string }
	}
	if err = errors.Join(err, json.Unmarshal(line, &started)); err != nil {
		u.stop()
		return nil, fmt.Errorf("localnet said %q: %w", line, err)
	}
	u.url = started.BaseURL
	for _, account := range started.Accounts {
		if account.Name == "treasury" {
			u.account = account.Address
		}
	}
	return u, nil
}

func (u *upstream) stop() {
	_ = u.command.Process.Kill()
	_ = u.command.Wait()
}

// trial is one case: a subject against a mode.
type trial struct {
	mode    hostile.Mode
	subject subject
}

func (c trial) name() string { return c.subject.name + " " + c.mode.Name }

// random returns the random numbers of a case, which depend on its name and the seed alone.
func (c trial) random() *rand.Rand {
	hash := fnv.New64a()
	fmt.Fprint(hash, c.name())
	return rand.New(rand.NewPCG(*seed, hash.Sum64()))
}

// plan lists the cases to run.
func plan(t *testing.T) []trial {
	t.Helper()
	var planned []trial
	modes := hostile.Modes()
	for _, s := range subjects() {
		for _, mode := range modes {
			planned = append(planned, trial{mode, s})
		}
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	switch {
	case *only != "":
		pattern := regexp.MustCompile(*only)
		for _, s := range subjects() {
			for _, mode := range fieldModes(t, s) {
				planned = append(planned, trial{mode, s})
			}
		}
		planned = slices.DeleteFunc(planned, func(c trial) bool { return !pattern.MatchString(c.name()) })
		require.NotEmpty(t, planned, "no case matches -only")
	case *all:
		for _, s := range subjects() {
			for _, mode := range fieldModes(t, s) {
				planned = append(planned, trial{mode, s})
			}
		}
		planned = thin(planned, random)
		fmt.Printf("%d cases\n", len(planned))
		random.Shuffle(len(planned), func(i, j int) { planned[i], planned[j] = planned[j], planned[i] })
	default:
		planned = sample(planned, random)
	}
	return planned
}

// TestHostileNode runs the program against the hostile node.
func TestHostileNode(t *testing.T) {
	began := time.Now()
	for _, c := range plan(t) {
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			if *limit > 0 && time.Since(began) > *limit {
				t.SkipNow()
			}
			t.Cleanup(func() {
				figures.Lock()
				defer figures.Unlock()
				if figures.cases++; t.Failed() {
					figures.failed++
				}
			})
			c.run(t)
			if t.Failed() {
				t.Logf("mode %s, seed %d; to repeat:\n  go test -C cmd/foredeck/e2e ./hostile -args -seed %d -only '^%s$'", c.mode.Name, *seed, *seed, regexp.QuoteMeta(c.name()))
			}
		})
	}
}

// run starts a hostile node and the subject against it.
func (c trial) run(t *testing.T) {
	random := c.random()
	u := upstreams[random.IntN(len(upstreams))]
	options := hostile.Options{Upstream: u.url, Elsewhere: elsewhere.url + "/" + strconv.FormatUint(random.Uint64(), 36), Mode: c.mode, Seed: random.Uint64(), Secrets: []string{apiKey, token}, Share: 1}
	if random.IntN(3) == 0 {
		options.Share, options.Grace = 0.5, random.IntN(12)
	}
	node, err := hostile.Start(options)
	require.NoError(t, err)
	t.Cleanup(node.Close)
	home := t.TempDir()
	usage := filepath.Join(t.TempDir(), "memory")
	environment := built.Environment(home, "NO_COLOR=1" /* brackets tell the tours which tab is open */, "FOREDECK_API_KEY="+apiKey, "FOREDECK_CONSENSUS_TOKEN="+token, measureVariable+"="+usage)
	version := "auto"
	if c.mode.Name != truthful.Name {
		versions := c.subject.versions()
		version = versions[random.IntN(len(versions))]
	}
	arguments := []string{"--base-url", node.URL(), "--timeout", "1s", "--rpc-version", version}
	if random.IntN(6) == 0 && c.mode.Name != truthful.Name {
		arguments = append(arguments, "--base-url", u.url) // for failover
	}
	began := time.Now()
	e := execution{trial: c, t: t, random: random, upstream: u, node: node, environment: environment, usage: usage, arguments: arguments}
	if c.subject.deck {
		e.deck()
	} else {
		e.command()
	}
	for _, problem := range node.Problems() {
		t.Errorf("the program sent %s", problem)
	}
	if _, called := elsewhere.paths.Load(strings.TrimPrefix(options.Elsewhere, elsewhere.url)); called {
		t.Error("the program followed a redirect to another host")
	}
	if !t.Failed() {
		checkFiles(t, home)
	}
	figures.Lock()
	defer figures.Unlock()
	if took := time.Since(began); took > figures.slowest {
		figures.slowest, figures.slowestCase = took, c.name()
	}
}

// fieldModes lists the modes of each field of the responses that a command gets.
func fieldModes(t *testing.T, s subject) []hostile.Mode {
	t.Helper()
	if s.deck || s.interrupt {
		return nil
	}
	var modes []hostile.Mode
	for _, u := range upstreams {
		node, err := hostile.Start(hostile.Options{Upstream: u.url, Mode: hostile.Mode{Alter: func(*hostile.Exchange) {}}, Share: 0})
		require.NoError(t, err)
		command := exec.Command(program, append(s.command(u, "table"), "--base-url", node.URL())...)
		command.Env = built.Environment(t.TempDir(), "FOREDECK_API_KEY="+apiKey, "FOREDECK_CONSENSUS_TOKEN="+token)
		_ = command.Run() // some commands fail in some dialects
		for _, field := range node.Fields() {
			modes = append(modes, hostile.FieldModes(field)...)
		}
		node.Close()
	}
	slices.SortFunc(modes, func(a, b hostile.Mode) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(modes, func(a, b hostile.Mode) bool { return a.Name == b.Name })
}

// sample chooses cases so that every kind of attack is among them, about equally often.
func sample(planned []trial, random *rand.Rand) []trial {
	random.Shuffle(len(planned), func(i, j int) { planned[i], planned[j] = planned[j], planned[i] })
	families := map[string][]trial{}
	for _, c := range planned {
		family, _, _ := strings.Cut(c.mode.Name, "/")
		families[family] = append(families[family], c)
	}
	var names []string
	for name := range families {
		names = append(names, name)
	}
	slices.Sort(names)
	var chosen []trial
	for len(chosen) < min(*cases, len(planned)) {
		for _, name := range names {
			if rest := families[name]; len(rest) > 0 && len(chosen) < *cases {
				chosen, families[name] = append(chosen, rest[0]), rest[1:]
			}
		}
	}
	return chosen
}

// thin leaves some of the cases out where there are many that are alike: the statuses, redirects and single fields are each tried
// with one of the commands, and each mode with one of the tours through the deck.
func thin(planned []trial, random *rand.Rand) []trial {
	byMode := map[string][]trial{}
	var kept []trial
	for _, c := range planned {
		family, _, _ := strings.Cut(c.mode.Name, "/")
		if slices.Contains([]string{"status", "redirect", "field"}, family) || c.subject.deck {
			key := c.mode.Name + fmt.Sprint(c.subject.deck)
			byMode[key] = append(byMode[key], c)
		} else {
			kept = append(kept, c)
		}
	}
	var names []string
	for name := range byMode {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		kept = append(kept, byMode[name][random.IntN(len(byMode[name]))])
	}
	return kept
}
