package transaction_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui"
	"foredeck/tui/tuitest"
)

// A transaction that the node does not find is that of the index of this machine, which does not change any more. Its digits in the box
// open it, too.
func TestIndexedTransaction(t *testing.T) {
	t.Parallel()
	hash, other := "0x"+strings.Repeat("c4", 32), "0x"+strings.Repeat("c5", 32)
	var asked []string
	for _, node := range []tuitest.Node{{Records: 57, Executed: true}, {Records: 57}} { // one without transactions by hash
		asked = nil
		d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: node, Options: func(o *tui.Options) {
			o.FindHash = func(_ context.Context, wanted string) (client.Transaction, error) {
				asked = append(asked, wanted)
				if wanted != hash {
					return client.Transaction{}, client.ErrNotFound
				}
				return client.Transaction{
					Hash: hash, Type: "user", Status: "Success", Sender: &move.Address{31: 0x77}, SequenceNumber: new(uint64(3)),
					Block: &client.BlockHeader{Height: new(uint64(4711))}, Payload: &client.Payload{Kind: "entry_function", Function: "0x1::coin::transfer"},
				}, nil
			}
		}})
		d.Press(":", "tx "+hash, "enter")
		d.Shows("✓ Success", "from the index: the node does not find this transaction", "4,711", "0x1::coin::transfer")
		d.Hides("not final yet")
		d.Press("esc", "esc", ":", "tx "+other, "enter")
		d.Hides("✓ Success", "0x1::coin::transfer")
		require.Equal(t, []string{hash, other}, asked)
	}
}
