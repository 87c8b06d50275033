package main

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/cmd/foredeck/sshd"
	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/target"
)

// newTestHost opens a host with a config file, as foredeck serve does.
func newTestHost(t *testing.T, content string) *host {
	t.Helper()
	return newTestHostWith(t, content, hosting{ofKey: allowance{1e6, 1e6}, ofAddress: allowance{1e6, 1e6}})
}

// newTestHostWith is newTestHost with what visitors get.
func newTestHostWith(t *testing.T, content string, offers hosting) *host {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hostconfig.toml")
	require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
	flags := &globalFlags{environment: new(config.Environment), redactor: new(transport.Redactor)}
	ctx, cancel := context.WithCancel(t.Context())
	root := rootCommand(flags)
	var opened *host
	root.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		opened, err = newHost(ctx, cmd, flags, offers)
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
	return visitWith(t, h, "", "", arguments...)
}

// visitWith runs a command line of a visitor with a key, from an address.
func visitWith(t *testing.T, h *host, key, address string, arguments ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := (&visitor{host: h, Session: &sshd.Session{Arguments: arguments, Stdout: &stdout, Stderr: &stderr, Key: key, Address: address}}).execute(t.Context())
	return outcome{code, stdout.String(), stderr.String()}
}

// Each command says whether visitors have it; one that does not is denied, and fails here.
func TestVisitorCommands(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	help := visit(t, h, "help").stdout
	for _, declared := range command.All() {
		got := visit(t, h, declared.Name)
		if why := declared.Visitors.Why; !declared.Visitors.IsAllowed {
			require.NotEmpty(t, why, "%s: set Visitors to command.Allowed or command.Refused", declared.Name)
			require.Equal(t, exitUsage, got.code, declared.Name)
			require.Contains(t, got.stderr, declared.Name+": not available over SSH: "+why)
			require.Contains(t, visit(t, h, "help", declared.Name).stdout, why)
			require.Contains(t, help, declared.Name+strings.Repeat(" ", 15-len(declared.Name))+why)
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
	require.Zero(t, visit(t, h, "help", "filter").code)
	for _, arguments := range [][]string{{"__complete", "account", ""}, {"__completeNoDesc", ""}} {
		require.NotContains(t, visit(t, h, arguments...).stdout, "treasury", arguments)
	}
	require.NotContains(t, strings.ReplaceAll(help, describeRefused(), ""), "localnet", "help lists what there is")
	require.NotContains(t, help, "--network or --base-url")
	require.NotContains(t, visit(t, h, "help", "account").stdout, "jsonpath")
	require.Contains(t, visit(t, h, "doctor").stderr, "run foredeck --help for what is available")
}

// A command or an option that does not say whether visitors have it is denied.
func TestVisitorsLackWhatIsNotDecided(t *testing.T) {
	t.Parallel()
	require.False(t, command.Access{}.IsAllowed)
	root := rootCommand(&globalFlags{visitor: &visitor{Session: new(sshd.Session)}})
	ran := false
	root.AddCommand(&cobra.Command{Use: "undeclared", Run: func(*cobra.Command, []string) { ran = true }})
	root.PersistentFlags().Bool("undeclared", false, "")
	restrict(root, &visitor{})
	for _, arguments := range [][]string{{"undeclared"}, {"version", "--undeclared"}} {
		root.SetArgs(arguments)
		require.ErrorContains(t, root.ExecuteContext(t.Context()), errRemote.Error())
	}
	require.False(t, ran)
}

// So it is with the options of all commands.
func TestVisitorOptions(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	help := visit(t, h, "help").stdout
	values := map[string]string{"theme": "nord", "output": "json", "limit": "3"}
	for _, option := range command.Global() {
		flag := "--" + option.Name
		if option.Value != "" {
			flag += "=" + cmp.Or(values[option.Name], "1s")
		}
		got := visit(t, h, "account", "treasury", flag)
		if option.Visitors.IsAllowed {
			require.Zero(t, got.code, "%s: %s", flag, got.stderr)
			continue
		}
		require.Equal(t, exitUsage, got.code, flag)
		why := option.Visitors.Why
		require.NotEmpty(t, why, "%s: set Visitors to command.Allowed or command.Refused", flag)
		require.Contains(t, got.stderr, "not available over SSH: "+why, flag)
		require.Regexp(t, "--"+option.Name+" +"+regexp.QuoteMeta(why), help)
		require.NotContains(t, help, "--network or --base-url")
		require.NotContains(t, visit(t, h, "help", "account").stdout, "--"+option.Name+" "+cmp.Or(option.Value, " "), flag)
	}
}

// Commands use the network of the host, and what its config file says of it.
func TestVisitorNetwork(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	require.Zero(t, visit(t, h, "account", "treasury").code)
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
	require.Contains(t, visit(t, h, "wall", file).stderr, "must be one of validator, market: files of the server are not read for visitors")
}

// The names of the host's config file are for visitors only if it shares them.
func TestVisitorNames(t *testing.T) {
	t.Parallel()
	const content = "[names]\nfriend = \"0x1\"\n"
	for _, shares := range []bool{false, true} {
		h := newTestHostWith(t, content, hosting{sharesNames: shares, ofKey: allowance{1e6, 1e6}, ofAddress: allowance{1e6, 1e6}})
		byName := visit(t, h, "account", "friend", "-o", "json")
		require.Equal(t, shares, byName.code == 0, byName.stderr)
		require.Zero(t, visit(t, h, "account", "treasury").code, "the names of the network are not those of the config file")
		settings, err := (&visitor{host: h, Session: new(sshd.Session)}).settings(&globalFlags{})
		require.NoError(t, err)
		require.Equal(t, shares, len(settings.Names) > 0)
		require.Equal(t, shares, slices.ContainsFunc(h.session.names, func(name target.Name) bool { return name.Name == "friend" }))
	}
}

// The requests of one key and of one address are limited. Others have their own limits, and to reconnect gains nothing.
func TestVisitorRequestLimits(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	node := serve(t, forwardTo(t, network.BaseURL()).ServeHTTP)
	h := newTestHostWith(t, "network = \"mine\"\n[networks.mine]\nbase_urls = [\""+node.url+"\"]\n", hosting{ofKey: allowance{1e-9, 10}, ofAddress: allowance{1e-9, 25}})
	// exhaust runs commands until one is refused, and returns the number of requests that it took.
	exhaust := func(key, address string) int {
		before := len(node.requests())
		for range 100 {
			if got := visitWith(t, h, key, address, "account", "0xdead"); strings.Contains(got.stderr, "too many requests of your sessions") {
				return len(node.requests()) - before
			}
		}
		return -1
	}
	require.Positive(t, exhaust("a", "192.0.2.1"))
	require.Zero(t, exhaust("a", "192.0.2.2"), "the key has another address")
	require.Positive(t, exhaust("b", "192.0.2.1"))
	require.Positive(t, exhaust("c", "192.0.2.1"))
	require.Zero(t, exhaust("d", "192.0.2.1"), "the address has used its requests")
	require.Positive(t, exhaust("d", "192.0.2.3"))
}

// answering is a transport that counts its requests.
type answering struct{ requests int }

func (a *answering) RoundTrip(*http.Request) (*http.Response, error) {
	a.requests++
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
}

// A request without a turn takes nothing from others: that of a key without one takes none of its address.
func TestAllowancesAreExact(t *testing.T) {
	t.Parallel()
	a, next := newAllowances(allowance{1e-9, 10}, allowance{1e-9, 25}), &answering{}
	exhaust := func(key, address string) (sent int) {
		limits, release := a.open(key, address)
		defer release()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		before := next.requests
		for range 100 {
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1:1", nil)
			require.NoError(t, err)
			response, err := (&limited{next, limits}).RoundTrip(request)
			if err != nil {
				require.ErrorContains(t, err, "too many requests of your sessions")
				continue
			}
			require.NoError(t, response.Body.Close())
		}
		return next.requests - before
	}
	require.Equal(t, 10, exhaust("a", "192.0.2.1"))
	require.Zero(t, exhaust("a", "192.0.2.2"))
	require.Equal(t, 10, exhaust("b", "192.0.2.1"))
	require.Equal(t, 5, exhaust("c", "192.0.2.1"), "the address has 25")
	require.Equal(t, 10, exhaust("d", "192.0.2.3"))
	require.Equal(t, 15, exhaust("", "192.0.2.3"), "without keys there is only the limit of the address")
}

// What visitors have used is forgotten when it is available again.
func TestAllowancesAreForgotten(t *testing.T) {
	t.Parallel()
	a := newAllowances(allowance{1e-9, 2}, allowance{1e-9, 2})
	limits, release := a.open("a", "192.0.2.1")
	require.True(t, limits[0].Allow() && limits[1].Allow())
	release()
	_, release = a.open("b", "192.0.2.2")
	release()
	_, release = a.open("b", "192.0.2.2")
	require.Len(t, a.used, 4)
	release()
	for _, used := range a.used {
		used.SetBurst(1)
	}
	_, release = a.open("c", "192.0.2.3")
	release()
	require.Len(t, a.used, 2)
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
	code := (&visitor{host: h, Session: &sshd.Session{Arguments: []string{"account", "treasury", "-o", "raw"}, Stdout: &terminal, Stderr: &terminal}}).execute(t.Context())
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
	inner := forwardTo(t, network.BaseURL())
	node := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if rest, ok := strings.CutPrefix(r.URL.Path, "/host key"); ok {
			r.URL.Path, r.URL.RawPath = rest, ""
			inner.ServeHTTP(w, r)
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
		isRefused := format == "jsonpath" || format == "jq"
		if isRefused {
			format += "=."
		}
		got := visit(t, h, "account", "treasury", "-o", format)
		require.Equal(t, isRefused, strings.Contains(got.stderr, "not available over SSH: "+whyNoExpressions), format)
	}
}

// A command ends with its session.
func TestVisitorCommandEnds(t *testing.T) {
	t.Parallel()
	h := newTestHost(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	out := &cancelOnWrite{cancel: cancel}
	var stderr strings.Builder
	code := (&visitor{host: h, Session: &sshd.Session{Arguments: []string{"blocks", "--follow"}, Stdout: out, Stderr: &stderr}}).execute(ctx)
	require.Zero(t, code, stderr.String())
}

// cancelOnWrite ends a command when it has printed something.
type cancelOnWrite struct{ cancel func() }

func (c *cancelOnWrite) Write(text []byte) (int, error) {
	c.cancel()
	return len(text), nil
}

// Without keys only this machine can connect.
func TestServeNeedsKeysOrLoopback(t *testing.T) {
	t.Parallel()
	for _, listen := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.org:0"} {
		got := foredeck(t, "serve", "--listen", listen, "--host-key", filepath.Join(privateFolder(t), "key"))
		require.Equal(t, exitUsage, got.code, listen)
		require.Contains(t, got.stderr, "without --authorized-keys anybody could connect", listen)
	}
	for _, host := range []string{"127.0.0.1", "::1", "localhost", "127.9.9.9"} {
		require.True(t, isLoopback(host), host)
	}
	for _, limit := range []string{"max-sessions", "max-sessions-per-key", "max-sessions-per-address", "max-requests-per-key", "max-requests-per-address"} {
		got := foredeck(t, "serve", "--"+limit, "0")
		require.Equal(t, exitUsage, got.code, limit)
		require.Contains(t, got.stderr, "--"+limit+" 0: must be 1 or more")
	}
}
