package localnet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sample reads a recorded body of a deployed node, where the folder of them is at hand.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	folder, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		require.NotEqual(t, filepath.Dir(folder), folder, "no go.mod above the test")
		folder = filepath.Dir(folder)
	}
	body, err := os.ReadFile(filepath.Join(folder, "..", "shared", "contract", "samples", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not at hand", name)
	}
	require.NoError(t, err)
	return body
}

// shape lists the places of a record and what stands there: "header.sequence_number
// number". Items of an array share one place, events one for each type. Events of the
// accounts' own streams, which not every node sends, are left out.
func shape(t *testing.T, raw json.RawMessage) []string {
	t.Helper()
	var places []string
	var visit func(at string, raw json.RawMessage)
	visit = func(at string, raw json.RawMessage) {
		switch raw[0] {
		case '{':
			for key, value := range decode[map[string]json.RawMessage](t, string(raw)) {
				visit(at+"."+key, value)
			}
		case '[':
			for _, item := range decode[[]json.RawMessage](t, string(raw)) {
				place := at + "[]"
				if strings.HasSuffix(at, ".events") {
					kind := decode[event](t, string(item)).Type
					if kind == "0x1::coin::WithdrawEvent" || kind == "0x1::coin::DepositEvent" {
						continue
					}
					place = at + "[" + kind + "]"
				}
				visit(place, item)
			}
		case '"':
			places = append(places, at+" string")
		case 't', 'f':
			places = append(places, at+" boolean")
		case 'n':
			places = append(places, at+" null")
		default:
			places = append(places, at+" number")
		}
	}
	visit("", raw)
	slices.Sort(places)
	return slices.Compact(places)
}

// twin finds a record of the network with the function, signature and vm status of
// another, names of the deployment apart.
func twin(t *testing.T, n *Network, of json.RawMessage) json.RawMessage {
	t.Helper()
	kind := func(raw json.RawMessage) string {
		read := decode[record](t, string(raw))
		function := strings.Replace(read.Payload.Move.Function, "native_account", "supra_account", 1)
		return fmt.Sprint(function, len(read.Authenticator.Move), read.Authenticator.Move["Ed25519"], read.Output.Move.VMStatus)
	}
	for start := 0; start < 1_200; start += 100 {
		path := fmt.Sprintf("/rpc/v3/accounts/%s/transactions?ascending=true&count=100&start=%d", named(t, n, "treasury"), start)
		for _, raw := range decode[[]json.RawMessage](t, get(t, n, path)) {
			if _, ok := decode[record](t, string(raw)).Authenticator.Move["Ed25519"]; ok && kind(raw) == kind(of) {
				return raw
			}
		}
	}
	require.Failf(t, "no such record", "%s", kind(of))
	return nil
}

// Records have exactly the places of those that deployed nodes send.
func TestShapesOfDeployedNodes(t *testing.T) {
	bodies := decode[[]json.RawMessage](t, string(sample(t, "v3-transactions.json")))
	require.NotEmpty(t, bodies)
	n := launch(t, Options{Dialect: Deployed})
	for _, body := range bodies {
		require.Equal(t, shape(t, body), shape(t, twin(t, n, body)))
	}
}

func TestBodiesOfDeployedNodes(t *testing.T) {
	n := launch(t, Options{Dialect: Deployed})
	account := []byte(get(t, n, "/rpc/v3/accounts/"+named(t, n, "alice").String()))
	require.Equal(t, shape(t, sample(t, "v3-account.json")), shape(t, account))

	const missing = "1ac1a26e27b175ebf3132e255f97182408442bef0879679626211e45f33dbf88"
	answer := ask(t, n, "GET", "/rpc/v3/accounts/"+missing)
	require.JSONEq(t, string(sample(t, "error-404-v3.json")), answer.body)
}
