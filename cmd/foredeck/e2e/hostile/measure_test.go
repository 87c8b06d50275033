package hostile_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
)

// measureVariable makes the test binary a launcher that runs a program and writes its peak memory to the named file. The peak
// that the tests could get themselves is not that of the program: Linux counts the memory of the process that starts it.
const measureVariable = "FOREDECK_HOSTILE_MEASURE"

// measure runs a command line and returns its exit code, 128 and the number of the signal when a signal killed it.
func measure(file string, line []string) int {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM) // which the program gets too
	command := exec.Command(line[0], line[1:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	command.Dir = os.Getenv("HOME") // where the deck exports to
	command.Env = append(os.Environ(), measureVariable+"=")
	if err := command.Run(); command.ProcessState == nil {
		fmt.Fprintln(os.Stderr, "launcher:", err)
		return 126
	}
	usage := command.ProcessState.SysUsage().(*syscall.Rusage)
	peak := usage.Maxrss << 10
	if runtime.GOOS == "darwin" {
		peak = usage.Maxrss // in bytes there
	}
	encoded, _ := json.Marshal(peak)
	if err := os.WriteFile(file, encoded, 0o600); err != nil {
		fmt.Fprintln(os.Stderr, "launcher:", err)
		return 126
	}
	if status := command.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		return 128 + int(status.Signal())
	}
	return command.ProcessState.ExitCode()
}

// peakOf reads what measure wrote, 0 if the program was killed with its launcher.
func peakOf(file string) (peak int64) {
	encoded, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(encoded, &peak) != nil {
		return 0
	}
	return peak
}
