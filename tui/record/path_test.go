package record_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/record"
)

// call returns a transaction that calls a function with arguments as JSON.
func call(arguments ...string) *client.Transaction {
	payload := &client.Payload{Kind: "entry"}
	for _, argument := range arguments {
		payload.Arguments = append(payload.Arguments, json.RawMessage(argument))
	}
	return &client.Transaction{Payload: payload}
}

func TestTransactionPath(t *testing.T) {
	t.Parallel()
	transaction := call(`"0xa"`, `{"amount":"340282366920938463463374607431768211455","to":["x","y"]}`, `null`)
	for name, want := range map[string]string{
		"arg[0]": "0xa", "arg[1].amount": "340282366920938463463374607431768211455", "arg[1].to[1]": "y", "arg[1].to": `["x","y"]`,
		"arg[2]": "", "arg[3]": "", "arg[1].none": "", "arg[0].x": "",
	} {
		column, ok := record.TransactionPath(name)
		require.True(t, ok, name)
		require.Equal(t, want, column.Text(transaction).String(), name)
		if cell := column.Cell(transaction).String(); want == "" {
			require.Equal(t, "–", cell, name)
		}
	}
	column, ok := record.TransactionPath(".sequence_number")
	require.True(t, ok)
	sequence := uint64(7)
	require.Equal(t, "7", column.Text(&client.Transaction{SequenceNumber: &sequence}).String())
	require.Empty(t, column.Text(&client.Transaction{}).String())
	for _, name := range []string{"", ".", "arg", "arg[]", "arg[x]", "arg[-1]", "arg[0]x", "arg[99999]", "amount", "arg[0]..x", "\x1b[0m"} {
		_, ok := record.TransactionPath(name)
		require.False(t, ok, name)
	}
	columns := append(record.Transactions{}.Columns(), column).CSV()
	require.Equal(t, ".sequence_number", columns.Names[len(columns.Names)-1])
}

func TestComparePath(t *testing.T) {
	t.Parallel()
	values := []string{"b", "", "10", "9", "340282366920938463463374607431768211455", "a", ""}
	slices.SortFunc(values, record.ComparePath)
	require.Equal(t, []string{"9", "10", "340282366920938463463374607431768211455", "a", "b", "", ""}, values)
}

func TestFilterByPath(t *testing.T) {
	t.Parallel()
	language := record.TransactionFields(record.FieldEnv{Decimals: 8}, false)
	transaction := call(`"0xa"`, `"340282366920938463463374607431768211455"`, `"150"`)
	for filter, want := range map[string]bool{
		"arg[2]:>100": true, "arg[2]:>150": false, "!arg[2]:>150": true, "arg[2]:!>150": true, "arg[2]:150": true, "arg[2]:15": false, "arg[2]:100..200": true,
		"arg[1]:>18446744073709551616": true, "arg[0]:>1": false, "arg[0]:0xa": true, "arg[0]:0xb": false, "arg[9]:>0": false, `arg[9]:=""`: true,
	} {
		query, err := language.Parse(filter)
		require.NoError(t, err, filter)
		require.Equal(t, want, query.Match(transaction), filter)
	}
	_, err := language.Parse("arg[x]:1")
	require.ErrorContains(t, err, "unknown field")
}
