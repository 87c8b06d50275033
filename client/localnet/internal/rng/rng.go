// Package rng generates the random numbers that local networks are built from.
package rng

import "math/bits"

// Source is a splitmix64 generator. It is implemented here, rather than taken from
// math/rand, so that a seed gives the same numbers with every version of Go.
type Source struct {
	state uint64
}

// New returns a source with a seed.
func New(seed uint64) Source { return Source{state: seed} }

// Uint64 returns the next number.
func (s *Source) Uint64() uint64 {
	s.state += 0x9e3779b97f4a7c15
	return Mix(s.state)
}

// Uint64N returns a number from 0 to n-1.
func (s *Source) Uint64N(n uint64) uint64 {
	high, _ := bits.Mul64(s.Uint64(), n)
	return high
}

// Percent returns true with a probability of share in a hundred.
func (s *Source) Percent(share uint64) bool { return s.Uint64N(100) < share }

// Mix is the finalizer of splitmix64: it spreads the bits of z over the result.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
