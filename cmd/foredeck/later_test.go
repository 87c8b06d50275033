package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/tui/command"
)

// startPublic starts a network whose node serves what public nodes do. It produces no blocks.
func startPublic(t *testing.T, token string) *localnet.Network {
	t.Helper()
	network, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: localnet.Node11, Seed: 3, Transactions: 250, EpochBlocks: 50, ConsensusToken: token})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	return network
}

// at runs a command line against a network.
func at(t *testing.T, network *localnet.Network, line ...string) outcome {
	t.Helper()
	return foredeck(t, append(line, "--base-url", network.BaseURL())...)
}

// decoded decodes what a command printed.
func decoded[T any](t *testing.T, got outcome) (value T) {
	t.Helper()
	require.Zero(t, got.code, got.stderr)
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &value), got.stdout)
	return value
}

// userTransaction returns the hash of a user transaction with a certified proof, and the height of its block.
func userTransaction(t *testing.T, network *localnet.Network) (hash, height string) {
	t.Helper()
	head := decoded[struct{ Height uint64 }](t, at(t, network, "block", "head", "-o", "json")).Height
	for below := head - 30; ; below-- {
		height = strconv.FormatUint(below, 10)
		listed := decoded[[]struct{ Hash, Type string }](t, at(t, network, "block", height, "--transactions", "-o", "json"))
		require.NotEmpty(t, listed)
		for _, transaction := range listed {
			if transaction.Type == "user" {
				return transaction.Hash, height
			}
		}
	}
}

func TestTransactionsByHash(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	hash, height := userTransaction(t, network)
	for _, written := range []string{hash, strings.TrimPrefix(hash, "0x"), strings.ToUpper(strings.TrimPrefix(hash, "0x"))} {
		found := decoded[struct {
			Hash, Type, Status string
			Block              struct{ Height uint64 }
		}](t, at(t, network, "tx", written, "--follow", "-o", "json"))
		require.Equal(t, hash, found.Hash)
		require.Equal(t, "user", found.Type)
		require.Equal(t, height, strconv.FormatUint(found.Block.Height, 10))
	}
	missing := at(t, network, "tx", strings.Repeat("ab", 32))
	require.Equal(t, exitNotFound, missing.code)
	require.Contains(t, missing.stderr, "transaction "+strings.Repeat("ab", 32)+" not found on ")
	require.Contains(t, missing.stderr, network.BaseURL())
	require.Contains(t, missing.stderr, "the node may have pruned it")
	require.Equal(t, exitUsage, at(t, network, "tx", "0x1", "7", "--follow").code)
}

func TestFollowTransaction(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	pending, err := network.Pending(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, pending)
	now := decoded[struct{ Status string }](t, at(t, network, "tx", pending[0], "-o", "json"))
	require.Contains(t, now.Status, "Pending")

	var got outcome
	var ended sync.WaitGroup
	ended.Go(func() { got = at(t, network, "tx", pending[0], "--follow", "-o", "json") })
	_, err = network.Produce(t.Context())
	require.NoError(t, err)
	ended.Wait()
	final := decoded[struct {
		Hash, Status string
		Block        *struct{ Height uint64 }
		Output       *struct{ Kind string }
	}](t, got)
	require.Equal(t, pending[0], final.Hash)
	require.NotContains(t, final.Status, "Pending")
	require.NotNil(t, final.Block)
	require.NotNil(t, final.Output)
}

// Without a token blocks have statistics, and one line says what a token adds.
func TestBlocksWithoutToken(t *testing.T) {
	network := startPublic(t, "sesame-of-mine")
	got := at(t, network, "blocks", "--last", "3", "-o", "csv")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, "foredeck: no votes and batches: a consensus token adds them, set FOREDECK_CONSENSUS_TOKEN\n", got.stderr)
	require.Regexp(t, `,votes,members,batches,user_transactions,automated_transactions,gas_used,`, got.stdout)
	require.Regexp(t, `(?m)^\d+,0x\w+,0x\w+,0x\w+,\d+,255,\d+,\d+,,,,,,,\d+,\d+,\d+,`, got.stdout)

	block := decoded[consensusBlockShape](t, at(t, network, "block", "100", "-o", "json"))
	require.NotNil(t, block.Statistics.UserGasUsed)
	require.Nil(t, block.Certificate)
	require.Equal(t, block, decoded[consensusBlockShape](t, at(t, network, "block", block.Digest, "-o", "json")))
	require.Equal(t, exitNotFound, at(t, network, "block", strings.Repeat("ab", 32)).code)
	require.Equal(t, exitUsage, at(t, network, "block", "1", "--transactions", "--with-batches").code)
	require.Equal(t, exitUsage, at(t, network, "block", "1", "--type", "user").code)
	require.Equal(t, exitUsage, at(t, network, "block", "1", "--transactions", "--type", "all").code)
	type typed struct{ Type string }
	require.Equal(t, []typed{{"block_metadata"}}, decoded[[]typed](t, at(t, network, "block", "head", "--transactions", "--type", "meta", "-o", "json")))

	t.Setenv("FOREDECK_CONSENSUS_TOKEN", "sesame-of-mine")
	complete := at(t, network, "block", "100", "-o", "json")
	require.Empty(t, complete.stderr)
	with := decoded[consensusBlockShape](t, complete)
	require.NotNil(t, with.Certificate)
	require.Equal(t, block.Statistics, with.Statistics)
}

func TestEventsByType(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	const kind = "0x1::coin::CoinDeposit"
	got := at(t, network, "events", kind, "--limit", "5")
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `^HEIGHT +TRANSACTION +COIN_TYPE +ACCOUNT +AMOUNT\n(.*\n){5}$`, got.stdout)
	require.Regexp(t, `^foredeck: searched heights [\d,]+ to [\d,]+; --limit and --to list older events\n$`, got.stderr)

	type event struct {
		Height      uint64
		Transaction string
		Data        map[string]string
	}
	ranged := at(t, network, "events", kind, "--from", "100", "--to", "140", "--all", "-o", "json")
	require.Equal(t, "foredeck: searched heights 100 to 140\n", ranged.stderr)
	events := decoded[[]event](t, ranged)
	require.NotEmpty(t, events)
	for i, e := range events {
		require.True(t, e.Height >= 100 && e.Height <= 140 && (i == 0 || e.Height <= events[i-1].Height), "newest first")
		require.NotEmpty(t, e.Data["amount"])
	}
	require.Contains(t, at(t, network, "events", "0x1::nothing::Nope", "--from", "100", "--to", "101").stdout, "DATA")
	for _, wrong := range [][]string{{"coin"}, {kind, "--from", "x"}, {kind, "--from", "5", "--to", "4"}, {kind, "--follow", "--to", "4"}} {
		require.Equal(t, exitUsage, at(t, network, append([]string{"events"}, wrong...)...).code, wrong)
	}
	require.Contains(t, at(t, frozen(t, localnet.Spec), "events", kind).stderr, "this node has no events by type")
}

func TestFollowEvents(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	file := filepath.Join(t.TempDir(), "events")
	to, err := os.Create(file)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var ended sync.WaitGroup
	code := 0
	ended.Go(func() {
		code = execute(ctx, []string{"events", "0x1::block::NewBlock", "--follow", "--from", "101", "-o", "jsonl", "--base-url", network.BaseURL()}, to, io.Discard)
	})
	require.Eventually(t, func() bool { return strings.Count(readFile(t, file), `{"height":`) >= 100 }, 20*time.Second, 10*time.Millisecond)
	cancel()
	ended.Wait()
	require.Zero(t, code)
	require.NoError(t, to.Close())
	require.Regexp(t, `^\{"height":101,`, readFile(t, file)[:200], "oldest first")
}

func TestCommitteeOfEpoch(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	config := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(config, []byte("[validators]\n0 = { name = \"atlas\" }\n"), 0o600))
	got := at(t, network, "committee", "3", "--config", config)
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `^epoch 3: \d+ members, stake [\d,]+`, got.stdout)
	require.Regexp(t, `(?m)^ +# +NAME +IDENTITY +STAKE +SHARE +STAKE POOL +STATE +PROPOSED +FAILED +LOCKED UNTIL +COMM.\n +0 +atlas +0x.{9} +[\d,]+ +\d+\.\d% +0x`, got.stdout)
	require.Contains(t, at(t, network, "committee", "3", "-o", "wide").stdout, "NETWORK KEY")
	newest := at(t, network, "committee")
	require.Regexp(t, `(?m)^epoch .*\nmargin unknown: the node sends no certificates to this client`, newest.stdout)
	require.Regexp(t, `(?m)^ +0 .* active +\d+ +\d+ +\d{4}-\d\d-\d\d +5%$`, newest.stdout)

	changes := decoded[struct {
		Before  uint64 `json:"epoch_before"`
		Changes []client.CommitteeChange
	}](t, at(t, network, "committee", "3", "--changes", "-o", "json"))
	require.Equal(t, uint64(2), changes.Before)
	kinds := map[string]int{}
	for _, change := range changes.Changes {
		kinds[change.Kind]++
	}
	require.Equal(t, 1, kinds["joined"])
	require.Equal(t, 1, kinds["left"])
	missing := at(t, network, "committee", "99999")
	require.Equal(t, exitNotFound, missing.code)
	require.Contains(t, missing.stderr, "epoch 99999 not found")
	require.Equal(t, exitUsage, at(t, network, "committee", "now").code)
}

func TestProofOfTransaction(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	hash, _ := userTransaction(t, network)
	got := at(t, network, "proof", hash)
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `path +verified.*\nroot +verified.*\ncommittee +verified +\d+ of the \d+ members of epoch \d+ voted for it\nsignature +not checked`, got.stdout)
	require.Regexp(t, `\n\npath verified to a root that height \d+ certifies; signature not checked\n$`, got.stdout)

	checked := decoded[struct {
		Verified bool
		Proof    struct {
			Proof struct{ Siblings []string }
		}
		Voters []struct{ Identity string }
	}](t, at(t, network, "proof", hash, "-o", "json"))
	require.True(t, checked.Verified)
	require.NotEmpty(t, checked.Voters)

	sibling := checked.Proof.Proof.Siblings[0]
	for name, change := range map[string]func(path, body string) string{
		"path": func(path, body string) string {
			return strings.ReplaceAll(body, sibling, "0x"+strings.Repeat("0", 64))
		},
		"root": func(path, body string) string {
			return strings.ReplaceAll(body, `"movevm_merkle_accumulator_tree_root":"0x`, `"movevm_merkle_accumulator_tree_root":"0x`+strings.Repeat("0", 64)+`","x":"0x`)
		},
	} {
		failed := foredeck(t, "proof", hash, "--base-url", alter(t, network, change).url)
		require.Equal(t, exitOther, failed.code, name)
		require.Regexp(t, `(?m)^`+name+` +failed `, failed.stdout)
		require.NotContains(t, failed.stdout, "signature not checked\n")
		require.Empty(t, failed.stderr)
	}
	require.Equal(t, exitUsage, at(t, network, "proof", "7").code)
	require.Equal(t, exitUsage, at(t, network, "proof", hash, "--event", "nonsense").code)

	type shape struct {
		Type string
		Hash string
	}
	events := decoded[struct{ Events []shape }](t, at(t, network, "tx", hash, "-o", "json")).Events
	got = at(t, network, "proof", hash, "--event", events[0].Type)
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `events +verified +\d+ events? of the requested types, under .*\nevent 0 +verified +`+regexp.QuoteMeta(events[0].Type), got.stdout)
	failed := foredeck(t, "proof", hash, "--event", events[0].Type, "--base-url", alter(t, network, func(path, body string) string {
		return strings.Replace(body, `"event_hash":"0x`, `"event_hash":"0x`+strings.Repeat("0", 64)+`","x":"0x`, 1)
	}).url)
	require.Equal(t, exitOther, failed.code)
	require.Regexp(t, `event 0 +failed `, failed.stdout)
	require.Contains(t, at(t, frozen(t, localnet.Spec), "proof", hash).stderr, "this node has no transactions by hash")
}

func TestGasPrices(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	require.Regexp(t, `^ +MEDIAN +MEAN +MAXIMUM +FLOOR\n +[\d,]+ +[\d,]+ +[\d,]+ +[\d,]+\n$`, at(t, network, "gas").stdout)
	lacking := at(t, frozen(t, localnet.Spec), "gas")
	require.Equal(t, exitOther, lacking.code)
	require.Contains(t, lacking.stderr, "this node has no gas prices")
}

func TestDryRun(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	sender, receiver := network.Accounts()[2].Address.String(), network.Accounts()[1].Address.String()
	line := func(amount string, more ...string) []string {
		return append([]string{"call", "0x1::native_account::transfer", "--arg", receiver, "--arg", amount, "--dry-run", "--sender", sender}, more...)
	}
	before := decoded[struct {
		Sequence uint64 `json:"sequence_number"`
	}](t, at(t, network, "account", sender, "-o", "json"))
	result := decoded[struct {
		Changes     []struct{ Account, Amount string } `json:"balance_changes"`
		Transaction struct{ Status string }
		Fee         string
	}](t, at(t, network, line("1000", "-o", "json")...))
	require.Equal(t, "Success", result.Transaction.Status)
	require.Equal(t, []struct{ Account, Amount string }{{sender, "-1000"}, {receiver, "1000"}}, result.Changes)
	require.NotEmpty(t, result.Fee)
	require.Equal(t, before, decoded[struct {
		Sequence uint64 `json:"sequence_number"`
	}](t, at(t, network, "account", sender, "-o", "json")), "nothing was submitted")

	failed := at(t, network, line("900000000000000000")...)
	require.Equal(t, exitOther, failed.code)
	require.Empty(t, failed.stderr)
	require.Regexp(t, `\nstatus +Fail\n`, failed.stdout)
	require.Contains(t, failed.stdout, "EINSUFFICIENT_BALANCE")
	require.Contains(t, failed.stdout, "line ", "its source line")

	unknown := at(t, network, "call", "0x1::native_account::transfer", "--arg", receiver, "--arg", "1", "--dry-run", "--sender", "0x1")
	require.Equal(t, exitUsage, unknown.code)
	require.Contains(t, unknown.stderr, "--public-key: required")
	require.Equal(t, exitUsage, at(t, network, "call", "0x1::coin::transfer", "--sender", sender).code)
	require.Equal(t, exitUsage, at(t, network, "call", "0x1::coin::transfer", "--dry-run").code)
	require.Contains(t, at(t, frozen(t, localnet.Spec), line("1")...).stderr, "this node has no simulation")
}

func TestTableItem(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	missing := at(t, network, "table", "0x1", "--key-type", "u64", "--value-type", "u64", "--key", "1")
	require.Equal(t, exitNotFound, missing.code)
	require.Contains(t, missing.stderr, "the table has no such key")
	require.Equal(t, exitUsage, at(t, network, "table", "0x1", "--key-type", "u64", "--value-type", "u64").code)
}

func TestDoctorOfPublicNode(t *testing.T) {
	t.Setenv("FOREDECK_CONSENSUS_TOKEN", "sesame-of-mine")
	network := startPublic(t, "sesame-of-mine")
	folder := filepath.Join(t.TempDir(), "report")
	got := at(t, network, "doctor", "--report", folder, "-o", "json")
	found := decoded[diagnosisShape](t, got)
	require.Equal(t, "v11.5.2", *found.Release)
	require.Equal(t, []string{"v2", "v3", "v4"}, found.Versions)
	require.Equal(t, secretShape{true, "accepted"}, found.Token)
	answers := map[string]string{}
	for _, call := range found.Calls {
		if call.Version != nil {
			answers[call.Call+" "+*call.Version] = call.Result
		}
	}
	for _, declared := range command.All() {
		for _, c := range runners[declared.Name].later {
			answer := ""
			for _, version := range []string{"v1", "v2", "v3", "v4"} {
				answer += " " + answers[c.name+" "+version]
			}
			require.Regexp(t, ` (ok|not_found)\b`, answer, "%s: the node has it", c.name)
		}
	}
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Contains(t, got.stderr, strconv.Itoa(len(files))+" responses in ")
	for _, file := range files {
		saved := readFile(t, filepath.Join(folder, file.Name()))
		require.NotContains(t, saved, "sesame", file.Name())
		require.NotContains(t, saved, "127.0.0.1", file.Name())
	}
	committee := decoded[savedResponse](t, outcome{stdout: readFile(t, filepath.Join(folder, "v4-committee.json"))})
	require.Equal(t, 200, committee.Status)
	require.Regexp(t, `^/rpc/v4/consensus/committees/\d+$`, committee.Path)
	require.Contains(t, string(committee.Body), `"members"`)
	require.Equal(t, exitUsage, at(t, network, "doctor", "--report", folder).code, "it is not overwritten")
}

func TestNumbersOfLaterDocuments(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	hash, height := userTransaction(t, network)
	sender := network.Accounts()[2].Address.String()
	for _, line := range [][]string{
		{"gas"}, {"committee"}, {"committee", "3", "--changes"}, {"events", "0x1::coin::CoinDeposit"}, {"proof", hash}, {"tx", hash},
		{"block", height, "--transactions"}, {"blocks"}, {"call", "0x1::native_account::transfer", "--arg", "0x1", "--arg", "5", "--dry-run", "--sender", sender},
		{"stats"}, {"calls", "0x1::coin::transfer"}, {"index", "--from", "1"}, {"index", "--status"}, {"stats"}, {"sql", "select height, n, fee, 1.5 as mean, null from transactions where fee > 0 limit 3"},
	} {
		got := at(t, network, append(line, "-o", "json")...)
		require.Zero(t, got.code, "%v: %s", line, got.stderr)
		require.Empty(t, offencesIn(t, got.stdout), line)
	}
}

// A node without the call for committees has the newest one in its resources.
func TestCommitteeOfResources(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	got := at(t, network, "committee")
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `^epoch \d+: 31 members, stake [\d,]+, since .*\nsource: resources of 0x1::stake; .*\nblock [\d,]+: \d+ of 31 voted, 21 needed, margin \d+: any \d+ more absences stop the chain\n\n`, got.stdout)
	require.Regexp(t, `(?m)^ +0 +– +– +[\d,]+ +\d+\.\d% +0x.{9} +active +\d+ +\d+ +\d{4}-\d\d-\d\d +5%$`, got.stdout)
	found := decoded[struct {
		Epoch   uint64
		Version string
		Members []struct {
			Identity   *string
			State      string
			Commission *uint64 `json:"commission_bps"`
		}
		Joining []any
	}](t, at(t, network, "committee", "-o", "json"))
	require.Equal(t, "resources", found.Version)
	require.Nil(t, found.Members[30].Identity)
	require.EqualValues(t, 750, *found.Members[1].Commission)
	require.NotNil(t, found.Joining)
	require.Zero(t, at(t, network, "committee", strconv.FormatUint(found.Epoch, 10)).code)
	earlier := at(t, network, "committee", strconv.FormatUint(found.Epoch-1, 10))
	require.Equal(t, exitUsage, earlier.code)
	require.Contains(t, earlier.stderr, "the chain keeps only that of epoch")
	require.Equal(t, exitUsage, at(t, network, "committee", "--changes").code)
}
