package e2e_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// door is a proxy in front of a node that can answer in its place.
type door struct {
	URL    string
	node   http.HandlerFunc                 // behind it
	answer atomic.Pointer[http.HandlerFunc] // nil: the node's
}

// newDoor returns a door in front of a node.
func newDoor(t *testing.T, node string) *door {
	t.Helper()
	through, err := throughTo(node)
	require.NoError(t, err)
	d := &door{node: through}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer := d.answer.Load(); answer != nil {
			(*answer)(w, r)
			return
		}
		d.node(w, r)
	}))
	t.Cleanup(server.Close)
	d.URL = server.URL
	return d
}

// throughTo returns a proxy to a node.
func throughTo(node string) (http.HandlerFunc, error) {
	base, err := url.Parse(node)
	proxy := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(base) },
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	return proxy.ServeHTTP, err
}

// ofChain makes a node say that it is of a chain. All simulated networks have the same chain ID.
func ofChain(id int, node http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "ChainId") {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"type":"0x1::chain_id::ChainId","data":{"id":%d}}`, id)
			return
		}
		node(w, r)
	}
}

// answers makes the door answer with a body.
func (d *door) answers(status int, media, body string) {
	d.answer.Store(new(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "3")
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})))
}

// delays makes the door wait before each response of the node.
func (d *door) delays(wait time.Duration) {
	d.answer.Store(new(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
			d.node(w, r)
		case <-r.Context().Done():
		}
	})))
}

// leadsTo makes the door lead to a node of another chain.
func (d *door) leadsTo(other string) {
	through, err := throughTo(other)
	if err != nil {
		panic(err) // impossible: the address is that of a network which runs
	}
	d.answer.Store(new(ofChain(254, through)))
}

// opens makes the node behind the door answer again.
func (d *door) opens() { d.answer.Store(nil) }

// doorVariable is the environment variable that makes the test binary a node of its own process: a proxy, with the address to listen on and
// the node behind it.
const doorVariable = "FOREDECK_E2E_DOOR"

// runDoor is the program of that process. It ends when it is killed.
func runDoor(where string) error {
	address, node, _ := strings.Cut(where, " ")
	proxy, err := throughTo(node)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Println("listening")
	return http.Serve(listener, proxy)
}

// process is a node of its own process, which can be killed and started again.
type process struct {
	t       *testing.T
	address string
	node    string // behind it
	command *exec.Cmd
}

func newProcess(t *testing.T, node string) *process {
	p := &process{t: t, address: freeAddress(t), node: node}
	p.start()
	return p
}

func (p *process) start() {
	p.t.Helper()
	p.command = exec.CommandContext(p.t.Context(), os.Args[0])
	p.command.Env = append(os.Environ(), doorVariable+"="+p.address+" "+p.node)
	stdout, err := p.command.StdoutPipe()
	require.NoError(p.t, err)
	require.NoError(p.t, p.command.Start())
	said := make([]byte, len("listening"))
	_, err = io.ReadFull(stdout, said)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = p.command.Wait() }) // it was killed
}

func (p *process) kill() {
	p.t.Helper()
	require.NoError(p.t, p.command.Process.Kill())
	_ = p.command.Wait() // it was killed
}
