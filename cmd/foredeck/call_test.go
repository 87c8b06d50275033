package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

const treasuryAddress = "0xb713f86be9bb7509ef097a8565ab68df19051e1712e48309f2fce25aa02cc89c"

// transferForm is the call of a transfer of 1,000 to treasury as the Supra CLI takes it.
const transferForm = "supra move tool run --function-id 0x1::native_account::transfer --args address:" + treasuryAddress + " u64:1000"

func transferCall(more ...string) []string {
	return append([]string{"call", "0x1::native_account::transfer", "--arg", "treasury", "--arg", "1,000"}, more...)
}

func TestCallForms(t *testing.T) {
	t.Parallel()
	require.Equal(t, outcome{stdout: transferForm + "\n"}, foredeck(t, transferCall("--as", "cli")...))
	bcs := "0x" + strings.Repeat("0", 63) + "1" + "0e6e61746976655f6163636f756e74" + "087472616e73666572" + "00" + "02" +
		"20" + treasuryAddress[2:] + "08" + "e803000000000000"
	require.Equal(t, outcome{stdout: bcs + "\n"}, foredeck(t, transferCall("--as", "bcs")...))
	typescript := foredeck(t, transferCall("--as", "typescript")...)
	require.Zero(t, typescript.code)
	require.Contains(t, typescript.stdout, "    BCS.bcsSerializeUint64(1000n), // amount: u64\n  ],\n);\n")

	all := foredeck(t, transferCall()...)
	require.Equal(t, "CLI (Supra; not signed or submitted by foredeck)\n"+transferForm+"\n\nTYPESCRIPT (supra-l1-sdk)\n"+typescript.stdout+
		"\nBCS (EntryFunction)\n"+bcs+"\n", all.stdout)
	var whole callForms
	require.NoError(t, json.Unmarshal([]byte(foredeck(t, transferCall("-o", "json")...).stdout), &whole))
	require.Equal(t, callForms{
		Function: whole.Function, TypeArguments: []string{}, CLI: transferForm, TypeScript: strings.TrimSuffix(typescript.stdout, "\n"), BCS: bcs,
		Arguments: []callArgument{{1, new("to"), "address", json.RawMessage(`"` + treasuryAddress + `"`)}, {2, new("amount"), "u64", json.RawMessage(`"1000"`)}},
	}, whole)
	require.Equal(t, "0x1::native_account::transfer", whole.Function.String())

	network := frozen(t, localnet.Spec)
	remote := foredeck(t, "call", "0x1::native_account::transfer", "--arg", "0x1", "--arg", "1000", "--as", "cli", "--base-url", network.BaseURL())
	require.Contains(t, remote.stdout, " u64:1000 --url "+network.BaseURL()+"\n", remote.stderr)
}

func TestWrongCalls(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		arguments []string
		code      int
		says      string
	}{
		"argument":      {[]string{"0x1::native_account::transfer", "--arg", "0x1", "--arg", "1.5"}, exitUsage, `argument #2 amount (u64) "1.5": whole units only: not a digit at character 2`},
		"too few":       {[]string{"0x1::native_account::transfer", "--arg", "0x1"}, exitUsage, "takes 2, not 1"},
		"view function": {[]string{"0x1::coin::balance", "--arg", "0x1"}, exitUsage, "not an entry function"},
		"no function":   {[]string{"0x1::coin::nothing"}, exitUsage, "has no function nothing"},
		"no module":     {[]string{"0x1::nothing::f"}, exitNotFound, "not found"},
		"form and JSON": {[]string{"0x1::native_account::transfer", "--as", "cli", "-o", "json"}, exitUsage, "use only one of them"},
		"unknown form":  {[]string{"0x1::native_account::transfer", "--as", "rust"}, exitUsage, "cli, typescript"},
	} {
		got := foredeck(t, append([]string{"call"}, c.arguments...)...)
		require.Equal(t, c.code, got.code, "%s: %s", name, got.stderr)
		require.Empty(t, got.stdout, name)
		require.Contains(t, got.stderr, c.says, name)
	}
}

// none, null and [] are empty options of view calls too.
func TestViewOfEmptyOptions(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"none", "null", "[]", ""} {
		got := foredeck(t, "view", "treasury::example::echo_option", "--arg", word, "-o", "jsonl")
		require.Equal(t, outcome{stdout: "{\"result\":[{\"vec\":[]}]}\n"}, got, word)
	}
}
