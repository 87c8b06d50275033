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

// Version is a version of the RPC (spec section 9).
type Version int

// The versions. Auto tries the ones that have a call, usually from the newest, and remembers which one responded. V4 is later than the
// specification: public nodes serve it from v11.3.4 on, beside version 3.
const (
	Auto Version = iota
	V1
	V2
	V3
	V4
)

const versionRule = "must be auto, v1, v2, v3 or v4"

// String returns auto, v1, v2, v3 or v4.
func (v Version) String() string {
	switch v {
	case Auto:
		return "auto"
	case V1, V2, V3, V4:
		return "v" + strconv.Itoa(int(v))
	default:
		return "version " + strconv.Itoa(int(v))
	}
}

// ParseVersion parses auto, v1, v2, v3 or v4. The error is an *ArgumentError.
func ParseVersion(text string) (Version, error) {
	for version := Auto; version <= V4; version++ {
		if version.String() == text {
			return version, nil
		}
	}
	return Auto, &ArgumentError{Field: "version", Value: truncate(text, quotedCharacters), Rule: versionRule}
}

// accountPath is the path of an account, and the prefix of those of its lists.
func (v Version) accountPath(address move.Address) string {
	return "/rpc/" + v.String() + "/accounts/" + address.String()
}

// call is a call of the RPC, with its name for errors. A Node remembers for each one which version supports it. The file of a call declares
// it.
type call string

// versionOf returns the version that last responded to a call, Auto before any did.
func (n *Node) versionOf(c call) Version {
	version, _ := n.autoVersion.Load(c)
	known, _ := version.(Version)
	return known
}

// accountVersions have the calls about accounts and view functions.
var accountVersions = []Version{V3, V2, V1}

// has reports whether a call that versions have can be tried under another one, too: some nodes serve the calls of version 3 under
// version 4.
func (v Version) has(versions []Version) bool {
	return slices.Contains(versions, v) || v == V4 && slices.Contains(versions, V3)
}

// byVersion runs do with the configured version, or, for Auto, with one version after another until the deployment has the
// call. have are the versions that can have it, in the order in which they are tried. The error matches ErrUnsupported if no
// version can be used.
func byVersion[T any](n *Node, c call, have []Version, do func(Version) (T, error)) (found T, err error) {
	err = n.tryVersions(c, have, func(version Version) (err error) {
		found, err = do(version)
		return err
	})
	if n.version == Auto && errors.Is(err, ErrUnsupported) {
		return *new(T), err
	}
	return found, err
}

// tryVersions is byVersion without the type of the result, so that it is compiled once.
func (n *Node) tryVersions(c call, have []Version, do func(Version) error) error {
	if n.version != Auto {
		if !n.version.has(have) {
			return fmt.Errorf("%s: %w by %s of the RPC: use %s or auto", c, ErrUnsupported, n.version, names(have))
		}
		return do(n.version)
	}
	order, known := have, n.versionOf(c)
	if known != have[0] && slices.Contains(have, known) {
		order = slices.DeleteFunc(slices.Clone(have), func(v Version) bool { return v == known })
		order = slices.Insert(order, 0, known)
	}
	var rejected error // by the first version
	for _, version := range order {
		err := do(version)
		if !errors.Is(err, ErrUnsupported) {
			if version != known && (err == nil || errors.Is(err, ErrNotFound) && !errors.Is(err, ErrPruned)) {
				n.autoVersion.Store(c, version)
			}
			return err
		}
		if rejected == nil {
			rejected = err
		}
	}
	return &MissingCallError{Call: string(c), IsLater: isLaterCall(c), versions: have, err: rejected}
}

// MissingCallError reports that a deployment has a call in none of its versions. It matches ErrUnsupported.
type MissingCallError struct {
	Call     string // in the plural, such as "events by type"
	IsLater  bool   // the specification does not have the call either
	versions []Version
	err      error // of the first version
}

func (e *MissingCallError) Error() string {
	return e.Call + ": not available in " + names(e.versions) + ": " + e.err.Error()
}

func (e *MissingCallError) Unwrap() error { return e.err }

// listPage reads a page of a list with byVersion, after the request was checked.
func listPage[T any](n *Node, c call, have []Version, request PageRequest, check func(PageRequest) (PageRequest, error), read func(Version, PageRequest) (Page[T], error)) (Page[T], error) {
	request, err := check(request)
	if err != nil {
		return Page[T]{}, err
	}
	return byVersion(n, c, have, func(version Version) (Page[T], error) { return read(version, request) })
}

// Version returns the RPC version in use. For Auto it is the newest one that responded to a call about accounts or view functions, or Auto
// before the first response.
func (n *Node) Version() Version {
	if n.version != Auto {
		return n.version
	}
	newest := Auto
	for c, version := range n.autoVersion.Range {
		if !isChainCall(c.(call)) {
			newest = max(newest, version.(Version))
		}
	}
	if newest == Auto {
		return Version(n.versionBeforeReset.Load())
	}
	return newest
}

// Versions returns the versions of the RPC that the deployment has, from the oldest: those that respond to a request for the account
// 0x1. A version that does not have the call is left out; another error ends the search.
func (n *Node) Versions(ctx context.Context) ([]Version, error) {
	var found []Version
	for _, version := range []Version{V1, V2, V3} {
		_, err := n.get(ctx, version.accountPath(move.Address{31: 1}), nil)
		switch {
		case err == nil || errors.Is(err, ErrNotFound) && !errors.Is(err, ErrUnsupported):
			found = append(found, version)
		case !errors.Is(err, ErrUnsupported):
			return found, err
		}
	}
	return found, nil
}

// names returns "v1, v2, v3".
func names(versions []Version) string {
	texts := make([]string, len(versions))
	for i, version := range slices.Sorted(slices.Values(versions)) {
		texts[i] = version.String()
	}
	return strings.Join(texts, ", ")
}
