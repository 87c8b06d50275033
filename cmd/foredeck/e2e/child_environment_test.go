package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// No program that the deck runs inherits a key, a token or another variable of foredeck: not the browser, the editor, the
// clipboard program, the alert command or the command that prints a key.
func TestChildrenInheritNoSecrets(t *testing.T) {
	t.Parallel()
	foredeck := program
	n := startNetwork(t, "127.0.0.1:0", "--block-time", "2500ms") // each block is slow, which is an alert
	folder := t.TempDir()
	program := func(name, more string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nenv > "+path+".part\nmv "+path+".part "+path+".env\n"+more), 0o700))
		return path
	}
	browser, editor, clipboard, alert, password := program("xdg-open", ""), program("editor", ""), program("xclip", "cat > /dev/null\n"), program("alert", ""), program("password", "echo printed-k3y\n")
	settings := filepath.Join(folder, "config.toml")
	require.NoError(t, os.WriteFile(settings, []byte(`alert_command = ["`+alert+`"]
[networks.mine]
base_urls = ["`+n.baseURL+`"]
consensus_token_env = "MY_BLOCKS"
api_key_command = ["`+password+`"]
explorer_account = "https://explorer.invalid/{}"
[networks.other]
base_urls = ["http://127.0.0.1:1"]
api_key_env = "MY_PRICES"
`), 0o600))
	x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Environment: environment(t,
		"PATH="+folder+":"+os.Getenv("PATH"), "VISUAL="+editor, "DISPLAY=:7", "FOREDECK_CONFIG="+settings, "FOREDECK_NETWORK=mine",
		"FOREDECK_CONSENSUS_TOKEN=s3cret-token", "MY_BLOCKS=s3cret-blocks", "MY_PRICES=s3cret-prices", "ORDINARY=ordinary",
	)}, foredeck)
	x.WaitFor(`Start here`, patience)
	x.Type(" b")
	x.WaitFor(`slow, `, patience)
	x.Key("esc")
	x.WaitFor(`Start here`, patience)
	x.Type(n.treasury)
	x.Key("enter")
	x.WaitFor(`Sent`, patience)
	x.Type("o")
	x.WaitFor(`opened https`, patience)
	x.Type("y")
	x.WaitFor(`copied`, patience)
	x.Key("esc")
	x.WaitFor(`Start here`, patience)
	x.Type("0x1::coin::balance")
	x.Key("enter")
	x.WaitFor(`enter run`, patience)
	x.Type("v")
	x.WaitFor(`TYPE ARGUMENTS`, patience)
	x.Key("ctrl+e")
	for _, name := range []string{browser, editor, clipboard, alert, password} {
		var inherited []byte
		require.Eventually(t, func() bool {
			content, err := os.ReadFile(name + ".env")
			inherited = content
			return err == nil
		}, patience, 10*time.Millisecond, "%s did not run", name)
		require.Contains(t, string(inherited), "ORDINARY=ordinary", name)
		for _, secret := range []string{"s3cret", "printed-k3y", "MY_BLOCKS", "MY_PRICES", "FOREDECK_CONFIG", "FOREDECK_CONSENSUS_TOKEN"} {
			require.False(t, strings.Contains(string(inherited), secret), "%s: %s in its environment", name, secret)
		}
	}
	// Until the editor has ended, ctrl+c is for the editor.
	x.WaitUntil("the deck after the editor", patience, func(string) bool { return strings.Count(x.Output(), "\x1b[?1049h") == 2 })
	x.WaitFor(`TYPE ARGUMENTS`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
