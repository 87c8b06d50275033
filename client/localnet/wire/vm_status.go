package wire

import (
	"encoding/hex"
	"fmt"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
	"foredeck/client/localnet/httpapi"
)

// Categories of abort codes, as in 0x1::error.
const (
	noCategory      = 0x0
	invalidArgument = 0x1
	notFound        = 0x6
	alreadyExists   = 0x8
)

// largeOptionCode is the code without a name with which the module endpoint aborts.
const largeOptionCode = 47

func (r *recordEncoder) framework(name string) *compiler.Compiled {
	return r.chain.PublishedModule(chain.FrameworkAccount, name)
}

// vmStatus returns the VM status of an outcome, in the texts of the shared Move API.
func (r *recordEncoder) vmStatus(t *chain.Transaction) string {
	switch t.Outcome {
	case chain.InsufficientBalance:
		return moveAbort(r.framework("coin"), invalidArgument, "EINSUFFICIENT_BALANCE")
	case chain.MissingCoinStore:
		return moveAbort(r.framework("coin"), notFound, "ECOIN_STORE_NOT_PUBLISHED")
	case chain.BelowMinimum:
		return moveAbort(r.chain.PublishedModule(chain.Exchange, "pool"), invalidArgument, "EOUTPUT_BELOW_MINIMUM")
	case chain.BuysNothing:
		return executionFailed(r.chain.PublishedModule(chain.Exchange, "pool"), "price_of", compiler.Divide)
	case chain.BadPrice:
		return moveAbort(r.chain.PublishedModule(chain.Market, "order_book"), invalidArgument, "EBAD_PRICE")
	case chain.MissingMarket:
		return executionFailed(r.chain.PublishedModule(chain.Market, "order_book"), "place_order", compiler.BorrowGlobal)
	case chain.UnknownKind:
		return executionFailed(r.chain.PublishedModule(chain.Market, "order_book"), "match_order", compiler.VectorBorrow)
	case chain.ClosedDestination:
		return moveAbort(r.chain.PublishedModule(chain.Bridge, "endpoint"), noCategory, "EPAUSED")
	case chain.LargeOption:
		return fmt.Sprintf("Move abort in %s: %#x", r.names.endpoint, largeOptionCode)
	case chain.NameClash:
		return moveAbort(r.framework("code"), alreadyExists, "EMODULE_NAME_CLASH")
	case chain.LinkerError:
		return "Transaction Executed and Committed with Error LINKER_ERROR"
	case chain.ScriptAbort:
		return "Move abort: code 0x1"
	case chain.OutOfGas:
		return "Out of gas"
	default: // Succeeded, MultisigFailed
		return "Executed successfully"
	}
}

// abortCode returns the code of an abort with an error constant of a module.
func abortCode(module *compiler.Compiled, category uint64, reason string) uint64 {
	return category<<16 | module.Constant(reason)
}

func moveAbort(module *compiler.Compiled, category uint64, reason string) string {
	return fmt.Sprintf("Move abort in %s: %s(%#x): %s", module.ID, reason, abortCode(module, category, reason), module.Description(reason))
}

func executionFailed(module *compiler.Compiled, function string, opcode compiler.Opcode) string {
	return fmt.Sprintf("Execution failed in %s::%s at code offset %d", module.ID, function, module.Find(function, opcode).Offset)
}

// viewFailure returns the error of the virtual machine about a view function: as deployed nodes write it, or, in the dialect Spec, in
// the debug form of older nodes.
func viewFailure(failure *chain.Failure, dialect httpapi.Dialect) string {
	at := fmt.Sprintf("%s::%s at offset %d", failure.Module, failure.Function, failure.Offset)
	if dialect == httpapi.Spec {
		subStatus := "None"
		if failure.Status == "ABORTED" {
			subStatus = fmt.Sprintf("Some(%d)", failure.Code)
		}
		return fmt.Sprintf("VMError { major_status: %s, sub_status: %s, message: Some(%q), exec_state: None, location: Module(ModuleId { "+
			"address: %s, name: Identifier(%q) }), indices: [], offsets: [(FunctionDefinitionIndex(%d), %d)] }",
			failure.Status, subStatus, at, hex.EncodeToString(failure.Module.Address[:]), failure.Module.Name, failure.Definition, failure.Offset)
	}
	status := failure.Status
	if status == "ABORTED" {
		status += fmt.Sprintf(" with sub status %d", failure.Code)
	}
	return fmt.Sprintf("%s at location Module %s and message %s at code offset %d in function definition %d",
		status, failure.Module, at, failure.Offset, failure.Definition)
}
