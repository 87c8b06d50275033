package wire

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// consensusResponse is a block (spec section 2.8).
type consensusResponse struct {
	Block struct {
		Block struct {
			Digest  string
			Header  consensusHeader
			Payload struct {
				Items []struct {
					Batch struct {
						Hash   string
						Header struct {
							Author    string
							Epoch     epochID `json:"epoch_id"`
							Protocol  string
							Timestamp moment
							GasPrice  uint64 `json:"aggregated_gas_price"`
						}
					}
				}
			}
		}
		QC struct {
			Certificate struct {
				Committee string `json:"certifying_committee"`
				Data      struct {
					Block struct {
						Hash   string
						Header consensusHeader
					}
					Kind string
				}
				Kind      string
				Signature map[string]string
				Voters    []bool
			}
		}
	}
	Batches *struct {
		Batches []struct {
			Hash, Batch  string
			Transactions []string
		}
	}
}

type epochID struct {
	ChainID uint64 `json:"chain_id"`
	Epoch   uint64
}

type consensusHeader struct {
	Author, Parent string
	Height         uint64
	Timestamp      moment
	View           struct {
		Epoch epochID `json:"epoch_id"`
		Round uint64
	}
}

func consensusPath(height any, query string) string {
	return fmt.Sprintf("/rpc/v1/consensus/block/height/%v%s", height, query)
}

// Spec sections 2.8 and 4.6: a block has the hash of its parent, a certificate of a 21
// and, with batches, the hashes of the user transactions.
func TestConsensusBlocks(t *testing.T) {
	t.Parallel()
	inBothDialectsGrowing(t, func(t *testing.T, n *node) {
		sent := map[uint64][]string{}
		for _, address := range everyAccount(n) {
			for _, record := range everySent(t, n, address) {
				sent[record.Block.Height] = append(sent[record.Block.Height], record.Hash)
			}
		}
		require.NotEmpty(t, sent)
		head := n.chain.Head()
		parent := "0x" + strings.Repeat("0", 64)
		skipped, epochs, committees, absent, size := 0, map[uint64]bool{}, map[string]bool{}, map[int]int{}, 330
		for height := range uint64(size) {
			body := apitest.Get(t, n, consensusPath(height, "?with_batches=true"))
			response := apitest.Decode[consensusResponse](t, body)
			block, certificate := response.Block.Block, response.Block.QC.Certificate
			require.Equal(t, height, block.Header.Height)
			require.Equal(t, parent, block.Header.Parent)
			parent = block.Digest
			require.Equal(t, block.Digest, certificate.Data.Block.Hash)
			require.Equal(t, block.Header, certificate.Data.Block.Header)
			require.Equal(t, "Commit", certificate.Data.Kind)
			require.Equal(t, "Quorum", certificate.Kind)
			require.Regexp(t, "^0x[0-9a-f]{64}$", certificate.Committee)
			require.Regexp(t, "^0x[0-9a-f]{96}$", certificate.Signature["BlsThreshold"])
			require.EqualValues(t, 255, block.Header.View.Epoch.ChainID)
			epochs[block.Header.View.Epoch.Epoch] = true
			committees[certificate.Committee] = true
			if height > 0 && block.Header.View.Round > 0 {
				records := n.chain.Records()
				before := records.Block(uint32(height - 1))
				if uint32(block.Header.View.Epoch.Epoch) == before.Epoch {
					skipped += int(block.Header.View.Round) - int(before.Round) - 1
				}
			}

			votes := 0
			require.Len(t, certificate.Voters, 31)
			for member, voted := range certificate.Voters {
				if voted {
					votes++
				} else {
					absent[member]++
				}
			}
			require.GreaterOrEqual(t, votes, 21)

			var batched []string
			require.Len(t, response.Batches.Batches, len(block.Payload.Items))
			for i, batch := range response.Batches.Batches {
				item := block.Payload.Items[i].Batch
				require.Equal(t, item.Hash, batch.Hash)
				require.Equal(t, "Move", item.Header.Protocol)
				require.Equal(t, block.Header.View.Epoch, item.Header.Epoch)
				require.Less(t, item.Header.Timestamp.value(), block.Header.Timestamp.value())
				require.Positive(t, item.Header.GasPrice)
				packed, err := hex.DecodeString(batch.Batch[2:])
				require.NoError(t, err)
				require.Len(t, packed, 1+32*int(packed[0]))
				var named []string
				for at := 1; at < len(packed); at += 32 {
					named = append(named, "0x"+hex.EncodeToString(packed[at:at+32]))
				}
				if n.Dialect() == httpapi.Spec {
					require.Equal(t, named, batch.Transactions)
				} else {
					require.Nil(t, batch.Transactions, "deployed nodes pack them")
				}
				batched = append(batched, named...)
			}
			require.ElementsMatch(t, sent[height], batched)

			if height%10 != 0 {
				continue
			}
			// Without batches, the rest of the response is the same.
			without := apitest.Get(t, n, consensusPath(height, "?with_batches=false"))
			require.Equal(t, body[:strings.LastIndex(body, `,"batches":`)]+`,"batches":null}`, without)
		}
		require.Positive(t, skipped)
		require.Len(t, epochs, size/300+1)
		require.Len(t, committees, len(epochs))
		require.Greater(t, len(absent), 20, "nearly everyone misses a vote")
		most, all := 0, 0
		for _, missed := range absent {
			most, all = max(most, missed), all+missed
		}
		require.Less(t, all, size*31/8, "absences are some, not most")
		require.Greater(t, most, 3*all/31, "someone is away for a while")

		require.Equal(t, "null", apitest.Get(t, n, consensusPath(head+1, "?with_batches=true")))
		require.Equal(t, "null", apitest.Get(t, n, consensusPath(uint64(1<<64-1), "?with_batches=false")))
		n.Produce(t)
		require.Equal(t, head+1, apitest.Decode[consensusResponse](t, apitest.Get(t, n, consensusPath(head+1, "?with_batches=true"))).Block.Block.Header.Height)
	})
}

// The block of a record agrees with the consensus block.
func TestConsensusAgreesWithRecords(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		for _, record := range list(t, n, named(t, n, "treasury"), "?count=100") {
			block := apitest.Decode[consensusResponse](t, apitest.Get(t, n, consensusPath(record.Block.Height, "?with_batches=false"))).Block.Block
			require.Equal(t, record.Block.Hash, block.Digest)
			require.Equal(t, record.Block.Author, block.Header.Author)
			require.Equal(t, record.Block.Parent, block.Header.Parent)
			require.Equal(t, record.Block.Timestamp, block.Header.Timestamp)
			require.Equal(t, record.Block.View.Epoch.Epoch, block.Header.View.Epoch.Epoch)
			require.Equal(t, record.Block.View.Round, block.Header.View.Round)
		}
	})
}

// Spec section 2.8: the keys of a block in both dialects.
func TestConsensusKeys(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		body := json.RawMessage(apitest.Get(t, n, consensusPath(5, "?with_batches=true")))
		require.Equal(t, []string{"block", "batches"}, memberNames(t, body))
		at := func(path ...string) json.RawMessage {
			here := body
			for _, key := range path {
				here = apitest.Decode[map[string]json.RawMessage](t, string(here))[key]
			}
			return here
		}
		require.Equal(t, []string{"block", "qc"}, memberNames(t, at("block")))
		require.Equal(t, []string{"digest", "header", "payload"}, memberNames(t, at("block", "block")))
		require.Equal(t, []string{"author", "height", "parent", "timestamp", "view"}, memberNames(t, at("block", "block", "header")))
		require.Equal(t, []string{"epoch_id", "round"}, memberNames(t, at("block", "block", "header", "view")))
		require.Equal(t, []string{"chain_id", "epoch"}, memberNames(t, at("block", "block", "header", "view", "epoch_id")))
		require.Equal(t, []string{"certifying_committee", "data", "kind", "signature", "voters"}, memberNames(t, at("block", "qc", "certificate")))
		timestamp := []string{"timestamp"}
		if n.Dialect() == httpapi.Deployed {
			timestamp = []string{"microseconds_since_unix_epoch", "utc_date_time"}
		}
		require.Equal(t, timestamp, memberNames(t, at("block", "block", "header", "timestamp")))
	})
}

// Spec section 4.6: height and with_batches are required and checked.
func TestConsensusRequests(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		for path, names := range map[string]string{
			consensusPath(5, ""):                                        "with_batches",
			consensusPath(5, "?with_batches"):                           "with_batches",
			consensusPath(5, "?with_batches=1"):                         "with_batches",
			consensusPath(5, "?with_batches=TRUE"):                      "with_batches",
			consensusPath(5, "?with_batches=true&with_batches=1"):       "with_batches",
			consensusPath(5, "?with_batches=%zz"):                       "%zz",
			consensusPath("head", "?with_batches=true"):                 "head",
			consensusPath("-1", "?with_batches=true"):                   "-1",
			consensusPath("0x5", "?with_batches=true"):                  "0x5",
			consensusPath("18446744073709551616", "?with_batches=true"): "18446744073709551616",
		} {
			requireRejected(t, n, apitest.Do(t, n, http.MethodGet, path), names, path)
		}
		for _, path := range []string{"/rpc/v1/consensus", "/rpc/v1/consensus/block", "/rpc/v1/consensus/block/height/", "/rpc/v2/consensus/block/height/5"} {
			require.Equal(t, http.StatusNotFound, apitest.Do(t, n, http.MethodGet, path).Status, path)
		}
		require.Equal(t, http.StatusMethodNotAllowed, apitest.Do(t, n, http.MethodPost, consensusPath(5, "?with_batches=true")).Status)
		require.NotContains(t, apitest.Do(t, n, http.MethodGet, consensusPath(5, "?with_batches=true")).Header, "Deprecation")
	})
}

// With a consensus token configured, requests without it are rejected in plain text.
func TestConsensusToken(t *testing.T) {
	t.Parallel()
	for _, dialect := range []httpapi.Dialect{httpapi.Spec, httpapi.Deployed} {
		n := newNode(t, 0, Options{Dialect: dialect, ConsensusToken: "s3cret"})
		path := consensusPath(0, "?with_batches=false")
		absent := apitest.Do(t, n, http.MethodGet, path)
		require.Equal(t, http.StatusBadRequest, absent.Status)
		require.Equal(t, "Authorization is absent", absent.Body)
		for _, wrong := range []string{"Bearer other", "Bearer s3cret2", "s3cret", "Basic s3cret"} {
			rejected := apitest.Do(t, n, http.MethodGet, path, "Authorization", wrong)
			require.Equal(t, http.StatusNotAcceptable, rejected.Status, wrong)
			require.Equal(t, "Authorization data is incorrect", rejected.Body)
			require.Equal(t, "text/plain; charset=utf-8", rejected.Header.Get("Content-Type"))
		}
		require.Equal(t, http.StatusOK, apitest.Do(t, n, http.MethodGet, path, "Authorization", "Bearer s3cret").Status)
		apitest.Get(t, n, "/rpc/v3/accounts/0x1") // needs none
	}
}

// A block never changes.
func TestConsensusBlocksAreFinal(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, defaultConfig(7), Options{})
	before := apitest.Get(t, n, consensusPath(301, "?with_batches=true"))
	for range 5 {
		n.Produce(t)
	}
	require.Equal(t, before, apitest.Get(t, n, consensusPath(301, "?with_batches=true")))
}
