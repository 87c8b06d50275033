package client

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client/move"
)

func TestMain(m *testing.M) {
	// 40 checks per property keep the package under ten seconds; -rapid.checks sets another number.
	if err := flag.Set("rapid.checks", "40"); err != nil {
		panic(err)
	}
	flag.Parse()
	goleak.VerifyTestMain(m)
}

// Values of the fixtures.
const (
	senderText   = "0xa1b2c3d4e5f60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00"
	receiverText = "0x00000000000000000000000000000000000000000000000000000000000b0b01"
	keyText      = "0x5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d"
)

func address(text string) move.Address {
	parsed, err := move.ParseAddress(text)
	if err != nil {
		panic(err)
	}
	return parsed
}

var sender = address(senderText)

// hashOf returns a hash that contains a number.
func hashOf(number uint64) string { return fmt.Sprintf("0x%064x", 0xf00d_0000_0000+number) }

// deployedRecord is a user transaction as deployed nodes send it in version 3, with coin events before the fee statement.
func deployedRecord(number uint64, coinEvents int) string {
	events := make([]string, 0, coinEvents+1)
	for i := range coinEvents {
		events = append(events, fmt.Sprintf(`{"guid":{"creation_number":"0","account_address":"0x0"},"sequence_number":"0",`+
			`"type":"0x1::coin::CoinDeposit","data":{"account":"%s","amount":"%d","coin_type":"0x1::move_coin::MoveCoin"}}`,
			receiverText, 1000+i))
	}
	events = append(events, `{"guid":{"creation_number":"0","account_address":"0x0"},"sequence_number":"0",`+
		`"type":"0x1::transaction_fee::FeeStatement","data":{"execution_gas_units":"4","io_gas_units":"5",`+
		`"storage_fee_quants":"0","storage_fee_refund_quants":"0","total_charge_gas_units":"9"}}`)
	return fmt.Sprintf(`{"txn_type":"user",`+
		`"authenticator":{"Move":{"Ed25519":{"public_key":"%s","signature":"0x%0128x"}}},`+
		`"block_header":{"author":"%s","hash":"%s","height":%d,"parent":"%s",`+
		`"timestamp":{"microseconds_since_unix_epoch":1756460012345678,"utc_date_time":"2025-08-29T09:33:32.345678+00:00"},`+
		`"view":{"epoch_id":{"chain_id":8,"epoch":7120},"round":210}},`+
		`"hash":"%s",`+
		`"header":{"chain_id":8,"expiration_timestamp":{"microseconds_since_unix_epoch":1756460312000000,"utc_date_time":"2025-08-29T09:38:32+00:00"},`+
		`"sender":{"Move":"%s"},"sequence_number":%d,"gas_unit_price":100000,"max_gas_amount":20000},`+
		`"payload":{"Move":{"type":"entry_function_payload","function":"0x1::coin::transfer",`+
		`"type_arguments":["0x1::move_coin::MoveCoin"],"arguments":["%s","250000000"]}},`+
		`"output":{"Move":{"gas_used":9,"events":[%s],"vm_status":"Executed successfully"}},"status":"Success"}`,
		keyText, number, keyText, hashOf(1<<20+number), 31000000+number, keyText, hashOf(number), senderText, number,
		receiverText, strings.Join(events, ","))
}

// specRecord is a transaction in the literal form of spec section 2.5.
const specRecord = `{"authenticator":{},"block_header":null,"hash":"` + keyText + `",` +
	`"header":{"chain_id":255,"expiration_timestamp":{"timestamp":1750000000000000},"sender":"` + senderText + `",` +
	`"sequence_number":7,"gas_unit_price":100,"max_gas_amount":500},` +
	`"payload":{},"output":{"Dkg":"Success"},"status":"Success","txn_type":"user"}`

func decodeAll(t testing.TB, body string) []Transaction {
	t.Helper()
	reader := newBodyReader(apiResponse{url: "http://node/list", body: []byte(body)})
	transactions := reader.transactions()
	require.NoError(t, reader.end())
	return transactions
}

func decodeOne(t testing.TB, record string) Transaction {
	t.Helper()
	transactions := decodeAll(t, "["+record+"]")
	require.Len(t, transactions, 1)
	return transactions[0]
}

func raw(text string) json.RawMessage { return json.RawMessage(text) }

// sample reads a body recorded from a deployed node.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", "samples", name))
	require.NoError(t, err)
	return body
}

// transactions reads an array of records up to a syntax error.
func (r *bodyReader) transactions() []Transaction {
	var transactions []Transaction
	r.array(func() {
		if transaction := r.transaction(); r.broken == nil {
			transactions = append(transactions, transaction)
		}
	})
	return transactions
}
