package render

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/text"
)

// Sentence says in one line what a transaction did, tried to do or waits for: ✓ swapped 1,200 Usdx for 0.31 Ethx. What it says beside
// the called function is what the arguments of a function of the framework mean and the events prove; without that it names the function
// and who called it. failure is the status of the call that failed, with what is known of it; nil if the record alone has it. transfers
// are those of the record.
func Sentence(record *client.Transaction, failure *move.VMStatus, transfers []CoinTransfer, f Formatter) text.Safe {
	a := act{f: f, record: record, payload: record.Payload, transfers: transfers}
	if a.payload == nil {
		a.payload = &client.Payload{}
	}
	if failure == nil {
		if call := record.FailedCall(); call != nil {
			failure = &call.Status
		}
	}
	done, noun := a.describe()
	if record.Sender == nil && record.Payload == nil {
		switch client.TransactionType(record.Type) {
		case client.BlockMetadataType:
			done = text.Const("metadata of a block")
			if height := record.Height(); height != nil {
				done = text.Format("metadata of block %s", text.Integer(*height))
			}
			noun = done
		case client.AutomationRecordType:
			done, noun = text.Const("record of automated tasks"), text.Const("record of automated tasks")
		}
	}
	output := record.Output
	switch {
	case record.Status == "Success" && output != nil && output.Status != "" && output.Status != "Success":
		return text.Format("? %s: output %s", noun, text.Bounded(output.Status))
	case record.Status == "Success" && failure == nil && !a.emits("0x1::multisig_account::TransactionExecutionFailed"):
		return text.Format("✓ %s", done)
	case record.Status == "Success", record.Status == "Fail":
		return text.Format("✗ %s failed%s", noun, because(failure))
	case record.Status == "Invalid":
		return text.Format("✗ %s is invalid%s", noun, because(failure))
	case record.Status == "Pending":
		return text.Format("? %s is pending", noun)
	case record.Status == "PendingAfterExecution":
		return text.Format("? %s was executed and is not final", noun)
	case record.Status == "":
		return text.Format("? %s: status not known", noun)
	}
	return text.Format("? %s: status %s", noun, text.Bounded(record.Status))
}

// SentenceStyle returns the style of the mark of a sentence.
func SentenceStyle(th theme.Theme, sentence text.Safe) theme.Style {
	switch {
	case strings.HasPrefix(sentence.String(), "✓"):
		return th.Good
	case strings.HasPrefix(sentence.String(), "✗"):
		return th.Bad
	}
	return th.Warn
}

// maxReason is the width of the longest description of a failure that a sentence has in place of the name.
const maxReason = 80

// because returns why a call failed: in the words of the module's author if they are short, otherwise its name.
func because(failure *move.VMStatus) text.Safe {
	if failure == nil {
		return text.Safe{}
	}
	words, _, _ := strings.Cut(strings.TrimSpace(failure.Description), "\n")
	words = strings.TrimSuffix(words, ".")
	if failure.Kind != move.StatusAbort || words == "" || len(words) > maxReason {
		return text.Format(": %s", Reason(failure))
	}
	if len(words) > 1 && words[1] >= 'a' && words[1] <= 'z' {
		words = strings.ToLower(words[:1]) + words[1:]
	}
	return text.Format(": %s", text.Clean(words))
}

// act is a transaction that a sentence is about.
type act struct {
	f         Formatter
	record    *client.Transaction
	payload   *client.Payload
	transfers []CoinTransfer
}

// maxProofs is the number of events and transfers that a sentence considers: more need more than one.
const maxProofs = 100

// describe returns the clause of a transaction that succeeded, and the noun phrase of another one.
func (a *act) describe() (done, noun text.Safe) {
	name := text.Short(text.Bounded(a.payload.Function))
	if a.payload.Kind == "automation_registration" || a.payload.Registration != nil {
		of := text.Const("a task")
		if !name.IsEmpty() {
			of = text.Format("a task that calls %s", name)
		}
		return text.Format("registered %s", of), text.Format("registration of %s", of)
	}
	function, err := move.ParseFunctionID(a.payload.Function)
	if err != nil || function.Address != (move.Address{31: 1}) {
		return a.called(name)
	}
	if amount, to, ok := a.transfer(function); ok {
		what := text.Format("%s to %s%s", a.write(amount, !client.IsNativeCoin(amount.Coin)), a.name(to), a.on())
		noun = text.Format("transfer of %s", what)
		if done = text.Format("transferred %s", what); a.record.Status != "Success" || a.proves(amount, to) {
			return done, noun
		}
		done, _ = a.called(name)
		return done, noun
	}
	if modules, owner := a.published(function), a.owner(); modules > 0 && owner != nil {
		what := text.Format("%s to %s", text.Plural(modules, "module"), a.name(*owner))
		if noun = text.Format("publication of %s", what); a.record.Status != "Success" || a.emits("0x1::code::PublishPackage") {
			return text.Format("published %s", what), noun
		}
		done, _ = a.called(name)
		return done, noun
	}
	return a.called(name)
}

// emits reports whether there is an event of a type.
func (a *act) emits(kind string) bool {
	return slices.ContainsFunc(a.record.Events, func(event client.Event) bool { return strings.HasPrefix(event.Type, kind) })
}

// called names the function, or what there is in place of one, and who called it. If it succeeded, the events tell what it changed.
func (a *act) called(name text.Safe) (done, noun text.Safe) {
	verb := text.Const("called")
	switch kind := a.payload.Kind; {
	case !name.IsEmpty():
	case kind == "script":
		name, verb = text.Const("script"), text.Const("run")
	case kind == "multisig":
		name, verb = text.Const("stored call"), text.Const("run")
	case kind != "":
		name, verb = text.Format("%s transaction", text.Bounded(kind)), text.Const("sent")
	case a.record.Type != "" && a.record.Type != "user":
		name, verb = text.Format("%s transaction", text.Bounded(a.record.Type)), text.Const("sent")
	default:
		name, verb = text.Const("transaction"), text.Const("sent")
	}
	noun = name
	switch task := a.task(); {
	case !task.IsEmpty():
		noun = text.Format("%s called%s", name, task)
		if a.record.Sender != nil {
			noun = text.Format("%s of %s", noun, a.name(*a.record.Sender))
		}
	case a.record.Sender != nil:
		noun = text.Format("%s %s by %s", name, verb, a.name(*a.record.Sender))
	}
	if account := a.payload.MultisigAddress; account != nil {
		noun = text.Format("%s for multisig %s", noun, a.name(*account))
	}
	return a.changed(noun), noun
}

// on says for which multisig account a call was, and which task made it.
func (a *act) on() text.Safe {
	if account := a.payload.MultisigAddress; account != nil {
		return text.Format(" for multisig %s", a.name(*account))
	}
	return a.task()
}

func (a *act) task() text.Safe {
	automated := a.record.Authenticator != nil && a.record.Authenticator.Kind == "Automation"
	switch {
	case !automated && a.record.Type != "automated":
		return text.Safe{}
	case a.record.SequenceNumber == nil:
		return text.Const(" by an automation task")
	}
	return text.Format(" by automation task %s", text.Integer(*a.record.SequenceNumber))
}

// owner returns the account whose coins the call moves.
func (a *act) owner() *move.Address {
	if a.payload.Kind == "multisig" {
		return a.payload.MultisigAddress
	}
	return a.record.Sender
}

// changed adds to a clause what the coins of the owner changed by, in place of it if they were swapped: at most two coins, which the
// events must name.
func (a *act) changed(clause text.Safe) text.Safe {
	owner := a.owner()
	if owner == nil || a.record.Status != "Success" || len(a.transfers) > maxProofs {
		return clause
	}
	var transfers []CoinTransfer
	for _, transfer := range a.transfers {
		switch {
		case transfer.Account != *owner:
		case transfer.Coin == "", transfer.Amount.Sign() < 0:
			return clause
		default:
			transfers = append(transfers, transfer)
		}
	}
	var changes []CoinChange
	for _, change := range CoinChanges(transfers) {
		if change.Amount.Sign() != 0 {
			changes = append(changes, change)
		}
	}
	if len(changes) == 0 || len(changes) > 2 || len(changes) == 2 && isSameCoin(changes[0].Coin, changes[1].Coin) {
		return clause
	}
	out, in := changes[0], changes[len(changes)-1]
	if out.Amount.Sign() > 0 {
		out, in = in, out
	}
	if strings.Contains(strings.ToLower(a.payload.Function), "swap") && out.Amount.Sign() < 0 && in.Amount.Sign() > 0 {
		out.Amount = new(big.Int).Neg(out.Amount)
		return text.Format("swapped %s for %s%s", a.write(out, true), a.write(in, true), a.on())
	}
	for _, change := range changes {
		sign := text.Safe{}
		if change.Amount.Sign() > 0 {
			sign = text.Const("+")
		}
		clause = text.Format("%s · %s%s", clause, sign, a.write(change, true))
	}
	return clause
}

// impliedCoin is the coin of functions that only move the native one.
const impliedCoin = "0x1::native_coin::NativeCoin"

// transfer returns what the arguments of a transfer function of the framework mean. ok is false for any other call.
func (a *act) transfer(function move.FunctionID) (amount CoinChange, to move.Address, ok bool) {
	types, values := a.payload.TypeArguments, a.payload.Len()
	isOfAccount := strings.HasSuffix(function.Module, "_account")
	switch {
	case values == 2 && len(types) == 0 && isOfAccount && function.Name == "transfer":
		amount.Coin = impliedCoin
	case values == 2 && len(types) == 1 && (isOfAccount && function.Name == "transfer_coins" || function.Module == "coin" && function.Name == "transfer"):
		amount.Coin = types[0]
	case values == 3 && function.Module == "primary_fungible_store" && function.Name == "transfer":
	default:
		return amount, to, false
	}
	to, isAddress := a.address(values - 2)
	number, isNumber := a.number(values - 1)
	amount.Amount = number
	return amount, to, isAddress && isNumber
}

// proves reports whether an event says that the account received the amount. Events of fungible assets name no accounts.
func (a *act) proves(amount CoinChange, to move.Address) bool {
	for _, transfer := range a.transfers {
		if transfer.Deposit && transfer.Account == to && transfer.Amount.Cmp(amount.Amount) == 0 && amount.Coin != "" && (transfer.Coin == "" || isSameCoin(transfer.Coin, amount.Coin)) {
			return true
		}
	}
	for i := range min(len(a.record.Events), maxProofs) {
		event := &a.record.Events[i]
		var data struct {
			Amount json.RawMessage `json:"amount"`
		}
		if amount.Coin != "" || event.Type != "0x1::fungible_asset::Deposit" || len(event.Data) > maxMoveValueBytes || json.Unmarshal(event.Data, &data) != nil {
			continue
		}
		if number, ok := parseInteger(data.Amount); ok && number.Cmp(amount.Amount) == 0 {
			return true
		}
	}
	return false
}

func isSameCoin(a, b string) bool {
	if client.IsNativeCoin(a) || client.IsNativeCoin(b) {
		return client.IsNativeCoin(a) && client.IsNativeCoin(b)
	}
	one, err := move.ParseTypeTag(a)
	other, otherErr := move.ParseTypeTag(b)
	return err == nil && otherErr == nil && one.String() == other.String()
}

// published returns the number of modules in the arguments of a function that publishes a package; 0 if there are none.
func (a *act) published(function move.FunctionID) int {
	if function.Module != "code" || function.Name != "publish_package_txn" || len(a.payload.Arguments) != 2 {
		return 0
	}
	list, _ := move.Unwrap(a.payload.Arguments[1], nil)
	modules := bytes.Count(list, []byte(`"0x`)) // without decoding them, as they are large
	if bytes.Count(list, []byte(`"`)) != 2*modules || bytes.Count(list, []byte("[")) != 1 {
		return 0
	}
	return modules
}

// address returns an argument that is an address, also in BCS or as an object.
func (a *act) address(i int) (move.Address, bool) {
	if i < len(a.payload.EncodedArguments) {
		encoded := a.payload.EncodedArguments[i]
		if len(encoded) != len(move.Address{}) {
			return move.Address{}, false
		}
		return move.Address(encoded), true
	}
	raw, _ := move.Unwrap(a.payload.Arguments[i], nil)
	written, ok := unquote(raw)
	address, err := move.ParseAddress(written)
	return address, ok && err == nil
}

// number returns an argument that is a u64, also in BCS.
func (a *act) number(i int) (*big.Int, bool) {
	if i < len(a.payload.EncodedArguments) {
		encoded := a.payload.EncodedArguments[i]
		if len(encoded) != 8 {
			return nil, false
		}
		return new(big.Int).SetUint64(binary.LittleEndian.Uint64(encoded)), true
	}
	raw, _ := move.Unwrap(a.payload.Arguments[i], nil)
	number, ok := parseInteger(raw)
	return number, ok && number.IsUint64()
}

// write formats an amount with its coin, if that is to be named: 1,200 Usdx, or 120,000 units of Usdx if the decimals are not known. A
// fungible asset has no name.
func (a *act) write(amount CoinChange, isNamed bool) text.Safe {
	decimals, known := a.f.knownDecimals(amount.Coin)
	shown := a.f.Units.Write(amount.Amount, decimals)
	name := text.Safe{}
	if tag, err := move.ParseStructTag(amount.Coin); err == nil && isNamed {
		name = text.Bounded(tag.Name)
	}
	switch {
	case known && a.f.Units == text.InDecimals:
		shown = text.TrimZeros(shown)
	case name.IsEmpty():
		return text.Format("%s units", shown)
	default:
		return text.Format("%s units of %s", shown, name)
	}
	if name.IsEmpty() {
		return shown
	}
	return text.Format("%s %s", shown, name)
}

func (a *act) name(account move.Address) text.Safe {
	if a.f.NameOf != nil {
		if name := a.f.NameOf(account); !name.IsEmpty() {
			return name
		}
	}
	return text.Short(text.Clean(account.Short()))
}
