package custom

import "os/exec"

// asGroup changes nothing: the context ends the command itself.
func asGroup(*exec.Cmd) (finish func(early bool)) { return func(bool) {} }
