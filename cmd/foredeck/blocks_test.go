package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/move"
)

func TestBlockInEveryForm(t *testing.T) {
	t.Parallel()
	versions := []string{"auto", "v1"}
	block := read[consensusBlockShape](t, inEveryForm(t, versions, "block", "7", "-o", "json"))
	require.Equal(t, uint64(7), block.Height)
	require.Equal(t, uint64(255), block.ChainID)
	require.Equal(t, 31, block.Certificate.Members)
	require.Equal(t, "Quorum", block.Certificate.Kind)
	votes := 0
	for _, voted := range block.Certificate.Voters {
		if voted {
			votes++
		}
	}
	require.Equal(t, votes, block.Certificate.Votes)
	require.Nil(t, block.Batches)
	require.False(t, block.BatchesRequested, "null because they were not requested")

	var with consensusBlockShape
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		got := foredeck(t, "block", "7", "--with-batches", "--base-url", frozen(t, dialect).BaseURL(), "-o", "jsonl")
		require.Zero(t, got.code, got.stderr)
		with = read[consensusBlockShape](t, got.stdout)
		require.NotEmpty(t, with.Batches)
		require.True(t, with.BatchesRequested)
		require.Empty(t, with.Problems)
		require.Contains(t, string(with.Other), `{"batches.batches[0]":{"hash":"`+with.Batches[0].Hash+`","batch":"0x`, "their content is not specified")
	}
	rows, err := csv.NewReader(strings.NewReader(inEveryForm(t, versions, "block", "0007", "--with-batches", "-o", "csv"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, strings.Split("height,digest,author,parent,timestamp_us,chain_id,epoch,round,certificate_kind,vote_kind,committee,votes,members,batches,"+
		"user_transactions,automated_transactions,gas_used,user_gas_used,automated_gas_used,automation_records,min_gas_price,max_gas_price,automated_gas_price", ","), rows[0])
	var hashes []string
	for _, batch := range with.Batches {
		hashes = append(hashes, batch.Hash)
	}
	require.Equal(t, []string{"7", block.Digest, block.Author, block.Parent, fmt.Sprint(block.Timestamp), "255", fmt.Sprint(block.Epoch), fmt.Sprint(block.Round),
		"Quorum", block.Certificate.VoteKind, block.Certificate.Committee, fmt.Sprint(votes), "31", strings.Join(hashes, " "), "", "", "", "", "", "", "", "", ""}, rows[1])

	require.Regexp(t, `^HEIGHT +AGE +EPOCH +ROUND +VOTES +BATCHES +USER +AUTO +GAS +AUTHOR +DIGEST\n7 +\d+d +\S+ +\S+ +\d+/31 +1 +– +– +– +0x\S+…\S+ +0x\S+…\S+\n$`,
		inEveryForm(t, versions, "block", "7"))
	wide := inEveryForm(t, versions, "block", "7", "--with-batches", "-o", "wide")
	for _, whole := range []string{block.Digest, block.Author, block.Parent, "Quorum", block.Certificate.Committee} {
		require.Contains(t, wide, whole)
	}
}

func TestNewestBlocks(t *testing.T) {
	t.Parallel()
	all := readLines[consensusBlockShape](t, inEveryForm(t, []string{"auto"}, "blocks", "--all", "-o", "jsonl"))
	head := read[consensusBlockShape](t, inEveryForm(t, []string{"auto"}, "block", "head", "-o", "json"))
	for _, member := range []*json.RawMessage{&head.Payload, &head.Certificate.Signature} {
		var compact bytes.Buffer
		require.NoError(t, json.Compact(&compact, *member))
		*member = compact.Bytes()
	}
	require.Equal(t, head, all[0])
	for i, block := range all[1:] {
		require.Equal(t, all[i].Height-1, block.Height)
		require.Equal(t, all[i].Parent, block.Digest, "each names the one below")
	}
	for _, flag := range []string{"--last", "--limit"} {
		require.Equal(t, all[:11], readLines[consensusBlockShape](t, inEveryForm(t, []string{"v1"}, "blocks", flag, "11", "-o", "jsonl")))
	}
	require.Len(t, read[[]consensusBlockShape](t, inEveryForm(t, []string{"v1"}, "blocks", "-o", "json")), 20)

	votes := lines(t, inEveryForm(t, []string{"v1"}, "blocks", "--last", "3", "--votes"))
	require.Contains(t, votes[0], "VOTERS")
	missed := 0
	for i, row := range votes[1:4] {
		require.Regexp(t, ` [|.]{31}$`, row)
		require.Equal(t, all[i].Certificate.Votes, strings.Count(row, "|"))
		missed += 31 - all[i].Certificate.Votes
	}
	require.Empty(t, votes[4])
	require.Regexp(t, `^MEMBER +BLOCKS +VOTED +MISSES +IN A ROW +FIRST MISS +LAST MISS$`, votes[5])
	for _, row := range votes[6:][:31] {
		misses, err := strconv.Atoi(strings.Fields(row)[3])
		require.NoError(t, err)
		missed -= misses
		require.Equal(t, "3", strings.Fields(row)[1])
	}
	require.Zero(t, missed)
	require.Empty(t, votes[37])
	require.Regexp(t, `^AUTHOR +BLOCKS +SHARE +OF EXPECTED +FIRST +LAST$`, votes[38])
	require.Regexp(t, `^0x[0-9a-f]{64} +\d +\d+\.\d%`, votes[39])
	rows, err := csv.NewReader(strings.NewReader(inEveryForm(t, []string{"v1"}, "blocks", "--last", "3", "--votes", "-o", "csv"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, "voters", rows[0][14])
	require.Equal(t, all[0].Certificate.Votes, strings.Count(rows[1][14], "1"))

	network := frozen(t, localnet.Spec)
	for _, version := range []string{"v2", "v3"} {
		got := foredeck(t, "block", "7", "--rpc-version", version, "--base-url", network.BaseURL())
		require.Equal(t, exitOther, got.code)
		require.Contains(t, got.stderr, "use v1, v4 or auto")
	}
	got := foredeck(t, "block", "99,999,999", "--base-url", network.BaseURL())
	require.Equal(t, exitNotFound, got.code)
	require.Contains(t, got.stderr, "no block at this height")
}

// holding serves the blocks between two heights.
func holding(from, to uint64) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		height, err := strconv.ParseUint(path.Base(r.URL.Path), 10, 64)
		switch {
		case strings.HasSuffix(r.URL.Path, "transactions"):
			_, _ = w.Write([]byte("[]"))
		case err != nil || height < from || height > to:
			_, _ = w.Write([]byte("null"))
		default:
			fmt.Fprintf(w, `{"block":{"block":{"digest":"0x01","header":{"author":"0x02","height":%d,"parent":"0x03","timestamp":{"timestamp":1},`+
				`"view":{"epoch_id":{"chain_id":8,"epoch":1},"round":1}},"payload":{}},"qc":{"certificate":{}}},"batches":null}`, height)
		}
	}
}

// linked serves the blocks up to a height, each linked to its parent.
func linked(to uint64) http.HandlerFunc {
	blocks := holding(0, to)
	return func(w http.ResponseWriter, r *http.Request) {
		recorder := httptest.NewRecorder()
		blocks(recorder, r)
		height, _ := strconv.ParseUint(path.Base(r.URL.Path), 10, 64)
		_, _ = strings.NewReplacer("0x01", fmt.Sprintf("0x%064x", height), "0x03", fmt.Sprintf("0x%064x", height-1)).WriteString(w, recorder.Body.String())
	}
}

// A known height leads to a range that the search would miss.
// Members are counted apart in each epoch, and have the names of the config file.
func TestVotesOfNamedMembers(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(file, []byte("[validators.3]\nname = \"alpha\"\n"), 0o600))
	votes := lines(t, foredeck(t, "blocks", "--last", "300", "--votes", "--config", file).stdout)[302:]
	require.Regexp(t, `^MEMBER +NAME +EPOCH +BLOCKS +VOTED +MISSES`, votes[0])
	named, epochs := 0, map[string]bool{}
	for _, row := range votes[1:slices.Index(votes, "")] {
		cells := strings.Fields(row)
		if cells[0] == "3" {
			named++
			require.Equal(t, "alpha", cells[1])
			epochs[cells[2]] = true
		} else {
			require.NotContains(t, row, "alpha")
		}
	}
	require.Greater(t, named, 1)
	require.Len(t, epochs, named, "one row per epoch")
}

func TestHeadFromAHeight(t *testing.T) {
	t.Parallel()
	n := serve(t, holding(777_777_770, 777_777_780))
	for _, command := range [][]string{{"block", "head"}, {"blocks", "--last", "1"}} {
		command = append(command, "--base-url", n.url, "-o", "csv")
		require.Equal(t, exitNotFound, foredeck(t, command...).code)
		got := foredeck(t, append(command, "--from-height", "777,777,775")...)
		require.Zero(t, got.code, got.stderr)
		require.Contains(t, got.stdout, "\n777777780,")
		require.Equal(t, exitUsage, foredeck(t, append(command, "--from-height", "high")...).code)
	}
}

func TestMissingHead(t *testing.T) {
	t.Parallel()
	n := serve(t, holding(1, 0))
	got := foredeck(t, "block", "head", "--base-url", n.url)
	require.Equal(t, exitNotFound, got.code)
	require.Contains(t, got.stderr, "no block at any of ")
	for _, command := range [][]string{{"block", "head"}, {"blocks"}} {
		failing := serve(t, responding(http.StatusInternalServerError, ""))
		require.Equal(t, exitServerError, foredeck(t, append(command, "--base-url", failing.url)...).code)
	}
}

// The list ends with a note where the node has pruned older blocks.
func TestPrunedBlocks(t *testing.T) {
	t.Parallel()
	n := serve(t, holding(90, 100))
	got := foredeck(t, "blocks", "--last", "50", "--base-url", n.url, "-o", "csv")
	require.Zero(t, got.code)
	require.Equal(t, "foredeck: block 89: not on this node, the list ends above it\n", got.stderr)
	rows := lines(t, got.stdout)
	require.Len(t, rows, 12)
	require.True(t, strings.HasPrefix(rows[1], "100,"))
	require.True(t, strings.HasPrefix(rows[11], "90,"))
}

// The height of a recent transaction makes the search unnecessary.
func TestHeadNearARecentTransaction(t *testing.T) {
	t.Parallel()
	const head = 48_211_907
	blocks := holding(head-1_000, head)
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/transactions") {
			fmt.Fprintf(w, "[%s]", strings.Replace(transfer(0), "31000000", strconv.Itoa(head-20), 1))
			return
		}
		blocks(w, r)
	})
	got := foredeck(t, "block", "head", "--base-url", n.url, "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Contains(t, got.stdout, strconv.Itoa(head))
	require.LessOrEqual(t, len(n.requests()), 50)
	require.True(t, slices.ContainsFunc(n.requests(), func(request string) bool { return strings.Contains(request, move.Address{31: 1}.String()) }))
}

// Output of a node or a price service is sanitized.
func TestBlocksAndPricesAreSanitized(t *testing.T) {
	t.Parallel()
	const odd = `a\u001b[2J\u202e\n`
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Odd-Cursor", "\u009b31m")
		switch {
		case r.URL.Path == "/latest":
			_, _ = w.Write([]byte(`{"instruments":[{"time":"1","currentPrice":"` + odd + `","24h_change":"` + odd + `","tradingPairs":"btc_usdt"}]}`))
		case r.URL.Path == "/history":
			_, _ = w.Write([]byte(`[{"time":"` + strconv.FormatInt(time.Now().UnixMilli(), 10) + `","open":"` + odd + `","close":1}]`))
		case strings.Contains(r.URL.Path, "/consensus/"):
			_, _ = w.Write([]byte(`{"block":{"block":{"digest":"` + odd + `","header":{"author":"` + odd + `","height":3,"parent":"` + odd + `"}},` +
				`"qc":{"certificate":{"kind":"` + odd + `","certifying_committee":"` + odd + `","data":{"kind":"` + odd + `"},"voters":[true]}}},"batches":["` + odd + `"]}`))
		default:
			w.WriteHeader(http.StatusTeapot)
			_, _ = w.Write([]byte(`{"message":"` + odd + `"}`))
		}
	})
	for _, command := range [][]string{{"block", "3", "--with-batches"}, {"price", "btc_usdt"}, {"history", "btc_usdt"}, {"doctor"}} {
		for _, format := range []string{"table", "wide", "json", "jsonl", "csv"} {
			got := foredeck(t, append(command, "--base-url", n.url, "-o", format)...)
			requireSanitized(t, got.stdout)
			requireSanitized(t, got.stderr)
			require.NotContains(t, []int{exitUnreachable, exitNotFound}, got.code, "%v: %s", command, got.stderr)
		}
	}
}
