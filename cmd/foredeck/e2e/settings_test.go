package e2e_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// A config file sets colors, keys and a second network. The public networks are made
// unreachable: tests send no external requests.
func TestConfiguredDeck(t *testing.T) {
	t.Parallel()
	settings := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(settings, []byte(`theme = "dark"
nonsense = true
[names]
boss = "0x1"
[keys]
"deck.help" = "f1"
[networks.mainnet]
base_urls = ["http://127.0.0.1:1"]
[networks.testnet]
base_urls = ["http://127.0.0.1:1"]
[networks.local]
base_urls = ["http://127.0.0.1:1"]
`), 0o600))
	x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Environment: environment(t, "FOREDECK_CONFIG="+settings)}, program)
	x.WaitUntil("what is wrong in the file", patience, shows(`config file, line 2: nonsense: unknown option`, `f1 help`))
	x.Type("boss")
	x.Key("enter")
	x.WaitFor(`Home › Account boss › Sent`, patience)
	x.Type(":")
	x.WaitFor(`Command`, patience)
	x.Type("theme light")
	x.WaitFor(`theme light`, patience)
	x.Key("enter")
	x.WaitFor(`theme light applied`, patience)
	x.Type(" n")
	x.WaitUntil("the networks", patience, shows(`▸ ● +simulated`, `mainnet +127\.0\.0\.1:1 +down`))
	x.Type("j")
	x.Key("enter")
	x.WaitUntil("another network", patience, shows(`^ ▟ foredeck  local `, `^ Home *$`, `boss +account`))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
