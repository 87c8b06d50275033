package wire

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

func TestRLP(t *testing.T) {
	t.Parallel()
	for want, item := range map[string][]byte{
		"80":               nil,
		"00":               {0},
		"7f":               {0x7f},
		"8180":             {0x80},
		"83646f67":         []byte("dog"),
		"820400":           bigEndian(1024),
		"b838" + as(56):    bytes.Repeat([]byte("a"), 56),
		"b90100" + as(256): bytes.Repeat([]byte("a"), 256),
	} {
		require.Equal(t, want, hex.EncodeToString(appendRLP(nil, item)))
	}
	require.Equal(t, []byte{0xc0}, appendRLPLength(nil, 0xc0, 0))
	require.Equal(t, []byte{0xf8, 0x38}, appendRLPLength(nil, 0xc0, 56))
}

func as(count int) string { return hex.EncodeToString(bytes.Repeat([]byte("a"), count)) }

// The hash covers every field of an event.
func TestEventHash(t *testing.T) {
	t.Parallel()
	event := emission{kind: "0x1::coin::CoinDeposit", account: move.Address{31: 1}, creation: 1, sequence: 300, data: []byte(`{"amount":"1"}`)}
	hash := eventHash(&event)
	// keccak256 of f8 4b, the header of the list, and of the fields, computed independently.
	require.Equal(t, "d068ac15df2288d31f60328a94802c20b7f5c8eaaa94f090248cf8cbe29553a2", hex.EncodeToString(hash[:]))
	for name, change := range map[string]func(e *emission){
		"type":     func(e *emission) { e.kind += "s" },
		"account":  func(e *emission) { e.account[0] = 1 },
		"creation": func(e *emission) { e.creation = 0 },
		"sequence": func(e *emission) { e.sequence++ },
		"data":     func(e *emission) { e.data = []byte(`{"amount":"2"}`) },
	} {
		changed := event
		change(&changed)
		require.NotEqual(t, hash, eventHash(&changed), name)
	}
}

// Emissions are the events of the record.
func TestEmissions(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	records := n.chain.Records()
	encoder := newRecordEncoder(n.chain, records, httpapi.Deployed, v4)
	for i := range records.Transactions[:500] {
		transaction := &records.Transactions[i]
		encoder.Document = httpapi.Document{}
		encoder.Array(func() { encoder.events(transaction) })
		written := apitest.Decode[[]struct {
			event
			Hash string
		}](t, string(encoder.Bytes))
		emitted := encoder.emissions(transaction)
		require.Len(t, written, len(emitted))
		for j, e := range emitted {
			hash := eventHash(&e)
			require.Equal(t, "0x"+hex.EncodeToString(hash[:]), written[j].Hash)
			require.Equal(t, e.kind, written[j].Type)
			require.JSONEq(t, string(e.data), string(written[j].Data))
		}
	}
	require.NotEmpty(t, encoder.emissions(&records.Transactions[1]))
}
