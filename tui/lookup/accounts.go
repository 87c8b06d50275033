package lookup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/target"
)

// accountRequests is the number of accounts that are asked at a time.
const accountRequests = 8

// maxMembers is the largest number of members of a resource that are values of their own, and maxMemberName the longest name of one; another
// resource is one value.
const (
	maxMembers    = 32
	maxMemberName = 100
)

// AccountQuestion asks each of several accounts for the result of a view function, or for a resource.
type AccountQuestion struct {
	Node     *client.Node
	Endpoint load.Endpoint // that errors name
	Now      func() time.Time
	Accounts []target.Name

	View     *client.ViewRequest // nil: a resource
	Argument int                 // of the view function: the account
	Type     string              // of the resource
	Path     linkvalue.Path      // of the value in it; empty: each of its members is a value
}

// Run asks the accounts, several at a time. A failure that another account would have too ends it: what was not asked then is a row that
// failed, or the failure is the error if no row has values. count is called after each response; it may be nil.
func (q *AccountQuestion) Run(ctx context.Context, count func(done int)) (*record.AccountTable, error) {
	requests, running := errgroup.WithContext(ctx)
	requests.SetLimit(accountRequests)
	rows := make([]record.AccountRow, len(q.Accounts))
	var counting sync.Mutex
	done := 0
	for i, account := range q.Accounts {
		rows[i] = record.AccountRow{Address: account.Address}
		if account.Name != "" {
			rows[i].Name = &account.Name
		}
		requests.Go(func() error {
			err := running.Err()
			if err == nil {
				err = q.ask(running, &rows[i])
			}
			counting.Lock()
			done++
			if count != nil {
				count(done)
			}
			counting.Unlock()
			if endsAll(err) {
				return err
			}
			return nil
		})
	}
	failed := requests.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	hasValues := slices.ContainsFunc(rows, func(r record.AccountRow) bool { return r.State == record.AccountOK })
	if failed != nil && !hasValues {
		return nil, failed
	}
	q.giveReasons(ctx, rows, failed)
	return record.NewAccountTable(rows), nil
}

// SetView makes the call of a view function the question. One of its arguments, as typed, is a group: the account. names are saved names
// that the others may be. It fetches the module, which has the types.
func (q *AccountQuestion) SetView(ctx context.Context, function move.FunctionID, call *target.Call, names []target.Name) error {
	parameters, err := ViewParameters(ctx, q.Node, function)
	if err != nil {
		return err
	}
	if q.Argument, err = GroupArgument(call.Arguments, parameters); err != nil {
		return err
	}
	if q.Argument < 0 {
		return &target.GroupError{Group: call.Group(), Rule: "this argument is a text, and no group of accounts"}
	}
	q.View = &client.ViewRequest{Function: function}
	for _, argument := range call.TypeArguments {
		tag, err := move.ParseTypeTag(target.Resolve(argument, names))
		if err != nil {
			return err
		}
		q.View.TypeArguments = append(q.View.TypeArguments, tag)
	}
	for i, argument := range call.Arguments {
		q.View.Arguments = append(q.View.Arguments, argument)
		if address, known := target.FindName(argument, names); known && i < len(parameters) && TakesAccount(parameters[i]) {
			q.View.Arguments[i] = address
		}
	}
	return nil
}

// endsAll reports whether a request for another account would fail too.
func endsAll(err error) bool {
	switch load.Explain(err, load.Endpoint{}).Kind {
	case load.InvalidArgument, load.Unreachable, load.TimedOut, load.Unauthorized, load.RateLimited, load.Cancelled:
		return true
	}
	return false
}

// ask completes the row of an account. The error is also the failure of the row.
func (q *AccountQuestion) ask(ctx context.Context, row *record.AccountRow) (err error) {
	defer func() {
		row.Time = q.Now().UnixMicro()
		if err != nil {
			row.State, row.Failure = record.AccountFailed, err
		}
	}()
	row.State = record.AccountOK
	if q.View != nil {
		request := *q.View
		request.Arguments = slices.Clone(request.Arguments)
		request.Arguments[q.Argument] = row.Address
		result, err := q.Node.View(ctx, request)
		if err != nil {
			return err
		}
		row.Raw = result.Raw
		for i, value := range result.Values {
			row.Values = append(row.Values, record.AccountValue{Name: valueName(i, len(result.Values)), Value: compact(value.JSON)})
		}
		return nil
	}
	resource, err := q.Node.Resource(ctx, row.Address, q.Type)
	if errors.Is(err, client.ErrNotFound) {
		row.State = record.AccountAbsent
		return nil
	}
	if err != nil {
		return err
	}
	if row.Raw = resource.Raw; len(q.Path) == 0 {
		row.Values = members(resource.Data)
		return nil
	}
	value, err := q.Path.Lookup(resource.Data)
	if err == nil {
		row.Raw, row.Values = value, []record.AccountValue{{Name: valueName(0, 1), Value: compact(value)}}
	}
	return err
}

// valueName returns the name of one of several values.
func valueName(index, count int) string {
	if count == 1 {
		return "value"
	}
	return fmt.Sprintf("value_%d", index)
}

// members returns the members of a resource, or a single value if it has none or too many.
func members(data json.RawMessage) []record.AccountValue {
	whole := []record.AccountValue{{Name: valueName(0, 1), Value: compact(data)}}
	decoder := json.NewDecoder(bytes.NewReader(data))
	if first, err := decoder.Token(); err != nil || first != json.Delim('{') {
		return whole
	}
	var values []record.AccountValue
	for decoder.More() {
		name, err := decoder.Token()
		var value json.RawMessage
		if err != nil || decoder.Decode(&value) != nil || len(values) == maxMembers {
			return whole
		}
		written := linkvalue.Member(fmt.Sprint(name))
		if len(written) > maxMemberName {
			return whole
		}
		values = append(values, record.AccountValue{Name: written, Value: compact(value)})
	}
	if len(values) == 0 {
		return whole
	}
	return values
}

// compact returns JSON without spaces, so that equal values have equal bytes.
func compact(raw json.RawMessage) json.RawMessage {
	var out bytes.Buffer
	if json.Compact(&out, raw) != nil {
		return raw
	}
	return out.Bytes()
}

// giveReasons sets the errors of rows that failed. ended is the failure after which no more accounts were asked, or nil.
func (q *AccountQuestion) giveReasons(ctx context.Context, rows []record.AccountRow, ended error) {
	reasons := map[string]string{} // by what the node sent: accounts often fail for the same reason
	for i := range rows {
		row := &rows[i]
		if row.State != record.AccountFailed {
			continue
		}
		if errors.Is(row.Failure, context.Canceled) {
			row.Failure, row.Error = ended, new("not asked: "+load.Explain(ended, q.Endpoint).Reason.String())
			continue
		}
		key := row.Failure.Error()
		if _, known := reasons[key]; !known {
			reasons[key] = q.reason(ctx, row.Failure, len(reasons) < maxExplained)
		}
		row.Error = new(reasons[key])
	}
}

// maxExplained is the number of different failures that are explained from bytecode, which takes requests.
const maxExplained = 8

// reason returns why a request failed, in a line.
func (q *AccountQuestion) reason(ctx context.Context, err error, explains bool) string {
	if missing, ok := errors.AsType[*linkvalue.PathError](err); ok {
		return missing.Error()
	}
	if q.View != nil && explains {
		if status, ok := ExplainView(ctx, q.Node, err, q.View.Function); ok {
			return render.ReasonInFull(&status).String()
		}
	}
	return load.Explain(err, q.Endpoint).Reason.String()
}

// ExplainView returns the status of a view function that ran and failed, with what bytecode adds to it. ok is false for other errors.
func ExplainView(ctx context.Context, node *client.Node, err error, function move.FunctionID) (status move.VMStatus, ok bool) {
	failed, ok := errors.AsType[*client.ViewError](err)
	if !ok {
		return status, false
	}
	if status = move.ParseVMStatus(failed.Message); status.Kind == move.StatusUnknown {
		return status, false
	}
	return Explain(ctx, node, client.FailedCall{Status: status, Entry: &function}).Status, true
}

// ViewParameters returns the types of the arguments that a view function takes: its parameters without signers, which the node fills in.
// They are nil if the node has no interface of the function.
func ViewParameters(ctx context.Context, node *client.Node, function move.FunctionID) ([]string, error) {
	module, err := node.Module(ctx, move.ModuleID{Address: function.Address, Name: function.Module})
	if err != nil || module.ABI == nil {
		return nil, err
	}
	declared := module.ABI.Function(function.Name)
	if declared == nil {
		return nil, nil // the call reports it
	}
	return slices.DeleteFunc(slices.Clone(declared.Parameters), func(parameter string) bool {
		read, err := move.ParseType(parameter)
		return err == nil && read.IsSigner()
	}), nil
}

// TakesAccount reports whether a parameter of a type takes the address of an account or object.
func TakesAccount(parameter string) bool {
	return parameter == "address" || strings.HasPrefix(parameter, "0x1::object::Object<")
}

// GroupArgument returns the index of the argument of a view function that is a group of accounts, -1 if there is none. A text that begins
// with @ is no group. parameters are those of ViewParameters.
func GroupArgument(arguments, parameters []string) (int, error) {
	found := -1
	for i, argument := range arguments {
		switch {
		case !target.IsGroup(argument) || i < len(parameters) && parameters[i] == "0x1::string::String":
			continue
		case i < len(parameters) && !TakesAccount(parameters[i]):
			return -1, &target.GroupError{Group: argument, Rule: "a group of accounts is for an argument of type address, and this one is of type " + parameters[i]}
		case found >= 0:
			return -1, &target.GroupError{Group: argument, Rule: "only one argument can be a group, and " + arguments[found] + " is one"}
		}
		found = i
	}
	return found, nil
}
