package move

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseVMStatus(t *testing.T) {
	t.Parallel()
	coin := func(s VMStatus) VMStatus { s.Module = &ModuleID{Address: Address{31: 1}, Name: "coin"}; return s }
	code := func(code AbortCode) *AbortCode { return &code }
	for text, expected := range map[string]VMStatus{
		"Executed successfully": {Kind: StatusExecuted, FunctionIndex: -1, Offset: -1},
		"Out of gas":            {Kind: StatusOutOfGas, FunctionIndex: -1, Offset: -1},
		"Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins: none": coin(VMStatus{
			Kind: StatusAbort, AbortCode: code(0x10006), Reason: "EINSUFFICIENT_BALANCE", Description: "Not enough coins: none", FunctionIndex: -1, Offset: -1}),
		"Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): ": coin(VMStatus{
			Kind: StatusAbort, AbortCode: code(0x10006), Reason: "EINSUFFICIENT_BALANCE", FunctionIndex: -1, Offset: -1}),
		"Move abort in 0x1::coin: 0x10006":            coin(VMStatus{Kind: StatusAbort, AbortCode: code(0x10006), FunctionIndex: -1, Offset: -1}),
		"Move abort: code 0x1":                        {Kind: StatusAbort, Script: true, AbortCode: code(1), FunctionIndex: -1, Offset: -1},
		"Move abort: 0x1":                             {Kind: StatusAbort, Script: true, AbortCode: code(1), FunctionIndex: -1, Offset: -1},
		"Move abort in script: 0x2":                   {Kind: StatusAbort, Script: true, AbortCode: code(2), FunctionIndex: -1, Offset: -1},
		"Move abort: code 65542 at 0x1::coin":         coin(VMStatus{Kind: StatusAbort, AbortCode: code(0x10006), FunctionIndex: -1, Offset: -1}),
		"Execution failed in script at code offset 5": {Kind: StatusFailure, Script: true, FunctionIndex: -1, Offset: 5},
		"Execution failed in 0x1::coin::transfer at code offset 12": coin(VMStatus{
			Kind: StatusFailure, Function: "transfer", FunctionIndex: -1, Offset: 12}),
		"Execution failed in 0x1::coin::<#7 function> at code offset 12": coin(VMStatus{
			Kind: StatusFailure, FunctionIndex: 7, Offset: 12}),
		"TYPE_MISMATCH": {Kind: StatusOther, StatusCode: "TYPE_MISMATCH", FunctionIndex: -1, Offset: -1},
		"Transaction Executed and Committed with Error LINKER_ERROR": {Kind: StatusOther, StatusCode: "LINKER_ERROR", FunctionIndex: -1, Offset: -1},
		"ARITHMETIC_ERROR": {Kind: StatusFailure, StatusCode: "ARITHMETIC_ERROR", FunctionIndex: -1, Offset: -1},
		"Failed to execute view function: ABORTED with sub status 65542 at location Module 0x1::coin and message 0x1::coin::balance at offset 43" +
			" at code offset 43 in function definition 2": coin(VMStatus{
			Kind: StatusAbort, AbortCode: code(0x10006), Function: "balance", FunctionIndex: 2, Offset: 43}),
		"Failed to execute view function: ABORTED with sub status 7": {Kind: StatusAbort, AbortCode: code(7), FunctionIndex: -1, Offset: -1},
		`VMError with status ABORTED with sub status 65542 at location Module ModuleId { address: 0000000000000000000000000000000000000000000000000000000000000001, ` +
			`name: Identifier("coin") } and message too little at code offset 9 in function definition 4`: coin(VMStatus{
			Kind: StatusAbort, AbortCode: code(0x10006), Description: "too little", FunctionIndex: 4, Offset: 9}),
		"PartialVMError { major_status: ABORTED, sub_status: Some(393217) }": {Kind: StatusAbort, AbortCode: code(0x60001), FunctionIndex: -1, Offset: -1},
		`VMError { major_status: ABORTED, sub_status: Some(65542), message: Some("too little"), location: Module(ModuleId { address: 01, name: Identifier("coin") }), ` +
			`indices: [], offsets: [(FunctionDefinitionIndex(3), 8)] }`: coin(VMStatus{
			Kind: StatusAbort, AbortCode: code(0x10006), Description: "too little", FunctionIndex: 3, Offset: 8}),
		`MoveAbort(ModuleId { address: 01, name: Identifier("coin") }, 65542)`: coin(VMStatus{Kind: StatusAbort, AbortCode: code(0x10006), FunctionIndex: -1, Offset: -1}),
		"status EXECUTION_LIMIT_REACHED of type Execution":                     {Kind: StatusOutOfGas, FunctionIndex: -1, Offset: -1},
		"":                        {FunctionIndex: -1, Offset: -1},
		"the validator was tired": {FunctionIndex: -1, Offset: -1},
	} {
		expected.Text = text
		require.Equal(t, expected, ParseVMStatus(text), text)
	}
}

func TestVMStatusJSON(t *testing.T) {
	t.Parallel()
	for text, expected := range map[string]string{
		"Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins": `{"kind":"abort","module":"0x1::coin","function":null,"code_offset":null,` +
			`"code":65542,"category":"INVALID_ARGUMENT","reason":6,"name":"EINSUFFICIENT_BALANCE","description":"Not enough coins","status_code":null,"is_script":false}`,
		"Execution failed in 0x1::coin::transfer at code offset 0": `{"kind":"execution_failure","module":"0x1::coin","function":"transfer","code_offset":0,` +
			`"code":null,"category":null,"reason":null,"name":null,"description":null,"status_code":null,"is_script":false}`,
		"Move abort: code 0x0": `{"kind":"abort","module":null,"function":null,"code_offset":null,"code":0,"category":null,"reason":0,` +
			`"name":null,"description":null,"status_code":null,"is_script":true}`,
	} {
		expected = strings.TrimSuffix(expected, "}") + `,"cause":null,"source_line":null,"candidates":null,"candidates_complete":null,"unread_modules":null,"dynamic_calls":null}`
		encoded, err := json.Marshal(ParseVMStatus(text))
		require.NoError(t, err)
		require.JSONEq(t, expected, string(encoded), text)
	}
}

func TestAbortCode(t *testing.T) {
	t.Parallel()
	for code, expected := range map[AbortCode]string{
		0x10006: "INVALID_ARGUMENT 6 0x10006", 0xd0001: "UNAVAILABLE 1 0xd0001", 6: " 6 0x6", 0xe0001: " 917505 0xe0001",
		1 << 63: " 9223372036854775808 0x8000000000000000", 1<<32 | 0x10006: " 4295032838 0x100010006",
	} {
		require.Equal(t, expected, fmt.Sprintf("%s %d %s", code.Category(), code.Reason(), code))
	}
}

func FuzzParseVMStatus(f *testing.F) {
	f.Add("Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins")
	f.Add(`VMError { major_status: ABORTED, sub_status: Some(65542), location: Module(ModuleId { address: 01, name: Identifier("coin") }), offsets: [(FunctionDefinitionIndex(3), 8)] }`)
	f.Fuzz(func(t *testing.T, text string) {
		s := ParseVMStatus(text)
		require.Equal(t, text, s.Text)
		require.True(t, s.AbortCode == nil || s.Kind == StatusAbort, "only an abort has a code")
		require.True(t, s.Module == nil || !s.Script, "a script is in no module")
		require.True(t, s.Function == "" || s.Module != nil, "a function is in a module")
		require.LessOrEqual(t, s.Offset, 1<<16)
		require.True(t, strings.Contains(text, s.Reason) && strings.Contains(text, s.StatusCode))
	})
}
