package main

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

func TestModulesInEveryForm(t *testing.T) {
	t.Parallel()
	// Version 1 of a deployed node gives names alone.
	versions := []string{"auto", "v2", "v3"}
	modules := readLines[moduleShape](t, inEveryForm(t, versions, "modules", "0x1", "--all", "-o", "jsonl"))
	require.GreaterOrEqual(t, len(modules), 20)
	require.Equal(t, modules, read[[]moduleShape](t, inEveryForm(t, versions, "modules", "0x1", "--all", "-o", "json")))
	rows, err := csv.NewReader(strings.NewReader(inEveryForm(t, versions, "modules", "0x1", "--all", "-o", "csv"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"address", "name", "bytecode_size", "friends", "functions", "structs"}, rows[0])
	table := lines(t, inEveryForm(t, versions, "modules", "0x1", "--all"))
	wide := lines(t, inEveryForm(t, versions, "modules", "0x1", "--all", "-o", "wide"))
	require.Equal(t, "MODULE                                FUNCTIONS   VIEW  ENTRY  STRUCTS    BYTECODE", table[0])
	require.Regexp(t, `^MODULE +FUNCTIONS +VIEW +ENTRY +STRUCTS +BYTECODE +FRIENDS$`, wide[0])
	require.Len(t, rows, 1+len(modules))
	require.Len(t, table, 1+len(modules))
	require.Len(t, wide, 1+len(modules))
	for i, module := range modules {
		require.Equal(t, "0x0000000000000000000000000000000000000000000000000000000000000001", module.Address)
		require.Equal(t, []string{module.Address, module.Name}, rows[1+i][:2])
		require.NotNil(t, module.BytecodeSize)
		require.True(t, strings.HasPrefix(table[1+i], "0x1::"+module.Name+" "), table[1+i])
		require.True(t, strings.HasPrefix(wide[1+i], "0x1::"+module.Name+" "), wide[1+i])
	}
	require.Len(t, readLines[moduleShape](t, inEveryForm(t, versions, "modules", "0x1", "--limit", "3", "-o", "jsonl")), 3)
}

func TestModulesV1(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Deployed)
	got := foredeck(t, "modules", "0x1", "--limit", "2", "--rpc-version", "v1", "--base-url", network.BaseURL(), "-o", "jsonl")
	require.Zero(t, got.code, got.stderr)
	for _, line := range lines(t, got.stdout) {
		require.Regexp(t, `^{"address":"0x0{63}1","name":"\w+","bytecode_size":null,"friends":null,"functions":null,"structs":null,"problems":\[\],"other":null}$`, line)
	}
	got = foredeck(t, "modules", "0x1", "--limit", "2", "--rpc-version", "v1", "--base-url", network.BaseURL())
	require.Regexp(t, `\n0x1::\w+ +– +– +– +– +–\n$`, got.stdout)
}

func TestModuleInEveryForm(t *testing.T) {
	t.Parallel()
	versions := []string{"auto", "v2", "v3"}
	whole := read[moduleShape](t, inEveryForm(t, versions, "module", "0x1::coin", "-o", "json"))
	require.Equal(t, "coin", whole.Name)
	require.NotEmpty(t, whole.Structs)
	views, entries := 0, 0
	for _, function := range whole.Functions {
		if function.IsView {
			views++
		}
		if function.IsEntry {
			entries++
		}
	}
	for filter, want := range map[string]int{"all": len(whole.Functions), "view": views, "entry": entries} {
		require.NotZero(t, want)
		shown := read[moduleShape](t, inEveryForm(t, versions, "module", "0x1::coin", "--functions", filter, "-o", "jsonl"))
		require.Len(t, shown.Functions, want)
		for _, format := range []string{"table", "wide", "csv"} {
			require.Len(t, lines(t, inEveryForm(t, everyVersion, "module", "0x1::coin", "--functions", filter, "-o", format)), 1+want)
		}
	}
	table := inEveryForm(t, everyVersion, "module", "0x1::coin")
	require.Regexp(t, `^FUNCTION +VISIBILITY +KIND +PARAMETERS +RETURN\n`, table)
	require.Regexp(t, `\nbalance<T0> +public +view +address +u64\n`, table)
	rows, err := csv.NewReader(strings.NewReader(inEveryForm(t, everyVersion, "module", "0x1::coin", "-o", "csv"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"name", "visibility", "is_entry", "is_view", "type_params", "params", "return"}, rows[0])
	require.Contains(t, rows, []string{"balance", "public", "false", "true", "T0", "address", "u64"})
}

func TestModuleAsSource(t *testing.T) {
	t.Parallel()
	source := inEveryForm(t, everyVersion, "module", "0x1::coin", "--source")
	require.True(t, strings.HasPrefix(source, "module 0x1::coin {\n"))
	require.True(t, strings.HasSuffix(source, "}\n"))
	for _, declared := range []string{"struct CoinStore<phantom T0> has key {\n", "#[view]", "public fun balance<T0>("} {
		require.Contains(t, source, declared)
	}
}

func TestModuleRaw(t *testing.T) {
	t.Parallel()
	body := `{"bytecode":"0xa11ceb0b", "abi":{"address":"0x1","name":"m","friends":[],"exposed_functions":[],"structs":[]},"later":18446744073709551617}`
	n := serve(t, responding(http.StatusOK, body))
	require.Equal(t, outcome{stdout: body + "\n"}, foredeck(t, "module", "0x1::m", "--base-url", n.url, "-o", "raw"))
	require.Equal(t, []string{"/rpc/v3/accounts/0x0000000000000000000000000000000000000000000000000000000000000001/modules/m"}, n.requests())
}

// A module may be named by a name of the network, as an account may.
func TestModuleOfNamedAccount(t *testing.T) {
	t.Parallel()
	got := foredeck(t, "modules", "treasury", "-o", "jsonl")
	require.Zero(t, got.code, got.stderr)
	modules := readLines[moduleShape](t, got.stdout)
	require.NotEmpty(t, modules)
	got = foredeck(t, "module", "Treasury::"+modules[0].Name, "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, modules[0], read[moduleShape](t, got.stdout))
}

func TestMissingModule(t *testing.T) {
	t.Parallel()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		network := frozen(t, dialect)
		for _, version := range everyVersion {
			got := foredeck(t, "module", "0x1::nowhere", "--rpc-version", version, "--base-url", network.BaseURL())
			require.Equal(t, exitNotFound, got.code, "%s %s", dialect, version)
			require.Contains(t, got.stderr, "module nowhere of 0x1 not found on ")
			require.Contains(t, got.stderr, "modules 0x1 lists all of them")
		}
	}
}

// Names of a module are the node's: nothing in them reaches the terminal as it is.
func TestModuleIsSanitized(t *testing.T) {
	t.Parallel()
	const odd = "a\x1b[2J\u202e\nb"
	name, err := json.Marshal(odd)
	require.NoError(t, err)
	abi := strings.ReplaceAll(`{"address":"0x1","name":"m","friends":[],"exposed_functions":[{"name":NAME,"visibility":NAME,"is_entry":true,"is_view":true,`+
		`"generic_type_params":[{"constraints":[NAME]}],"params":[NAME],"return":[NAME]}],"structs":[{"name":NAME,"abilities":[NAME],`+
		`"generic_type_params":[],"fields":[{"name":NAME,"type":NAME}]}]}`, "NAME", string(name))
	one := `{"bytecode":"0x00","abi":` + abi + `}`
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/modules") {
			_, _ = w.Write([]byte("[" + one + "]"))
			return
		}
		_, _ = w.Write([]byte(one))
	})
	for _, command := range [][]string{{"modules", "0x1", "--limit", "1"}, {"module", "0x1::m"}} {
		for _, format := range []string{"table", "wide", "json", "jsonl", "csv"} {
			got := foredeck(t, append(command, "--base-url", n.url, "-o", format)...)
			require.Zero(t, got.code, got.stderr)
			requireSanitized(t, got.stdout)
		}
	}
	got := foredeck(t, "module", "0x1::m", "--source", "--base-url", n.url)
	require.Zero(t, got.code, got.stderr)
	requireSanitized(t, got.stdout)
}
