package wire

import (
	"crypto/sha3"
	"encoding/json"
	"math/big"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

// resourceRecord is a resource (spec section 2.7).
type resourceRecord struct {
	Type string
	Data json.RawMessage
}

// everyResource requests all resources of an address.
func everyResource(t testing.TB, n *node, address move.Address) []resourceRecord {
	t.Helper()
	return apitest.Decode[[]resourceRecord](t, apitest.Get(t, n, "/rpc/v3/accounts/"+address.String()+"/resources?count=100"))
}

// resourceOf requests a resource by its type.
func resourceOf[T any](t testing.TB, n *node, address move.Address, kind string) T {
	t.Helper()
	read := apitest.Decode[resourceRecord](t, apitest.Get(t, n, "/rpc/v3/accounts/"+address.String()+"/resources/"+url.PathEscape(kind)))
	require.Equal(t, kind, read.Type)
	return apitest.Decode[T](t, string(read.Data))
}

const nativeStore = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"

// creditObject returns the address of the metadata of the fungible asset.
func creditObject(t testing.TB, n *node) move.Address {
	t.Helper()
	bridge := named(t, n, "bridge")
	return resourceOf[struct {
		Metadata struct{ Inner move.Address }
	}](t, n, bridge, bridge.Short()+"::credit::Registry").Metadata.Inner
}

// holders lists addresses with resources.
func holders(t testing.TB, n *node) []move.Address {
	t.Helper()
	var all []move.Address
	for _, account := range n.Accounts() {
		all = append(all, account.Address)
	}
	metadata := creditObject(t, n)
	return append(all, metadata, primaryStore(named(t, n, "alice"), metadata))
}

// primaryStore derives the address of an account's store of a fungible asset, as Move chains do.
func primaryStore(owner, metadata move.Address) move.Address {
	return sha3.Sum256(append(append(owner[:], metadata[:]...), 0xfc))
}

// typeNameOf returns the type in an item of the list on v1 of deployed nodes, in canonical
// form. Both forms in the item must agree.
func typeNameOf(t testing.TB, item json.RawMessage) string {
	t.Helper()
	parts := apitest.Decode[[]json.RawMessage](t, string(item))
	require.Len(t, parts, 2)
	var spell func(raw json.RawMessage) string
	spell = func(raw json.RawMessage) string {
		if raw[0] == '"' {
			return apitest.Decode[string](t, string(raw))
		}
		if vector, ok := apitest.Decode[map[string]json.RawMessage](t, string(raw))["vector"]; ok {
			return "vector<" + spell(vector) + ">"
		}
		if inner, ok := apitest.Decode[map[string]json.RawMessage](t, string(raw))["struct"]; ok {
			raw = inner
		}
		named := apitest.Decode[struct {
			Address, Module, Name string
			Arguments             []json.RawMessage `json:"type_args"`
		}](t, string(raw))
		require.Len(t, named.Address, 64)
		require.NotNil(t, named.Arguments)
		path := named.Address + "::" + named.Module + "::" + named.Name
		if len(named.Arguments) == 0 {
			return path
		}
		var arguments []string
		for _, argument := range named.Arguments {
			arguments = append(arguments, spell(argument))
		}
		return path + "<" + strings.Join(arguments, ", ") + ">"
	}
	canonical := apitest.Decode[string](t, string(parts[0]))
	require.Equal(t, canonical, "0x"+spell(parts[1]))
	tag, err := move.ParseStructTag(canonical)
	require.NoError(t, err)
	return tag.String()
}

// Spec sections 2.7 and 4.3 to 4.5: resources in pages, in the wrapper of each version, and by type.
func TestResourceLists(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		for _, address := range holders(t, n) {
			want := everyResource(t, n, address)
			require.NotEmpty(t, want)
			for _, version := range []version{v1, v2, v3} {
				for _, count := range []string{"1", "3", "100"} {
					items, _ := walkState(t, n, version, address.Short(), "resources", count)
					require.Len(t, items, len(want), "%s of v%d", address, version)
					for i, item := range items {
						if version == v1 && n.Dialect() == httpapi.Deployed {
							require.Equal(t, want[i].Type, typeNameOf(t, item))
							continue
						}
						require.Equal(t, want[i], apitest.Decode[resourceRecord](t, string(item)))
						require.Equal(t, []string{"type", "data"}, memberNames(t, item))
					}
				}
			}
			for _, resource := range want {
				requireAlone(t, n, address, resource)
			}
		}
	})
}

// requireAlone requests a resource by its type.
func requireAlone(t *testing.T, n *node, address move.Address, want resourceRecord) {
	t.Helper()
	path := "/accounts/" + address.String() + "/resources/" + url.PathEscape(want.Type)
	if n.Dialect() == httpapi.Spec && strings.Contains(want.Type, ", ") {
		response := apitest.Do(t, n, http.MethodGet, "/rpc/v3"+path)
		require.Equal(t, http.StatusBadRequest, response.Status, "outside the pattern of spec section 4.3")
		return
	}
	for _, version := range []string{"v2", "v3"} {
		require.Equal(t, want, apitest.Decode[resourceRecord](t, apitest.Get(t, n, "/rpc/"+version+path)))
	}
	require.Equal(t, `{"result":[`+string(want.Data)+`]}`, apitest.Get(t, n, "/rpc/v1"+path))
}

// Spec section 4.3: the pattern of resource types in paths. Deployed nodes accept any struct type in any spelling.
func TestResourceTypes(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		alice := "/accounts/" + named(t, n, "alice").String() + "/resources/"
		padded := "0x" + paddedOne
		for kind, literal := range map[string]bool{
			nativeStore: true,
			padded + "::coin::CoinStore<" + padded + "::native_coin::NativeCoin>": true,
			paddedOne + "::coin::CoinStore<1::native_coin::NativeCoin>":           false,
			"1::coin::CoinStore<0x1::native_coin::NativeCoin>":                    false,
			"0x1::coin::CoinStore< 0x1::native_coin::NativeCoin >":                false,
		} {
			for _, version := range []string{"v1", "v2", "v3"} {
				response := apitest.Do(t, n, http.MethodGet, "/rpc/"+version+alice+url.PathEscape(kind))
				if n.Dialect() == httpapi.Spec && !literal {
					require.Equal(t, http.StatusBadRequest, response.Status, kind)
					continue
				}
				require.Equal(t, http.StatusOK, response.Status, kind)
				require.Contains(t, response.Body, `"deposit_events"`)
			}
		}
		for _, kind := range []string{"zz", "0x1", "0x1::coin", "u64", "0x1::coin::CoinStore<", "0x1::coin::CoinStore<u9>", "0x1::a::B<0x1::a::B"} {
			for _, version := range []string{"v1", "v2", "v3"} {
				response := apitest.Do(t, n, http.MethodGet, "/rpc/"+version+alice+url.PathEscape(kind))
				require.Equal(t, http.StatusBadRequest, response.Status, kind)
				require.Contains(t, apitest.Decode[map[string]string](t, response.Body)["message"], "Invalid input: ", kind)
			}
		}
	})
}

func TestMissingResource(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		for _, path := range []string{"/accounts/0xabc/resources/0x1::account::Account", "/accounts/0xabc/resources/0x1::no::Thing"} {
			require.Equal(t, `{"result":[null]}`, apitest.Get(t, n, "/rpc/v1"+path))
			for _, version := range []string{"v2", "v3"} {
				response := apitest.Do(t, n, http.MethodGet, "/rpc/"+version+path)
				require.Equal(t, http.StatusNotFound, response.Status)
				require.Equal(t, `{"message":"Information not available for `+strings.Repeat("0", 61)+`abc"}`, response.Body)
			}
		}
	})
}

// layouts are the declared structs, by address::module::Name.
type layouts map[string]struct {
	parameters int
	names      []string
	types      []string
}

func everyLayout(t testing.TB, n *node) layouts {
	t.Helper()
	all := layouts{}
	for _, account := range n.Accounts() {
		for _, module := range everyModule(t, n, account.Address) {
			for _, declared := range module.ABI.Structs {
				layout := all[module.ABI.Address+"::"+module.ABI.Name+"::"+declared.Name]
				layout.parameters = len(declared.Types)
				for _, field := range declared.Fields {
					layout.names = append(layout.names, field.Name)
					layout.types = append(layout.types, field.Type)
				}
				all[module.ABI.Address+"::"+module.ABI.Name+"::"+declared.Name] = layout
			}
		}
	}
	return all
}

// requireValue checks a value against its type (spec section 2.2).
func (l layouts) requireValue(t *testing.T, at, kind string, raw json.RawMessage) {
	t.Helper()
	parsed, err := move.ParseTypeTag(kind)
	require.NoError(t, err, at)
	switch parsed.Kind {
	case move.KindBool:
		apitest.Decode[bool](t, string(raw))
	case move.KindU8, move.KindU16, move.KindU32:
		number := apitest.Decode[uint64](t, string(raw))
		bits, _ := strconv.Atoi(kind[1:])
		require.Less(t, number, uint64(1)<<bits, at)
	case move.KindU64, move.KindU128, move.KindU256:
		bits, _ := strconv.Atoi(kind[1:])
		number, ok := new(big.Int).SetString(apitest.Decode[string](t, string(raw)), 10)
		require.True(t, ok && number.Sign() >= 0 && number.BitLen() <= bits, at)
	case move.KindAddress:
		require.Regexp(t, `^"0x(0|[1-9a-f][0-9a-f]*)"$`, string(raw), at)
	case move.KindVector:
		if parsed.Element.Kind == move.KindU8 {
			require.Regexp(t, `^"0x([0-9a-f]{2})*"$`, string(raw), at)
			return
		}
		for i, item := range apitest.Decode[[]json.RawMessage](t, string(raw)) {
			l.requireValue(t, at+"["+strconv.Itoa(i)+"]", parsed.Element.String(), item)
		}
	default:
		l.requireStruct(t, at, *parsed.Struct, raw)
	}
}

func (l layouts) requireStruct(t *testing.T, at string, tag move.StructTag, raw json.RawMessage) {
	t.Helper()
	path := tag.Address.Short() + "::" + tag.Module + "::" + tag.Name
	if path == "0x1::string::String" {
		apitest.Decode[string](t, string(raw))
		return
	}
	layout, ok := l[path]
	require.True(t, ok, "%s: no interface shows %s", at, path)
	require.Len(t, tag.TypeArguments, layout.parameters, at)
	value := apitest.Decode[map[string]json.RawMessage](t, string(raw))
	require.Len(t, value, len(layout.names), at)
	if path == "0x1::option::Option" && value["vec"][0] == '[' {
		require.LessOrEqual(t, len(apitest.Decode[[]json.RawMessage](t, string(value["vec"]))), 1, at)
	}
	for i, name := range layout.names {
		require.Contains(t, value, name, at)
		kind := layout.types[i]
		for index, argument := range tag.TypeArguments {
			kind = strings.ReplaceAll(kind, "T"+strconv.Itoa(index), argument.String())
		}
		l.requireValue(t, at+"."+name, kind, value[name])
	}
}

// Every resource has the fields that the ABI of its module declares.
func TestResourcesFitTheirInterfaces(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	layouts := everyLayout(t, n)
	seen := map[string]bool{}
	for _, address := range holders(t, n) {
		for _, resource := range everyResource(t, n, address) {
			layouts.requireValue(t, resource.Type, resource.Type, resource.Data)
			tag, err := move.ParseStructTag(resource.Type)
			require.NoError(t, err)
			require.Equal(t, tag.String(), resource.Type, "canonical")
			seen[tag.Module+"::"+tag.Name] = true
		}
	}
	for _, name := range []string{
		"account::Account", "coin::CoinStore", "coin::CoinInfo", "coin::CoinConversionMap", "code::PackageRegistry", "object::ObjectCore",
		"fungible_asset::Metadata", "fungible_asset::FungibleStore", "fungible_asset::Supply", "multisig_account::MultisigAccount",
		"automation_registry::AutomationRegistry", "block::BlockResource", "timestamp::CurrentTimeMicroseconds", "pool::Pool",
		"order_book::OrderBook", "endpoint::Endpoint", "usdx::Capabilities", "credit::Registry", "example::Shelf",
	} {
		require.True(t, seen[name], name)
	}
}

// Resources agree with the records.
func TestResourcesFollowTheChain(t *testing.T) {
	t.Parallel()
	inBothDialectsGrowing(t, func(t *testing.T, n *node) {
		type handle struct {
			Counter string
			GUID    struct {
				ID struct {
					Addr        move.Address
					CreationNum string `json:"creation_num"`
				}
			}
		}
		type coinStore struct {
			Coin      struct{ Value string }
			Deposits  handle `json:"deposit_events"`
			Withdraws handle `json:"withdraw_events"`
		}
		treasury := named(t, n, "treasury")
		account := resourceOf[struct {
			SequenceNumber string `json:"sequence_number"`
			Key            string `json:"authentication_key"`
			Rotations      handle `json:"key_rotation_events"`
		}](t, n, treasury, "0x1::account::Account")
		require.Equal(t, "1200", account.SequenceNumber)
		require.Contains(t, apitest.Get(t, n, "/rpc/v3/accounts/"+treasury.String()), account.Key)
		require.Equal(t, treasury, account.Rotations.GUID.ID.Addr)

		// The sequence number of the last event of a stream is one below the counter of the stream.
		store := resourceOf[coinStore](t, n, treasury, nativeStore)
		rotations, withdrawals := 0, -1
		for _, record := range everySent(t, n, treasury) {
			for _, event := range record.Output.Move.Events {
				if event.Type == "0x1::account::KeyRotation" {
					rotations++
				}
				stream := strconv.FormatUint(event.GUID.CreationNumber, 10)
				if event.Type == "0x1::coin::WithdrawEvent" && event.GUID.Account == treasury && stream == store.Withdraws.GUID.ID.CreationNum {
					withdrawals = int(event.SequenceNumber)
				}
			}
		}
		require.Equal(t, strconv.Itoa(rotations), account.Rotations.Counter)
		require.Equal(t, strconv.Itoa(withdrawals+1), store.Withdraws.Counter)

		// The balances of all stores add up to the supply.
		sum := new(big.Int)
		for _, address := range everyAccount(n) {
			value, ok := new(big.Int).SetString(resourceOf[coinStore](t, n, address, nativeStore).Coin.Value, 10)
			require.True(t, ok)
			sum.Add(sum, value)
		}
		info := apitest.Get(t, n, "/rpc/v3/accounts/0x1/resources/"+url.PathEscape("0x1::coin::CoinInfo<0x1::native_coin::NativeCoin>"))
		require.Contains(t, info, `"value":"`+sum.String()+`"`)

		before := apitest.Get(t, n, "/rpc/v3/accounts/1/resources/0x1::block::BlockResource")
		height := n.Produce(t)
		after := apitest.Get(t, n, "/rpc/v3/accounts/1/resources/0x1::block::BlockResource")
		require.NotEqual(t, before, after)
		require.Contains(t, after, `"height":"`+strconv.FormatUint(height, 10)+`"`)
	})
}

// The members of the resource group of an object are listed individually; its address is no account.
func TestObjects(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		metadata, alice := creditObject(t, n), named(t, n, "alice")
		var kinds []string
		for _, resource := range everyResource(t, n, metadata) {
			kinds = append(kinds, resource.Type)
		}
		require.Equal(t, []string{
			"0x1::object::ObjectCore", "0x1::fungible_asset::Metadata", "0x1::fungible_asset::Supply", "0x1::primary_fungible_store::DeriveRefPod",
		}, kinds)
		store := primaryStore(alice, metadata)
		held := resourceOf[struct {
			Balance  string
			Metadata struct{ Inner move.Address }
		}](t, n, store, "0x1::fungible_asset::FungibleStore")
		require.Equal(t, "1250250000", held.Balance)
		require.Equal(t, metadata, held.Metadata.Inner)
		require.Equal(t, alice, resourceOf[struct{ Owner move.Address }](t, n, store, "0x1::object::ObjectCore").Owner)
		require.Equal(t, http.StatusNotFound, apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/"+store.String()).Status)
	})
}

// Modules, resources and errors have the same shapes as on deployed nodes.
func TestStateShapesOfDeployedNodes(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	neutral := func(text string) string { return strings.ReplaceAll(text, "supra_coin", "native_coin") }
	newcomer := "/accounts/" + named(t, n, "newcomer").String()
	resources := apitest.Decode[struct{ Resources []json.RawMessage }](t, string(sample(t, "v2-resources.json"))).Resources
	for _, resource := range resources {
		kind := strings.ReplaceAll(neutral(apitest.Decode[resourceRecord](t, string(resource)).Type), "SupraCoin", "NativeCoin")
		require.Equal(t, apitest.Shape(t, resource), apitest.Shape(t, []byte(apitest.Get(t, n, "/rpc/v2"+newcomer+"/resources/"+url.PathEscape(kind)))))
	}
	require.Equal(t, apitest.Shape(t, sample(t, "v1-resource.json")), apitest.Shape(t, []byte(apitest.Get(t, n, "/rpc/v1"+newcomer+"/resources/"+url.PathEscape(nativeStore)))))
	require.Equal(t, apitest.Shape(t, sample(t, "v1-resources.json")), apitest.Shape(t, []byte(apitest.Get(t, n, "/rpc/v1"+newcomer+"/resources"))))
	require.Equal(t, apitest.Shape(t, sample(t, "v1-modules.json")), apitest.Shape(t, []byte(apitest.Get(t, n, "/rpc/v1/accounts/0x1/modules"))))
	require.JSONEq(t, string(sample(t, "v1-module-missing.json")), apitest.Get(t, n, "/rpc/v1/accounts/0x1/modules/no_such_module"))
	require.JSONEq(t, string(sample(t, "v1-resource-missing.json")), apitest.Get(t, n, "/rpc/v1/accounts/0x1/resources/0x1::no::Such"))
	require.JSONEq(t, string(sample(t, "error-404-module.json")), apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/0x1/modules/no_such_module").Body)

	// The sample has only some of the functions, so its shapes are a subset.
	require.Subset(t, apitest.Shape(t, []byte(apitest.Get(t, n, "/rpc/v3/accounts/0x1/modules/coin"))), apitest.Shape(t, sample(t, "v3-module.json")))
	require.Subset(t, apitest.Shape(t, []byte(apitest.Get(t, n, "/rpc/v1/accounts/0x1/modules/coin"))), apitest.Shape(t, sample(t, "v1-module.json")))
}
