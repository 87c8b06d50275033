package client

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

func TestFee(t *testing.T) {
	t.Parallel()
	most := uint64(math.MaxUint64)
	transaction := Transaction{GasUsed: &most, MaxGasAmount: new(uint64(3)), GasUnitPrice: &most}
	require.Equal(t, "340282366920938463426481119284349108225", transaction.Fee().String())
	require.Equal(t, "55340232221128654845", transaction.FeeCap().String())
	require.Nil(t, Transaction{GasUsed: &most}.Fee())
	require.Nil(t, Transaction{GasUnitPrice: &most}.Fee())
	require.Nil(t, Transaction{GasUnitPrice: &most}.FeeCap())
}

func TestTimestamp(t *testing.T) {
	t.Parallel()
	require.Equal(t, time.Date(2025, 8, 29, 9, 33, 32, 345678000, time.UTC), Timestamp(1756460012345678).Time())
	require.Equal(t, time.Unix(0, 0).UTC(), Timestamp(0).Time())
	require.Equal(t, 586524, Timestamp(math.MaxUint64).Time().Year())
	require.Equal(t, 262142, Timestamp(8210266876799999999).Time().Year())
}

func TestMarshalTransaction(t *testing.T) {
	t.Parallel()
	transaction := decodeOne(t, deployedRecord(42, 0))
	encoded, err := json.Marshal(transaction)
	require.NoError(t, err)
	require.Equal(t, `{"hash":"`+hashOf(42)+`","type":"user","status":"Success","sender":"`+senderText+`",`+
		`"sequence_number":42,"chain_id":8,"gas_unit_price":100000,"max_gas_amount":20000,"gas_used":9,`+
		`"expiration_us":1756460312000000,"vm_status":"Executed successfully","failure":null,"call_failure":null,"fee":"900000",`+
		`"block":{"height":31000042,"hash":"`+hashOf(1<<20+42)+`","timestamp_us":1756460012345678,"author":"`+keyText+`",`+
		`"parent":"`+keyText+`","chain_id":8,"epoch":7120,"round":210},`+
		`"payload":{"kind":"entry_function","function":"0x1::coin::transfer","type_arguments":["0x1::move_coin::MoveCoin"],`+
		`"arguments":["`+receiverText+`","250000000"],"multisig_address":null,"inner_kind":null,"code":null,"registration":null,"value":null},`+
		`"authenticator":{"kind":"Ed25519","public_key":"`+keyText+`","signature":"0x`+strings.Repeat("0", 126)+`2a","value":null,"registration_hash":null,`+
		`"fee_payer_address":null,"secondary_signer_addresses":[],"signers":[]},"output":{"kind":"Move","status":null,"value":null},`+
		`"events":[{"type":"0x1::transaction_fee::FeeStatement","guid":{"account_address":"0x`+strings.Repeat("0", 64)+`","creation_number":0},`+
		`"sequence_number":0,"data":{"execution_gas_units":"4",`+
		`"io_gas_units":"5","storage_fee_quants":"0","storage_fee_refund_quants":"0","total_charge_gas_units":"9"}}],"data":null,"problems":[],"other":null}`, string(encoded))
}

func TestMarshalAbsentParts(t *testing.T) {
	t.Parallel()
	encoded, err := json.Marshal(Transaction{Block: &BlockHeader{}, Payload: &Payload{Kind: "script"}})
	require.NoError(t, err)
	require.Equal(t, `{"hash":"","type":"","status":"","sender":null,"sequence_number":null,"chain_id":null,`+
		`"gas_unit_price":null,"max_gas_amount":null,"gas_used":null,"expiration_us":null,"vm_status":null,"failure":null,"call_failure":null,"fee":null,`+
		`"block":{"height":null,"hash":"","timestamp_us":null,"author":null,"parent":null,"chain_id":null,"epoch":null,"round":null},`+
		`"payload":{"kind":"script","function":null,"type_arguments":[],"arguments":[],"multisig_address":null,"inner_kind":null,"code":null,"registration":null,"value":null},`+
		`"authenticator":null,"output":null,"events":[],"data":null,"problems":[],"other":null}`, string(encoded))

	encoded, err = json.Marshal(Transaction{})
	require.NoError(t, err)
	require.Contains(t, string(encoded), `"block":null,"payload":null,`)
}

func TestMarshalText(t *testing.T) {
	t.Parallel()
	transaction := decodeOne(t, "{\"hash\":\"h\",\"header\":{\"sequence_number\":\"18446744073709551615\"},"+
		"\"payload\":{\"type\":\"script_payload\",\"type_arguments\":[\"0x1::a::B<u8>\"],\"arguments\":[18446744073709551616,\"\xff\"]}}")
	encoded, err := marshal(transaction)
	require.NoError(t, err)
	require.Contains(t, string(encoded), `"sequence_number":18446744073709551615,`)
	require.Contains(t, string(encoded), `"type_arguments":["0x1::a::B<u8>"]`)
	require.Contains(t, string(encoded), `"arguments":[18446744073709551616,"`+string(utf8.RuneError)+`"]`)
}

func TestMarshalAccount(t *testing.T) {
	t.Parallel()
	encoded, err := json.Marshal(Account{Address: sender, SequenceNumber: math.MaxUint64, AuthenticationKey: keyText, Raw: raw(`{}`)})
	require.NoError(t, err)
	require.Equal(t, `{"address":"`+senderText+`","sequence_number":18446744073709551615,"authentication_key":"`+keyText+`","problems":[],"other":null}`, string(encoded))
}

func TestOrderNames(t *testing.T) {
	t.Parallel()
	require.Equal(t, "newest first", Order(0).String())
	require.Equal(t, "oldest first", OldestFirst.String())
}

func TestHash(t *testing.T) {
	t.Parallel()
	upper := strings.ToUpper(keyText[2:])
	for given, want := range map[string]string{
		keyText: keyText, keyText[2:]: keyText, upper: keyText, "0x" + upper: keyText, "0X" + upper: keyText,
		"": "", "0x": "0x", "0xAB": "0xAB", keyText + "0": keyText + "0",
		"0x" + strings.Repeat("z", 64):                          "0x" + strings.Repeat("z", 64),
		"0x" + strings.Repeat("A", 31) + "G" + upper[32:]:       "0x" + strings.Repeat("A", 31) + "G" + upper[32:],
		"0x0X" + strings.Repeat("a", 64):                        "0x0X" + strings.Repeat("a", 64),
		strings.Repeat("a", 60) + "\x1b[1m":                     strings.Repeat("a", 60) + "\x1b[1m",
		strings.Repeat("A", 32) + " " + strings.Repeat("A", 31): strings.Repeat("A", 32) + " " + strings.Repeat("A", 31),
	} {
		require.Equal(t, want, hash(given))
	}
}

func TestFailure(t *testing.T) {
	failure := (&Transaction{Status: "Fail", VMStatus: "Move abort in 0x1::coin: 0x10006"}).Failure()
	require.Equal(t, move.StatusAbort, failure.Kind)
	require.Equal(t, "0x1::coin", failure.Module.String())
	require.Equal(t, move.StatusUnknown, (&Transaction{Status: "Fail", VMStatus: "no idea"}).Failure().Kind)
	for _, succeeded := range []Transaction{
		{Status: "Success", VMStatus: "Executed successfully"}, {Status: "Success", VMStatus: "no idea"}, {Status: "Fail"}, {VMStatus: "Executed successfully"},
	} {
		require.Nil(t, succeeded.Failure(), succeeded)
	}
}
