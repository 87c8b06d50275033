package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// heavyInits are the packages whose initialization allocates more than maxInit: libraries with tables that cannot be built later.
// The last is one of the tests.
var heavyInits = []string{"github.com/charmbracelet/bubbletea", "github.com/google/jsonschema-go/jsonschema", "github.com/itchyny/gojq", "pgregory.net/rapid"}

const maxInit = 64 << 10 // bytes

// Every start of the program, also of foredeck --help, initializes all packages, so none of them builds much then: tables and regular
// expressions are made when they are first used (text.Regexp, sync.OnceValue).
func TestInitializationAllocatesLittle(t *testing.T) {
	t.Parallel()
	program, err := os.Executable() // the tests have the packages of the program
	require.NoError(t, err)
	run := exec.CommandContext(t.Context(), program, "-test.run=^$")
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	output, err := run.CombinedOutput()
	require.NoError(t, err, string(output))
	var heavy []string
	total := 0
	for _, line := range regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, \d+ allocs$`).FindAllStringSubmatch(string(output), -1) {
		bytes, err := strconv.Atoi(line[2])
		require.NoError(t, err)
		if total += bytes; bytes > maxInit && !strings.HasSuffix(line[1], "cmd/foredeck") { // that has the variables of its tests
			heavy = append(heavy, line[1])
		}
	}
	require.Positive(t, total, string(output))
	require.ElementsMatch(t, heavyInits, heavy, "packages whose initialization allocates more than %d bytes", maxInit)
}
