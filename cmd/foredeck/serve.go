package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"foredeck/cmd/foredeck/sshd"
	"foredeck/tui/text"
)

func init() { runners["serve"] = &runner{check: checkServe, run: serveVisitors} }

// checkServe checks the options of serve.
func checkServe(in *invocation) error {
	address, keys, idle := in.value("listen"), in.value("authorized-keys"), get[time.Duration](in.options, "idle-timeout")
	host, _, malformed := net.SplitHostPort(address)
	var err error
	for _, limit := range []string{"max-sessions", "max-sessions-per-key", "max-sessions-per-address", "max-requests-per-key", "max-requests-per-address"} {
		value := get[int](in.options, limit)
		err = cmp.Or(err, wrongIf(value < 1, "--%s %d: must be 1 or more", limit, value))
	}
	return cmp.Or(err,
		wrongIf(malformed != nil, "--listen %q: must be host:port, such as 127.0.0.1:23234", address),
		wrongIf(in.given("authorized-keys") && keys == "", `--authorized-keys "": must be a file with public keys; omit the flag to serve this machine only`),
		wrongIf(keys == "" && !isLoopback(host),
			"--listen %q: without --authorized-keys anybody could connect: add that flag, or listen on a loopback address such as 127.0.0.1:23234", address),
		wrongIf(idle < 0, "--idle-timeout %s: must be 0 or more", idle),
		wrongIf(in.replay != "" || in.recordTo != "", "--record and --replay: not supported by serve"))
}

// isLoopback reports whether a host can be reached only from this machine.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// serveGC is the pace of the garbage collector: a quarter less memory per session than by default, for a few percent of a core.
const serveGC = 50

// serveVisitors serves decks and commands over SSH until the command ends.
func serveVisitors(in *invocation) error {
	key, err := hostKey(in.value("host-key"))
	if err != nil {
		return err
	}
	log := &sessionLog{to: in.out()}
	options := sshd.Options{
		HostKey: key, AuthorizedKeys: in.value("authorized-keys"), MaxSessions: get[int](in.options, "max-sessions"),
		MaxKeySessions: get[int](in.options, "max-sessions-per-key"), MaxAddressSessions: get[int](in.options, "max-sessions-per-address"),
		IdleTimeout: get[time.Duration](in.options, "idle-timeout"), Log: log.print,
	}
	var h *host
	options.Serve = func(ctx context.Context, session *sshd.Session) int { return h.serve(ctx, session) }
	server, err := sshd.New(options)
	if err != nil {
		return &fileError{err}
	}
	listener, err := new(net.ListenConfig).Listen(in.ctx(), "tcp", in.value("listen"))
	if err != nil {
		return fmt.Errorf("--listen %q: %w", in.value("listen"), err)
	}
	defer listener.Close() // it is closed already, unless the network cannot be opened
	ctx, cancel := context.WithCancel(in.ctx())
	defer cancel()
	if h, err = newHost(ctx, in.cmd, in.globalFlags, hostingOf(in)); err != nil {
		return err
	}
	defer h.session.close()
	if h.warning != nil {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", text.Clean(h.warning.Error()))
	}
	if err := describeServer(in.out(), listener.Addr(), server.Fingerprint(), options.AuthorizedKeys, h); err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(serveGC)
	}
	return server.Serve(ctx, listener)
}

// hostingOf returns what the options give to visitors.
func hostingOf(in *invocation) hosting {
	return hosting{in.isSet("share-names"), allowanceOf(in, "max-requests-per-key"), allowanceOf(in, "max-requests-per-address")}
}

// describeServer prints how to connect.
func describeServer(to io.Writer, address net.Addr, fingerprint, keys string, h *host) error {
	host, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "HOST"
	}
	visitors := "keys in " + keys
	if keys == "" {
		visitors = "anybody on this machine; --authorized-keys admits others"
	}
	_, err = fmt.Fprintf(to, "serving %s over SSH\n\nlisten       %s\nvisitors     %s\nfingerprint  %s\n\nto open the deck: ssh -p %s %s\nctrl+c stops it\n",
		text.Clean(h.session.endpoint.Network), address, text.Clean(visitors), fingerprint, port, host)
	return err
}

// hostKey returns the path of the host key, and creates its folder if it is the default one.
func hostKey(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	folder := filepath.Join(xdg.StateHome, "foredeck")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		if reason, ok := errors.AsType[*fs.PathError](err); ok {
			err = reason.Err
		}
		return "", &fileError{fmt.Errorf("host key: cannot create %s: %w: set --host-key to a file that can be written", folder, err)}
	}
	return filepath.Join(folder, "ssh_host_ed25519"), nil
}

// serve runs a session of a visitor: a deck, or a command.
func (h *host) serve(ctx context.Context, session *sshd.Session) int {
	return (&visitor{host: h, Session: session}).execute(ctx)
}

// sessionLog prints lines about sessions with their time.
type sessionLog struct {
	mutex sync.Mutex
	to    io.Writer
}

func (l *sessionLog) print(message string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	fmt.Fprintf(l.to, "%s  %s\n", time.Now().UTC().Format(time.RFC3339), text.Clean(message))
}
