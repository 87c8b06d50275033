package live

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
)

func TestRequiredVotes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind    string
		members int32
		want    uint64
	}{
		{"Quorum", 31, 21}, {"Quorum", 100, 67}, {"Validity", 31, 11}, {"Unanimous", 31, 31},
		{"BcftQuorum", 66, 40}, {"BcftValidity", 66, 14}, {"ClanMajority", 66, 33}, {"BcftFallbackViewChange", 66, 40},
		{"BcftQuorum", 4, 3}, {"BcftValidity", 4, 2}, {"Quorum", 1, 1},
	} {
		votes, ok := Required(test.kind, test.members, uint64(test.members))
		require.True(t, ok)
		require.Equal(t, test.want, votes, "%s of %d", test.kind, test.members)
	}
	_, ok := Required("Later", 31, 31)
	require.False(t, ok)
	_, ok = Required("Quorum", 0, 0)
	require.False(t, ok)
}

// The margin names the fewest members with the greatest weights without which the votes are too few.
func TestMargin(t *testing.T) {
	t.Parallel()
	stakes := func(epoch uint64, version string, stakes ...uint64) *client.Committee {
		c := &client.Committee{Epoch: epoch, Version: version}
		for _, stake := range stakes {
			c.Members = append(c.Members, client.CommitteeMember{Stake: &stake})
		}
		return c
	}
	const yes, no = true, false
	tests := []struct {
		name      string
		kind      string
		voters    []bool
		committee *client.Committee
		want      Margin
		words     string
		figures   string
	}{
		{"by number", "Quorum", []bool{yes, yes, no, yes, yes, yes, yes}, nil, Margin{Needed: 5, Present: 6, Total: 7, Stop: []int{0, 1}},
			"any 2 more absences stop the chain", "6 of 7 voted, 5 needed, margin 1"},
		{"by stake", "Quorum", []bool{yes, yes, yes, no, yes, yes, yes}, stakes(3, "V1", 10, 40, 10, 10, 10, 10, 10), Margin{Needed: 67, Present: 90, Total: 100, ByStake: true, Stop: []int{1}},
			"1 more absence stops the chain", "90.0% of the stake voted, 67.0% needed, margin 23.0%"},
		{"stake of another epoch", "Quorum", []bool{yes, yes, yes, yes}, stakes(4, "V1", 1, 1, 1, 97), Margin{Needed: 3, Present: 4, Total: 4, Stop: []int{0, 1}}, "", ""},
		{"stake in an unknown order", "Quorum", []bool{yes, yes, yes, yes}, stakes(3, client.ResourceCommittee, 1, 1, 1, 97), Margin{Needed: 3, Present: 4, Total: 4, Stop: []int{0, 1}}, "", ""},
		{"another size", "BcftQuorum", []bool{yes, yes, yes, yes, yes, yes, no}, stakes(3, "V1", 1, 1), Margin{Needed: 4, Present: 6, Total: 7, Stop: []int{0, 1, 2}}, "", ""},
		{"too few", "Unanimous", []bool{yes, no}, nil, Margin{Needed: 2, Present: 1, Total: 2}, "too few votes", "1 of 2 voted, 2 needed, margin 0"},
	}
	for _, test := range tests {
		row := NewRow(client.Block{Epoch: new(uint64(3)), Certificate: &client.Certificate{Kind: test.kind, Voters: test.voters}})
		margin, ok := NewMargin(&row, test.committee)
		require.True(t, ok, test.name)
		require.Equal(t, test.want, margin, test.name)
		if test.words != "" {
			require.Equal(t, test.words, margin.Words().String(), test.name)
			require.Equal(t, test.words+map[bool]string{true: " (01)"}[margin.ByStake], margin.Named(Member).String(), test.name)
			require.Equal(t, test.figures, margin.Figures().String(), test.name)
		}
	}
	for _, row := range []Row{{Kind: Block}, NewRow(client.Block{Certificate: &client.Certificate{Kind: "Later", Voters: []bool{yes}}})} {
		_, ok := NewMargin(&row, nil)
		require.False(t, ok)
	}
}
