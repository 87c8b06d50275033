//go:build race

package soak

const defaultHours = 0.5 // with the race detector: every event once
