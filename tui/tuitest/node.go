package tuitest

import (
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
