package main

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

// recordedIn returns a path for a new recording.
func recordedIn(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "session.jsonl")
}

// A command prints the same output from its recording once the network is gone.
func TestReplayPrintsSameOutput(t *testing.T) {
	network, err := localnet.Start(t.Context(), localnet.Options{Start: networkStart, ConsensusToken: "let-me-in-please"})
	require.NoError(t, err)
	t.Setenv("FOREDECK_CONSENSUS_TOKEN", "let-me-in-please")
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	treasury := network.Accounts()[0].Address.String()
	files, printed := map[string]string{}, map[string]string{}
	commands := []string{
		"account " + treasury, "txs " + treasury + " --limit 30", "txs " + treasury + " --kind coin --limit 5", "modules 0x1", "module 0x1::coin --functions view",
		"resources " + treasury + " -o json", "view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg " + treasury,
		"block 1500 --with-batches -o json", "blocks --last 5 --votes -o csv", "price btc_usdt -o json", "history btc_usdt --bar 1h --from 2001-07-31 --to 2001-08-01",
	}
	for _, command := range commands {
		files[command] = recordedIn(t)
		got := foredeck(t, append(strings.Fields(command), "--base-url", network.BaseURL(), "--record", files[command])...)
		require.Zero(t, got.code, "%s: %s", command, got.stderr)
		printed[command] = got.stdout
		found, err := os.Stat(files[command])
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), found.Mode().Perm())
		content, err := os.ReadFile(files[command])
		require.NoError(t, err)
		require.NotContains(t, string(content), "let-me-in")
	}
	require.NoError(t, network.Close())
	t.Setenv("FOREDECK_NETWORK", "nowhere")
	for _, command := range commands {
		got := foredeck(t, append(strings.Fields(command), "--replay", files[command])...)
		require.Equal(t, outcome{stdout: printed[command]}, got, command)
	}
}

func TestUnrecordedRequestError(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, accountBody))
	file := recordedIn(t)
	require.Zero(t, foredeck(t, "account", "0x1", "--base-url", n.url+"/0123456789abcdef", "--record", file).code)
	require.Zero(t, foredeck(t, "account", "0x1", "--replay", file).code)
	for _, arguments := range [][]string{{"account", "0x2"}, {"txs", "0x1"}, {"doctor"}, {"price", "btc_usdt"}} {
		got := foredeck(t, append(arguments, "--replay", file)...)
		require.NotZero(t, got.code, arguments)
		require.Contains(t, got.stdout+got.stderr, "not in this recording", arguments)
	}
	require.Len(t, n.requests(), 1)
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NotContains(t, string(content), "0123456789abcdef", "a path of a base URL may hold a key")

	require.NoError(t, os.WriteFile(file, content[:len(content)-5], 0o600))
	got := foredeck(t, "account", "0x1", "--replay", file)
	require.Equal(t, exitInvalidResponse, got.code)
	require.Equal(t, "foredeck: incomplete recording: it ends within a line, which is ignored: not in this recording\n  responses at its end are missing; record again\n", got.stderr)

	// Recorded records are printed, and the rest is reported as missing.
	require.NoError(t, os.WriteFile(file, slices.Concat(content, content[len(content)-40:len(content)-5]), 0o600))
	whole := foredeck(t, "account", "0x1", "--base-url", n.url)
	got = foredeck(t, "account", "0x1", "--replay", file)
	require.Equal(t, exitInvalidResponse, got.code)
	require.Equal(t, whole.stdout, got.stdout)
	require.Equal(t, "foredeck: incomplete recording: it ends within a line, which is ignored\n  responses at its end are missing; record again\n", got.stderr)
	got = foredeck(t, "account", "0x1", "--replay", file, "-o", "json")
	require.Equal(t, exitInvalidResponse, got.code)
	require.Equal(t, "invalid_response", read[problemShape](t, got.stderr).Error.Kind)
}

func TestRecordingFlags(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, accountBody))
	file := recordedIn(t)
	require.Zero(t, foredeck(t, "account", "0x1", "--base-url", n.url, "--record", file).code)
	folder := t.TempDir()
	for want, arguments := range map[string][]string{
		"session.jsonl: file exists": {"--base-url", n.url, "--record", file},
		"--record /nowhere/at/all: folder /nowhere/at does not exist: create it": {"--base-url", n.url, "--record", "/nowhere/at/all"},
		`--record ""`:                                   {"--base-url", n.url, "--record", ""},
		`--replay ""`:                                   {"--replay", ""},
		"--replay: open /nowhere/at/all":                {"--replay", "/nowhere/at/all"},
		"must be a regular file":                        {"--replay", folder},
		"--replay and --record":                         {"--replay", file, "--record", file + "2"},
		"--replay and --network":                        {"--replay", file, "--network", "local"},
		"--replay and --base-url":                       {"--replay", file, "--base-url", n.url},
		"--pace: requires --replay FILE":                {"--base-url", n.url, "--pace", "recorded"},
		`--pace "slow": must be one of speed, recorded`: {"--replay", file, "--pace", "slow"},
	} {
		got := foredeck(t, append([]string{"account", "0x1"}, arguments...)...)
		require.NotZero(t, got.code, arguments)
		require.Contains(t, got.stderr, want)
		require.Empty(t, got.stdout)
	}
	require.Len(t, n.requests(), 1)
	_, err := os.Stat(file + "2")
	require.ErrorIs(t, err, fs.ErrNotExist)

	for content, want := range map[string]string{
		"hello\n": "line 1: not a recording: expected a header in JSON",
		`{"format":"foredeck recording","version":9,"program":"foredeck v9"}` + "\n":                     `line 1: recording of version 9, made by "foredeck v9": this program reads version 1`,
		`{"format":"foredeck recording","version":1,"started":"2026-11-21T12:00:00Z","facts":{}}` + "\n": "line 1: the network is missing",
		headOf(`"decimals":-5`):                "line 1: decimals: must be a whole number from 0 to 38, not -5",
		headOf(`"decimals":1000000000`):        "line 1: decimals: must be a whole number from 0 to 38, not 1000000000",
		headOf(`"pairs":["a\u001b[31m_b"]`):    "line 1: a name has control characters",
		headOf(`"names":[{"name":"a\u0007"}]`): "line 1: a name has control characters",
	} {
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		got := foredeck(t, "account", "0x1", "--replay", file)
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, want)
	}
}

// headOf returns the header of an empty recording with this fact.
func headOf(fact string) string {
	return `{"format":"foredeck recording","version":1,"started":"2026-11-21T12:00:00Z","facts":{"network":"a","node":"http://a",` + fact + "}}\n"
}

// The search for the newest block requests heights that depend on timing: above the newest recorded one there are none.
func TestNoBlockAboveNewestRecorded(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{Start: networkStart})
	require.NoError(t, err)
	file := recordedIn(t)
	require.Zero(t, foredeck(t, "blocks", "--last", "3", "--from-height", "1540", "--base-url", network.BaseURL(), "--record", file).code)
	require.NoError(t, network.Close())
	newest := foredeck(t, "block", "head", "--from-height", "1540", "--replay", file, "-o", "json")
	require.Zero(t, newest.code, newest.stderr)
	height := read[consensusBlockShape](t, newest.stdout).Height
	player := &globalFlags{}
	s := openedDeck(t, player, "--replay", file)
	options := player.deckOptions(s.command, s.session)
	require.Equal(t, height, options.Recorded)
	options.Close()
	for address, code := range map[uint64]int{height: exitDone, height - 1: exitDone, height + 777: exitNotFound, height - 777: exitOther} {
		got := foredeck(t, "block", strconv.FormatUint(address, 10), "--replay", file)
		require.Equal(t, code, got.code, "%d: %s", address, got.stderr)
	}
}

// The deck of a recording has its network, clock and watched pairs, and saves nothing.
func TestDeckReplay(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	file := recordedIn(t)
	recorder := &globalFlags{}
	s := openedDeck(t, recorder, "--record", file)
	options := recorder.deckOptions(s.command, s.session)
	require.NoError(t, s.session.record(options.Service.Pairs))
	_, err := options.Node.Account(t.Context(), options.Provided[0].Address)
	require.NoError(t, err)
	_, err = options.Service.Client.Latest(t.Context(), options.Service.Pairs[0])
	require.NoError(t, err)
	options.Close()

	player := &globalFlags{}
	s = openedDeck(t, player, "--replay", file)
	replayed := player.deckOptions(s.command, s.session)
	defer replayed.Close()
	require.NoError(t, replayed.Warning)
	require.True(t, replayed.Replayed)
	require.True(t, replayed.Simulated)
	require.Equal(t, options.Provided, replayed.Provided)
	require.Equal(t, options.Service.Pairs, replayed.Service.Pairs)
	require.Equal(t, options.Service.Keyed, replayed.Service.Keyed)
	require.Equal(t, options.Reading.Settings.Network.Decimals, replayed.Reading.Settings.Network.Decimals)
	require.Equal(t, "simulated", replayed.Endpoint.Network)
	require.False(t, replayed.Now().Before(s.session.replay.Started))
	require.True(t, replayed.Ends.After(s.session.replay.Started))
	_, err = replayed.Node.Account(t.Context(), options.Provided[0].Address)
	require.NoError(t, err)
	_, err = replayed.Service.Client.Latest(t.Context(), options.Service.Pairs[0])
	require.NoError(t, err)
	require.Len(t, replayed.Requests.Since(0), 2)
	require.Len(t, replayed.Networks, 1)
	_, err = replayed.Open(t.Context(), "testnet")
	require.ErrorContains(t, err, "network \"testnet\": not in the recording")

	replayed.Store.SetWatchlist([]string{"a_b"})
	require.NoError(t, replayed.Store.Flush())
	real, err := openStore("simulated")
	require.NoError(t, err)
	_, chosen := real.Watchlist()
	require.False(t, chosen)
}

type opened struct {
	command *cobra.Command
	session *session
}

// openedDeck opens the network for a deck with these flags.
func openedDeck(t *testing.T, flags *globalFlags, arguments ...string) opened {
	t.Helper()
	command := rootCommand(flags)
	command.SetContext(t.Context())
	require.NoError(t, command.ParseFlags(arguments))
	s, _, err := flags.openAt(command, nil)
	require.NoError(t, err)
	return opened{command, s}
}

// The simulated chain starts over with the program, so earlier state does not apply.
func TestSimulatedNetworkStartsWithEmptyStore(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	for _, network := range []string{"simulated", "local"} {
		book, err := openStore(network)
		require.NoError(t, err)
		link, err := target.ParseLink(network + "/account/0x7")
		require.NoError(t, err)
		book.SetBookmark(store.Bookmark{Name: "seven", Link: link, Value: "1253", At: networkStart})
		require.NoError(t, book.Flush())

		flags := &globalFlags{}
		s := openedDeck(t, flags, "--network", network)
		options := flags.deckOptions(s.command, s.session)
		require.Len(t, options.Store.Bookmarks(), 1)
		require.Equal(t, network == "simulated", options.Store.Bookmarks()[0].At.IsZero())
		options.Close()
	}
}

// An empty recording is removed, so that the corrected command can use its name.
func TestEmptyRecordingIsRemoved(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, accountBody))
	file := recordedIn(t)
	require.Equal(t, exitUsage, foredeck(t, "account", "0xzz", "--base-url", n.url, "--record", file).code)
	require.NoFileExists(t, file)
	require.Zero(t, foredeck(t, "account", "0x1", "--base-url", n.url, "--record", file).code)
	require.FileExists(t, file)
}

// A short secret cannot be redacted without damaging other text.
func TestShortSecretPreventsRecording(t *testing.T) {
	n := serve(t, responding(http.StatusOK, `{"height":1}`))
	t.Setenv("FOREDECK_CONSENSUS_TOKEN", "key")
	file := recordedIn(t)
	got := foredeck(t, "block", "7", "--base-url", n.url, "--record", file)
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "--record: a key or token of less than 6 characters")
	require.NoFileExists(t, file)
	require.Empty(t, n.requests())
}

// Switching the network while recording reports that the new one is not recorded.
func TestRecordingEndsOnNetworkSwitch(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, accountBody))
	flags := &globalFlags{}
	o := openedDeck(t, flags, "--base-url", n.url, "--record", recordedIn(t))
	defer o.session.close()
	options, err := flags.networkOpener(o.command)(t.Context(), "local")
	require.NoError(t, err)
	defer options.Close()
	require.ErrorContains(t, options.Warning, "a recording holds only one network")
}
