package httpapi

import "strconv"

// Dialect says in which of two forms the network writes what the specification and the
// deployed nodes write differently.
type Dialect int

const (
	// Spec writes the literal forms of the specification (section 2.5): a timestamp is
	// {"timestamp": microseconds}, a sender is a string, a result of a view function is
	// keyed by its type. Where the specification leaves out how a list of v3 goes on, the
	// header x-chain-cursor tells, and is absent at the end.
	Spec Dialect = iota
	// Deployed writes what deployed nodes send: a timestamp is an object of the
	// microseconds and the same instant as text, a sender is {"Move": address}, results are
	// bare, and a view function that fails is a bad request. Answers carry the header
	// x-supra-chain-id, and the lists of v3 x-supra-oldest-block and x-supra-cursor.
	// Requests that cannot be read are refused in plain text.
	Deployed
)

var dialectNames = [...]string{Spec: "spec", Deployed: "deployed"}

// String gives the name that ParseDialect reads.
func (d Dialect) String() string {
	if d < 0 || int(d) >= len(dialectNames) {
		return "Dialect(" + strconv.Itoa(int(d)) + ")"
	}
	return dialectNames[d]
}
