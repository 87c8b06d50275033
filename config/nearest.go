package config

import (
	"slices"
	"strings"
)

// OneOf returns the rule that a value must be one of those allowed. It ends with the one that was probably meant, if there is one.
func OneOf(value string, allowed []string) string {
	rule := "must be one of " + strings.Join(allowed, ", ")
	if nearest := Nearest(value, allowed); nearest != "" {
		rule += "; did you mean " + nearest + "?"
	}
	return rule
}

// Nearest returns the known name that a mistyped one was probably meant to be: at most two edits away, and fewer than half of its
// characters. It is empty if there is none.
func Nearest(typed string, known []string) string {
	nearest, fewest := "", 3
	for _, name := range known {
		if edits := distance(strings.ToLower(typed), strings.ToLower(name)); edits < fewest && 2*edits < len(name) {
			nearest, fewest = name, edits
		}
	}
	return nearest
}

// maxNameLength bounds the names that are compared, in bytes.
const maxNameLength = 64

// distance returns the number of characters to insert, delete, replace or swap with their neighbor to turn a into b.
func distance(a, b string) int {
	if max(len(a), len(b)) > maxNameLength {
		return maxNameLength
	}
	var before, last []int // the two rows above
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last = last, slices.Clone(row)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
