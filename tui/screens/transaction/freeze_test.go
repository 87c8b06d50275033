package transaction_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/casefile"
	"foredeck/tui/tuitest"
)

// frozenCases returns the cases in the folder of a deck.
func frozenCases(t *testing.T, d *tuitest.Deck) (cases []*casefile.Case) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.Deps().Directory, "case-*.toml"))
	require.NoError(t, err)
	for _, file := range files {
		document, err := os.ReadFile(file)
		require.NoError(t, err)
		c, err := casefile.Parse(document)
		require.NoError(t, err, "%s", document)
		cases = append(cases, c)
	}
	return cases
}

func TestFreeze(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 45, tuitest.Setup{Network: localnet.Options{NodeVersion: localnet.Node11}})
	d.Press("exchange", "enter", "enter", "T")
	d.Shows("frozen: foredeck check ")
	require.Len(t, frozenCases(t, d), 1)
	d.Press("T")
	cases := frozenCases(t, d)
	require.Len(t, cases, 2, "a file is never replaced")
	require.Equal(t, cases[0], cases[1])
	require.NotEmpty(t, cases[0].Expect.Outcome)
}

// Without a dry run the case has all of the record, and says so.
func TestFreezeWithoutDryRuns(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 45, tuitest.Setup{})
	d.Press("treasury", "enter", "enter", "J", "T")
	d.Shows("frozen: foredeck check ", "1 note in it: ")
	require.Len(t, frozenCases(t, d), 1)
}

func TestFreezeForVisitors(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 45, tuitest.Setup{})
	d.Press("treasury", "enter", "enter", "J")
	d.Deps().Remote = true
	d.Press("T")
	d.Shows("no files are written for visitors")
	require.Empty(t, frozenCases(t, d))
}
