package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// The published source leads to the instructions and back.
func TestModuleSource(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 120, Rows: 40}, "0x1::coin::extract")
	x.WaitFor(`▸ extract`, patience)
	x.Type("s")
	x.WaitUntil("the source of extract", patience, shows(` 6 Source\b`, `public fun extract<CoinType>`, `line of extract, instruction 0`))
	x.Type("/")
	x.WaitFor(`^│ / `, patience)
	x.Type("EINSUFFICIENT_BALANCE")
	x.WaitFor(`2 lines`, patience)
	x.Key("enter")
	x.WaitFor(`assert!\(coin.value >= amount, error::invalid_argument\(EINSUFFICIENT_BALANCE\)\)`, patience)
	x.Key("enter")
	x.WaitUntil("the instructions of the line", patience, shows(` 4 Bytecode\b`, `╭ extract `, `Abort`))
	x.Type("s")
	x.WaitUntil("the line again", patience, shows(` 6 Source\b`, `▸201 `))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// A module is compared with a file, and its package and source are printed.
func TestModuleCommands(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	raw := run(t, "module", "0x1::coin", "-o", "raw")
	require.Zero(t, raw.status, raw.stderr)
	save := func(name, content string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	same := run(t, "diff", "module", "0x1::coin", save("coin.json", raw.stdout))
	require.Zero(t, same.status, same.stderr)
	require.Contains(t, same.stdout, "\nno changes\n")
	_, abi, found := strings.Cut(raw.stdout, `"abi":`)
	require.True(t, found)
	abi = strings.TrimSuffix(strings.TrimSpace(abi), "}")
	changed := run(t, "diff", "module", "0x1::coin", save("abi.json", strings.Replace(abi, `"name":"burn"`, `"name":"burn_all"`, 1)))
	require.Equal(t, 1, changed.status, changed.stderr)
	require.Contains(t, changed.stdout, "breaks  function burn removed\n")
	require.Contains(t, changed.stdout, "a public function must stay: other modules call it\n")

	packages := run(t, "packages", "0x1")
	require.Regexp(t, `(?m)^framework +compatible +0 +\d+ +all `, packages.stdout)
	source := run(t, "module", "0x1::coin", "--published")
	require.Contains(t, source.stdout, "const EINSUFFICIENT_BALANCE: u64 = 6;")
}
