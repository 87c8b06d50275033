package main

import (
	"bytes"
	"context"
	"os"
	"slices"
	"sync"
	"unicode/utf8"

	"foredeck/config"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

// encoding is how a command line prints text: as it is, or in ASCII if the settings or the locale require that.
type encoding struct {
	flags *globalFlags
	guess func() bool // whether it is ASCII, for commands that print before they have read the settings, or do not read them
	mutex sync.Mutex
	known bool // from the settings
	isSet bool // the option ascii

}

func newEncoding(flags *globalFlags, arguments []string) *encoding {
	isGiven := slices.Contains(arguments, "--ascii") // perhaps after a flag that is wrong
	flags.encoding = &encoding{flags: flags, guess: sync.OnceValue(func() bool { return isGiven || flags.guessASCII() })}
	return flags.encoding
}

// set uses the settings that were read.
func (e *encoding) set(settings *config.Settings) {
	if e == nil {
		return // in tests of a part
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.known, e.isSet = true, settings.ASCII
}

// isASCII reports whether text is printed in ASCII. What a node sent is printed as it is in the format raw.
func (e *encoding) isASCII() bool {
	if e.flags.output == "raw" {
		return false
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if !e.known {
		return e.guess()
	}
	return e.isSet
}

// ascii returns text in ASCII, without an incomplete character at its end.
func (e *encoding) ascii(written []byte) (encoded, rest []byte) {
	for back := 1; back <= min(utf8.UTFMax-1, len(written)); back++ {
		if last := written[len(written)-back:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			written, rest = written[:len(written)-back], bytes.Clone(last)
			break
		}
	}
	return text.AppendASCII(nil, written, slices.Contains([]string{"", record.Table, record.Wide, record.Plain}, e.flags.output)), rest
}

// guessASCII returns the option ascii without the rest of the settings, which may be invalid.
func (f *globalFlags) guessASCII() bool {
	if f.visitor != nil {
		settings, err := f.visitor.settings(f)
		return err == nil && settings.ASCII
	}
	var file *config.File
	if path, _, err := f.configPath(); err == nil {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() { // a pipe can be read only once
			file, _ = f.readConfigFile(context.Background()) // errors are reported by commands that need it
		}
	}
	settings, err := config.Resolve(config.Flags{ASCII: f.ASCII}, func(name string) string {
		if name == "FOREDECK_NETWORK" {
			return ""
		}
		return f.getenv(name)
	}, file)
	return err == nil && settings.ASCII
}
