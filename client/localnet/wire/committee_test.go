package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

const token = "s3cret"

var signatures = regexp.MustCompile(`"signature":\{[^}]*\}`)

// v4Options are those of a node with every route, and with a consensus token.
var v4Options = Options{Dialect: httpapi.Deployed, Node: Node11, ConsensusToken: token}

// certificate is a certificate of v4.
type certificate struct {
	Committee string `json:"certifying_committee"`
	Data      json.RawMessage
	Kind      string
	Signature map[string]json.RawMessage
	Voters    []bool
}

func (c *certificate) votes() (votes int) {
	for _, voted := range c.Voters {
		if voted {
			votes++
		}
	}
	return votes
}

type authorizedCommittee struct {
	Authorization struct{ Certificate certificate }
	Committee     struct {
		Key       string            `json:"bls_threshold_public_key"`
		Keys      map[string]string `json:"bls_threshold_public_keys"`
		EpochInfo struct {
			ID          epochID
			StartHeight uint64 `json:"start_height"`
			StartTime   moment `json:"start_time"`
		} `json:"epoch_info"`
		Members json.RawMessage
	}
}

// committeeMember is a member of either version.
type committeeMember struct {
	Ed25519 string `json:"ed25519_public_key"`
	Share   string `json:"bls_public_key_share"`
	Keys    struct {
		Network string `json:"network_key"`
		Supra   struct {
			Ed25519    string            `json:"ed25519_key"`
			Multisig   string            `json:"bls_multisig_key"`
			ClassGroup string            `json:"class_group_key"`
			Shares     map[string]string `json:"bls_threshold_key_shares"`
		} `json:"supra_keys"`
	}
	Stake uint64
	Pool  string `json:"stake_pool_address"`
	Node  int    `json:"dkg_node_number"`
}

func committeePath(epoch any) string { return fmt.Sprintf("/rpc/v4/consensus/committees/%v", epoch) }

func getCommittee(t *testing.T, n *node, epoch uint64) (version string, committee authorizedCommittee) {
	t.Helper()
	body := apitest.Decode[map[string]authorizedCommittee](t, apitest.Get(t, n, committeePath(epoch)))
	require.Len(t, body, 1)
	for version, committee = range body {
	}
	return version, committee
}

// Every epoch has a committee of the version and with the certificates that the order of epochs on the main network demands.
func TestCommittees(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	records := n.chain.Records()
	expected := []struct{ version, kind, signing string }{
		{"V0", "Validity", "Ed25519Multisig"}, {"V0", "Validity", "Ed25519Multisig"}, {"V1", "Validity", "Ed25519Multisig"},
		{"V1", "BcftQuorum", "BlsMultisig"}, {"V1", "BcftQuorum", "BlsThresholdSignature"}, {"V1", "BcftQuorum", "BlsThresholdSignature"},
	}
	require.GreaterOrEqual(t, int(records.Epoch()), len(expected))
	var before map[string]committeeMember
	hash := ""
	for i, want := range expected {
		epoch := uint64(i + 1)
		version, authorized := getCommittee(t, n, epoch)
		certificate, committee := authorized.Authorization.Certificate, authorized.Committee
		require.Equal(t, want.version, version)
		require.Equal(t, want.kind, certificate.Kind)
		require.Contains(t, certificate.Signature, want.signing)
		require.GreaterOrEqual(t, certificate.votes(), 21)
		data := apitest.Decode[struct {
			Epoch epochID `json:"epoch_id"`
			Hash  string
		}](t, string(certificate.Data))
		require.Equal(t, epochID{255, epoch}, data.Epoch)
		if epoch > 1 {
			require.Equal(t, hash, certificate.Committee, "the committee before authorizes")
		}
		hash = data.Hash
		require.Equal(t, epochID{255, epoch}, committee.EpochInfo.ID)
		last := uint32(max(300*i-1, 0))
		require.EqualValues(t, last, committee.EpochInfo.StartHeight)
		require.EqualValues(t, records.Time(last), committee.EpochInfo.StartTime.value())

		members := apitest.Decode[map[string]committeeMember](t, string(committee.Members))
		require.Len(t, members, 31)
		for seat, identity := range memberNames(t, committee.Members) {
			member := members[identity]
			require.Equal(t, fmt.Sprintf("%#x", records.Committee[seat]), identity, "in the order of voters")
			require.Equal(t, seat, member.Node)
			require.Greater(t, member.Stake, before[identity].Stake/10*9)
			require.NotEqual(t, member.Stake, before[identity].Stake)
			if version == "V0" {
				require.Len(t, member.Ed25519, 2+2*32)
				require.Len(t, member.Share, 2+2*48)
				require.NotEqual(t, before[identity].Share, member.Share)
				continue
			}
			require.Len(t, member.Keys.Network, 2+2*32)
			require.Len(t, member.Keys.Supra.Multisig, 2+2*48)
			require.Greater(t, len(member.Keys.Supra.ClassGroup), 2+2*96)
			require.ElementsMatch(t, []string{"BcftQuorum", "BcftValidity", "ClanMajority"}, keysOf(member.Keys.Supra.Shares))
			require.NotEqual(t, before[identity].Keys.Supra.Shares, member.Keys.Supra.Shares)
			pool := records.StakePool(uint32(epoch), seat)
			require.Equal(t, pool.String(), member.Pool)
			if old := before[identity]; old.Ed25519 != "" {
				require.Equal(t, old.Ed25519, member.Keys.Supra.Ed25519, "keys of its own stay")
			}
		}
		before = members
		if version == "V0" {
			require.Len(t, committee.Key, 2+2*48)
		} else {
			require.Len(t, committee.Keys, 3)
		}
	}
}

// Unknown epochs are a bad request on one route and absent on the other, which needs the token.
func TestCommitteeRequests(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	records := n.chain.Records()
	next := uint64(records.Epoch()) + 1
	for _, epoch := range []any{0, next, uint64(1<<64 - 1)} {
		response := apitest.Do(t, n, http.MethodGet, committeePath(epoch))
		require.Equal(t, http.StatusBadRequest, response.Status)
		require.Contains(t, response.Body, fmt.Sprintf(`{"message":"Committee of epoch %v`, epoch))
	}
	requireRejected(t, n, apitest.Do(t, n, http.MethodGet, committeePath("now")), "now", "")

	path := func(epoch uint64) string { return fmt.Sprint("/rpc/v4/consensus/committee_authorization/", epoch) }
	require.Equal(t, http.StatusBadRequest, apitest.Do(t, n, http.MethodGet, path(1)).Status)
	authorization := []string{"Authorization", "Bearer " + token}
	absent := apitest.Do(t, n, http.MethodGet, path(next), authorization...)
	require.Equal(t, http.StatusNotFound, absent.Status)
	require.Empty(t, absent.Body)
	require.Equal(t, apitest.Get(t, n, committeePath(1)), apitest.Do(t, n, http.MethodGet, path(1), authorization...).Body)
}

// If members are replaced, blocks are proposed by those of their epoch.
func TestReplacedMembers(t *testing.T) {
	t.Parallel()
	config := defaultConfig(7)
	config.ReplaceMembers, config.EpochBlocks, config.Members = true, 40, 7
	n := newOwnNode(t, config, v4Options)
	records := n.chain.Records()
	var before []string
	replaced := map[int]int{}
	for epoch := uint32(1); epoch <= records.Epoch(); epoch++ {
		_, authorized := getCommittee(t, n, uint64(epoch))
		members := memberNames(t, authorized.Committee.Members)
		for seat := range before {
			if before[seat] != members[seat] {
				require.Zero(t, epoch%3)
				require.NotContains(t, before, members[seat])
				replaced[seat]++
			}
		}
		before = members
		height := records.FirstHeight(epoch)
		block := getConsensusV4(t, n, fmt.Sprintf("height/%d?with_batches=true", height))
		require.Equal(t, members[records.Block(height).Author], block.Block.Block.Header.Author)
		for _, item := range block.Block.Block.Payload.Items {
			require.Contains(t, members, item.Batch.Header.Author)
		}
	}
	require.Len(t, replaced, 7, "all have their turn")
	require.GreaterOrEqual(t, replaced[1], 1)
	sum := 0
	for _, times := range replaced {
		sum += times
	}
	require.EqualValues(t, records.Epoch()/3, sum)
}

func getConsensusV4(t *testing.T, n *node, path string) consensusResponse {
	t.Helper()
	response := apitest.Do(t, n, http.MethodGet, strings.TrimSuffix("/rpc/v4/consensus/block/"+path, "/"), "Authorization", "Bearer "+token)
	require.Equal(t, http.StatusOK, response.Status, response.Body)
	// Signatures have several forms, of which the tests here need none.
	return apitest.Decode[consensusResponse](t, signatures.ReplaceAllString(response.Body, `"signature":{}`))
}

// The blocks of v4 are those of v1, but for their certificates.
func TestConsensusBlocksV4(t *testing.T) {
	t.Parallel()
	n, older := newNode(t, 7, v4Options), newNode(t, 7, Options{Dialect: httpapi.Deployed})
	kinds := map[string]int{}
	for height := uint64(0); height <= n.chain.Head(); height += 150 {
		for _, batches := range []bool{false, true} {
			query := fmt.Sprintf("?with_batches=%v", batches)
			v4 := getConsensusV4(t, n, fmt.Sprint("height/", height, query))
			v1 := apitest.Decode[consensusResponse](t, apitest.Get(t, older, consensusPath(height, query)))
			kind := &v4.Block.QC.Certificate.Kind
			kinds[*kind]++
			require.Equal(t, v4.Block.Block.Header.View.Epoch.Epoch >= keysEpoch, *kind == "BcftQuorum")
			*kind = v1.Block.QC.Certificate.Kind
			v4.Block.QC.Certificate.Signature = v1.Block.QC.Certificate.Signature
			require.Equal(t, v1, v4)
		}
	}
	require.Equal(t, []string{"BcftQuorum", "Quorum"}, keysOf(kinds))

	authorization := []string{"Authorization", "Bearer " + token}
	newest := apitest.Do(t, n, http.MethodGet, "/rpc/v4/consensus/block", authorization...)
	require.Equal(t, apitest.Do(t, n, http.MethodGet, fmt.Sprintf("/rpc/v4/consensus/block/height/%d?with_batches=false", n.chain.Head()), authorization...).Body, newest.Body)
	above := apitest.Do(t, n, http.MethodGet, fmt.Sprintf("/rpc/v4/consensus/block/height/%d?with_batches=false", n.chain.Head()+1), authorization...)
	require.Equal(t, http.StatusNotFound, above.Status)
	require.Empty(t, above.Body)
	requireRejected(t, n, apitest.Do(t, n, http.MethodGet, "/rpc/v4/consensus/block/height/5", authorization...), "with_batches", "")
	for _, path := range []string{"", "/height/5?with_batches=true"} {
		path = "/rpc/v4/consensus/block" + path
		require.Equal(t, http.StatusBadRequest, apitest.Do(t, n, http.MethodGet, path).Status)
		require.Equal(t, http.StatusNotAcceptable, apitest.Do(t, n, http.MethodGet, path, "Authorization", "Bearer no").Status)
	}
}

// A committee too small for the newer thresholds keeps the older ones.
func TestSmallCommittee(t *testing.T) {
	t.Parallel()
	config := defaultConfig(7)
	config.Members, config.EpochBlocks = 5, 40
	n := newOwnNode(t, config, v4Options)
	_, authorized := getCommittee(t, n, 6)
	require.Equal(t, "Validity", authorized.Authorization.Certificate.Kind)
	require.Equal(t, "Quorum", getConsensusV4(t, n, "").Block.QC.Certificate.Kind)
}

func keysOf[V any](values map[string]V) []string {
	var keys []string
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
