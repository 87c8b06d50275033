package chain

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Expired tasks do not run.
func TestTasksExpire(t *testing.T) {
	t.Parallel()
	c := buildDefault(t, 7)
	require.Positive(t, c.activeTasks)
	before := len(c.records.Transactions)
	c.addBlock(c.newestAge()+2*TaskLifetime*microsecondsPerSecond, c.runTask)
	require.Equal(t, c.activeTasks, c.expiredTasks)
	for _, made := range c.records.Transactions[before:] {
		require.NotEqual(t, AutomatedTransaction, made.Type())
	}
}
