package block

// What can be clicked beside rows: the voters by their numbers, and from these numbers on the lines of the bytes of a batch, and the
// batches while the bytes have the keys.
const (
	spotBytes   = 1 << 20
	spotBatches = 1 << 30
)

// point gives the keys to what was clicked.
func (m *Model) point(at int) {
	switch {
	case at >= spotBatches:
		m.inBytes = false
		m.batches.Select(at - spotBatches)
		m.bytes.Select(0)
	case at >= spotBytes:
		m.inBytes = true
		m.bytes.Select(at - spotBytes)
	default:
		m.voter = at
		m.turn(partVoters)
		return
	}
	m.turn(partTabs)
}
