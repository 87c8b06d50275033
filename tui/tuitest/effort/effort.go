// Package effort says how much work tests do. It imports nothing of the project, so that tests of every package can use it.
package effort

import (
	"flag"
	"os"
	"testing"

	_ "pgregory.net/rapid" // has registered its flags before init
)

// Long reports whether FOREDECK_LONG_TESTS is set: in packages whose tests import this one property tests then run 100 cases instead of
// 20, or of 5 under the race detector, and others more cases too.
var Long = os.Getenv("FOREDECK_LONG_TESTS") != ""

func init() {
	checks := "20"
	if Race {
		checks = "5"
	}
	if !Long {
		_ = flag.Set("rapid.checks", checks) // a flag on the command line still overrides it
	}
}

// SkipUnderRace skips a test that computes for long in one goroutine, such as thousands of frames. Under the race detector it would take
// minutes and find no more than the other tests.
func SkipUnderRace(t *testing.T) {
	t.Helper()
	if Race {
		t.Skip("too slow under the race detector")
	}
}
