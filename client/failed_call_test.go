package client

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// The called function is that which was executed, not every one that a payload names.
func TestFailedCall(t *testing.T) {
	t.Parallel()
	const abort = "Move abort in 0x1::coin: 0x10006"
	for _, c := range []struct {
		kind, function, entry string
	}{
		{"entry_function", "0x1::coin::transfer", "0x1::coin::transfer"}, // also of automated transactions
		{"entry_function", "none", ""},
		{"script", "", ""},
		{"multisig", "0x1::coin::transfer", ""}, // the account's own checks failed
		{"automation_registration", "0x1::coin::transfer", ""},
	} {
		failed := (&Transaction{Status: "Fail", VMStatus: abort, Payload: &Payload{Kind: c.kind, Function: c.function}}).FailedCall()
		require.False(t, failed.IsInner)
		require.Equal(t, move.ParseVMStatus(abort), failed.Status)
		if c.entry == "" {
			require.Nil(t, failed.Entry, c)
			continue
		}
		require.Equal(t, c.entry, failed.Entry.String())
	}
	require.Nil(t, (&Transaction{Status: "Success", VMStatus: "Executed successfully"}).FailedCall())

	inner := Transaction{Status: "Success", VMStatus: "Executed successfully", Payload: &Payload{Kind: "multisig", Function: "0x1::coin::transfer"}, Events: []Event{{
		Type: "0x1::multisig_account::TransactionExecutionFailed",
		Data: json.RawMessage(`{"execution_error": {"abort_location": "0x1::coin", "error_type": "MoveAbort", "error_code": "65542"}}`),
	}}}
	failed := inner.FailedCall()
	require.True(t, failed.IsInner)
	require.Equal(t, "0x1::coin::transfer", failed.Entry.String())

	failed.Status.Candidates = &move.Candidates{List: []move.Candidate{{Function: move.MustParseFunctionID("0x1::coin::extract"), Offset: 8}}, IsComplete: true}
	inner.Explained = failed
	require.Nil(t, inner.Failure())
	var encoded struct {
		Failure     any `json:"failure"`
		CallFailure struct {
			Candidates []map[string]any `json:"candidates"`
			IsComplete bool             `json:"candidates_complete"`
		} `json:"call_failure"`
	}
	require.NoError(t, json.Unmarshal(inner.AppendJSON(nil), &encoded))
	require.Nil(t, encoded.Failure)
	require.Equal(t, []map[string]any{{"function": "0x1::coin::extract", "code_offset": 8., "is_code_unknown": false}}, encoded.CallFailure.Candidates)
	require.True(t, encoded.CallFailure.IsComplete)
}
