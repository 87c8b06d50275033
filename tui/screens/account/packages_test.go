package account_test

import (
	"testing"

	"foredeck/tui/tuitest"
)

func TestPackageOfModule(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "4", "down", "down", "down", "down", "down")
	d.Shows("package  treasury, 0 upgrades", "policy   compatible: upgrades", "functions and struct", "uses     0x1 framework", "source   published")
}
