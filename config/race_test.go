package config_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/tuitest/effort"
)

// Two versions of a file with the same size and time have different stamps, unless it has been left alone for a while.
func TestStampOfQuickChanges(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	now := time.Now().Add(10 * time.Second) // the test must take less than this
	require.NoError(t, os.WriteFile(path, []byte("limit = 1\n"), 0o600))
	require.NoError(t, os.Chtimes(path, now, now))
	require.Equal(t, config.StampOf(path), config.StampOf(path))
	for {
		now := time.Now()
		require.NoError(t, os.Chtimes(path, now, now))
		if first, second := config.StampOf(path), config.StampOf(path); time.Since(now) < 40*time.Millisecond {
			require.NotEqual(t, first, second)
			return
		}
	}
}

// Eight decks that watch the config file always read a whole version of it, and in the end the last one, however fast it is saved.
func TestReadersOfFastSaves(t *testing.T) {
	t.Parallel()
	saves := 100
	if effort.Long {
		saves = 1000
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	value := func(number int) time.Duration { return time.Duration(4000+number) * time.Millisecond } // all of the same length
	save := func(number int) error {
		return config.Edit{Path: []string{"timeout"}, Value: fmt.Sprintf(`"%dms"`, value(number).Milliseconds())}.Write(path)
	}
	require.NoError(t, save(0))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var readers sync.WaitGroup
	last := make([]time.Duration, 8)
	errs := make([]error, len(last))
	for i := range last {
		changes, err := config.Watch(ctx, path)
		require.NoError(t, err)
		readers.Go(func() {
			var stamp config.Stamp
			for last[i] != value(saves) {
				if now := config.StampOf(path); now != stamp {
					stamp = now
					last[i], errs[i] = timeoutIn(ctx, path)
				}
				if errs[i] != nil || last[i] == value(saves) {
					return
				}
				if _, open := <-changes; !open {
					return
				}
			}
		})
	}
	for number := range saves {
		require.NoError(t, save(number+1))
	}
	readers.Wait()
	for i := range last {
		require.NoError(t, errs[i])
		require.Equal(t, value(saves), last[i])
	}
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, left, 1, "no temporary file is left")
}

// timeoutIn reads the timeout from a config file, which must be whole.
func timeoutIn(ctx context.Context, path string) (time.Duration, error) {
	file, err := config.ReadFile(ctx, path, true)
	if err != nil {
		return 0, err
	}
	settings, err := config.Resolve(config.Flags{}, func(string) string { return "" }, file)
	if err != nil {
		return 0, err
	}
	for _, problem := range settings.Problems {
		return 0, fmt.Errorf("%v", problem)
	}
	return settings.Timeout, nil
}
