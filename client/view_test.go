package client

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

func functionID(text string) move.FunctionID {
	id, err := move.ParseFunctionID(text)
	if err != nil {
		panic(err)
	}
	return id
}

func typeTag(text string) move.TypeTag {
	tag, err := move.ParseTypeTag(text)
	if err != nil {
		panic(err)
	}
	return tag
}

// abiFunction is a function of an ABI as nodes send it.
func abiFunction(name string, isView bool, typeParameters int, parameters, returns []string) string {
	list := func(texts []string) string {
		encoded, _ := json.Marshal(append([]string{}, texts...))
		return string(encoded)
	}
	constraints := strings.TrimSuffix(strings.Repeat(`{"constraints":[]},`, typeParameters), ",")
	return fmt.Sprintf(`{"name":"%s","visibility":"public","is_entry":false,"is_view":%v,"generic_type_params":[%s],"params":%s,"return":%s}`,
		name, isView, constraints, list(parameters), list(returns))
}

// every integer width, bool, address, vectors, vector<u8>, String, Option, Object, nested.
var manyTypes = []string{
	"u8", "u16", "u32", "u64", "u128", "u256", "bool", "address", "vector<u8>", "vector<u64>", "vector<vector<bool>>",
	"0x1::string::String", "0x1::option::Option<u64>", "0x1::option::Option<address>", "0x1::object::Object<0x1::m::S>",
	"vector<0x1::option::Option<0x1::string::String>>",
}

var coinABIBody = `{"address":"0x1","name":"coin","friends":[],"structs":[],"exposed_functions":[` + strings.Join([]string{
	abiFunction("balance", true, 1, []string{"address"}, []string{"u64"}),
	abiFunction("many", true, 0, manyTypes, nil),
	abiFunction("signed", true, 0, []string{"&signer", "u8"}, []string{"&mut 0x1::coin::Coin<u8>", "fn(u64)"}),
	abiFunction("generic", true, 2, []string{"T1", "vector<T0>"}, []string{"T0", "0x1::option::Option<T1>"}),
	abiFunction("struct", true, 0, []string{"0x1::m::S"}, []string{"0x1::m::U64"}),
	abiFunction("closure", true, 0, []string{"fn(u64)"}, []string{"u8"}),
	abiFunction("transfer", false, 0, []string{"&signer"}, nil),
	abiFunction("none", true, 0, nil, nil),
}, ",") + `]}`

// viewServer has module 0x1::coin on every version and responds to view calls.
type viewServer struct {
	versions []string // that there are, such as v3
	module   func(w http.ResponseWriter)
	view     http.HandlerFunc

	lock    sync.Mutex
	paths   []string
	bodies  []string
	headers []http.Header
}

func (s *viewServer) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	s.lock.Lock()
	s.paths = append(s.paths, request.Method+" "+request.URL.Path)
	s.headers = append(s.headers, request.Header)
	if request.Method == http.MethodPost {
		s.bodies = append(s.bodies, string(body))
	}
	s.lock.Unlock()
	version, call, _ := strings.Cut(strings.TrimPrefix(request.URL.Path, "/rpc/"), "/")
	switch {
	case !slices.Contains(s.versions, version):
		w.WriteHeader(http.StatusNotFound)
	case call == "view":
		s.view(w, request)
	case !strings.HasSuffix(call, "/modules/coin"):
		responding(404, `{"message":"Information not available"}`)(w, request)
	case s.module != nil:
		s.module(w)
	case version == "v1":
		responding(200, coinABIBody)(w, request)
	default:
		responding(200, `{"bytecode":"0xa11ceb0b","abi":`+coinABIBody+`}`)(w, request)
	}
}

// viewing returns a Node of a server that responds all view calls alike on all versions.
func viewing(t *testing.T, status int, body string, options ...Option) (*Node, *viewServer) {
	t.Helper()
	server := &viewServer{versions: []string{"v1", "v2", "v3"}, view: responding(status, body)}
	return serve(t, server.ServeHTTP, options...), server
}

func balanceOf(address any) ViewRequest {
	return ViewRequest{
		Function: functionID("0x1::coin::balance"), TypeArguments: []move.TypeTag{typeTag("0x1::pair::Pair<u8, u64>")}, Arguments: []any{address},
	}
}

// Spec sections 2.1 and 4.2: the path and the JSON body on each version.
func TestViewRequest(t *testing.T) {
	t.Parallel()
	for _, version := range []Version{Auto, V1, V2, V3} {
		node, server := viewing(t, 200, `{"result":["5"]}`, WithVersion(version))
		result, err := node.View(t.Context(), balanceOf("1"))
		require.NoError(t, err)
		require.Equal(t, ViewResult{Values: []MoveValue{{Type: "u64", JSON: raw(`"5"`)}}, Raw: raw(`{"result":["5"]}`)}, result)
		path := "v3"
		if version != Auto {
			path = version.String()
		}
		require.Equal(t, []string{"GET /rpc/" + path + "/accounts/" + address("1").String() + "/modules/coin", "POST /rpc/" + path + "/view"}, server.paths)
		require.Equal(t, "application/json", server.headers[1].Get("Content-Type"))
		require.Equal(t, "application/json", server.headers[1].Get("Accept"))
		require.Equal(t, `{"function":"0x1::coin::balance","type_arguments":["0x1::pair::Pair<u8, u64>"],"arguments":["`+address("1").String()+`"]}`, server.bodies[0])
	}
}

// A function with no type arguments and no arguments is called with empty arrays.
func TestViewRequestWithoutArguments(t *testing.T) {
	t.Parallel()
	node, server := viewing(t, 200, `{"result":[]}`)
	result, err := node.View(t.Context(), ViewRequest{Function: functionID("0x1::coin::none")})
	require.NoError(t, err)
	require.Equal(t, ViewResult{Raw: raw(`{"result":[]}`)}, result)
	require.Equal(t, []string{`{"function":"0x1::coin::none","type_arguments":[],"arguments":[]}`}, server.bodies)
}

func TestViewVersionFallback(t *testing.T) {
	t.Parallel()
	node, server := viewing(t, 200, `{"result":["5"]}`)
	server.versions = []string{"v1"}
	for range 2 {
		_, err := node.View(t.Context(), balanceOf("1"))
		require.NoError(t, err)
	}
	require.Equal(t, []string{"POST /rpc/v3/view", "POST /rpc/v2/view", "POST /rpc/v1/view", "POST /rpc/v1/view"}, server.paths[3:])

	server.versions = nil
	_, err := node.View(t.Context(), balanceOf("1"))
	require.ErrorIs(t, err, ErrUnsupported)
	require.ErrorContains(t, err, "view: not available in v1, v2, v3")
}

// Spec section 4.2, the binary body: only version 3, with the media type of the network.
func TestViewBCS(t *testing.T) {
	t.Parallel()
	for _, mediaType := range []string{"application/x.chain.view_function+bcs", "application/x.ours.view_function+bcs"} {
		options := []Option{WithViewMediaTypes(mediaType)}
		if mediaType == defaultViewMediaType {
			options = nil
		}
		node, server := viewing(t, 200, `{"result":["5"]}`, options...)
		request := balanceOf("1")
		request.TypeArguments, request.BCS = []move.TypeTag{typeTag("u8")}, true
		result, err := node.View(t.Context(), request)
		require.NoError(t, err)
		require.Equal(t, raw(`"5"`), result.Values[0].JSON)
		require.Equal(t, "POST /rpc/v3/view", server.paths[1])
		require.Equal(t, mediaType, server.headers[1].Get("Content-Type"))
		zeros := strings.Repeat("00", 31)
		require.Equal(t, zeros+"01"+"04636f696e"+"0762616c616e6365"+"0101"+"0120"+zeros+"01", hex.EncodeToString([]byte(server.bodies[0])))
	}
	for _, version := range []Version{V1, V2} {
		node, server := viewing(t, 200, `{"result":["5"]}`, WithVersion(version))
		request := balanceOf("1")
		request.BCS = true
		_, err := node.View(t.Context(), request)
		require.ErrorIs(t, err, ErrUnsupported)
		require.ErrorContains(t, err, "view in BCS: not supported by "+version.String()+" of the RPC: use v3 or auto")
		require.Empty(t, server.paths)
	}
	node, server := viewing(t, 415, `{"message":"unsupported media type"}`, WithViewMediaTypes("a/first", "a/second"))
	request := balanceOf("1")
	request.BCS = true
	_, err := node.View(t.Context(), request)
	require.ErrorContains(t, err, "the node rejects BCS as a/first or a/second: POST ")
	require.Equal(t, "a/first", server.headers[1].Get("Content-Type"))
	require.Equal(t, "a/second", server.headers[2].Get("Content-Type"))
	var refused *StatusError
	require.ErrorAs(t, err, &refused)

	var wrong *ArgumentError
	_, err = NewNode("http://node", WithViewMediaTypes("bcs"))
	require.ErrorAs(t, err, &wrong)
	require.EqualError(t, err, `view media type "bcs": must be a media type, such as application/x.chain.view_function+bcs`)
	_, err = NewNode("http://node", WithViewMediaTypes("a/b\n"))
	require.ErrorAs(t, err, &wrong)
	_, err = NewNode("http://node", WithViewMediaTypes())
	require.ErrorAs(t, err, &wrong)
}

// Body returns the body that View sends.
func TestViewBody(t *testing.T) {
	t.Parallel()
	node, server := viewing(t, 200, `{"result":["5"]}`)
	module, err := node.Module(t.Context(), move.ModuleID{Address: address("1"), Name: "coin"})
	require.NoError(t, err)
	for i, inBCS := range []bool{false, true} {
		request := balanceOf("0x2")
		request.BCS = inBCS
		_, err := node.View(t.Context(), request)
		require.NoError(t, err)
		body, err := request.Body(module.ABI)
		require.NoError(t, err)
		require.Equal(t, server.bodies[i], string(body))
	}

	var wrong *ArgumentError
	_, err = balanceOf("zz").Body(module.ABI)
	require.ErrorAs(t, err, &wrong)
	require.EqualError(t, err, `argument #0 (address) "zz": not hex at character 1`)
	_, err = ViewRequest{Function: functionID("0x1::coin::none"), Arguments: []any{1}}.Body(module.ABI)
	require.ErrorAs(t, err, &wrong)
	_, err = ViewRequest{Function: functionID("0x1::coin::transfer")}.Body(module.ABI)
	require.ErrorContains(t, err, "is not a view function")
	_, err = ViewRequest{Function: move.FunctionID{Name: "bad name"}}.Body(module.ABI)
	require.ErrorAs(t, err, &wrong)
}

// Spec section 2.1, arguments: every type, from text and from Go values, in JSON and in BCS.
func TestViewArguments(t *testing.T) {
	t.Parallel()
	one, two := address("1").String(), address("2").String()
	want := `{"function":"0x1::coin::many","type_arguments":[],"arguments":[255,65535,4294967295,"18446744073709551615",` +
		`"340282366920938463463374607431768211455","115792089237316195423570985008687907853269984665640564039457584007913129639935",` +
		`true,"` + one + `","0x00ff",["1","2"],[[true],[]],"a < b",{"vec":[]},{"vec":["` + two + `"]},"` + one + `",[{"vec":["x"]},{"vec":[]}]]}`
	texts := []any{
		"255", "65_535", "4,294,967,295", "18,446,744,073,709,551,615", "340282366920938463463374607431768211455",
		"0x" + strings.Repeat("f", 64), "true", "1", "0x00ff", "[1,2]", "[[true],[]]", "a < b", "", "2", "0x1", `["x", ""]`,
	}
	wide := func(bits uint) *big.Int {
		return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
	}
	values := []any{
		uint8(255), uint16(65535), 4294967295, uint64(1<<64 - 1), wide(128), wide(256), true, address("1"), []byte{0, 255}, []uint64{1, 2},
		[][]bool{{true}, {}}, "a < b", nil, address("2"), address("1"), []any{"x", nil},
	}
	var inBCS []string
	for _, arguments := range [][]any{texts, values} {
		node, server := viewing(t, 200, `{"result":[]}`)
		request := ViewRequest{Function: functionID("0x1::coin::many"), Arguments: arguments}
		_, err := node.View(t.Context(), request)
		require.NoError(t, err)
		require.Equal(t, want, server.bodies[0])
		request.BCS = true
		_, err = node.View(t.Context(), request)
		require.NoError(t, err)
		inBCS = append(inBCS, server.bodies[1])
	}
	require.Equal(t, inBCS[0], inBCS[1])
	function, _, arguments, err := move.ParseCallBCS([]byte(inBCS[0]))
	require.NoError(t, err)
	require.Equal(t, functionID("0x1::coin::many"), function)
	require.Len(t, arguments, len(manyTypes))
}

func TestViewGenericArguments(t *testing.T) {
	t.Parallel()
	node, server := viewing(t, 200, `{"result":["7",{"vec":[]}]}`)
	result, err := node.View(t.Context(), ViewRequest{
		Function:      functionID("0x1::coin::generic"),
		TypeArguments: []move.TypeTag{typeTag("u64"), typeTag("0x1::string::String")},
		Arguments:     []any{"12", "1,2"},
	})
	require.NoError(t, err)
	require.Contains(t, server.bodies[0], `"arguments":["12",["1","2"]]`)
	require.Equal(t, []MoveValue{{"u64", raw(`"7"`)}, {"0x1::option::Option<0x1::string::String>", raw(`{"vec":[]}`)}}, result.Values)
}

// Invalid requests fail before the view call is sent.
func TestViewArgumentErrors(t *testing.T) {
	t.Parallel()
	request := func(function string, typeArguments []string, arguments ...any) ViewRequest {
		r := ViewRequest{Function: functionID(function), Arguments: arguments}
		for _, text := range typeArguments {
			r.TypeArguments = append(r.TypeArguments, typeTag(text))
		}
		return r
	}
	bcs := func(r ViewRequest) ViewRequest {
		r.BCS = true
		return r
	}
	for _, test := range []struct {
		request ViewRequest
		text    string
	}{
		{request("0x1::coin::blance", nil), "function: 0x1::coin has no function blance"},
		{request("0x1::coin::transfer", nil), "function: 0x1::coin::transfer is not a view function"},
		{request("0x1::coin::balance", nil, "1"), "type arguments: 0x1::coin::balance takes 1, not 0"},
		{request("0x1::coin::none", []string{"u8"}), "type arguments: 0x1::coin::none takes 0, not 1"},
		{request("0x1::coin::balance", []string{"u8"}), "arguments: 0x1::coin::balance(address) takes 1, not 0"},
		{request("0x1::coin::signed", nil, "1", "2"), "arguments: 0x1::coin::signed(u8) takes 1, not 2"},
		{request("0x1::coin::generic", []string{"u64", "bool"}, "t"), "arguments: 0x1::coin::generic(bool, vector<u64>) takes 2, not 1"},
		{request("0x1::coin::none", nil, "1"), "arguments: 0x1::coin::none() takes 0, not 1"},
		{request("0x1::coin::balance", []string{"u8"}, "0xzz"), `argument #0 (address) "0xzz": not hex at character 3`},
		{request("0x1::coin::signed", nil, "256"), `argument #1 (u8) "256": exceeds u8: the maximum is 255`},
		{request("0x1::coin::signed", nil, 256), "argument #1 (u8): exceeds u8: the maximum is 255"},
		{request("0x1::coin::signed", nil, 1.5), "argument #1 (u8): Go type float64 does not fit u8: pass a string"},
		{request("0x1::coin::generic", []string{"u64", "bool"}, "t", "1,x"), `argument #1 (vector<u64>) "1,x": item 2: not a digit at character 1`},
		{bcs(request("0x1::coin::struct", nil, `{"a":1}`)), ""},
		{bcs(request("0x1::coin::closure", nil, "f")), "argument #0: has an unknown type: send the call as JSON"},
		{ViewRequest{Function: move.FunctionID{Module: "a/b", Name: "c"}}, `function "0x0::a/b::c": missing :: after character 6`},
		{ViewRequest{}, `function "0x0::::": `},
		{ViewRequest{Function: functionID("0x1::coin::none"), TypeArguments: []move.TypeTag{{}}}, "type argument 0: empty"},
	} {
		t.Run(test.text, func(t *testing.T) {
			node, server := viewing(t, 200, `{"result":[]}`)
			_, err := node.View(t.Context(), test.request)
			var wrong *ArgumentError
			require.ErrorAs(t, err, &wrong)
			if test.text != "" {
				require.ErrorContains(t, err, test.text)
			}
			require.Empty(t, server.bodies, "the view call was made")
		})
	}
}

// Arguments of unknown types are sent unchanged.
func TestViewUnknownTypes(t *testing.T) {
	t.Parallel()
	node, server := viewing(t, 200, `{"result":[1]}`)
	_, err := node.View(t.Context(), ViewRequest{Function: functionID("0x1::coin::closure"), Arguments: []any{json.RawMessage(`{"f":1}`)}})
	require.NoError(t, err)
	require.Contains(t, server.bodies[0], `"arguments":[{"f":1}]`)

	node, _ = viewing(t, 200, `{"result":[{"value":"1"},{"U8":1}]}`)
	result, err := node.View(t.Context(), ViewRequest{Function: functionID("0x1::coin::signed"), Arguments: []any{"1"}})
	require.NoError(t, err)
	require.Equal(t, []MoveValue{{"&mut 0x1::coin::Coin<u8>", raw(`{"value":"1"}`)}, {"fn(u64)", raw(`1`)}}, result.Values)
}

// Without an ABI arguments are encoded by their Go types.
func TestViewWithoutABI(t *testing.T) {
	t.Parallel()
	for _, module := range []http.HandlerFunc{responding(500, "store lookup failed"), responding(200, `{"bytecode":"0x00"}`), responding(200, `[]`), responding(403, "")} {
		node, server := viewing(t, 200, `{"result":[{"U64":"5"},"6"]}`)
		server.module = func(w http.ResponseWriter) { module(w, nil) }
		request := ViewRequest{Function: functionID("0x1::coin::any"), Arguments: []any{
			"12", true, uint8(1), int16(2), uint32(3), 4, uint64(5), big.NewInt(6), address("1"), []byte{7}, []string{"a", "<"}, nil, json.RawMessage(`{ "x": 1 }`), move.KindBool,
		}}
		result, err := node.View(t.Context(), request)
		require.NoError(t, err)
		require.Equal(t, `{"function":"0x1::coin::any","type_arguments":[],"arguments":["12",true,1,2,3,"4","5","6","`+address("1").String()+
			`","0x07",["a","<"],{"vec":[]},{"x":1},1]}`, server.bodies[0])
		require.Equal(t, []MoveValue{{"u64", raw(`"5"`)}, {"", raw(`"6"`)}}, result.Values)

		for value, rule := range map[any]string{
			-1: "must be an unsigned integer", big.NewInt(-1): "must be an unsigned integer", 1.5: "has the Go type float64, which fits no Move type",
			&struct{}{}: "has the Go type *struct {}, which fits no Move type",
		} {
			request.Arguments = []any{value}
			_, err = node.View(t.Context(), request)
			var wrong *ArgumentError
			require.ErrorAs(t, err, &wrong)
			require.EqualError(t, err, "arguments[0]: "+rule)
		}
		request.Arguments = []any{[]int{1, -1}}
		_, err = node.View(t.Context(), request)
		require.EqualError(t, err, "arguments[0]: item 2: must be an unsigned integer")
		request.Arguments = []any{json.RawMessage("{")}
		_, err = node.View(t.Context(), request)
		require.EqualError(t, err, "arguments[0]: must be JSON")

		request.Arguments, request.BCS = []any{"1"}, true
		_, err = node.View(t.Context(), request)
		require.ErrorContains(t, err, "arguments in BCS require the ABI of the module: ")
		request.Arguments = nil
		_, err = node.View(t.Context(), request)
		require.NoError(t, err, "no argument, no type to know")
	}
}

// An ABI with a part that cannot be decoded does not prevent the call.
func TestViewInvalidABI(t *testing.T) {
	t.Parallel()
	node, server := viewing(t, 200, `{"result":[]}`)
	server.module = func(w http.ResponseWriter) {
		_, _ = io.WriteString(w, `{"bytecode":"0x00","abi":{"address":"0x1","name":"coin","exposed_functions":[{"name":"f","is_view":"yes"}]}}`)
	}
	_, err := node.View(t.Context(), ViewRequest{Function: functionID("0x1::coin::f"), Arguments: []any{"1"}})
	require.NoError(t, err)
	require.Contains(t, server.bodies[0], `"arguments":["1"]`)
}

// If the module cannot be read for a reason that affects the view call too, it is not sent.
func TestViewMissingModule(t *testing.T) {
	t.Parallel()
	node, server := viewing(t, 200, `{"result":[]}`)
	_, err := node.View(t.Context(), ViewRequest{Function: functionID("0x1::other::f")})
	require.ErrorIs(t, err, ErrNotFound)
	require.ErrorContains(t, err, "module 0x1::other of the view function: ")
	require.Empty(t, server.bodies)

	server.module = func(w http.ResponseWriter) { w.WriteHeader(http.StatusTooManyRequests) }
	_, err = node.View(t.Context(), balanceOf("1"))
	require.ErrorIs(t, err, ErrRateLimited)
	require.Empty(t, server.bodies)
}

// An ABI is read once, and again if it rejects a call, because the module may have been upgraded.
func TestViewCachesABIs(t *testing.T) {
	t.Parallel()
	node, server := viewing(t, 200, `{"result":["5"]}`)
	requests := func() int {
		count := 0
		for _, path := range server.paths {
			if strings.HasPrefix(path, "GET ") {
				count++
			}
		}
		return count
	}
	for range 3 {
		_, err := node.View(t.Context(), balanceOf("1"))
		require.NoError(t, err)
	}
	require.Equal(t, 1, requests())

	added := ViewRequest{Function: functionID("0x1::coin::added")}
	_, err := node.View(t.Context(), added)
	require.ErrorContains(t, err, "0x1::coin has no function added")
	require.Equal(t, 2, requests())
	server.module = func(w http.ResponseWriter) {
		_, _ = io.WriteString(w, strings.Replace(coinABIBody, `"exposed_functions":[`, `"exposed_functions":[`+abiFunction("added", true, 0, nil, []string{"u8"})+",", 1))
	}
	_, err = node.View(t.Context(), added)
	require.NoError(t, err)
	require.Equal(t, 3, requests())
	_, err = node.View(t.Context(), added)
	require.NoError(t, err)
	require.Equal(t, 3, requests())
}

func TestABICacheLimit(t *testing.T) {
	t.Parallel()
	var memory abiCache
	for i := range byte(200) {
		id := move.ModuleID{Address: move.Address{i}, Name: "m"}
		abi := &move.ModuleABI{}
		memory.put(id, abi)
		require.Same(t, abi, memory.get(id))
		require.LessOrEqual(t, len(memory.abis), maxABIs)
	}
}

// Spec sections 2.2 and 2.3: every key, bare values, nulls of version 1.
func TestViewResults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ sent, typeName, bare string }{
		{`{"U8":7}`, "u8", `7`},
		{`{"U16":65535}`, "u16", `65535`},
		{`{"U32":4294967295}`, "u32", `4294967295`},
		{`{"U64":"18446744073709551615"}`, "u64", `"18446744073709551615"`},
		{`{"U128":"1"}`, "u128", `"1"`},
		{`{"U256":"1"}`, "u256", `"1"`},
		{`{"Bool":true}`, "bool", `true`},
		{`{"Address":"0x1"}`, "address", `"0x1"`},
		{`{"Vector":[{"U64":"1"},{"U64":"2"}]}`, "vector<u64>", `["1","2"]`},
		{`{"Vector":["1"]}`, "vector", `["1"]`},
		{`{"Bytes":"0x00ff"}`, "vector<u8>", `"0x00ff"`},
		{`{"Struct":{"value":"1"}}`, "struct", `{"value":"1"}`},
		{`{"String":"hi"}`, "0x1::string::String", `"hi"`},
		{`18446744073709551615`, "", `18446744073709551615`},
		{`"hi"`, "", `"hi"`},
		{`{"vec":[]}`, "", `{"vec":[]}`},
		{`{"U64":1}`, "", `{"U64":1}`},
		{`null`, "", ``},
	} {
		for _, version := range []Version{V1, V2, V3} {
			node, server := viewing(t, 200, `{"result":[`+test.sent+`],"more":1}`, WithVersion(version))
			server.module = func(w http.ResponseWriter) { w.WriteHeader(500) }
			result, err := node.View(t.Context(), balanceOf("1"))
			require.NoError(t, err)
			want := MoveValue{Type: test.typeName}
			if test.bare != "" {
				want.JSON = raw(test.bare)
			}
			require.Equal(t, []MoveValue{want}, result.Values)
			encoded, err := json.Marshal(result)
			require.NoError(t, err)
			require.Equal(t, `{"result":[`+cmp.Or(test.bare, "null")+`]}`, string(encoded))
		}
	}
}

// The ABI decides whether a single key is a wrapper or the field of a struct.
func TestViewResultTypes(t *testing.T) {
	t.Parallel()
	node, _ := viewing(t, 200, `{"result":[{"U64":"1"}]}`)
	result, err := node.View(t.Context(), ViewRequest{Function: functionID("0x1::coin::struct"), Arguments: []any{`{}`}})
	require.NoError(t, err)
	require.Equal(t, []MoveValue{{"0x1::m::U64", raw(`{"U64":"1"}`)}}, result.Values)

	node, _ = viewing(t, 200, `{"result":[null]}`)
	result, err = node.View(t.Context(), balanceOf("1"))
	require.NoError(t, err)
	require.Equal(t, []MoveValue{{"u64", nil}}, result.Values)

	node, _ = viewing(t, 200, `{"result":["1","2"]}`) // more than the ABI says
	result, err = node.View(t.Context(), balanceOf("1"))
	require.NoError(t, err)
	require.Equal(t, []MoveValue{{"", raw(`"1"`)}, {"", raw(`"2"`)}}, result.Values)
}

func TestViewJSONWithoutValues(t *testing.T) {
	t.Parallel()
	encoded, err := json.Marshal(ViewResult{})
	require.NoError(t, err)
	require.Equal(t, `{"result":[]}`, string(encoded))
}

// A function that fails and a call that fails are different errors.
func TestViewErrors(t *testing.T) {
	t.Parallel()
	abort := "Failed to execute view function: ABORTED with sub status 4001 at location Module 0x5b8a::router and message 0x5b8a::router::borrow at offset 43 " +
		"at code offset 43 in function definition 2, and words beyond what one line of an error shows of a message that is longer than two hundred characters"
	require.Greater(t, len(abort), messageCharacters)
	quoted, err := json.Marshal(abort)
	require.NoError(t, err)
	for _, test := range []struct {
		name    string
		status  int
		body    string
		message string // of a *ViewError; empty for none
		is      error
	}{
		{"abort, newer", 400, `{"message":` + string(quoted) + `}`, abort, nil},
		{"abort, older", 500, `{"message":"PartialVMError { major_status: ABORTED, sub_status: Some(393217) }"}`, "PartialVMError { major_status: ABORTED, sub_status: Some(393217) }", nil},
		{"Move abort", 500, `{"message":"Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006)"}`, "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006)", nil},
		{"out of gas", 500, "VM status: OUT_OF_GAS\nline two", "VM status: OUT_OF_GAS\nline two", nil},
		{"an argument", 500, `{"message":"parse arguments[1] failed: Expecting a JSON Map for struct"}`, "parse arguments[1] failed: Expecting a JSON Map for struct", nil},
		{"over 4 KiB", 400, `{"message":"` + strings.Repeat("abort ", 1000) + `"}`, strings.Repeat("abort ", 1000)[:199] + "…", nil},
		{"bad input", 400, `{"message":"Invalid input: Failed to parse struct tag"}`, "", nil},
		{"the store", 500, `{"message":"Internal server error: store lookup failed"}`, "", nil},
		{"no module", 404, `{"message":"Information not available for 01::abort"}`, "", ErrNotFound},
		{"a proxy", 502, `<html>abort</html>`, "", nil},
		{"too many", 429, `{"message":"Too many requests. Please try again in 1s, or abort"}`, "", ErrRateLimited},
		{"null", 200, `null`, "", ErrNotFound},
	} {
		t.Run(test.name, func(t *testing.T) {
			node, _ := viewing(t, test.status, test.body)
			result, err := node.View(t.Context(), balanceOf("1"))
			require.Empty(t, result)
			var refused *StatusError
			require.ErrorAs(t, err, &refused)
			require.Equal(t, test.status, refused.Status)
			require.Equal(t, http.MethodPost, refused.Method)
			require.Equal(t, node.BaseURL()+"/rpc/v3/view", refused.URL)
			var failed *ViewError
			require.Equal(t, test.message != "", errors.As(err, &failed))
			if test.message != "" {
				require.Equal(t, functionID("0x1::coin::balance"), failed.Function)
				require.Equal(t, test.message, failed.Message)
				require.EqualError(t, err, "view function 0x1::coin::balance failed: "+test.message)
			}
			for _, other := range []error{ErrNotFound, ErrUnsupported, ErrUnauthorized, ErrRateLimited} {
				require.Equal(t, other == test.is, errors.Is(err, other), "%v", other)
			}
		})
	}
	for body, text := range map[string]string{
		`[]`: "an array instead of an object", `{}`: "result is missing", `{"result":null}`: "result is missing", `{"result":5}`: "result: 5 instead of an array",
		`{"result":["5"`: "result[1]: incomplete JSON", `{"result":[]}]`: "unexpected data after the JSON",
	} {
		node, _ := viewing(t, 200, body)
		result, err := node.View(t.Context(), balanceOf("1"))
		require.Empty(t, result)
		var wrong *DecodeError
		require.ErrorAs(t, err, &wrong, body)
		require.Equal(t, text, wrong.Reason())
	}
}

func TestSampleView(t *testing.T) {
	t.Parallel()
	view := func(name string, options ...Option) []MoveValue {
		node, server := viewing(t, 200, string(sample(t, name)), options...)
		server.module = func(w http.ResponseWriter) { w.WriteHeader(500) }
		result, err := node.View(t.Context(), balanceOf("1"))
		require.NoError(t, err)
		return result.Values
	}
	require.Equal(t, []MoveValue{{"", raw(`"500000000"`)}}, view("v1-view.json", WithVersion(V1)))
	values := view("v3-view.json")
	require.Len(t, values, 2)
	require.JSONEq(t, `{"vec":["crypto"]}`, string(values[1].JSON))
	values = view("v3-view-mixed.json")
	require.Len(t, values, 15)
	require.Equal(t, raw(`"115792089237316195423570985008687907853269984665640564039457584007913129639935"`), values[5].JSON)
	require.Equal(t, raw(`4294967295`), values[2].JSON)

	for name, status := range map[string]int{"error-400-view-abort.json": 400, "error-500-view-arguments.json": 500} {
		node, _ := viewing(t, status, string(sample(t, name)))
		_, err := node.View(t.Context(), balanceOf("1"))
		var failed *ViewError
		require.ErrorAs(t, err, &failed, name)
	}
	node, _ := viewing(t, 400, string(sample(t, "error-400-invalid-input.json")))
	_, err := node.View(t.Context(), balanceOf("1"))
	var failed *ViewError
	require.False(t, errors.As(err, &failed))
}

// The binary bodies match the recording.
func TestSampleViewBCS(t *testing.T) {
	t.Parallel()
	var recorded struct {
		MediaType string `json:"media_type"`
		Examples  []struct {
			JSON struct {
				Function      string            `json:"function"`
				TypeArguments []string          `json:"type_arguments"`
				Arguments     []json.RawMessage `json:"arguments"`
			} `json:"json"`
			BCS            string   `json:"bcs_hex"`
			ParameterTypes []string `json:"parameter_types"`
		} `json:"examples"`
	}
	require.NoError(t, json.Unmarshal(sample(t, "view-request-bcs.json"), &recorded))
	require.NotEmpty(t, recorded.Examples)
	for _, example := range recorded.Examples {
		function := functionID(example.JSON.Function)
		parameters := example.ParameterTypes
		if parameters == nil {
			parameters = slices.Repeat([]string{"address"}, len(example.JSON.Arguments))
		}
		abi := fmt.Sprintf(`{"address":"0x1","name":"%s","exposed_functions":[%s]}`, function.Module,
			abiFunction(function.Name, true, len(example.JSON.TypeArguments), parameters, nil))
		var body []byte
		var mediaType string
		node := serve(t, func(w http.ResponseWriter, request *http.Request) {
			if request.Method == http.MethodGet {
				_, _ = io.WriteString(w, `{"bytecode":"0x00","abi":`+abi+`}`)
				return
			}
			mediaType = request.Header.Get("Content-Type")
			body, _ = io.ReadAll(request.Body)
			_, _ = io.WriteString(w, `{"result":[]}`)
		}, WithViewMediaTypes(recorded.MediaType))
		request := ViewRequest{Function: function, BCS: true}
		for _, text := range example.JSON.TypeArguments {
			request.TypeArguments = append(request.TypeArguments, typeTag(text))
		}
		for _, argument := range example.JSON.Arguments {
			request.Arguments = append(request.Arguments, argument)
		}
		_, err := node.View(t.Context(), request)
		require.NoError(t, err)
		require.Equal(t, recorded.MediaType, mediaType)
		require.Equal(t, example.BCS, "0x"+hex.EncodeToString(body))
	}
}

// Any bytes: no panic, the body is not modified, and each value is JSON.
func FuzzDecodeView(f *testing.F) {
	for _, body := range []string{
		``, `null`, `[]`, `{}`, `{"result":[]}`, `{"result":["5",{"U64":"5"},null,{"Vector":[{"Bytes":"0x00"}]},{"Struct":{"a":{"U8":1}}}]}`, `{"result":[{"U8":`,
	} {
		f.Add([]byte(body))
	}
	option := ViewRequest{TypeArguments: []move.TypeTag{typeTag("u64")}}.instantiate("0x1::option::Option<T0>")
	f.Fuzz(func(t *testing.T, body []byte) {
		before := slices.Clone(body)
		for _, returns := range [][]viewType{nil, {option}} {
			result, err := decodeView(apiResponse{url: "http://node/view", body: body}, returns)
			require.Equal(t, before, body, "the body was changed")
			if err != nil {
				continue
			}
			for _, value := range result.Values {
				require.True(t, value.JSON == nil || json.Valid(value.JSON), "%q", value.JSON)
			}
			encoded, err := json.Marshal(result)
			require.NoError(t, err)
			require.True(t, json.Valid(encoded))
		}
	})
}
