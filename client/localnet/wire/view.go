package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// Media types of view calls: JSON, and BCS as the specification and deployed nodes name it.
const (
	jsonViewMedia     = "application/json"
	specViewMedia     = "application/x.chain.view_function+bcs"
	deployedViewMedia = "application/x.supra.view_function+bcs"
)

const (
	// maxViewBody is the largest size of the body of a view call in bytes.
	maxViewBody = 1 << 16
	// maxBodyTime is the time in which the body must arrive.
	maxBodyTime = 10 * time.Second
	// maxCalls is the maximum number of calls that are parsed and run at a time, for parsing takes many times the size of the body.
	maxCalls = 8
)

// viewRequest is the body of a view call. The arguments are all JSON or all BCS.
type viewRequest struct {
	function      move.FunctionID
	typeArguments []move.TypeTag
	arguments     [][]byte
	bcs           bool
}

// view calls a view function on the current state (spec sections 2.1 to 2.3 and 4.2).
func (a *API) view(w http.ResponseWriter, r *http.Request, version version) {
	a.markDeprecated(w, version)
	contentType := r.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(contentType)
	accepted := a.acceptedMedia(version)
	if err != nil || !slices.Contains(accepted, media) {
		writeError(w, http.StatusUnsupportedMediaType, fmt.Sprintf("Content-Type %q is not supported: use %s", contentType, strings.Join(accepted, " or ")))
		return
	}
	body, ok := receive(w, r, maxViewBody)
	if !ok {
		return
	}
	var results []chain.TypedValue
	status, message := http.StatusOK, ""
	a.limitCalls(r.Context(), func() {
		read := parseViewJSON
		if media != jsonViewMedia {
			read = parseViewBCS
		}
		request, err := read(body)
		if err != nil {
			message = "Failed to deserialize the body: " + err.Error()
			return
		}
		results, status, message = a.runView(request)
	})
	switch {
	case status != http.StatusOK:
		writeError(w, status, message)
	case message != "":
		a.reject(w, message)
	default:
		var document encoder
		httpapi.WriteJSON(w, r, &document.Document, func() { document.results(a.chain.Library(), a.options.Dialect, results) })
	}
}

// receive reads the body. It responds if the body is too large or does not arrive.
func receive(w http.ResponseWriter, r *http.Request, limit int64) (body []byte, ok bool) {
	body, err := readBody(w, r, limit)
	_, isTooLarge := errors.AsType[*http.MaxBytesError](err)
	timeout, isNet := errors.AsType[net.Error](err)
	switch {
	case isTooLarge:
		writeError(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is longer than %d bytes", limit))
	case isNet && timeout.Timeout():
		writeError(w, http.StatusRequestTimeout, fmt.Sprintf("the body did not arrive within %v", maxBodyTime))
	case err != nil:
		panic(http.ErrAbortHandler) // the client disconnected
	}
	return body, err == nil
}

// readBody reads the body. Afterwards only the time limit of the response counts.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(maxBodyTime)) // fails only without a connection, in tests
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err == nil {
		_ = control.SetReadDeadline(time.Time{})
	}
	return body, err
}

// limitCalls runs a call when fewer than maxCalls run. It aborts the request if the client leaves first.
func (a *API) limitCalls(ctx context.Context, call func()) {
	select {
	case a.calls <- struct{}{}:
		defer func() { <-a.calls }()
		call()
	case <-ctx.Done():
		panic(http.ErrAbortHandler)
	}
}

// acceptedMedia lists the media types that a version accepts.
func (a *API) acceptedMedia(version version) []string {
	switch {
	case version < v3:
		return []string{jsonViewMedia}
	case a.options.Dialect == httpapi.Deployed:
		return []string{jsonViewMedia, deployedViewMedia}
	default:
		return []string{jsonViewMedia, specViewMedia, deployedViewMedia}
	}
}

func parseViewJSON(body []byte) (viewRequest, error) {
	var fields struct {
		Function      *string
		TypeArguments *[]string `json:"type_arguments"`
		Arguments     *[]json.RawMessage
	}
	if err := json.Unmarshal(body, &fields); err != nil {
		return viewRequest{}, err
	}
	switch {
	case fields.Function == nil:
		return viewRequest{}, errors.New("missing field `function`")
	case fields.TypeArguments == nil:
		return viewRequest{}, errors.New("missing field `type_arguments`")
	case fields.Arguments == nil:
		return viewRequest{}, errors.New("missing field `arguments`")
	}
	var request viewRequest
	var err error
	if request.function, err = move.ParseFunctionID(*fields.Function); err != nil {
		return viewRequest{}, err
	}
	for i, text := range *fields.TypeArguments {
		tag, err := move.ParseTypeTag(text)
		if err != nil {
			return viewRequest{}, fmt.Errorf("type_arguments[%d]: %w", i, err)
		}
		request.typeArguments = append(request.typeArguments, tag)
	}
	for _, argument := range *fields.Arguments {
		request.arguments = append(request.arguments, argument)
	}
	return request, nil
}

func parseViewBCS(body []byte) (viewRequest, error) {
	request := viewRequest{bcs: true}
	var err error
	request.function, request.typeArguments, request.arguments, err = move.ParseCallBCS(body)
	return request, err
}

// runView runs a call on the current state. The message explains a status other than 200.
func (a *API) runView(request viewRequest) (results []chain.TypedValue, status int, message string) {
	status = http.StatusOK
	a.chain.Read(func(now chain.State) {
		call, err := now.Call(request.function, request.typeArguments, len(request.arguments))
		if missing := (*chain.MissingModuleError)(nil); errors.As(err, &missing) {
			status, message = http.StatusNotFound, missingModule(missing.ID)
			return
		}
		var arguments []any
		if err == nil {
			arguments, err = request.parseArguments(call.Parameters())
		}
		if err != nil {
			status, message = http.StatusBadRequest, "Invalid input: "+err.Error()
			return
		}
		var failure *chain.Failure
		if results, failure = call.Run(arguments); failure != nil {
			status, message = a.abortStatus(), "Failed to execute view function: "+viewFailure(failure, a.oldFailures())
		}
	})
	return results, status, message
}

// abortStatus returns the status of a response about a function that aborts.
func (a *API) abortStatus() int {
	if a.oldFailures() {
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}

// oldFailures reports whether a function that aborts is an internal error, as in the specification and on nodes before v11.3.4.
func (a *API) oldFailures() bool {
	return a.options.Dialect == httpapi.Spec || a.options.Node == Node10
}

// parseArguments parses the arguments as values of the parameter types.
func (r *viewRequest) parseArguments(parameters []move.TypeTag) ([]any, error) {
	var arguments []any
	for i, tag := range parameters {
		raw := json.RawMessage(r.arguments[i])
		if r.bcs {
			decoded, err := move.DecodeBCS(tag, raw)
			if err != nil {
				return nil, fmt.Errorf("parse arguments[%d] failed: %w", i, err)
			}
			raw = decoded.JSON()
		}
		value, err := parseArgument(tag, raw)
		if err != nil {
			return nil, fmt.Errorf("parse arguments[%d] failed: %w", i, err)
		}
		arguments = append(arguments, value)
	}
	return arguments, nil
}
