package client

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever the bytes: no panic; every record that is kept is kept whole and as it was
// sent; and a body that another reader of JSON takes as a list gives all its records.
func FuzzDecodeTransactions(f *testing.F) {
	for _, body := range []string{
		``, `null`, `{}`, `[]`, `[null,1,"x",[],{}]`, `[{"hash":"h"}`, `[{"hash":"h"}]]`,
		"[" + deployedRecord(1, 1) + "]", "[" + specRecord + "," + deployedRecord(2, 0)[:300],
		`[{"payload":{"Move":{"type":"multisig_payload","transaction_payload":{"V1":{"automated_function":{"function":"f"}}}}}}]`,
		`[{"header":{"sender":{"Evm":"0x1"},"sequence_number":1e3},"authenticator":{"Automation":"0x1"},"output":"Empty"}]`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		before := bytes.Clone(body)
		reader := newBodyReader(answer{url: "http://node/list", body: body})
		transactions := reader.transactions()
		err := reader.end()
		require.Equal(t, before, body, "the body was changed")

		offset := 0
		for _, transaction := range transactions {
			require.True(t, json.Valid(transaction.Raw), "%q", transaction.Raw)
			at := bytes.Index(body[offset:], transaction.Raw)
			require.GreaterOrEqual(t, at, 0, "%q is not in order in the body", transaction.Raw)
			offset += at + len(transaction.Raw)
			written, err := json.Marshal(transaction)
			require.NoError(t, err)
			require.True(t, json.Valid(written))
		}
		var records []json.RawMessage
		if json.Unmarshal(body, &records) != nil || records == nil {
			return
		}
		require.NoError(t, err)
		require.Len(t, transactions, len(records))
		for i, record := range records {
			require.Equal(t, string(record), string(transactions[i].Raw))
		}
	})
}
