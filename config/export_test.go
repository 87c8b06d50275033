package config

import "strings"

// Replace exports replace to tests.
var Replace = replace

// Related exports related to tests.
var Related = related

// Values returns the values of a document by key.
func Values(document []byte) map[string]string {
	lines, _ := readLines(document)
	values := map[string]string{}
	for _, l := range lines {
		values[strings.Join(l.path, "\x00")] = l.value.toml()
	}
	return values
}
