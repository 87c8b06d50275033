package wire

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/sha3"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/internal/apitest"
)

// The checks here follow the published formulas alone, and share no code with the accumulator.

type merkleProof struct {
	Proof     struct{ Siblings []string }
	Leaf      string   `json:"leaf_hash_value"`
	Root      string   `json:"merkle_root_hash_value"`
	Index     uint64   `json:"leaf_index"`
	EventRoot string   `json:"events_tree_merkle_root_hash_value"`
	Events    []string `json:"events_leaves_hash_values"`
	Certified uint64   `json:"certified_at_height"`
}

type proofBatch struct {
	Height      uint64      `json:"block_height"`
	Certificate certificate `json:"inclusion_certificate"`
	Items       []struct {
		Hash      string `json:"transaction_hash"`
		VM        string
		Inclusion merkleProof `json:"transaction_inclusion_proof"`
		Events    []struct {
			Hash     string      `json:"event_hash"`
			Type     string      `json:"event_type"`
			Index    uint64      `json:"event_index"`
			Emission merkleProof `json:"event_emission_proof"`
		}
	}
}

type inclusionData struct {
	Root   string  `json:"movevm_merkle_accumulator_tree_root"`
	EVM    string  `json:"evm_merkle_accumulator_tree_root"`
	Height uint64  `json:"block_height"`
	Epoch  epochID `json:"epoch_id"`
}

// keccak hashes parts, which are hexadecimal, and returns hexadecimal.
func keccak(t testing.TB, parts ...string) string {
	t.Helper()
	hash := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		bytes, err := hex.DecodeString(strings.TrimPrefix(part, "0x"))
		require.NoError(t, err)
		hash.Write(bytes)
	}
	return "0x" + hex.EncodeToString(hash.Sum(nil))
}

const (
	transactionDomain = "0xc1b98c1aa2f5022f3b72e02975d2f40b1f9d74a7c603de120cdf270265ab89a6"
	eventDomain       = "0x19f987e2a0e47338a1eb957252a871136ffaf6ad1672be99f7353ff3ae1c830c"
)

func (p *merkleProof) holds(t testing.TB, domain string) bool {
	t.Helper()
	hash, index := p.Leaf, p.Index
	for _, sibling := range p.Proof.Siblings {
		if index%2 == 0 {
			hash = keccak(t, domain, hash, sibling)
		} else {
			hash = keccak(t, domain, sibling, hash)
		}
		index /= 2
	}
	return hash == p.Root && index == 0
}

func (p *merkleProof) proves(t testing.TB, transaction string) bool {
	t.Helper()
	return p.Leaf == keccak(t, transactionDomain, transaction, p.EventRoot) && p.holds(t, transactionDomain)
}

func TestDomains(t *testing.T) {
	t.Parallel()
	require.Equal(t, transactionDomain, keccak(t, hex.EncodeToString([]byte("SUPRA::TransactionAccumulator"))))
	require.Equal(t, eventDomain, keccak(t, hex.EncodeToString([]byte("SUPRA::EventAccumulator"))))
}

func postProofs(t testing.TB, n *node, body string) apitest.Response {
	t.Helper()
	return apitest.Send(t, n, http.MethodPost, "/rpc/v4/proofs/events", strings.NewReader(body), "Content-Type", "application/json")
}

// batchOf asks for the proofs of transactions with all of their coin events.
func batchOf(t testing.TB, n *node, transactions ...chain.Transaction) proofBatch {
	t.Helper()
	items := make([]string, len(transactions))
	for i := range transactions {
		items[i] = fmt.Sprintf(`{"transaction_hash":"%#x","event_types":["0x1::coin::CoinDeposit","0x1::none::Of"]}`, transactions[i].Hash)
	}
	response := postProofs(t, n, `{"items":[`+strings.Join(items, ",")+`]}`)
	require.Equal(t, http.StatusOK, response.Status, response.Body)
	return apitest.Decode[proofBatch](t, response.Body)
}

func getCertificates(t testing.TB, n *node, start, end uint64) []*certificate {
	t.Helper()
	body := apitest.Get(t, n, fmt.Sprintf("/rpc/v4/transactions/certificates?start_height=%d&end_height=%d", start, end))
	return apitest.Decode[struct{ Certificates []*certificate }](t, body).Certificates
}

// Every transaction up to the certified height has a proof, which ends at the root of the certificate, and so have its events.
func TestProofs(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	records := n.chain.Records()
	certified := n.chain.Head() - certifiedLag
	count := records.CountTo(uint32(certified))
	deposits, root := 0, ""
	for from := uint32(0); from < count; from += 700 {
		batch := batchOf(t, n, records.Transactions[from:min(from+50, count)]...)
		require.Equal(t, certified, batch.Height)
		require.Equal(t, "ClanMajority", batch.Certificate.Kind)
		root = apitest.Decode[inclusionData](t, string(batch.Certificate.Data)).Root
		for i, item := range batch.Items {
			transaction := &records.Transactions[from+uint32(i)]
			require.Equal(t, fmt.Sprintf("%#x", transaction.Hash), item.Hash, "in the order of the request")
			require.Equal(t, "move", item.VM)
			require.EqualValues(t, from+uint32(i), item.Inclusion.Index)
			require.Equal(t, certified, item.Inclusion.Certified)
			require.Equal(t, root, item.Inclusion.Root)
			require.True(t, item.Inclusion.proves(t, item.Hash))
			for _, event := range item.Events {
				deposits++
				require.Equal(t, "0x1::coin::CoinDeposit", event.Type)
				require.Equal(t, event.Hash, event.Emission.Leaf)
				require.Equal(t, event.Hash, item.Inclusion.Events[event.Index])
				require.Equal(t, item.Inclusion.EventRoot, event.Emission.Root)
				require.True(t, event.Emission.holds(t, eventDomain))
				for _, path := range []string{"proofs/events", "events"} {
					single := apitest.Decode[merkleProof](t, apitest.Get(t, n, fmt.Sprintf("/rpc/v4/%s/%s/transaction/%s", path, event.Hash, item.Hash)))
					require.True(t, single.holds(t, eventDomain))
					require.Equal(t, event.Emission.Root, single.Root)
					require.Equal(t, event.Hash, item.Inclusion.Events[single.Index], "the first of equal events")
					require.LessOrEqual(t, single.Index, event.Index)
				}
			}
		}
	}
	require.Greater(t, deposits, 50)
	require.Equal(t, root, apitest.Decode[inclusionData](t, string(getCertificates(t, n, certified, certified+1)[0].Data)).Root)
	// All leaves give the root of the certificate.
	level := make([]string, count)
	for i := range level {
		hashes := n.eventHashes(&records.Transactions[i])
		level[i] = keccak(t, transactionDomain, fmt.Sprintf("%#x", records.Transactions[i].Hash), naiveRoot(t, eventDomain, hashes, chain.EventDepth))
	}
	require.Equal(t, root, naiveRoot(t, transactionDomain, level, chain.TransactionDepth))
}

// naiveRoot hashes whole levels of a tree.
func naiveRoot(t testing.TB, domain string, level []string, depth int) string {
	t.Helper()
	empty := "0x" + strings.Repeat("0", 64)
	for range depth {
		var next []string
		for i := 0; i < len(level); i += 2 {
			right := empty
			if i+1 < len(level) {
				right = level[i+1]
			}
			next = append(next, keccak(t, domain, level[i], right))
		}
		level, empty = next, keccak(t, domain, empty, empty)
	}
	if len(level) == 0 {
		return empty
	}
	return level[0]
}

func (n *node) eventHashes(transaction *chain.Transaction) []string {
	records := n.chain.Records()
	var hashes []string
	for _, hash := range NewAPI(n.chain, n.api).eventHashes(&records, transaction) {
		hashes = append(hashes, fmt.Sprintf("%#x", hash))
	}
	return hashes
}

// A proof holds for nothing else: no change of a single bit passes.
func TestProofsOfOtherTransactions(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	records := n.chain.Records()
	for _, index := range []int{0, 17, 1_500} {
		item := batchOf(t, n, records.Transactions[index]).Items[0]
		require.True(t, item.Inclusion.proves(t, item.Hash))
		flips := map[string]*string{"hash": &item.Hash, "leaf": &item.Inclusion.Leaf, "root": &item.Inclusion.Root, "events": &item.Inclusion.EventRoot}
		for level := range item.Inclusion.Proof.Siblings {
			flips[fmt.Sprint("sibling ", level)] = &item.Inclusion.Proof.Siblings[level]
		}
		for name, text := range flips {
			before := *text
			for bit := 0; bit < 256; bit += 7 {
				*text = flip(t, before, bit)
				require.False(t, item.Inclusion.proves(t, item.Hash), "%s, bit %d", name, bit)
			}
			*text = before
		}
		for bit := range 64 {
			changed := item.Inclusion
			changed.Index ^= 1 << bit
			require.False(t, changed.proves(t, item.Hash), "index, bit %d", bit)
		}
	}
}

func flip(t *testing.T, text string, bit int) string {
	t.Helper()
	bytes, err := hex.DecodeString(text[2:])
	require.NoError(t, err)
	bytes[bit/8] ^= 1 << (bit % 8)
	return "0x" + hex.EncodeToString(bytes)
}

// The tree is a history: new blocks change neither older roots nor the leaves of older transactions.
func TestProofsOfGrowingChain(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, defaultConfig(7), v4Options)
	records := n.chain.Records()
	first := n.chain.Head() - 40
	before := getCertificates(t, n, first, first+30)
	old := batchOf(t, n, records.Transactions[100]).Items[0]
	roots := map[string]bool{}
	for range 40 {
		n.Produce(t)
		item := batchOf(t, n, records.Transactions[100]).Items[0]
		require.True(t, item.Inclusion.proves(t, item.Hash))
		require.Equal(t, old.Inclusion.Leaf, item.Inclusion.Leaf)
		roots[item.Inclusion.Root] = true
	}
	require.Greater(t, len(roots), 25, "a root for each block with transactions")
	require.Equal(t, before, getCertificates(t, n, first, first+30))
	fresh := newNodeOf(n.chain, n.config, n.api)
	require.Equal(t, before, getCertificates(t, fresh, first, first+30), "in whichever order roots are asked for")

	newest := n.chain.Records().Transactions
	last := newest[len(newest)-1]
	path := fmt.Sprintf(`{"items":[{"transaction_hash":"%#x","event_types":[]}]}`, last.Hash)
	require.Equal(t, http.StatusNotFound, postProofs(t, n, path).Status, "not certified yet")
	for range certifiedLag {
		n.Produce(t)
	}
	require.True(t, batchOf(t, n, last).Items[0].Inclusion.proves(t, fmt.Sprintf("%#x", last.Hash)))
}

// Certificates name the committee of their epoch. There are none near the newest block.
func TestCertificates(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	head := n.chain.Head()
	for _, found := range getCertificates(t, n, 280, 320) {
		data := apitest.Decode[inclusionData](t, string(found.Data))
		_, committee := getCommittee(t, n, data.Epoch.Epoch)
		authorized := apitest.Decode[struct{ Hash string }](t, string(committee.Authorization.Certificate.Data))
		require.Equal(t, authorized.Hash, found.Committee)
		require.Equal(t, data.Height/300+1, data.Epoch.Epoch)
		require.GreaterOrEqual(t, found.votes(), 16)
		require.Equal(t, naiveRoot(t, transactionDomain, nil, chain.TransactionDepth), data.EVM)
	}
	newest := getCertificates(t, n, head-certifiedLag, head+2)
	require.NotNil(t, newest[0])
	require.Equal(t, []*certificate{nil, nil, nil, nil}, newest[1:])

	for query, status := range map[string]int{
		"":                               http.StatusBadRequest,
		"?start_height=5":                http.StatusBadRequest,
		"?start_height=5&end_height=5":   http.StatusBadRequest,
		"?start_height=5&end_height=4":   http.StatusBadRequest,
		"?start_height=0&end_height=101": http.StatusBadRequest,
		"?start_height=x&end_height=10":  http.StatusBadRequest,
		fmt.Sprintf("?start_height=%d&end_height=%d", head+1, head+2): http.StatusNotFound,
	} {
		response := apitest.Do(t, n, http.MethodGet, "/rpc/v4/transactions/certificates"+query)
		require.Equal(t, status, response.Status, query)
		require.NotEmpty(t, response.Body, query)
	}
}

// Computed blocks are too old for certificates.
func TestOldestCertificate(t *testing.T) {
	t.Parallel()
	config := defaultConfig(7)
	config.Transactions, config.Blocks = 100, 2_000
	n := newOwnNode(t, config, v4Options)
	records := n.chain.Records()
	oldest := uint64(records.Computed())
	require.NotZero(t, oldest)
	gone := apitest.Do(t, n, http.MethodGet, fmt.Sprintf("/rpc/v4/transactions/certificates?start_height=%d&end_height=%d", oldest-1, oldest+1))
	require.Equal(t, http.StatusGone, gone.Status)
	require.Equal(t, fmt.Sprint(oldest), gone.Header.Get("x-supra-oldest-block"))
	require.NotNil(t, getCertificates(t, n, oldest, oldest+1)[0])
	require.True(t, batchOf(t, n, records.Transactions[3]).Items[0].Inclusion.proves(t, fmt.Sprintf("%#x", records.Transactions[3].Hash)))
}

// Neither are there certificates of pruned blocks, nor proofs of what is in them.
func TestPrunedProofs(t *testing.T) {
	t.Parallel()
	options := v4Options
	options.Prune = 50
	n := newNode(t, 7, options)
	records, oldest := n.chain.Records(), n.chain.Head()-49
	gone := apitest.Do(t, n, http.MethodGet, fmt.Sprintf("/rpc/v4/transactions/certificates?start_height=%d&end_height=%d", oldest-1, oldest+1))
	require.Equal(t, http.StatusGone, gone.Status)
	require.NotNil(t, getCertificates(t, n, oldest, oldest+1)[0])
	first := records.Block(uint32(oldest)).FirstTransaction
	require.True(t, batchOf(t, n, records.Transactions[first]).Items[0].Inclusion.proves(t, fmt.Sprintf("%#x", records.Transactions[first].Hash)))
	response := postProofs(t, n, fmt.Sprintf(`{"items":[{"transaction_hash":"%#x","event_types":[]}]}`, records.Transactions[first-1].Hash))
	require.Equal(t, http.StatusBadRequest, response.Status, "unknown")
}

// Blocks, transactions and lists of events include the same proofs.
func TestIncludedProofs(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	records := n.chain.Records()
	height := uint32(n.chain.Head() - certifiedLag)
	roots := map[string]bool{}
	block := apitest.Decode[socketBlock](t, apitest.Get(t, n, fmt.Sprintf("/rpc/v4/block/height/%d?with_finalized_transactions=true&include_proof=true", height)))
	require.Len(t, block.Transactions, int(records.Block(height).TransactionCount))
	for _, transaction := range block.Transactions {
		require.True(t, transaction.Proof.proves(t, transaction.Hash))
		roots[transaction.Proof.Root] = true
		single := apitest.Get(t, n, "/rpc/v4/transactions/"+transaction.Hash+"?include_proof=true")
		require.Equal(t, transaction.Proof, apitest.Decode[struct {
			Proof *merkleProof `json:"inclusion_proof"`
		}](t, single).Proof)
		require.NotContains(t, apitest.Get(t, n, "/rpc/v4/transactions/"+transaction.Hash), "inclusion_proof")
	}
	type proved struct {
		Event       struct{ Hash string }
		Transaction string `json:"transaction_hash"`
		Proofs      *struct {
			Inclusion merkleProof `json:"transaction_inclusion_proof"`
			Emission  merkleProof `json:"event_emission_proof"`
		}
	}
	path := fmt.Sprintf("/rpc/v4/events/0x1::coin::CoinDeposit?start_height=%d&end_height=%d&include_proof=true", height-20, height+certifiedLag+1)
	list := apitest.Decode[struct{ Data []proved }](t, apitest.Get(t, n, path)).Data
	require.NotEmpty(t, list)
	for _, event := range list[:10] {
		require.True(t, event.Proofs.Inclusion.proves(t, event.Transaction))
		require.True(t, event.Proofs.Emission.holds(t, eventDomain))
		require.Equal(t, event.Event.Hash, event.Proofs.Emission.Leaf)
		require.Equal(t, event.Proofs.Inclusion.EventRoot, event.Proofs.Emission.Root)
		roots[event.Proofs.Inclusion.Root] = true
	}
	require.Len(t, roots, 1)
}

// Requests for proofs are checked before anything is sent.
func TestProofRequests(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	records := n.chain.Records()
	hash := fmt.Sprintf("%#x", records.Transactions[7].Hash)
	unknown := "0x" + strings.Repeat("5", 64)
	item := func(hash string) string { return `{"transaction_hash":"` + hash + `","event_types":[]}` }
	var tooMany []string
	for i := range uint32(maxProofItems + 1) {
		tooMany = append(tooMany, item("0x"+hex.EncodeToString(binary.BigEndian.AppendUint32(make([]byte, 28), i))))
	}
	for body, names := range map[string]string{
		"":                                  "body",
		`{"items":[]}`:                      "0 items",
		`{"items":[` + item("0x12") + `]}`:  "0x12",
		`{"items":[` + item(unknown) + `]}`: unknown,
		`{"items":[` + strings.Join(tooMany, ",") + `]}`: "101 items",
	} {
		response := postProofs(t, n, body)
		require.Equal(t, http.StatusBadRequest, response.Status, body)
		require.Contains(t, response.Body, names)
	}
	twice := postProofs(t, n, `{"items":[`+item(hash)+","+item(hash[2:])+`]}`)
	require.Len(t, apitest.Decode[proofBatch](t, twice.Body).Items, 1, "duplicates are removed")

	for path, status := range map[string]int{
		unknown + "/transaction/" + hash:      http.StatusNotFound,
		unknown + "/transaction/" + unknown:   http.StatusNotFound,
		"0x5/transaction/" + hash:             http.StatusBadRequest,
		unknown + "/transaction/" + hash[:10]: http.StatusBadRequest,
	} {
		require.Equal(t, status, apitest.Do(t, n, http.MethodGet, "/rpc/v4/proofs/events/"+path).Status, path)
	}
}
