package compare_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/compare"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/client/transport"
)

var start = time.Date(2026, time.August, 1, 12, 0, 0, 0, time.UTC)

func network(t *testing.T, seed uint64, dialect ...localnet.Dialect) *localnet.Network {
	t.Helper()
	network, err := localnet.Start(t.Context(), localnet.Options{Seed: seed, Start: start, Transactions: 60, Dialect: slices.Max(append(dialect, localnet.Spec))})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	return network
}

// node returns a client of a network whose responses pass through alter, nil to leave them as they are.
func node(t *testing.T, network *localnet.Network, alter alteration, options ...client.Option) *client.Node {
	t.Helper()
	if alter != nil {
		options = append(options, client.WithTransport(&proxy{transport.New(), alter}))
	}
	node, err := client.NewNode(network.BaseURL(), options...)
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	return node
}

// alteration changes the status and the body of the response for a block. Other responses have the height 0.
type alteration func(height uint64, path string, status int, body string) (int, string)

type proxy struct {
	next  http.RoundTripper
	alter alteration
}

var blockPath = regexp.MustCompile(`/consensus/block/height/(\d+)$`)

func (p *proxy) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := p.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	_ = response.Body.Close()
	var height uint64
	if found := blockPath.FindStringSubmatch(request.URL.Path); found != nil {
		height, _ = strconv.ParseUint(found[1], 10, 64)
	}
	status, altered := p.alter(height, request.URL.Path, response.StatusCode, string(body))
	response.StatusCode, response.Body, response.ContentLength = status, io.NopCloser(strings.NewReader(altered)), int64(len(altered))
	response.Header.Del("Content-Length")
	response.Header.Set("Content-Type", "application/json")
	return response, nil
}

// forkedAt changes the digests of all blocks from a height on.
func forkedAt(first uint64) alteration {
	return func(height uint64, _ string, status int, body string) (int, string) {
		if height >= first && height > 0 {
			body = strings.Replace(body, `"digest":"0x`, `"digest":"0xf0`, 1)
			body = strings.Replace(body, `"digest":"`, `"digest":"f0`, 1)
		}
		return status, body
	}
}

func head(t *testing.T, node *client.Node) uint64 {
	t.Helper()
	block, err := node.FindHead(t.Context(), client.HeadSearch{})
	require.NoError(t, err)
	return block.Height
}

func TestBlocksOfOneChainAreEqual(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	pair := compare.Pair{A: node(t, served, nil), B: node(t, served, nil)}
	report := run(t, pair, compare.Options{Last: 40})
	require.True(t, report.IsEqual())
	require.EqualValues(t, 40, report.Blocks.Compared)
	require.Zero(t, report.Blocks.Different)
	require.Nil(t, report.Fork)
}

func TestBlocksOfAnotherChainDiffer(t *testing.T) {
	t.Parallel()
	pair := compare.Pair{A: node(t, network(t, 1), nil), B: node(t, network(t, 2), nil)}
	report := run(t, pair, compare.Options{Last: 10})
	require.False(t, report.IsEqual())
	require.EqualValues(t, 10, report.Blocks.Digest)
	require.NotNil(t, report.Fork)
	require.Zero(t, report.Fork.Height, "the chains have no block in common")
	require.True(t, report.Fork.IsFirst)
}

func TestBisectionFindsTheFork(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	newest := head(t, node(t, served, nil))
	for _, first := range []uint64{1, 2, newest / 3, newest - 1, newest} {
		t.Run(strconv.FormatUint(first, 10), func(t *testing.T) {
			t.Parallel()
			pair := compare.Pair{A: node(t, served, nil), B: node(t, served, forkedAt(first))}
			fork, err := pair.FindFork(t.Context(), newest)
			require.NoError(t, err)
			require.NotNil(t, fork)
			require.Equal(t, first, fork.Height)
			require.True(t, fork.IsFirst)
			require.LessOrEqual(t, fork.Heights, 24)
		})
	}
}

func TestForkBelowPrunedBlocks(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	newest := head(t, node(t, served, nil))
	oldest := newest - 20
	pair := compare.Pair{A: node(t, served, nil), B: node(t, served, func(height uint64, path string, status int, body string) (int, string) {
		if height > 0 && height < oldest {
			return http.StatusOK, "null"
		}
		return forkedAt(5)(height, path, status, body)
	})}
	fork, err := pair.FindFork(t.Context(), newest)
	require.NoError(t, err)
	require.Equal(t, oldest, fork.Height)
	require.False(t, fork.IsFirst, "the blocks below are pruned, so that the fork can be older")
}

func TestOneAlteredBlockIsFoundInTheRange(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	plain := node(t, served, nil)
	newest := head(t, plain)
	altered := newest - 7
	for _, test := range []struct{ name, field string }{{"votes", "certificate.voters"}, {"author", "author"}, {"digest", "digest"}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			pair := compare.Pair{A: plain, B: node(t, served, func(height uint64, _ string, status int, body string) (int, string) {
				if height != altered {
					return status, body
				}
				switch test.name {
				case "votes":
					body = strings.Replace(body, `"voters":[true`, `"voters":[false`, 1)
				case "author":
					body = strings.Replace(body, `"author":"`, `"author":"0xab`, 1)
				default:
					body = strings.Replace(body, `"digest":"`, `"digest":"0xab`, 1)
				}
				return status, body
			})}
			report := run(t, pair, compare.Options{From: new(newest - 15)})
			require.False(t, report.IsEqual())
			require.Nil(t, report.Fork, "the newest blocks have the same digest")
			require.EqualValues(t, 16, report.Blocks.Compared)
			require.EqualValues(t, 1, report.Blocks.Different)
			require.Equal(t, altered, *report.First.Height)
			require.Equal(t, test.field, report.First.Field)
			require.NotEqual(t, report.First.A, report.First.B)
		})
	}
}

func TestAFailingNodeIsNeverEqual(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	plain := node(t, served, nil)
	newest := head(t, plain)
	failing := node(t, served, func(height uint64, _ string, status int, body string) (int, string) {
		if height == newest-3 {
			return http.StatusInternalServerError, "broken"
		}
		return status, body
	})
	for _, pair := range []compare.Pair{{A: plain, B: failing}, {A: failing, B: plain}} {
		_, err := collect(t.Context(), pair, compare.Options{From: new(newest - 5)})
		var failed *compare.NodeError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, pair.B == failing, failed.Side == compare.B)
		var status *client.StatusError
		require.ErrorAs(t, err, &status)
	}
	undecodable := node(t, served, func(height uint64, _ string, status int, body string) (int, string) {
		if height == newest-3 {
			body = strings.Replace(body, `"round":`, `"round":{},"former":`, 1)
		}
		return status, body
	})
	_, err := collect(t.Context(), compare.Pair{A: plain, B: undecodable}, compare.Options{From: new(newest - 5)})
	var decode *client.DecodeError
	require.ErrorAs(t, err, &decode)
}

func TestFirstHeightAboveTheHead(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	pair := compare.Pair{A: node(t, served, nil), B: node(t, served, nil)}
	newest := head(t, pair.A)
	_, err := collect(t.Context(), pair, compare.Options{From: new(newest + 1)})
	var wrong *compare.RangeError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, newest, wrong.Common)
}

func TestStateOfAnAccount(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	treasury := served.Accounts()[0].Address
	plain := node(t, served, nil)
	altered := node(t, served, func(_ uint64, path string, status int, body string) (int, string) {
		switch {
		case strings.HasSuffix(path, "/resources"):
			body = regexp.MustCompile(`"counter":"?\d+"?`).ReplaceAllString(body, `"counter":"987654321"`)
		case strings.Contains(path, "/accounts/") && strings.Count(path, "/") == 4:
			body = regexp.MustCompile(`"sequence_number":"?\d+"?`).ReplaceAllString(body, `"sequence_number":7`)
		}
		return status, body
	})
	state, err := compare.Pair{A: plain, B: plain}.Account(t.Context(), treasury)
	require.NoError(t, err)
	require.Empty(t, state.Differences)
	state, err = compare.Pair{A: plain, B: altered}.Account(t.Context(), treasury)
	require.NoError(t, err)
	var fields []string
	for _, difference := range state.Differences {
		fields = append(fields, difference.Field)
	}
	require.Contains(t, fields, "sequence_number")
	require.Regexp(t, `0x1::\S+ \S*\.counter\b`, strings.Join(fields, "\n"))
	require.False(t, state.IsChanging)
}

func TestAnObjectThatOneNodeLacks(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	plain := node(t, served, nil)
	lacking := node(t, served, func(_ uint64, path string, status int, body string) (int, string) {
		if strings.Contains(path, "/accounts/") {
			return http.StatusOK, "null"
		}
		return status, body
	})
	id := move.ModuleID{Address: move.MustParseAddress("0x1"), Name: "coin"}
	state, err := compare.Pair{A: plain, B: lacking}.Module(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, []compare.Difference{{Field: "existence", A: new("present")}}, state.Differences)
	_, err = compare.Pair{A: lacking, B: lacking}.Module(t.Context(), id)
	require.ErrorIs(t, err, client.ErrNotFound)
}

func TestModules(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	plain := node(t, served, nil)
	id := move.ModuleID{Address: move.MustParseAddress("0x1"), Name: "coin"}
	altered := node(t, served, func(_ uint64, path string, status int, body string) (int, string) {
		body = strings.Replace(body, `"bytecode":"0x`, `"bytecode":"0x00`, 1)
		return status, strings.Replace(body, `"name":"transfer"`, `"name":"transfer_all"`, 1)
	})
	state, err := compare.Pair{A: plain, B: plain}.Module(t.Context(), id)
	require.NoError(t, err)
	require.Empty(t, state.Differences)
	require.Empty(t, state.Unknown)
	state, err = compare.Pair{A: plain, B: altered}.Module(t.Context(), id)
	require.NoError(t, err)
	fields := fmt.Sprint(fieldsOf(state.Differences))
	require.Contains(t, fields, "bytecode")
	require.Contains(t, fields, "function transfer")
	require.Contains(t, fields, "function transfer_all")
	state, err = compare.Pair{A: plain, B: old(t, served, nil)}.Module(t.Context(), id)
	require.NoError(t, err)
	require.Empty(t, state.Differences)
	require.Equal(t, []string{"bytecode"}, state.Unknown, "version 1 has no bytecode")
}

// counting is a node whose account has one transaction more in every response.
type counting struct {
	next atomic.Int64
	step int64
}

func (c *counting) RoundTrip(request *http.Request) (*http.Response, error) {
	body := "[]"
	if !strings.HasSuffix(request.URL.Path, "/resources") {
		body = fmt.Sprintf(`{"sequence_number":%d,"authentication_key":"0x01"}`, c.next.Add(c.step))
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader([]byte(body))), Request: request, Header: http.Header{"Content-Type": {"application/json"}}}, nil
}

func stub(t *testing.T, first, step int64) *client.Node {
	t.Helper()
	responder := &counting{step: step}
	responder.next.Store(first)
	node, err := client.NewNode("http://stub.invalid", client.WithTransport(responder))
	require.NoError(t, err)
	return node
}

func TestALaggingNodeHasTheSameState(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		state, err := compare.Pair{A: stub(t, 10, 1), B: stub(t, 8, 1)}.Account(t.Context(), move.MustParseAddress("0x1"))
		require.NoError(t, err)
		require.Empty(t, state.Differences, "B had the value of A two responses later")
		state, err = compare.Pair{A: stub(t, 10, 1), B: stub(t, 900, 1)}.Account(t.Context(), move.MustParseAddress("0x1"))
		require.NoError(t, err)
		require.Len(t, state.Differences, 1)
		require.True(t, state.IsChanging)
		state, err = compare.Pair{A: stub(t, 10, 1), B: stub(t, 900, 0)}.Account(t.Context(), move.MustParseAddress("0x1"))
		require.NoError(t, err)
		require.Len(t, state.Differences, 1)
		require.False(t, state.IsChanging)
	})
}

func TestWatchComparesNewBlocks(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	plain := node(t, served, nil)
	newest := head(t, plain)
	pair := compare.Pair{A: plain, B: node(t, served, forkedAt(newest+2))}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	heads, err := pair.Heads(ctx)
	require.NoError(t, err)
	for range 3 {
		_, err := served.Produce(ctx)
		require.NoError(t, err)
	}
	var compared []compare.Block
	for event, err := range pair.Watch(ctx, heads, time.Hour) {
		require.NoError(t, err)
		if event.Block == nil {
			continue // the first sample
		}
		if compared = append(compared, *event.Block); len(compared) == 3 {
			break
		}
	}
	require.Empty(t, compared[0].Differences)
	require.True(t, compared[1].Has("digest"))
	require.True(t, compared[2].Has("digest"))
	require.Equal(t, []uint64{newest + 1, newest + 2, newest + 3}, []uint64{compared[0].Height, compared[1].Height, compared[2].Height})
}

func TestWatchSamplesLagAndFailures(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	plain := node(t, served, nil)
	newest := head(t, plain)
	var isDown atomic.Bool
	behind := node(t, served, func(height uint64, _ string, status int, body string) (int, string) {
		switch {
		case isDown.Load():
			return http.StatusServiceUnavailable, "down"
		case height > newest-4:
			return http.StatusOK, "null"
		}
		return status, body
	})
	pair := compare.Pair{A: plain, B: behind}
	var report compare.Report
	heads, err := pair.Heads(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 4, heads.Lag())
	for event, err := range pair.Watch(t.Context(), heads, 20*time.Millisecond) {
		require.NoError(t, err)
		report.Add(event)
		if report.Lag.Samples > 0 {
			isDown.Store(true)
		}
		if report.Failed != nil {
			break
		}
	}
	lag, ok := report.Lag.Quantile(1)
	require.True(t, ok)
	require.EqualValues(t, 4, lag)
	require.InDelta(t, 4, report.Lag.Mean(), 0)
	var failed *compare.NodeError
	require.ErrorAs(t, report.Failed, &failed)
	require.Equal(t, compare.B, failed.Side)
}

func fieldsOf(differences []compare.Difference) []string {
	var fields []string
	for _, difference := range differences {
		fields = append(fields, difference.Field)
	}
	return fields
}

func run(t *testing.T, pair compare.Pair, options compare.Options) compare.Report {
	t.Helper()
	report, err := collect(t.Context(), pair, options)
	require.NoError(t, err)
	return report
}

func collect(ctx context.Context, pair compare.Pair, options compare.Options) (compare.Report, error) {
	var report compare.Report
	for event, err := range pair.Run(ctx, options) {
		if err != nil {
			return report, err
		}
		report.Add(event)
	}
	return report, nil
}
