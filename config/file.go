package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// File is a file of settings.
type File struct {
	Path  string
	stamp Stamp
	lines []line
	wrong []Problem // lines that cannot be read at all
}

// ReadFile reads a file of settings. The error tells of one that cannot be read; what is wrong in it is told by Resolve. A file
// that is not there says nothing, unless it has to be there.
func ReadFile(path string, hasToBe bool) (*File, error) {
	stamp := StampOf(path) // before it is read: what is written from now on is another state
	document, err := read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !hasToBe:
		return &File{Path: path}, nil
	case err != nil:
		return nil, err
	}
	f := &File{Path: path, stamp: stamp}
	f.lines, f.wrong = readLines(document)
	return f, nil
}

// mostSettings bounds the file of settings: what is longer is another file.
const mostSettings = 1 << 20

// read reads a file, which may be a pipe or a device without an end.
func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // it was only read
	document, err := io.ReadAll(io.LimitReader(file, mostSettings+1))
	if err == nil && len(document) > mostSettings {
		err = fmt.Errorf("%s: more than %d bytes are too many for a file of settings", path, mostSettings)
	}
	return document, err
}

// apply puts what the file says over the settings, and names what is wrong.
func (f *File) apply(s *Settings) {
	s.Stamp, s.lines = f.stamp, f.lines
	s.Problems = append(s.Problems, f.wrong...)
	named := map[string]int{} // networks of the file alone, with the line on which each begins
	for _, l := range f.lines {
		if err := f.applyLine(s, l, named); err != nil {
			s.Problems = append(s.Problems, Problem{l.number, l.key(), err.Error()})
		}
	}
	if problem := s.misfit(); problem != nil {
		s.Problems = append(s.Problems, *problem)
		s.Sizes = DefaultSizes()
	}
	for i := len(s.Networks) - 1; i >= 0; i-- {
		network := &s.Networks[i]
		if len(network.BaseURLs) == 0 && network.Name != Simulated {
			s.Problems = append(s.Problems, Problem{named[network.Name], "networks." + bareOrQuoted(network.Name), "has no base_urls that could be asked, and is left out"})
			s.Networks = slices.Delete(s.Networks, i, i+1)
		}
	}
	slices.SortStableFunc(s.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}

// fileOrigin says that a value comes from the file.
func fileOrigin(line int) string { return fmt.Sprintf("line %d", line) }

var errNoOption = errors.New("there is no such option")

func (f *File) applyLine(s *Settings, l line, named map[string]int) error {
	key := l.key()
	origin := fileOrigin(l.number)
	for _, option := range options {
		if option.key == key {
			err := option.set(s, l.value)
			if err == nil {
				s.origins[key] = origin
			}
			return err
		}
	}
	switch table := l.path[0]; {
	case key == "network":
		name, err := l.value.string()
		if err == nil {
			s.Network.Name, s.networkLine, s.origins["network"] = name, l.number, origin
		}
		return err
	case table == "names" && len(l.path) == 2:
		address, err := l.value.string()
		switch {
		case err != nil:
			return err
		case !nameForm.MatchString(l.path[1]):
			return errors.New("a name is letters, digits, - and _, and begins with a letter")
		case !addressForm.MatchString(address):
			return errors.New("must be an address: up to 64 hexadecimal digits behind 0x")
		}
		s.Names = append(s.Names, Name{l.path[1], address})
		s.origins[key] = origin
		return nil
	case table == "decimals" && len(l.path) == 2:
		decimals, err := l.value.unsigned(MostDecimals)
		switch {
		case err != nil:
			return err
		case !typeForm.MatchString(l.path[1]):
			return errors.New("must be the type of a coin, in quotes, such as \"0x1::coins::Coin\"")
		}
		s.Coins = append(s.Coins, Coin{l.path[1], int(decimals), l.number})
		s.origins[key] = origin
		return nil
	case table == "keys" && len(l.path) > 1:
		keys, err := l.value.strings()
		switch {
		case err != nil:
			return err
		case len(keys) == 0 || slices.Contains(keys, ""):
			return errors.New("must name a key at least")
		}
		s.Keys = append(s.Keys, Binding{strings.Join(l.path[1:], "."), keys, l.number})
		return nil
	case table == "networks" && len(l.path) == 3:
		return f.applyToNetwork(s, l, origin, named)
	}
	return errNoOption
}

func (f *File) applyToNetwork(s *Settings, l line, origin string, named map[string]int) error {
	name := l.path[1]
	i := slices.IndexFunc(networkOptions, func(option option[Network]) bool { return option.key == l.path[2] })
	switch {
	case !nameForm.MatchString(name):
		return errors.New("the name of a network is letters, digits, - and _, and begins with a letter")
	case i < 0:
		return errNoOption
	case name == Simulated && l.path[2] != "decimals":
		return errors.New("the simulated network is inside of the program: there is nothing to be said of it")
	}
	at := slices.IndexFunc(s.Networks, func(network Network) bool { return network.Name == name })
	if at < 0 {
		at = len(s.Networks)
		s.Networks = append(s.Networks, usual(name))
		named[name] = l.number
	}
	err := networkOptions[i].set(&s.Networks[at], l.value)
	if err == nil {
		s.origins[l.key()] = origin
	}
	return err
}
