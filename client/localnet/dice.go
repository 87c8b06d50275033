package localnet

import "math/bits"

// dice is the stream of draws that the chain is made from: splitmix64, written out here
// so that a seed gives the same chain with every version of Go.
type dice struct {
	state uint64
}

func (d *dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	return mix(d.state)
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below draws from 0 to n-1.
func (d *dice) below(n uint64) uint64 {
	high, _ := bits.Mul64(d.next(), n)
	return high
}

// percent is true in that many of a hundred draws.
func (d *dice) percent(share uint64) bool {
	return d.below(100) < share
}
