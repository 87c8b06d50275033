package main

import (
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"maps"
	"reflect"
	"slices"
	"time"
)

// moment is a frame and how long it is shown.
type moment struct {
	frame frame
	shown time.Duration
}

// animate encodes moments as a GIF. Frames after the first hold only what changed.
func animate(p *painter, moments []moment) *gif.GIF {
	pictures := make([]*image.RGBA, len(moments))
	count := map[color.RGBA]int{}
	for i, m := range moments {
		pictures[i] = p.paint(m.frame)
		for at := 0; at < len(pictures[i].Pix); at += 4 {
			count[pixel(pictures[i], at)]++
		}
	}
	palette, place := paletteOf(count)
	animation := &gif.GIF{Config: image.Config{ColorModel: palette, Width: pictures[0].Bounds().Dx(), Height: pictures[0].Bounds().Dy()}}
	for i, picture := range pictures {
		changed := picture.Bounds()
		if i > 0 {
			changed = difference(pictures[i-1], picture)
		}
		part := image.NewPaletted(changed, palette)
		for y := changed.Min.Y; y < changed.Max.Y; y++ {
			for x := changed.Min.X; x < changed.Max.X; x++ {
				at := picture.PixOffset(x, y)
				index := place[pixel(picture, at)]
				if i > 0 && pixel(pictures[i-1], at) == pixel(picture, at) {
					index = 0 // transparent: unchanged
				}
				part.Pix[part.PixOffset(x, y)] = index
			}
		}
		animation.Image = append(animation.Image, part)
		animation.Delay = append(animation.Delay, int(moments[i].shown/(10*time.Millisecond)))
		animation.Disposal = append(animation.Disposal, gif.DisposalNone)
	}
	return animation
}

func pixel(picture *image.RGBA, at int) color.RGBA {
	return color.RGBA{picture.Pix[at], picture.Pix[at+1], picture.Pix[at+2], 0xff}
}

// maxColors is the number of colors of a GIF besides the transparent one.
const maxColors = 255

// paletteOf returns the most used colors after the transparent one, and maps each color to the nearest of them.
func paletteOf(count map[color.RGBA]int) (color.Palette, map[color.RGBA]uint8) {
	colors := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(hex(a), hex(b)))
	})
	palette := color.Palette{color.RGBA{}}
	for _, c := range colors[:min(maxColors, len(colors))] {
		palette = append(palette, c)
	}
	place := map[color.RGBA]uint8{}
	for _, c := range colors {
		place[c] = uint8(palette[1:].Index(c) + 1)
	}
	return palette, place
}

// difference returns the smallest rectangle that contains all differences between two pictures of one size, or a single pixel if they are equal.
func difference(before, after *image.RGBA) image.Rectangle {
	changed := image.Rectangle{}
	for y := after.Rect.Min.Y; y < after.Rect.Max.Y; y++ {
		for x := after.Rect.Min.X; x < after.Rect.Max.X; x++ {
			if at := after.PixOffset(x, y); pixel(before, at) != pixel(after, at) {
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if changed.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return changed
}

const (
	// minShown is the shortest time a frame is shown. A frame is recorded once it has not changed for that time.
	minShown = 50 * time.Millisecond
	// lastShown is how long the last frame is shown before the animation repeats.
	lastShown = 3 * time.Second
)

// film records the frames of a stage.
type film struct {
	stage   *stage
	stop    chan struct{}
	stopped chan struct{}
	moments []moment
}

// film starts a recording.
func (s *stage) film() *film {
	f := &film{stage: s, stop: make(chan struct{}), stopped: make(chan struct{})}
	go f.take()
	return f
}

// take records frames until the film ends.
func (f *film) take() {
	defer close(f.stopped)
	began := time.Now()
	for {
		changed := f.stage.Changed()
		f.add(f.stage.frame(), time.Since(began))
		select {
		case <-changed:
		case <-f.stop:
			return
		}
		time.Sleep(minShown)
	}
}

// add adds a frame shown since a time, unless it equals the last one.
func (f *film) add(drawn frame, since time.Duration) {
	last := len(f.moments) - 1
	if last >= 0 && reflect.DeepEqual(f.moments[last].frame, drawn) {
		return
	}
	if last >= 0 {
		f.moments[last].shown = since - f.moments[last].shown // it held its start until now
	}
	f.moments = append(f.moments, moment{drawn, since})
}

// end ends the recording and returns its moments.
func (f *film) end() []moment {
	close(f.stop)
	<-f.stopped
	f.moments[len(f.moments)-1].shown = lastShown
	return f.moments
}
