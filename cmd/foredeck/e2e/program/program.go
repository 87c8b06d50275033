// Package program builds foredeck for tests that run it, and gives it the environment of a new user.
package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build returns the absolute path of the program: FOREDECK_BIN if it is set, or else one built from the module above.
// remove deletes what was built.
func Build() (path string, remove func(), err error) {
	if path = os.Getenv("FOREDECK_BIN"); path != "" {
		if !filepath.IsAbs(path) {
			return "", nil, fmt.Errorf("FOREDECK_BIN is %q: give an absolute path", path)
		}
		if _, err := os.Stat(path); err != nil {
			return "", nil, fmt.Errorf("FOREDECK_BIN: %w", err)
		}
		return path, func() {}, nil
	}
	module, err := exec.Command("go", "list", "-find", "-f", "{{.Module.Dir}}", "foredeck/cmd/foredeck").Output()
	if err != nil {
		return "", nil, fmt.Errorf("finding the program's module: %w", err)
	}
	folder, err := os.MkdirTemp("", "foredeck-e2e-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) }
	path = filepath.Join(folder, "foredeck")
	build := exec.Command("go", "build", "-C", string(module[:len(module)-1]), "-o", path, "./cmd/foredeck")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		remove()
		return "", nil, fmt.Errorf("building the program: %w", err)
	}
	return path, remove, nil
}

// Environment returns the environment of a new user with an empty home folder, plus the variables in more.
func Environment(home string, more ...string) []string {
	return append([]string{
		"HOME=" + home,
		"XDG_CONFIG_HOME=" + filepath.Join(home, "config"),
		"XDG_STATE_HOME=" + filepath.Join(home, "state"),
		"XDG_CACHE_HOME=" + filepath.Join(home, "cache"),
		"PATH=" + os.Getenv("PATH"),
		"TERM=xterm-256color",
		"COLORTERM=truecolor",
		"LANG=C.UTF-8",
	}, more...)
}
