//go:build !race

package soak

import "foredeck/tui/tuitest"

func defaultHours() float64 {
	if tuitest.Long {
		return 3
	}
	return 0.5 // every event once
}
