package client_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// The resources describe the committee that version 4 has a call for, also the member that leaves with the epoch and its successor.
func TestValidatorsOfResources(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, node *client.Node, _ *localnet.Network) {
		for _, version := range []client.Version{client.V1, client.V2, client.V3} {
			node, err := client.NewNode(node.BaseURL(), client.WithVersion(version))
			require.NoError(t, err)
			committee, err := node.Validators(t.Context())
			require.NoError(t, err)
			require.NoError(t, node.ReadPools(t.Context(), &committee))
			require.Empty(t, committee.Problems)
			require.Len(t, committee.Members, 31)
			require.NotNil(t, committee.Joining)
			require.EqualValues(t, 30*24*60*60, *committee.Lockup)
			for i, m := range committee.Members {
				require.EqualValues(t, i, *m.SetIndex)
				require.Empty(t, m.Identity)
				require.NotNil(t, m.Operator)
				require.Greater(t, *m.LockedUntil, *committee.StartTime)
				require.Equal(t, i%4 != 3, m.Commission != nil)
			}
			node.CloseIdleConnections()
		}
	})
}

// The simulated chain has leader bans on a switch. They agree with the failed proposals of the epoch.
func TestLeaderBans(t *testing.T) {
	t.Parallel()
	for _, has := range []bool{false, true} {
		network, err := localnet.Start(t.Context(), localnet.Options{LeaderBans: has, ReplaceMembers: true, EpochBlocks: 150, Blocks: 700, Transactions: 10})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, network.Close()) })
		node, err := client.NewNode(network.BaseURL())
		require.NoError(t, err)
		t.Cleanup(node.CloseIdleConnections)
		committee, err := node.Validators(t.Context())
		require.NoError(t, err)
		require.Len(t, committee.Joining, 1, "of epoch %d", committee.Epoch)
		require.NoError(t, node.ReadBans(t.Context(), &committee))
		require.Empty(t, committee.Problems)
		require.Equal(t, has, *committee.HasBans)
		banned := 0
		for _, m := range committee.Members {
			if m.Ban == nil {
				continue
			}
			banned++
			require.NotNil(t, m.Ban.RoundsLeft)
			require.Positive(t, *m.Ban.RoundsLeft)
			require.LessOrEqual(t, m.Ban.Epoch, committee.Epoch)
			if m.Ban.Epoch == committee.Epoch && !m.Ban.OnProbation {
				require.Positive(t, *m.FailedProposals)
			}
		}
		require.Equal(t, has, banned > 0)
	}
}

// A single validator is found by its pool or its key; one that is in no list is inactive.
func TestValidator(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: localnet.Node11, EpochBlocks: 50, Blocks: 380, Transactions: 10})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	node, err := client.NewNode(network.BaseURL())
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	all, err := node.Validators(t.Context())
	require.NoError(t, err)
	require.Len(t, all.Joining, 1)
	for _, want := range append(all.Members[:2:2], all.Joining[0]) {
		found, of, err := node.Validator(t.Context(), want.StakePool, nil)
		require.NoError(t, err)
		require.Equal(t, all.Epoch, of.Epoch)
		require.Equal(t, want.State, found.State)
		require.NotNil(t, found.LockedUntil)
		byKey, _, err := node.Validator(t.Context(), nil, func(m *client.CommitteeMember) bool { return m.Ed25519Key == want.Ed25519Key })
		require.NoError(t, err)
		require.Equal(t, found, byKey)
	}
	other, _, err := node.Validator(t.Context(), &move.Address{31: 0x77}, nil)
	require.NoError(t, err)
	require.Equal(t, client.StateInactive, other.State)
	require.Nil(t, other.Stake)
	_, _, err = node.Validator(t.Context(), nil, func(*client.CommitteeMember) bool { return false })
	require.ErrorIs(t, err, client.ErrNotFound)
}

func TestCompleteCommittee(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: localnet.Node11, EpochBlocks: 50, Blocks: 380, Transactions: 10})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	node, err := client.NewNode(network.BaseURL())
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	resources, err := node.Validators(t.Context())
	require.NoError(t, err)
	require.Empty(t, resources.Problems)
	committee, err := node.Committee(t.Context(), resources.Epoch)
	require.NoError(t, err)
	committee.Complete(&resources)
	require.Empty(t, committee.Problems)
	require.True(t, committee.IsOrdered())
	leaving, proposals := 0, uint64(0)
	for i, m := range committee.Members {
		of := resources.Members[i]
		require.NotEmpty(t, m.Identity)
		require.Equal(t, of.StakePool, m.StakePool)
		require.Equal(t, of.Stake, m.Stake)
		require.Equal(t, []string{of.Ed25519Key, of.NetworkKey, of.BLSKey, of.ClassKey}, []string{m.Ed25519Key, m.NetworkKey, m.BLSKey, m.ClassKey})
		require.Equal(t, of.ThresholdShares, m.ThresholdShares)
		proposals += *m.Proposals
		if m.State == client.StatePendingInactive {
			leaving++
		}
	}
	require.Positive(t, proposals)
	require.Equal(t, []int{1, 1}, []int{leaving, len(committee.Joining)}, "of epoch %d", resources.Epoch)
	earlier, err := node.Committee(t.Context(), resources.Epoch-1)
	require.NoError(t, err)
	earlier.Complete(&resources)
	require.Empty(t, earlier.Members[0].State, "of another epoch")
}
