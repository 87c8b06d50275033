// Package target is what a person can name: it reads what is typed into the box, the palette or the command line and says
// what it could mean.
package target

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// Kind is what sort of thing a target is.
type Kind int

// The kinds of target.
const (
	Account Kind = iota
	Module
	Function
	Type
	Height
	Pair
	Transaction
	Blocks
)

// String is the kind in one word.
func (k Kind) String() string {
	return [...]string{"account", "module", "function", "type", "block", "price", "transaction", "blocks"}[k]
}

// Target is one thing that a person can name. Which fields are set depends on the kind.
type Target struct {
	Kind     Kind
	Address  move.Address    // Account
	Name     string          // Account: the saved name that was typed for it, if any
	Module   move.ModuleID   // Module
	Function move.FunctionID // Function
	Type     move.StructTag  // Type
	Height   uint64          // Height: of a block
	Pair     string          // Pair: lower case, base_quote
	Hash     string          // Transaction: 0x and 64 lower-case digits
}

// String is the target as one would type it.
func (t Target) String() string {
	switch t.Kind {
	case Account:
		return t.Address.String()
	case Module:
		return t.Module.String()
	case Function:
		return t.Function.String()
	case Type:
		return t.Type.String()
	case Height:
		return strconv.FormatUint(t.Height, 10)
	case Pair:
		return t.Pair
	case Blocks:
		return Blocks.String()
	default:
		return t.Hash
	}
}

// Name is a name that the user, or the embedded network, has given to an address.
type Name struct {
	Name    string
	Address move.Address
}

// ErrNothing is returned for an empty input.
var ErrNothing = errors.New("nothing named: give an address, address::module, address::module::function, a type, a height, a pair or a saved name")

var (
	decimal = regexp.MustCompile(`^[0-9]+$`)
	hash    = regexp.MustCompile(`^(0[xX])?[0-9a-fA-F]{64}$`)
	pair    = regexp.MustCompile(`^[a-z0-9]+_[a-z0-9]+$`)
)

// Candidates is everything that the input could mean, the likeliest first. It asks nobody. When it can mean nothing the
// error says why. Saved names match in any case, whole before in part.
func Candidates(input string, names []Name) ([]Target, error) {
	input = strings.TrimSpace(input)
	if input == "" {
		return nil, ErrNothing
	}
	if strings.Contains(input, "::") {
		return qualified(input)
	}
	found := named(input, names, func(name, typed string) bool { return name == typed })
	begun := named(input, names, func(name, typed string) bool { return name != typed && strings.HasPrefix(name, typed) })
	if strings.EqualFold(input, Blocks.String()) {
		found = append(found, Target{Kind: Blocks})
	}
	plain := len(input) < 2 || !strings.EqualFold(input[:2], "0x") // what has no 0x in front is rather a name than a short address
	if plain {
		found = append(found, begun...)
	}
	if decimal.MatchString(input) {
		if height, err := strconv.ParseUint(input, 10, 64); err == nil {
			found = append(found, Target{Kind: Height, Height: height})
		}
	}
	if pair.MatchString(input) {
		found = append(found, Target{Kind: Pair, Pair: input})
	}
	address, wrong := move.ParseAddress(input)
	if wrong == nil {
		found = append(found, Target{Kind: Account, Address: address})
	}
	if hash.MatchString(input) {
		found = append(found, Target{Kind: Transaction, Hash: address.String()})
	}
	if !plain {
		found = append(found, begun...)
	}
	found = append(found, named(input, names, func(name, typed string) bool {
		return !strings.HasPrefix(name, typed) && strings.Contains(name, typed)
	})...)
	switch {
	case len(found) > 0:
		return found, nil
	case plain:
		return nil, fmt.Errorf("no saved name, and no %w", wrong)
	}
	return nil, wrong
}

// Parse is the likeliest meaning of the input among those that accept takes.
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

// KindError says that the input names something that cannot be opened here.
type KindError struct {
	Target Target
}

func (e *KindError) Error() string {
	return e.Target.String() + " is a " + e.Target.Kind.String() + ", which this version does not open: give an address, a saved name, a module, a function or a type"
}

func named(input string, names []Name, match func(name, typed string) bool) []Target {
	var found []Target
	typed := strings.ToLower(input)
	for _, name := range names {
		if match(strings.ToLower(name.Name), typed) {
			found = append(found, Target{Kind: Account, Address: name.Address, Name: name.Name})
		}
	}
	return found
}

// qualified reads what has a module in it. A name that begins with a capital letter is rather a type than a function. The
// account that published it is offered as well.
func qualified(input string) ([]Target, error) {
	module, moduleErr := move.ParseModuleID(input)
	if moduleErr == nil {
		return []Target{{Kind: Module, Module: module}, {Kind: Account, Address: module.Address}}, nil
	}
	function, functionErr := move.ParseFunctionID(input)
	structure, structErr := move.ParseStructTag(input)
	var found []Target
	if structErr == nil {
		found = append(found, Target{Kind: Type, Type: structure})
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
