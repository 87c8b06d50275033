package load

import "foredeck/client/health"

// Checks are the nodes of a network that are checked one by one, and what was found.
type Checks struct {
	Nodes    []health.Node
	Checker  *health.Checker // of Nodes; nil if there are none
	Statuses []health.Status // of Nodes by the latest check, in the same order; nil before the first
}
