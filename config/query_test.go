package config_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestQueries(t *testing.T) {
	t.Parallel()
	s := resolved(t, "[queries]\nall = \"\"\"\nselect count(*)\nfrom transactions\"\"\"\nNone = \"select 1 where false\"\n")
	require.Empty(t, s.Problems)
	require.Contains(t, s.Entries(nothing), config.Entry{Key: "queries.all", Value: `"select count(*)\u000Afrom transactions"`, From: "line 2"})
	query, err := s.Query("ALL")
	require.NoError(t, err)
	require.Equal(t, config.SavedQuery{Name: "all", SQL: "select count(*)\nfrom transactions"}, query)
	_, err = s.Query("some")
	require.EqualError(t, err, "no such query: must be one of all, None; [queries] of the config file has them")
	before := resolved(t, "")
	require.Equal(t, []string{"queries"}, s.Changes(before))
	_, err = before.Query("all")
	require.EqualError(t, err, "no saved queries: [queries] of the config file has them, by name")
	for written, rule := range map[string]string{
		`all = 3`:                                "must be a string in quotes, not 3",
		`all = " "`:                              "must be a query in SQL of at most 64 KiB, such as select count(*) from transactions",
		`"a l" = "select 1"`:                     "the name of a query must consist of letters, digits, - and _, and start with a letter",
		`all.too = "select 1"`:                   "the name of a query must consist of letters, digits, - and _, and start with a letter",
		"all = \"select 1\"\nAll = \"select 2\"": "there is already a query with this name; case does not matter",
		`all = "` + strings.Repeat("x", 1<<16+1) + `"`: "must be a query in SQL of at most 64 KiB, such as select count(*) from transactions",
	} {
		wrong := resolved(t, "[queries]\n"+written+"\n")
		require.Len(t, wrong.Problems, 1, written)
		require.Equal(t, rule, wrong.Problems[0].Rule, written)
		wrong.KeepInvalid(s)
		if wrong.Problems[0].Key == "queries.all" {
			require.Equal(t, s.Queries[:1], wrong.Queries)
		}
	}
}
