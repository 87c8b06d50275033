package client

import "foredeck/client/move"

// FailedCall is the call of a transaction that failed.
type FailedCall struct {
	Status move.VMStatus
	// Entry is the called function; nil for a script, or if the record does not name it.
	Entry *move.FunctionID
	// IsInner is true for the call of a multisig account, whose transaction succeeded.
	IsInner bool
}

// FailedCall returns the call that failed, nil if none did or if the node does not say.
func (t *Transaction) FailedCall() *FailedCall {
	if t.Explained != nil {
		return t.Explained
	}
	failed, kind := FailedCall{}, "entry_function"
	status := t.Failure()
	if status == nil {
		status, kind, failed.IsInner = t.CallFailure(), "multisig", true
	}
	if status == nil {
		return nil
	}
	failed.Status = *status
	// A multisig transaction that fails itself, and the registration of a task, do not execute the call in their payload.
	if t.Payload != nil && t.Payload.Kind == kind {
		if entry, err := move.ParseFunctionID(t.Payload.Function); err == nil {
			failed.Entry = &entry
		}
	}
	return &failed
}
