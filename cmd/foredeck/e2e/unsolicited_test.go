package e2e_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// startUnsolicited starts a node that sends bytes after each response, when the connection is idle. net/http reports that on the
// standard logger, which writes to stderr by default.
func startUnsolicited(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer connection.Close()
				requests := bufio.NewReader(connection)
				for {
					if _, err := http.ReadRequest(requests); err != nil {
						return
					}
					const body = `{"sequence_number":3,"authentication_key":"0x01"}`
					_, _ = fmt.Fprintf(connection, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%sUNSOLICITED\x1b[2J%s", len(body), body, strings.Repeat("!", 100))
				}
			}()
		}
	}()
	return "http://" + listener.Addr().String()
}

// What libraries log is shown with the requests, and does not overwrite the deck.
func TestUnsolicitedResponseInDeck(t *testing.T) {
	t.Parallel()
	size := terminal.Size{Columns: 100, Rows: 30}
	x := terminal.Start(t, size, terminal.Options{Environment: environment(t)}, program, "--base-url", startUnsolicited(t), "0x1")
	x.WaitFor(`sequence 3`, patience)
	x.Type("`")
	x.WaitFor(`! Unsolicited response received on idle HTTP channel`, patience)
	x.Key("esc")
	x.WaitUntil("the account again", patience, shows(`^ Home › Account 0x0000`))
	require.NotContains(t, x.Screen(), "UNSOLICITED")
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// Commands do not write it to stderr.
func TestUnsolicitedResponseInCommands(t *testing.T) {
	t.Parallel()
	node := startUnsolicited(t)
	for range 20 { // the bytes can arrive after the end of the program
		got := run(t, "doctor", "--base-url", node)
		require.NotContains(t, got.stderr, "Unsolicited")
	}
}
