package palette_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// A name that is only in this deck stands as its address in the shell command.
func TestShellCommandHasNoUnsavedNames(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 40, tuitest.Setup{})
	address := d.Network.Accounts()[0].Address.String()
	require.NoError(t, d.Deps().Store.SetName(store.Subject{Kind: store.Address, Key: address}, "chest"))
	d.Deps().Names.Update()
	d.Press(":", "txs chest")
	require.Contains(t, strings.Join(strings.Fields(d.Frame()), " "), address)
	d.Hides("foredeck txs chest")
}

// The flags of the network come before --, after which all words are arguments.
func TestShellCommandWithDashes(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Deps().Flags = []string{"--config", "/a b/c.toml", "--network", "mine"}
	require.Equal(t, "foredeck account --config '/a b/c.toml' --network mine -- -x", d.Deps().Command("account", "--", "-x"))
	require.Equal(t, "foredeck account 0x1 --config '/a b/c.toml' --network mine", d.Deps().Command("account", "0x1"))
}

// A line that only a shell can show runs in the deck where lines can run, and what it prints is shown.
func TestLinesRunInTheDeck(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Deps().Flags = []string{"--network", "mine"}
	d.Press(":", "account treasury -o json")
	d.Shows("--output works only")
	d.Press("esc")

	var ran [][]string
	d.Deps().RunLine = func(_ context.Context, words []string, output io.Writer) error {
		ran = append(ran, words)
		_, err := io.WriteString(output, "{\"address\": \"\x1b[31m0x1\"}\n")
		return errors.Join(err, errors.New("exit code 4"))
	}
	d.Press(":", "account treasury -o json")
	d.Hides("works only")
	d.Press("enter")
	d.Shows("account treasury --output json --network mine", `{"address": "0x1"}`, "1 line · exit code 4")
	d.Press("esc")
	d.Hides("exit code 4")
	d.Press(":", "doctor", "enter")
	require.Equal(t, [][]string{{"account", "treasury", "--output", "json", "--network", "mine"}, {"doctor", "--network", "mine"}}, ran)
	d.Press("esc", ":", "serve")
	d.Shows("runs only in a shell")
	d.Press("esc", ":", "account treasury", "enter") // which the deck has a screen for
	d.Shows("Account treasury")
	require.Len(t, ran, 2)
}
