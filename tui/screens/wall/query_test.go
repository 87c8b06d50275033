package wall_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
	"foredeck/tui/wallfile"
)

const queryWall = `
rotate = "0s"
[[page]]
  [[page.row]]
    [[page.row.panel]]
    kind = "query"
    name = "count"
    every = "30s"
    params = { from = 7 }
    [[page.row.panel]]
    kind = "query"
    name = "reasons"
    time_limit = "3s"
  [[page.row]]
    [[page.row.panel]]
    kind = "query"
    name = "one"
    [[page.row.panel]]
    kind = "query"
    name = "nosuch"
    [[page.row.panel]]
    kind = "query"
    name = "none"
`

const savedQueries = `[queries]
count = "select count(*) from transactions where height > :from"
reasons = "select reason, count(*) from transactions group by 1"
one = "select 1, 'x'"
none = "select 1 where false"
`

// A panel shows the result of a saved query, with its parameters and time limit, and runs it again after its interval only.
func TestQueries(t *testing.T) {
	t.Parallel()
	asked, fails := map[string][]load.Query{}, false
	row := text.Consts
	run := func(_ context.Context, query load.Query) (load.Table, error) {
		asked[query.SQL] = append(asked[query.SQL], query)
		switch {
		case fails:
			return load.Table{}, errors.New("the query fails: no such table: blok")
		case query.Parameters != nil:
			return load.Table{Columns: row("count(*)"), Rows: [][]text.Safe{row("1234567")}}, nil
		case query.SQL == "select 1, 'x'":
			return load.Table{Columns: row("number", "text"), Rows: [][]text.Safe{row("2026", "2026-01-02")}}, nil
		case query.SQL == "select 1 where false":
			return load.Table{Columns: row("1")}, nil
		}
		table := load.Table{Columns: row("reason", "count(*)"), IsCut: true}
		for range 100 {
			table.Rows = append(table.Rows, row("EINSUFFICIENT_BALANCE", "4100"))
		}
		return table, nil
	}
	wall, err := wallfile.Parse([]byte(queryWall))
	require.NoError(t, err)
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Config: savedQueries, Options: func(o *tui.Options) { o.Wall, o.Query = wall, run }})
	d.Wait(1)
	d.Shows("╭ count ", "╭ reasons ", "reason", "EINSUFFICIENT_BALANCE", "4,100", "more rows", "number", "2,026", "text", "2026-01-02", "no rows",
		"query nosuch: no such query: must be")
	require.NotEmpty(t, digitRows(d, 60), "the only number is in large digits")
	count := asked["select count(*) from transactions where height > :from"]
	require.Equal(t, []load.Query{{SQL: count[0].SQL, Parameters: map[string]any{"from": int64(7)}, Limit: 10 * time.Second, Rows: 200}}, count)
	require.Equal(t, 3*time.Second, asked["select reason, count(*) from transactions group by 1"][0].Limit)

	d.Wait(28)
	require.Len(t, asked[count[0].SQL], 1)
	fails = true
	d.Wait(4)
	require.Len(t, asked[count[0].SQL], 2)
	require.Len(t, asked["select 1, 'x'"], 1, "its interval is a minute")
	require.NotEmpty(t, digitRows(d, 60), "a failure does not hide what is known")
	d.Wait(60)
	d.Shows("fail")
}

// Columns share the width of a narrow panel, numbers keep theirs, and an error is that of the query.
func TestNarrowQueries(t *testing.T) {
	t.Parallel()
	isSlow := true
	run := func(context.Context, load.Query) (load.Table, error) {
		if isSlow {
			return load.Table{}, fmt.Errorf("the query takes longer than 3s: %w", context.DeadlineExceeded)
		}
		row := []text.Safe{text.Const("0x453cd842720b8a69bb96df897297f3ce4634a6fa7f03159ca57d9ebce19f7de3::pool::swap"), text.Const("execution failed in a long place"), text.Const("12345678")}
		return load.Table{Columns: text.Consts("function", "reason", "failures"), Rows: [][]text.Safe{row, row}}, nil
	}
	wall, err := wallfile.Parse([]byte("rotate = \"0s\"\n[[page]]\n[[page.row]]\n[[page.row.panel]]\nkind = \"query\"\nname = \"one\"\n"))
	require.NoError(t, err)
	d := tuitest.New(t, 60, 20, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Config: savedQueries, Options: func(o *tui.Options) { o.Wall, o.Query = wall, run }})
	d.Wait(1)
	d.Shows("the query takes longer than 3s")
	isSlow = false
	d.Press("r")
	d.Shows("0x453c…7de3::pool::sw… ", "execution failed in a… ", "failures", "12,345,678")
}

// A deck without an index says so.
func TestNoQueries(t *testing.T) {
	t.Parallel()
	wall, err := wallfile.Parse([]byte(queryWall))
	require.NoError(t, err)
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Config: savedQueries, Options: func(o *tui.Options) { o.Wall, o.Query = wall, nil }})
	d.Wait(1)
	d.Shows("this session has no index to query")
}
