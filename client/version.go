package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// Version is a version of the node's RPC (spec section 9).
type Version int

// The versions. Auto asks by the newest that the node has: per call version 3, then 2,
// then 1, until one answers, which is remembered.
const (
	Auto Version = iota
	V1
	V2
	V3
)

const versionRule = "must be auto, v1, v2 or v3"

// String is auto, v1, v2 or v3.
func (v Version) String() string {
	switch v {
	case Auto:
		return "auto"
	case V1, V2, V3:
		return "v" + strconv.Itoa(int(v))
	default:
		return "version " + strconv.Itoa(int(v))
	}
}

// ParseVersion reads auto, v1, v2 or v3. The error is an *ArgumentError.
func ParseVersion(text string) (Version, error) {
	for version := Auto; version <= V3; version++ {
		if version.String() == text {
			return version, nil
		}
	}
	return Auto, &ArgumentError{Field: "version", Value: cut(text, quotedCharacters), Rule: versionRule}
}

// accountPath is that of an account, the beginning of the paths of all it has.
func (v Version) accountPath(address move.Address) string {
	return "/rpc/" + v.String() + "/accounts/" + address.String()
}

// wire is what differs between the versions: wrappers, orders and cursors of lists. Each
// version has a file of its own. Requests have a valid order and count.
type wire interface {
	transactions(context.Context, *Node, getter, move.Address, PageRequest) (Page[Transaction], error)
	coinTransactions(context.Context, *Node, move.Address, TransactionType, PageRequest) (Page[Transaction], error)
	// moduleWrapper and resourceWrapper are the names around the items of these lists.
	moduleWrapper() []string
	resourceWrapper() []string
}

var wires = map[Version]wire{V1: v1{}, V2: v2{}, V3: v3{}}

// call is one call of the RPC; a Node remembers for each which version answers it.
type call int

const (
	callAccount call = iota
	callTransactions
	callCoinTransactions
	callAutomatedTransactions
	callModules
	callModule
	callResources
	callResource
	callView
	callViewBCS
	callConsensusBlock
	calls // how many there are
)

// String names the call in errors.
func (c call) String() string {
	return [calls]string{
		"account", "transactions", "coin_transactions", "automated_transactions",
		"modules", "module", "resources", "resource", "view", "view in BCS", "consensus block",
	}[c]
}

// every lists the versions from the oldest.
var every = []Version{V1, V2, V3}

// byVersion asks by the version that the Node is set to, or for Auto by one after the
// other until one answers. An answer that says that this deployment has no such call
// sends it on to the next. have are the versions that can answer, from the oldest; the
// error names them where none of them may be asked or does answer, and is ErrUnsupported.
func byVersion[T any](n *Node, c call, have []Version, ask func(Version) (T, error)) (T, error) {
	var none T
	if n.version != Auto {
		if !slices.Contains(have, n.version) {
			return none, fmt.Errorf("%w: %s is not in %s of the RPC; %s has it, set that or auto", ErrUnsupported, c, n.version, named(have))
		}
		return ask(n.version)
	}
	order := slices.Clone(have)
	slices.Reverse(order)
	if known := Version(n.answering[c].Load()); slices.Contains(order, known) {
		order = slices.DeleteFunc(order, func(v Version) bool { return v == known })
		order = slices.Insert(order, 0, known)
	}
	var refused error // by the newest version
	for _, version := range order {
		found, err := ask(version)
		if !errors.Is(err, ErrUnsupported) {
			if err == nil || errors.Is(err, ErrNotFound) {
				n.answering[c].Store(int32(version))
			}
			return found, err
		}
		if refused == nil {
			refused = err
		}
	}
	return none, fmt.Errorf("%s: this deployment has it in none of %s: %w", c, named(have), refused)
}

// Version is the version of the RPC by which the Node asks: the one that it is set to.
// For Auto it is the newest by which the node has answered any call; while that is
// forgotten the one before, and Auto before the first answer.
func (n *Node) Version() Version {
	if n.version != Auto {
		return n.version
	}
	newest := Auto
	for c := range n.answering {
		if call(c) != callConsensusBlock { // which version 1 alone has
			newest = max(newest, Version(n.answering[c].Load()))
		}
	}
	if newest == Auto {
		return Version(n.before.Load())
	}
	return newest
}

// named lists versions: "v1, v2, v3".
func named(versions []Version) string {
	names := make([]string, len(versions))
	for i, version := range versions {
		names[i] = version.String()
	}
	return strings.Join(names, ", ")
}
