package lookup

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/publish"
	"foredeck/client/move"
)

func TestFailureIsCompletedFromBytecode(t *testing.T) {
	t.Parallel()
	var coin []byte
	for _, published := range publish.Framework() {
		if published.ID.Name == "coin" {
			coin = published.Bytecode()
		}
	}
	require.NotEmpty(t, coin)
	failed := Failure{VMStatus: move.ParseVMStatus("Move abort in 0x1::coin: 0x10006")}
	failed.complete(coin)
	require.Equal(t, "EINSUFFICIENT_BALANCE", failed.Reason)
	require.NotEmpty(t, failed.Description)
	require.NotEmpty(t, failed.Positions)

	named := Failure{VMStatus: move.ParseVMStatus("Move abort in 0x1::coin: EOTHER(0x10006): a text")}
	named.complete(coin)
	require.Equal(t, "EOTHER", named.Reason, "what the node says comes first")
	require.Equal(t, "a text", named.Description)

	known := named
	named.complete([]byte{1, 2})
	require.Equal(t, known, named, "unreadable bytecode adds nothing")
}
