package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// Exit codes. Scripts depend on them.
const (
	exitDone = iota
	exitOther
	exitUsage // no request was made
	exitUnreachable
	exitNotFound
	exitUnauthorized
	exitRateLimited
	exitServerError
	exitInvalidResponse
	exitPartial
)

// exitMeanings describes the exit codes, for the manual.
var exitMeanings = [...]string{
	exitDone:            "success",
	exitOther:           "any other error; of compare: the nodes differ; of diff: the upgrade is incompatible; of proof: a step failed; of call --dry-run: it would fail; of check: a case has changed",
	exitUsage:           "invalid usage or argument; no request was made",
	exitUnreachable:     "unreachable or timed out",
	exitNotFound:        "not found",
	exitUnauthorized:    "unauthorized: a key or token is missing or wrong",
	exitRateLimited:     "rate limited by the service",
	exitServerError:     "server error",
	exitInvalidResponse: "invalid response",
	exitPartial:         "partial result: some of several pairs or accounts failed, the others were printed",
}

// exitCodes has the exit code of each kind of failure; others are exitOther.
var exitCodes = map[load.Kind]int{
	load.InvalidArgument: exitUsage,
	load.Unreachable:     exitUnreachable,
	load.TimedOut:        exitUnreachable,
	load.NotFound:        exitNotFound,
	load.Unauthorized:    exitUnauthorized,
	load.RateLimited:     exitRateLimited,
	load.ServerError:     exitServerError,
	load.InvalidResponse: exitInvalidResponse,
}

// report prints what failed and what to do, and returns the exit code. command is the command as help names it.
func report(to io.Writer, err error, command string, flags *globalFlags) int {
	if errors.Is(err, errDifferent) || errors.Is(err, errIncompatible) || errors.Is(err, errUnproven) || errors.Is(err, errWouldFail) {
		return exitOther // the output says so
	}
	if alert, ok := errors.AsType[*alertError](err); ok {
		return alert.exitCode() // the output says what is wrong
	}
	if failed, ok := errors.AsType[*casesError](err); ok {
		return failed.code // the output says why
	}
	if partial, ok := errors.AsType[*partialError](err); ok {
		return reportPartial(to, partial, command, flags)
	}
	failure := explainPair(err, flags.endpoint)
	if skipped, ok := errors.AsType[*skippedError](err); ok {
		failure.Reason, failure.Advice = text.Clean(skipped.Error()), text.Safe{}
	}
	if missing, ok := errors.AsType[*notFoundError](err); ok && strings.HasPrefix(failure.Reason.String(), "not found on ") {
		failure.Reason = text.Format("%s %s", text.Clean(missing.subject), failure.Reason)
	}
	if incomplete, ok := errors.AsType[*incompleteError](err); ok {
		failure.Reason = text.Concat(text.Clean(fmt.Sprintf("incomplete list: failed after %d records: ", incomplete.printed)), load.Explain(incomplete.err, flags.endpoint).Reason)
	}
	if cut, ok := errors.AsType[*cutRecordingError](err); ok {
		failure.Kind, failure.Advice = load.InvalidResponse, text.Const("responses at its end are missing; record again")
		if reason := text.Clean(cut.Error()); cut.err == nil {
			failure.Reason = reason
		} else {
			failure.Reason = text.Format("%s: %s", reason, failure.Reason)
		}
	}
	if some, ok := errors.AsType[*someFailedError](err); ok {
		failure.Reason, failure.Advice = text.Clean(some.Error()), text.Safe{}
	}
	if errors.Is(err, terminal.ErrPanic) {
		failure.Advice = text.Const("please report it with the lines above")
	}
	if path, ok := errors.AsType[*linkvalue.PathError](err); ok {
		failure.Reason, failure.Advice = text.Clean(path.Error()), text.Const("omit --path to print the whole resource")
	}
	if expression, ok := errors.AsType[*expressionError](err); ok {
		failure.Reason, failure.Advice = text.Clean(expression.Error()), text.Const("-o json prints what it is applied to")
	}
	if limited, ok := errors.AsType[*limitError](err); ok {
		failure.Reason, failure.Advice = text.Clean(limited.reason), text.Clean(limited.advice)
	}
	if usage, ok := errors.AsType[*usageError](err); ok {
		failure.Kind = load.InvalidArgument
		failure.Reason, failure.Advice = load.Explain(usage, flags.endpoint).Reason, text.Clean("run "+command+" --help for usage")
		if errors.Is(err, errRemote) {
			failure.Advice = text.Const("run foredeck --help for what is available")
		}
	}
	if file, ok := errors.AsType[*fileError](err); ok {
		failure.Kind = load.InvalidArgument
		failure.Reason, failure.Advice = load.Explain(file, flags.endpoint).Reason, text.Safe{}
	}
	aborted, _ := errors.AsType[*abortedError](err)
	if flags.output == "json" || flags.output == "jsonl" {
		printProblem(to, failure, aborted)
	} else {
		fmt.Fprintf(to, "foredeck: %s\n", failure.Reason)
		if aborted != nil {
			printFailure(to, &aborted.failure)
		}
		if !failure.Advice.IsEmpty() {
			fmt.Fprintf(to, "  %s\n", failure.Advice)
		}
	}
	return cmp.Or(exitCodes[failure.Kind], exitOther)
}

// reportPartial reports each failure, and returns the exit code: that of the first failure if nothing was printed.
func reportPartial(to io.Writer, partial *partialError, command string, flags *globalFlags) int {
	first := exitDone
	for _, err := range partial.failures {
		first = cmp.Or(first, report(to, err, command, flags))
	}
	if partial.printed > 0 {
		return exitPartial
	}
	return first
}

// notFoundError names what was not found.
type notFoundError struct {
	subject string
	err     error
}

func (e *notFoundError) Error() string { return e.err.Error() }
func (e *notFoundError) Unwrap() error { return e.err }

func printProblem(to io.Writer, failure load.Failure, aborted *abortedError) {
	var problem struct {
		Error struct {
			Kind    string         `json:"kind"`
			Message string         `json:"message"`
			Hint    string         `json:"hint"`
			Status  *int           `json:"status"`
			URL     *string        `json:"url"`
			Failure *move.VMStatus `json:"failure,omitempty"`
		} `json:"error"`
	}
	if aborted != nil {
		problem.Error.Failure = &aborted.failure
	}
	problem.Error.Kind = failure.Kind.String()
	problem.Error.Message, problem.Error.Hint = failure.Reason.String(), failure.Advice.String()
	if failure.Status != 0 {
		problem.Error.Status = &failure.Status
	}
	if !failure.URL.IsEmpty() {
		problem.Error.URL = new(failure.URL.String())
	}
	encoded, _ := move.EncodeJSON(problem) // its fields are strings and numbers
	fmt.Fprintf(to, "%s\n", encoded)
}
