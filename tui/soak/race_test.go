//go:build race

package soak

func defaultHours() float64 { return 0.5 } // every event once
