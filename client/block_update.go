package client

// BlockUpdateKind says what a BlockUpdate tells.
type BlockUpdateKind int

// The kinds of BlockUpdate.
const (
	// BlockArrived: Block is the next one.
	BlockArrived BlockUpdateKind = iota
	// BlocksSkipped: the heights First to Last are passed over. The watch was more than 500
	// behind, or the node dropped them, or Err says why a single one could not be read.
	// Blocks loads them.
	BlocksSkipped
	// NodeSilent: the node does not answer, or not with blocks; Err is why. It is told once
	// for each outage, which NodeBack ends.
	NodeSilent
	// NodeBehind: the node holds less than was seen before, up to First instead of Last:
	// another node answers, or it was set back. The watch waits for it; NodeBack ends this.
	// Where it holds nothing that is found, Err says so and First is 0.
	NodeBehind
	// NodeBack: the node answers again, and holds what was seen before.
	NodeBack
	// ChainReplaced: another chain is in the place of the one that was watched, whose newest
	// height was Last. The watch goes on with the new one's block at First; heights that were
	// told before are told again where they come.
	ChainReplaced
)

// String names the kind in words.
func (k BlockUpdateKind) String() string {
	return [...]string{"block arrived", "blocks skipped", "node silent", "node behind", "node back", "chain replaced"}[k]
}

// BlockUpdate is one thing that WatchBlocks tells. Which fields are set follows from its
// Kind.
type BlockUpdate struct {
	Kind        BlockUpdateKind
	Block       ConsensusBlock
	First, Last uint64 // heights, both included
	Err         error
}
