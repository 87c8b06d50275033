package localnet

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// pipes is a listener whose connections hold no bytes: a write waits until it is read. Deadlines follow the clock of a bubble.
type pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case connection := <-p.accepted:
		return connection, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// connect returns the client's end of a new connection.
func (p *pipes) connect() net.Conn {
	client, server := net.Pipe()
	go func() {
		select {
		case p.accepted <- server:
		case <-p.closed:
			_ = server.Close()
		}
	}()
	return client
}

// inBubble runs a test with a network on pipes, in a bubble with its own clock.
func inBubble(t *testing.T, test func(t *testing.T, line *pipes)) {
	synctest.Test(t, func(t *testing.T) {
		options, err := Options{Start: start}.withDefaults()
		require.NoError(t, err)
		line := &pipes{make(chan net.Conn), make(chan struct{})}
		n := serve(t.Context(), options, []net.Listener{line}, nil, time.Now())
		defer func() { require.NoError(t, n.Close()) }()
		<-n.ready
		test(t, line)
	})
}

// drip writes a byte every second until the server has closed the connection.
func drip(connection net.Conn) {
	for {
		if _, err := io.WriteString(connection, "a"); err != nil {
			return
		}
		time.Sleep(time.Second) // the bubble's clock
	}
}

const accountRequest = "GET /rpc/v3/accounts/0x1 HTTP/1.1\r\nHost: localnet\r\n\r\n"

// The server closes connections of clients that are slow in every part of a request.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		send   string
		drip   bool
		status int // of the response, 0 if there is none
		closed time.Duration
	}{
		"silent":   {"", false, 0, 5 * time.Second},
		"header":   {"GET / HTTP/1.1\r\nHost: localnet\r\nX-Long: ", true, 0, 5 * time.Second},
		"body":     {"POST /rpc/v3/view HTTP/1.1\r\nHost: localnet\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n", true, http.StatusRequestTimeout, 10 * time.Second},
		"no body":  {"POST /rpc/v3/view HTTP/1.1\r\nHost: localnet\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n", false, http.StatusRequestTimeout, 10 * time.Second},
		"finished": {accountRequest, false, http.StatusOK, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T, line *pipes) {
				began := time.Now()
				connection := line.connect()
				_, err := io.WriteString(connection, test.send)
				require.NoError(t, err)
				if test.drip {
					go drip(connection)
				}
				received, err := io.ReadAll(connection)
				require.NoError(t, err)
				require.Equal(t, test.closed, time.Since(began).Truncate(time.Second))
				status := ""
				if test.status != 0 {
					status = fmt.Sprintf("HTTP/1.1 %d", test.status)
				}
				require.True(t, strings.HasPrefix(string(received), status), "%s", received)
				require.Equal(t, test.status == 0, len(received) == 0)
				time.Sleep(2 * time.Second) // until the last drip
			})
		})
	}
}

const monthRequest = "GET /history?trading_pair=btc_usdt&Resolution=15&startDate=1780000000000&endDate=1782419200000 HTTP/1.1\r\nHost: localnet\r\nx-api-key: simulated\r\n"

// Two hundred clients that do not read a response of 20 MB, half of them compressed, cost little memory, and the connections end.
func TestUnreadResponses(t *testing.T) {
	const clients, perClient = 200, 200 << 10
	inBubble(t, func(t *testing.T, line *pipes) {
		before := heap()
		var connections []net.Conn
		for i := range clients {
			connection := line.connect()
			headers := "\r\n"
			if i%2 == 0 {
				headers = "Accept-Encoding: gzip\r\n\r\n"
			}
			_, err := io.WriteString(connection, monthRequest+headers)
			require.NoError(t, err)
			connections = append(connections, connection)
		}
		synctest.Wait() // all are blocked by their clients
		require.Less(t, heap()-before, clients*perClient)

		time.Sleep(time.Minute + time.Second)
		for _, connection := range connections {
			received, err := io.ReadAll(connection)
			require.NoError(t, err)
			require.Empty(t, received, "the connection is closed")
		}
	})
}

// heap returns the size of the live objects in bytes.
func heap() int {
	runtime.GC()
	runtime.GC() // empties the pools
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

// A long response arrives complete.
func TestLongResponse(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{Start: time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC)})
	path, _, _ := strings.Cut(strings.TrimPrefix(monthRequest, "GET "), " ")
	for _, compressed := range []bool{false, true} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.BaseURL()+path, nil)
		require.NoError(t, err)
		request.Header.Set("x-api-key", n.APIKey())
		response, err := (&http.Transport{DisableKeepAlives: true, DisableCompression: !compressed}).RoundTrip(request)
		require.NoError(t, err)
		require.Equal(t, compressed, response.Uncompressed)
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, 28*86_400/15, strings.Count(string(body), `"timestamp"`))
		require.True(t, strings.HasSuffix(string(body), "}]}"))
	}
}

// Connections beyond the limit wait until another one closes.
func TestMaxConnections(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, line *pipes) {
		status := func(connection net.Conn) int {
			_, err := io.WriteString(connection, accountRequest)
			require.NoError(t, err)
			response, err := http.ReadResponse(bufio.NewReader(connection), nil)
			require.NoError(t, err)
			_, err = io.Copy(io.Discard, response.Body)
			require.NoError(t, err)
			return response.StatusCode
		}
		var open []net.Conn
		for range maxConnections {
			connection := line.connect()
			require.Equal(t, http.StatusOK, status(connection))
			open = append(open, connection)
		}
		late := line.connect()
		served := make(chan int, 1)
		go func() { served <- status(late) }()
		synctest.Wait()
		require.Empty(t, served)
		require.NoError(t, open[0].Close())
		require.Equal(t, http.StatusOK, <-served)
		for _, connection := range append(open[1:], late) {
			require.NoError(t, connection.Close())
		}
	})
}

// Headers and bodies beyond the limits are rejected.
func TestLongRequests(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, line *pipes) {
		for sent, want := range map[string]int{
			"GET /" + strings.Repeat("a", 8_000) + " HTTP/1.1\r\nHost: localnet\r\n\r\n":                                                                                                                http.StatusNotFound,
			"GET /" + strings.Repeat("a", 100_000) + " HTTP/1.1\r\nHost: localnet\r\n\r\n":                                                                                                              http.StatusRequestHeaderFieldsTooLarge,
			"GET / HTTP/1.1\r\nHost: localnet\r\n" + strings.Repeat("X-A: b\r\n", 20_000) + "\r\n":                                                                                                      http.StatusRequestHeaderFieldsTooLarge,
			"POST /rpc/v3/view HTTP/1.1\r\nHost: localnet\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n" + strings.Repeat(" ", 1_000_000):                                      http.StatusRequestEntityTooLarge,
			"POST /rpc/v3/view HTTP/1.1\r\nHost: localnet\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("1000\r\n"+strings.Repeat(" ", 4096)+"\r\n", 1_000): http.StatusRequestEntityTooLarge,
		} {
			connection := line.connect()
			go func() { _, _ = io.WriteString(connection, sent) }() // fails when the server closes the connection
			response, err := http.ReadResponse(bufio.NewReader(connection), nil)
			require.NoError(t, err)
			require.Equal(t, want, response.StatusCode, "%.60s", sent)
			require.NoError(t, connection.Close())
		}
	})
}

// Two hundred connections, most of them of slow or hostile clients, and the others are served.
func TestManyConnections(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{BlockTime: time.Millisecond})
	address := n.BaseURL()[len("http://"):]
	connect := func(i int) error {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			return err
		}
		defer connection.Close()
		switch i % 4 {
		case 0: // a header without an end
			_, err = io.WriteString(connection, "GET / HTTP/1.1\r\nHost: localnet\r\nX: ")
			return err
		case 1: // a response that is not read
			_, err = io.WriteString(connection, monthRequest+"\r\n")
			return err
		case 2: // arguments that take far more memory than their text
			body := `{"function":"0x1::coin::balance","type_arguments":[],"arguments":[` + strings.Repeat("0,", 30_000) + `0]}`
			_, err = fmt.Fprintf(connection, "POST /rpc/v3/view HTTP/1.1\r\nHost: localnet\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		default:
			_, err = io.WriteString(connection, accountRequest)
		}
		if err != nil {
			return err
		}
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			return err
		}
		if want := map[int]int{2: http.StatusBadRequest, 3: http.StatusOK}[i%4]; response.StatusCode != want {
			return errors.New(response.Status)
		}
		return nil
	}
	results := make(chan error)
	for i := range 200 {
		go func() { results <- connect(i) }()
	}
	for range 200 {
		require.NoError(t, <-results)
	}
	require.NotEmpty(t, get(t, n, "/rpc/v3/accounts/0x1"))
}
