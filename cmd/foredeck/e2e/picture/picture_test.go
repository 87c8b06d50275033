package main

import (
	"encoding/xml"
	"image"
	"image/draw"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// frameOf returns a frame of lines of equal length.
func frameOf(lines ...string) frame {
	var cells [][]terminal.Cell
	for _, line := range lines {
		var row []terminal.Cell
		for _, character := range line {
			row = append(row, terminal.Cell{Text: string(character)})
		}
		cells = append(cells, row)
	}
	return dark.frame(cells)
}

// ends returns the interval where a shape meets each side of its cell.
func ends(shape []outline, c cellSize) map[string][2]float64 {
	found := map[string][2]float64{}
	for _, around := range shape {
		left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for _, corner := range around {
			left, right = min(left, corner.x), max(right, corner.x)
			top, bottom = min(top, corner.y), max(bottom, corner.y)
		}
		if left == 0 {
			found["left"] = [2]float64{top, bottom}
		}
		if right == c.width {
			found["right"] = [2]float64{top, bottom}
		}
		if top == 0 {
			found["up"] = [2]float64{left, right}
		}
		if bottom == c.height {
			found["down"] = [2]float64{left, right}
		}
	}
	return found
}

// Lines of equal thickness join exactly with those of the next cell.
func TestBoxesJoin(t *testing.T) {
	for _, c := range []cellSize{svgCell, {8, 17, 1}, {10, 20, 2}} {
		of := func(character rune) map[string][2]float64 {
			shape, ok := shapeOf(character, c)
			require.True(t, ok)
			return ends(shape, c)
		}
		across, upright, thick := of('─'), of('│'), of('┃')
		require.Equal(t, across["left"], across["right"])
		require.Equal(t, upright["up"], upright["down"])
		for character, drawn := range boxCharacters {
			want := map[string][2]float64{}
			for side, weight := range map[string]int{"up": drawn.up, "right": drawn.right, "down": drawn.down, "left": drawn.left} {
				switch {
				case weight == 2 && (side == "up" || side == "down"):
					want[side] = thick["up"]
				case weight == 2:
					want[side] = of('━')[side]
				case weight == 1 && (side == "up" || side == "down"):
					want[side] = upright["up"]
				case weight == 1:
					want[side] = across["left"]
				}
			}
			require.Equal(t, want, of(character), "%c", character)
		}
	}
}

func TestSVGGrid(t *testing.T) {
	f := frameOf("┌ a <&> b ┐", "│ ●  1.20 │", "└─────────┘")
	f[1][5].bold, f[1][6].bold, f[1][5].paper = true, true, rgb(0x264f78)
	drawn := svg(f, dark)
	var read struct {
		Width int `xml:"width,attr"`
		Texts []struct {
			X      float64 `xml:"x,attr"`
			Length float64 `xml:"textLength,attr"`
			Text   string  `xml:",chardata"`
		} `xml:"text"`
		Rects []struct {
			X     float64 `xml:"x,attr"`
			Width string  `xml:"width,attr"`
			Fill  string  `xml:"fill,attr"`
		} `xml:"rect"`
		Paths []struct {
			Fill string `xml:"fill,attr"`
		} `xml:"path"`
	}
	require.NoError(t, xml.Unmarshal([]byte(drawn), &read))
	require.Equal(t, 11*9+2*svgMargin, read.Width)
	texts := map[string]float64{}
	for _, text := range read.Texts {
		require.Equal(t, float64(len(text.Text)*9), text.Length)
		texts[text.Text] = (text.X - svgMargin) / 9
	}
	require.Equal(t, map[string]float64{"a": 2, "<&>": 4, "b": 8, "1.": 5, "20": 7}, texts)
	require.Len(t, read.Rects, 2)
	require.Equal(t, "#264f78", read.Rects[1].Fill)
	require.Equal(t, strconv.Itoa(int(svgCell.width)), read.Rects[1].Width)
	require.Len(t, read.Paths, 1, "all that is drawn is of one color")
	require.Equal(t, 1, strings.Count(drawn, "font-weight: bold"))
}

func TestAnimationFrames(t *testing.T) {
	p, err := newPainter(dark, "")
	require.NoError(t, err)
	frames := []frame{frameOf("┌ a ┐", "└ ▆ ┘"), frameOf("┌ b ┐", "└ ▆ ┘"), frameOf("┌ b ┐", "└ ✓ ┘"), frameOf("┌ b ┐", "└ ✓ ┘")}
	var moments []moment
	for _, f := range frames {
		moments = append(moments, moment{f, 120 * time.Millisecond})
	}
	animation := animate(p, moments)
	require.Len(t, animation.Image, len(frames))
	shown := image.NewRGBA(image.Rect(0, 0, animation.Config.Width, animation.Config.Height))
	for i, part := range animation.Image {
		draw.Draw(shown, part.Bounds(), part, part.Bounds().Min, draw.Over)
		require.Equal(t, p.paint(frames[i]), shown, "frame %d", i)
		require.Equal(t, 12, animation.Delay[i])
		if i > 0 {
			require.LessOrEqual(t, part.Bounds().Dx()*part.Bounds().Dy(), int(p.cell.width*p.cell.height), "only what has changed is drawn")
		}
	}
}

func TestVideoFrameDurations(t *testing.T) {
	f := film{}
	f.add(frameOf("a"), 0)
	f.add(frameOf("a"), 100*time.Millisecond)
	f.add(frameOf("b"), 300*time.Millisecond)
	f.add(frameOf("a"), 900*time.Millisecond)
	require.Equal(t, []moment{
		{frameOf("a"), 300 * time.Millisecond}, {frameOf("b"), 600 * time.Millisecond}, {frameOf("a"), 900 * time.Millisecond},
	}, f.moments, "the last one holds when it began until the film ends")
}

// Each bit of a braille character is a dot of its own place, inside the cell.
func TestBraille(t *testing.T) {
	places := map[point]bool{}
	for bit := range 8 {
		shape, ok := shapeOf('⠀'+1<<bit, svgCell)
		require.True(t, ok)
		require.Len(t, shape, 1)
		places[shape[0][0]] = true
		require.Empty(t, ends(shape, svgCell), "no dot touches a side")
	}
	require.Len(t, places, 8)
	blank, ok := shapeOf('⠀', svgCell)
	require.True(t, ok)
	require.Empty(t, blank)
	all, _ := shapeOf('⣿', svgCell)
	require.Len(t, all, 8)
}
