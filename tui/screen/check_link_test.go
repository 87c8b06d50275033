package screen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/load"
	"foredeck/tui/target"
)

// noPairs is a deck that opens everything but pairs.
type noPairs struct{ History }

func (noPairs) Opens(kind target.Kind) bool { return kind != target.Pair }

func TestCheckLink(t *testing.T) {
	deps := &Deps{Env: &Env{History: noPairs{}}, Connection: Connection{Endpoint: load.Endpoint{Network: "here"}}}
	for _, c := range []struct {
		link target.Link
		why  string
	}{
		{target.Link{Network: "here", Target: target.Target{Kind: target.Account}}, ""},
		{target.Link{Network: "there", Target: target.Target{Kind: target.Account}}, "foredeck --network there"},
		{target.Link{Network: "here", Target: target.Target{Kind: target.Pair}}, "no screen for it in this version"},
		{target.Link{Network: "here", Target: target.Target{Kind: target.Transaction, Hash: "0x7"}}, ""},
	} {
		err := deps.CheckLink(c.link)
		if c.why == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.why)
	}
}
