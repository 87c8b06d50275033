//go:build !race

package tuitest

const raced = false
