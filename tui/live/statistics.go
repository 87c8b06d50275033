package live

// Window is a range of the chain that ends with the newest block or with an epoch.
type Window int

// The windows.
const (
	Newest100  Window = iota
	Newest1000        // the newest 1,000 known blocks
	ThisEpoch         // the epoch of the newest block
	LastEpoch         // the epoch before it
	All               // all known blocks
)

// Windows is the number of windows.
const Windows = 5

// Size returns the number of blocks in the window, 0 if it is not fixed.
func (w Window) Size() int { return [Windows]int{100, 1000}[w] }

// Statistics describe the blocks in a window.
type Statistics struct {
	Window      Window
	Blocks      int
	First, Last uint64 // heights
	Missing     uint64 // heights between them that were not loaded
	Committees  []CommitteeBlocks
	Members     []MemberVotes // most missed votes first
	Authors     []AuthorBlocks
	Times       Distribution // milliseconds between a block and its parent
	Slowest     uint64       // height of the block that took longest
	Batches     Distribution // batches per block
	Rounds      uint64       // rounds between the first and the last block of each epoch, where both rounds are known
	Skipped     uint64       // those without a block
	Epoch       EpochProgress
}

// CountWindow evaluates the blocks of a window. It takes time proportional to their number and should run outside the
// update loop.
func CountWindow(snapshot Snapshot, window Window) Statistics {
	s := Statistics{Window: window, Epoch: snapshot.epochProgress()}
	var votes Participation
	var times, batches tally
	var parent Row
	for row := range snapshot.blocks(window) {
		if votes.Add(row); s.Blocks == 0 {
			s.First = row.Height
		}
		if row.Batches >= 0 {
			batches.add(uint64(row.Batches))
		}
		if s.Blocks > 0 && parent.Height+1 == row.Height {
			if gap, ok := GapBetween(&parent, row); ok {
				took := uint64(max(gap, 0).Milliseconds())
				if times.count == 0 || took > times.largest {
					s.Slowest = row.Height
				}
				times.add(took)
			}
			if parent.hasRound && row.hasRound && parent.Epoch == row.Epoch && row.Round > parent.Round {
				s.Rounds += row.Round - parent.Round
				s.Skipped += row.Round - parent.Round - 1
			}
		}
		s.Blocks++
		s.Last = row.Height
		parent = *row
	}
	if s.Blocks > 0 {
		s.Missing = s.Last - s.First + 1 - uint64(s.Blocks)
	}
	s.Committees, s.Members, s.Authors = votes.Committees(), votes.Members(), votes.Authors()
	s.Times, s.Batches = times.distribution(), batches.distribution()
	return s
}
