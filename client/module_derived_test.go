package client_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// A module that a node sends without its ABI has the name and the interface of its bytecode, which says so. All modules of the framework
// have the same interface as the ABI of the node.
func TestInterfaceFromBytecode(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{Transactions: 10})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	node, err := client.NewNode(network.BaseURL())
	require.NoError(t, err)
	views, events, unknown := 0, 0, 0
	for module, err := range node.AllModules(t.Context(), move.Address{31: 1}) {
		require.NoError(t, err)
		require.Empty(t, module.Problems)
		for _, abi := range []string{"", `,"abi":null`} {
			body := fmt.Sprintf(`{"bytecode":"0x%x"%s}`, module.Bytecode, abi)
			derived, err := client.ParseModule([]byte(body))
			require.NoError(t, err)
			sent, err := json.Marshal(module.ABI)
			require.NoError(t, err)
			read, err := json.Marshal(derived.ABI)
			require.NoError(t, err)
			require.JSONEq(t, string(sent), string(read), module.Name)
			require.Equal(t, module.Name, derived.Name)
			require.Equal(t, module.Address, derived.Address)
			require.Equal(t, "abi", derived.Problems.First().Field())
			require.Equal(t, "missing: name and interface are read from the bytecode", derived.Problems.First().Rule())
		}
		for at := len(module.Bytecode) - 1; at > 8 && unknown == 0; at-- { // an opcode of tomorrow
			later := bytes.Clone(module.Bytecode)
			later[at] = 0xf0
			code, err := move.ParseBytecode(later)
			if err != nil || len(code.Problems) == 0 || code.ID.Name != module.Name {
				continue
			}
			derived, err := client.ParseModule(fmt.Appendf(nil, `{"bytecode":"0x%x"}`, later))
			require.NoError(t, err)
			require.Equal(t, 1+len(code.Problems), derived.Problems.Count(), "what is unknown is named")
			require.Equal(t, "bytecode", derived.Problems[1].Field())
			unknown++
		}
		for _, function := range module.ABI.Functions {
			if function.IsView {
				views++
			}
		}
		for _, declared := range module.ABI.Structs {
			if declared.IsEvent {
				events++
			}
		}
	}
	require.Greater(t, views, 10)
	require.Greater(t, events, 1)
	require.Positive(t, unknown)
}

// What a node answers must be what was asked for.
func TestWrongModuleAndResource(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/rpc/v3/accounts/"), "/")
		fmt.Fprint(w, bodies[name])
	}))
	t.Cleanup(server.Close)
	node, err := client.NewNode(server.URL, client.WithVersion(client.V3))
	require.NoError(t, err)
	for body, text := range map[string]string{
		`{"bytecode":"0xa1","abi":{"address":"0x1","name":"token"}}`: "module 0x1::token instead of the requested 0x1::coin",
		`{"bytecode":"0xa1","abi":{"address":"0x2","name":"coin"}}`:  "module 0x2::coin instead of the requested 0x1::coin",
	} {
		bodies["modules/coin"] = body
		module, err := node.Module(t.Context(), move.ModuleID{Address: move.Address{31: 1}, Name: "coin"})
		require.Empty(t, module)
		var wrong *client.DecodeError
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, text, wrong.Reason())
	}
	bodies["modules/coin"] = `{"abi":{"name":"coin"}}`
	module, err := node.Module(t.Context(), move.ModuleID{Address: move.Address{31: 1}, Name: "coin"})
	require.NoError(t, err)
	require.Equal(t, move.Address{31: 1}, module.Address, "as requested")
	require.Equal(t, "module without an address", module.Problems.First().Rule())

	for body, text := range map[string]string{
		`{"type":"0x1::a::C","data":{}}`:   "type: 0x1::a::C instead of the requested 0x1::a::B",
		`{"type":"0x1::a::B"}`:             "data is missing",
		`{"type":"0x1::a::B","data":null}`: "data is missing",
		`{}`:                               "data is missing",
		`{"error":"none"}`:                 "data is missing",
		`{"type":7,"data":null}`:           "type: 7 instead of a string",
	} {
		bodies["resources/0x1::a::B"] = body
		_, err := node.Resource(t.Context(), move.Address{31: 1}, "0x1::a::B")
		require.NotErrorIs(t, err, client.ErrNotFound, body)
		var wrong *client.DecodeError
		require.ErrorAs(t, err, &wrong, body)
		require.Equal(t, text, wrong.Reason(), body)
	}
	for _, body := range []string{`null`, `{"result":[null]}`} {
		bodies["resources/0x1::a::B"] = body
		_, err := node.Resource(t.Context(), move.Address{31: 1}, "0x1::a::B")
		require.ErrorIs(t, err, client.ErrNotFound, body)
	}
	bodies["resources/0x1::a::B"] = `{"data":{"a":1},"type":"0x01::a::B"}`
	resource, err := node.Resource(t.Context(), move.Address{31: 1}, "0x1::a::B")
	require.NoError(t, err)
	require.Equal(t, json.RawMessage(`{"a":1}`), resource.Data)
	require.Empty(t, resource.Problems)
}
