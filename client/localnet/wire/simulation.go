package wire

import (
	"crypto/sha3"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

const (
	// Bounds of the gas of a transaction.
	minMaxGas   = 2
	maxMaxGas   = 2_000_000
	maxGasPrice = 1_000_000_000
	// failedGas is the gas that a call costs which cannot be executed at all.
	failedGas = 4
)

// simulation executes a call on the state after the newest block. Nothing of it stays: changed balances are in stores.
type simulation struct {
	r         *recordEncoder
	published compiler.Library
	now       chain.State
	t         *signedTransaction
	actor     move.Address // who calls: the sender or a multisig account
	stores    map[coinHolder]*chain.CoinStore
	created   map[move.Address]bool

	module    *compiler.Compiled
	function  *compiler.Function
	arguments []any
	texts     []json.RawMessage // the arguments in the form of responses

	action  chain.Action // that has the same gas
	events  []func()     // each writes an event
	failure *vmFailure
}

type coinHolder struct {
	account move.Address
	coin    chain.Coin
}

// vmFailure is why a transaction fails.
type vmFailure struct {
	text      string
	status    string // name of the status of the virtual machine
	message   string
	location  string // module of an abort
	code      uint64 // of an abort
	discarded bool   // it is not executed, and stays out of the chain
	pending   bool   // it is not executed until others are
}

// run checks the transaction and executes its call.
func (s *simulation) run() {
	if s.failure = s.prologue(); s.failure != nil {
		return
	}
	if s.actor = s.t.sender; s.t.isMultisig {
		s.runCouncil()
	} else {
		s.execute()
	}
	if uint64(s.gas()) > s.t.maxGas {
		s.failure = &vmFailure{text: "Out of gas", status: "OUT_OF_GAS", message: "None"}
	}
}

// execute executes the call.
func (s *simulation) execute() {
	if s.failure = s.prepare(); s.failure != nil {
		return
	}
	if call := simulatedCalls[s.module.ID.Name+"::"+s.function.Name]; call != nil {
		call(s)
	} else {
		s.failure = notExecuted("FEATURE_UNDER_GATING", "the simulated network does not execute this function")
	}
}

// runCouncil executes the call by the council, which has no stored transactions that wait. The transaction succeeds even if the call fails.
func (s *simulation) runCouncil() {
	module := s.r.framework("multisig_account")
	id, _ := s.now.Lookup(s.t.sender)
	switch {
	case s.t.multisig != s.r.addressOf(chain.Council):
		s.abort(module, "validate_multisig_transaction", noCategory, "EACCOUNT_NOT_MULTISIG")
	case !s.now.OwnsCouncil(id):
		s.abort(module, "validate_multisig_transaction", denied, "ENOT_OWNER")
	case s.t.isStored:
		s.abort(module, "validate_multisig_transaction", notFound, "ETRANSACTION_NOT_FOUND")
	}
	if s.failure != nil {
		s.failure.discarded = true
		return
	}
	s.actor = s.t.multisig
	s.execute()
	s.action = chain.MultisigInline
	failure, result := s.failure, "Succeeded"
	var reason func()
	if s.failure = nil; failure != nil {
		s.events, result = nil, "Failed"
		reason = func() {
			if failure.status == "ABORTED" {
				s.r.executionError(failure.location, failure.code, "MoveAbort")
			} else {
				s.r.executionError("", 0, "ExecutionFailure")
			}
		}
	}
	sequence := s.now.CouncilTransactions() + 1
	s.emit(func() { s.r.councilEvent(result, s.t.sender, sequence, s.t.multisigCall(), reason) })
}

// prologue checks what a node checks before it executes a transaction.
func (s *simulation) prologue() *vmFailure {
	discard := func(status string) *vmFailure {
		return &vmFailure{text: "Transaction Discarded with Error " + status, status: status, message: "None", discarded: true}
	}
	t := s.t
	payer := t.sender
	if t.authenticator == "FeePayer" {
		payer = t.feePayer
	}
	id, exists := s.now.Lookup(t.sender)
	newest := s.r.Time(uint32(s.r.Count()-1)) / second
	switch {
	case t.chainID != chain.ID:
		return discard("BAD_CHAIN_ID")
	case t.expirySecond <= uint64(newest):
		return discard("TRANSACTION_EXPIRED")
	case t.maxGas > maxMaxGas:
		return discard("MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND")
	case t.maxGas < minMaxGas:
		return discard("MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS")
	case t.gasPrice < chain.DefaultGasPrice:
		return discard("GAS_UNIT_PRICE_BELOW_MIN_BOUND")
	case t.gasPrice > maxGasPrice:
		return discard("GAS_UNIT_PRICE_ABOVE_MAX_BOUND")
	case !exists:
		return discard("SENDING_ACCOUNT_DOES_NOT_EXIST")
	// The authentication key does not say whether an account has another kind of key.
	case chain.SchemeOf(s.now.KeyGeneration(id)) == chain.Ed25519 && sha3.Sum256(append(t.signer.key[:], 0)) != s.now.AuthenticationKey(id):
		return discard("INVALID_AUTH_KEY")
	case t.sequence < s.now.SequenceNumber(id):
		return discard("SEQUENCE_NUMBER_TOO_OLD")
	case s.store(payer, chain.Native).Balance < t.maxGas*t.gasPrice:
		return discard("INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE")
	case t.sequence > s.now.SequenceNumber(id):
		failure := discard("SEQUENCE_NUMBER_TOO_NEW")
		failure.pending = true
		return failure
	}
	return nil
}

// notExecuted is the failure of a call that cannot be executed.
func notExecuted(status, message string) *vmFailure {
	return &vmFailure{text: "Transaction Executed and Committed with Error " + status, status: status, message: message}
}

// prepare finds the function and reads the arguments.
func (s *simulation) prepare() *vmFailure {
	t := s.t
	id := move.ModuleID{Address: t.function.Address, Name: t.function.Module}
	if s.module = s.now.Module(id); s.module == nil {
		return notExecuted("LINKER_ERROR", "Linker Error: Module "+id.String()+" doesn't exist")
	}
	if s.function, _ = s.module.Function(t.function.Name); s.function == nil {
		return notExecuted("FUNCTION_RESOLUTION_FAILURE", "Function "+t.function.String()+" doesn't exist")
	}
	if !s.function.IsEntry {
		return notExecuted("EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION", t.function.String()+" is not an entry function")
	}
	if len(t.typeArguments) != len(s.function.TypeParameters) {
		return notExecuted("NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", fmt.Sprintf("expected %d type arguments, got %d", len(s.function.TypeParameters), len(t.typeArguments)))
	}
	for _, tag := range t.typeArguments {
		if err := s.published.Check(tag); err != nil {
			return notExecuted("TYPE_RESOLUTION_FAILURE", err.Error())
		}
	}
	parameters := slices.DeleteFunc(slices.Clone(s.function.Parameters), func(p compiler.Type) bool { return strings.HasSuffix(p.String(), "signer") })
	if len(t.arguments) != len(parameters) {
		return notExecuted("NUMBER_OF_ARGUMENTS_MISMATCH", fmt.Sprintf("expected %d arguments, got %d", len(parameters), len(t.arguments)))
	}
	for i, parameter := range parameters {
		tag := parameter.Instantiate(t.typeArguments)
		decoded, err := move.DecodeBCS(tag, t.arguments[i])
		var value any
		if err == nil {
			s.texts = append(s.texts, decoded.JSON())
			value, err = parseArgument(tag, decoded.JSON())
		}
		if err != nil {
			return notExecuted("FAILED_TO_DESERIALIZE_ARGUMENT", fmt.Sprintf("argument %d: %v", i, err))
		}
		s.arguments = append(s.arguments, value)
	}
	return nil
}

// gas returns the gas units of the call. A failure costs as much as a success, which is also so on the chain.
func (s *simulation) gas() uint32 {
	switch {
	case s.failure != nil && s.failure.discarded:
		return 0
	case s.failure != nil && s.arguments == nil:
		return failedGas
	default:
		return chain.GasOf(s.action)
	}
}
