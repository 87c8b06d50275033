package screen

import (
	"time"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// Follower follows the chain in the background, on every screen.
type Follower interface {
	// Following returns the current state.
	Following() Following
}

// Following is the state of following the chain. Its blocks are in Deps.Blocks.
type Following struct {
	Started   bool        // since Blocks was opened, or as configured, until the network is closed; or while a screen shows the chain
	Brief     bool        // only while a screen shows the chain, without alerts
	Paused    bool        // by the user
	Running   bool        // new blocks are received
	Searching bool        // for the newest block
	Search    load.Status // of that search
	Wait      text.Safe   // what the search or the next block waits for, such as "waiting for node 127.0.0.1:28000: 3 s"; empty if nothing
	// Tried is the highest height of the search so far, 0 before the first request.
	Tried uint64
	// Err is why following failed, nil if it did not. RetryAt is when it is tried again; zero if none is planned.
	Err     error
	RetryAt time.Time
	// Trouble is the current problem of the node, nil if there is none, and TroubleSince its start.
	Trouble      *client.BlockUpdate
	TroubleSince time.Time
}

// FollowMsg asks the deck to follow the chain. It does not end a pause.
type FollowMsg struct {
	// Retry tries again now if following failed, even if another attempt is planned. A chain that is followed for a screen only stays so.
	Retry bool
}

// ShowChainMsg asks the deck to follow the chain while a screen shows its head, without alerts, once a height of the chain is known. It
// has no effect on a chain that is followed anyway, and on recordings.
type ShowChainMsg struct{ Shown bool }

// PauseBlocksMsg asks the deck to pause following the chain, or to resume it.
type PauseBlocksMsg struct{ Paused bool }

// BlocksMsg reports that the state of following the chain has changed, or the blocks in Deps.Blocks.
type BlocksMsg struct {
	// Replaced is set if the node has replaced known blocks: pending requests for blocks are for the old ones.
	Replaced bool
	// Reset is set if no old block is left.
	Reset bool
	// Found is set if the newest block was searched for and found. Blocks that were known before are below it, and may be outdated.
	Found bool
}

// HealthMsg reports that the nodes were checked: Deps.Checks has the results.
type HealthMsg struct{}

const (
	// minQuiet is the shortest time without a block that is late.
	minQuiet = 10 * time.Second
	// quietIntervals is the number of usual block intervals without a block after which the next one is late.
	quietIntervals = 5
	// usualBlocks is the number of recent blocks that the usual interval is computed from.
	usualBlocks = 20
)

// Quiet returns how long the followed chain has had no new block. late is false if that is not longer than usual, and if the chain is
// not followed.
func (d *Deps) Quiet() (quiet time.Duration, late bool) {
	following := d.Following()
	newest, arrived := d.Blocks.Newest()
	if newest == nil || !following.Started || following.Paused || d.Blocks.Complete() {
		return 0, false
	}
	quiet = d.Now().Sub(arrived)
	return quiet, quiet >= max(minQuiet, quietIntervals*d.Blocks.MedianInterval(usualBlocks))
}
