package tally

import (
	"fmt"
	"math/bits"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
)

// MaxFee is the highest fee that counts as known, in the smallest unit of the coin. No account has as much, and sums do not overflow.
const MaxFee = 1 << 53

// maxReason is the number of bytes of a reason that is a text of unknown form.
const maxReason = 200

// Fee returns the fee of a transaction. ok is false if it is unknown, or more than any account has.
func Fee(t *client.Transaction) (amount int64, ok bool) {
	if t.GasUsed == nil || t.GasUnitPrice == nil {
		return 0, false
	}
	high, low := bits.Mul64(*t.GasUsed, *t.GasUnitPrice)
	return int64(low), high == 0 && low <= MaxFee
}

// Failure returns why a transaction or the call of its multisig account failed, where, and what the node says; nothing for others.
func Failure(t *client.Transaction) (reason, place, vmStatus string) {
	failure := t.Failure()
	if failure == nil {
		failure = t.CallFailure()
	}
	if failure == nil {
		return "", "", ""
	}
	reason, place = failureWords(failure)
	return reason, place, t.VMStatus
}

// failureWords returns why a transaction failed, and where. Without a name, the reason has code and place, so that failures of one cause
// are one row in statistics.
func failureWords(failure *move.VMStatus) (reason, place string) {
	if failure.Module != nil {
		place = failure.Module.String()
		if failure.Function != "" {
			place += "::" + failure.Function
		}
	} else if failure.Script {
		place = "script"
	}
	switch code := failure.AbortCode; {
	case failure.Reason != "":
		return failure.Reason, place
	case code != nil && code.Category() != "":
		reason = fmt.Sprintf("%s %d", code.Category(), code.Reason())
	case code != nil:
		reason = "abort " + code.String()
	case failure.Kind == move.StatusOutOfGas:
		return "out of gas", place
	case failure.StatusCode != "":
		reason = failure.StatusCode
	case failure.Kind == move.StatusFailure:
		reason = "execution failed"
	default:
		return strings.ToValidUTF8(failure.Text[:min(len(failure.Text), maxReason)], ""), place
	}
	if place == "" {
		return reason, place
	}
	reason += " in " + place
	if failure.AbortCode == nil && failure.Offset >= 0 {
		if failure.Function == "" && failure.FunctionIndex >= 0 {
			reason += fmt.Sprintf(", function %d", failure.FunctionIndex)
		}
		reason += fmt.Sprintf(", instruction %d", failure.Offset)
	}
	return reason, place
}
