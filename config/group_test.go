package config_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestGroups(t *testing.T) {
	t.Parallel()
	s := resolved(t, "[names]\ncold = \"0x5\"\n[groups]\nteam = [\"cold\", \"0xA11\", \"saved-later\"]\none = \"0x1\"\n")
	require.Empty(t, s.Problems)
	require.Equal(t, []config.AccountGroup{{Name: "team", Accounts: []string{"cold", "0xA11", "saved-later"}}, {Name: "one", Accounts: []string{"0x1"}}}, s.Groups)
	require.Contains(t, s.Entries(nothing), config.Entry{Key: "groups.team", Value: `["cold", "0xA11", "saved-later"]`, From: "line 4"})
	require.Equal(t, []string{"names", "groups"}, s.Changes(resolved(t, "")))

	field := fieldOf(t, s, nothing, "groups", "team")
	require.Equal(t, config.GroupNames, field.Group)
	require.Equal(t, "cold 0xA11 saved-later", field.EditText())
	written, err := field.Parse("cold 0x2")
	require.NoError(t, err)
	require.Equal(t, `["cold", "0x2"]`, written)
	_, err = field.Parse("cold c@ld")
	require.EqualError(t, err, `"c@ld" must be an address, 0x and up to 64 hex digits, or a name`)

	s.CheckGroups(func(name string) bool { return name == "saved-later" })
	require.Empty(t, s.Problems)
	s.CheckGroups(func(string) bool { return false })
	require.Equal(t, []config.Problem{{4, "groups.team", `"saved-later" is neither an address nor a name that is saved or in [names]`}}, s.Problems)
}

func TestInvalidGroups(t *testing.T) {
	t.Parallel()
	before := resolved(t, "groups.team = [\"cold\", \"0x1\"]\n")
	for written, rule := range map[string]string{
		`team = 3`:                 `must be a list of strings, such as ["a", "b"], not 3`,
		`team = []`:                "must have 1 to 1000 accounts",
		`team = ["c ld"]`:          `"c ld" must be an address, 0x and up to 64 hex digits, or a name`,
		`team = ["0xzz"]`:          `"0xzz" must be an address, 0x and up to 64 hex digits, or a name`,
		`team = ["@other"]`:        `"@other" must be an address, 0x and up to 64 hex digits, or a name`,
		`team = ["a", "b", "A"]`:   `"A" must be there only once`,
		`team = ["0xA1", "0x0a1"]`: `"0x0a1" must be there only once`,
		`team = [` + strings.Repeat(`"x",`, 1001) + `]`: "must have 1 to 1000 accounts",
		`"te m" = ["a"]`:   "the name of a group must consist of letters, digits, - and _, and start with a letter",
		`team.too = ["a"]`: "the name of a group must consist of letters, digits, - and _, and start with a letter",
		`Saved = ["a"]`:    "@saved is the group of all saved names: choose another name",
	} {
		s := resolved(t, "[groups]\n"+written+"\n")
		require.Len(t, s.Problems, 1, written)
		require.Equal(t, rule, s.Problems[0].Rule, written)
		require.Empty(t, s.Groups)
		s.KeepInvalid(before)
		if s.Problems[0].Key == "groups.team" {
			require.Equal(t, before.Groups, s.Groups)
		}
	}
	s := resolved(t, "[groups]\nteam = [\"a\"]\nTeam = [\"b\"]\n")
	require.Equal(t, []config.Problem{{3, "groups.Team", "there is already a group with this name; case does not matter"}}, s.Problems)
}
