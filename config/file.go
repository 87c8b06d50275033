package config

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sort"
	"strings"
)

// File is a config file.
type File struct {
	Path       string
	stamp      Stamp
	digest     [sha256.Size]byte
	lines      []line
	unreadable []Problem // lines that are not TOML
}

// ReadFile reads a config file, which may be a pipe. It fails if the file cannot be read, or if ctx ends before; Resolve reports
// invalid lines. A file that does not exist is like an empty one, unless it is required.
func ReadFile(ctx context.Context, path string, required bool) (*File, error) {
	stamp := StampOf(path) // before reading, so that a later write is noticed
	document, err := WaitFor(ctx, func() ([]byte, error) { return read(path) })
	switch {
	case errors.Is(err, fs.ErrNotExist) && !required:
		return &File{Path: path}, nil
	case err != nil:
		return nil, err
	}
	f := &File{Path: path, stamp: stamp, digest: sha256.Sum256(document)}
	f.lines, f.unreadable = readLines(document)
	return f, nil
}

// maxFileSize is the maximum size of a config file in bytes.
const maxFileSize = 1 << 20

// read reads a file, which may also be a pipe or an endless device.
func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // it was only read
	document, err := io.ReadAll(io.LimitReader(file, maxFileSize+1))
	if err == nil && len(document) > maxFileSize {
		err = fmt.Errorf("%s: larger than %d bytes, the limit of a config file", path, maxFileSize)
	}
	return document, err
}

// apply applies the file to the settings, and adds its problems.
func (f *File) apply(s *Settings) {
	s.Stamp, s.digest, s.lines = f.stamp, f.digest, f.lines
	s.Problems = append(s.Problems, f.unreadable...)
	named := map[string]int{} // networks that only the file has, with their first line
	for _, l := range f.lines {
		if err := f.applyLine(s, l, named); err != nil {
			s.Problems = append(s.Problems, Problem{l.number, l.key(), err.Error()})
		}
	}
	if problem := s.sizeConflict(); problem != nil {
		s.Problems = append(s.Problems, *problem)
		s.Sizes = defaults().Sizes
	}
	for i := len(s.Networks) - 1; i >= 0; i-- {
		network := &s.Networks[i]
		if len(network.BaseURLs) == 0 && network.Name != Simulated {
			s.Problems = append(s.Problems, Problem{named[network.Name], "networks." + bareOrQuoted(network.Name), "has no valid base_urls and is ignored"})
			s.Networks = slices.Delete(s.Networks, i, i+1)
		}
	}
	s.Problems = append(s.Problems, s.validatorProblems()...)
	holdings.dropIncomplete(s)
	commands.dropIncomplete(s)
	s.dropIncompleteReceivers()
	sort.SliceStable(s.Problems, func(i, j int) bool { return s.Problems[i].Line < s.Problems[j].Line })
}

// SameFile reports whether two settings are from files with the same content.
func (s *Settings) SameFile(other *Settings) bool { return s.digest == other.digest }

// fileOrigin is the origin of a value in the file.
func fileOrigin(line int) string { return fmt.Sprintf("line %d", line) }

var errNoOption = errors.New("unknown option")

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
		case !nameForm().MatchString(l.path[1]):
			return errors.New("a name must consist of letters, digits, - and _, and start with a letter")
		case !addressForm().MatchString(address):
			return errors.New("must be an address: 0x and up to 64 hex digits")
		}
		s.Names = append(s.Names, Name{l.path[1], address})
		s.origins[key] = origin
		return nil
	case table == "groups":
		return s.applyGroup(l)
	case table == "decimals" && len(l.path) == 2:
		decimals, err := l.value.unsigned(MaxDecimals)
		switch {
		case err != nil:
			return err
		case !typeForm().MatchString(l.path[1]):
			return errors.New("must be a coin type in quotes, such as \"0x1::coins::Coin\"")
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
			return errors.New("must have at least one key")
		}
		s.Keys = append(s.Keys, Binding{strings.Join(l.path[1:], "."), keys, l.number})
		return nil
	case table == "holdings":
		return s.applyHolding(l)
	case table == "aliases":
		return s.applyAlias(l)
	case table == "queries":
		return s.applyQuery(l)
	case table == "jumps":
		return s.applyJump(l)
	case table == "commands":
		return commands.apply(s, l, "command", `[commands.show] with command = "foredeck tx {hash}"`, newCommand)
	case table == "receivers":
		return receivers.apply(s, l, "receiver", `[receivers.pager] with url = "https://alertmanager.example.org"`, newReceiver)
	case isValidator(l.path):
		return s.applyValidator(l)
	case table == "networks" && len(l.path) == 3:
		return f.applyToNetwork(s, l, origin, named)
	}
	return errNoOption
}

func (f *File) applyToNetwork(s *Settings, l line, origin string, named map[string]int) error {
	name := l.path[1]
	i := slices.IndexFunc(networkOptions, func(option option[Network]) bool { return option.key == l.path[2] })
	switch {
	case !nameForm().MatchString(name):
		return errors.New("the name of a network must consist of letters, digits, - and _, and start with a letter")
	case i < 0:
		return errNoOption
	case name == Simulated && l.path[2] != "decimals":
		return errors.New("the simulated network has only the option decimals")
	}
	at := findNetwork(s.Networks, name)
	if at < 0 {
		at = len(s.Networks)
		s.Networks = append(s.Networks, newNetwork(name))
		named[name] = l.number
	}
	err := networkOptions[i].set(&s.Networks[at], l.value)
	if err == nil {
		s.origins[l.key()] = origin
	}
	return err
}
