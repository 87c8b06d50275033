package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

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

// maxViewBody is the largest size of the body of a view call in bytes.
const maxViewBody = 1 << 20

// viewRequest is the body of a view call. The arguments are all JSON or all BCS.
type viewRequest struct {
	function      move.FunctionID
	typeArguments []move.TypeTag
	arguments     [][]byte
	bcs           bool
}

// view calls a view function on the current state (spec sections 2.1 to 2.3 and 4.2).
func (a *API) view(w http.ResponseWriter, r *http.Request, version version) {
	contentType := r.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(contentType)
	accepted := a.acceptedMedia(version)
	if err != nil || !slices.Contains(accepted, media) {
		writeError(w, http.StatusUnsupportedMediaType, fmt.Sprintf("Content-Type %q is not supported: use %s", contentType, strings.Join(accepted, " or ")))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxViewBody))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		writeError(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is longer than %d bytes", maxViewBody))
		return
	}
	if err != nil {
		return // the client disconnected
	}
	read := parseViewJSON
	if media != jsonViewMedia {
		read = parseViewBCS
	}
	request, err := read(body)
	if err != nil {
		a.reject(w, "Failed to deserialize the body: "+err.Error())
		return
	}
	a.runView(w, r, request)
}

// acceptedMedia lists the media types that a version accepts.
func (a *API) acceptedMedia(version version) []string {
	switch {
	case version != v3:
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
	request.function, request.typeArguments, request.arguments, err = move.ParseViewCallBCS(body)
	return request, err
}

// runView runs a call on the current state and responds with its results.
func (a *API) runView(w http.ResponseWriter, r *http.Request, request viewRequest) {
	status, message := http.StatusOK, ""
	var results []chain.TypedValue
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
		if results, message = call.Run(arguments); message != "" {
			status, message = a.abortStatus(), "Failed to execute view function: "+message
		}
	})
	if status != http.StatusOK {
		writeError(w, status, message)
		return
	}
	var body encoder
	body.results(a.chain.Library(), a.options.Dialect, results)
	httpapi.WriteJSON(w, r, body.Bytes)
}

// abortStatus returns the status of a response about a function that aborts.
func (a *API) abortStatus() int {
	if a.options.Dialect == httpapi.Deployed {
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
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
