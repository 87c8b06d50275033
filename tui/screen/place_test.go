package screen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/target"
)

func TestResourcesThatWereSeen(t *testing.T) {
	seen := NewSeen()
	for i := range 600 {
		seen.AddResource(move.Address{31: 1}, fmt.Sprintf("0x1::a::B%d", i))
	}
	seen.AddResource(move.Address{31: 1}, "0x1::a::B300")
	seen.AddResource(move.Address{31: 2}, "0x1::a::B300")
	seen.AddResource(move.Address{31: 1}, "no type")
	seen.AddResource(move.Address{31: 1}, "0x1::a::"+strings.Repeat("B", 1000))
	resources := seen.Resources()
	require.Len(t, resources, 500)
	require.Equal(t, SeenResource{move.Address{31: 2}, "0x1::a::B300"}, resources[0])
	require.Equal(t, SeenResource{move.Address{31: 1}, "0x1::a::B300"}, resources[1])
	require.Equal(t, "0x1::a::B599", resources[2].Type)
}

func TestWhatIsRefused(t *testing.T) {
	deps := &Deps{Endpoint: load.Endpoint{Network: "here"}, Seen: NewSeen(), Opens: func(kind target.Kind) bool { return kind != target.Pair }}
	record := &client.Transaction{Hash: "0x7"}
	deps.Seen.Add(record)
	for _, c := range []struct {
		link target.Link
		why  string
	}{
		{target.Link{Network: "here", Target: target.Target{Kind: target.Account}}, ""},
		{target.Link{Network: "there", Target: target.Target{Kind: target.Account}}, "foredeck --network there"},
		{target.Link{Network: "here", Target: target.Target{Kind: target.Pair}}, "no screen in this version"},
		{target.Link{Network: "here", Target: target.Target{Kind: target.Transaction, Hash: "0x7"}}, ""},
		{target.Link{Network: "here", Target: target.Target{Kind: target.Transaction, Hash: "0x8"}}, "not seen yet"},
	} {
		err := deps.Refuse(c.link)
		if c.why == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.why)
	}
}
