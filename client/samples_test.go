package client

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// asking returns a Node that gets a recorded body.
func asking(t *testing.T, status int, body []byte) *Node {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("x-supra-chain-id", "8")
		w.WriteHeader(status)
		_, _ = w.Write(body)
	})
}

const (
	sampleAccount   = "0x85e8ce0c84ddc0d751397c36f126be283295fe59fa60b47fe54f8c4ef167560f"
	sampleReceiver  = "0x7da2973a2ac17f07577f8466253f153971bcc4d8e2fdff8dfa2661f02b20f955"
	samplePublicKey = "0xe882f5be65879997cace0e5f5cbd527ab02febb96b8b40e090903f143d139d5e"
)

func TestSampleAccount(t *testing.T) {
	t.Parallel()
	account, err := asking(t, http.StatusOK, sample(t, "v3-account.json")).Account(t.Context(), address(sampleAccount))
	require.NoError(t, err)
	require.Equal(t, uint64(1), account.SequenceNumber)
	require.Equal(t, sampleAccount, account.AuthenticationKey)
}

func TestSampleNotFound(t *testing.T) {
	t.Parallel()
	node := asking(t, http.StatusNotFound, sample(t, "error-404-v3.json"))
	_, err := node.Account(t.Context(), sender)
	require.ErrorIs(t, err, ErrNotFound)
	require.ErrorContains(t, err, "Information not available for 1ac1a26e27b175ebf3132e255f97182408442bef0879679626211e45f33dbf88")
}

func TestSampleTransactions(t *testing.T) {
	t.Parallel()
	page, err := asking(t, http.StatusOK, sample(t, "v3-transactions.json")).Transactions(t.Context(), address(sampleAccount), PageRequest{Count: 2})
	require.NoError(t, err)
	require.Equal(t, Cursor("40"), page.Next)
	require.Len(t, page.Items, 2)

	passed := page.Items[0]
	require.Nil(t, passed.Problems)
	require.Equal(t, "0x8a74d0de385f8904abb576d386a6fd0e4e973433c8a2763963be8f9c872a86e7", passed.Hash)
	require.Equal(t, "user", passed.Type)
	require.Equal(t, "Success", passed.Status)
	require.Equal(t, sampleAccount, passed.Sender.String())
	require.Equal(t, uint64(42), *passed.SequenceNumber)
	require.Equal(t, uint64(8), *passed.ChainID)
	require.Equal(t, "900000", passed.Fee().String())
	require.Equal(t, "2000000000", passed.FeeCap().String())
	require.Equal(t, Timestamp(1756460312000000), *passed.Expiration)
	require.Equal(t, uint64(31000210), *passed.Block.Height)
	require.Equal(t, "2025-08-29T09:33:32.345678Z", passed.Block.Timestamp.Time().Format("2006-01-02T15:04:05.999999Z07:00"))
	require.Equal(t, uint64(7120), *passed.Block.Epoch)
	require.Equal(t, uint64(210), *passed.Block.Round)
	require.Equal(t, "entry_function", passed.Payload.Kind)
	require.Equal(t, "0x1::supra_account::transfer", passed.Payload.Function)
	require.Equal(t, []json.RawMessage{raw(`"` + sampleReceiver + `"`), raw(`"250000000"`)}, passed.Payload.Arguments)
	require.Equal(t, "Ed25519", passed.Authenticator.Kind)
	require.Equal(t, samplePublicKey, passed.Authenticator.PublicKey)
	require.Equal(t, "Move", passed.Output.Kind)
	require.Len(t, passed.Events, 3)
	require.Equal(t, "0x1::transaction_fee::FeeStatement", passed.Events[2].Type)

	failed := page.Items[1]
	require.Nil(t, failed.Problems)
	require.Equal(t, "Fail", failed.Status)
	require.Equal(t, uint64(41), *failed.SequenceNumber)
	require.Equal(t, "600000", failed.Fee().String())
	require.Equal(t, "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction", failed.VMStatus)
}

func TestSampleCoinTransactions(t *testing.T) {
	t.Parallel()
	transactions := decodeAll(t, string(sample(t, "v3-coin-transactions.json")))
	require.Len(t, transactions, 3)
	for _, transaction := range transactions {
		require.Nil(t, transaction.Problems)
		require.Equal(t, "Success", transaction.Status)
	}
	require.Equal(t, "user", transactions[0].Type)

	automated := transactions[1]
	require.Equal(t, "automated", automated.Type)
	require.Equal(t, "Automation", automated.Authenticator.Kind)
	require.Equal(t, "0xbcccc3a88fd52328b394d1102c4b125baad9c442f3261535429d71f79b9e1bf9", automated.Authenticator.RegistrationHash)
	require.Equal(t, uint64(17), *automated.SequenceNumber)
	require.Equal(t, "1100000", automated.Fee().String())

	metadata := transactions[2]
	require.Equal(t, "block_metadata", metadata.Type)
	require.Nil(t, metadata.Sender)
	require.Nil(t, metadata.SequenceNumber)
	require.Nil(t, metadata.Payload)
	require.Nil(t, metadata.Authenticator)
	require.Nil(t, metadata.Fee())
	require.Equal(t, uint64(0), *metadata.GasUsed)
	require.Equal(t, uint64(31000202), *metadata.Block.Height)
	require.Equal(t, "0x1::block::NewBlock", metadata.Events[0].Type)
}

func TestSampleAutomatedTransactions(t *testing.T) {
	t.Parallel()
	transactions := decodeAll(t, string(sample(t, "v3-automated-transactions.json")))
	require.Len(t, transactions, 2)
	for _, transaction := range transactions {
		require.Nil(t, transaction.Problems)
		require.Equal(t, "automated", transaction.Type)
		require.Equal(t, uint64(17), *transaction.SequenceNumber)
		require.Equal(t, "entry_function", transaction.Payload.Kind)
		require.Equal(t, "Automation", transaction.Authenticator.Kind)
	}
	require.NotEqual(t, transactions[0].Hash, transactions[1].Hash)
}

// The records of versions 1 and 2 are those of version 3 without txn_type, and in version 1 with a smaller block header.
func TestSampleRecordsOfOlderVersions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		hasAuthor bool
	}{{"v1-transactions.json", false}, {"v2-transactions.json", true}} {
		t.Run(test.name, func(t *testing.T) {
			var page struct {
				Record json.RawMessage `json:"record"`
			}
			require.NoError(t, json.Unmarshal(sample(t, test.name), &page))
			transactions := decodeAll(t, string(page.Record))
			require.Len(t, transactions, 1)
			transaction := transactions[0]
			require.Nil(t, transaction.Problems)
			require.Empty(t, transaction.Type)
			require.Equal(t, "Success", transaction.Status)
			require.Equal(t, sampleAccount, transaction.Sender.String())
			require.Equal(t, uint64(0), *transaction.SequenceNumber)
			require.Equal(t, uint64(255), *transaction.ChainID)
			require.Equal(t, "900", transaction.Fee().String())
			require.Equal(t, uint64(24), *transaction.Block.Height)
			require.Equal(t, Timestamp(24), *transaction.Block.Timestamp)
			require.Equal(t, test.hasAuthor, transaction.Block.Author != "")
			require.Equal(t, test.hasAuthor, transaction.Block.Epoch != nil)
			require.Len(t, transaction.Events, 5)
			withdraw := transaction.Events[1]
			require.Equal(t, "0x1::coin::WithdrawEvent", withdraw.Type)
			require.Equal(t, uint64(3), *withdraw.CreationNumber)
			require.Equal(t, sampleAccount, withdraw.Account.String())
			require.JSONEq(t, `{"amount":"2000"}`, string(withdraw.Data))
		})
	}
}

// An iteration ends on a node that always returns its newest records.
func TestSampleWalkEnds(t *testing.T) {
	t.Parallel()
	body := sample(t, "v3-transactions.json")
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		_, _ = w.Write(body)
	}))
	t.Cleanup(server.Close)
	node, err := NewNode(server.URL)
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	var failures []error
	seen := 0
	for _, err := range node.AllTransactions(t.Context(), address(sampleAccount), NewestFirst) {
		if err != nil {
			failures = append(failures, err)
			continue
		}
		seen++
	}
	require.NoError(t, errors.Join(failures...))
	require.Equal(t, 2, seen)
	require.Equal(t, 2, requests)
}
