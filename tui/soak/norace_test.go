//go:build !race

package soak

const defaultHours = 3
