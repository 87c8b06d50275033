package client

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"sync"
)

// Capabilities are what a node was found to serve, beside the calls of the specification.
type Capabilities struct {
	Release    string    // such as v11.5.2; "" if the node does not say
	Versions   []Version // of the RPC, in ascending order
	Newest     bool      // the newest block has a call
	Blocks     bool      // blocks with transactions
	Consensus  error     // nil if consensus blocks are served to this client; ErrUnauthorized or ErrUnsupported
	Events     bool      // events by type
	ByHash     bool      // transactions by hash
	Committees bool
	Proofs     bool // certificates of inclusion
	Gas        bool // gas price
}

// releaseName finds the version in the name of a release.
var releaseName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`v?(\d+\.\d+\.\d+)`) })

// Release returns the number of the release, such as v11.5.2, from the branch or the version that a node names; "" if neither has one.
func (v NodeVersion) Release() string {
	for _, text := range []string{v.Branch, v.Version} {
		if match := releaseName().FindStringSubmatch(text); match != nil {
			return "v" + match[1]
		}
	}
	return ""
}

// tipDistance keeps probes away from the newest block, which another node behind the same address can lack.
const tipDistance = 5

// Capabilities finds out what the node serves, with about ten requests that are small and change nothing. A node that does not respond is
// an error. hints are recent heights, without which finding the newest block takes hundreds of requests on nodes that have no call for it.
func (n *Node) Capabilities(ctx context.Context, hints ...uint64) (Capabilities, error) {
	var c Capabilities
	versions, err := n.Versions(ctx)
	if err != nil {
		return c, err
	}
	c.Versions = versions
	if version, err := n.NodeVersion(ctx); err == nil {
		c.Release = version.Release()
	}
	has := func(err error) bool {
		return err == nil || errors.Is(err, ErrNotFound) && !errors.Is(err, ErrUnsupported)
	}
	head, err := n.FindHead(ctx, HeadSearch{Hints: hints})
	if err != nil {
		return c, err
	}
	c.Newest = n.newest.Load() == newestByCall
	at := head.Height - min(head.Height, tipDistance)
	block, err := n.executedBlock(ctx, at, blockOptions{})
	c.Blocks = has(err)
	_, c.Consensus = n.consensusBlock(ctx, at, false)
	if errors.Is(c.Consensus, ErrNotFound) {
		c.Consensus = nil
	}
	_, err = n.Events(ctx, EventRequest{Type: "0x1::coin::CoinDeposit", From: at, To: at + 1, Count: 1})
	c.Events = has(err)
	_, err = n.TransactionByHash(ctx, block.Digest) // a digest that is no transaction
	c.ByHash = block.Digest != "" && has(err)
	_, err = n.GasPrice(ctx)
	c.Gas = has(err)
	if block.Epoch != nil {
		_, err = n.Committee(ctx, *block.Epoch)
		c.Committees = has(err)
	}
	certified := head.Height - min(head.Height, 4*tipDistance)
	certificates, err := n.InclusionCertificates(ctx, certified, certified+1)
	c.Proofs = err == nil && len(certificates) == 1 && certificates[0] != nil
	if n.versionOf(callBlock) == V4 && !slices.Contains(c.Versions, V4) {
		c.Versions = append(c.Versions, V4)
	}
	return c, ctx.Err()
}
