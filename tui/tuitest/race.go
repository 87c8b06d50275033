//go:build race

package tuitest

const raceDetector = true
