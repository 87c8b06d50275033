package chain

import (
	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

// Failure is why and where the execution of a view function ended.
type Failure struct {
	Module move.ModuleID
	compiler.Position
	Status string // name of the status of the virtual machine: ABORTED, MISSING_DATA
	Code   uint64 // of an abort
}

// Categories of abort codes, as in 0x1::error.
const (
	invalidArgument = 0x1
	invalidState    = 0x3
	notFound        = 0x6
	noCategory      = 0x0
)

// abort fails the call with a category and the value of an error constant of the module.
func (c *ViewCall) abort(category uint64, reason string) []any {
	c.failure = &Failure{
		Module: c.module.ID, Position: c.module.FindAbort(c.function.Name, reason), Status: "ABORTED",
		Code: category<<16 | c.module.Constant(reason),
	}
	return nil
}

// missResource fails the call at the instruction that borrows a resource which does not exist.
func (c *ViewCall) missResource() []any {
	c.failure = &Failure{
		Module: c.module.ID, Position: c.module.Find(c.function.Name, compiler.BorrowGlobal), Status: "MISSING_DATA",
	}
	return nil
}
