package main

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/command"
)

// newTestHost opens a host with a config file, as foredeck serve does.
func newTestHost(t *testing.T, content string) *host {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hostconfig.toml")
	require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
	flags := &globalFlags{environment: new(config.Environment), redactor: new(transport.Redactor)}
	ctx, cancel := context.WithCancel(t.Context())
	root := rootCommand(flags)
	var opened *host
	root.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		opened, err = newHost(ctx, cmd, flags)
		return err
	}
	root.SetArgs([]string{"--config", file})
	require.NoError(t, root.ExecuteContext(ctx))
	t.Cleanup(func() {
		cancel()
		opened.session.close()
	})
	return opened
}

// privateFolder returns a temporary folder that others cannot change, whatever the umask.
func privateFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.Chmod(folder, 0o700))
	return folder
}

// visit runs a command line of a visitor without a terminal.
func visit(t *testing.T, h *host, arguments ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := (&visitor{host: h}).execute(t.Context(), arguments, &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}

// Visitors have the commands that are listed, and no others: a new command is denied until somebody decides.
func TestVisitorCommands(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	for _, declared := range command.All() {
		got := visit(t, h, declared.Name)
		if !slices.Contains(visitorCommands, declared.Name) {
			require.Equal(t, exitUsage, got.code, declared.Name)
			require.Contains(t, got.stderr, declared.Name+": not available over SSH")
			continue
		}
		require.NotContains(t, got.stderr, "not available", declared.Name)
		for _, option := range declared.Options {
			require.NotContains(t, []string{"FILE", "DIR"}, option.Value, "%s --%s reads or writes files", declared.Name, option.Name)
		}
		for _, arg := range declared.Args {
			require.NotContains(t, []command.Kind{command.Folder, command.ModuleVersion, command.Node}, arg.Kind, "%s %s names files or other hosts", declared.Name, arg.Name)
		}
	}
	for _, name := range visitorCommands {
		require.True(t, name == "help" || command.Lookup(name) != nil, name)
	}
	for _, arguments := range [][]string{{"__complete", "account", ""}, {"__completeNoDesc", ""}} {
		require.NotContains(t, visit(t, h, arguments...).stdout, "treasury", arguments)
	}
	require.NotContains(t, visit(t, h, "help").stdout, "localnet", "help lists what there is")
	require.NotContains(t, visit(t, h, "help", "account").stdout, "jsonpath")
	require.Contains(t, visit(t, h, "doctor").stderr, "run foredeck --help for what is available")
}

// So it is with the options of all commands.
func TestVisitorOptions(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	values := map[string]string{"theme": "nord", "output": "json", "limit": "3"}
	for _, option := range command.Global() {
		flag := "--" + option.Name
		if option.Value != "" {
			flag += "=" + cmp.Or(values[option.Name], "1s")
		}
		got := visit(t, h, "account", "treasury", flag)
		if slices.Contains(visitorOptions, option.Name) {
			require.Zero(t, got.code, "%s: %s", flag, got.stderr)
			continue
		}
		require.Equal(t, exitUsage, got.code, flag)
		require.Contains(t, got.stderr, "not available over SSH", flag)
		require.NotContains(t, visit(t, h, "help", "account").stdout, "--"+option.Name+" "+cmp.Or(option.Value, " "), flag)
	}
}

// Commands use the network of the host, and what its config file says of it.
func TestVisitorNetwork(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "[names]\nfriend = \"0x1\"\n")
	byName := visit(t, h, "account", "friend", "-o", "json")
	require.Zero(t, byName.code, byName.stderr)
	require.Equal(t, byName.stdout, visit(t, h, "account", "0x1", "-o", "json").stdout)
	require.Zero(t, visit(t, h, "blocks", "--last", "2").code)
	require.Zero(t, visit(t, h, "price", "btc_usdt").code)
	require.Zero(t, visit(t, h, "history", "btc_usdt", "--chart").code)
	for _, arguments := range [][]string{{}, {"wall"}, {"wall", "market"}} {
		deck := visit(t, h, arguments...)
		require.Equal(t, exitUsage, deck.code)
		require.Contains(t, deck.stderr, "ssh -t")
	}
	file := filepath.Join(t.TempDir(), "wall.toml")
	require.NoError(t, os.WriteFile(file, []byte("titel = 1"), 0o600))
	require.Contains(t, visit(t, h, "wall", file).stderr, "must be one of validator, market", "the file is not read")
}

// Nothing of the host that is not its network comes to visitors: no path, no secret, no program, no amount.
func TestVisitorGetsNoSecrets(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, `network = "mine"
alert_command = ["hostprogram"]
alert_webhook = "https://hooks.example.org/hostwebhook"
[holdings.hostholding]
amount = "77"
pair = "btc_usdt"
[networks.mine]
base_urls = ["http://127.0.0.1:1/hostpath/", "http://127.0.0.1:1/hostpath2"]
oracle_url = "http://127.0.0.1:1/hostoracle"
api_key_command = ["hostcommand"]
consensus_token_file = "/hosthome/hosttoken"
[networks.hostother]
base_urls = ["http://127.0.0.1:2"]
`)
	for _, arguments := range [][]string{
		{"account", "0x1"}, {"block", "5"}, {"blocks"}, {"price", "btc_usdt"}, {"history", "btc_usdt"}, {"version"}, {"help"}, {"account", "0x1", "-o", "raw"},
		{"account", "0x1", "-o", "json"}, {"price", "btc_usdt", "-o", "json"}, {"txs", "0x1", "--all", "-o", "jsonl"}, {"view", "0x1::chain_id::get"},
		{"account", "hosttheme"}, {"account", "0x1", "--theme", "hosttheme"},
	} {
		got := visit(t, h, arguments...)
		for _, secret := range []string{"hostprogram", "hostwebhook", "hostholding", "hostcommand", "hosthome", "hosttoken", "hostother", "hostconfig", "hostpath", "hostoracle", os.TempDir()} {
			require.NotContains(t, got.stdout+got.stderr, secret, arguments)
		}
	}
	require.Contains(t, visit(t, h, "block", "5").stderr, "not available on the server")
	require.Contains(t, visit(t, h, "price", "btc_usdt").stderr, "not available on the server")
}

// drawn is the output of a visitor with a terminal.
type drawn struct{ bytes.Buffer }

func (*drawn) IsTerminal() bool { return true }

// Text of a node does not control the terminal of a visitor.
func TestVisitorTerminalIsSafe(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	var terminal drawn
	code := (&visitor{host: h}).execute(t.Context(), []string{"account", "treasury", "-o", "raw"}, &terminal, &terminal)
	require.Zero(t, code)
	require.True(t, isTerminal(&output{to: &terminal}))
	require.True(t, isTerminal(&converter{to: &output{to: &terminal}}))
	require.False(t, isTerminal(&output{to: new(bytes.Buffer)}))
	require.False(t, isTerminal(new(bytes.Buffer)))
}

// The paths of addresses are in requests, and in nothing that visitors see.
func TestVisitorAddresses(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	node := serve(t, func(w http.ResponseWriter, r *http.Request) {
		inner, err := url.Parse(network.BaseURL())
		if rest, ok := strings.CutPrefix(r.URL.Path, "/host key"); ok && err == nil {
			r.URL.Path, r.URL.RawPath = rest, ""
			httputil.NewSingleHostReverseProxy(inner).ServeHTTP(w, r)
			return
		}
		http.NotFound(w, r)
	})
	h := newTestHost(t, "network = \"mine\"\n[networks.mine]\nbase_urls = [\""+node.url+"/host%20key/\"]\n")
	got := visit(t, h, "account", "0x1", "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Contains(t, node.requests()[len(node.requests())-1], "/host%20key/rpc/")
	got = visit(t, h, "account", "0xdead")
	require.Equal(t, exitNotFound, got.code)
	require.Contains(t, got.stderr, "mine ("+node.url+")")
	require.NotContains(t, got.stderr, "host%20key")
}

// A network that is not the intended one is not served.
func TestHostNeedsItsNetwork(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(file, []byte("network = \"mine\"\n[networks.mine]\nbase_urls = [\"http://user:password@127.0.0.1:1\"]\n"), 0o600))
	got := foredeck(t, "serve", "--config", file, "--listen", "127.0.0.1:0", "--host-key", filepath.Join(privateFolder(t), "key"))
	require.NotZero(t, got.code)
	require.Contains(t, got.stderr, "mine")
	require.Empty(t, got.stdout)
}

// Visitors cannot have expressions evaluated that need any amount of memory.
func TestVisitorFormats(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	for _, format := range append(slices.Clone(command.Formats), command.Converted...) {
		format, _, _ = strings.Cut(format, "=")
		isExpression := slices.Contains(unboundedFormats, format+"=")
		if isExpression {
			format += "=."
		}
		got := visit(t, h, "account", "treasury", "-o", format)
		require.Equal(t, isExpression, strings.Contains(got.stderr, "not available over SSH"), format)
	}
}

// A command ends with its session.
func TestVisitorCommandEnds(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	out := &cancelOnWrite{cancel: cancel}
	var stderr strings.Builder
	code := (&visitor{host: h}).execute(ctx, []string{"blocks", "--follow"}, out, &stderr)
	require.Zero(t, code, stderr.String())
}

// cancelOnWrite ends a command when it has printed something.
type cancelOnWrite struct{ cancel func() }

func (c *cancelOnWrite) Write(text []byte) (int, error) {
	c.cancel()
	return len(text), nil
}
