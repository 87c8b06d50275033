package client

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// transactionPlaces lists what is elsewhere in the JSON of a transaction than in the record of the node.
var transactionPlaces = []place{
	{raw: "txn_type", json: "type", why: "named like status"},
	{raw: "hash", json: "hash", form: asHash, why: "hashes have one form"},

	{raw: "header.sender.(Move)", json: "sender", form: asAddress, why: "the JSON is flat, addresses have one form"},
	{raw: "header.sequence_number", json: "sequence_number", form: asNumber, why: "the JSON is flat"},
	{raw: "header.chain_id", json: "chain_id", form: asNumber, why: "the JSON is flat"},
	{raw: "header.gas_unit_price", json: "gas_unit_price", form: asNumber, why: "the JSON is flat"},
	{raw: "header.max_gas_amount", json: "max_gas_amount", form: asNumber, why: "the JSON is flat"},
	{raw: "header.expiration_timestamp.(timestamp|microseconds_since_unix_epoch)", json: "expiration_us", form: asNumber, why: "times have a unit in their name"},
	{raw: "header.expiration_timestamp.utc_date_time.**", why: repeatedDate},

	{raw: "block_header.hash", json: "block.hash", form: asHash, why: "shorter"},
	{raw: "block_header.author|parent", json: "block.*", form: asHash, why: "shorter"},
	{raw: "block_header.height", json: "block.height", form: asNumber, why: "shorter"},
	{raw: "block_header.timestamp.(timestamp|microseconds_since_unix_epoch)", json: "block.timestamp_us", form: asNumber, why: "times have a unit in their name"},
	{raw: "block_header.timestamp.utc_date_time.**", why: repeatedDate},
	{raw: "block_header.view.round", json: "block.round", form: asNumber, why: "the JSON is flat"},
	{raw: "block_header.view.epoch_id.epoch|chain_id", json: "block.*", form: asNumber, why: "the JSON is flat"},

	{raw: "payload", json: "payload.kind", why: "a variant without content"},
	{raw: "payload.(Move).type", json: "payload.kind", form: asKind, why: "kinds are names of one form"},
	{raw: "payload.(Move).multisig_address", json: "payload.multisig_address", form: asAddress, why: "addresses have one form"},
	{raw: "payload.(Move).code.**", json: "payload.code.**", why: "all variants have the same members"},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).(automated_function).function", json: "payload.function", why: "all kinds have their call there"},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).(automated_function).type_arguments.*", json: "payload.type_arguments.*", why: "all kinds have their call there"},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).(automated_function).arguments.**", json: "payload.arguments.**", why: "all kinds have their call there"},
	{raw: "payload.(Move).transaction_payload.type", json: "payload.inner_kind", form: asKind, why: "kinds are names of one form"},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).expiration_timestamp_secs", json: "payload.registration.expiration_s", form: asNumber, why: "times have a unit in their name"},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).automation_fee_cap_for_epoch", json: "payload.registration.automation_fee_cap", form: asNumber, why: "the name in submitted transactions"},
	{raw: "payload.(Move).(transaction_payload).@V1|V2.max_gas_amount", json: "payload.registration.max_gas_amount", name: "payload.registration.version", form: asNumber, why: registered},
	{raw: "payload.(Move).transaction_payload.max_gas_amount", json: "payload.registration.max_gas_amount", form: asNumber, why: registered},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).gas_price_cap", json: "payload.registration.gas_price_cap", form: asNumber, why: registered},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).automation_fee_cap", json: "payload.registration.automation_fee_cap", form: asNumber, why: registered},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).task_priority", json: "payload.registration.task_priority", form: asNumber, why: registered},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).task_type", json: "payload.registration.task_type", why: registered},
	{raw: "payload.(Move).(transaction_payload).(V1|V2).aux_data.**", json: "payload.registration.aux_data.**", why: registered},
	{raw: "payload.@.**", json: "payload.value.**", name: "payload.kind", why: "the name of the variant is a value"},

	{raw: "authenticator.(Move)", json: "authenticator.kind", why: "a scheme without content"},
	{raw: "authenticator.Automation", json: "authenticator.registration_hash", form: asHash, why: "says whose hash it is"},
	{raw: "authenticator.(Move).@.public_key", json: "authenticator.public_key", name: "authenticator.kind", why: namedScheme},
	{raw: "authenticator.(Move).@.signature", json: "authenticator.signature", name: "authenticator.kind", why: namedScheme},
	{raw: "authenticator.(Move).@MultiAgent|FeePayer.fee_payer_address", json: "authenticator.fee_payer_address", name: "authenticator.kind", form: asAddress, why: namedScheme},
	{raw: "authenticator.(Move).@MultiAgent|FeePayer.secondary_signer_addresses.*", json: "authenticator.secondary_signer_addresses.*", name: "authenticator.kind", form: asAddress, why: namedScheme},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).sender", json: "authenticator.signers.role=sender.0.kind", why: "a scheme without content"},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).sender.@.public_key", json: "authenticator.signers.role=sender.0.public_key", name: "authenticator.signers.role=sender.0.kind", why: oneList},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).sender.@.signature", json: "authenticator.signers.role=sender.0.signature", name: "authenticator.signers.role=sender.0.kind", why: oneList},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).sender.@.**", json: "authenticator.signers.role=sender.0.value.**", name: "authenticator.signers.role=sender.0.kind", why: oneList},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).fee_payer_signer.@.public_key", json: "authenticator.signers.role=fee_payer.0.public_key", name: "authenticator.signers.role=fee_payer.0.kind", why: oneList},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).fee_payer_signer.@.signature", json: "authenticator.signers.role=fee_payer.0.signature", name: "authenticator.signers.role=fee_payer.0.kind", why: oneList},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).fee_payer_signer.@.**", json: "authenticator.signers.role=fee_payer.0.value.**", name: "authenticator.signers.role=fee_payer.0.kind", why: oneList},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).fee_payer_signer", json: "authenticator.signers.role=fee_payer.0.kind", why: "a scheme without content"},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).secondary_signers.*", json: "authenticator.signers.role=secondary.*.kind", why: "a scheme without content"},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).secondary_signers.*.@.public_key", json: "authenticator.signers.role=secondary.*.public_key", name: "authenticator.signers.role=secondary.*.kind", why: oneList},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).secondary_signers.*.@.signature", json: "authenticator.signers.role=secondary.*.signature", name: "authenticator.signers.role=secondary.*.kind", why: oneList},
	{raw: "authenticator.(Move).(MultiAgent|FeePayer).secondary_signers.*.@.**", json: "authenticator.signers.role=secondary.*.value.**", name: "authenticator.signers.role=secondary.*.kind", why: oneList},
	{raw: "authenticator.(Move).@.**", json: "authenticator.value.**", name: "authenticator.kind", why: "the name of the scheme is a value"},

	{raw: "output", json: "output.kind", why: "a variant without content"},
	{raw: "output.Move.gas_used", json: "gas_used", form: asNumber, why: "the JSON is flat"},
	{raw: "output.Move.vm_status", json: "vm_status", why: "the JSON is flat"},
	{raw: "output.Move.events.*.type", json: "events.*.type", why: "the JSON is flat"},
	{raw: "output.Move.events.*.sequence_number", json: "events.*.sequence_number", form: asNumber, why: "the JSON is flat"},
	{raw: "output.Move.events.*.guid.creation_number", json: "events.*.guid.creation_number", form: asNumber, why: "the JSON is flat"},
	{raw: "output.Move.events.*.guid.account_address", json: "events.*.guid.account_address", form: asAddress, why: "addresses have one form"},
	{raw: "output.Move.events.*.data.**", json: "events.*.data.**", why: "the JSON is flat"},
	{raw: "output.Evm.@.**", json: "output.value.**", name: "output.status", why: "the name of the variant is a value"},
	{raw: "output.@", json: "output.status", name: "output.kind", why: "the name of the variant is a value"},
	{raw: "output.@.**", json: "output.value.**", name: "output.kind", why: "the name of the variant is a value"},
}

// Reasons that several places have.
const (
	repeatedDate = "the same instant as the number beside it, in a form that few parsers read"
	registered   = "the terms of a task are one object in all versions"
	namedScheme  = "the name of the scheme is a value"
	oneList      = "signers are one list"
)

// asKind is that of a type of payload.
func asKind(value any) any { return payloadKind(fmt.Sprint(value)) }

// lostOf lists what the JSON of a record of the node lacks.
func lostOf(t require.TestingT, record string, used map[int]bool) []string {
	reader := newBodyReader(apiResponse{url: "http://node/list", body: []byte(record)})
	transaction := reader.transaction()
	require.NoError(t, reader.end(), record)
	encoded, err := transaction.MarshalJSON()
	require.NoError(t, err)
	return lost(t, []byte(record), encoded, transactionPlaces, used)
}

// samplesOf are the recorded records of transactions.
func samplesOf(t *testing.T) (records []json.RawMessage) {
	t.Helper()
	for _, name := range []string{
		"v1-transactions.json", "v1-coin-transactions.json", "v2-transactions.json", "v2-coin-transactions.json", "v3-transactions.json",
		"v3-coin-transactions.json", "v3-automated-transactions.json", "v3-transactions-variants.json",
	} {
		page := struct {
			Record []json.RawMessage `json:"record"`
		}{}
		body := sample(t, name)
		if strings.HasPrefix(name, "v3") {
			require.NoError(t, json.Unmarshal(body, &page.Record))
		} else {
			require.NoError(t, json.Unmarshal(body, &page))
		}
		require.NotEmpty(t, page.Record, name)
		records = append(records, page.Record...)
	}
	return records
}

// Every place is used by a record: the table has none that hides a loss.
func TestTransactionLeaves(t *testing.T) {
	t.Parallel()
	used := map[int]bool{}
	records := []string{deployedRecord(1, 2), specRecord}
	for _, record := range samplesOf(t) {
		records = append(records, string(record))
	}
	for _, member := range []string{
		`"payload":"Empty","output":{"Oracle":7}`,
		`"payload":{"Move":{"type":"multisig_payload","multisig_address":"0xb0b","transaction_payload":{"max_gas_amount":"5","automation_fee_cap_for_epoch":6}}}`,
		`"authenticator":{"Move":"Abstract"}`,
		`"authenticator":{"Move":{"FeePayer":{"fee_payer_signer":{"SingleSender":{"public_key":{"value":"0x1"}}},"sender":{"SingleSender":{"public_key":{"value":"0x2"}}},"secondary_signers":["Abstract"]}}}`,
		`"authenticator":{"Move":{"MultiAgent":{"fee_payer_signer":"Abstract","sender":"Later"}}}`,
	} {
		records = append(records, `{"hash":"`+keyText+`",`+member+`}`)
	}
	for _, record := range records {
		require.Empty(t, lostOf(t, record, used), record)
	}
	for i, place := range transactionPlaces {
		require.True(t, used[i], "%s is in no record", place.raw)
		require.NotEmpty(t, place.why, place.raw)
	}
}

func TestTransactionsLoseNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		record := drawRecord(t)
		require.Empty(t, lostOf(t, record, nil), record)
	})
}
