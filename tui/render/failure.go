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
	case failure.Cause != nil:
		return cause(failure.Cause)
	}
	return text.Short(text.Bounded(failure.Text))
}

// ReasonInFull returns the name of the reason with its code in parts: EINSUFFICIENT_BALANCE · INVALID_ARGUMENT, reason 6 (0x10006).
func ReasonInFull(failure *move.VMStatus) text.Safe {
	code := failure.AbortCode
	if code == nil {
		return failureInFull(failure)
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

// failureInFull returns the error of the VM with what the failed instruction says: ARITHMETIC_ERROR · overflow (Add).
func failureInFull(failure *move.VMStatus) text.Safe {
	name := Reason(failure)
	if failure.Kind == move.StatusFailure && failure.StatusCode == "" {
		name = text.Const("execution failed")
	}
	if failure.Cause == nil {
		return name
	}
	return text.Format("%s · %s (%s)", name, cause(failure.Cause), text.Clean(failure.Cause.Instruction))
}

func cause(cause *move.Cause) text.Safe {
	said := text.Short(text.Bounded(cause.Text))
	if !cause.IsCertain {
		return text.Format("probably %s", said)
	}
	return said
}
