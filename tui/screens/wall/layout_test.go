package wall

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/tui/wallfile"
)

func walls() *rapid.Generator[*wallfile.Wall] {
	return rapid.Custom(func(t *rapid.T) *wallfile.Wall {
		wall := &wallfile.Wall{Pages: make([]wallfile.Page, rapid.IntRange(1, 4).Draw(t, "pages"))}
		for i := range wall.Pages {
			wall.Pages[i].Rows = make([]wallfile.Row, rapid.IntRange(1, 12).Draw(t, "rows"))
			for j := range wall.Pages[i].Rows {
				row := &wall.Pages[i].Rows[j]
				row.Height = rapid.IntRange(1, 100).Draw(t, "height")
				row.Panels = make([]wallfile.Panel, rapid.IntRange(1, 12).Draw(t, "panels"))
				for k := range row.Panels {
					row.Panels[k] = wallfile.Panel{Kind: wallfile.Head, Width: rapid.IntRange(1, 100).Draw(t, "width")}
				}
			}
		}
		return wall
	})
}

// With any weights and at any size, the tiles of a sheet cover each cell of the window once, and each panel that is shown is on one sheet.
func TestTilesCoverTheWindow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		wall := walls().Draw(t, "wall")
		width, height := rapid.IntRange(1, 250).Draw(t, "width"), rapid.IntRange(1, 80).Draw(t, "height")
		count := 0
		for range wall.Panels {
			count++
		}
		seen := make([]int, count)
		shown := rapid.SliceOfN(rapid.Bool(), count, count).Draw(t, "shown")
		for _, s := range sheets(wall, width, height, func(panel int) bool { return shown[panel] }) {
			covered := make([]int, width*height)
			for _, tile := range s.tiles {
				seen[tile.panel]++
				for y := tile.top; y < tile.top+tile.height; y++ {
					for x := tile.left; x < tile.left+tile.width; x++ {
						covered[y*width+x]++
					}
				}
			}
			for cell, times := range covered {
				if times != 1 {
					t.Fatalf("cell %d,%d is covered %d times", cell%width, cell/width, times)
				}
			}
			if len(s.tiles) > 1 {
				require.True(t, fits(s.tiles))
			}
		}
		for panel, times := range seen {
			require.Equal(t, shown[panel], times == 1, "panel %d", panel)
			require.LessOrEqual(t, times, 1, "panel %d", panel)
		}
	})
}
