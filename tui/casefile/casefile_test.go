package casefile

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
)

func decoded(t *testing.T, written string) any {
	t.Helper()
	value, err := decodeJSON([]byte(written))
	require.NoError(t, err, written)
	return value
}

var transfer = move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "transfer"}

// whole is a case that has every field, with texts that need escapes.
func whole(t *testing.T) *Case {
	t.Helper()
	return &Case{
		Network: "my \"net\"\\", ChainID: new(uint64(8)),
		Call: Call{
			Sender: "0x1", Function: transfer, TypeArguments: []move.TypeTag{{Kind: move.KindU8}}, MaxGas: 2000, GasPrice: 100,
			Arguments: []string{"", "1000", "it's", `say "it's"`, "\x1b[31mred\u202e\n\u0085", "# no comment", `C:\new`, "none"},
		},
		Expect: Expectation{
			Outcome: Abort, Module: &move.ModuleID{Address: move.Address{31: 1}, Name: "coin"}, Code: new(move.AbortCode(1<<64 - 1)), Name: "EBAD", StatusCode: "X",
			Balances: []Balance{{move.Address{1}, "0x1::a::B<u8, u64>", big.NewInt(-5)}, {move.Address{2}, "", new(big.Int).Lsh(big.NewInt(1), 100)}},
			Events: []Event{
				{Type: "0x1::a::E"}, {Type: "not a type \x07", Data: decoded(t, `{"a":[1,{"b":null}],"n":18446744073709551616,"s":"\u001b'\"\\"}`)},
				{Type: "0x1::a::F", Data: decoded(t, `[]`)},
			},
		},
	}
}

func argumentsIn(c *Case) (arguments []Argument) {
	for _, text := range c.Call.Arguments {
		arguments = append(arguments, Argument{text, "x: \x1b[2Ju8\n"})
	}
	return arguments
}

func TestTextIsParsedToTheSameCase(t *testing.T) {
	t.Parallel()
	c := whole(t)
	written := (&Document{Case: c, Arguments: argumentsIn(c), Origin: "from\nx = 1", PublicKey: "0x1", Notes: []string{"a\n[call]", "b"}}).Text()
	require.False(t, strings.ContainsFunc(string(written), func(r rune) bool { return r != '\n' && (r < ' ' || r > 0x7e && r < 0xa0 || r == '\u202e') }), "%s", written)
	read, err := Parse(written)
	require.NoError(t, err, "%s", written)
	require.Equal(t, c, read)

	c.Expect = Expectation{Outcome: Success, Balances: []Balance{}, Events: []Event{}}
	read, err = Parse((&Document{Case: c, Arguments: argumentsIn(c)}).Text())
	require.NoError(t, err)
	require.Equal(t, c, read, "empty lists expect that there are none")
}

func TestErrorsOfFilesNameLineFieldAndRule(t *testing.T) {
	t.Parallel()
	const call = "[call]\nsender = \"0x1\"\nfunction = \"0x1::coin::transfer\"\n"
	for written, says := range map[string]string{
		"":                                  "call.sender: required",
		"\n[call]\nsender = \"\"":           "line 2: call.sender: required",
		"[call]\nsender = \"0x1\"":          "line 1: call.function: required",
		call:                                "nothing is expected",
		call + "[expect]\n":                 "line 4: expect.outcome: nothing is expected",
		call + "x = 1":                      "line 4: call.x: unknown field",
		"x = 1":                             "line 1: x: unknown field",
		"[call]\nfunction = \"0x1::coin\"":  "line 2: call.function: ",
		"[call]\nfunction = 5":              "line 2: call.function: wrong type",
		"chain_id = \"8\"":                  "line 1: chain_id: wrong type",
		"chain_id = -1":                     "line 1",
		"[call]\ntype_arguments = [\"u7\"]": "line 2: call.type_arguments",
		"[call]\narguments = [5]":           "line 2: call.arguments: wrong type",
		"[call\n":                           "line 1: ",
		"[expect]\noutcome = \"maybe\"":     `line 2: expect.outcome: "maybe": must be success, abort`,
		"[expect]\ncode = \"0xzz\"":         `line 2: expect.code: "0xzz": must be an abort code`,
		"[expect]\nmodule = \"coin\"":       "line 2: expect.module: ",
		"[expect]\nbalances = [\n{account = \"0x1\", change = \"1.5\"}]":        `line 3: expect.balances: change "1.5": must be a whole number`,
		"[expect]\nbalances = [{account = \"zz\"}]":                             "line 2: expect.balances: ",
		"[expect]\nevents = [\n{type = \"0x1::a::E\", data = '{'}]":             `line 3: expect.events: data "{": must be JSON`,
		"[expect]\nevents = [\n{type = \"0x1::a::E\", data = '{} {}'}]":         "must be JSON",
		"[expect]\nevents = [\n{type = \"\"}]":                                  "line 3: expect.events: must be a type",
		call + "[expect]\nevents = [{data = '1'}]":                              "line 4: expect.events: item 1: type is required",
		call + "[expect]\nbalances = [{account = \"0x1\"}]":                     "line 4: expect.balances: item 1: account and change are required",
		"[expect]\nbalances = [{change = \"" + strings.Repeat("9", 99) + "\"}]": "must be a whole number",
	} {
		_, err := Parse([]byte(written))
		require.ErrorContains(t, err, says, "%s", written)
		require.NotContains(t, err.Error(), "casefile.", written)
	}
}

// record is a record of a dry run.
func record(t *testing.T, status, vmStatus string, events ...client.Event) *client.Transaction {
	t.Helper()
	return &client.Transaction{Status: status, VMStatus: vmStatus, Events: events, Output: &client.Output{Raw: json.RawMessage(`{"Move":{"events":[]}}`)}}
}

func event(tag, data string) client.Event {
	return client.Event{Type: tag, Data: json.RawMessage(data)}
}

const aborted = "Move abort in 0x1::coin: EBAD(0x10006): it is bad"

func TestCompare(t *testing.T) {
	t.Parallel()
	moved, sent := event("0x1::a::Moved", `{"amount":"5","to":"0x2"}`), event("0x1::a::Sent", `{"n":1}`)
	fee := event(feeStatement, `{"total_charge_gas_units":"7"}`)
	success := Expectation{Outcome: Success, Balances: []Balance{}, Events: []Event{
		{"0x1::a::Moved", decoded(t, `{"amount":"5","to":"0x2"}`)}, {"0x1::a::Sent", decoded(t, `{"n":1}`)},
	}}
	abort := Expectation{Outcome: Abort, Module: &move.ModuleID{Address: move.Address{31: 1}, Name: "coin"}, Code: new(move.AbortCode(0x10006)), Name: "EBAD"}
	long := "0x" + strings.Repeat("0", 63) + "2"
	for name, c := range map[string]struct {
		expect  Expectation
		got     *client.Transaction
		differs []Difference
		unknown []string
	}{
		"the same":          {success, record(t, "Success", "Executed successfully", moved, sent, fee), nil, nil},
		"another order":     {success, record(t, "Success", "", sent, fee, moved), nil, nil},
		"forms of values":   {success, record(t, "Success", "", event("0x01::a::Moved", `{"to":"`+long+`","amount":5}`), event("0x1::a::Sent", `{"n":"1"}`)), nil, nil},
		"more members":      {success, record(t, "Success", "", event("0x1::a::Moved", `{"new":[],"amount":"5","to":"0x2"}`), sent), nil, nil},
		"another amount":    {success, record(t, "Success", "", event("0x1::a::Moved", `{"amount":"6","to":"0x2"}`), sent), []Difference{{"events[0] 0x1::a::Moved.amount", `"5"`, `"6"`}}, nil},
		"a lost member":     {success, record(t, "Success", "", event("0x1::a::Moved", `{"to":"0x2"}`), sent), []Difference{{"events[0] 0x1::a::Moved.amount", `"5"`, "none"}}, nil},
		"a lost event":      {success, record(t, "Success", "", sent), []Difference{{"events[0] 0x1::a::Moved", `{"amount":"5","to":"0x2"}`, "none"}}, nil},
		"one event more":    {success, record(t, "Success", "", moved, sent, sent), []Difference{{"events, one more 0x1::a::Sent", "none", `{"n":1}`}}, nil},
		"no list of events": {success, &client.Transaction{Status: "Success"}, nil, []string{"the node sends no events"}},
		"no status":         {success, record(t, "", ""), nil, []string{"the node sends no status"}},
		"only a vm_status":  {success, record(t, "", "Executed successfully", moved, sent), nil, nil},
		"waiting":           {success, record(t, "PendingAfterExecution", ""), nil, []string{"the transaction waits for others of its sender"}},
		"event without type": {success, record(t, "Success", "", moved, event("", "{}")), nil,
			[]string{"the node sends an event without its type"}},
		"event without data": {success, record(t, "Success", "", moved, event("0x1::a::Sent", "")), nil, []string{"the node sends an event without its data"}},
		"fails":              {success, record(t, "Fail", aborted), []Difference{{"outcome", "success", "abort in 0x1::coin EBAD (0x10006)"}}, nil},
		"fails, no reason":   {success, record(t, "Fail", ""), []Difference{{"outcome", "success", "failed"}}, nil},

		"the same abort":     {abort, record(t, "Fail", aborted), nil, nil},
		"abort without name": {abort, record(t, "Fail", "Move abort in 0x1::coin: 0x10006"), nil, []string{"the node does not say the name of the failure"}},
		"another code":       {abort, record(t, "Fail", "Move abort in 0x1::coin: EBAD(0x10007): x"), []Difference{{"code", "0x10006", "0x10007"}}, nil},
		"another module":     {abort, record(t, "Fail", "Move abort in 0x2::coin: EBAD(0x10006): x"), []Difference{{"module", "0x1::coin", "0x2::coin"}}, nil},
		"out of gas":         {abort, record(t, "Fail", "Out of gas"), []Difference{{"outcome", "abort in 0x1::coin EBAD (0x10006)", "out_of_gas"}}, nil},
		"no reason":          {abort, record(t, "Fail", ""), nil, []string{"the node does not say why the transaction failed"}},
		"succeeds":           {abort, record(t, "Success", ""), []Difference{{"outcome", "abort in 0x1::coin EBAD (0x10006)", "success"}}, nil},
		"only the name":      {Expectation{Name: "EBAD"}, record(t, "Success", ""), []Difference{{"name", "EBAD", "none"}}, nil},
		"fails in any way":   {Expectation{Outcome: Failed}, record(t, "Fail", ""), nil, nil},
		"fails in no way":    {Expectation{Outcome: Failed}, record(t, "Success", ""), []Difference{{"outcome", "failed", "success"}}, nil},
	} {
		differences, unknown := c.expect.Compare(new(Observe(c.got)))
		require.Equal(t, c.differs, differences, name)
		require.Equal(t, c.unknown, unknown, name)
	}
}

// An expected event without members fits every event of its type, and must not take the only one that another fits.
func TestEventsThatFitSeveral(t *testing.T) {
	t.Parallel()
	got := []Event{{"T", decoded(t, `{"a":1}`)}, {"T", decoded(t, `{"a":2}`)}, {"T", decoded(t, `{"a":3}`)}}
	expected := []Event{{Type: "T"}, {"T", decoded(t, `{"a":1}`)}, {"T", decoded(t, `{"a":2}`)}}
	require.Empty(t, compareEvents(expected, got))
	slices.Reverse(got)
	require.Empty(t, compareEvents(expected, got))
}

func TestBalances(t *testing.T) {
	t.Parallel()
	a, b := move.Address{1}, move.Address{2}
	expected := []Balance{{a, "0x1::x::X", big.NewInt(-5)}, {b, "0x1::x::X", big.NewInt(5)}}
	require.Empty(t, compareBalances(expected, []Balance{expected[1], expected[0]}))
	require.Equal(t, []Difference{
		{"balance of " + a.Short() + ", 0x1::x::X", "-5", "-6"}, {"balance of " + b.Short() + ", 0x1::x::X", "+5", "none"}, {"balance of " + b.Short() + ", 0x1::y::Y", "none", "+5"},
	}, compareBalances(expected, []Balance{{a, "0x1::x::X", big.NewInt(-6)}, {b, "0x1::y::Y", big.NewInt(5)}}))
	require.Len(t, compareBalances([]Balance{}, expected), 2, "an empty list expects none")
}

// randomJSON returns a value and a copy in which one leaf differs.
func randomJSON(random *rand.Rand, depth int) (value, other any) {
	switch kind := random.IntN(6); {
	case kind == 0 && depth > 0:
		members, others := map[string]any{}, map[string]any{}
		for i := range 1 + random.IntN(3) {
			name := string(rune('a' + i))
			members[name], others[name] = randomJSON(random, depth-1)
		}
		return members, others
	case kind == 1 && depth > 0:
		one, another := randomJSON(random, depth-1)
		return []any{one, "x"}, []any{another, "x"}
	case kind == 2:
		return nil, false
	case kind == 3:
		return true, false
	case kind == 4:
		return json.Number("12"), "13"
	}
	return "0x2", "0x3"
}

// without returns the value with a member removed from each object.
func without(value any) any {
	members, ok := value.(map[string]any)
	if !ok {
		return value
	}
	kept := map[string]any{}
	for name, inside := range members {
		if name != "a" {
			kept[name] = without(inside)
		}
	}
	return kept
}

func TestDifferIsTrueToItsRule(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		value, other := randomJSON(rand.New(rand.NewPCG(seed, 1)), 4)
		require.Empty(t, differ("", value, decoded(t, encode(value))), "seed %d", seed)
		require.NotEmpty(t, differ("", value, other), "seed %d: %s, %s", seed, encode(value), encode(other))
		require.Empty(t, differ("", without(value), value), "seed %d: members that are left out", seed)
		part, ok := common(value, other)
		require.True(t, !ok || len(differ("", part, other)) == 0 && len(differ("", part, value)) == 0, "seed %d", seed)
	}
}

func TestSameScalar(t *testing.T) {
	t.Parallel()
	long := "0x" + strings.Repeat("0", 62) + "1a"
	require.True(t, sameScalar("0x1a", long))
	require.True(t, sameScalar(json.Number("18446744073709551616"), "18446744073709551616"))
	require.False(t, sameScalar("0x01a", long), "bytes")
	require.False(t, sameScalar("0x1a", "0x001a"), "bytes")
	require.False(t, sameScalar("1a", long))
	require.False(t, sameScalar(true, "true"))
	require.False(t, sameScalar(nil, ""))
	require.False(t, sameScalar("x", map[string]any{}))
}

func TestNarrow(t *testing.T) {
	t.Parallel()
	expect := Expectation{Outcome: Success, Balances: []Balance{{move.Address{1}, "C", big.NewInt(5)}}, Events: []Event{
		{"T", decoded(t, `{"a":1,"b":{"c":2,"d":[3]}}`)}, {Type: "Gone", Data: true},
	}}
	today := Observed{Expectation: Expectation{Outcome: Success, Balances: []Balance{{move.Address{1}, "C", big.NewInt(6)}}, Events: []Event{
		{"T", decoded(t, `{"a":1,"b":{"c":2,"d":[4]}}`)},
	}}}
	kept := expect
	kept.Events, kept.Balances = slices.Clone(expect.Events), slices.Clone(expect.Balances)
	notes := kept.Narrow(&today)
	require.Equal(t, []Event{{"T", decoded(t, `{"a":1,"b":{"c":2}}`)}, {Type: "Gone", Data: true}}, kept.Events)
	require.Nil(t, kept.Balances)
	require.Len(t, notes, 4)
	require.Contains(t, notes, "events[1] Gone: it was true, and is none in a dry run of today; it is still expected")
	failed := Observed{Expectation: Expectation{Outcome: Abort}}
	require.Equal(t, []string{"a dry run of today ends differently: abort"}, expect.Narrow(&failed))
	require.Len(t, expect.Events, 2)
}

// What a check of today would report is said when a case is frozen.
func TestNarrowSaysWhatACheckReports(t *testing.T) {
	t.Parallel()
	module := &move.ModuleID{Name: "m"}
	for says, c := range map[string]struct{ expect, today Expectation }{
		"code: it was 0x1, and is 0x2 in a dry run of today; it is still expected": {
			Expectation{Outcome: Abort, Module: module, Code: new(move.AbortCode(1))}, Expectation{Outcome: Abort, Module: module, Code: new(move.AbortCode(2))}},
		"events, one more U: it was none, and is an event in a dry run of today; it is still expected": {
			Expectation{Outcome: Success, Events: []Event{}}, Expectation{Outcome: Success, Events: []Event{{Type: "U"}}}},
		"a check of today could not compare it: the node does not say the name of the failure": {
			Expectation{Outcome: Abort, Name: "E"}, Expectation{Outcome: Abort}},
	} {
		require.Equal(t, []string{says}, c.expect.Narrow(&Observed{Expectation: c.today}))
	}
}

func TestUpdateKeepsTheRestOfTheFile(t *testing.T) {
	t.Parallel()
	const head = "# mine\n[call]\nsender = \"0x1\" # me\nfunction = \"0x1::coin::transfer\"\n\n[expect] # here\n"
	document := head + "outcome = \"success\" # as ever\n# why\nevents = [\n  { type = \"T\", data = '{\"a\":1}' }, # lost\n]\n# end\n"
	c, err := Parse([]byte(document))
	require.NoError(t, err)
	got := Observed{Expectation: Expectation{Outcome: Success, Balances: []Balance{{move.Address{}, "C", big.NewInt(1)}}, Events: []Event{
		{"U", true}, {"T", decoded(t, `{"a":2,"b":3}`)},
	}}}
	changed, err := Update([]byte(document), c, &got)
	require.NoError(t, err)
	require.Equal(t, head+"outcome = \"success\" # as ever\n# why\nevents = [\n  { type = \"T\", data = '{\"a\":2}' },\n  { type = \"U\", data = \"true\" },\n]\n# end\n", string(changed))
	again, err := Parse(changed)
	require.NoError(t, err)
	differences, unknown := again.Expect.Compare(&got)
	require.Empty(t, differences)
	require.Empty(t, unknown)

	failed := Observed{Expectation: Expectation{Outcome: Abort, Code: new(move.AbortCode(7)), Events: []Event{}, Balances: []Balance{}}}
	changed, err = Update([]byte(document), c, &failed)
	require.NoError(t, err)
	require.Equal(t, head+"outcome = \"abort\" # as ever\ncode = \"0x7\"\n# why\n# end\n", string(changed))
	again, err = Parse(changed)
	require.NoError(t, err)
	changed, err = Update(changed, again, &got)
	require.NoError(t, err)
	last, err := Parse(changed)
	require.NoError(t, err, "%s", changed)
	require.Equal(t, got.Expectation, last.Expect)
}

func TestWhatCannotBeFrozen(t *testing.T) {
	t.Parallel()
	sender := &move.Address{}
	for _, payload := range []*client.Payload{nil, {Kind: "script"}, {Kind: "multisig", Function: "0x1::coin::transfer"}, {Kind: "\x1b"}, {Kind: "entry_function", Function: "?"}} {
		_, _, err := New(&client.Transaction{Sender: sender, Payload: payload, Status: "Success"}, nil, "")
		require.Error(t, err)
	}
	call := &client.Payload{Kind: "entry_function", Function: "0x1::coin::transfer", Arguments: []json.RawMessage{json.RawMessage(`"5"`), json.RawMessage(`["a"]`)}}
	_, _, err := New(&client.Transaction{Sender: sender, Payload: call, Status: "Pending"}, nil, "")
	require.ErrorContains(t, err, "pending")
	_, _, err = New(&client.Transaction{Sender: sender, Payload: call, Status: "Success", Authenticator: &client.Authenticator{SecondarySigners: []*move.Address{nil}}}, nil, "")
	require.ErrorContains(t, err, "several signers")
	c, arguments, err := New(&client.Transaction{Sender: sender, Payload: call, Status: "Fail", VMStatus: aborted}, nil, "net")
	require.NoError(t, err)
	require.Equal(t, []Argument{{Text: "5"}, {Text: `["a"]`}}, arguments, "without an interface as the node wrote them")
	require.Equal(t, Abort, c.Expect.Outcome)
	require.Nil(t, c.Expect.Events, "a failure has none")
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("[call]\nsender = \"0x1\"\nfunction = \"0x1::coin::transfer\"\n[expect]\noutcome = \"success\"\nevents = [{type = \"T\", data = '{}'}]\n"))
	f.Fuzz(func(t *testing.T, document []byte) {
		c, err := Parse(document)
		if err != nil {
			return
		}
		again, err := Parse((&Document{Case: c, Arguments: argumentsIn(c)}).Text())
		require.NoError(t, err)
		again.Call.PublicKey = c.Call.PublicKey // a comment
		require.Equal(t, c.Expect.fields(), again.Expect.fields())
	})
}
