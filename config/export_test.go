package config

import "strings"

// Replace is replace.
var Replace = replace

// Said returns the values of a document by key.
func Said(document []byte) map[string]string {
	lines, _ := readLines(document)
	said := map[string]string{}
	for _, l := range lines {
		said[strings.Join(l.path, "\x00")] = l.value.toml()
	}
	return said
}
