package tuitest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/target"
)

type handlerTransport struct{ http.Handler }

// HandlerTransport returns a transport that calls the handler directly.
func HandlerTransport(handler http.Handler) http.RoundTripper { return handlerTransport{handler} }

func (h handlerTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	recorder := httptest.NewRecorder()
	h.ServeHTTP(recorder, request)
	return recorder.Result(), nil
}

// Node is a fixture node in the format of the deployed networks: the account Busy, which sent Records transactions, the account Quiet,
// which sent none, the modules of serveModule and the blocks of a Chain. Its responses are the same in every run.
type Node struct {
	Records int
	Record  func(sequence int) string // JSON of a transaction; nil means Ordinary
	Chain   *Chain                    // nil means NewChain for each request
	// Executed serves blocks with transactions, transactions by hash, events and committees, as public nodes do.
	Executed bool
}

// Accounts of a Node, named busy and quiet in the deck.
const (
	Busy  = "0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1"
	Quiet = "0x5e01d8c49a3b6f7d21e0c4b8a9f3d2e1c0b7a6958473625140f0e9d80c9d77b0"
)

// nodeNames returns the names of the accounts of a Node.
func nodeNames() []target.Name {
	names := []target.Name{{Name: "busy"}, {Name: "quiet"}}
	for i, address := range []string{Busy, Quiet} {
		names[i].Address, _ = move.ParseAddress(address)
	}
	return names
}

func (n Node) record(sequence int) string {
	if n.Record == nil {
		return Ordinary(sequence)
	}
	return n.Record(sequence)
}

// ServeHTTP implements http.Handler.
func (n Node) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/rpc/v3/accounts/")
	address, list, _ := strings.Cut(path, "/")
	w.Header().Set("Content-Type", "application/json")
	switch {
	case n.Executed && n.executed(w, r):
	case !strings.HasPrefix(r.URL.Path, "/rpc/v3/accounts/") && r.URL.Path != "/rpc/v3/view" && !strings.HasPrefix(r.URL.Path, "/rpc/v1/consensus/"):
		w.WriteHeader(http.StatusNotFound) // no such route
	case strings.HasPrefix(r.URL.Path, "/rpc/v1/consensus/"):
		if n.Chain == nil {
			n.Chain = NewChain()
		}
		n.Chain.ServeHTTP(w, r)
	case r.URL.Path == "/rpc/v3/view":
		serveView(w, r)
	case strings.HasPrefix(list, "modules/"):
		serveModule(w, strings.TrimPrefix(list, "modules/"))
	case list == "transactions" && address == Busy:
		n.list(w, r)
	case list == "coin_transactions" && address == Busy:
		n.coins(w, r)
	case list == "automated_transactions" && address == Busy:
		n.automated(w, r)
	case list == "modules" && address == Busy:
		n.state(w, r, n.module)
	case list == "resources" && address == Busy:
		n.state(w, r, n.resource)
	case strings.HasSuffix(list, "::PackageRegistry"): // the account published no sources
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"message": "Resource not found"}`)
	case strings.HasPrefix(list, "resources/") && address == Busy:
		n.oneResource(w, strings.TrimPrefix(list, "resources/"))
	case strings.HasSuffix(list, "transactions"), list == "modules", list == "resources":
		fmt.Fprint(w, "[]")
	case address == Busy:
		fmt.Fprintf(w, `{"sequence_number": %d, "authentication_key": "0x41c07be2%056d"}`, n.Records, 93)
	case address == Quiet:
		fmt.Fprintf(w, `{"sequence_number": 0, "authentication_key": %q}`, Quiet)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"message": "Information not available for %s"}`, strings.TrimPrefix(address, "0x"))
	}
}

func (n Node) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	count, _ := strconv.Atoi(query.Get("count"))
	at, step := n.Records-1, -1
	if query.Get("ascending") == "true" {
		at, step = 0, 1
	}
	if start, err := strconv.Atoi(query.Get("start")); err == nil {
		at = start
	}
	var records []string
	for ; at >= 0 && at < n.Records && len(records) < count; at += step {
		records = append(records, n.record(at))
	}
	fmt.Fprint(w, "["+strings.Join(records, ",")+"]")
}

// second returns the time of a record's block in seconds since 1970.
func second(sequence int) int { return 1795262669 - 17*(60-sequence) }

// coins serves the list by block time: every third record, with the time of the last one as the cursor.
func (n Node) coins(w http.ResponseWriter, r *http.Request) {
	cursor := func(i int) int { return second(i)*1_000_000 + 481203 }
	n.walk(w, r, "start", func(i int) bool { return i%3 == 0 }, func(i, start int) int { return cursor(i) - start }, func(i int) string {
		return strconv.Itoa(cursor(i))
	})
}

// automated serves the list by block height: every fifth record, with its index as the cursor.
func (n Node) automated(w http.ResponseWriter, r *http.Request) {
	n.walk(w, r, "cursor", func(i int) bool { return i%5 == 0 }, func(i, start int) int { return i - start }, strconv.Itoa)
}

// walk serves the chosen records from the cursor in the named query parameter.
func (n Node) walk(w http.ResponseWriter, r *http.Request, name string, chosen func(int) bool, beyond func(i, start int) int, cursor func(int) string) {
	query := r.URL.Query()
	count, _ := strconv.Atoi(query.Get("count"))
	start, err := strconv.Atoi(query.Get(name))
	at, step := n.Records-1, -1
	if query.Get("ascending") == "true" {
		at, step = 0, 1
	}
	if height, wrong := strconv.Atoi(query.Get("block_height")); wrong == nil && query.Get("cursor") == "" {
		at = height - firstHeight
	}
	var records []string
	for ; at >= 0 && at < n.Records && len(records) < count; at += step {
		if !chosen(at) || err == nil && beyond(at, start)*step <= 0 {
			continue
		}
		records = append(records, n.record(at))
		w.Header().Set("x-foredeck-cursor", cursor(at))
	}
	fmt.Fprint(w, "["+strings.Join(records, ",")+"]")
}

// state serves a list of modules or resources, as many as there are records, in pages of 20.
func (n Node) state(w http.ResponseWriter, r *http.Request, item func(i int) string) {
	start, _ := strconv.Atoi(r.URL.Query().Get("start"))
	var items []string
	for i := start; i < min(start+20, n.Records); i++ {
		items = append(items, item(i))
		w.Header().Set("x-foredeck-cursor", strconv.Itoa(i+1))
	}
	fmt.Fprint(w, "["+strings.Join(items, ",")+"]")
}

// oneResource serves a resource by its type. A hostile node always sends the same one.
func (n Node) oneResource(w http.ResponseWriter, kind string) {
	for i := range n.Records {
		if n.isHostile() || strings.HasPrefix(n.resource(i), fmt.Sprintf(`{"type": %q,`, kind)) {
			fmt.Fprint(w, n.resource(i))
			return
		}
	}
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, `{"message": "Information not available for it"}`)
}

func (n Node) isHostile() bool { return strings.Contains(n.record(0), "u001b") }

func (n Node) module(i int) string {
	name, function := fmt.Sprintf("module_%d", i), "balance_of"
	if n.isHostile() {
		if i%3 == 2 {
			return `{"bytecode": 5, "abi": {"name": [], "exposed_functions": "x"}}`
		}
		name, function = fmt.Sprint(Attack, i), Attack
	}
	return fmt.Sprintf(`{"bytecode": "0xa11ceb0b%s", "abi": {"address": %q, "name": "%s", "friends": ["0x1::coin"],
		"exposed_functions": [
			{"name": "%s", "visibility": "public", "is_entry": false, "is_view": true, "generic_type_params": [], "params": ["address"], "return": ["u64"]},
			{"name": "transfer", "visibility": "public", "is_entry": true, "is_view": false, "generic_type_params": [], "params": ["&signer", "u64"], "return": []},
			{"name": "merge", "visibility": "friend", "is_entry": false, "is_view": false, "generic_type_params": [], "params": [], "return": []}],
		"structs": [{"name": "Store", "is_native": false, "abilities": ["key"], "generic_type_params": [], "fields": []}]}}`,
		strings.Repeat("00", 100+i), Busy, name, function)
}

func (n Node) resource(i int) string {
	if n.isHostile() {
		if i%3 == 2 {
			return `{"type": 7, "data": null}`
		}
		return fmt.Sprintf(`{"type": "0x1::%[1]s%[2]d", "data": {"%[1]s": "%[1]s", "owner": ["%[1]s", {}]}}`, Attack, i)
	}
	return fmt.Sprintf(`{"type": "0x1::coin::CoinStore<0x1::coin_%d::Coin%d>", "data": {"coin": {"value": "12045510%d"}, "frozen": false,
		"withdraw_events": {"counter": "881", "guid": {"id": {"addr": %q, "creation_num": "3"}}}}}`, i, i, i, Quiet)
}

// Shapes and ShapesABI are the bytecode, in hex, and the ABI of the module 0x1::shapes. One of its functions has every instruction.
var (
	//go:embed testdata/shapes.hex
	Shapes string
	//go:embed testdata/shapes_abi.json
	ShapesABI string
	//go:embed testdata/coin_abi.json
	coinABI string
	//go:embed testdata/hostile_abi.json
	hostileABI string // with ATTACK for Attack
)

// serveModule responds with a module of 0x1: coin is ordinary, bare has no functions, closed has no ABI, shapes has real bytecode,
// hostile has Attack in every string, and ledger the struct of an event.
func serveModule(w http.ResponseWriter, name string) {
	abi := ""
	switch name {
	case "coin":
		abi = coinABI
	case "bare":
		abi = `{"address": "0x1", "name": "bare", "friends": [], "exposed_functions": [], "structs": []}`
	case "ledger":
		abi = `{"address": "0x1", "name": "ledger", "friends": [], "exposed_functions": [], "structs": [
			{"name": "Deposit", "is_native": false, "is_event": true, "abilities": ["drop", "store"], "generic_type_params": [],
			 "fields": [{"name": "account", "type": "address"}, {"name": "amount", "type": "u64"}, {"name": "coin_type", "type": "0x1::string::String"}]}]}`
	case "closed":
		fmt.Fprint(w, `{"bytecode": "0xa11ceb0b0700000a"}`)
		return
	case "shapes":
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, Shapes, ShapesABI)
		return
	case "hostile":
		abi = strings.ReplaceAll(hostileABI, "ATTACK", Attack)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"message": "Information not available for module %s"}`, name)
		return
	}
	fmt.Fprintf(w, `{"bytecode": "0xa11ceb0b060000000a010012", "abi": %s}`, abi)
}

// serveView responds to view calls: balance depends on its argument, f returns Attack, all others abort.
func serveView(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Function  string
		Arguments []string
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	switch {
	case strings.HasSuffix(body.Function, "::balance") && body.Arguments[0] == Busy:
		fmt.Fprint(w, `{"result": ["120455102400"]}`)
	case strings.HasSuffix(body.Function, "::balance"):
		fmt.Fprint(w, `{"result": ["0"]}`)
	case strings.HasSuffix(body.Function, "::f"):
		fmt.Fprintf(w, `{"result": ["%[1]s", {"%[1]s": "%[1]s"}]}`, Attack)
	default:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"message": "Failed to execute view function: ABORTED with sub status 65542 at location Module 0x1::coin", "error_code": "invalid_input"}`)
	}
}

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
