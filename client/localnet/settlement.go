package localnet

import "encoding/binary"

// settlement writes what an automation record processed.
func (r *rendering) settlement(t *transaction) {
	r.key("data")
	r.members(func() {
		r.key("record_index")
		r.number(t.limit)
		r.key("cycle_index")
		r.number(uint64(r.blocks[t.block].epoch))
		r.key("block_height")
		r.number(uint64(t.block))
		r.key("action")
		r.only("Process", func() {
			r.list(func() {
				for i := range uint64(t.movements) / 2 { // a refund is taken and given
					r.number(t.amount + i)
				}
			})
		})
	})
}

// newBlockEvent writes what the metadata of a block tells.
func (r *rendering) newBlockEvent(height uint32) {
	made := &r.blocks[height]
	r.moduleEvent("0x1::block::NewBlock", func() {
		r.key("epoch")
		r.big(uint64(made.epoch))
		r.key("failed_proposer_indices")
		r.list(func() {
			for _, member := range r.silentLeaders(height) {
				r.big(uint64(member))
			}
		})
		r.key("hash")
		r.hex(made.hash[:])
		r.key("height")
		r.big(uint64(height))
		r.key("previous_block_votes_bitvec")
		r.hex(r.votesBefore(height))
		r.key("proposer")
		r.address(r.addressOf(memberOwner(made.author)))
		r.key("round")
		r.big(uint64(made.round))
		r.key("time_microseconds")
		r.big(uint64(r.timeOf(height)))
	})
}

// votesBefore gives the votes for the block below a height, a bit for each member from
// the highest bit of the first byte on.
func (r *records) votesBefore(height uint32) []byte {
	var votes uint32
	if height > 0 {
		for member, voted := range r.voters(height - 1) {
			if voted {
				votes |= 1 << (31 - member)
			}
		}
	}
	return binary.BigEndian.AppendUint32(nil, votes)
}
