package wire

import (
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

const frameworkModuleCount = 36

var paddedOne = strings.Repeat("0", 63) + "1"

// statePageRead is a page of modules or resources.
type statePageRead struct {
	items  []json.RawMessage
	cursor json.RawMessage // of v3: the header as a JSON string, null when it is not there
}

// start returns the cursor in the form of the parameter start; empty if none.
func (p statePageRead) start(t testing.TB) string {
	t.Helper()
	switch p.cursor[0] {
	case 'n':
		return ""
	case '[':
		return hex.EncodeToString(apitest.Decode[[]uint8](t, string(p.cursor)))
	default:
		return apitest.Decode[string](t, string(p.cursor))
	}
}

// stateListOf requests a page and unwraps it.
func stateListOf(t testing.TB, n *node, version version, address, call, query string) statePageRead {
	t.Helper()
	path := "/rpc/v" + string(rune('0'+version)) + "/accounts/" + address + "/" + call + query
	response := apitest.Do(t, n, http.MethodGet, path)
	require.Equal(t, http.StatusOK, response.Status, "%s: %s", path, response.Body)
	require.Equal(t, "application/json", response.Header.Get("Content-Type"))
	require.Equal(t, version == v1, response.Header.Get("Deprecation") != "", "v1 is deprecated")
	switch version {
	case v1:
		outer, inner := "Resources", "resource"
		if n.Dialect() == httpapi.Deployed && call == "modules" {
			outer, inner = "Modules", "modules"
		}
		wrapper := apitest.Decode[map[string]json.RawMessage](t, response.Body)
		require.Len(t, wrapper, 1)
		return unwrap(t, wrapper[outer], inner)
	case v2:
		return unwrap(t, []byte(response.Body), call)
	default:
		page := statePageRead{apitest.Decode[[]json.RawMessage](t, response.Body), json.RawMessage("null")}
		name, other := "x-chain-cursor", "x-supra-cursor"
		if n.Dialect() == httpapi.Deployed {
			name, other = other, name
		}
		require.Empty(t, response.Header.Values(other))
		if values := response.Header.Values(name); len(values) > 0 {
			page.cursor = json.RawMessage(`"` + values[0] + `"`)
		}
		return page
	}
}

func unwrap(t testing.TB, body []byte, key string) statePageRead {
	t.Helper()
	wrapper := apitest.Decode[map[string]json.RawMessage](t, string(body))
	require.Len(t, wrapper, 2)
	require.Contains(t, wrapper, "cursor")
	return statePageRead{apitest.Decode[[]json.RawMessage](t, string(wrapper[key])), wrapper["cursor"]}
}

// walkState requests pages until a page is empty or the cursor is absent or repeats.
func walkState(t testing.TB, n *node, version version, address, call, count string) (all []json.RawMessage, pages int) {
	t.Helper()
	start := ""
	for {
		query := "?count=" + count
		if start != "" {
			query += "&start=" + start
		}
		page := stateListOf(t, n, version, address, call, query)
		pages++
		all = append(all, page.items...)
		next := page.start(t)
		if len(page.items) == 0 || next == "" || next == start {
			return all, pages
		}
		start = next
	}
}

// nameOf returns the name of a listed module.
func nameOf(t testing.TB, n *node, version version, item json.RawMessage) string {
	t.Helper()
	if version == v1 && n.Dialect() == httpapi.Deployed {
		parts := apitest.Decode[[]json.RawMessage](t, string(item))
		require.Len(t, parts, 2)
		name := apitest.Decode[struct{ Address, Name string }](t, string(parts[1]))
		require.Equal(t, `"0x`+name.Address+`::`+name.Name+`"`, string(parts[0]))
		require.Len(t, name.Address, 64)
		return name.Name
	}
	module := apitest.Decode[moduleRecord](t, string(item))
	require.True(t, strings.HasPrefix(module.Bytecode, "0xa11ceb0b"))
	return module.ABI.Name
}

// Spec sections 4.3 to 4.5: modules in pages, in the wrapper of each version.
func TestModuleLists(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		var first []string
		for _, version := range []version{v1, v2, v3} {
			for _, count := range []string{"1", "7", "20", "30", "36", "100", "1000"} {
				items, pages := walkState(t, n, version, "0x1", "modules", count)
				var names []string
				for _, item := range items {
					names = append(names, nameOf(t, n, version, item))
				}
				require.Len(t, names, frameworkModuleCount)
				if first == nil {
					first = names
				}
				require.Equal(t, first, names, "every version lists in one order")
				if n.Dialect() == httpapi.Spec && (count == "36" || count == "100") {
					require.Equal(t, 1, pages, "there is no cursor at the end")
				}
			}
			require.Len(t, stateListOf(t, n, version, "1", "modules", "").items, 20, "spec section 8: the default count")
		}
		require.Subset(t, first, []string{
			"coin", "account", "timestamp", "code", "object", "fungible_asset", "primary_fungible_store", "string", "option", "vector",
			"table", "event", "multisig_account", "automation_registry", "signer", "error", "bcs", "hash", "math64", "chain_id",
			"block", "transaction_fee", "native_coin", "native_account",
		})
		require.True(t, slices.IsSortedFunc(first, func(a, b string) int {
			if len(a) != len(b) {
				return len(a) - len(b)
			}
			return strings.Compare(a, b)
		}), "the order of the keys: shorter names first")
	})
}

// At the end of a list, the dialect Spec has no cursor, in the form of each version.
// Deployed nodes repeat the last key of the address.
func TestEndOfStateLists(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		newcomer := named(t, n, "newcomer").String() // has resources, no modules
		none := map[string]map[version]string{
			"modules":   {v1: `[]`, v2: `null`, v3: `null`},
			"resources": {v1: `[]`, v2: `""`, v3: `null`},
		}
		for call, forms := range none {
			for version, absent := range forms {
				missing := stateListOf(t, n, version, "0xabc", call, "")
				require.Empty(t, missing.items)
				held := stateListOf(t, n, version, newcomer, call, "?count=100")
				if n.Dialect() == httpapi.Spec {
					require.Equal(t, absent, string(missing.cursor))
					require.Equal(t, absent, string(held.cursor))
					continue
				}
				require.Empty(t, missing.start(t), "an address without state has no cursor")
				last := held.start(t)
				require.NotEmpty(t, last)
				again := stateListOf(t, n, version, newcomer, call, "?count=100&start="+last)
				require.Empty(t, again.items)
				require.Equal(t, last, again.start(t), "the cursor repeats")
			}
		}
	})
}

// A page with count 0 is empty and returns the start as cursor.
func TestStateListsWithoutCount(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		for _, version := range []version{v1, v2, v3} {
			cursor := stateListOf(t, n, version, "0x1", "modules", "?count=3").start(t)
			page := stateListOf(t, n, version, "0x1", "modules", "?count=0&start="+cursor)
			require.Empty(t, page.items)
			require.Equal(t, cursor, page.start(t))
			page = stateListOf(t, n, version, "0x1", "modules", "?count=0")
			require.Empty(t, page.items)
			require.Empty(t, page.start(t))
		}
	})
}

func TestMalformedStateQueries(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		one := strings.Repeat("0", 63) + "1"
		for query, text := range map[string]string{
			"?start=zz":                    "start",
			"?start=abc":                   "start",
			"?start=00&start=00":           "start",
			"?count=x":                     "count",
			"?count=-1":                    "count",
			"?start=00":                    "MoveList error",
			"?start=ff":                    "MoveList error",
			"?start=00" + one:              "MoveList error",
			"?start=00" + one + "2500":     "MoveList error",
			"?start=00" + one + "020101ff": "MoveList error",
			"?start=00" + strings.Repeat("0", 63) + "20100": "MoveList error",
		} {
			for _, call := range []string{"modules", "resources"} {
				for _, version := range []string{"v1", "v2", "v3"} {
					path := "/rpc/" + version + "/accounts/0x1/" + call + query
					response := apitest.Do(t, n, http.MethodGet, path)
					require.Equal(t, http.StatusBadRequest, response.Status, path)
					require.Contains(t, response.Body, text, path)
					if text == "MoveList error" {
						require.Contains(t, apitest.Decode[map[string]string](t, response.Body)["message"], "Internal server error: MoveList error: ", path)
					}
				}
			}
		}
	})
}

// Spec sections 2.6 and 4.3 to 4.5: a single module, on v1 only its ABI.
func TestModule(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		interfaceAlone := apitest.Get(t, n, "/rpc/v1/accounts/1/modules/coin")
		require.Equal(t, []string{"address", "name", "friends", "exposed_functions", "structs"}, memberNames(t, []byte(interfaceAlone)))
		module := apitest.Get(t, n, "/rpc/v2/accounts/0x1/modules/coin")
		require.Equal(t, []string{"bytecode", "abi"}, memberNames(t, []byte(module)))
		require.Equal(t, module, apitest.Get(t, n, "/rpc/v3/accounts/"+paddedOne+"/modules/coin"))
		require.Equal(t, interfaceAlone, string(apitest.Decode[map[string]json.RawMessage](t, module)["abi"]))

		coin := apitest.Decode[abiRecord](t, interfaceAlone)
		require.Equal(t, "0x1", coin.Address)
		require.Contains(t, coin.Friends, "0x1::native_coin")
		initialize := coin.Functions[slices.IndexFunc(coin.Functions, func(f functionRecord) bool { return f.Name == "initialize" })]
		require.Equal(t, functionRecord{
			Name: "initialize", Visibility: "public", Types: []parameterRecord{{Constraints: []string{}}},
			Params: []string{"&signer", "0x1::string::String", "0x1::string::String", "u8", "bool"},
			Return: []string{"0x1::coin::BurnCapability<T0>", "0x1::coin::FreezeCapability<T0>", "0x1::coin::MintCapability<T0>"},
		}, initialize)
		table := apitest.Decode[abiRecord](t, apitest.Get(t, n, "/rpc/v1/accounts/1/modules/table"))
		require.Equal(t, []parameterRecord{{[]string{"copy", "drop"}, true}, {[]string{}, true}}, table.Structs[0].Types)
		require.Contains(t, apitest.Get(t, n, "/rpc/v1/accounts/1/modules/coin"), `"type":"0x1::table::Table<0x1::type_info::TypeInfo, 0x1::object::Object<0x1::fungible_asset::Metadata>>"`)
		require.Contains(t, apitest.Get(t, n, "/rpc/v1/accounts/1/modules/transaction_fee"), `"name":"FeeStatement","is_native":false,"is_event":true`)
		require.Contains(t, apitest.Get(t, n, "/rpc/v1/accounts/1/modules/native_coin"), `"fields":[{"name":"dummy_field","type":"bool"}]`)
	})
}

func TestMissingModule(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		require.Equal(t, "null", apitest.Get(t, n, "/rpc/v1/accounts/0x1/modules/nothing"))
		require.Equal(t, "null", apitest.Get(t, n, "/rpc/v1/accounts/0xabc/modules/coin"))
		for _, version := range []string{"v2", "v3"} {
			response := apitest.Do(t, n, http.MethodGet, "/rpc/"+version+"/accounts/0x1/modules/nothing")
			require.Equal(t, http.StatusNotFound, response.Status)
			require.Equal(t, `{"message":"Information not available for `+paddedOne+`::nothing"}`, response.Body)
			response = apitest.Do(t, n, http.MethodGet, "/rpc/"+version+"/accounts/0x1/modules/no-name")
			require.Equal(t, http.StatusBadRequest, response.Status)
			require.Contains(t, response.Body, `"Invalid input: `)
		}
		response := apitest.Do(t, n, http.MethodPost, "/rpc/v3/accounts/0x1/modules/coin")
		require.Equal(t, http.StatusMethodNotAllowed, response.Status)
	})
}

// The functions that transactions call exist and accept the arguments; the events that they emit are declared.
func TestPayloadsAreDeclared(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	layouts := everyLayout(t, n)
	known := map[string]functionRecord{}
	for _, account := range n.Accounts() {
		for _, module := range everyModule(t, n, account.Address) {
			for _, function := range module.ABI.Functions {
				known[module.ABI.Address+"::"+module.ABI.Name+"::"+function.Name] = function
			}
		}
	}
	called, emitted := map[string]bool{}, map[string]bool{}
	check := func(record record) {
		for _, event := range record.Output.Move.Events {
			layouts.requireValue(t, event.Type, event.Type, event.Data)
			emitted[event.Type] = true
		}
		call := record.Payload.Move
		if call.Type != "entry_function_payload" {
			return
		}
		called[call.Function] = true
		function, ok := known[call.Function]
		require.True(t, ok, call.Function)
		require.True(t, function.Entry, call.Function)
		require.Len(t, call.TypeArguments, len(function.Types), call.Function)
		parameters := function.Params
		if len(parameters) > 0 && parameters[0] == "&signer" {
			parameters = parameters[1:]
		}
		require.Len(t, call.Arguments, len(parameters), call.Function)
		for i, kind := range parameters {
			layouts.requireValue(t, call.Function, kind, call.Arguments[i])
		}
	}
	for _, account := range n.Accounts() {
		for _, record := range everySent(t, n, account.Address) {
			check(record)
		}
		for _, record := range apitest.Decode[[]record](t, apitest.Get(t, n, "/rpc/v3/accounts/"+account.Address.String()+"/automated_transactions?count=100")) {
			check(record)
		}
	}
	for _, kind := range []string{"meta", "record"} {
		path := "/rpc/v3/accounts/" + named(t, n, "treasury").String() + "/coin_transactions?count=100&type=" + kind
		for _, record := range apitest.Decode[[]record](t, apitest.Get(t, n, path)) {
			check(record)
		}
	}
	require.Greater(t, len(called), 8)
	require.Greater(t, len(emitted), 10)
}

// Packages that transactions publish are listed with the modules of the account.
func TestPublishedPackages(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{})
	treasury := named(t, n, "treasury")
	published := map[string]bool{"example": true}
	for _, record := range everySent(t, n, treasury) {
		call := record.Payload.Move
		if call.Function != "0x1::code::publish_package_txn" || record.Status != "Success" {
			continue
		}
		for _, code := range apitest.Decode[[]string](t, string(call.Arguments[1])) {
			bytes, err := hex.DecodeString(code[2:])
			require.NoError(t, err)
			module, err := move.ParseBytecode(bytes)
			require.NoError(t, err)
			require.Equal(t, treasury, module.ID.Address)
			published[module.ID.Name] = true
		}
	}
	require.Greater(t, len(published), 5)
	for _, module := range everyModule(t, n, treasury) {
		require.True(t, published[module.ABI.Name], module.ABI.Name)
		delete(published, module.ABI.Name)
	}
	require.Empty(t, published)
}

// moduleRecord is a module (spec section 2.6).
type moduleRecord struct {
	Bytecode string
	ABI      abiRecord
}

type abiRecord struct {
	Address   string
	Name      string
	Friends   []string
	Functions []functionRecord `json:"exposed_functions"`
	Structs   []struct {
		Name      string
		Native    bool `json:"is_native"`
		Abilities []string
		Types     []parameterRecord `json:"generic_type_params"`
		Fields    []struct{ Name, Type string }
	}
}

type functionRecord struct {
	Name       string
	Visibility string
	Entry      bool              `json:"is_entry"`
	View       bool              `json:"is_view"`
	Types      []parameterRecord `json:"generic_type_params"`
	Params     []string
	Return     []string
}

type parameterRecord struct {
	Constraints []string
	Phantom     bool `json:"is_phantom"`
}

// everyModule requests all modules of an account.
func everyModule(t testing.TB, n *node, address move.Address) []moduleRecord {
	t.Helper()
	return apitest.Decode[[]moduleRecord](t, apitest.Get(t, n, "/rpc/v3/accounts/"+address.String()+"/modules?count=100"))
}
