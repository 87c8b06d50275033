//go:build windows || darwin

package clipboard

// needsDisplay reports whether the clipboard programs of the system need a display.
const needsDisplay = false
