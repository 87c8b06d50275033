package render

import (
	"foredeck/client/move"
	"foredeck/tui/text"
)

// Reason returns why an execution failed, short enough for a column: EINSUFFICIENT_BALANCE, INVALID_ARGUMENT 6, 0x4, out of gas,
// or else the text of the node.
func Reason(failure *move.VMStatus) text.Safe {
	switch code := failure.AbortCode; {
	case failure.Reason != "":
		return text.Bounded(failure.Reason)
	case code != nil && code.Category() != "":
		return text.Format("%s %s", text.Clean(code.Category()), text.Integer(code.Reason()))
	case code != nil:
		return text.Clean("abort " + code.String())
	case failure.Kind == move.StatusOutOfGas:
		return text.Const("out of gas")
	case failure.StatusCode != "":
		return text.Bounded(failure.StatusCode)
	}
	return text.Short(text.Bounded(failure.Text))
}

// ReasonInFull returns the name of the reason with its code in parts: EINSUFFICIENT_BALANCE · INVALID_ARGUMENT, reason 6 (0x10006).
func ReasonInFull(failure *move.VMStatus) text.Safe {
	code := failure.AbortCode
	if code == nil {
		if failure.Kind == move.StatusFailure && failure.StatusCode == "" {
			return text.Const("execution failed")
		}
		return Reason(failure)
	}
	number := text.Clean("abort code " + code.String())
	if category := code.Category(); category != "" {
		number = text.Format("%s, reason %s (%s)", text.Clean(category), text.Integer(code.Reason()), text.Clean(code.String()))
	}
	if failure.Reason == "" {
		return number
	}
	return text.Format("%s · %s", text.Bounded(failure.Reason), number)
}

// Place returns where an execution failed: 0x1::coin::withdraw, instruction 12. It is empty if the node does not say.
func Place(failure *move.VMStatus, positions []move.CodePosition) text.Safe {
	switch {
	case failure.Module == nil && failure.Script && failure.Offset >= 0:
		return text.Format("script, instruction %s", text.Integer(uint64(failure.Offset)))
	case failure.Module == nil && failure.Script:
		return text.Const("script")
	case failure.Module == nil:
		return text.Safe{}
	}
	module := text.Short(text.Bounded(failure.Module.String()))
	if len(positions) == 0 {
		switch {
		case failure.Function != "" && failure.Offset >= 0:
			positions = []move.CodePosition{{Function: failure.Function, Offset: failure.Offset}}
		case failure.Function != "":
			return text.Format("%s::%s", module, text.Bounded(failure.Function))
		default:
			return module
		}
	}
	place := text.Format("%s::%s, instruction %s", module, text.Bounded(positions[0].Function), text.Integer(uint64(positions[0].Offset)))
	if more := len(positions) - 1; more > 0 {
		return text.Format("%s or %s", place, text.Plural(more, "other"))
	}
	return place
}
