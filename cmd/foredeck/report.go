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
	exitRefused       = 5
	exitSlowedDown    = 6
	exitServerFailed  = 7
	exitNotUnderstood = 8
)

// exitMeanings are what the exit codes tell, for the manual.
var exitMeanings = [...]string{
	exitDone:          "done",
	exitOther:         "anything else",
	exitUsage:         "usage or a bad argument; no request was made",
	exitUnreachable:   "unreachable or timed out",
	exitNotFound:      "not found",
	exitRefused:       "refused: a key or token is missing or wrong",
	exitSlowedDown:    "slowed down: the service asked for fewer requests",
	exitServerFailed:  "the server failed",
	exitNotUnderstood: "the answer was not understood",
}

// report prints what went wrong and what to do, and answers with the exit code.
func report(to io.Writer, err error, flags *globalFlags) int {
	failure := load.Explain(err, flags.place)
	var incomplete *incompleteError
	if errors.As(err, &incomplete) {
		failure.Reason = text.Safe(fmt.Sprintf("the list is not complete, it broke after %d: ", incomplete.printed)) +
			load.Explain(incomplete.err, flags.place).Reason
	}
	if errors.Is(err, tui.ErrFault) {
		failure.Advice = "please report it, with the lines above"
	}
	var path *jsonpath.Error
	if errors.As(err, &path) {
		failure.Reason, failure.Advice = text.Clean(path.Error()), "without --path, the command prints all that there is"
	}
	var usage *usageError
	if errors.As(err, &usage) {
		failure.Kind = load.BadArgument
		failure.Reason, failure.Advice = load.Explain(usage, flags.place).Reason, "foredeck --help shows what there is"
	}
	var file *fileError
	if errors.As(err, &file) {
		failure.Kind = load.BadArgument
		failure.Reason, failure.Advice = load.Explain(file, flags.place).Reason, ""
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
	_ = encoder.Encode(problem) // stderr is gone: there is nowhere left to say so
}

func exitCode(kind load.Kind) int {
	switch kind {
	case load.BadArgument:
		return exitUsage
	case load.Unreachable, load.TimedOut:
		return exitUnreachable
	case load.NotFound:
		return exitNotFound
	case load.Refused:
		return exitRefused
	case load.SlowedDown:
		return exitSlowedDown
	case load.ServerFailed:
		return exitServerFailed
	case load.NotUnderstood:
		return exitNotUnderstood
	}
	return exitOther
}
