package lookup

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A resource with members that a table has no room for is one value.
func TestMembersOfResources(t *testing.T) {
	t.Parallel()
	names := func(data string) (names []string) {
		for _, value := range members(json.RawMessage(data)) {
			names = append(names, value.Name)
		}
		return names
	}
	require.Equal(t, []string{".coin", `["a.b"]`}, names(`{"coin": {"value": "1"}, "a.b": true}`))
	require.Equal(t, `{"value":"1"}`, string(members(json.RawMessage(`{"coin": {"value": "1"}}`))[0].Value))
	many := make([]string, maxMembers+1)
	for i := range many {
		many[i] = fmt.Sprintf(`"m%d":1`, i)
	}
	for _, data := range []string{`{}`, `[1]`, `5`, `"a"`, ``, `{"a":`, "{" + strings.Join(many, ",") + "}", `{"` + strings.Repeat("x", maxMemberName) + `":1}`} {
		require.Equal(t, []string{"value"}, names(data), data)
	}
	require.Len(t, names("{"+strings.Join(many[1:], ",")+"}"), maxMembers)
}

func TestGroupArgument(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arguments, parameters []string
		at                    int
		says                  string
	}{
		{[]string{"0x1", "@team"}, []string{"u64", "address"}, 1, ""},
		{[]string{"@team"}, []string{"0x1::object::Object<0x1::a::B>"}, 0, ""},
		{[]string{"@team"}, nil, 0, ""},
		{[]string{"@team", "@name"}, []string{"address", "0x1::string::String"}, 0, ""},
		{[]string{"@name"}, []string{"0x1::string::String"}, -1, ""},
		{[]string{"5"}, []string{"u64"}, -1, ""},
		{[]string{"@team"}, []string{"vector<address>"}, -1, "this one is of type vector<address>"},
		{[]string{"@a", "@b"}, []string{"address", "address"}, -1, "only one argument can be a group, and @a is one"},
	} {
		at, err := GroupArgument(c.arguments, c.parameters)
		require.Equal(t, c.at, at, c.arguments)
		if c.says == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.says)
		}
	}
}
