package client

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/internal/jsonscan"
	"foredeck/client/move"
)

// Every call refuses a response that is nested too deeply, wherever in it, even in a part that is not decoded.
func TestNestingLimit(t *testing.T) {
	t.Parallel()
	const depth = 9_000
	deep := strings.Repeat("[", depth) + "1" + strings.Repeat("]", depth)
	record := `{"hash":"h","other":` + deep + `}`
	list := "[" + record + "]"
	event := `[{"hash":"h","output":{"Move":{"events":[{"type":"0x1::a::B","data":` + deep + `}]}}}]`
	function := move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "name"}
	week := HistoryRequest{Pair: "btc_usdt", From: time.Unix(0, 0), To: time.Unix(604_800, 0), Resolution: time.Hour}
	calls := map[string]struct {
		body string
		call func(*Node, *Prices) error
	}{
		"account":  {record, func(n *Node, _ *Prices) error { _, err := n.Account(t.Context(), sender); return err }},
		"chain ID": {record, func(n *Node, _ *Prices) error { _, err := n.ChainID(t.Context()); return err }},
		"transactions": {list, func(n *Node, _ *Prices) error {
			_, err := n.Transactions(t.Context(), sender, PageRequest{})
			return err
		}},
		"data of an event": {event, func(n *Node, _ *Prices) error {
			_, err := n.Transactions(t.Context(), sender, PageRequest{})
			return err
		}},
		"coin transactions": {list, func(n *Node, _ *Prices) error {
			_, err := n.CoinTransactions(t.Context(), sender, AnyType, PageRequest{})
			return err
		}},
		"automated transactions": {list, func(n *Node, _ *Prices) error {
			_, err := n.AutomatedTransactions(t.Context(), sender, nil, PageRequest{})
			return err
		}},
		"modules": {list, func(n *Node, _ *Prices) error { _, err := n.Modules(t.Context(), sender, PageRequest{}); return err }},
		"module": {record, func(n *Node, _ *Prices) error {
			_, err := n.Module(t.Context(), move.ModuleID{Name: "coin"})
			return err
		}},
		"resources": {list, func(n *Node, _ *Prices) error { _, err := n.Resources(t.Context(), sender, PageRequest{}); return err }},
		"resource":  {record, func(n *Node, _ *Prices) error { _, err := n.Resource(t.Context(), sender, "0x1::a::B"); return err }},
		"view function": {record, func(n *Node, _ *Prices) error {
			_, err := n.View(t.Context(), ViewRequest{Function: function})
			return err
		}},
		"block":         {record, func(n *Node, _ *Prices) error { _, err := n.Block(t.Context(), 1); return err }},
		"latest price":  {record, func(_ *Node, p *Prices) error { _, err := p.Latest(t.Context(), "btc_usdt"); return err }},
		"price history": {list, func(_ *Node, p *Prices) error { _, err := p.History(t.Context(), week); return err }},
	}
	for name, test := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			node := serve(t, responding(200, test.body), WithConsensusToken("token"))
			prices, err := NewPrices(node.BaseURL(), WithAPIKey("key"))
			require.NoError(t, err)
			t.Cleanup(prices.CloseIdleConnections)
			err = test.call(node, prices)
			require.ErrorIs(t, err, ErrTooDeep)
			var decode *DecodeError
			require.ErrorAs(t, err, &decode)
			require.Less(t, len(err.Error()), 400)
		})
	}
}

// The result of a view function is refused if it is nested too deeply.
func TestNestingLimitOfViewResult(t *testing.T) {
	t.Parallel()
	deep := "[" + strings.Repeat("[", jsonscan.MaxDepth) + strings.Repeat("]", jsonscan.MaxDepth) + "]"
	server := &viewServer{versions: []string{"v3"}, view: responding(200, `{"result":`+deep+`}`)}
	_, err := serve(t, server.ServeHTTP).View(t.Context(), ViewRequest{Function: move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "none"}})
	require.ErrorIs(t, err, ErrTooDeep)
}
