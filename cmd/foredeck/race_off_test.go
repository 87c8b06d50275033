//go:build !race

package main

// raceDetector is set if the tests run under the race detector.
const raceDetector = false
