package palette_test

import (
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
