package client

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/internal/jsonscan"
	"foredeck/client/move"
)

func TestDecodeDeployedRecord(t *testing.T) {
	t.Parallel()
	record := deployedRecord(42, 1)
	zero, receiver := address("0x0"), address(receiverText)
	transaction := decodeOne(t, record)
	require.Equal(t, Transaction{
		Hash: hashOf(42), Type: "user", Status: "Success",
		Sender: &sender, SequenceNumber: new(uint64(42)), ChainID: new(uint64(8)),
		GasUnitPrice: new(uint64(100000)), MaxGasAmount: new(uint64(20000)), GasUsed: new(uint64(9)),
		Expiration: new(Timestamp(1756460312000000)), VMStatus: "Executed successfully",
		Block: &BlockHeader{
			Height: new(uint64(31000042)), Hash: hashOf(1<<20 + 42), Timestamp: new(Timestamp(1756460012345678)),
			Author: keyText, Parent: keyText, Epoch: new(uint64(7120)), Round: new(uint64(210)), ChainID: new(uint64(8)),
		},
		Payload: &Payload{
			Kind: "entry_function", Function: "0x1::coin::transfer", TypeArguments: []string{"0x1::move_coin::MoveCoin"},
			Arguments: []json.RawMessage{raw(`"` + receiverText + `"`), raw(`"250000000"`)},
			Raw: raw(`{"Move":{"type":"entry_function_payload","function":"0x1::coin::transfer",` +
				`"type_arguments":["0x1::move_coin::MoveCoin"],"arguments":["` + receiverText + `","250000000"]}}`),
		},
		Authenticator: &Authenticator{
			Proof: Proof{Kind: "Ed25519", PublicKey: keyText, Signature: "0x" + strings.Repeat("0", 126) + "2a"},
			Raw:   raw(`{"Move":{"Ed25519":{"public_key":"` + keyText + `","signature":"0x` + strings.Repeat("0", 126) + `2a"}}}`),
		},
		Output: &Output{Kind: "Move", Raw: raw(part(t, record, "output"))},
		Events: []Event{
			{
				Type: "0x1::coin::CoinDeposit", SequenceNumber: new(uint64(0)), CreationNumber: new(uint64(0)), Account: &zero,
				Data: raw(`{"account":"` + receiver.String() + `","amount":"1000","coin_type":"0x1::move_coin::MoveCoin"}`),
			},
			{
				Type: "0x1::transaction_fee::FeeStatement", SequenceNumber: new(uint64(0)), CreationNumber: new(uint64(0)), Account: &zero,
				Data: raw(`{"execution_gas_units":"4","io_gas_units":"5","storage_fee_quants":"0","storage_fee_refund_quants":"0","total_charge_gas_units":"9"}`),
			},
		},
		Raw: raw(record),
	}, transaction)
}

// part reads a member of a record with encoding/json.
func part(t *testing.T, record, name string) string {
	t.Helper()
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(record), &members))
	return string(members[name])
}

func TestDecodeSpecRecord(t *testing.T) {
	t.Parallel()
	transaction := decodeOne(t, specRecord)
	require.Nil(t, transaction.Problems)
	require.Equal(t, keyText, transaction.Hash)
	require.Equal(t, "user", transaction.Type)
	require.Equal(t, &Payload{Raw: raw(`{}`)}, transaction.Payload)
	require.Equal(t, &Authenticator{Raw: raw(`{}`)}, transaction.Authenticator)
	require.Equal(t, "Success", transaction.Status)
	require.Equal(t, sender, *transaction.Sender)
	require.Equal(t, uint64(7), *transaction.SequenceNumber)
	require.Equal(t, uint64(255), *transaction.ChainID)
	require.Equal(t, Timestamp(1750000000000000), *transaction.Expiration)
	require.Nil(t, transaction.Block)
	require.Equal(t, "Dkg", transaction.Output.Kind)
	require.JSONEq(t, `{"Dkg":"Success"}`, string(transaction.Output.Raw))
	require.Nil(t, transaction.GasUsed)
	require.Nil(t, transaction.Fee())
	require.Equal(t, "50000", transaction.FeeCap().String())
	require.JSONEq(t, specRecord, string(transaction.Raw))
}

// transactionPart decodes a record with only a hash and one part.
func transactionPart(t *testing.T, member string) Transaction {
	t.Helper()
	return decodeOne(t, `{"hash":"`+keyText+`",`+member+`}`)
}

func TestDecodeParts(t *testing.T) {
	t.Parallel()
	owner := address("0xb0b")
	tests := []struct {
		name   string
		member string
		want   func(*Transaction)
	}{
		{"nothing more", `"new_field":{"a":[1]}`, func(*Transaction) {}},
		{"all null", `"header":null,"payload":null,"authenticator":null,"block_header":null,"output":null,"status":null,"txn_type":null`, func(*Transaction) {}},
		{"unknown status and type", `"status":"Unexecuted","txn_type":"brand_new"`, func(t *Transaction) { t.Status, t.Type = "Unexecuted", "brand_new" }},
		{"escaped text", `"status":"\u0046ail\n"`, func(t *Transaction) { t.Status = "Fail\n" }},

		{"sender as short text", `"header":{"sender":"B0B"}`, func(t *Transaction) { t.Sender = &owner }},
		{"sender under its kind", `"header":{"sender":{"Move":"0X0b0b"}}`, func(t *Transaction) { t.Sender = &owner }},
		{"numbers as strings", `"header":{"sequence_number":"18446744073709551615","chain_id":"8"}`, func(t *Transaction) {
			t.SequenceNumber, t.ChainID = new(uint64(math.MaxUint64)), new(uint64(8))
		}},
		{"largest numbers", `"header":{"sequence_number":18446744073709551615,"max_gas_amount":9007199254740993}`, func(t *Transaction) {
			t.SequenceNumber, t.MaxGasAmount = new(uint64(math.MaxUint64)), new(uint64(9007199254740993))
		}},
		{"expiration as spec", `"header":{"expiration_timestamp":{"timestamp":"5"}}`, func(t *Transaction) { t.Expiration = new(Timestamp(5)) }},
		{"expiration whose date no parser reads", `"header":{"expiration_timestamp":{"microseconds_since_unix_epoch":8210266876799999999,"utc_date_time":"+262142-12-31T23:59:59.999999+00:00"}}`,
			func(t *Transaction) { t.Expiration = new(Timestamp(8210266876799999999)) }},

		{"block of three fields", `"block_header":{"hash":"0xAB","height":"24","timestamp":{"timestamp":24}}`, func(t *Transaction) {
			t.Block = &BlockHeader{Hash: "0xAB", Height: new(uint64(24)), Timestamp: new(Timestamp(24))}
		}},
		{"block of six fields", `"block_header":{"author":"` + strings.ToUpper(keyText[2:]) + `","hash":"h","height":1,"parent":"p","timestamp":{"timestamp":2},"view":{"epoch_id":{"chain_id":8,"epoch":3},"round":4}}`,
			func(t *Transaction) {
				t.Block = &BlockHeader{Height: new(uint64(1)), Hash: "h", Timestamp: new(Timestamp(2)), Author: keyText, Parent: "p", Epoch: new(uint64(3)), Round: new(uint64(4)), ChainID: new(uint64(8))}
			}},

		{"payload without wrapper", `"payload":{"function":"0x1::a::b","type":"entry_function_payload","type_arguments":[],"arguments":[]}`, func(t *Transaction) {
			t.Payload = &Payload{Kind: "entry_function", Function: "0x1::a::b"}
		}},
		{"script", `"payload":{"Move":{"type":"script_payload","code":{"bytecode":"0xa1"},"type_arguments":["u8"],"arguments":[true,{"vec":[]}]}}`, func(t *Transaction) {
			t.Payload = &Payload{Kind: "script", Code: raw(`{"bytecode":"0xa1"}`), TypeArguments: []string{"u8"}, Arguments: []json.RawMessage{raw(`true`), raw(`{"vec":[]}`)}}
		}},
		{"multisig", `"payload":{"Move":{"type":"multisig_payload","multisig_address":"0xb0b","transaction_payload":{"type":"entry_function_payload","function":"0x1::a::b","type_arguments":["u8"],"arguments":["1"]}}}`,
			func(t *Transaction) {
				t.Payload = &Payload{Kind: "multisig", MultisigAddress: &owner, InnerKind: "entry_function", Function: "0x1::a::b", TypeArguments: []string{"u8"}, Arguments: []json.RawMessage{raw(`"1"`)}}
			}},
		{"multisig, type last", `"payload":{"Move":{"transaction_payload":{"type":"entry_function_payload","function":"0x1::a::b"},"multisig_address":"0xb0b","type":"multisig_payload"}}`,
			func(t *Transaction) {
				t.Payload = &Payload{Kind: "multisig", MultisigAddress: &owner, InnerKind: "entry_function", Function: "0x1::a::b"}
			}},
		{"multisig whose payload is stored", `"payload":{"Move":{"type":"multisig_payload","multisig_address":"0xb0b","transaction_payload":null}}`, func(t *Transaction) {
			t.Payload = &Payload{Kind: "multisig", MultisigAddress: &owner}
		}},
		{"multisig registering an automation", `"payload":{"Move":{"type":"multisig_payload","multisig_address":"0xb0b","transaction_payload":{"automated_function":{"function":"0x1::a::b","type_arguments":[],"arguments":["1"]},"max_gas_amount":5}}}`,
			func(t *Transaction) {
				t.Payload = &Payload{
					Kind: "multisig", MultisigAddress: &owner, Function: "0x1::a::b", Arguments: []json.RawMessage{raw(`"1"`)},
					Registration: &Registration{MaxGasAmount: new(uint64(5))},
				}
			}},
		{"automation registration, version 1", `"payload":{"Move":{"type":"automation_registration_payload","V1":{"automated_function":{"function":"0x1::a::b","type_arguments":["u8"],"arguments":["1"]},"max_gas_amount":5,"aux_data":[]}}}`,
			func(t *Transaction) {
				t.Payload = &Payload{
					Kind: "automation_registration", Function: "0x1::a::b", TypeArguments: []string{"u8"}, Arguments: []json.RawMessage{raw(`"1"`)},
					Registration: &Registration{Version: "V1", MaxGasAmount: new(uint64(5)), AuxData: raw(`[]`)},
				}
			}},
		{"automation registration, version 2", `"payload":{"Move":{"V2":{"automated_function":{"function":"0x1::a::b"},"task_type":"User","task_priority":1},"V1":null,"type":"automation_registration_payload"}}`,
			func(t *Transaction) {
				t.Payload = &Payload{
					Kind: "automation_registration", Function: "0x1::a::b",
					Registration: &Registration{Version: "V2", TaskType: "User", TaskPriority: new(uint64(1))},
				}
			}},
		{"payload of an unknown type", `"payload":{"Move":{"type":"bundle_payload","modules":[]}}`, func(t *Transaction) { t.Payload = &Payload{Kind: "bundle_payload"} }},
		{"payload of the key generation", `"payload":{"Dkg":{"committee":"Smr","party_identity":"0x1","data":"NoType"}}`, func(t *Transaction) {
			t.Payload = &Payload{Kind: "dkg", Value: raw(`{"committee":"Smr","party_identity":"0x1","data":"NoType"}`)}
		}},
		{"payload of the oracle", `"payload":{"Oracle":{}}`, func(t *Transaction) { t.Payload = &Payload{Kind: "oracle", Value: raw(`{}`)} }},
		{"payload of an unknown variant", `"payload":{"Evm":{"nonce":1}}`, func(t *Transaction) { t.Payload = &Payload{Kind: "Evm", Value: raw(`{"nonce":1}`)} }},
		{"payload as a name", `"payload":"Empty"`, func(t *Transaction) { t.Payload = &Payload{Kind: "Empty"} }},

		{"authenticator of many", `"authenticator":{"Move":{"MultiAgent":{"sender":{"Ed25519":{"public_key":"0x1","signature":"0x2"}},"secondary_signers":[]}}}`, func(t *Transaction) {
			t.Authenticator = &Authenticator{
				Proof: Proof{Kind: "MultiAgent"}, Signers: []Signer{{Role: SenderRole, Proof: Proof{Kind: "Ed25519", PublicKey: "0x1", Signature: "0x2"}}},
			}
		}},
		{"authenticator of one sender", `"authenticator":{"Move":{"SingleSender":{"public_key":{"value":"0x1","type":"x"},"signature":{"value":"0x2"}}}}`, func(t *Transaction) {
			t.Authenticator = &Authenticator{Proof: Proof{Kind: "SingleSender", Value: raw(`{"public_key":{"value":"0x1","type":"x"},"signature":{"value":"0x2"}}`)}}
		}},
		{"authenticator of an automation", `"authenticator":{"Automation":"` + strings.ToUpper(keyText[2:]) + `"}`, func(t *Transaction) {
			t.Authenticator = &Authenticator{Proof: Proof{Kind: "Automation"}, RegistrationHash: keyText}
		}},
		{"authenticator of the key generation", `"authenticator":{"Dkg":{"signer":"0x1","signature":"0x2"}}`, func(t *Transaction) {
			t.Authenticator = &Authenticator{Proof: Proof{Kind: "Dkg", Signature: "0x2", Value: raw(`{"signer":"0x1","signature":"0x2"}`)}}
		}},
		{"authenticator without wrapper", `"authenticator":{"Ed25519":{"public_key":"0x1","signature":"0x2"}}`, func(t *Transaction) {
			t.Authenticator = &Authenticator{Proof: Proof{Kind: "Ed25519", PublicKey: "0x1", Signature: "0x2"}}
		}},
		{"authenticator as names", `"authenticator":{"Move":"Abstract"}`, func(t *Transaction) { t.Authenticator = &Authenticator{Proof: Proof{Kind: "Abstract"}} }},

		{"authenticator that names no scheme", `"authenticator":{"Move":{}}`, func(t *Transaction) { t.Authenticator = &Authenticator{} }},

		{"output that names no kind", `"output":{}`, func(t *Transaction) { t.Output = &Output{} }},
		{"output as a name", `"output":"Empty"`, func(t *Transaction) { t.Output = &Output{Kind: "Empty"} }},
		{"output of an unknown variant", `"output":{"Evm":{"Halt":{"reason":"x"}}}`, func(t *Transaction) { t.Output = &Output{Kind: "Evm", Status: "Halt", Value: raw(`{"reason":"x"}`)} }},
		{"output without events", `"output":{"Move":{"gas_used":"9","events":null,"vm_status":null}}`, func(t *Transaction) {
			t.Output, t.GasUsed = &Output{Kind: "Move"}, new(uint64(9))
		}},
		{"event of an account", `"output":{"Move":{"events":[{"guid":{"creation_number":"3","account_address":"0xb0b"},"sequence_number":"12","type":"0x1::a::B","data":[1, 2]}]}}`,
			func(t *Transaction) {
				t.Output = &Output{Kind: "Move"}
				t.Events = []Event{{Type: "0x1::a::B", SequenceNumber: new(uint64(12)), CreationNumber: new(uint64(3)), Account: &owner, Data: raw(`[1, 2]`)}}
			}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := transactionPart(t, test.member)
			if got.Problems != nil {
				require.NoError(t, got.Problems.Err())
			}
			got.Other = nil
			record := `{"hash":"` + keyText + `",` + test.member + `}`
			want := Transaction{Hash: keyText, Raw: raw(record)}
			test.want(&want)
			// The raw parts are those of the record, whatever was read of them.
			if want.Payload != nil {
				want.Payload.Raw = raw(part(t, record, "payload"))
			}
			if want.Authenticator != nil {
				want.Authenticator.Raw = raw(part(t, record, "authenticator"))
			}
			if want.Output != nil {
				want.Output.Raw = raw(part(t, record, "output"))
			}
			require.Equal(t, want, got)
		})
	}
}

// A record with invalid parts has all others, and its Problem names the first one.
func TestDecodeOddRecords(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		record string
		path   string
		text   string
	}{
		{"a number", `17`, "[1]", `17 instead of an object`},
		{"null", `null`, "[1]", `null instead of an object`},
		{"an array", `[{}]`, "[1]", `an array instead of an object`},
		{"no hash", `{"status":"Success"}`, "[1].hash", `missing`},
		{"hash of another kind", `{"hash":{"x":1},"status":"Success"}`, "[1].hash", `an object instead of a string`},
		{"header of another kind", `{"hash":"h","header":"x","status":"Success"}`, "[1].header", `"x" instead of an object`},
		{"words for a number", `{"hash":"h","header":{"sequence_number":"x\u001b["},"status":"Success"}`, "[1].header.sequence_number", `"x\x1b[" instead of an unsigned integer`},
		{"true for a number", `{"hash":"h","header":{"sequence_number":true},"status":"Success"}`, "[1].header.sequence_number", `true instead of an unsigned integer`},
		{"a negative number", `{"hash":"h","header":{"gas_unit_price":-1},"status":"Success"}`, "[1].header.gas_unit_price", `"-1" instead of an unsigned integer`},
		{"an exponent", `{"hash":"h","header":{"gas_unit_price":1e3},"status":"Success"}`, "[1].header.gas_unit_price", `"1e3" instead of an unsigned integer`},
		{"a fraction", `{"hash":"h","header":{"gas_unit_price":1.0},"status":"Success"}`, "[1].header.gas_unit_price", `"1.0" instead of an unsigned integer`},
		{"an empty number", `{"hash":"h","header":{"gas_unit_price":""},"status":"Success"}`, "[1].header.gas_unit_price", `"" instead of an unsigned integer`},
		{"over 64 bits", `{"hash":"h","header":{"gas_unit_price":18446744073709551616},"status":"Success"}`, "[1].header.gas_unit_price", `"18446744073709551616" exceeds 2^64-1`},
		{"a bad sender", `{"hash":"h","header":{"sender":{"Move":"0xzz"}},"status":"Success"}`, "[1].header.sender.Move", `address "0xzz": not hex at character 3`},
		{"a sender of another kind", `{"hash":"h","header":{"sender":{"Evm":"0x1"}},"status":"Success"}`, "[1].header.sender", `sender of an unknown kind`},
		{"an instant of another kind", `{"hash":"h","header":{"expiration_timestamp":5},"status":"Success"}`, "[1].header.expiration_timestamp", `5 without a unit: not microseconds of the years 2001 to 2286`},
		{"an instant without a number", `{"hash":"h","header":{"expiration_timestamp":{"utc":"x"}},"status":"Success"}`, "[1].header.expiration_timestamp", `neither timestamp nor microseconds_since_unix_epoch`},
		{"a block without a height", `{"hash":"h","block_header":{"timestamp":{"timestamp":1}},"status":"Success"}`, "[1].block_header.height", `missing`},
		{"a block without a time", `{"hash":"h","block_header":{"height":1},"status":"Success"}`, "[1].block_header.timestamp", `missing`},
		{"arguments of another kind", `{"hash":"h","payload":{"Move":{"type":"entry_function_payload","arguments":{"a":1}}},"status":"Success"}`, "[1].payload.Move.arguments", `an object instead of an array`},
		{"a type argument of another kind", `{"hash":"h","payload":{"Move":{"type":"entry_function_payload","type_arguments":["u8",5]}},"status":"Success"}`, "[1].payload.Move.type_arguments[1]", `5 instead of a string`},
		{"a Move payload without a type", `{"hash":"h","payload":{"Move":{"function":"f"}},"status":"Success"}`, "[1].payload.Move.type", `missing`},
		{"a call without a type", `{"hash":"h","payload":{"function":"f"},"status":"Success"}`, "[1].payload.type", `missing`},
		{"a payload of another kind", `{"hash":"h","payload":5,"status":"Success"}`, "[1].payload", `5 instead of an object`},
		{"an automation without a hash", `{"hash":"h","authenticator":{"Automation":{}},"status":"Success"}`, "[1].authenticator.Automation", `an object instead of a string`},
		{"an output of another kind", `{"hash":"h","output":[],"status":"Success"}`, "[1].output", `an array instead of an object`},
		{"a gas of another kind", `{"hash":"h","output":{"Move":{"gas_used":[9]}},"status":"Success"}`, "[1].output.Move.gas_used", `an array instead of an unsigned integer`},
		{"an event of another kind", `{"hash":"h","output":{"Move":{"events":[{},"x"]}},"status":"Success"}`, "[1].output.Move.events[1]", `"x" instead of an object`},
		{"the first of two", `{"hash":"h","header":{"chain_id":"a","sequence_number":"b"},"status":"Success"}`, "[1].header.chain_id", `"a" instead of an unsigned integer`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			transactions := decodeAll(t, `[`+deployedRecord(3, 0)+`, `+test.record+` ,`+deployedRecord(1, 0)+`]`)
			require.Len(t, transactions, 3)
			require.Nil(t, transactions[0].Problems)
			require.Nil(t, transactions[2].Problems)
			require.Equal(t, uint64(1), *transactions[2].SequenceNumber)

			odd := transactions[1]
			require.Equal(t, test.record, string(odd.Raw))
			require.NotNil(t, odd.Problems)
			require.Equal(t, test.path, odd.Problems.First().Path)
			require.EqualError(t, odd.Problems.First().Err, test.text)
			require.Equal(t, "http://node/list", odd.Problems.First().URL)
			if strings.Contains(test.record, `"Success"`) {
				require.Equal(t, "Success", odd.Status, "the rest of the record is lost")
			}
		})
	}
}

func TestDecodePartialRecord(t *testing.T) {
	t.Parallel()
	record := strings.Replace(deployedRecord(42, 1), `"gas_used":9`, `"gas_used":"nine"`, 1)
	odd := decodeOne(t, record)
	require.Equal(t, "[0].output.Move.gas_used", odd.Problems.First().Path)
	regular := decodeOne(t, deployedRecord(42, 1))
	odd.Problems, odd.GasUsed = nil, regular.GasUsed
	odd.Raw, odd.Output.Raw = regular.Raw, regular.Output.Raw
	require.Equal(t, regular, odd)
}

// Of duplicate names the last value counts, as in most JSON parsers.
func TestDecodeRepeatedNames(t *testing.T) {
	t.Parallel()
	transaction := decodeOne(t, `{"hash":"a","hash":"b","output":{"Move":{"events":[{"type":"x"}]}},"output":{"Move":{"events":[{"type":"y"}]}}}`)
	require.Nil(t, transaction.Problems)
	require.Equal(t, "b", transaction.Hash)
	require.Len(t, transaction.Events, 1)
	require.Equal(t, "y", transaction.Events[0].Type)
}

func TestDecodeBrokenUTF8(t *testing.T) {
	t.Parallel()
	record := "{\"hash\":\"h\",\"status\":\"a\xffb\\ud800\"}"
	transaction := decodeOne(t, record)
	require.Nil(t, transaction.Problems)
	require.Equal(t, "a\uFFFDb\uFFFD", transaction.Status)
	require.Equal(t, record, string(transaction.Raw))
}

func TestDecodeBrokenBodies(t *testing.T) {
	t.Parallel()
	good := deployedRecord(1, 1)
	tests := []struct {
		name  string
		body  string
		count int
		text  string
		cause error
	}{
		{"half a record", `[` + good + `,` + good[:len(good)/2], 1, "", errTruncated},
		{"half an array", `[` + good, 1, "", errTruncated},
		{"half an array after a comma", `[` + good + `,`, 1, "", errTruncated},
		{"half a word", `[` + good + `,tru`, 1, "", errTruncated},
		{"trailing words", `[` + good + `] x`, 1, "cannot decode response of http://node/list: unexpected data after the JSON", errTrailingData},
		{"two bodies", `[` + good + `][]`, 1, "", errTrailingData},
		{"an object", `{"message":"hm"}`, 0, "cannot decode response of http://node/list: an object instead of an array", nil},
		{"words", `welcome`, 0, "cannot decode response of http://node/list: invalid JSON at byte 0: invalid character 'w' at start of value", nil},
		{"an escape in a name", "[{\"\\u001b[\":x}]", 0,
			`cannot decode response of http://node/list: [0]["\x1b["]: invalid JSON at byte 12: invalid character 'x' at start of value`, nil},
		{"a stray byte", `[` + "{\"hash\":\"h\"}" + `,{"hash" 5}]`, 1,
			"cannot decode response of http://node/list: [1].hash: invalid JSON at byte 22: invalid character '5' after object name (expecting ':')", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reader := newBodyReader(apiResponse{url: "http://node/list", body: []byte(test.body)})
			transactions := reader.transactions()
			require.Len(t, transactions, test.count)
			for _, transaction := range transactions {
				require.Nil(t, transaction.Problems)
			}
			err := reader.end()
			var wrong *DecodeError
			require.True(t, errors.As(err, &wrong), "%v", err)
			if test.cause != nil {
				require.ErrorIs(t, err, test.cause)
			}
			if test.text != "" {
				require.EqualError(t, err, test.text)
			}
		})
	}
}

// A body may have jsonscan.MaxDepth levels. The records before one with more are returned.
func TestDecodeDeepNesting(t *testing.T) {
	t.Parallel()
	// The list, the record and depth levels of a payload.
	nested := func(depth int) string {
		return `{"hash":"h","payload":` + strings.Repeat(`{"transaction_payload":`, depth) + `1` + strings.Repeat(`}`, depth) + `}`
	}
	require.Len(t, decodeAll(t, `[`+nested(jsonscan.MaxDepth-2)+`]`), 1)

	for _, depth := range []int{jsonscan.MaxDepth - 1, 9_000, 20_000} {
		reader := newBodyReader(apiResponse{url: "http://node/list", body: []byte(`[` + deployedRecord(1, 0) + `,` + nested(depth) + `]`)})
		require.Len(t, reader.transactions(), 1)
		path := "[1].payload" + strings.Repeat(".transaction_payload", 18) + "…"
		require.EqualError(t, reader.end(), "cannot decode response of http://node/list: "+path+": the JSON is nested more than 500 levels deep")
	}
}

// What cannot be read of a block is null, not 0 and 1970.
func TestUnreadableBlock(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"height":"many","hash":"h","timestamp":{"timestamp":7}}`: `"block":{"height":null,"hash":"h","timestamp_us":7,`,
		`{"height":7,"hash":"h","timestamp":"yesterday"}`:          `"block":{"height":7,"hash":"h","timestamp_us":null,`,
		`{"height":-1,"timestamp":{"timestamp":1.5}}`:              `"block":{"height":null,"hash":"","timestamp_us":null,`,
		`{}`: `"block":{"height":null,"hash":"","timestamp_us":null,`,
	} {
		node := nodeResponding(t, `[{"hash":"0x01","status":"Success","header":{"sequence_number":3},"block_header":`+body+`}]`)
		page, err := node.Transactions(t.Context(), move.Address{31: 1}, PageRequest{Count: 5})
		require.NoError(t, err, body)
		require.NotNil(t, page.Items[0].Problems, body)
		encoded, err := json.Marshal(page.Items[0])
		require.NoError(t, err)
		require.Contains(t, string(encoded), want, body)
	}
}
