package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/client/localnet"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/store"
)

// recordedHistory writes a history of a network with blocks every ten seconds, of four members: five hours until an hour ago, without the
// third one. Member 1, named own, missed every hundredth block, and member 2 all of the last hour.
func recordedHistory(t *testing.T, network string) (arguments []string) {
	t.Helper()
	h := store.OpenHistory(historyPath(network))
	began := time.Now().Truncate(time.Hour).Add(-6 * time.Hour)
	for height := range uint64(1800) {
		if height/360 == 2 {
			continue
		}
		row := live.NewRow(client.Block{
			Height: height, Timestamp: new(client.Timestamp(began.Add(time.Duration(height) * 10 * time.Second).UnixMicro())), Epoch: new(height / 720), Round: new(2 * height),
			Author: "0x" + strings.Repeat("0", 63) + "1", Certificate: &client.Certificate{Voters: []bool{true, height%100 != 0, height < 1440, true}},
		})
		h.Block(&row)
	}
	h.Nodes([]live.Node{{Host: "a:1", State: health.Frozen}}, began)
	h.Alerts(nil, []live.Alert{{Condition: live.Condition{Kind: config.AlertMissed, Severity: config.Critical, Began: began, Ended: began.Add(90 * time.Second)}}}, began)
	require.NoError(t, h.Close())
	file := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(file, []byte("[networks."+network+"]\nbase_urls = [\"http://127.0.0.1:1\"]\n[validators.1]\nname = \"own\"\nauthor = \"0x1\"\n"), 0o600))
	return []string{"uptime", "--config", file, "--network", network}
}

func TestUptime(t *testing.T) {
	t.Parallel()
	arguments := recordedHistory(t, "recorded")
	run := func(more ...string) outcome { return foredeck(t, append(arguments, more...)...) }

	got := run("own", "--by", "hour", "--target", "99%")
	require.Zero(t, got.code, got.stderr)
	lines := strings.Split(got.stdout, "\n")
	require.Contains(t, lines[0], "validator 1 own: 98.958% voted, 15 missed of 1,440 blocks since ")
	require.Equal(t, "target 99%: not met; 14 blocks may be missed, exceeded by 1", lines[1])
	require.Regexp(t, `^\S+ \S+ +360 +98.888% +4 +1 +–$`, lines[4])
	require.Regexp(t, `^\S+ \S+ +– +not observed +– +– +1h00m$|^\S+ \S+ +– +not observed +– +– +59m50s$`, lines[6])

	got = run("2", "--by", "epoch", "-o", "json", "--target", "70")
	require.Zero(t, got.code, got.stderr)
	require.Empty(t, offencesIn(t, got.stdout))
	var report uptimeReport
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &report))
	require.Equal(t, targetReport{Percent: "70", IsMet: true, Budget: 432, Left: 72, LeftSeconds: new(int64(720))}, *report.Target)
	require.Len(t, report.Periods, 3)
	require.EqualValues(t, 360, *report.Periods[2].Missed)
	require.EqualValues(t, 3610, report.Total.NotObserved-report.Periods[0].NotObserved-tail(&report), "in the second epoch, and since the end")
	require.Nil(t, report.Periods[0].Proposed, "its author address is not known")

	got = run("1", "--by", "hour", "-o", "json")
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &report))
	third := report.Periods[2]
	require.Equal(t, []any{(*uint64)(nil), (*string)(nil), (*uint64)(nil)}, []any{third.Blocks, third.Percent, third.Missed}, "neither up nor down")
	require.EqualValues(t, 360, *report.Periods[0].Proposed)

	got = run("-o", "csv", "--target", "99")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, "member,name,blocks,percent,voted,missed,longest_run,first_miss,last_miss,proposed,budget_left\n0,,1440,100.000,1440,0,0,,,,14\n"+
		"1,own,1440,98.958,1425,15,1,0,1700,1440,-1\n2,,1440,75.000,1080,360,360,1440,1799,,-346\n3,,1440,100.000,1440,0,0,,,,14\n", got.stdout)

	got = run("--nodes", "-o", "csv")
	require.Regexp(t, `^from_us,to_us,state,subject\n\d+,\d+,frozen,a:1\n$`, got.stdout)
	got = run("--alerts")
	require.Regexp(t, `1m30s  critical    missed\n$`, got.stdout)
}

// tail is how much of a report was not observed at its end.
func tail(r *uptimeReport) int64 { return (r.Total.To - r.Periods[len(r.Periods)-1].To) / 1_000_000 }

func TestUptimeRefuses(t *testing.T) {
	t.Parallel()
	arguments := recordedHistory(t, "refusing")
	for words, want := range map[string]string{
		"9":                      "validator 9 is not in the committee",
		"nobody":                 `VALIDATOR "nobody"`,
		"1 --since 5m":           "--since",
		"1 --target 101":         "--target",
		"1 --by year":            "--by",
		"--by day":               "--by: name a VALIDATOR",
		"--nodes --alerts":       "use only one of them",
		"1 --nodes":              "do not apply",
		"--network local":        "no blocks of local were observed since",
		"nobody --network local": `VALIDATOR "nobody"`,
		"1 --network simulated":  "keeps no history",
		"1 --replay none.jsonl":  "not supported by uptime",
		"1 --record other.jsonl": "not supported by uptime",
	} {
		got := foredeck(t, append(arguments, strings.Fields(words)...)...)
		require.NotZero(t, got.code, words)
		require.Contains(t, got.stderr, want, words)
	}
}

// Blocks that are followed are in the history, each once.
func TestFollowedBlocksAreRecorded(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{BlockTime: 60 * time.Millisecond, Transactions: 60})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	file := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(file, []byte("[networks.followed]\nbase_urls = [\""+network.BaseURL()+"\"]\n"), 0o600))
	flags := []string{"--config", file, "--network", "followed"}
	first := followWith(t, append(flags, "blocks", "--follow", "--last", "20", "-o", "jsonl")...)
	second := followWith(t, append(flags, "watch", "--validator", "3")...)
	read := func() []live.Span {
		spans, err := store.ReadHistory(historyPath("followed"), time.Time{})
		require.NoError(t, err)
		return spans
	}
	recorded := func() live.Period { return live.Divide(read(), live.NoUnit, time.Time{}, time.Now())[0] }
	require.Eventually(t, func() bool { return strings.Count(first.stdout.String(), "\n") > 40 }, 2*time.Minute, 5*time.Millisecond)
	require.Eventually(t, func() bool { return len(read()) > 0 }, 2*time.Minute, 50*time.Millisecond) // the second may not have seen one yet
	require.Zero(t, second.end())
	newest := fmt.Sprintf(`"height":%d,`, recorded().Last) // the first one may be behind the second
	require.Eventually(t, func() bool { return strings.Contains(first.stdout.String(), newest) }, 2*time.Minute, 5*time.Millisecond)
	require.Zero(t, first.end())
	total := recorded()
	require.Equal(t, total.Last-total.First+1, total.Blocks)
	require.GreaterOrEqual(t, total.Blocks, uint64(strings.Count(first.stdout.String(), "\n")))
	require.Equal(t, total.Blocks, total.Member(3).Blocks)
}
