//go:build !windows

package custom

import (
	"os/exec"
	"syscall"
)

// asGroup makes the processes that the command starts end with it when it is ended. finish is called after it has ended, with whether
// it was ended early.
func asGroup(command *exec.Cmd) (finish func(early bool)) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }
	return func(early bool) {
		if early && command.Process != nil {
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // those that are left, if any
		}
	}
}
