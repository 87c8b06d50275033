package hostile_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/hostile"
	built "foredeck/cmd/foredeck/e2e/program"
)

// truthful is a mode that changes nothing.
var truthful = hostile.Mode{Name: "none", Alter: func(*hostile.Exchange) {}}

// The commands of the test succeed on a node that is not hostile.
func TestCommandsSucceed(t *testing.T) {
	t.Parallel()
	for _, s := range subjects() {
		if s.deck || s.interrupt {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			u := upstreams[1]
			command := exec.CommandContext(t.Context(), program, append(s.command(u, "table"), "--base-url", u.url)...)
			command.Env = built.Environment(t.TempDir(), "FOREDECK_API_KEY="+apiKey, "FOREDECK_CONSENSUS_TOKEN="+token)
			output, err := command.CombinedOutput()
			require.NoError(t, err, "%s", output)
		})
	}
}

// The tours visit the screens that they name if the node is not hostile.
func TestToursVisitScreens(t *testing.T) {
	t.Parallel()
	for _, s := range subjects() {
		if s.deck {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				trial{truthful, s}.run(t)
			})
		}
	}
}
