package httpapi

import "strconv"

// Dialect selects between the forms of responses of the specification and deployed nodes.
type Dialect int

const (
	// Spec is the literal form of the specification (section 2.5): a timestamp is {"timestamp": microseconds}, a sender is
	// a string, and the result of a view function is keyed by its type. The specification does not define the cursors of
	// lists on v3; they are in the header x-chain-cursor, which is absent at the end.
	Spec Dialect = iota
	// Deployed is the form of deployed nodes: a timestamp is an object with the microseconds and the same time as text, a
	// sender is {"Move": address}, results are bare values, and a view function that aborts is a bad request. Responses
	// have the header x-supra-chain-id, and lists of v3 x-supra-oldest-block and x-supra-cursor. Errors for malformed
	// requests are plain text.
	Deployed
)

var dialectNames = [...]string{Spec: "spec", Deployed: "deployed"}

// String returns "spec" or "deployed".
func (d Dialect) String() string {
	if d < 0 || int(d) >= len(dialectNames) {
		return "Dialect(" + strconv.Itoa(int(d)) + ")"
	}
	return dialectNames[d]
}
