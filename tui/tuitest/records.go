package tuitest

import "fmt"

// firstHeight is the height of the first record's block.
const firstHeight = 48211802

// Ordinary returns the JSON of a regular transaction. Most are transfers, some are of other kinds, and some failed.
func Ordinary(sequence int) string {
	payload := fmt.Sprintf(`{"type": "entry_function_payload", "function": "0x1::coin::transfer", "type_arguments": ["0x1::move_coin::MoveCoin"],
		"arguments": [%q, "%d00000000"]}`, Quiet, 2500+sequence)
	authenticator := `{"Move": {"Ed25519": {"public_key": "0x3f2a1c9b7e6d5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e90cc",
		"signature": "0x77ab5c3e1f0d9b8a7c6e5f4d3b2a19080716253443526170f9e8d7c6b5a4e410"}}}`
	status, vmStatus, gas := "Success", "Executed successfully", 9
	switch sequence % 9 {
	case 1:
		payload = `{"type": "script_payload", "code": {"bytecode": "0xa11ceb0b"}, "type_arguments": [], "arguments": []}`
		gas = 15
	case 3:
		payload = `{"type": "entry_function_payload", "function": "0xab12c3d4e5f60718293a4b5c6d7e8f90ab12c3d4e5f60718293a4b5c6d7e8f90::pool::swap_exact_in",
			"type_arguments": [], "arguments": ["18446744073709551615", true, ["1", "2"], {"vec": []}, "0x0102", "12"]}`
		status, vmStatus, gas = "Fail", "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction", 387
	case 5:
		payload = fmt.Sprintf(`{"type": "multisig_payload", "multisig_address": %q}`, Quiet)
		authenticator = `{"Move": {"MultiEd25519": {"public_keys": ["0x01", "0x02"], "signatures": ["0x03"], "threshold": 1, "bitmap": "0x80000000"}}}`
	}
	seconds := second(sequence)
	return fmt.Sprintf(`{"txn_type": "user", "authenticator": %s, "block_header": {"author": "0x7d1e90ab44c2%052d", "hash": "0x%064x",
		"height": %d, "parent": "0x%064x", "timestamp": {"microseconds_since_unix_epoch": %d481203, "utc_date_time": "never read"},
		"view": {"epoch_id": {"chain_id": 8, "epoch": 214}, "round": %d}}, "hash": "0x9c0e%056x11d2",
		"header": {"chain_id": 8, "expiration_timestamp": {"microseconds_since_unix_epoch": %d000000}, "sender": {"Move": %q},
		"sequence_number": %d, "gas_unit_price": 100000, "max_gas_amount": 20000}, "payload": {"Move": %s},
		"output": {"Move": {"gas_used": %d, "events": [
			{"guid": {"creation_number": "0", "account_address": "0x0"}, "sequence_number": "0", "type": "0x1::coin::CoinWithdraw",
			 "data": {"account": %q, "amount": "250000000", "coin_type": "0x1::move_coin::MoveCoin"}},
			{"guid": {"creation_number": "0", "account_address": "0x0"}, "sequence_number": "0", "type": "0x1::transaction_fee::FeeStatement",
			 "data": {"execution_gas_units": "4", "io_gas_units": "5", "storage_fee_quants": "0"}}], "vm_status": %q}}, "status": %q}`,
		authenticator, 0xaa, sequence+7, firstHeight+sequence, sequence+6, seconds, 90939+sequence, sequence, seconds+300, Busy,
		sequence, payload, gas, Busy, vmStatus, status)
}

// Attack is text with terminal escapes, as encoded in a JSON string.
const Attack = `\u001b[31mred\u001b[2J\u0007\u202egnp.exe\u009b5m\u0000\nnext`

// Hostile returns the JSON of a transaction with Attack in every string. Some have fields of the wrong type instead.
func Hostile(sequence int) string {
	switch sequence % 3 {
	case 1:
		return fmt.Sprintf(`{"hash": %d, "header": {"sequence_number": %d, "sender": ["x"]}, "status": {"a": 1}, "output": "Empty"}`, sequence, sequence)
	case 2:
		return fmt.Sprintf(`{"txn_type": "block_metadata", "hash": "0x%064x", "block_header": null, "output": null, "status": "Success", "header": {"sequence_number": "%d"}}`, sequence, sequence)
	}
	return fmt.Sprintf(`{"txn_type": "%[1]s", "authenticator": {"Move": {"%[1]s": {"public_key": "%[1]s", "signature": "%[1]s"}}},
		"block_header": {"author": "%[1]s", "hash": "%[1]s", "height": 5, "parent": "%[1]s", "timestamp": {"timestamp": 1795262669000000}},
		"hash": "%[1]s%[2]d", "header": {"sequence_number": %[2]d, "gas_unit_price": 18446744073709551615, "max_gas_amount": "18446744073709551615",
		"sender": "%[1]s"}, "payload": {"Move": {"type": "entry_function_payload", "function": "%[1]s", "type_arguments": ["%[1]s"],
		"arguments": ["%[1]s", {"%[1]s": "%[1]s"}]}}, "output": {"Move": {"gas_used": 18446744073709551615,
		"events": [{"type": "%[1]s", "data": {"%[1]s": "%[1]s"}}], "vm_status": "%[1]s"}}, "status": "%[1]s"}`, Attack, sequence)
}
