package client

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

const abiBody = `{"address":"0x1","name":"coin","friends":["0x1::genesis"],"exposed_functions":[{"name":"balance","visibility":"public",` +
	`"is_entry":false,"is_view":true,"generic_type_params":[{"constraints":["copy"]}],"params":["address"],"return":["u64"]}],` +
	`"structs":[{"name":"Coin","is_native":false,"abilities":["store"],"generic_type_params":[{"constraints":[],"is_phantom":true}],` +
	`"fields":[{"name":"value","type":"u64"}]}]}`

var framework = move.Address{31: 1}

func coinABI() *move.ModuleABI {
	return &move.ModuleABI{
		Address: framework, Name: "coin", Friends: []move.ModuleID{{Address: framework, Name: "genesis"}},
		Functions: []move.FunctionABI{{
			Name: "balance", Visibility: "public", IsView: true, TypeParameters: []move.TypeParameter{{Constraints: []string{"copy"}}},
			Parameters: []string{"address"}, Return: []string{"u64"},
		}},
		Structs: []move.StructABI{{
			Name: "Coin", Abilities: []string{"store"}, TypeParameters: []move.TypeParameter{{Constraints: []string{}, IsPhantom: true}},
			Fields: []move.FieldABI{{Name: "value", Type: "u64"}},
		}},
	}
}

// Spec section 2.6: bytecode, abi with address, name, friends, exposed_functions, structs.
func TestModuleForms(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body     string
		want           Module
		problem, other string
	}{
		{name: "bytecode and ABI", body: `{"bytecode":"0xa11c","abi":` + abiBody + `}`, want: Module{Address: framework, Name: "coin", Bytecode: []byte{0xa1, 0x1c}, ABI: coinABI()}},
		{name: "more fields", other: `{"new":{"a":[]},"abi.new":1}`, body: `{"new":{"a":[]},"bytecode":"A11C","abi":` + strings.Replace(abiBody, `"name":"coin"`, `"name":"coin","new":1`, 1) + `}`,
			want: Module{Address: framework, Name: "coin", Bytecode: []byte{0xa1, 0x1c}, ABI: coinABI()}},
		{name: "the ABI alone", body: abiBody, want: Module{Address: framework, Name: "coin", ABI: coinABI()}},
		{name: "a pair", body: `["0x` + strings.Repeat("0", 63) + `1::acl",{"address":"1","name":"acl"}]`, want: Module{Address: framework, Name: "acl"}},
		{name: "an id", body: `"0x1::acl"`, want: Module{Address: framework, Name: "acl"}},
		{name: "bad bytecode", body: `{"bytecode":"0xa1zz","abi":` + abiBody + `}`, want: Module{Address: framework, Name: "coin", ABI: coinABI()},
			problem: `[0].bytecode: "0xa1zz" instead of bytecode in hex`},
		{name: "no ABI", body: `{"bytecode":"0xa11c","abi":null}`, want: Module{Address: framework, Bytecode: []byte{0xa1, 0x1c}},
			problem: "[0].abi: missing, and the bytecode cannot be read: bytecode: unexpected end at byte 2: magic number needs 2 more bytes"},
		{name: "a bad id", body: `["coin"]`, want: Module{Address: framework, Name: "coin"}, problem: `[0][0]: module id "coin": not hex at character 2`},
		{name: "a number", body: `7`, want: Module{Address: framework}, problem: "[0]: 7 instead of an object"},
		{name: "null", body: `null`, want: Module{Address: framework}, problem: "[0]: module without a name"},
		{name: "a function that is none", body: `{"abi":{"address":"0x1","name":"m","exposed_functions":[7]}}`,
			want: Module{Address: framework, Name: "m", ABI: &move.ModuleABI{Address: framework, Name: "m", Friends: []move.ModuleID{}, Structs: []move.StructABI{},
				Functions: []move.FunctionABI{{TypeParameters: []move.TypeParameter{}, Parameters: []string{}, Return: []string{}}}}},
			problem: "[0].abi.exposed_functions[0]: 7 instead of an object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, body := range []string{"[" + test.body + "]", `[` + test.body + `,"0x1::next"]`} {
				node := serve(t, responding(http.StatusOK, body), WithVersion(V3))
				page, err := node.Modules(t.Context(), framework, PageRequest{Count: 50})
				require.NoError(t, err)
				require.Len(t, page.Items, 1+strings.Count(body, `,"0x1::next"`))
				got := page.Items[0]
				require.Equal(t, test.body, string(got.Raw))
				if test.problem == "" {
					require.Nil(t, got.Problems)
				} else {
					require.NotNil(t, got.Problems)
					require.Equal(t, test.problem, got.Problems.First().Reason())
				}
				requireOther(t, test.other, got.Other)
				got.Raw, got.Problems, got.Other = nil, nil, nil
				require.Equal(t, test.want, got)
			}
		})
	}
}

func TestModuleJSON(t *testing.T) {
	t.Parallel()
	encoded, err := json.Marshal(Module{Address: framework, Name: "coin", Bytecode: []byte{1, 2}, ABI: coinABI()})
	require.NoError(t, err)
	require.JSONEq(t, `{"address":"`+framework.String()+`","name":"coin","bytecode_size":2,"friends":["0x1::genesis"],`+
		`"functions":[{"name":"balance","visibility":"public","is_entry":false,"is_view":true,"type_params":[{"constraints":["copy"]}],"params":["address"],"return":["u64"]}],`+
		`"structs":[{"name":"Coin","is_native":false,"is_event":false,"is_enum":false,"abilities":["store"],"type_params":[{"constraints":[],"is_phantom":true}],`+
		`"fields":[{"name":"value","type":"u64"}]}],"problems":[],"other":null}`, string(encoded))
	encoded, err = json.Marshal(Module{Address: framework, Name: "coin"})
	require.NoError(t, err)
	require.JSONEq(t, `{"address":"`+framework.String()+`","name":"coin","bytecode_size":null,"friends":null,"functions":null,"structs":null,"problems":[],"other":null}`, string(encoded))
}

func TestOneModule(t *testing.T) {
	t.Parallel()
	tests := []struct {
		body string
		is   error
		text string
	}{
		{body: `{"bytecode":"0xa11c","abi":` + abiBody + `}`},
		{body: abiBody},
		{body: "null", is: ErrNotFound},
		{body: "[]", text: "module without a name"},
		{body: "{}", text: "module without a name"},
		{body: `{"abi":`, is: errTruncated},
	}
	for _, test := range tests {
		var path string
		node := serve(t, func(w http.ResponseWriter, request *http.Request) {
			path = request.URL.Path
			responding(http.StatusOK, test.body)(w, request)
		}, WithVersion(V1))
		module, err := node.Module(t.Context(), move.ModuleID{Address: framework, Name: "coin"})
		require.Equal(t, "/rpc/v1/accounts/"+framework.String()+"/modules/coin", path)
		switch {
		case test.is != nil:
			require.ErrorIs(t, err, test.is)
		case test.text != "":
			require.ErrorContains(t, err, test.text)
		default:
			require.NoError(t, err)
			require.Equal(t, coinABI(), module.ABI)
		}
	}
}

// Spec section 2.7: type, data.
func TestResourceForms(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body     string
		want           Resource
		problem, other string
	}{
		{name: "type and data", body: `{"type":"0x1::coin::CoinStore<0x01::c::C>","data":{"n":"18446744073709551615","m":18446744073709551615}}`,
			want: Resource{Type: "0x1::coin::CoinStore<0x1::c::C>", Data: raw(`{"n":"18446744073709551615","m":18446744073709551615}`)}},
		{name: "a pair", body: `["0x` + strings.Repeat("0", 63) + `1::coin::CoinStore<` + strings.Repeat("0", 63) + `1::c::C>",{"address":"1","module":"coin","name":"CoinStore","type_args":[]}]`,
			want: Resource{Type: "0x1::coin::CoinStore<0x1::c::C>"}},
		{name: "a type", body: `"0x1::a::B"`, want: Resource{Type: "0x1::a::B"}},
		{name: "null data", body: `{"type":"0x1::a::B","data":null}`, want: Resource{Type: "0x1::a::B"}, problem: "[0].data is missing"},
		{name: "a type of tomorrow", body: `{"type":"fn(u8)","data":{}}`, want: Resource{Type: "fn(u8)", Data: raw(`{}`)},
			problem: `[0].type: struct tag "fn(u8)": unknown type at character 1`},
		{name: "no type", body: `{"data":{}}`, want: Resource{Data: raw(`{}`)}, problem: "[0]: resource without a type"},
		{name: "a number", body: `7`, problem: "[0]: 7 instead of an object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			page, err := serve(t, responding(http.StatusOK, "["+test.body+"]"), WithVersion(V3)).Resources(t.Context(), sender, PageRequest{})
			require.NoError(t, err)
			require.Len(t, page.Items, 1)
			got := page.Items[0]
			require.Equal(t, test.body, string(got.Raw))
			if test.problem == "" {
				require.Nil(t, got.Problems)
			} else {
				require.NotNil(t, got.Problems)
				require.Equal(t, test.problem, got.Problems.First().Reason())
			}
			requireOther(t, test.other, got.Other)
			got.Raw, got.Problems, got.Other = nil, nil, nil
			require.Equal(t, test.want, got)
		})
	}
	encoded, err := json.Marshal(Resource{Type: "0x1::a::B<C>", Data: raw(`{"a":1}`), Raw: raw(`1`)})
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"0x1::a::B<C>","data":{"a":1},"problems":[],"other":null}`, string(encoded))
	encoded, err = json.Marshal(Resource{Type: "t"})
	require.NoError(t, err)
	require.Equal(t, `{"type":"t","data":null,"problems":[],"other":null}`, string(encoded))
}

func TestOneResource(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		is         error
		text       string
	}{
		{name: "type and data", body: `{"type":"0x1::a::B","data":{"x":1}}`},
		{name: "only the fields", body: `{"result":[{"x":1}]}`},
		{name: "null", body: "null", is: ErrNotFound},
		{name: "nothing in a list", body: `{"result":[null]}`, is: ErrNotFound, text: "null: not found"},
		{name: "an empty list", body: `{"result":[]}`, is: ErrNotFound},
		{name: "something else", body: `7`, text: "7 instead of an object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			resource, err := serve(t, responding(http.StatusOK, test.body), WithVersion(V1)).Resource(t.Context(), sender, "0x01::a::B")
			if test.is == nil && test.text == "" {
				require.NoError(t, err)
				require.Equal(t, Resource{Type: "0x1::a::B", Data: raw(`{"x":1}`), Raw: raw(test.body)}, resource)
				return
			}
			if test.is != nil {
				require.ErrorIs(t, err, test.is)
			}
			require.ErrorContains(t, err, test.text)
		})
	}
}

// Types that the specification does not cover are percent-encoded, and searched in the list if the node rejects them.
func TestResourceTypeEscaped(t *testing.T) {
	t.Parallel()
	const given = "0x01::pool::Pair<0x1::a::A,vector<u8>>"
	const canonical = "0x1::pool::Pair<0x1::a::A, vector<u8>>"
	list := `{"resources":[{"type":"0x1::a::B","data":{"y":2}},{"type":"0x1::pool::Pair<0x0001::a::A,vector<u8>>","data":{"x":1}}],"cursor":null}`
	tests := []struct {
		name    string
		status  int
		body    string // of the resource
		list    string
		is      error
		refused bool
	}{
		{name: "taken", status: 200, body: `{"type":"` + canonical + `","data":{"x":1}}`},
		{name: "refused with 400", status: 400, body: `{"message":"Invalid input"}`, list: list},
		{name: "refused by the router", status: 404, list: list},
		{name: "not in the list", status: 400, list: `{"resources":[],"cursor":null}`, is: ErrNotFound},
		{name: "named in the list without its fields", status: 400, body: `{"message":"Invalid input"}`,
			list: `{"resources":["0x1::pool::Pair<0x1::a::A, vector<u8>>"],"cursor":null}`, refused: true},
		{name: "not there", status: 404, body: `{"message":"Information not available"}`, is: ErrNotFound},
		{name: "not there, with 400", status: 400, body: `{"message":"Information not available"}`, is: ErrNotFound},
		{name: "a fault", status: 500, body: `{"message":"store lookup failed"}`, refused: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var paths []string
			node := serve(t, func(w http.ResponseWriter, request *http.Request) {
				paths = append(paths, request.URL.EscapedPath())
				if strings.HasSuffix(request.URL.Path, "/resources") {
					responding(http.StatusOK, test.list)(w, request)
					return
				}
				responding(test.status, test.body)(w, request)
			}, WithVersion(V2))
			resource, err := node.Resource(t.Context(), sender, given)
			require.Equal(t, "/rpc/v2/accounts/"+senderText+"/resources/0x1::pool::Pair%3C0x1::a::A%2C%20vector%3Cu8%3E%3E", paths[0])
			require.Equal(t, test.list != "", len(paths) == 2)
			switch {
			case test.is != nil:
				require.ErrorIs(t, err, test.is)
			case test.refused:
				var status *StatusError
				require.ErrorAs(t, err, &status)
				require.Equal(t, test.status, status.Status)
			default:
				require.NoError(t, err)
				require.Equal(t, canonical, resource.Type)
				require.Equal(t, `{"x":1}`, string(resource.Data))
			}
		})
	}
}

func TestResourceTypeInvalid(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "u64", "CoinStore", "0x1::coin", "0x1::coin::CoinStore<", "vector<u8>", "0x1::a::B/../C"} {
		node := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was made") })
		_, err := node.Resource(t.Context(), sender, text)
		var wrong *ArgumentError
		require.ErrorAs(t, err, &wrong, text)
		require.Equal(t, "resource type", wrong.Field)
		require.NotEmpty(t, wrong.Rule)
	}
}

func TestListsIgnoreOrder(t *testing.T) {
	t.Parallel()
	node := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was made") })
	var wrong *ArgumentError
	_, err := node.Modules(t.Context(), sender, PageRequest{Order: OldestFirst})
	require.ErrorAs(t, err, &wrong)
	_, err = node.Resources(t.Context(), sender, PageRequest{Order: OldestFirst})
	require.EqualError(t, err, `order "oldest first": not supported by this list, which has only the node's own order`)
	_, err = node.Resources(t.Context(), sender, PageRequest{Count: -1})
	require.ErrorAs(t, err, &wrong)
}

// Every wrapper and every form of a cursor (spec sections 4.3 to 4.5).
func TestModuleListForms(t *testing.T) {
	t.Parallel()
	const item = `"0x1::acl"`
	tests := []struct {
		version Version
		body    string
		header  string
		next    Cursor
	}{
		{V1, `{"Resources":{"resource":[` + item + `],"cursor":[1,171]}}`, "", "01ab"},
		{V1, `{"Modules":{"modules":[` + item + `],"cursor":"01ab"}}`, "", "01ab"},
		{V1, `{"Modules":{"modules":[` + item + `],"cursor":""}}`, "", ""},
		{V1, `{"Resources":{"resource":[` + item + `],"cursor":[]}}`, "", ""},
		{V2, `{"modules":[` + item + `],"cursor":"01ab"}`, "", "01ab"},
		{V2, `{"cursor":null,"modules":[` + item + `]}`, "", ""},
		{V2, `{"cursor":0,"modules":[` + item + `]}`, "", ""},
		{V2, `{"cursor":"0","modules":[` + item + `]}`, "", ""},
		{V3, `[` + item + `]`, "01ab", "01ab"},
		{V3, `[` + item + `]`, "", ""},
		{V3, `[]`, "01ab", ""},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.version, test.body), func(t *testing.T) {
			for _, name := range []string{"x-chain-cursor", "X-SUPRA-CURSOR"} {
				node := serve(t, func(w http.ResponseWriter, request *http.Request) {
					if test.header != "" {
						w.Header().Set(name, test.header)
					}
					responding(http.StatusOK, test.body)(w, request)
				}, WithVersion(test.version))
				page, err := node.Modules(t.Context(), framework, PageRequest{})
				require.NoError(t, err)
				require.Equal(t, test.next, page.Next)
			}
		})
	}
	node := serve(t, responding(http.StatusOK, `{"message":"hm"}`), WithVersion(V2))
	_, err := node.Modules(t.Context(), framework, PageRequest{})
	require.ErrorContains(t, err, "object without a list")
}

// fakeModules is a node that serves modules in one of many ways.
type fakeModules struct {
	version  Version
	names    []string
	endless  bool // the cursor is never empty at the end
	cursors  bool // sends cursors
	size     func(count int) int
	requests int
}

func (l *fakeModules) RoundTrip(request *http.Request) (*http.Response, error) {
	l.requests++
	query := request.URL.Query()
	count, err := strconv.Atoi(query.Get("count"))
	if err != nil {
		return nil, err
	}
	begin := 0
	if query.Has("start") {
		decoded, err := hex.DecodeString(query.Get("start"))
		if err != nil {
			return nil, err
		}
		begin = slices.Index(l.names, string(decoded)) + 1
	}
	end := min(len(l.names), begin+l.size(min(count, 100)))
	items := make([]string, 0, end-begin)
	for _, name := range l.names[begin:end] {
		items = append(items, `"0x1::`+name+`"`)
	}
	cursor := ""
	if len(l.names) > 0 && (end < len(l.names) || l.endless) {
		cursor = hex.EncodeToString([]byte(l.names[max(end, 1)-1]))
	}
	list := "[" + strings.Join(items, ",") + "]"
	given := strconv.Quote(cursor)
	switch l.version {
	case V1:
		list = `{"Modules":{"modules":` + list + `,"cursor":` + given + `}}`
	case V2:
		list = `{"modules":` + list + `,"cursor":` + given + `}`
	}
	reply := response(request, http.StatusOK, list)
	if l.version == V3 && l.cursors && (cursor != "" || l.endless) {
		reply.Header.Set("x-chain-cursor", cursor)
	}
	return reply, nil
}

// An iteration yields each module once and ends, whatever the node's cursors do.
func TestModuleWalkProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := &fakeModules{
			version: rapid.SampledFrom([]Version{V1, V2, V3}).Draw(t, "version"),
			endless: rapid.Bool().Draw(t, "endless"), cursors: rapid.Bool().Draw(t, "cursors"),
		}
		for i := range rapid.IntRange(0, 250).Draw(t, "modules") {
			list.names = append(list.names, fmt.Sprintf("module_%d", i))
		}
		withoutCursors := list.version == V3 && !list.cursors
		list.size = func(count int) int {
			if withoutCursors {
				return count
			}
			return rapid.IntRange(1, count).Draw(t, "page")
		}
		node, err := NewNode("http://node", WithTransport(list), WithVersion(list.version))
		require.NoError(t, err)
		var names []string
		var failure error
		for module, err := range node.AllModules(context.Background(), framework) {
			if failure = err; err == nil {
				names = append(names, module.Name)
			}
		}
		if withoutCursors && len(list.names) >= 100 {
			require.ErrorIs(t, failure, paging.ErrNoCursor) // nothing is dropped silently
			require.Equal(t, list.names[:100], names)
			return
		}
		require.NoError(t, failure)
		require.Equal(t, list.names, names)
	})
}

// The last page can be full on a node that omits the last cursor.
func TestFullLastPage(t *testing.T) {
	t.Parallel()
	for _, count := range []int{1, 3, 100} {
		for _, cursors := range []bool{true, false} {
			list := &fakeModules{version: V3, cursors: cursors, size: func(count int) int { return count }}
			for i := range count {
				list.names = append(list.names, fmt.Sprintf("module_%d", i))
			}
			node, err := NewNode("http://node", WithTransport(list), WithVersion(V3))
			require.NoError(t, err)
			page, err := node.Modules(t.Context(), framework, PageRequest{Count: count})
			require.Len(t, page.Items, count)
			require.Empty(t, page.Next)
			if cursors || count == 1 {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, paging.ErrNoCursor)
			}
			require.Equal(t, 2, list.requests)

			list.names = append(list.names, "one_more")
			page, err = node.Modules(t.Context(), framework, PageRequest{Count: count})
			require.Equal(t, cursors, page.Next != "")
			require.Equal(t, !cursors, errors.Is(err, paging.ErrNoCursor))
		}
	}
}
