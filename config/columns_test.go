package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestTransactionColumns(t *testing.T) {
	t.Parallel()
	require.Empty(t, resolved(t, "").Columns)
	settings := resolved(t, "[columns]\ntransactions = [\"function\", \"seq\", \"age\"]")
	require.Empty(t, settings.Problems)
	require.Equal(t, []string{"function", "seq", "age"}, settings.Columns)
	require.Equal(t, config.TransactionColumns, resolved(t, "columns.transactions = "+config.FormatList(config.TransactionColumns)).Columns)

	for written, rule := range map[string]string{
		`[]`:                    "must have at least one column",
		`["seq", "nonce"]`:      `"nonce": must be one of block, seq, status, type, sender, function, amount, reason, fee, age, hash`,
		`["seq", "fucntion"]`:   "; did you mean function?",
		`["seq", "age", "seq"]`: `must have each column once: "seq" is repeated`,
		`7`:                     "must be a list of strings",
	} {
		settings := resolved(t, "columns.transactions = "+written)
		require.Len(t, settings.Problems, 1, written)
		require.Contains(t, settings.Problems[0].Rule, rule)
		require.Empty(t, settings.Columns, "an invalid list is ignored")
	}

	field := config.NewField("columns", "transactions")
	field.Kind = config.List
	written, err := field.Parse("seq function age")
	require.NoError(t, err)
	require.Equal(t, `["seq", "function", "age"]`, written)
	_, err = field.Parse("seq function seq")
	require.ErrorContains(t, err, "each column once")
}
