//go:build windows || darwin

package clipboard

// needsDisplay tells that the machine's clipboard belongs to a display, without which its programs only fail.
const needsDisplay = false
