// Package hold makes terminals look absent to termenv while packages initialize. See package background.
//
// Go initializes packages in the order of their import paths once their imports are ready. This package imports only syscall, so that
// it comes before everything that imports unicode, such as termenv, wherever the module is hosted: its path only has to sort before
// "unicode".
package hold

import "syscall"

const variable = "CI" // termenv sends no queries where it is set

var value, set = syscall.Getenv(variable)

func init() {
	_ = syscall.Setenv(variable, "true") // fails only on invalid names and values
}

// Release restores the environment.
func Release() {
	if set {
		_ = syscall.Setenv(variable, value)
	} else {
		_ = syscall.Unsetenv(variable)
	}
}
