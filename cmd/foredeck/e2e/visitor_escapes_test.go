package e2e_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"
)

// visitorMark is in everything that the hostile visitor sends.
const visitorMark = "pWn3d"

// visitorAttacks are sequences that change a terminal: its title, clipboard, modes, colors, answers and hyperlinks.
var visitorAttacks = []string{
	"\x1b]2;" + visitorMark + "\a", "\x1b]52;c;" + visitorMark + "\x1b\\", "\x1bP$q" + visitorMark + "\x1b\\", "\x1b[2J" + visitorMark, "\x1b[8;2;2t" + visitorMark, "\x1b]8;;http://" + visitorMark + "\a",
	"\x9b31m" + visitorMark, "\u202e" + visitorMark, "\x1b_G" + visitorMark + "\x1b\\", "\x1b[?1049l" + visitorMark, "\x1bc" + visitorMark, "\x1b[200~" + visitorMark + "\x1b[201~", "\r\n\a" + visitorMark,
}

// What a visitor sends, as a user name, kind of terminal, variable, command, key or paste, never gets to the screen of another visitor, and
// to the log of the host only as text.
func TestVisitorsEscapesReachNobody(t *testing.T) {
	seed := *crashSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("to repeat it: -seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	log := filepath.Join(t.TempDir(), "log")
	s := serveIn(t, environment(t, "FOREDECK_LOG="+log))
	victim := s.visit()
	defer victim.Close()
	screen := s.openBlocks(victim)
	var drawn bytes.Buffer
	until := func(shown string) { // in what is drawn from now on
		start := drawn.Len()
		for limit := time.After(patience); !strings.Contains(drawn.String()[start:], shown); {
			select {
			case part := <-screen.output:
				drawn.Write(part)
			case <-limit:
				require.Fail(t, "not drawn: "+shown, "%q", drawn.String()[start:])
			}
		}
	}
	until("Blocks")

	attacks := 0
	var own bytes.Buffer // the screens of the hostile visitor
	attack := func() string {
		attacks++
		return visitorAttacks[random.IntN(len(visitorAttacks))]
	}
	for range 4 {
		client, err := ssh.Dial("tcp", s.address, &ssh.ClientConfig{User: attack(), HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil }})
		require.NoError(t, err)
		for range 3 {
			command, err := client.NewSession()
			require.NoError(t, err)
			_ = command.Setenv("LC_"+attack(), attack()) // refused, or not used
			_, _ = command.CombinedOutput([]string{"account ", "txs treasury --filter fn:", "view ", "", "price ", "--theme "}[random.IntN(6)] + attack())
		}
		deck, err := client.NewSession()
		require.NoError(t, err)
		require.NoError(t, deck.RequestPty("xterm-256color"+attack(), 30, 100, ssh.TerminalModes{}))
		keys, err := deck.StdinPipe()
		require.NoError(t, err)
		output, err := deck.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, deck.Shell())
		for _, typed := range []string{"", " b", "/", "\x1b", ":", "\x1b", " h", "=", "\r", "b", "\r", "0x1\r", " s", "\x1b"} {
			_, _ = io.WriteString(keys, attack()+typed) // the deck may have ended
		}
		_, _ = io.WriteString(keys, "\x1b[201~\x1b\x1b\x03\x03") // ends a paste, and the deck
		stop := time.AfterFunc(patience, func() { _ = deck.Close() })
		_, _ = io.Copy(&own, output)
		stop.Stop()
		require.NoError(t, client.Close())
	}

	press := func(keys string) {
		_, err := io.WriteString(screen.keys, keys)
		require.NoError(t, err)
	}
	for _, keys := range []string{"\x1b", " r", "j", "\x1b", " n", "?"} { // the other screens
		press(keys)
	}
	until("Keys on this screen")
	press("\x1b")
	until("\x1b[") // an escape together with the next key would be another one
	press("\x0c")  // draws the whole screen again
	until("foredeck")
	press("\x03")
	for part := range screen.output {
		drawn.Write(part)
	}
	require.True(t, strings.Contains(own.String(), visitorMark), "the attacks had no effect")
	require.NotContains(t, strings.ToLower(drawn.String()), strings.ToLower(visitorMark), "%d attacks", attacks)
	logged, err := os.ReadFile(log)
	require.NoError(t, err)
	require.NotContains(t, string(logged), "\x1b")
	require.NotContains(t, string(logged), "\u202e")
}
