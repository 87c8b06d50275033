package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// frames makes random frames that resemble those of the deck: rows that move, change in places, and lose and gain styles.
type frames struct {
	*rand.Rand
	styles []theme.Style
	frame  terminal.Frame
}

// words are the characters of all widths that frames contain. The emulator draws marks apart from ASCII letters, so they are on others.
var words = []string{
	"a", "b", "x", " ", " ", "   ", "transfer", "0x1::coin", "1,234", "│", "─", "█", "▏", "⠿", "世", "界", "漢字", "é", "é\u0323", "ö\u0301\u0323", "한", "ㄱ", "🦀", "🚀x",
	"ﷺ", "￡", "\u0e01\u0e33", "क्षि", "…", "─────────", "          ", "::::::::::::::::::::", "00000000000000000000000000",
}

var themes = []theme.Theme{theme.Terminal(), theme.TerminalOnLight(), theme.NoColor()}

func newFrames(seed uint64) *frames {
	f := &frames{Rand: rand.New(rand.NewPCG(seed, 1))}
	th := themes[f.IntN(len(themes))]
	f.styles = []theme.Style{{}, {}, {}, th.Faint, th.Strong, th.Accent, th.Selected, th.Good, th.Bad, th.Link, th.Match}
	f.frame = terminal.Frame{Width: 1 + f.IntN(40), Height: 1 + f.IntN(14)}
	if f.IntN(4) == 0 {
		f.frame.Base = th.Accent
	}
	f.frame.Lines = make([]text.Line, f.IntN(f.frame.Height+1))
	for y := range f.frame.Lines {
		f.frame.Lines[y] = f.line()
	}
	return f
}

func (f *frames) line() text.Line {
	var line text.Line
	for range f.IntN(6) {
		span := text.Span{Text: text.Clean(strings.Repeat(words[f.IntN(len(words))], 1+f.IntN(3))), Style: f.styles[f.IntN(len(f.styles))]}
		if f.IntN(3) == 0 {
			span.Page = text.PageAt("https://h/{}", strconv.Itoa(f.IntN(3)))
		}
		line = append(line, span)
	}
	switch f.IntN(3) {
	case 0:
		return line.Fit(f.frame.Width)
	case 1:
		return line.Fit(min(line.Width(), f.frame.Width))
	}
	return line.Slice(0, f.frame.Width)
}

// next changes the frame.
func (f *frames) next() terminal.Frame {
	lines := slices.Clone(f.frame.Lines)
	for range 1 + f.IntN(3) {
		switch f.IntN(9) {
		case 0: // another screen
			lines = make([]text.Line, f.IntN(f.frame.Height+1))
			for y := range lines {
				lines[y] = f.line()
			}
		case 1: // rows scroll
			if len(lines) > 1 {
				from := f.IntN(len(lines))
				to := from + f.IntN(len(lines)-from) + 1
				shift := 1 + f.IntN(3)
				moved := slices.Clone(lines[from:to])
				for i := range moved {
					lines[from+(i+shift)%len(moved)] = moved[i]
				}
				for range shift {
					lines[from+f.IntN(to-from)] = f.line()
				}
			}
		case 2: // the window is resized
			f.frame.Width, f.frame.Height = 1+f.IntN(40), 1+f.IntN(14)
			lines = lines[:min(len(lines), f.frame.Height)]
			for y := range lines {
				lines[y] = lines[y].Slice(0, f.frame.Width)
			}
		case 3: // a crosshair
			x, style := f.IntN(f.frame.Width), f.styles[f.IntN(len(f.styles))]
			for y := range lines {
				lines[y] = text.Over(lines[y:y+1], []text.Line{text.In(style, "┊")}, x, 0)[0].Slice(0, f.frame.Width)
			}
		case 4:
			f.frame.ASCII = !f.frame.ASCII
		default: // a line, or a part of it, changes
			if len(lines) == 0 {
				continue
			}
			y := f.IntN(len(lines))
			if at := f.IntN(f.frame.Width); f.IntN(2) == 0 {
				lines[y] = append(lines[y].Slice(0, at), f.line()...).Slice(0, f.frame.Width)
			} else {
				lines[y] = f.line()
			}
		}
	}
	f.frame.Lines = lines
	return f.frame
}

// newEmulator returns an emulator that measures characters by grapheme clusters, as the layout does.
func newEmulator() *vt.Emulator {
	emulator := vt.NewEmulator(1, 1)
	_, _ = emulator.WriteString(ansi.SetModeUnicodeCore)
	return emulator
}

// writeWhole makes an emulator show a frame from its text.
func writeWhole(emulator *vt.Emulator, frame terminal.Frame) {
	emulator.Resize(frame.Width, frame.Height)
	_, _ = emulator.WriteString(ansi.EraseEntireScreen)
	for y, line := range frame.Lines {
		fmt.Fprintf(emulator, "\x1b[%dH", y+1)
		for _, span := range line {
			shown := text.RenderIn(frame.Base, []text.Line{{span}})
			if frame.ASCII {
				shown = text.ASCII(shown)
			}
			if !span.Page.IsZero() {
				shown = "\x1b]8;id=f;" + span.Page.String() + "\x1b\\" + shown + "\x1b]8;;\x1b\\"
			}
			_, _ = emulator.WriteString(shown)
		}
	}
}

func difference(got, want *vt.Emulator) string {
	for y := range want.Height() {
		for x := range want.Width() {
			if g, w := cellAt(got, x, y), cellAt(want, x, y); !g.Equal(&w) {
				return fmt.Sprintf("cell %d,%d: %+v instead of %+v\n%s\ninstead of\n%s", x, y, g, w, got.String(), want.String())
			}
		}
	}
	return ""
}

// cellAt returns a cell without the attributes that a blank does not show.
func cellAt(emulator *vt.Emulator, x, y int) uv.Cell {
	cell := emulator.CellAt(x, y)
	if cell == nil {
		return uv.EmptyCell
	}
	visible := *cell
	if visible.Content == " " || visible.Content == "" && visible.Width == 1 {
		visible.Content, visible.Style.Attrs = " ", visible.Style.Attrs&uv.AttrReverse
		if visible.Style.Attrs == 0 && visible.Style.Underline == uv.UnderlineNone {
			visible.Style.Fg = nil
		}
	}
	return visible
}

// A terminal that received the differences of a sequence of frames shows the last one.
func TestDifferencesShowTheLastFrame(t *testing.T) {
	t.Parallel()
	const sequences = 100_000
	terminals := []string{"xterm-256color", "tmux-256color", "xterm-kitty", "screen-256color", "linux"}
	var workers sync.WaitGroup
	var mutex sync.Mutex
	for worker := range runtime.NumCPU() {
		workers.Go(func() {
			shown, wanted := newEmulator(), newEmulator()
			for seed := worker; seed < sequences; seed += runtime.NumCPU() {
				f := newFrames(uint64(seed))
				name := terminals[f.IntN(len(terminals))]
				canvas := terminal.NewCanvas([]string{"TERM=" + name})
				frame := f.frame
				shown.Resize(frame.Width, frame.Height) // and still shows the last sequence
				_, _ = shown.Write(canvas.Draw(frame))
				for range 1 + f.IntN(5) {
					frame = f.next()
					if shown.Width() != frame.Width || shown.Height() != frame.Height {
						shown.Resize(frame.Width, frame.Height)
					}
					_, _ = shown.Write(canvas.Draw(frame))
				}
				writeWhole(wanted, frame)
				if different := difference(shown, wanted); different != "" {
					mutex.Lock()
					defer mutex.Unlock()
					t.Errorf("sequence %d on %s: %s", seed, name, different)
					return
				}
			}
		})
	}
	workers.Wait()
	require.False(t, t.Failed())
}
