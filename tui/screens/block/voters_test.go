package block

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRequiredVotes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind    string
		members int32
		want    int32
	}{
		{"Quorum", 31, 21}, {"Quorum", 100, 67}, {"Validity", 31, 11}, {"Unanimous", 31, 31},
		{"BcftQuorum", 66, 40}, {"BcftValidity", 66, 14}, {"ClanMajority", 66, 33}, {"BcftFallbackViewChange", 66, 40},
		{"BcftQuorum", 4, 3}, {"BcftValidity", 4, 2}, {"Quorum", 1, 1},
	} {
		votes, ok := required(test.kind, test.members)
		require.True(t, ok)
		require.Equal(t, test.want, votes, "%s of %d", test.kind, test.members)
	}
	_, ok := required("Later", 31)
	require.False(t, ok)
}
