package theme

import "github.com/lucasb-eyer/go-colorful"

// Ramp holds the styles of magnitudes, from the first of three colors over the second to the third.
type Ramp [5]Style

// At returns the style of a magnitude: the first color at 0 and below, the second at 0.5, the third at 1 and above, and a color between two
// of them elsewhere.
func (r *Ramp) At(magnitude float64) Style {
	return r[int(min(max(magnitude, 0), 1)*float64(len(r)-1)+0.5)]
}

// ramp returns the ramp over three colors of the set. Colors of the terminal have none between them, so magnitudes have the nearer one.
func (s set) ramp(depth Depth, style func(color string) Style, keys [3]string) (r Ramp) {
	background, isKnown := rgb(s.colors["background"].hex)
	last := ""
	for i := range r {
		at := float64(i) / float64(len(r)-1) * 2 // of the three colors
		from := min(int(at), 1)
		between := at - float64(from)
		if keys[from] == keys[from+1] && i > 0 {
			r[i] = r[i-1]
			continue
		}
		color := s.at(keys[int(at+0.49)], depth)
		if between > 0 && between < 1 {
			low, ok := rgb(s.at(keys[from], depth))
			high, known := rgb(s.at(keys[from+1], depth))
			if ok && known {
				color = s.between(low, high, between, depth, background, isKnown)
			}
		}
		if r[i] = style(color); i > 0 && color == last {
			r[i] = r[i-1]
		}
		last = color
	}
	return r
}

// between returns a color on the way from one to another, readable if both are.
func (s set) between(low, high colorful.Color, way float64, depth Depth, background colorful.Color, isKnown bool) string {
	mixed := low.BlendLab(high, way).Clamped()
	switch {
	case depth != TwoHundredFiftySix:
		return mixed.Hex()
	case isKnown:
		return nearestText(mixed, background)
	}
	return nearest(mixed, anyColor)
}
