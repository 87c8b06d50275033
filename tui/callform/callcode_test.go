package callform_test

import (
	"encoding/hex"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/callform"
)

const (
	one      = "0000000000000000000000000000000000000000000000000000000000000001"
	optional = "0x1::option::Option"
	words    = "0x1::string::String"
)

// callOf returns a call of 0x1::m::f, which has parameters of these types.
func callOf(t *testing.T, typesAndTexts ...string) client.EntryCall {
	t.Helper()
	abi := &move.ModuleABI{Functions: []move.FunctionABI{{Name: "f", IsEntry: true, Parameters: []string{"&signer"}}}}
	request := client.ViewRequest{Function: move.MustParseFunctionID("0x1::m::f")}
	for i := 0; i < len(typesAndTexts); i += 2 {
		abi.Functions[0].Parameters = append(abi.Functions[0].Parameters, typesAndTexts[i])
		request.Arguments = append(request.Arguments, typesAndTexts[i+1])
	}
	call, err := client.NewEntryCall(abi, request)
	require.NoError(t, err)
	return call
}

func TestCLIArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ moveType, typed, want string }{
		{"bool", "t", "bool:true"},
		{"u8", "0xff", "u8:255"},
		{"u64", "18,446,744,073,709,551,615", "u64:18446744073709551615"},
		{"u256", "7", "u256:7"},
		{"address", "1", "address:0x" + one},
		{"0x1::object::Object<0x1::m::T>", "1", "address:0x" + one},
		{"vector<u8>", "text:ab", "hex:0x6162"},
		{"vector<u8>", "0x", "hex:0x"},
		{words, "a b:c", "'string:a b:c'"},
		{words, "it's", `'string:it'\''s'`},
		{words, "[1]", "raw:0x035b315d"},
		{words, `"`, "raw:0x0122"},
		{words, "a\n$(rm)", "raw:0x07610a2428726d29"},
		{words, "\u202e", "raw:0x03e280ae"},
		{"vector<u64>", "1,2", "'u64:[1, 2]'"},
		{"vector<u128>", "1,2", `'u128:["1","2"]'`},
		{"vector<bool>", "t,f", "'bool:[true,false]'"},
		{"vector<address>", "1", `'address:["0x` + one + `"]'`},
		{"vector<vector<u8>>", "0x01,0x", `'hex:["0x01","0x"]'`},
		{"vector<vector<u16>>", "[1],[]", "'u16:[[1], []]'"},
		{"vector<vector<vector<u16>>>", "[[1]],[]", "raw:0x020101010000"},
		{"vector<" + words + ">", `"a,b", é'`, `'string:["a,b","\u00e9'\''"]'`},
		{optional + "<u64>", "none", "raw:0x00"},
		{optional + "<u64>", "5", "raw:0x010500000000000000"},
		{"vector<" + optional + "<u8>>", "none,5", "raw:0x02000105"},
	} {
		want := "supra move tool run --function-id 0x1::m::f --args " + c.want
		require.Equal(t, want, callform.CLI(callOf(t, c.moveType, c.typed), ""), c.moveType)
	}
}

// A shell splits the command into the words that were meant, whatever the arguments contain.
func TestCLISurvivesTheShell(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	hostile := []string{"$(touch /tmp/x)", "`id`", "'; rm -rf ~ #", `\`, "a\tb", "*", "!!", "-n", "%s", "${IFS}", "é & ü", "'", "''"}
	var arguments, want []string
	for _, text := range hostile {
		arguments = append(arguments, words, text)
		want = append(want, "string:"+text)
		if strings.ContainsAny(text, "\\\t") {
			want[len(want)-1] = "raw:0x" + hex.EncodeToString(append([]byte{byte(len(text))}, text...))
		}
	}
	call := callOf(t, arguments...)
	call.TypeArguments = []move.TypeTag{move.MustParseTypeTag("0x1::a::B<u8, vector<u8>>")}
	line := callform.CLI(call, "http://127.0.0.1/a'b?x=$y&z")
	out, err := exec.CommandContext(t.Context(), shell, "-c", `supra() { for word in "$@"; do printf '%s\0' "$word"; done; }; `+line).Output()
	require.NoError(t, err)
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	all := append([]string{"move", "tool", "run", "--function-id", "0x1::m::f", "--type-args", "0x1::a::B<u8, vector<u8>>", "--args"}, want...)
	require.Equal(t, append(all, "--url", "http://127.0.0.1/a'b?x=$y&z"), got)
}

func TestTypeScript(t *testing.T) {
	t.Parallel()
	call := callOf(t, "address", "1", "u64", "5", "u8", "7", words, "a\"\u202e😀\n", "vector<u8>", "0x0102", "vector<u8>", "0x", optional+"<u64>", "none", "bool", "f")
	call.TypeArguments = []move.TypeTag{move.MustParseTypeTag("0x1::a::B")}
	require.Equal(t, `import { BCS, HexString, SupraClient, TxnBuilderTypes } from "supra-l1-sdk";

const client = await SupraClient.init("https://rpc.example.org/\"");
const transaction = await client.createRawTxObject(
  sender.address(),
  (await client.getAccountInfo(sender.address())).sequence_number,
  "0x`+one+`",
  "m",
  "f",
  [
    new TxnBuilderTypes.TypeTagParser("0x1::a::B").parseTypeTag(),
  ],
  [
    new HexString("0x`+one+`").toUint8Array(), // #1: address
    BCS.bcsSerializeUint64(5n), // #2: u64
    BCS.bcsSerializeU8(7), // #3: u8
    BCS.bcsSerializeStr("a\"\u202e\ud83d\ude00\n"), // #4: 0x1::string::String
    BCS.bcsSerializeBytes(new HexString("0x0102").toUint8Array()), // #5: vector<u8>
    new HexString("0x00").toUint8Array(), // #6: vector<u8>
    new HexString("0x00").toUint8Array(), // #7: 0x1::option::Option<u64>
    BCS.bcsSerializeBool(false), // #8: bool
  ],
);`, callform.TypeScript(call, `https://rpc.example.org/"`))
	require.Contains(t, callform.TypeScript(callOf(t), ""), `SupraClient.init("NODE_URL")`)
}

func TestBCS(t *testing.T) {
	t.Parallel()
	call := callOf(t, "address", "1", "u64", "5", optional+"<u8>", "9", words, "ab")
	call.TypeArguments = []move.TypeTag{move.MustParseTypeTag("0x1::a::B"), move.MustParseTypeTag("vector<u16>")}
	want := one + "016d" + "0166" + // module and function
		"02" + "07" + one + "0161" + "0142" + "00" + "06" + "08" + // type arguments
		"04" + "20" + one + "08" + "0500000000000000" + "02" + "0109" + "03" + "026162"
	require.Equal(t, "0x"+want, callform.BCS(call))
}
