package wire

import (
	"encoding/binary"

	"foredeck/client/localnet/chain"
)

// settlement writes what an automation record processed.
func (r *rendering) settlement(t *chain.Transaction) {
	r.Key("data")
	r.Object(func() {
		r.Key("record_index")
		r.Number(t.Parameter)
		r.Key("cycle_index")
		r.Number(uint64(r.Blocks[t.Height].Epoch))
		r.Key("block_height")
		r.Number(uint64(t.Height))
		r.Key("action")
		r.Wrap("Process", func() {
			r.Array(func() {
				for i := range uint64(t.MovementCount) / 2 { // a refund is taken and given
					r.Number(t.Amount + i)
				}
			})
		})
	})
}

// newBlockEvent writes what the metadata of a block tells.
func (r *rendering) newBlockEvent(height uint32) {
	made := &r.Blocks[height]
	r.moduleEvent("0x1::block::NewBlock", func() {
		r.Key("epoch")
		r.Decimal(uint64(made.Epoch))
		r.Key("failed_proposer_indices")
		r.Array(func() {
			for _, member := range r.FailedProposers(height) {
				r.Decimal(uint64(member))
			}
		})
		r.Key("hash")
		r.Hex(made.Hash[:])
		r.Key("height")
		r.Decimal(uint64(height))
		r.Key("previous_block_votes_bitvec")
		r.Hex(votesBefore(&r.Records, height))
		r.Key("proposer")
		r.address(r.addressOf(chain.ValidatorOwner(made.Author)))
		r.Key("round")
		r.Decimal(uint64(made.Round))
		r.Key("time_microseconds")
		r.Decimal(uint64(r.Time(height)))
	})
}

// votesBefore gives the votes for the block below a height, a bit for each member from
// the highest bit of the first byte on.
func votesBefore(r *chain.Records, height uint32) []byte {
	var votes uint32
	if height > 0 {
		for member, voted := range r.Voters(height - 1) {
			if voted {
				votes |= 1 << (31 - member)
			}
		}
	}
	return binary.BigEndian.AppendUint32(nil, votes)
}
