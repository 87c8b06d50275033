package lookup

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A height that a user typed, or that a transaction has, is no head. Above the head that the node named, it is one.
func TestSeenHead(t *testing.T) {
	t.Parallel()
	s, at := NewSeen(nil), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	s.AddHeight(100, at)
	_, _, ok := s.Head()
	require.False(t, ok)
	height, _, ok := s.Newest()
	require.True(t, ok)
	require.EqualValues(t, 100, height)
	s.AddHead(90, at)
	s.AddHeight(101, at.Add(time.Second))
	height, found, ok := s.Head()
	require.True(t, ok)
	require.EqualValues(t, 101, height)
	require.Equal(t, at.Add(time.Second), found)
	s.ForgetHeight()
	_, _, ok = s.Head()
	require.False(t, ok)
}
