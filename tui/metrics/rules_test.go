package metrics_test

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/tui/live"
	"foredeck/tui/metrics"
	"foredeck/tui/notify"
	"foredeck/tui/text"
)

// The rules and the dashboard name metrics that are written.
func TestRulesAndDashboardNameMetrics(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1", names{})
	m.Block(block(100, 7, 0, "0xaa", true, false))
	m.Block(block(101, 8, 1, "0xaa", true, false, true, true))
	m.SetStake(live.Stake{Proposals: new(uint64(9)), FailedProposals: new(uint64(0))})
	m.SetValidator(new(1))
	height := client.Timestamp(1)
	m.SetNodes([]health.Status{{Name: "n", State: health.OK, P50: time.Second, P95: time.Second, Requests: 1, Head: &health.Head{Height: 7, Time: height.Time()}}})
	m.SetReceivers([]notify.Delivery{{Receiver: text.Const("pager")}})
	figures := written(t, m)
	var dashboard strings.Builder
	require.NoError(t, metrics.WriteDashboard(&dashboard))
	name := regexp.MustCompile(`foredeck_[a-z0-9_]+`)
	for _, document := range []string{metrics.Rules, dashboard.String()} {
		found := name.FindAllString(document, -1)
		require.NotEmpty(t, found)
		for _, metric := range slices.Compact(slices.Sorted(slices.Values(found))) {
			family := strings.TrimSuffix(strings.TrimSuffix(metric, "_sum"), "_count")
			require.Contains(t, figures, "# TYPE "+family+" ", metric)
		}
	}
}

// The panels fill the rows of Grafana's grid of 24 columns and do not overlap.
func TestDashboardLayout(t *testing.T) {
	t.Parallel()
	var written strings.Builder
	require.NoError(t, metrics.WriteDashboard(&written))
	var dashboard struct {
		SchemaVersion int
		Panels        []struct{ GridPos struct{ X, Y, W, H int } }
	}
	require.NoError(t, json.Unmarshal([]byte(written.String()), &dashboard))
	require.Equal(t, 39, dashboard.SchemaVersion)
	area, bottom := 0, 0
	taken := map[[2]int]bool{}
	for _, panel := range dashboard.Panels {
		p := panel.GridPos
		area, bottom = area+p.W*p.H, max(bottom, p.Y+p.H)
		for x := p.X; x < p.X+p.W; x++ {
			for y := p.Y; y < p.Y+p.H; y++ {
				require.False(t, taken[[2]int{x, y}] || x >= 24, "%d %d", x, y)
				taken[[2]int{x, y}] = true
			}
		}
	}
	require.Equal(t, 24*bottom, area)
}

func TestPromtool(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("needs promtool, of Prometheus")
	}
	for _, arguments := range [][]string{{"check", "rules", "rules.yml"}, {"test", "rules", "testdata/rules_test.yml"}} {
		said, err := exec.CommandContext(t.Context(), promtool, arguments...).CombinedOutput()
		require.NoError(t, err, "%s", said)
	}
}
