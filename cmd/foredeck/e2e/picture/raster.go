package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"os"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

const (
	fontSize     = 13.34 // the size in points at which most monospace fonts are eight pixels wide
	rasterMargin = 10
)

// painter draws frames as pixels and caches glyphs.
type painter struct {
	look          look
	regular, bold font.Face
	cell          cellSize
	baseline      int
	drawn         map[glyph]*image.RGBA
}

// newPainter returns a painter that uses the font of a file, or Go Mono.
func newPainter(l look, fontFile string) (*painter, error) {
	regular, bold := gomono.TTF, gomonobold.TTF
	if fontFile != "" {
		content, err := os.ReadFile(fontFile)
		if err != nil {
			return nil, err
		}
		regular, bold = content, content
	}
	p := &painter{look: l, drawn: map[glyph]*image.RGBA{}}
	var err error
	if p.regular, err = face(regular); err == nil {
		p.bold, err = face(bold)
	}
	if err != nil {
		return nil, fmt.Errorf("the font %s: %w", fontFile, err)
	}
	advance, _ := p.regular.GlyphAdvance('0')
	metrics := p.regular.Metrics()
	p.baseline = metrics.Ascent.Ceil() + 1
	p.cell = cellSize{width: float64(advance.Round()), height: float64(p.baseline + metrics.Descent.Ceil()), line: 1}
	return p, nil
}

func face(content []byte) (font.Face, error) {
	parsed, err := opentype.Parse(content)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(parsed, &opentype.FaceOptions{Size: fontSize, DPI: 72, Hinting: font.HintingNone})
}

// paint draws a frame.
func (p *painter) paint(f frame) *image.RGBA {
	width, height := int(p.cell.width), int(p.cell.height)
	painted := image.NewRGBA(image.Rect(0, 0, len(f[0])*width+2*rasterMargin, len(f)*height+2*rasterMargin))
	draw.Draw(painted, painted.Bounds(), image.NewUniform(p.look.window), image.Point{}, draw.Src)
	for y, row := range f {
		for x, g := range row {
			if g.text == "" {
				continue // the first half of a wide character covers it
			}
			place := image.Rect(0, 0, width, height).Add(image.Pt(rasterMargin+x*width, rasterMargin+y*height))
			draw.Draw(painted, place, p.glyph(g), image.Point{}, draw.Src)
		}
	}
	return painted
}

func (p *painter) glyph(g glyph) *image.RGBA {
	if known := p.drawn[g]; known != nil {
		return known
	}
	cell := image.NewRGBA(image.Rect(0, 0, int(p.cell.width), int(p.cell.height)))
	p.drawn[g] = cell
	draw.Draw(cell, cell.Bounds(), image.NewUniform(g.paper), image.Point{}, draw.Src)
	character, _ := utf8.DecodeRuneInString(g.text)
	if shape, ok := shapeOf(character, p.cell); ok {
		fill(cell, shape, g.ink)
	} else {
		used := p.regular
		if g.bold {
			used = p.bold
		}
		(&font.Drawer{Dst: cell, Src: image.NewUniform(g.ink), Face: used, Dot: fixed.P(0, p.baseline)}).DrawString(g.text)
	}
	if g.underlined {
		fill(cell, []outline{box(0, float64(p.baseline+2), p.cell.width, float64(p.baseline+3))}, g.ink)
	}
	return cell
}

// fill fills outlines with a color.
func fill(onto *image.RGBA, shape []outline, ink color.RGBA) {
	for _, around := range shape {
		filling := vector.NewRasterizer(onto.Bounds().Dx(), onto.Bounds().Dy())
		for i, corner := range around {
			x, y := float32(math.Round(corner.x*64)/64), float32(math.Round(corner.y*64)/64)
			if i == 0 {
				filling.MoveTo(x, y)
			} else {
				filling.LineTo(x, y)
			}
		}
		filling.ClosePath()
		filling.Draw(onto, onto.Bounds(), image.NewUniform(ink), image.Point{})
	}
}
