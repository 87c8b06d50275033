package target_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/target"
)

func TestMembers(t *testing.T) {
	t.Parallel()
	all := []target.Name{{Name: "Cold", Address: address(t, "0xc01d")}, {Name: "hot", Address: address(t, "0x407")}, {Name: "warm", Address: address(t, "0x407")}}
	groups := []config.AccountGroup{
		{Name: "team", Accounts: []string{"cold", "0x1", "0x407"}}, {Name: "twice", Accounts: []string{"hot", "warm", "0x407"}}, {Name: "gone", Accounts: []string{"0x1", "nobody"}},
	}
	for _, typed := range []string{"@team", "@Team"} {
		members, err := target.Members(typed, groups, all)
		require.NoError(t, err)
		require.Equal(t, []target.Name{{Name: "cold", Address: address(t, "0xc01d")}, {Address: address(t, "0x1")}, {Name: "hot", Address: address(t, "0x407")}}, members)
	}
	members, err := target.Members("@twice", groups, all)
	require.NoError(t, err)
	require.Equal(t, []target.Name{{Name: "hot", Address: address(t, "0x407")}}, members)
	members, err = target.Members("@saved", groups, all)
	require.NoError(t, err)
	require.Equal(t, all[:2], members)
	require.Len(t, all, 3)

	for typed, rule := range map[string]string{
		"@gone": `@gone: "nobody" is neither an address nor a name on this network`,
		"@":     "@: no such group: must be one of @saved, @team, @twice, @gone; [groups] of the config file has them",
		"@all":  "@all: no such group: must be one of @saved, @team, @twice, @gone; [groups] of the config file has them",
	} {
		_, err := target.Members(typed, groups, all)
		require.EqualError(t, err, rule)
	}
	_, err = target.Members("@saved", groups, nil)
	require.ErrorContains(t, err, "no account has a name on this network")
}
