package callers_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/tuitest"
)

// Anyone's calls are a list beside those of accounts, which says why it cannot be read.
func TestCallsByAnyone(t *testing.T) {
	t.Parallel()
	sender, fails := move.Address{31: 0x77}, false
	var asked []client.PageRequest
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) {
		o.Calls = func(function move.FunctionID) load.TransactionList {
			require.Equal(t, "0x1::coin::transfer", function.String())
			return func(_ context.Context, request client.PageRequest) (page client.Page[client.Transaction], err error) {
				asked = append(asked, request)
				if fails {
					return page, errors.New("no blocks with transactions")
				}
				page.Items = []client.Transaction{{
					Hash: "0xab", Status: "Success", Sender: &sender, Block: &client.BlockHeader{Height: new(uint64(4711))},
					Payload: &client.Payload{Function: function.String(), EncodedArguments: [][]byte{{1, 2}}},
				}}
				return page, nil
			}
		}
	}})
	d.Press(openCalls()...)
	d.Shows("[1 by busy] 2 by 0x1  3 by anyone")
	require.Empty(t, asked, "a list that nobody looks at is not read")
	d.Press("3")
	d.Shows("[3 by anyone]", "BLOCK", "SENDER", "4,711", "0x0000…0077", "0x0102", "in the index of this machine", "1 of 1 scanned, end")
	require.Len(t, asked, 1)
	d.Press("1")
	d.Shows("▸ 56 ")
	fails = true
	d.Press("3", "r")
	d.Shows("no blocks with transactions")
}
