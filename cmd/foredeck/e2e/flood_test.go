package e2e_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	floodTime   = flag.Duration("flood", 3*time.Second, "how long TestFlood keeps its connections busy")
	floodMemory = flag.Int("flood-memory", 160, "maximum resident memory of the network in TestFlood in MB; a race build takes four times as much")
)

// floodConnections is the number of connections of TestFlood. A network serves a few more, for a user beside them.
const floodConnections = 200

// Two hundred connections of slow clients, huge queries and bodies cost the network little memory, and another client is served
// all the time.
func TestFlood(t *testing.T) {
	node := startNetwork(t, "127.0.0.1:0", "--block-time", "100ms")
	address := strings.TrimPrefix(node.baseURL, "http://")
	const host = "Host: localnet\r\n"
	const month = "GET /history?trading_pair=btc_usdt&Resolution=15&startDate=1780000000000&endDate=1782419200000 HTTP/1.1\r\nx-api-key: simulated\r\n" + host
	view := "POST /rpc/v3/view HTTP/1.1\r\nContent-Type: application/json\r\n" + host
	arguments := `{"function":"0x1::coin::balance","type_arguments":[],"arguments":[` + strings.Repeat("0,", 30_000) + `0]}`
	kinds := []struct {
		send string
		drip bool // send more bytes, one at a time
		read bool
	}{
		{"", false, false},
		{"GET / HTTP/1.1\r\n" + host + "X: ", true, false},
		{view + "Content-Length: 60000\r\n\r\n" + strings.Repeat(" ", 50_000), true, false},
		{month + "\r\n", false, false},
		{month + "\r\n", false, true},
		{month + "Accept-Encoding: gzip\r\n\r\n", false, true},
		{view + "Content-Length: " + strconv.Itoa(len(arguments)) + "\r\n\r\n" + arguments, false, true},
		{view + "Content-Length: 1000000000\r\n\r\n" + strings.Repeat(" ", 1<<20), false, true},
		{"GET /rpc/v3/accounts/" + node.treasury + "/transactions?count=100 HTTP/1.1\r\n" + host + "\r\n", false, true},
		{"GET /rpc/v3/accounts/0x1/resources/0x1::a::B%3C" + strings.Repeat("0x1::a::B%3C", 1_000) + " HTTP/1.1\r\n" + host + "\r\n", false, true},
		{"GET /" + strings.Repeat("a", 1<<20) + " HTTP/1.1\r\n" + host + "\r\n", false, true},
	}
	deadline := time.Now().Add(*floodTime)
	var connections atomic.Int64
	finished := make(chan error, floodConnections)
	for i := range floodConnections {
		kind := kinds[i%len(kinds)]
		go func() {
			for time.Now().Before(deadline) {
				connection, err := net.Dial("tcp", address)
				if err != nil {
					finished <- err
					return
				}
				connections.Add(1)
				_ = connection.SetDeadline(deadline)
				_, err = io.WriteString(connection, kind.send)
				switch {
				case err != nil: // the network has closed the connection
				case kind.read:
					readResponses(connection, kind.send)
				case kind.drip:
					for err == nil {
						_, err = io.WriteString(connection, "a")
						runtime.Gosched()
					}
				default:
					<-time.After(time.Until(deadline))
				}
				_ = connection.Close()
			}
			finished <- nil
		}()
	}
	user := &http.Client{Timeout: patience}
	served := 0
	for ; time.Now().Before(deadline); served++ {
		response, err := user.Get(node.baseURL + "/rpc/v3/accounts/" + node.treasury)
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusOK, response.StatusCode)
	}
	for range floodConnections {
		require.NoError(t, <-finished)
	}
	resident, peak := memory(t, node.command.Process.Pid)
	t.Logf("%v: %d connections, %d requests of a user served, %d MB resident, at most %d MB", *floodTime, connections.Load(), served, resident, peak)
	require.Positive(t, served)
	require.LessOrEqual(t, peak, *floodMemory, "MB")
	node.stop()
}

// readResponses reads responses and repeats the request until the connection ends.
func readResponses(connection net.Conn, request string) {
	reader := bufio.NewReader(connection)
	for {
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return
		}
		_, err = io.Copy(io.Discard, response.Body)
		if _, failed := io.WriteString(connection, request); err != nil || failed != nil || response.Close {
			return
		}
	}
}

var memoryLines = regexp.MustCompile(`(?m)^Vm(HWM|RSS):\s+(\d+) kB$`)

// memory returns the resident memory of a process in MB, now and at most, 0 on systems that do not report it.
func memory(t *testing.T, process int) (now, peak int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if errors.Is(err, os.ErrNotExist) {
		return 0, 0
	}
	require.NoError(t, err)
	for _, line := range memoryLines.FindAllStringSubmatch(string(status), -1) {
		kilobytes, err := strconv.Atoi(line[2])
		require.NoError(t, err)
		if line[1] == "HWM" {
			peak = kilobytes >> 10
		} else {
			now = kilobytes >> 10
		}
	}
	return now, peak
}
