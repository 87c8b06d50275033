package record_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/record"
)

// accounts returns a table of rows with these values of one column; an empty value is of an account that has none.
func accounts(values ...string) *record.AccountTable {
	rows := make([]record.AccountRow, len(values))
	for i, value := range values {
		rows[i].State = record.AccountAbsent
		if value != "" {
			rows[i].State, rows[i].Values = record.AccountOK, []record.AccountValue{{Name: "value", Value: json.RawMessage(value)}}
		}
	}
	return record.NewAccountTable(rows)
}

func TestAccountDifferences(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		values  []string
		differs []bool
		summary string
	}{
		"one differs":            {[]string{"1", "2", "1"}, []bool{false, true, false}, "3 accounts, 1 different from most (≠)"},
		"half have it":           {[]string{"1", "2", "1", "3"}, []bool{false, true, false, true}, "4 accounts, 2 different from most (≠)"},
		"two are equally common": {[]string{"1", "2", "1", "2"}, make([]bool, 4), "4 accounts"},
		"each is another":        {[]string{"1", "2", "3"}, make([]bool, 3), "3 accounts"},
		"too few are the same":   {[]string{"1", "1", "2", "3", "4"}, make([]bool, 5), "5 accounts"},
		"all are the same":       {[]string{"1", "", "1"}, make([]bool, 3), "3 accounts, 2 with the same values, 1 without it"},
		"only one":               {[]string{"1", ""}, make([]bool, 2), "2 accounts, 1 without it"},
	} {
		table := accounts(c.values...)
		for i, row := range table.Rows {
			require.Equal(t, c.differs[i], len(row.Values) > 0 && row.Values[0].Differs, "%s: row %d", name, i)
		}
		require.Equal(t, c.summary, table.Summary().String(), name)
	}
}

func TestAccountsHaveAllColumns(t *testing.T) {
	t.Parallel()
	row := func(names ...string) record.AccountRow {
		row := record.AccountRow{State: record.AccountOK}
		for _, name := range names {
			row.Values = append(row.Values, record.AccountValue{Name: name, Value: json.RawMessage("1")})
		}
		return row
	}
	table := record.NewAccountTable([]record.AccountRow{row(".a", ".b"), row(".c", ".a")})
	require.Equal(t, []string{".a", ".b", ".c"}, table.Names)
	require.Len(t, table.Rows[1].Values, 3)
	require.Nil(t, table.Rows[1].Values[1].Value)
	require.Equal(t, "null", table.Columns(false)[4].Text(&table.Rows[1]).String())
}

func TestAccountChanges(t *testing.T) {
	t.Parallel()
	before, now := accounts("1", "2", "", "4"), accounts("1", "3", "5", "")
	changed := now.Changed(before)
	require.Len(t, changed, 3)
	cells := make([]string, len(changed))
	column := now.Columns(true)[4]
	for i := range changed {
		cells[i] = column.Cell(&changed[i]).String()
	}
	require.Equal(t, []string{"2 → 3", "5", "–"}, cells)
	require.Equal(t, json.RawMessage("2"), changed[0].Values[0].Before)
	require.Nil(t, now.Rows[1].Values[0].Before, "the table keeps its rows")
	require.Empty(t, now.Changed(now))
}
