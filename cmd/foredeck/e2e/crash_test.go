package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	built "foredeck/cmd/foredeck/e2e/program"
	"foredeck/cmd/foredeck/e2e/terminal"
	"foredeck/tui/store"
)

var (
	crashRounds = flag.Int("rounds", 20, "how many programs TestCrash kills")
	crashSeed   = flag.Uint64("seed", 0, "seed of the rounds of TestCrash; 0 picks one")
)

// crash is a user whose programs are killed again and again, with one home folder.
type crash struct {
	t       *testing.T
	random  *rand.Rand
	home    string
	profile []string
	node    *network

	saved   map[string]int    // the number of the newest name that a deck has confirmed, by link
	printed map[string]string // what commands print that are not killed
	counts  map[string]int
}

// TestCrash kills decks and commands at random moments while they write. Afterwards everything that was confirmed to the user is
// there, and every file can be read.
func TestCrash(t *testing.T) {
	seed := *crashSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("to repeat these rounds: -rounds %d -seed %d", *crashRounds, seed)
	node := startNetwork(t, "127.0.0.1:0", "--block-time", "0")
	home := t.TempDir()
	c := &crash{
		t: t, random: rand.New(rand.NewPCG(seed, 0)), home: home, node: node,
		saved: map[string]int{}, printed: map[string]string{}, counts: map[string]int{},
	}
	config := filepath.Join(home, "crash.toml")
	c.printed["crash.toml"] = "network = \"crash\"\n[networks.crash]\nbase_urls = [\"" + node.baseURL + "\"]\n"
	require.NoError(t, os.WriteFile(config, []byte(c.printed["crash.toml"]), 0o600))
	c.profile = built.Environment(home, "FOREDECK_CONFIG="+config, "FOREDECK_API_KEY=simulated")
	kinds := []struct {
		name  string
		round func(int)
	}{{"decks", c.decks}, {"caches", c.caches}, {"recordings", c.recordings}, {"config files", c.configFiles}, {"settings", c.settings}, {"exports", c.exports}, {"followers", c.followers}}
	for round := range *crashRounds {
		kind := kinds[c.random.IntN(len(kinds))]
		c.counts[kind.name]++
		kind.round(round)
		if t.Failed() {
			return
		}
	}
	c.checkSaved()
	t.Logf("%d rounds: %v; %d confirmed bookmarks", *crashRounds, c.counts, len(c.saved))
	node.stop()
}

// decks kills one or two decks with the same state, next to a command that reads it, while they save a bookmark for the second to
// fifth time.
func (c *crash) decks(round int) {
	c.t.Helper()
	type deck struct {
		*terminal.Terminal
		link string
	}
	var decks []deck
	for range 1 + c.random.IntN(2) {
		address := fmt.Sprintf("0xabc%013x", c.random.Uint64N(1<<52))
		x := terminal.Start(c.t, terminal.Size{Columns: 120, Rows: 30}, terminal.Options{Environment: c.profile}, program, address)
		decks = append(decks, deck{x, address})
	}
	for _, deck := range decks {
		deck.WaitUntil("the account", patience, shows(`Account 0x.* › Sent`, `\? help`))
	}
	last := 1 + c.random.IntN(4)
	name := func(number int) string { return fmt.Sprintf("r%dn%d", round, number) }
	var command *exec.Cmd
	for number := range last + 1 {
		for _, deck := range decks {
			deck.Type("b")
			deck.WaitFor(`╭ Saved? `, patience)
			deck.Key("ctrl+u")
			deck.Type(name(number))
			deck.WaitFor(`> `+name(number), patience)
		}
		for _, deck := range decks {
			deck.Key("enter")
		}
		if number < last {
			for _, deck := range decks {
				deck.WaitFor(`saved as `+name(number)+`;`, patience)
				c.saved[deck.link] = number
			}
			continue
		}
		command = c.command(c.t.Context(), "account", c.node.treasury)
		require.NoError(c.t, command.Start())
		<-time.After(time.Duration(c.random.Int64N(int64(25 * time.Millisecond))))
	}
	for _, deck := range decks {
		deck.Signal(syscall.SIGKILL)
		require.Equal(c.t, 128+int(syscall.SIGKILL), deck.ExitStatus(patience))
		if strings.Contains(deck.Screen(), "saved as "+name(last)+";") {
			c.saved[deck.link] = last
			c.counts["confirmed at the kill"]++
		}
	}
	require.NoError(c.t, command.Wait(), "a command next to decks")
	c.checkSaved()
}

// checkSaved reads the state file: each bookmark has the name that was confirmed last, or one that was entered later.
func (c *crash) checkSaved() {
	c.t.Helper()
	saved, err := store.Open(filepath.Join(c.home, "state", "foredeck", "crash.notebook"))
	require.NoError(c.t, err)
	names := map[string]int{}
	for _, bookmark := range saved.Bookmarks() {
		var round, number int
		_, err := fmt.Sscanf(bookmark.Name, "r%dn%d", &round, &number)
		require.NoError(c.t, err)
		for link := range c.saved {
			if strings.HasSuffix(strings.TrimSuffix(bookmark.Link.String(), "/sent"), strings.TrimPrefix(link, "0x")) {
				names[link] = number
			}
		}
	}
	for link, number := range c.saved {
		found, ok := names[link]
		require.True(c.t, ok, "the bookmark of %s is lost", link)
		require.GreaterOrEqual(c.t, found, number, "the bookmark of %s is an older one", link)
	}
}

// caches kills a command while it writes the cache of blocks or of candles. The next one prints what it always does.
func (c *crash) caches(int) {
	c.t.Helper()
	arguments := []string{"blocks", "--limit", "200", "-o", "jsonl"}
	if c.random.IntN(2) == 0 {
		arguments = []string{"history", "btc_usdt", "--bar", "15m", "--from", "2024-01-20", "--to", "2024-04-20", "-o", "jsonl"}
	}
	want := c.reference(arguments)
	if c.random.IntN(3) == 0 {
		require.NoError(c.t, os.RemoveAll(filepath.Join(c.home, "cache")))
	}
	c.kill(150*time.Millisecond, arguments...)
	stdout, stderr, status := c.run(arguments...)
	require.Zero(c.t, status, stderr)
	require.Empty(c.t, stderr)
	require.Equal(c.t, want, stdout)
}

// recordings kills a command that is recorded. The replay prints the start of what was recorded.
func (c *crash) recordings(round int) {
	c.t.Helper()
	arguments := []string{"txs", c.node.treasury, "--all", "-o", "jsonl"}
	want := c.reference(arguments)
	file := filepath.Join(c.home, fmt.Sprintf("%d.recording", round))
	c.kill(250*time.Millisecond, append(arguments, "--record", file)...)
	content, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return // killed before
	}
	require.NoError(c.t, err)
	requireWholeLines(c.t, string(content))
	stdout, stderr, status := c.run(append(arguments, "--replay", file)...)
	require.True(c.t, strings.HasPrefix(want, stdout), stdout)
	if status == 0 {
		require.Equal(c.t, want, stdout)
	} else {
		require.Contains(c.t, stderr, `{"error":{"kind":"`)
		require.NotContains(c.t, stderr, "goroutine ")
	}
	require.NoError(c.t, os.Remove(file))
}

// followers kills commands that follow the chain or prices, some of them recorded, side by side. Each line that they printed is whole, what
// was recorded can be replayed, and the next command finds sound files.
func (c *crash) followers(round int) {
	c.t.Helper()
	file := filepath.Join(c.home, fmt.Sprintf("%d.followed", round))
	commands := [][]string{
		{"blocks", "--last", "30", "--follow", "-o", "jsonl", "--record", file},
		{"price", "btc_usdt", "--follow", "-o", "jsonl"},
		{"watch", "-o", "jsonl", "--listen", "127.0.0.1:0"},
	}
	var printed [3]strings.Builder
	var running []*exec.Cmd
	for i, arguments := range commands {
		command := c.command(c.t.Context(), arguments...)
		command.Stdout = &printed[i]
		require.NoError(c.t, command.Start())
		running = append(running, command)
	}
	<-time.After(time.Duration(c.random.Int64N(int64(1200 * time.Millisecond))))
	for _, command := range running {
		_ = command.Process.Kill() // it may have ended
		_ = command.Wait()         // it was killed
		c.counts["killed commands"]++
	}
	for i := range printed {
		requireWholeLines(c.t, printed[i].String())
	}
	if recorded, err := os.ReadFile(file); err == nil {
		requireWholeLines(c.t, string(recorded))
		_, stderr, _ := c.run("blocks", "--last", "1", "-o", "jsonl", "--replay", file)
		require.NotContains(c.t, stderr, "goroutine ")
		require.NoError(c.t, os.Remove(file))
	}
	_, stderr, status := c.run("blocks", "--last", "5", "-o", "jsonl")
	require.Zero(c.t, status, stderr)
	require.Empty(c.t, stderr)
	c.checkSaved()
}

// requireWholeLines requires JSON on each line but the last, which can be a part of one.
func requireWholeLines(t *testing.T, printed string) {
	t.Helper()
	lines := strings.SplitAfter(printed, "\n")
	for _, line := range lines[:len(lines)-1] {
		require.True(t, json.Valid([]byte(line)), "%.100s", line)
	}
}

// settings kills a deck while it edits the config file.
func (c *crash) settings(int) {
	c.t.Helper()
	x := terminal.Start(c.t, terminal.Size{Columns: 120, Rows: 30}, terminal.Options{Environment: c.profile}, program)
	x.WaitUntil("Home", patience, shows(`^ Home$`, `Go to`))
	x.Type(":settings")
	x.WaitFor(`settings +edit the config file`, patience)
	x.Key("enter")
	x.WaitFor(`╭ Appearance `, patience)
	x.Type("1")
	x.WaitFor(`╭ Network crash `, patience)
	x.Type("/decimals")
	x.WaitFor(`/ decimals .*1 shown`, patience)
	x.Key("enter")
	x.WaitFor(`enter change`, patience)
	confirmed, last := -1, 1+c.random.IntN(4)
	for number := range last + 1 {
		x.Key("enter")
		x.WaitFor(`╭ networks.crash.decimals `, patience)
		x.WaitFor(`^│ > `, patience)
		x.Key("ctrl+u")
		x.Type(strconv.Itoa(number))
		x.WaitFor(fmt.Sprintf(`^│ > %d +│$`, number), patience)
		x.Key("enter")
		if number < last {
			x.WaitFor(fmt.Sprintf(`saved: networks.crash.decimals = %d `, number), patience)
			confirmed = number
			continue
		}
		<-time.After(time.Duration(c.random.Int64N(int64(15 * time.Millisecond))))
	}
	x.Signal(syscall.SIGKILL)
	require.Equal(c.t, 128+int(syscall.SIGKILL), x.ExitStatus(patience))
	if strings.Contains(x.Screen(), fmt.Sprintf("saved: networks.crash.decimals = %d ", last)) {
		confirmed = last
		c.counts["confirmed at the kill"]++
	}
	content, err := os.ReadFile(filepath.Join(c.home, "crash.toml"))
	require.NoError(c.t, err)
	before, after, found := strings.Cut(string(content), "decimals = ")
	require.True(c.t, found, "%s", content)
	require.Equal(c.t, c.printed["crash.toml"], before, "the rest of the file")
	number, err := strconv.Atoi(strings.TrimSpace(after))
	require.NoError(c.t, err)
	require.GreaterOrEqual(c.t, number, confirmed)
	require.LessOrEqual(c.t, number, last)
}

// exports kills a deck while it exports a list. What does not end in .part is complete, and so is what was confirmed.
func (c *crash) exports(int) {
	c.t.Helper()
	folder := c.t.TempDir()
	export := func(kill bool) (content []byte) {
		x := terminal.Start(c.t, terminal.Size{Columns: 120, Rows: 30}, terminal.Options{Environment: c.profile},
			"sh", "-c", `cd "$1" && exec "$2" "$3"`, "sh", folder, program, c.node.treasury)
		x.WaitUntil("the account", patience, shows(`Account 0x.* › Sent`, `✓ Success`, `\? help`))
		x.Type("e")
		x.WaitFor(`▸ CSV`, patience)
		x.Key("enter")
		confirmed := true
		if kill {
			<-time.After(time.Duration(c.random.Int64N(int64(150 * time.Millisecond))))
			x.Signal(syscall.SIGKILL)
			require.Equal(c.t, 128+int(syscall.SIGKILL), x.ExitStatus(patience))
			confirmed = strings.Contains(x.Screen(), " wrote 1,2")
		} else {
			x.WaitFor(`^ wrote 1,2\d\d records to `, patience)
			x.Key("ctrl+c")
			require.Zero(c.t, x.ExitStatus(patience))
		}
		found, err := filepath.Glob(filepath.Join(folder, "*.csv"))
		require.NoError(c.t, err)
		if confirmed {
			require.Len(c.t, found, 1)
		}
		for _, file := range found {
			content, err = os.ReadFile(file)
			require.NoError(c.t, err)
			require.NoError(c.t, os.Remove(file))
		}
		return content
	}
	if c.printed["export"] == "" {
		c.printed["export"] = string(export(false))
	}
	if killed := export(true); killed != nil {
		c.counts["complete exports"]++
		require.Equal(c.t, c.printed["export"], string(killed))
	}
}

// configFiles kills `config init`. There is the whole file or none.
func (c *crash) configFiles(int) {
	c.t.Helper()
	file := filepath.Join(c.t.TempDir(), "config.toml")
	c.kill(20*time.Millisecond, "config", "init", "--config", file)
	content, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	require.NoError(c.t, err)
	if c.printed["config"] == "" {
		whole := filepath.Join(c.t.TempDir(), "config.toml")
		_, stderr, status := c.run("config", "init", "--config", whole)
		require.Zero(c.t, status, stderr)
		sample, err := os.ReadFile(whole)
		require.NoError(c.t, err)
		c.printed["config"] = string(sample)
	}
	require.Equal(c.t, c.printed["config"], string(content))
}

func (c *crash) command(ctx context.Context, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, program, arguments...)
	command.Env = c.profile
	return command
}

// kill starts a command and kills it after a random time up to a limit.
func (c *crash) kill(limit time.Duration, arguments ...string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Duration(c.random.Int64N(int64(limit))))
	defer cancel()
	err := c.command(ctx, arguments...).Run()
	if ctx.Err() == nil {
		require.NoError(c.t, err)
	} else {
		c.counts["killed commands"]++
	}
}

// run runs a command to its end.
func (c *crash) run(arguments ...string) (stdout, stderr string, status int) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	command := c.command(ctx, arguments...)
	var printed, problems strings.Builder
	command.Stdout, command.Stderr = &printed, &problems
	err := command.Run()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		require.NoError(c.t, err)
	}
	require.NoError(c.t, ctx.Err(), "%v hangs", arguments)
	return printed.String(), problems.String(), command.ProcessState.ExitCode()
}

// reference returns what a command prints that is not killed.
func (c *crash) reference(arguments []string) string {
	c.t.Helper()
	key := strings.Join(arguments, " ")
	if c.printed[key] == "" {
		stdout, stderr, status := c.run(arguments...)
		require.Zero(c.t, status, stderr)
		c.printed[key] = stdout
	}
	return c.printed[key]
}
