package store

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/blockindex"
)

func TestWhatIsKeptOfBlocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	n := opened(t, path)
	require.Nil(t, n.Head())
	require.Nil(t, n.Member())
	require.Equal(t, blockindex.Defaults(), n.Limits())
	member, limits := 17, blockindex.Limits{Gap: time.Minute}
	head := Head{Height: 48_211_907, At: time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)}
	n.SetHead(head)
	n.SetMember(&member)
	n.SetLimits(limits)
	require.NoError(t, n.Flush())

	again := opened(t, path)
	require.Equal(t, head, *again.Head())
	require.Equal(t, 17, *again.Member())
	require.Equal(t, limits, again.Limits())
	again.SetMember(nil)
	require.NoError(t, again.Flush())
	require.Nil(t, opened(t, path).Member())
}
