package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"foredeck/tui"
	"foredeck/tui/jsonpath"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// Exit codes. Scripts depend on them.
const (
	exitDone          = 0
	exitOther         = 1
	exitUsage         = 2 // no request was made
	exitUnreachable   = 3
	exitNotFound      = 4
	exitUnauthorized  = 5
	exitRateLimited   = 6
	exitServerError   = 7
	exitInvalidAnswer = 8
)

// exitMeanings describes the exit codes, for the manual.
var exitMeanings = [...]string{
	exitDone:          "success",
	exitOther:         "any other error",
	exitUsage:         "invalid usage or argument; no request was made",
	exitUnreachable:   "unreachable or timed out",
	exitNotFound:      "not found",
	exitUnauthorized:  "unauthorized: a key or token is missing or wrong",
	exitRateLimited:   "rate limited by the service",
	exitServerError:   "server error",
	exitInvalidAnswer: "invalid response",
}

// report prints what failed and what to do, and returns the exit code.
func report(to io.Writer, err error, flags *globalFlags) int {
	failure := load.Explain(err, flags.endpoint)
	var incomplete *incompleteError
	if errors.As(err, &incomplete) {
		failure.Reason = text.Safe(fmt.Sprintf("incomplete list: failed after %d records: ", incomplete.printed)) +
			load.Explain(incomplete.err, flags.endpoint).Reason
	}
	if errors.Is(err, tui.ErrPanic) {
		failure.Advice = "please report it with the lines above"
	}
	var path *jsonpath.Error
	if errors.As(err, &path) {
		failure.Reason, failure.Advice = text.Clean(path.Error()), "omit --path to print the whole resource"
	}
	var usage *usageError
	if errors.As(err, &usage) {
		failure.Kind = load.InvalidArgument
		failure.Reason, failure.Advice = load.Explain(usage, flags.endpoint).Reason, "run foredeck --help for usage"
	}
	var file *fileError
	if errors.As(err, &file) {
		failure.Kind = load.InvalidArgument
		failure.Reason, failure.Advice = load.Explain(file, flags.endpoint).Reason, ""
	}
	if flags.output == "json" || flags.output == "jsonl" {
		printProblem(to, failure)
	} else {
		fmt.Fprintf(to, "foredeck: %s\n", failure.Reason)
		if failure.Advice != "" {
			fmt.Fprintf(to, "  %s\n", failure.Advice)
		}
	}
	return exitCode(failure.Kind)
}

func printProblem(to io.Writer, failure load.Failure) {
	var problem struct {
		Error struct {
			Kind    string  `json:"kind"`
			Message string  `json:"message"`
			Hint    string  `json:"hint"`
			Status  *int    `json:"status"`
			URL     *string `json:"url"`
		} `json:"error"`
	}
	problem.Error.Kind = failure.Kind.String()
	problem.Error.Message, problem.Error.Hint = string(failure.Reason), string(failure.Advice)
	if failure.Status != 0 {
		problem.Error.Status = &failure.Status
	}
	if failure.URL != "" {
		problem.Error.URL = (*string)(&failure.URL)
	}
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(problem) // there is no other place to report to
}

func exitCode(kind load.Kind) int {
	switch kind {
	case load.InvalidArgument:
		return exitUsage
	case load.Unreachable, load.TimedOut:
		return exitUnreachable
	case load.NotFound:
		return exitNotFound
	case load.Unauthorized:
		return exitUnauthorized
	case load.RateLimited:
		return exitRateLimited
	case load.ServerError:
		return exitServerError
	case load.InvalidResponse:
		return exitInvalidAnswer
	}
	return exitOther
}
