package index

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBind(t *testing.T) {
	t.Parallel()
	for query, wanted := range map[string]string{
		"select 1":                               "select 1",
		"select :a, :b, :a":                      "select $1, $2, $1",
		"select ':a', \":a\", `:a`, x::text, :a": "select ':a', \":a\", `:a`, x::text, $1",
		"select 'it''s :a' -- :b\n, :b /* :c */": "select 'it''s :a' -- :b\n, $1 /* :c */",
		"select x[1:2], y[a:b], (z):a, :1, ':a":  "select x[1:2], y[a:b], (z):a, :1, ':a",
		"where height>:a and reason=:b_2":        "where height>$1 and reason=$2",
		"select :a; -- :b":                       "select $1; -- :b",
		"select /* :a":                           "select /* :a",
	} {
		values := Parameters{}
		for start, end := range parameters(query) {
			values[query[start+1:end]] = int64(start)
		}
		bound, args, err := values.Bind(query, '$')
		require.NoError(t, err)
		require.Equal(t, wanted, bound)
		require.Len(t, args, len(values))
	}
	_, _, err := Parameters{}.Bind("select :a", '?')
	require.EqualError(t, err, "parameter :a has no value")
	_, _, err = Parameters{"b": "x"}.Bind("select ':b'", '?')
	require.EqualError(t, err, "the query has no parameter :b")
}
