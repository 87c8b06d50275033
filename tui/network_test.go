package tui

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/target"
)

// handled answers requests by calling the handler.
type handled struct{ http.Handler }

func (h handled) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	recorder := httptest.NewRecorder()
	h.ServeHTTP(recorder, request)
	return recorder.Result(), nil
}

// fixture is a node with one busy account, one that never sent anything, and nothing else: what golden frames show. It
// answers in the deployed forms.
type fixture struct {
	records int
	record  func(sequence int) string
	chain   *testChain // nil: an ordinary one
}

const (
	busy  = "0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1"
	quiet = "0x5e01d8c49a3b6f7d21e0c4b8a9f3d2e1c0b7a6958473625140f0e9d80c9d77b0"
)

// named are the names that go with the fixture.
func named() []target.Name {
	names := []target.Name{{Name: "busy"}, {Name: "quiet"}}
	for i, address := range []string{busy, quiet} {
		names[i].Address, _ = move.ParseAddress(address)
	}
	return names
}

func (f fixture) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/rpc/v3/accounts/")
	address, list, _ := strings.Cut(path, "/")
	w.Header().Set("Content-Type", "application/json")
	switch {
	case strings.HasPrefix(r.URL.Path, "/rpc/v1/consensus/"):
		if f.chain == nil {
			f.chain = newTestChain()
		}
		f.chain.ServeHTTP(w, r)
	case r.URL.Path == "/rpc/v3/view":
		serveView(w, r)
	case strings.HasPrefix(list, "modules/"):
		serveModule(w, strings.TrimPrefix(list, "modules/"))
	case list == "transactions" && address == busy:
		f.list(w, r)
	case list == "coin_transactions" && address == busy:
		f.coins(w, r)
	case list == "automated_transactions" && address == busy:
		f.automated(w, r)
	case list == "modules" && address == busy:
		f.state(w, r, f.module)
	case list == "resources" && address == busy:
		f.state(w, r, f.resource)
	case strings.HasPrefix(list, "resources/") && address == busy:
		fmt.Fprint(w, f.resource(1))
	case strings.HasSuffix(list, "transactions"), list == "modules", list == "resources":
		fmt.Fprint(w, "[]")
	case address == busy:
		fmt.Fprintf(w, `{"sequence_number": %d, "authentication_key": "0x41c07be2%056d"}`, f.records, 93)
	case address == quiet:
		fmt.Fprintf(w, `{"sequence_number": 0, "authentication_key": %q}`, quiet)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"message": "Information not available for %s"}`, strings.TrimPrefix(address, "0x"))
	}
}

func (f fixture) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	count, _ := strconv.Atoi(query.Get("count"))
	at, step := f.records-1, -1
	if query.Get("ascending") == "true" {
		at, step = 0, 1
	}
	if start, err := strconv.Atoi(query.Get("start")); err == nil {
		at = start
	}
	var records []string
	for ; at >= 0 && at < f.records && len(records) < count; at += step {
		records = append(records, f.record(at))
	}
	fmt.Fprint(w, "["+strings.Join(records, ",")+"]")
}

// second is when the block of a record was made, in seconds since 1970.
func second(sequence int) int { return 1795262669 - 17*(60-sequence) }

// coins is the list by block time: every third record, with the time of the last one as the cursor.
func (f fixture) coins(w http.ResponseWriter, r *http.Request) {
	cursor := func(i int) int { return second(i)*1_000_000 + 481203 }
	f.walk(w, r, "start", func(i int) bool { return i%3 == 0 }, func(i, start int) int { return cursor(i) - start }, func(i int) string {
		return strconv.Itoa(cursor(i))
	})
}

// automated is the list by block height: every fifth record, with its own number as the cursor.
func (f fixture) automated(w http.ResponseWriter, r *http.Request) {
	f.walk(w, r, "cursor", func(i int) bool { return i%5 == 0 }, func(i, start int) int { return i - start }, strconv.Itoa)
}

// walk answers with the records that are chosen, from the start that the query names on.
func (f fixture) walk(w http.ResponseWriter, r *http.Request, name string, chosen func(int) bool, beyond func(i, start int) int, cursor func(int) string) {
	query := r.URL.Query()
	count, _ := strconv.Atoi(query.Get("count"))
	start, err := strconv.Atoi(query.Get(name))
	at, step := f.records-1, -1
	if query.Get("ascending") == "true" {
		at, step = 0, 1
	}
	if height, wrong := strconv.Atoi(query.Get("block_height")); wrong == nil && query.Get("cursor") == "" {
		at = height - firstHeight
	}
	var records []string
	for ; at >= 0 && at < f.records && len(records) < count; at += step {
		if !chosen(at) || err == nil && beyond(at, start)*step <= 0 {
			continue
		}
		records = append(records, f.record(at))
		w.Header().Set("x-foredeck-cursor", cursor(at))
	}
	fmt.Fprint(w, "["+strings.Join(records, ",")+"]")
}

// state is a list of what the account holds, in pages of 20, as long as there are records.
func (f fixture) state(w http.ResponseWriter, r *http.Request, item func(i int) string) {
	start, _ := strconv.Atoi(r.URL.Query().Get("start"))
	var items []string
	for i := start; i < min(start+20, f.records); i++ {
		items = append(items, item(i))
		w.Header().Set("x-foredeck-cursor", strconv.Itoa(i+1))
	}
	fmt.Fprint(w, "["+strings.Join(items, ",")+"]")
}

func (f fixture) isHostile() bool { return strings.Contains(f.record(0), "u001b") }

func (f fixture) module(i int) string {
	name, function := fmt.Sprintf("module_%d", i), "balance_of"
	if f.isHostile() {
		if i%3 == 2 {
			return `{"bytecode": 5, "abi": {"name": [], "exposed_functions": "x"}}`
		}
		name, function = fmt.Sprint(attack, i), attack
	}
	return fmt.Sprintf(`{"bytecode": "0xa11ceb0b%s", "abi": {"address": %q, "name": "%s", "friends": ["0x1::coin"],
		"exposed_functions": [
			{"name": "%s", "visibility": "public", "is_entry": false, "is_view": true, "generic_type_params": [], "params": ["address"], "return": ["u64"]},
			{"name": "transfer", "visibility": "public", "is_entry": true, "is_view": false, "generic_type_params": [], "params": ["&signer", "u64"], "return": []},
			{"name": "merge", "visibility": "friend", "is_entry": false, "is_view": false, "generic_type_params": [], "params": [], "return": []}],
		"structs": [{"name": "Store", "is_native": false, "abilities": ["key"], "generic_type_params": [], "fields": []}]}}`,
		strings.Repeat("00", 100+i), busy, name, function)
}

func (f fixture) resource(i int) string {
	if f.isHostile() {
		if i%3 == 2 {
			return `{"type": 7, "data": null}`
		}
		return fmt.Sprintf(`{"type": "0x1::%[1]s%[2]d", "data": {"%[1]s": "%[1]s", "owner": ["%[1]s", {}]}}`, attack, i)
	}
	return fmt.Sprintf(`{"type": "0x1::coin::CoinStore<0x1::coin_%d::Coin%d>", "data": {"coin": {"value": "12045510%d"}, "frozen": false,
		"withdraw_events": {"counter": "881", "guid": {"id": {"addr": %q, "creation_num": "3"}}}}}`, i, i, i, quiet)
}

// firstHeight is the height of the block of the first record.
const firstHeight = 48211802

// ordinary is a regular record: mostly transfers, some of the other kinds, some failures.
func ordinary(sequence int) string {
	payload := fmt.Sprintf(`{"type": "entry_function_payload", "function": "0x1::coin::transfer", "type_arguments": ["0x1::move_coin::MoveCoin"],
		"arguments": [%q, "%d00000000"]}`, quiet, 2500+sequence)
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
		payload = fmt.Sprintf(`{"type": "multisig_payload", "multisig_address": %q}`, quiet)
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
		authenticator, 0xaa, sequence+7, firstHeight+sequence, sequence+6, seconds, 90939+sequence, sequence, seconds+300, busy,
		sequence, payload, gas, busy, vmStatus, status)
}

// attack is text that would take over a terminal if it were drawn as it is.
const attack = `\u001b[31mred\u001b[2J\u0007\u202egnp.exe\u009b5m\u0000\nnext`

// hostile is a record with an attack in every string that it has; odd ones have the wrong types as well.
func hostile(sequence int) string {
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
		"events": [{"type": "%[1]s", "data": {"%[1]s": "%[1]s"}}], "vm_status": "%[1]s"}}, "status": "%[1]s"}`, attack, sequence)
}
