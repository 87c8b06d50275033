package client

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// bannedNode serves a registry of bans in a committee of 66 members, of which 0xa1 and 0xa2 are two.
func bannedNode(t *testing.T, bans, view, config string) (*Node, *Committee) {
	resources := map[string]string{}
	for name, data := range map[string]string{"BanRegistry": bans, "LatestView": view, "BanRegistryParameters": config} {
		if data != "" {
			resources[name] = data
		}
	}
	c := &Committee{Version: ResourceCommittee, Members: make([]CommitteeMember, 66)}
	c.Members[3].StakePool, c.Members[4].StakePool = &move.Address{31: 0xa1}, &move.Address{31: 0xa2}
	return stakeNode(t, resources), c
}

const (
	banned    = `{"active":{"epoch_earned":"7","round_earned":"100","rounds_served_in_previous_epochs":"0","on_probation":false},"consecutive_bans":0,"pool_address":"0xa1"}`
	probation = `{"active":{"epoch_earned":"6","round_earned":"900","rounds_served_in_previous_epochs":"20","on_probation":true},"consecutive_bans":2,"pool_address":"0xa2"}`
	again     = `{"active":{"epoch_earned":"7","round_earned":"100","rounds_served_in_previous_epochs":"0","on_probation":false},"consecutive_bans":70,"pool_address":"0xa1"}`
)

func TestReadBans(t *testing.T) {
	t.Parallel()
	rounds := func(number uint64) *uint64 { return &number }
	const rules = `{"config":"0x02100000000301","version":0}` // 2, 16, 3 and 1 elections
	tests := []struct {
		name, bans, view, config string
		has                      *bool
		first, second            *LeaderBan
		problems                 int
	}{
		{"no registry", "", "", "", new(false), nil, nil, 0},
		{"nobody", `{"bans":[]}`, "", "", new(true), nil, nil, 0},
		{"both", `{"bans":[` + banned + "," + probation + `]}`, `{"epoch":"7","round":"110"}`, rules, new(true),
			&LeaderBan{RoundsLeft: rounds(122), Epoch: 7, Round: 100, Probation: rounds(66)}, &LeaderBan{OnProbation: true, RoundsLeft: rounds(0), Failed: 2, Epoch: 6, Round: 900, Probation: rounds(66)}, 0},
		{"not begun", `{"bans":[` + banned + `]}`, `{"epoch":"7","round":"100"}`, rules, new(true), &LeaderBan{RoundsLeft: rounds(132), Epoch: 7, Round: 100, Probation: rounds(66)}, nil, 0},
		{"longest", `{"bans":[` + again + `]}`, `{"epoch":"7","round":"100"}`, rules, new(true), &LeaderBan{RoundsLeft: rounds(1056), Failed: 70, Epoch: 7, Round: 100, Probation: rounds(66)}, nil, 0},
		{"without probations", `{"bans":[` + banned + `]}`, `{"epoch":"7","round":"100"}`, `{"config":"0x021000000003","version":0}`, new(true), &LeaderBan{RoundsLeft: rounds(132), Epoch: 7, Round: 100}, nil, 0},
		{"other rules", `{"bans":[` + banned + `]}`, `{"epoch":"7","round":"100"}`, `{"config":"0x021000000003","version":1}`, new(true), &LeaderBan{Epoch: 7, Round: 100}, nil, 0},
		{"no rules and view", `{"bans":[` + banned + `]}`, "", "", new(true), &LeaderBan{Epoch: 7, Round: 100}, nil, 2},
		{"odd", `{"bans":[{"active":{},"pool_address":"0xa1"},{"pool_address":"0xff"}]}`, `{"epoch":"7","round":"100"}`, rules, new(true), nil, nil, 2},
		{"not a registry", `[]`, "", "", nil, nil, nil, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			node, c := bannedNode(t, test.bans, test.view, test.config)
			require.NoError(t, node.ReadBans(t.Context(), c))
			require.Equal(t, test.has, c.HasBans)
			require.Equal(t, test.first, c.Members[3].Ban)
			require.Equal(t, test.second, c.Members[4].Ban)
			require.Equal(t, test.problems, c.Problems.Count())
		})
	}
}
