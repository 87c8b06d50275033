//go:build unix

package config

import "syscall"

// nonBlocking is the flag with which opening a pipe does not wait for the other end.
const nonBlocking = syscall.O_NONBLOCK
