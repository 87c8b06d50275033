package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// The first journey in screen reader mode: the output is plain text and line ends.
func TestScreenReaderJourney(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 160, Rows: 60}, "--plain")
	x.WaitFor(`(?m)^Saved, row 1 of \d+: name treasury, kind account`, patience)
	x.Type("treasury")
	x.WaitFor(`(?m)^Go to: input: treasury$`, patience)
	x.Key("enter")
	x.WaitFor(`(?m)^Home › Account treasury › Sent$`, patience)
	x.WaitFor(`(?m)^Sent, row 1 of \d+: seq [\d,]+, status (Success|Fail), type user, `, patience)
	x.Key("down")
	x.WaitFor(`(?m)^Sent, row 2 of \d+: `, patience)
	x.Key("enter")
	x.WaitFor(`(?m)^Home › Account treasury › Sent › seq [\d,]+$`, patience)
	x.WaitFor(`(?m)^hash: 0x[0-9a-f]{64}$`, patience)
	x.Key("q")
	require.Zero(t, x.ExitStatus(patience))
	require.NotContains(t, x.Output(), "\x1b", "no sequence moves the cursor, colors or draws")
}
