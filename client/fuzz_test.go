package client

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Any bytes: no panic, each record has its JSON unchanged, and a body that is a list by encoding/json yields all records.
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
		reader := newBodyReader(apiResponse{url: "http://node/list", body: body})
		transactions := reader.transactions()
		err := reader.end()
		require.Equal(t, before, body, "the body was changed")

		offset := 0
		for _, transaction := range transactions {
			require.True(t, json.Valid(transaction.Raw), "%q", transaction.Raw)
			at := bytes.Index(body[offset:], transaction.Raw)
			require.GreaterOrEqual(t, at, 0, "%q is not in order in the body", transaction.Raw)
			offset += at + len(transaction.Raw)
			encoded, err := json.Marshal(transaction)
			require.NoError(t, err)
			require.True(t, json.Valid(encoded))
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

// Any bytes: no panic, and each item of a list by encoding/json has its JSON unchanged, in every wrapper.
func FuzzDecodeLists(f *testing.F) {
	for _, body := range []string{
		`[]`, `{}`, `[` + abiBody + `,"0x1::a",["0x1::b",{}],7,null]`, `{"Resources":{"resource":[],"cursor":[1,2]}}`,
		`{"Modules":{"modules":[["0x1::acl",{"address":"1","name":"acl"}]],"cursor":"01ab"}}`, `{"modules":[{"bytecode":"0xa1","abi":null}],"cursor":null}`,
		`{"resources":[{"type":"0x1::a::B<u8, u8>","data":{"x":[1]}}],"cursor":0}`, `{"result":[null]}`, `[{"type":`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var lists [][]json.RawMessage
		for _, read := range []func(*bodyReader) json.RawMessage{
			func(r *bodyReader) json.RawMessage {
				module := r.module()
				_, err := json.Marshal(module)
				require.NoError(t, err)
				return module.Raw
			},
			func(r *bodyReader) json.RawMessage { return r.resource().Raw },
		} {
			reader := newBodyReader(apiResponse{url: "http://node/list", body: bytes.Clone(body)})
			var raws []json.RawMessage
			reader.list(slices.Concat(moduleWrapper[V1], resourceWrapper[V1]), func() {
				if raw := read(reader); reader.broken == nil {
					raws = append(raws, raw)
				}
			})
			lists = append(lists, raws)
		}
		var items []json.RawMessage
		if json.Unmarshal(body, &items) != nil {
			return
		}
		for _, raws := range lists {
			require.Len(t, raws, len(items))
			for i, item := range items {
				require.Equal(t, string(item), string(raws[i]))
			}
		}
	})
}
