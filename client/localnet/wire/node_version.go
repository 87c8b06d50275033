package wire

import "strconv"

// NodeVersion is the release of the node program that an API simulates. It decides which paths there are and the form of responses that
// changed between releases.
type NodeVersion int

const (
	// SpecNode has the paths of the specification, in versions 1 to 3 of the API.
	SpecNode NodeVersion = iota
	// Node10 is a node before v11.3.4: it has all of v1, v2 and v3, but no v4.
	Node10
	// Node11 is a node from v11.5.2 to v11.7: it has two paths of v1, and v2, v3 and v4.
	Node11
	// Node12 is a node of v12: it has no v2, and serves on v4 what it serves on v3.
	Node12
)

var nodeVersionNames = [...]string{SpecNode: "spec", Node10: "10", Node11: "11", Node12: "12"}

// String returns "spec", "10", "11" or "12".
func (n NodeVersion) String() string {
	if n < 0 || int(n) >= len(nodeVersionNames) {
		return "NodeVersion(" + strconv.Itoa(int(n)) + ")"
	}
	return nodeVersionNames[n]
}

// nodes is a set of node versions.
type nodes uint8

const (
	onSpec nodes = 1 << SpecNode
	on10   nodes = 1 << Node10
	on11   nodes = 1 << Node11
	on12   nodes = 1 << Node12

	onDeployed = on10 | on11 | on12
	onEvery    = onSpec | onDeployed
)

// only returns the set of one node version.
func (n NodeVersion) only() nodes { return 1 << n }
