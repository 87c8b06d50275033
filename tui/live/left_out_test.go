package live

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
)

// Misses that are all in blocks of one proposer are votes that it left out.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		blocks int
		missed func(height int) bool // by member 2; 8 authors propose in turn
		author string
	}{
		{"in all blocks of one", 48, func(h int) bool { return h%8 == 5 }, "0x5"},
		{"nearly all", 120, func(h int) bool { return h%8 == 5 || h == 98 }, "0x5"},
		{"all of one, and some others", 118, func(h int) bool { return h%8 == 5 || h%13 == 2 }, "0x5"},
		{"too few to tell", 32, func(h int) bool { return h%8 == 5 }, ""},
		{"absent at times", 120, func(h int) bool { return h%7 == 5 }, ""},
		{"absent in a row", 120, func(h int) bool { return h >= 110 }, ""},
		{"none", 120, func(int) bool { return false }, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var votes Participation
			rules := config.DefaultAlerts()
			rules[config.AlertMissedOften].Count = 5
			monitor := NewMonitor(rules, MonitorState{})
			member, now := 2, time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
			monitor.SetValidator(Validator{Member: &member, Proposer: func(author string) string {
				if author == "0x5" {
					return "05 carol"
				}
				return ""
			}}, now)
			last := ""
			for h := range test.blocks {
				row := NewRow(client.Block{Height: uint64(h), Author: fmt.Sprintf("0x%d", h%8), Certificate: &client.Certificate{Kind: "Quorum", Voters: []bool{true, true, !test.missed(h), true}}})
				votes.Add(&row)
				monitor.Block(&row, now)
				for _, c := range monitor.Open() {
					if c.Kind == config.AlertMissed {
						last = c.Text(Begin, now).String()
					}
				}
			}
			for _, m := range votes.Members() {
				require.Equal(t, map[bool]string{true: test.author}[m.Member == member], m.LeftOutBy, "member %d", m.Member)
			}
			if test.author != "" {
				require.Contains(t, last, "your validator (02) left out at")
				require.Contains(t, last, ": its recent misses are mostly in blocks of 05 carol, which leaves its votes out")
			} else {
				require.NotContains(t, last, "left out")
			}
		})
	}
	c := Condition{Kind: config.AlertMissedOften, Facts: Facts{LeftOutBy: "0x00000000000000000000aa"}}
	require.Contains(t, c.Text(Begin, time.Time{}).String(), "in blocks of 0x0000…00aa, which")
}
