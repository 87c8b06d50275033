package config

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settleTime is how long Watch waits after a change for further ones, as editors save a file in several steps.
const settleTime = 100 * time.Millisecond

// Watch reports changes of files, and of folders with the files in them, until ctx ends; then it closes the channel. The paths need not
// exist. It fails if the system cannot watch files.
func Watch(ctx context.Context, paths ...string) (<-chan struct{}, error) {
	notifier, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &watcher{notifier: notifier, paths: paths}
	if err := w.update(); err != nil {
		return nil, errors.Join(err, notifier.Close())
	}
	changes := make(chan struct{}, 1)
	go w.run(ctx, changes)
	return changes, nil
}

// watcher watches folders rather than files, because editors replace a file by renaming another one.
type watcher struct {
	notifier *fsnotify.Watcher
	paths    []string
	targets  []string // the paths and what they link to
}

func (w *watcher) run(ctx context.Context, changes chan<- struct{}) {
	defer close(changes)
	defer w.notifier.Close()
	var settled <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-w.notifier.Events:
			if settled == nil && slices.ContainsFunc(w.targets, func(target string) bool { return related(target, event.Name) }) {
				settled = time.After(settleTime)
			}
		case <-w.notifier.Errors: // such as an overflow, after which anything may have changed
			settled = time.After(settleTime)
		case <-settled:
			settled = nil
			_ = w.update() // what can still be watched is watched
			select {
			case changes <- struct{}{}:
			default: // the last change has not been received yet
			}
		}
	}
}

// related reports whether one path contains the other.
func related(a, b string) bool {
	separator := string(filepath.Separator)
	return a == b || strings.HasPrefix(a, strings.TrimSuffix(b, separator)+separator) || strings.HasPrefix(b, strings.TrimSuffix(a, separator)+separator)
}

// update watches the folders of the paths, and of what they link to, as they are now.
func (w *watcher) update() error {
	w.targets = nil
	for _, path := range w.paths {
		w.addTarget(path)
		entries, _ := os.ReadDir(path) // none if it is a file
		for _, entry := range entries {
			if entry.Type()&os.ModeSymlink != 0 {
				w.addTarget(filepath.Join(path, entry.Name()))
			}
		}
	}
	var folders []string
	for _, target := range w.targets {
		folders = append(folders, nearestFolder(target))
		if parent := filepath.Dir(target); folders[len(folders)-1] == target {
			folders = append(folders, nearestFolder(parent)) // to notice that the folder itself is replaced
		}
	}
	for _, old := range w.notifier.WatchList() {
		if !slices.Contains(folders, old) {
			_ = w.notifier.Remove(old) // fails if the folder is gone
		}
	}
	var errs []error
	for _, folder := range folders {
		errs = append(errs, w.notifier.Add(folder)) // no effect on one that is watched already
	}
	return errors.Join(errs...)
}

// addTarget adds a path, and the path that it links to.
func (w *watcher) addTarget(path string) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	w.targets = append(w.targets, path)
	if linked, err := filepath.EvalSymlinks(path); err == nil && linked != path {
		w.targets = append(w.targets, linked)
	}
}

// nearestFolder returns the path if it is a folder, else the nearest existing folder above it.
func nearestFolder(path string) string {
	for {
		info, err := os.Stat(path)
		if parent := filepath.Dir(path); err == nil && info.IsDir() || parent == path {
			return path
		}
		path = filepath.Dir(path)
	}
}
