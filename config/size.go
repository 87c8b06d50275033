package config

import (
	"fmt"
	"regexp"
	"strconv"
)

// Size is a width and a height of the window, in columns and rows.
type Size struct{ Width, Height int }

// String is the size as it is written in the file.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }

// holds tells that the other size is no larger in either direction.
func (s Size) holds(other Size) bool { return s.Width >= other.Width && s.Height >= other.Height }

// Sizes are from which sizes of the window on more is drawn. Each is at least as large as the next.
type Sizes struct {
	Wide    Size // a preview beside lists
	Full    Size // everything else
	Compact Size // boxes, one panel at a time
	Rules   Size // rules in the place of boxes
	Small   Size // one list or one value; below it, one line
}

// DefaultSizes are those where nothing is said.
func DefaultSizes() Sizes {
	return Sizes{Size{120, 36}, Size{100, 30}, Size{80, 24}, Size{60, 20}, Size{40, 12}}
}

var sizeForm = regexp.MustCompile(`^([1-9]\d{0,3})x([1-9]\d{0,3})$`)

// sizeOf reads a size that can be drawn in: what is drawn in a window needs its room.
func sizeOf(written string, least Size) (Size, error) {
	parts := sizeForm.FindStringSubmatch(written)
	if parts != nil {
		width, _ := strconv.Atoi(parts[1]) // of digits alone
		height, _ := strconv.Atoi(parts[2])
		if size := (Size{width, height}); size.holds(least) {
			return size, nil
		}
	}
	return Size{}, fmt.Errorf("must be a width and a height from %s on, in quotes, such as %q", least, DefaultSizes().Wide)
}

func sizeOption(key, does, least string, at func(*Sizes) *Size) option[Settings] {
	smallest, err := sizeOf(least, Size{})
	if err != nil {
		panic(err) // the table of options is wrong
	}
	return option[Settings]{
		key: key, does: does,
		set: func(s *Settings, v value) (err error) {
			*at(&s.Sizes), err = keepOnError(*at(&s.Sizes), v, func(v value) (Size, error) {
				written, err := v.string()
				if err != nil {
					return Size{}, err
				}
				return sizeOf(written, smallest)
			})
			return err
		},
		toml: func(s *Settings) string { return quoted(at(&s.Sizes).String()) },
	}
}

// misfit names the line that makes a size larger than the one from which on more is drawn; nil: they fall.
func (s *Settings) misfit() *Problem {
	named := []struct {
		key  string
		size Size
	}{{"wide", s.Sizes.Wide}, {"full", s.Sizes.Full}, {"compact", s.Sizes.Compact}, {"rules", s.Sizes.Rules}, {"small", s.Sizes.Small}}
	for i := range named[1:] {
		larger, smaller := named[i], named[i+1]
		if larger.size.holds(smaller.size) {
			continue
		}
		problem := &Problem{Rule: fmt.Sprintf("%s must not be larger than %s, %s; all sizes are the default", smaller.key, larger.key, larger.size)}
		for _, l := range s.lines {
			if key := l.key(); key == "sizes."+larger.key || key == "sizes."+smaller.key {
				problem.Line, problem.Key = l.number, key
			}
		}
		return problem
	}
	return nil
}
