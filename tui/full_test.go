package tui_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest/effort"
)

// short are the scenes of few records, or of one short one, by nature: below a list of eleven rows there is nothing to show. What the others
// show grows with the window.
var short = map[string]bool{
	"account-automated": true, "account-balance": true, "account-coins": true, "activity": true, "blocks-alerts": true, "committee": true, "effects": true, "group": true,
	"events": true, "explain": true, "module-abi": true, "module-friends": true, "module-functions": true, "module-structs": true, "networks": true, "requests": true,
	"resource": true, "settings": true, "settings-theme": true, "summary": true, "view": true, "view-form": true, "wall": true,
	"transaction-events": true, // a tree beside a list
}

// No scene of real data leaves more than a quarter of its rows empty in a large window.
func TestFullScreens(t *testing.T) {
	effort.SkipUnderRace(t)
	for name := range allScenes() {
		if short[name] {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, size := range [][2]int{{120, 40}, {160, 50}, {200, 60}} {
				d := openScene(t, name, size[0], size[1])
				rows, empty := 0, 0
				for row := range strings.Lines(d.Body()) {
					rows++
					if strings.Trim(row, "│ \n") == "" {
						empty++
					}
				}
				require.LessOrEqual(t, 4*empty, rows, "at %v:\n%s", size, d.Frame())
			}
		})
	}
}
