package hostile_test

import (
	"os/exec"
	"regexp"
	"strings"
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

// screens are on the way of the tours, by a pattern of the screen that is unlike all others.
var screens = map[string]string{
	"home": `Go to`, "account": `› Account \S+ › Sent`, "coin transfers": `› Coin transfers`, "automated": `› Automated`, "modules": `\[4 Modules\]`,
	"resources": `\[5 Resources\]`, "resource": `› Resources › \S`, "transaction": `› seq [0-9,]+`, "arguments": `\[1 Arguments\]`, "payload": `\[2 Payload\]`,
	"events": `\[3 Events`, "output": `\[4 Output\]`, "authenticator": `\[5 Authenticator\]`, "raw": `\[6 Raw JSON\]`,
	"module": `› Module 0x1::coin`, "structs": `\[2 Structs`, "friends": `\[3 Friends`, "bytecode": `\[4 Bytecode`, "ABI": `\[5 `,
	"view": `TYPE ARGUMENTS`, "callers": `Calls of 0x1`, "help": `Keys on this screen`, "blocks": `Blocks`, "alerts": `› Blocks › Alerts`, "block": `› Blocks › block [0-9,]+`,
	"price": `› Price › btc_usdt`, "requests": `Requests`, "networks": `Networks`, "settings": `Settings`, "palette": `Command`, "chooser": `┌ Copy as`,
}

// The tours visit every screen of a node that is not hostile.
func TestToursVisitEveryScreen(t *testing.T) {
	var all strings.Builder
	t.Run("tours", func(t *testing.T) {
		for _, s := range subjects() {
			if !s.deck {
				continue
			}
			t.Run(s.name, func(t *testing.T) {
				c := trial{truthful, s}
				c.run(t, func(screen string) { all.WriteString(screen + "\n\n") })
			})
		}
	})
	for name, pattern := range screens {
		require.Regexp(t, regexp.MustCompile(pattern), all.String(), name)
	}
}
