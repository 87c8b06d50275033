package localnet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"foredeck/client/move"
)

// Media types of a view call: JSON, and in BCS the specification's and the one that
// deployed nodes take.
const (
	jsonViewMedia     = "application/json"
	specViewMedia     = "application/x.chain.view_function+bcs"
	deployedViewMedia = "application/x.supra.view_function+bcs"
)

// mostViewBody is how long the body of a view call may be, in bytes.
const mostViewBody = 1 << 20

// viewRoutes are the calls of view functions.
func (n *Network) viewRoutes() []route {
	return n.versionRoutes(http.MethodPost, "/view", n.view, v1, v2, v3)
}

// viewRequest is a call as its body has it. Its arguments are JSON, or BCS.
type viewRequest struct {
	function      move.FunctionID
	typeArguments []move.TypeTag
	arguments     [][]byte
	bcs           bool
}

// viewCall is the call of a view function whose arguments fit its declaration.
type viewCall struct {
	now           state
	world         *world
	module        *publishedModule
	function      *declaredFunction
	typeArguments []move.TypeTag
	arguments     []any
	failure       string // why the function did not return; empty when it did
}

// view calls a view function on the state of the newest block (spec sections 2.1 to 2.3
// and 4.2).
func (n *Network) view(w http.ResponseWriter, r *http.Request, version version) {
	given := r.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(given)
	taken := n.viewMedia(version)
	if err != nil || !slices.Contains(taken, media) {
		fault(w, http.StatusUnsupportedMediaType, fmt.Sprintf("Content-Type %q is not taken: send %s", given, strings.Join(taken, " or ")))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostViewBody))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		fault(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is longer than %d bytes", mostViewBody))
		return
	}
	if err != nil {
		return // the caller has gone
	}
	read := readViewJSON
	if media != jsonViewMedia {
		read = readViewBCS
	}
	request, err := read(body)
	if err != nil {
		n.refuse(w, "Failed to deserialize the body: "+err.Error())
		return
	}
	n.answerView(w, r, request)
}

// viewMedia lists the media types that a version takes.
func (n *Network) viewMedia(version version) []string {
	switch {
	case version != v3:
		return []string{jsonViewMedia}
	case n.options.Dialect == Deployed:
		return []string{jsonViewMedia, deployedViewMedia}
	default:
		return []string{jsonViewMedia, specViewMedia, deployedViewMedia}
	}
}

func readViewJSON(body []byte) (viewRequest, error) {
	var given struct {
		Function      *string
		TypeArguments *[]string `json:"type_arguments"`
		Arguments     *[]json.RawMessage
	}
	if err := json.Unmarshal(body, &given); err != nil {
		return viewRequest{}, err
	}
	switch {
	case given.Function == nil:
		return viewRequest{}, errors.New("missing field `function`")
	case given.TypeArguments == nil:
		return viewRequest{}, errors.New("missing field `type_arguments`")
	case given.Arguments == nil:
		return viewRequest{}, errors.New("missing field `arguments`")
	}
	var request viewRequest
	var err error
	if request.function, err = move.ParseFunctionID(*given.Function); err != nil {
		return viewRequest{}, err
	}
	for i, text := range *given.TypeArguments {
		tag, err := move.ParseTypeTag(text)
		if err != nil {
			return viewRequest{}, fmt.Errorf("type_arguments[%d]: %w", i, err)
		}
		request.typeArguments = append(request.typeArguments, tag)
	}
	for _, argument := range *given.Arguments {
		request.arguments = append(request.arguments, argument)
	}
	return request, nil
}

func readViewBCS(body []byte) (viewRequest, error) {
	request := viewRequest{bcs: true}
	var err error
	request.function, request.typeArguments, request.arguments, err = move.ParseViewCallBCS(body)
	return request, err
}

// answerView resolves the call, runs it and answers.
func (n *Network) answerView(w http.ResponseWriter, r *http.Request, request viewRequest) {
	status, message := http.StatusOK, ""
	var results []typed
	world := n.world() // before the chain has to stand still
	n.chain.look(func(now state) {
		call, err := world.resolve(now, request)
		if missing := new(missingModuleError); errors.As(err, missing) {
			status, message = http.StatusNotFound, err.Error()
			return
		}
		if err != nil {
			status, message = http.StatusBadRequest, "Invalid input: "+err.Error()
			return
		}
		results = call.run()
		if call.failure != "" {
			status, message = n.failedView(), "Failed to execute view function: "+call.failure
		}
	})
	if status != http.StatusOK {
		fault(w, status, message)
		return
	}
	var body writer
	body.results(world.declarations, n.options.Dialect, results)
	succeed(w, r, body.out)
}

// failedView is the status of a function that fails: deployed nodes have come to blame
// the request.
func (n *Network) failedView() int {
	if n.options.Dialect == Deployed {
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// missingModuleError is the error of a call into a module that is not there.
type missingModuleError struct{ id move.ModuleID }

// Error says what nodes say.
func (e missingModuleError) Error() string { return missingModule(e.id) }

// resolve finds the function of a request and reads the arguments by its declaration.
func (w *world) resolve(now state, request viewRequest) (*viewCall, error) {
	id := move.ModuleID{Address: request.function.Address, Name: request.function.Module}
	call := &viewCall{now: now, world: w, module: w.module(now, id), typeArguments: request.typeArguments}
	if call.module == nil {
		return nil, missingModuleError{id}
	}
	call.function, _ = call.module.functionNamed(request.function.Name)
	switch {
	case call.function == nil:
		return nil, fmt.Errorf("%s has no function %s", id, request.function.Name)
	case !call.function.view:
		return nil, fmt.Errorf("%s is not a view function", request.function)
	case len(request.typeArguments) != len(call.function.typeParameters):
		return nil, fmt.Errorf("%s takes %d type arguments, not %d",
			request.function, len(call.function.typeParameters), len(request.typeArguments))
	case len(request.arguments) != len(call.function.parameters):
		return nil, fmt.Errorf("%s takes %d arguments, not %d",
			request.function, len(call.function.parameters), len(request.arguments))
	}
	for i, tag := range request.typeArguments {
		if err := w.checkType(tag); err != nil {
			return nil, fmt.Errorf("type_arguments[%d]: %w", i, err)
		}
	}
	for i, parameter := range call.function.parameters {
		value, err := request.argument(i, parameter.instantiate(request.typeArguments))
		if err != nil {
			return nil, fmt.Errorf("parse arguments[%d] failed: %w", i, err)
		}
		call.arguments = append(call.arguments, value)
	}
	return call, nil
}

func (r *viewRequest) argument(place int, tag move.TypeTag) (any, error) {
	raw := json.RawMessage(r.arguments[place])
	if r.bcs {
		decoded, err := move.DecodeBCS(tag, raw)
		if err != nil {
			return nil, err
		}
		raw = decoded.JSON()
	}
	return readArgument(tag, raw)
}

// checkType tells whether the structs of a type are declared, with so many type
// arguments.
func (w *world) checkType(tag move.TypeTag) error {
	if tag.Kind == move.KindVector {
		return w.checkType(*tag.Element)
	}
	if tag.Kind != move.KindStruct {
		return nil
	}
	var declared *declaredStruct
	if module, ok := w.declarations[move.ModuleID{Address: tag.Struct.Address, Name: tag.Struct.Module}]; ok {
		declared = module.structNamed(tag.Struct.Name)
	}
	switch {
	case declared == nil:
		return fmt.Errorf("no struct %s", tag)
	case len(declared.typeParameters) != len(tag.Struct.TypeArguments):
		return fmt.Errorf("%s takes %d type arguments, not %d", tag, len(declared.typeParameters), len(tag.Struct.TypeArguments))
	}
	for _, argument := range tag.Struct.TypeArguments {
		if err := w.checkType(argument); err != nil {
			return err
		}
	}
	return nil
}

// run calls the function and gives each result its declared type.
func (c *viewCall) run() []typed {
	values := viewFunctions[c.module.id.Name+"::"+c.function.name](c)
	if c.failure != "" {
		return nil
	}
	results := make([]typed, len(values))
	for i, declared := range c.function.results {
		results[i] = typed{declared.instantiate(c.typeArguments), values[i]}
	}
	return results
}
