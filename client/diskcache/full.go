package diskcache

import (
	"errors"
	"runtime"
	"syscall"
)

// IsFull reports whether an error is that of a full disk or an exhausted quota.
func IsFull(err error) bool {
	if runtime.GOOS == "windows" {
		const handleDiskFull, diskFull = syscall.Errno(39), syscall.Errno(112)
		return errors.Is(err, handleDiskFull) || errors.Is(err, diskFull)
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// SystemError returns the system's error in err, with the advice to free disk space if the disk is full. ok is false if there is
// none: the content of a file is wrong, not its disk or its permissions.
func SystemError(err error) (cause error, ok bool) {
	errno, ok := errors.AsType[syscall.Errno](err)
	if ok && IsFull(err) {
		return fullError{errno}, true
	}
	return errno, ok
}

// fullError is the error of a full disk.
type fullError struct{ error }

func (e fullError) Error() string { return e.error.Error() + ": free disk space" }
func (e fullError) Unwrap() error { return e.error }
