package client

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// storedTransfer is the BCS of a multisig payload that calls 0x1::m::f<u64>(7u8, []).
const storedTransfer = "0x00" + "0000000000000000000000000000000000000000000000000000000000000001" + "016d" + "0166" + "0102" + "02" + "0107" + "00"

func multisigRecord(event, payload string) string {
	return `{"hash":"0x1","payload":{"Move":{"type":"multisig_payload","multisig_address":"0xb0b"}},"output":{"Move":{"gas_used":1,"vm_status":"","events":[
		{"type":"0x1::transaction_fee::FeeStatement","data":{}},{"type":"` + event + `","data":{"sequence_number":"1","transaction_payload":` + payload + `}}]}}}`
}

// A payload that is stored on the chain is read from the event of its execution.
func TestStoredMultisigPayload(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event, payload string
		found          bool
	}{
		"succeeded":    {"0x1::multisig_account::TransactionExecutionSucceeded", `"` + storedTransfer + `"`, true},
		"failed":       {"0x1::multisig_account::TransactionExecutionFailedEvent", `"` + storedTransfer + `"`, true},
		"no prefix":    {"0x1::multisig_account::TransactionExecutionSucceeded", `"` + storedTransfer[2:] + `"`, true},
		"wrapped":      {"0x1::multisig_account::TransactionExecutionSucceeded", `{"Bytes":"` + storedTransfer + `"}`, true},
		"other event":  {"0x1::multisig_account::CreateTransaction", `"` + storedTransfer + `"`, false},
		"other module": {"0x2::multisig_account::TransactionExecutionSucceeded", `"` + storedTransfer + `"`, false},
		"cut":          {"0x1::multisig_account::TransactionExecutionSucceeded", `"` + storedTransfer[:80] + `"`, false},
		"not hex":      {"0x1::multisig_account::TransactionExecutionSucceeded", `"0xzz"`, false},
		"a number":     {"0x1::multisig_account::TransactionExecutionSucceeded", `7`, false},
		"absent":       {"0x1::multisig_account::TransactionExecutionSucceeded", `null`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record := decodeOne(t, multisigRecord(c.event, c.payload))
			require.Nil(t, record.Problems)
			want := &Payload{Kind: "multisig", MultisigAddress: record.Payload.MultisigAddress, Raw: record.Payload.Raw}
			if c.found {
				want.Function, want.TypeArguments, want.EncodedArguments = "0x1::m::f", []string{"u64"}, [][]byte{{7}, {}}
			}
			require.Equal(t, want, record.Payload)
			require.Equal(t, strings.HasPrefix(c.event, "0x1::") && (c.found || name == "other event"), record.Events[1].MultisigPayload() != nil)
			encoded, err := json.Marshal(record)
			require.NoError(t, err)
			require.Equal(t, c.found, strings.Contains(string(encoded), `"arguments":[],"arguments_bcs":["0x07","0x"],"multisig_address":"0x`))
		})
	}
}

func TestScriptParameters(t *testing.T) {
	t.Parallel()
	for code, want := range map[string][]string{
		`{"bytecode":"0x","abi":{"name":"main","params":["&signer","u64"]}}`: {"&signer", "u64"},
		`{"bytecode":"0x","abi":null}`:                                       nil,
		`{"bytecode":"0x"}`:                                                  nil,
		`null`:                                                               nil,
		`"0x00"`:                                                             nil,
	} {
		record := decodeOne(t, `{"hash":"0x1","payload":{"Move":{"type":"script_payload","code":`+code+`,"type_arguments":[],"arguments":["7"]}}}`)
		require.Nil(t, record.Problems, code)
		require.Equal(t, want, record.Payload.ScriptParameters, code)
		require.Equal(t, 1, record.Payload.Len())
	}
}

func TestEntryCall(t *testing.T) {
	t.Parallel()
	abi := &move.ModuleABI{Functions: []move.FunctionABI{
		{Name: "f", IsEntry: true, TypeParameters: []move.TypeParameter{{}}, Parameters: []string{"&signer", "T0", "vector<T0>"}},
		{Name: "view", IsView: true}, {Name: "odd", IsEntry: true, Parameters: []string{"fn(u8)"}}, {Name: "unknown", IsEntry: true, Parameters: []string{"0x1::m::S"}},
	}}
	function := func(name string) move.FunctionID {
		return move.FunctionID{Address: move.Address{31: 1}, Module: "m", Name: name}
	}
	u8 := []move.TypeTag{move.MustParseTypeTag("u8")}
	call, err := NewEntryCall(abi, ViewRequest{Function: function("f"), TypeArguments: u8, Arguments: []any{"7", "0x0102"}})
	require.NoError(t, err)
	require.Equal(t, move.CallBCS(function("f"), u8, [][]byte{{7}, {2, 1, 2}}), call.BCS())
	for rule, request := range map[string]ViewRequest{
		"function: 0x1::m has no function g":                             {Function: function("g")},
		"function: 0x1::m::view is not an entry function":                {Function: function("view")},
		"type arguments: 0x1::m::f takes 1, not 0":                       {Function: function("f")},
		"arguments: 0x1::m::f(u8, vector<u8>) takes 2, not 1":            {Function: function("f"), TypeArguments: u8, Arguments: []any{"7"}},
		`argument #2 (vector<u8>) "7": must start with 0x, [ or text:`:   {Function: function("f"), TypeArguments: u8, Arguments: []any{"7", "7"}},
		"argument #0: has an unknown type, so it cannot be encoded":      {Function: function("odd"), Arguments: []any{"7"}},
		`argument #0: the layout of S is unknown: send the call as JSON`: {Function: function("unknown"), Arguments: []any{"{}"}},
	} {
		_, err := NewEntryCall(abi, request)
		require.EqualError(t, err, rule)
		require.ErrorAs(t, err, new(*ArgumentError))
	}
}

func TestCallFailure(t *testing.T) {
	t.Parallel()
	failed := func(location, kind, code string) *Transaction {
		return &Transaction{Status: "Success", Payload: &Payload{Kind: "multisig"}, Events: []Event{
			{Type: "0x1::transaction_fee::FeeStatement", Data: json.RawMessage(`{}`)},
			{Type: "0x1::multisig_account::TransactionExecutionFailed", Data: json.RawMessage(`{"execution_error":{"abort_location":"` + location + `","error_type":"` + kind + `","error_code":"` + code + `"}}`)},
		}}
	}
	status := failed("0x1::coin", "MoveAbort", "65542").CallFailure()
	require.Equal(t, "0x1::coin", status.Module.String())
	require.Equal(t, move.AbortCode(0x10006), *status.AbortCode)

	status = failed("0x1::coin", "OutOfGas", "1").CallFailure()
	require.Equal(t, "OutOfGas at 0x1::coin", status.Text, "another kind stays as it is")
	require.Nil(t, status.AbortCode)

	succeeded := failed("0x1::coin", "MoveAbort", "65542")
	succeeded.Events = succeeded.Events[:1]
	require.Nil(t, succeeded.CallFailure())
	other := failed("0x1::coin", "MoveAbort", "65542")
	other.Payload.Kind = "entry_function"
	require.Nil(t, other.CallFailure())
	unreadable := failed("0x1::coin", "MoveAbort", "65542")
	unreadable.Events[1].Data = json.RawMessage(`[]`)
	require.Nil(t, unreadable.CallFailure())
}
