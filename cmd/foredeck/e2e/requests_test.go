package e2e_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// The requests overlay opens on a screen, follows its requests and shows no secrets.
func TestRequestsOverlay(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 100, Rows: 30})
	x.WaitUntil("the responses of Home", patience, func(screen string) bool { // leaving earlier cancels them
		return shows(`Saved ─+ updated \d+s ago ╮`, ` head \d`)(screen) && !shows(` in flight `)(screen)
	})
	openTreasury(t, x)
	x.Type("`")
	x.WaitUntil("the requests of the account", patience, shows(`^ Requests$`, `\d from this screen · \d+ this session · errors 0`,
		`▸ \d\d:\d\d:\d\d +GET +\S*unts/\S*`, `GET \{base_url\}/rpc/v3/accounts/`, `requested by  account \(#\d+\)`, `\(not sent\)`))
	x.Type("x")
	x.WaitFor(`repeated: selected the new response`, patience)
	x.Type("*G")
	x.WaitUntil("the requests of Home too", patience, shows(`╮$`, `^╭ Requests ─+ \d+ this session · errors 0 ╮`, `200 .* home `))
	x.Type("/")
	x.WaitFor(`^│ / `, patience)
	x.Type("accounts.*transactions")
	x.WaitFor(`\d+ listed`, patience)
	x.Key("enter")
	x.Key("enter")
	x.WaitUntil("the body has the keys", patience, shows(`^ enter expand or collapse`))
	x.Key("esc")
	x.WaitUntil("the list has the keys", patience, func(screen string) bool { return !shows(`^ enter expand or collapse`)(screen) })
	x.Key("esc")
	x.WaitUntil("no filter", patience, shows(`^╭ Requests ─+ \d+ this session`))
	x.Key("esc")
	x.WaitUntil("the account again", patience, shows(`^ Home › Account treasury › Sent$`))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// A token is sent to the node only, and neither shown nor saved.
func TestRequestsHideToken(t *testing.T) {
	t.Parallel()
	const token = "e2e-t0ken-value"
	folder := t.TempDir()
	command := exec.Command("sh", "-c", "cd "+folder+" && exec "+program)
	x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{
		Environment: environment(t, "FOREDECK_API_KEY="+token, "FOREDECK_CONSENSUS_TOKEN="+token),
	}, command.Path, command.Args[1:]...)
	openTreasury(t, x)
	x.Type("`")
	x.WaitFor(`from this screen`, patience)
	x.Type("e")
	x.WaitFor(`saved: `, patience)
	x.Type("2")
	x.WaitFor(` 2 Headers\b`, patience)
	require.NotContains(t, x.Screen(), token)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.NotEmpty(t, entries)
	for _, entry := range entries {
		content, err := os.ReadFile(folder + "/" + entry.Name())
		require.NoError(t, err)
		require.NotContains(t, string(content), token)
	}
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
