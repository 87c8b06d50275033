package render_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// explained is an abort in 0x1::coin with candidates: functions with their instruction.
func explained(isComplete bool, candidates ...move.Candidate) *move.VMStatus {
	status := move.ParseVMStatus("Move abort in 0x1::coin: ECODE(0x5): \x1b[2J")
	status.Candidates = &move.Candidates{List: candidates, IsComplete: isComplete, Entry: new(move.MustParseFunctionID("0x2::shop::buy"))}
	return &status
}

func candidate(function string, offset int) move.Candidate {
	return move.Candidate{Function: move.MustParseFunctionID(function), Offset: offset}
}

// What is not certain is not said as a fact.
func TestPlaceOfFailure(t *testing.T) {
	t.Parallel()
	one, two := candidate("0x1::coin::withdraw", 3), candidate("0x1::coin::deposit", 1234)
	for expected, status := range map[string]*move.VMStatus{
		"0x1::coin::withdraw, instruction 3":                    explained(true, one),
		"perhaps 0x1::coin::withdraw, instruction 3":            explained(false, one),
		"one of 2 places in 0x1::coin":                          explained(true, one, two),
		"perhaps one of 2 places in 0x1::coin":                  explained(false, one, two),
		"0x1::coin, somewhere below 0x2::shop::buy":             explained(false),
		"0x1::coin, where 0x2::shop::buy reaches no such abort": explained(true),
		"0x1::coin::borrow, native":                             explained(true, candidate("0x1::coin::borrow", -1)),
		"0x1::coin::f, instruction 0":                           new(move.ParseVMStatus("Execution failed in 0x1::coin::f at code offset 0")),
		"0x1::coin":                                             new(move.ParseVMStatus("Move abort in 0x1::coin: 0x5")),
		"script":                                                new(move.ParseVMStatus("Move abort: code 0x5")),
		"":                                                      new(move.ParseVMStatus("Out of gas")),
	} {
		require.Equal(t, expected, render.Place(status).String())
	}
	unknown := explained(true)
	unknown.Candidates.Entry = nil
	require.Equal(t, "0x1::coin, which has no such abort", render.Place(unknown).String())
}

func TestFailureListsCandidatesAndWhatWasNotFollowed(t *testing.T) {
	t.Parallel()
	computed := candidate("0x1::coin::deposit", 4)
	computed.IsCodeUnknown = true
	status := explained(false, candidate("0x1::coin::withdraw", 3), computed)
	status.Candidates.Dynamic = []move.FunctionID{move.MustParseFunctionID("0x1::dispatchable_fungible_asset::dispatchable_withdraw")}
	for _, id := range []string{"0x1::a", "0x1::b", "0x1::c", "0x1::d", "0x1::e"} {
		status.Candidates.Unread = append(status.Candidates.Unread, move.MustParseModuleID(id))
	}
	require.Equal(t, `ECODE · abort code 0x5
␛[2J
at perhaps one of 2 places in 0x1::coin
   0x1::coin::withdraw, instruction 3
   0x1::coin::deposit, instruction 4 (code unknown)
   decided at run time: what 0x1::dispatchable_fungible_asset::dispatchable_withdraw calls
   not read in full: 0x1::a, 0x1::b, 0x1::c and 2 more`, text.Render(render.Failed{Status: status}.Explain(theme.Theme{}, 120, 20)))

	var many []move.Candidate
	for i := range 20 {
		many = append(many, candidate("0x1::coin::f", i))
	}
	require.Contains(t, text.Render(render.Failed{Status: explained(true, many...)}.Explain(theme.Theme{}, 120, 20)), "instruction 11\n   and 8 more")
}

func TestCauseOfFailure(t *testing.T) {
	t.Parallel()
	status := move.ParseVMStatus("Execution failed in 0x1::coin::f at code offset 0")
	require.Equal(t, "execution failed", render.ReasonInFull(&status).String())
	status.Cause = &move.Cause{Instruction: "Add", Text: "overflow", IsCertain: true}
	require.Equal(t, "execution failed · overflow (Add)", render.ReasonInFull(&status).String())
	require.Equal(t, "overflow", render.Reason(&status).String())
	status.Cause = &move.Cause{Instruction: "MoveFrom", Text: "no resource \x1b[2J"}
	require.Equal(t, "execution failed · probably no resource ␛[2J (MoveFrom)", render.ReasonInFull(&status).String())
	status.StatusCode, status.Cause.IsCertain = "MISSING_DATA", true
	require.Equal(t, "MISSING_DATA · no resource ␛[2J (MoveFrom)", render.ReasonInFull(&status).String())

	status.Source = &move.SourceLine{Number: 1201, Text: "let a = \x1b[2J;"}
	require.Equal(t, "line 1,201: let a = ␛[2J;", render.PlaceNotes(&status)[0].String())
}
