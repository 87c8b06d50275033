// Package target parses what a user can name: accounts, modules, functions, types, block heights, pairs and transactions, typed into the
// search box, the palette or the command line.
package target

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/text"
)

// Kind is the kind of a target.
type Kind int

// The kinds of targets.
const (
	Account Kind = iota
	Module
	Function
	Type
	Height
	Pair
	Transaction
	Blocks
	Code
	Charts
	Activity
	Events
	Committee
	Text
	Effects
	Group
)

// String returns the kind in one word.
func (k Kind) String() string {
	return [...]string{"account", "module", "function", "type", "block", "price", "transaction", "blocks", "instruction", "charts", "activity", "events", "committee", "explain", "effects", "group"}[k]
}

// Target is something that a user can name. The kind determines which fields are set.
type Target struct {
	Kind     Kind
	Address  move.Address    // Account; Transaction without a hash: its sender
	Name     string          // Account: the saved name that was typed, if any
	Module   move.ModuleID   // Module
	Function move.FunctionID // Function, Code, Effects
	Offset   int             // Code: index of the instruction in the function
	Type     move.StructTag  // Type, Events; Group: the resource that its accounts are asked for
	Epoch    *uint64         // Committee; nil for the newest one
	Height   uint64          // Height
	Pair     string          // Pair: lower case, base_quote; Charts: the pair to select, which may be empty
	Hash     string          // Transaction: 0x and 64 lower-case digits, or empty if it is named by its sender
	Sequence uint64          // Transaction without a hash: its sequence number
	Text     string          // Text: what is to be explained; Group: its name, @team
	As       string          // Text: the type of the bytes in it; "" to guess
	// OrTransaction is set for an Account that was named by 64 digits: if there is none, they are the hash of a transaction.
	OrTransaction bool
}

// IsSent reports whether the target is a transaction named by its sender and sequence number, which the node can look up.
func (t Target) IsSent() bool { return t.Kind == Transaction && t.Hash == "" }

// Sent returns the transaction that an account sent with a sequence number.
func Sent(sender move.Address, sequence uint64) Target {
	return Target{Kind: Transaction, Address: sender, Sequence: sequence}
}

// String returns the target as a user would type it.
func (t Target) String() string {
	switch t.Kind {
	case Account:
		return t.Address.String()
	case Module:
		return t.Module.String()
	case Function, Effects:
		return t.Function.String()
	case Code:
		return t.Function.String() + "@" + strconv.Itoa(t.Offset)
	case Type, Events:
		return t.Type.String()
	case Height:
		return strconv.FormatUint(t.Height, 10)
	case Pair:
		return t.Pair
	case Blocks, Charts, Activity:
		return t.Kind.String()
	case Committee:
		if t.Epoch != nil {
			return strconv.FormatUint(*t.Epoch, 10)
		}
		return t.Kind.String()
	case Text:
		return t.Text
	case Group:
		return t.Text + "/" + t.Type.String()
	case Transaction:
		if t.IsSent() {
			return t.Address.String() + "/" + sentPart + "/" + strconv.FormatUint(t.Sequence, 10)
		}
		return t.Hash
	default:
		return ""
	}
}

// Name is a saved name of an address.
type Name struct {
	Name    string       `json:"name"`
	Address move.Address `json:"address"`
}

// ErrNothing is the error for empty input.
var ErrNothing = errors.New("empty: must be an address, address::module, address::module::function, a type, a height, a pair or a saved name")

var (
	decimal = text.Regexp(`^[0-9]+$`)
	hash    = text.Regexp(`^(0[xX])?[0-9a-fA-F]{64}$`)
	// instruction matches a function and the index of an instruction in it.
	instruction = text.Regexp(`^(.*)@([0-9]+)$`)
	pair        = text.Regexp(`^[a-z0-9]+_[a-z0-9]+$`)
)

// ParseHash parses the hash of a transaction: 64 hex digits, with or without 0x.
func ParseHash(typed string) (string, error) {
	if !hash().MatchString(typed) {
		return "", fmt.Errorf("invalid hash %.100q: must be 64 hex digits; for a transaction of an account, add its sequence number", typed)
	}
	return "0x" + strings.ToLower(typed[len(typed)-64:]), nil
}

// ParseSequence parses a sequence number, with or without separators.
func ParseSequence(typed string) (uint64, error) {
	sequence, err := strconv.ParseUint(strings.ReplaceAll(typed, ",", ""), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("invalid sequence number %q: must be a whole number such as 700", typed)
	}
	return sequence, nil
}

// ParseEpoch parses the number of an epoch, with or without separators.
func ParseEpoch(typed string) (uint64, error) {
	epoch, err := strconv.ParseUint(strings.ReplaceAll(typed, ",", ""), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("invalid epoch %q: must be a whole number such as 214", typed)
	}
	return epoch, nil
}

// FindName returns the address of a saved name. Case does not matter.
func FindName(name string, names []Name) (move.Address, bool) {
	for _, saved := range names {
		if strings.EqualFold(saved.Name, name) {
			return saved.Address, true
		}
	}
	return move.Address{}, false
}

// NameError is the error for input that could be a name, but is none.
type NameError struct {
	Name string
	Err  error // why it is no address either
}

func (e *NameError) Error() string {
	return fmt.Sprintf("%.60q is neither a saved name nor an address", e.Name)
}

// Unwrap returns why it is no address.
func (e *NameError) Unwrap() error { return e.Err }

// Candidates returns everything that the input could mean, likeliest first, or an error that says why it means nothing. It makes no
// request. Saved names match case-insensitively, whole before in part.
func Candidates(input string, names []Name) ([]Target, error) {
	input = strings.TrimSpace(input)
	if input == "" {
		return nil, ErrNothing
	}
	if strings.Contains(input, "::") {
		return qualified(Resolve(input, names))
	}
	found := matchNames(input, names, func(name, typed string) bool { return name == typed })
	begun := matchNames(input, names, func(name, typed string) bool { return name != typed && strings.HasPrefix(name, typed) })
	for _, kind := range []Kind{Blocks, Charts, Activity, Committee} {
		if strings.EqualFold(input, kind.String()) {
			found = append(found, Target{Kind: kind})
		}
	}
	plain := len(input) < 2 || !strings.EqualFold(input[:2], "0x") // without 0x it is rather a name than a short address
	if plain {
		found = append(found, begun...)
	}
	if decimal().MatchString(input) {
		if height, err := strconv.ParseUint(input, 10, 64); err == nil {
			found = append(found, Target{Kind: Height, Height: height})
		}
	}
	if pair().MatchString(input) {
		found = append(found, Target{Kind: Pair, Pair: input})
	}
	address, wrong := move.ParseAddress(input)
	isHash := hash().MatchString(input)
	if wrong == nil {
		isNamed := slices.ContainsFunc(names, func(saved Name) bool { return saved.Address == address })
		found = append(found, Target{Kind: Account, Address: address, OrTransaction: isHash && !isNamed})
	}
	if isHash {
		found = append(found, Target{Kind: Transaction, Hash: address.String()})
	}
	if !plain {
		found = append(found, begun...)
	}
	found = append(found, matchNames(input, names, func(name, typed string) bool {
		return !strings.HasPrefix(name, typed) && strings.Contains(name, typed)
	})...)
	switch {
	case len(found) > 0:
		return found, nil
	case plain:
		return nil, &NameError{input, wrong}
	}
	return nil, wrong
}

// Parse returns the likeliest meaning of the input that accept allows.
func Parse(input string, names []Name, accept func(Kind) bool) (Target, error) {
	found, err := Candidates(input, names)
	if err != nil {
		return Target{}, err
	}
	for _, candidate := range found {
		if accept(candidate.Kind) {
			return candidate, nil
		}
	}
	return Target{}, &KindError{Target: found[0]}
}

// KindError is the error for a target that cannot be opened.
type KindError struct {
	Target Target
}

func (e *KindError) Error() string {
	return e.Target.String() + ": opening a " + e.Target.Kind.String() + " is not supported: use an address, a saved name, a module, a function or a type"
}

func matchNames(input string, names []Name, match func(name, typed string) bool) []Target {
	var found []Target
	typed := strings.ToLower(input)
	for _, name := range names {
		if match(strings.ToLower(name.Name), typed) {
			found = append(found, Target{Kind: Account, Address: name.Address, Name: name.Name})
		}
	}
	return found
}

// qualified parses input with a module in it. A name that starts with a capital letter is rather a type than a function. The publishing
// account is a candidate as well.
func qualified(input string) ([]Target, error) {
	if match := instruction().FindStringSubmatch(input); match != nil {
		function, err := move.ParseFunctionID(match[1])
		if err != nil {
			return nil, err
		}
		offset, err := strconv.ParseUint(match[2], 10, 16)
		if err != nil {
			return nil, fmt.Errorf("invalid instruction %q: a function has at most 65,536", match[2])
		}
		return []Target{{Kind: Code, Function: function, Offset: int(offset)}}, nil
	}
	module, moduleErr := move.ParseModuleID(input)
	if moduleErr == nil {
		return []Target{{Kind: Module, Module: module}, {Kind: Account, Address: module.Address}}, nil
	}
	function, functionErr := move.ParseFunctionID(input)
	structure, structErr := move.ParseStructTag(input)
	var found []Target
	if structErr == nil {
		found = append(found, Target{Kind: Type, Type: structure})
		if 'A' <= structure.Name[0] && structure.Name[0] <= 'Z' {
			found = append(found, Target{Kind: Events, Type: structure})
		}
	}
	if functionErr == nil {
		asFunction := Target{Kind: Function, Function: function}
		if first := function.Name[0]; 'A' <= first && first <= 'Z' {
			found = append(found, asFunction)
		} else {
			found = append([]Target{asFunction}, found...)
		}
	}
	switch {
	case functionErr == nil:
		return append(found, Target{Kind: Account, Address: function.Address}), nil
	case structErr == nil:
		return append(found, Target{Kind: Account, Address: structure.Address}), nil
	case strings.Count(input, "::") == 1:
		return nil, moduleErr
	default:
		return nil, structErr
	}
}

// qualifier matches the first part of a path, which is an address or a saved name, with what is before it.
var qualifier = text.Regexp(`(^|[^:A-Za-z0-9_-])([A-Za-z][A-Za-z0-9_-]*)::`)

// Resolve replaces saved names before :: by their addresses, also in type arguments: treasury::example,
// 0x1::coin::CoinStore<treasury::coin::Coin>. What is not a saved name stays as it is.
func Resolve(typed string, names []Name) string {
	var resolved strings.Builder
	end := 0
	for _, at := range qualifier().FindAllStringSubmatchIndex(typed, -1) {
		address, ok := FindName(typed[at[4]:at[5]], names)
		if !ok {
			continue
		}
		resolved.WriteString(typed[end:at[4]])
		resolved.WriteString(address.String())
		end = at[5]
	}
	return resolved.String() + typed[end:]
}
