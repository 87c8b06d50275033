package pane_test

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/overlay"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// arrangement returns an arrangement of the list sent, with columns of the config file.
func arrangement(t *testing.T, configured ...string) pane.Arrangement {
	t.Helper()
	saved, err := store.Open("")
	require.NoError(t, err)
	d := deps()
	d.Config, d.Connection = &config.Settings{Columns: configured}, screen.Connection{Store: saved}
	return pane.Arrangement{Deps: d, List: "sent"}
}

func listColumns() []pane.TransactionColumn {
	column := func(name string, width, rank int) pane.TransactionColumn {
		return pane.TransactionColumn{Column: widget.Column{Title: text.Clean(name), Width: width, Rank: rank}, Name: name}
	}
	flex := column("function", 20, 0)
	flex.Flex, flex.Max = true, 60
	return []pane.TransactionColumn{column("seq", 5, 1), flex, column("hash", 12, 3), column("gas", 8, 0).AsOptional()}
}

func columnNames(columns []pane.TransactionColumn) []string {
	names := []string{}
	for _, column := range columns {
		names = append(names, column.Name)
	}
	return names
}

func TestArrangement(t *testing.T) {
	t.Parallel()
	a := arrangement(t)
	require.Equal(t, []string{"seq", "function", "hash"}, columnNames(pane.Arranged(a, listColumns())), "as they come, without the optional one")
	require.True(t, a.Shows("reason"), "the user has chosen nothing")

	a = arrangement(t, "gas", "seq", "none")
	require.Equal(t, []string{"gas", "seq"}, columnNames(pane.Arranged(a, listColumns())), "as in the config file")
	require.True(t, a.Shows("seq"))
	require.False(t, a.Shows("hash"))

	a.Deps.Store.SetListColumns("sent", []store.ListColumn{{Name: "hash", Width: 500}, {Name: "reason", Hidden: true}, {Name: "function", Width: 30}, {Name: "seq", Hidden: true}})
	shown := pane.Arranged(a, listColumns())
	require.Equal(t, []string{"hash", "function"}, columnNames(shown), "as chosen in the deck")
	require.Equal(t, 200, shown[0].Width, "at most")
	require.Zero(t, shown[0].Max)
	require.Equal(t, 30, shown[1].Width)
	require.Equal(t, 30, shown[1].Max, "it does not grow beyond what was chosen")
	require.False(t, a.Shows("reason"), "hidden")
	require.True(t, a.Shows("hash"))
	require.False(t, a.Shows("gas"), "not chosen")
	require.True(t, pane.Arrangement{Deps: arrangement(t).Deps, List: "other"}.Shows("reason"))

	a.Deps.Store.SetListColumns("sent", []store.ListColumn{{Name: "seq", Hidden: true}, {Name: "of a later version"}})
	require.Equal(t, []string{"seq", "function", "hash"}, columnNames(pane.Arranged(a, listColumns())), "none of those is visible")

	a.Deps.Store.SetListColumns("sent", []store.ListColumn{{Name: "hash"}, {Name: "seq"}})
	shown = pane.Arranged(a, listColumns())
	require.Zero(t, shown[0].Rank, "one stays in narrow windows")
	require.Equal(t, 1, shown[1].Rank)
}

// The chooser shows, hides, moves, resizes and resets columns, and each change is stored.
func TestChooser(t *testing.T) {
	t.Parallel()
	a := arrangement(t)
	require.Nil(t, pane.Choose(a, text.Const("Sent"), listColumns, func() int { return 60 }))
	chooser := a.Deps.Posted()[0].(overlay.OpenMsg).Overlay
	press := func(ids ...string) []tea.Msg {
		for _, id := range ids {
			actions := chooser.Actions()
			at := slices.IndexFunc(actions, func(action screen.Action) bool { return action.ID == id })
			require.GreaterOrEqual(t, at, 0, id)
			if cmd := actions[at].Run(0); cmd != nil {
				cmd()
			}
		}
		return a.Deps.Posted()
	}
	drawn := func() string { return text.Render(chooser.View(50, 20)) }
	shown := func() []string { return columnNames(pane.Arranged(a, listColumns())) }
	require.Contains(t, drawn(), "Columns of Sent")
	require.Contains(t, drawn(), "▸ [x]  seq")
	require.Contains(t, drawn(), "[ ]  gas")

	press("columns.show")
	require.Equal(t, []string{"function", "hash"}, shown())
	press("columns.move_up") // it is the first
	press("columns.show", "columns.move_down")
	require.Equal(t, []string{"function", "seq", "hash"}, shown())
	press("columns.move_up")
	require.Empty(t, a.Deps.Store.ListColumns("sent"), "as they come, so that the config file applies")
	press("columns.widen", "columns.widen", "columns.narrow")
	require.Equal(t, 6, pane.Arranged(a, listColumns())[0].Width)
	for range 9 {
		press("columns.narrow")
	}
	require.Equal(t, 2, pane.Arranged(a, listColumns())[0].Width, "at least")

	press("columns.reset")
	require.Empty(t, a.Deps.Store.ListColumns("sent"))
	a.Deps.Store.SetListColumns("sent", []store.ListColumn{{Name: "hash"}})
	require.Equal(t, []tea.Msg{screen.StatusMsg{Text: text.Const("at least one column must be visible"), Warn: true}}, press("columns.show"))
	require.Equal(t, []string{"hash"}, shown())
	require.Equal(t, []tea.Msg{overlay.CloseMsg{}}, press("columns.close"))
	require.True(t, chooser.(overlay.Docker).IsDocked())
}
