package client

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireOther requires members as JSON, "" for none.
func requireOther(t *testing.T, want string, got Members) {
	t.Helper()
	if want == "" {
		require.Nil(t, got)
		return
	}
	require.Equal(t, want, string(got.AppendJSON(nil)))
	for _, member := range got {
		require.True(t, json.Valid(member.Value), "%s", member.Value)
	}
}

func problemsOf(t *testing.T, value any) (problems, other string) {
	t.Helper()
	encoded, err := json.Marshal(value)
	require.NoError(t, err)
	var record struct{ Problems, Other json.RawMessage }
	require.NoError(t, json.Unmarshal(encoded, &record))
	return string(record.Problems), string(record.Other)
}

// All problems of a record are named, by the field inside the record, and so are all members that are not known.
func TestProblemsAndOtherMembers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, record, problems, other string }{
		{"regular", deployedRecord(1, 1), `[]`, `null`},
		{"several", `{"hash":"h","status":7,"header":{"sequence_number":"x","sender":{"Move":"0xzz"},"gas_unit_price":[]}}`,
			`[{"field":"status","rule":"7 instead of a string"},{"field":"header.sequence_number","rule":"\"x\" instead of an unsigned integer"},` +
				`{"field":"header.sender.Move","rule":"address \"0xzz\": not hex at character 3"},{"field":"header.gas_unit_price","rule":"an array instead of an unsigned integer"}]`, `null`},
		{"no object", `7`, `[{"field":"","rule":"7 instead of an object"}]`, `null`},
		{"no hash", `{}`, `[{"field":"hash","rule":"missing"}]`, `null`},
		{"unknown members", `{"hash":"h","new":{"a":[1, 2]},"header":{"priority":18446744073709551616},"output":{"Move":{"gas_refund":"1"}}}`,
			`[]`, `{"new":{"a":[1,2]},"header.priority":18446744073709551616,"output.Move.gas_refund":"1"}`},
		{"odd names", `{"hash":"h","":1,"a.b":2,"header":{"\u001b[2J":3,"` + strings.Repeat("n", 60) + `":4}}`,
			`[]`, `{"[\"\"]":1,"[\"a.b\"]":2,"header[\"\\x1b[2J\"]":3,"header[\"` + strings.Repeat("n", 60) + `\"]":4}`},
		{"the date beside the instant", `{"hash":"h","header":{"expiration_timestamp":{"microseconds_since_unix_epoch":1,"utc_date_time":"1970"}}}`, `[]`, `null`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, body := range []string{"[" + test.record + "]", "[" + deployedRecord(2, 0) + "," + test.record + "," + deployedRecord(3, 0) + "]"} {
				records := decodeAll(t, body)
				problems, other := problemsOf(t, records[len(records)/2])
				require.Equal(t, test.problems, problems)
				require.Equal(t, test.other, other)
				for i := range records {
					if i != len(records)/2 {
						require.Nil(t, records[i].Problems, "they are those of one record")
						require.Nil(t, records[i].Other)
					}
				}
			}
		})
	}
}

// Of many problems the first are described and the others counted, and the memory for members has a limit, so that a hostile page costs
// little more than its body.
func TestManyProblems(t *testing.T) {
	t.Parallel()
	events := func(count int) string {
		return `{"hash":"h","output":{"Move":{"events":[` + strings.TrimSuffix(strings.Repeat("7,", count), ",") + `]}}}`
	}
	for _, count := range []int{1, maxProblems, maxProblems + 1, 1000} {
		problems := decodeAll(t, "["+events(count)+"]")[0].Problems
		require.Equal(t, count, problems.Count())
		require.Len(t, problems, min(count, maxProblems+1))
		require.Equal(t, "output.Move.events[0]", problems.First().Field())
		require.Equal(t, problems.First(), problems.Err())
		if count > maxProblems {
			last := problems[maxProblems]
			require.Equal(t, "", last.Field())
			require.Equal(t, map[bool]string{true: "1 more problem", false: "984 more problems"}[count == maxProblems+1], last.Rule())
		}
	}
	described := 0
	records := decodeAll(t, "["+strings.TrimSuffix(strings.Repeat(events(20)+",", 500), ",")+"]")
	for i := range records {
		require.Equal(t, 20, records[i].Problems.Count())
		described += len(records[i].Problems)
	}
	require.LessOrEqual(t, described, 2*500+maxDescribed)

	var members strings.Builder
	for i := range 400_000 {
		fmt.Fprintf(&members, `,"m%d":0`, i)
	}
	record := decodeAll(t, `[{"hash":"h"`+members.String()+`}]`)[0]
	require.Less(t, len(record.Other), 400_000)
	require.Equal(t, fmt.Sprintf("%d more members that this version does not know", 400_000-len(record.Other)), record.Problems.First().Rule())
	var none Problems
	require.NoError(t, none.Err())
	require.Zero(t, none.Count())
}

// A block of another height is an error: what was asked for is not known.
func TestWrongBlock(t *testing.T) {
	t.Parallel()
	node := serve(t, responding(http.StatusOK, strings.Replace(specBlock, `"height":31`, `"height":32`, 1)))
	block, err := node.Block(t.Context(), 31)
	require.Empty(t, block)
	var wrong *DecodeError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, "block 32 instead of 31", wrong.Reason())
	for _, err := range node.Blocks(t.Context(), 31, 31) {
		require.ErrorContains(t, err, "block 32 instead of 31")
	}
}

// A record without problems and unknown members costs nothing more.
func TestRegularRecordsAllocateNoNotes(t *testing.T) {
	page := []byte("[" + strings.TrimSuffix(strings.Repeat(`{"time":1700000060000,"open":1,"high":2,"low":0,"close":1},`, 100), ",") + "]")
	perPage := testing.AllocsPerRun(20, func() {
		reader := newBodyReader(apiResponse{body: page})
		if candles := reader.history(); len(candles) != 100 || reader.end() != nil {
			t.Fatal("not decoded")
		}
	})
	require.Less(t, perPage, 100*8.0) // 4 prices, two times, nothing of notes
}

// A digest can be written as the array of its bytes, and an instant as a bare integer whose size tells its unit. Other arrays and integers
// are null and named.
func TestOddDigestsAndInstants(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ from, to, member, want, problem string }{
		{`"` + keyText + `"`, bytesOf(hashOf(7)), "digest", `"` + hashOf(7) + `"`, ""},
		{`"` + keyText + `"`, `[1,2]`, "digest", `null`, "an array of 2 elements instead of 32 bytes"},
		{`"` + keyText + `"`, strings.Replace(bytesOf(hashOf(7)), "[0,", "[256,", 1), "digest", `null`, "an array with elements that are not bytes"},
		{`"` + keyText + `"`, `{"data":"0x1"}`, "digest", `null`, "an object instead of a string"},
		{`{"timestamp":1756460012345678}`, `1756460012345678`, "timestamp_us", `1756460012345678`, ""},
		{`{"timestamp":1756460012345678}`, `"1756460012345678"`, "timestamp_us", `1756460012345678`, ""},
		{`{"timestamp":1756460012345678}`, `1756460012`, "timestamp_us", `null`, "1756460012 without a unit: not microseconds of the years 2001 to 2286"},
		{`{"timestamp":1756460012345678}`, `1756460012345`, "timestamp_us", `null`, "1756460012345 without a unit: not microseconds of the years 2001 to 2286"},
		{`{"timestamp":1756460012345678}`, `1756460012345678000`, "timestamp_us", `null`, "1756460012345678000 without a unit: not microseconds of the years 2001 to 2286"},
		{`{"timestamp":1756460012345678}`, `1.5`, "timestamp_us", `null`, "1.5 instead of an object"},
		{`{"timestamp":1756460012345678}`, `[]`, "timestamp_us", `null`, "an array instead of an object"},
		{`[true,false,true]`, `[true,null,true]`, "certificate", "", "null instead of true or false"},
		{`[true,false,true]`, `"101"`, "certificate", "", `"101" instead of an array`},
	} {
		body := strings.Replace(specBlock, test.from, test.to, 1)
		require.NotEqual(t, specBlock, body)
		block, err := serve(t, responding(http.StatusOK, body)).Block(t.Context(), 31)
		require.NoError(t, err)
		encoded, err := json.Marshal(block)
		require.NoError(t, err)
		var written map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(encoded, &written))
		if test.want != "" {
			require.Equal(t, test.want, string(written[test.member]), body)
		}
		if test.problem == "" {
			require.Empty(t, block.Problems)
			continue
		}
		require.Equal(t, test.problem, block.Problems.First().Rule(), body)
	}
	unread := strings.Replace(specBlock, `[true,false,true]`, `[true,null,0]`, 1)
	block, err := serve(t, responding(http.StatusOK, unread)).Block(t.Context(), 31)
	require.NoError(t, err)
	encoded, err := json.Marshal(block.Certificate)
	require.NoError(t, err)
	require.Contains(t, string(encoded), `"voters":[true,null,null],"votes":1,"members":3`)
}
