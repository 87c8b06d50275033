package client

import (
	"context"
	"slices"
	"time"
)

const (
	// maxVoteless is the number of blocks without votes that a watch remembers.
	maxVoteless = maxRecent
	// votesInterval and votesRetry are the times between two requests for votes, after one that succeeded and after one that failed.
	votesInterval = 2 * time.Second
	votesRetry    = 30 * time.Second
	// votesWait is the number of blocks for which the votes of a block are asked for again: not all nodes behind an address have the newest one.
	votesWait = 8
	// maxVotesMissed is the number of requests without any votes after which blocks are not asked for again, as on a chain that stands still.
	maxVotesMissed = 3
	// votesTimeout limits such a request: the next block waits for it.
	votesTimeout = 2 * time.Second
)

// WithEventVotes makes WatchBlocks report the votes for executed blocks once they are known, as VotesArrived. See Node.AddEventVotes.
func WithEventVotes() WatchOption { return func(w *blockWatch) { w.wantsVotes = true } }

// awaitVotes remembers a block whose votes are not known yet.
func (w *blockWatch) awaitVotes(block Block) {
	if !w.wantsVotes || block.Certificate != nil || block.Statistics == nil {
		return
	}
	if len(w.voteless) == maxVoteless {
		w.voteless = slices.Delete(w.voteless, 0, maxVoteless/2)
	}
	w.voteless = append(w.voteless, block)
}

// forgetVotes forgets the blocks from a height on, which were replaced.
func (w *blockWatch) forgetVotes(from uint64) {
	w.voteless = slices.DeleteFunc(w.voteless, func(block Block) bool { return block.Height >= from })
}

// readVotes reports the votes of blocks that a newer block says.
func (w *blockWatch) readVotes(ctx context.Context) {
	older := len(w.voteless) - 1
	if older < 1 || w.isStopped || time.Now().Before(w.votesAt) {
		return
	}
	if !w.node.HasEventVotes() {
		w.voteless = slices.Delete(w.voteless, 0, older)
		return
	}
	asked := slices.Clone(w.voteless[:older])
	limited, cancel := context.WithTimeout(ctx, votesTimeout)
	defer cancel()
	err := w.node.AddEventVotes(limited, asked)
	w.votesAt = time.Now().Add(votesInterval)
	if err != nil {
		w.votesAt = time.Now().Add(votesRetry)
	}
	newest := w.voteless[older].Height
	w.votesMissed++
	for _, block := range asked {
		if block.Certificate != nil {
			w.votesMissed = 0
			w.emit(BlockUpdate{Kind: VotesArrived, Block: block})
		}
	}
	w.voteless = slices.DeleteFunc(w.voteless, func(block Block) bool {
		i := slices.IndexFunc(asked, func(b Block) bool { return b.Height == block.Height })
		isOver := err == nil && (w.votesMissed > maxVotesMissed || block.Height+votesWait < newest)
		return i >= 0 && (asked[i].Certificate != nil || isOver)
	})
}
