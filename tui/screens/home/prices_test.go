package home

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/follow"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// deck is a deck without a history.
type deck struct{ screen.History }

func (deck) Key(string) text.Safe        { return text.Const("x") }
func (deck) KeyAt(string, int) text.Safe { return text.Const("x") }
func (deck) Visits() []screen.Visit      { return nil }

func TestViewDoesNotChangeThePriceTable(t *testing.T) {
	t.Parallel()
	book, err := store.Open("")
	require.NoError(t, err)
	service, err := client.NewPrices("http://prices.test")
	require.NoError(t, err)
	loader := load.NewLoader(time.Now)
	deps := &screen.Deps{Env: &screen.Env{Clock: screen.NewClock(time.Now), Keys: deck{}, History: deck{}, Follower: follow.NewBlocks(), Loader: loader, Theme: theme.Terminal()}}
	deps.Configure(&config.Settings{})
	deps.Store = book
	deps.Connect()
	deps.Prices = market.New(market.Options{Service: market.Service{Client: service, Pairs: []string{"a_b", "c_d", "e_f", "g_h", "i_j", "k_l", "m_n", "o_p"}}, Loader: loader, Store: book})
	deps.Node, err = client.NewNode("http://node.test")
	require.NoError(t, err)
	m := New(deps)
	m.setFocus(areaPrices)
	for _, size := range []screen.Size{{Width: 80, Height: 20, Class: screen.Compact}, {Width: 100, Height: 26, Class: screen.Full}, {Width: 40, Height: 9, Class: screen.Small}} {
		m.SetSize(size)
		m.prices.List.Page(1)
		before := *m.prices.List
		m.View()
		require.Equal(t, before, *m.prices.List, "%v", size)
	}
	require.Equal(t, 7, m.prices.List.Selected(), "Page moves by the number of visible rows")
}
