//go:build !unix

package config

// nonBlocking is 0 on systems without named pipes in the file system.
const nonBlocking = 0
