package config

import (
	"errors"
	"fmt"
	"strconv"
)

// Size is a window size in columns and rows.
type Size struct{ Width, Height int }

// String returns the size as in the file: 120x36.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }

// contains reports whether the other size is no larger in either direction.
func (s Size) contains(other Size) bool { return s.Width >= other.Width && s.Height >= other.Height }

// Sizes holds the minimum window sizes of the layouts. Each is at least as large as the next.
type Sizes struct {
	Wide    Size // preview next to lists
	Full    Size // everything else
	Compact Size // boxes, one panel at a time
	Rules   Size // rules instead of boxes
	Small   Size // one list or value; below it, one line
}

var sizeForm = lazily(`^([1-9]\d{0,3})x([1-9]\d{0,3})$`)

// sizeOf parses a size of at least minimum, which the layout needs.
func sizeOf(written string, minimum Size) (Size, error) {
	parts := sizeForm().FindStringSubmatch(written)
	if parts != nil {
		width, _ := strconv.Atoi(parts[1]) // they are digits
		height, _ := strconv.Atoi(parts[2])
		if size := (Size{width, height}); size.contains(minimum) {
			return size, nil
		}
	}
	return Size{}, fmt.Errorf("must be a size of at least %s, in quotes, such as \"120x36\"", minimum)
}

func sizeOption(key, help, initial, minimum string, at func(*Sizes) *Size) option[Settings] {
	smallest, smallestErr := sizeOf(minimum, Size{})
	size, err := sizeOf(initial, smallest)
	if err = errors.Join(smallestErr, err); err != nil {
		panic(err) // a mistake in the table of options
	}
	read := func(v value) (Size, error) {
		written, err := v.string()
		if err != nil {
			return Size{}, err
		}
		return sizeOf(written, smallest)
	}
	field := func(s *Settings) *Size { return at(&s.Sizes) }
	return fieldOption(key, help, field, read, func(s Size) string { return quoted(s.String()) }).withDefault(func(s *Settings) { *field(s) = size })
}

// sizeConflict returns the problem of a size that is larger than that of the next richer layout, or nil.
func (s *Settings) sizeConflict() *Problem {
	named := []struct {
		key  string
		size Size
	}{{"wide", s.Sizes.Wide}, {"full", s.Sizes.Full}, {"compact", s.Sizes.Compact}, {"rules", s.Sizes.Rules}, {"small", s.Sizes.Small}}
	for i := range named[1:] {
		larger, smaller := named[i], named[i+1]
		if larger.size.contains(smaller.size) {
			continue
		}
		problem := &Problem{Rule: fmt.Sprintf("%s must not be larger than %s (%s); using the default sizes", smaller.key, larger.key, larger.size)}
		for _, l := range s.lines {
			if key := l.key(); key == "sizes."+larger.key || key == "sizes."+smaller.key {
				problem.Line, problem.Key = l.number, key
			}
		}
		return problem
	}
	return nil
}
