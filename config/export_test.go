package config

import "strings"

// Replace is replace.
var Replace = replace

// Said is what a document says, by its keys.
func Said(document []byte) map[string]string {
	lines, _ := readLines(document)
	said := map[string]string{}
	for _, l := range lines {
		said[strings.Join(l.path, "\x00")] = l.value.toml()
	}
	return said
}
