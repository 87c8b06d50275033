// Package explain tells what a text is that somebody has at hand: the status of a transaction, an abort code, bytes, a type, a function, a
// link of a web explorer, a transaction's JSON, a time. The command explain and the screen of the same name show what it finds.
package explain

import (
	"encoding/json"
	"strings"
	"time"

	"foredeck/client/move"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// MaxText is the number of bytes that are read: a transaction that publishes modules has some hundred kilobytes in hex.
const MaxText = 4 << 20

// Reading is one way to read a text.
type Reading struct {
	Kind    Kind
	Value   string // in the canonical form
	Basis   string // why the text is read like this; "" if it has only this form
	IsGuess bool   // the text has other readings that are as good
	Facts   []Fact
	Decoded json.RawMessage // a value, nil if there is none
	Opens   *target.Link    // what shows it, without a network if any has it; nil if there is nothing

	// Failure is why something failed, nil for other readings. Complete adds what bytecode says.
	Failure *move.VMStatus
	// Call is a call with arguments in BCS, whose types Complete reads.
	Call *Call

	entry *move.FunctionID // whose execution failed, nil if it is unknown
}

// Fact is a part of a reading. Values are not sanitized.
type Fact struct {
	Name  string       `json:"name"`
	Value string       `json:"value"`
	Opens *target.Link `json:"opens"` // nil if nothing shows it
}

// Call is a call of a function.
type Call struct {
	Function      move.FunctionID
	TypeArguments []move.TypeTag
	Arguments     [][]byte
}

// Kind is what a text is read as.
type Kind int

// The kinds.
const (
	Status Kind = iota
	AbortCode
	Account
	Hash
	Module
	Function
	Type
	Declaration
	Page
	Height
	Time
	Amount
	Number
	Text
	Bytecode
	SignedTransaction
	PayloadCall
	TypeTag
	Value
	Record
	Resource
	Event
	JSON
	Pair
	Link
)

// String returns the kind in words.
func (k Kind) String() string {
	return [...]string{
		"status", "abort code", "account", "transaction", "module", "function", "type", "declaration", "web page", "block", "time", "amount", "number", "text",
		"bytecode", "signed transaction", "call", "type in BCS", "value", "transaction record", "resource", "event", "JSON", "pair", "link",
	}[k]
}

// MarshalText returns the kind in words.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Context is what readings depend on beside the text.
type Context struct {
	Now      time.Time
	Zone     *time.Location // of times; nil for UTC
	Names    []target.Name
	Decimals int // of the native coin
	// As is the type of the value in a text of bytes; nil to guess.
	As *move.TypeTag
}

// Forms says what can be read.
const Forms = "it can be a status or error of a node, an abort code, hex or base64, an address, a hash, a module, a function, a type, a declaration in Move, a transaction's JSON, a number, a time or a link of a web explorer"

// reader collects readings of a text.
type reader struct {
	Context
	text  string
	found []Reading
}

// Read returns the ways in which a text can be read, likeliest first, none if it has no known form. It makes no request.
func Read(typed string, c Context) []Reading {
	r := &reader{Context: c, text: unquoted(typed)}
	if c.Zone == nil {
		r.Zone = time.UTC
	}
	if r.text == "" || len(typed) > MaxText {
		return nil
	}
	if c.As != nil {
		r.bytes()
		r.document()
		return r.found
	}
	// The first of these that finds something has a form that nothing else has.
	for _, read := range []func(){r.webPage, r.document, r.ownLink, r.status, r.abortIn, r.declaration, r.qualified} {
		if read(); len(r.found) > 0 {
			return r.found
		}
	}
	r.instant()
	r.number()
	if isShort := len(r.text) <= 18; isShort || len(r.text) >= 64 && len(r.text) <= 66 {
		r.names()
		r.bytes()
	} else { // nobody writes an address of some twenty digits without its zeros
		r.bytes()
		r.names()
	}
	guess := 0
	for i := range r.found {
		if r.found[i].IsGuess {
			guess++
		}
	}
	if len(r.found) == 1 && guess == 1 && r.found[0].Basis == "" {
		r.found[0].IsGuess = false
	}
	return r.found
}

// surely is the number of characters from which bytes that can only be guessed are no mistyped name.
const surely = 24

// Candidate returns the target that explains a text which names nothing that the deck can open; its name is what the text is. ok is false if
// the text has no form, or only one that any word has.
func Candidate(typed string, c Context) (candidate target.Target, ok bool) {
	readings := Read(typed, c)
	if len(readings) == 0 || readings[0].IsGuess && len(typed) < surely && !IsTimestamp(typed) {
		return candidate, false
	}
	name := text.Format("%s %s", text.Clean(readings[0].Kind.String()), text.CutMiddle(readings[0].Word(), maxName))
	return target.Target{Kind: target.Text, Text: strings.TrimSpace(typed), Name: name.String()}, true
}

// IsTimestamp reports whether digits are as many as those of a time since 1970 in seconds, or a smaller unit: they are rather one than a
// height, which no chain has reached.
func IsTimestamp(typed string) bool {
	_, ok := units[len(typed)]
	return ok && integer().MatchString(typed) && typed[0] != '0'
}

// maxName is the number of cells of a reading in a candidate.
const maxName = 60

// unquoted returns a text without blanks and quotes around it, as it comes from a log or from source.
func unquoted(typed string) string {
	typed = strings.TrimSpace(typed)
	for _, quote := range []string{"\"", "'", "`"} {
		if inner, ok := strings.CutPrefix(typed, quote); ok && len(inner) > 1 && strings.HasSuffix(inner, quote) {
			inner = inner[:len(inner)-1]
			if !strings.Contains(inner, quote) {
				return strings.TrimSpace(inner)
			}
		}
	}
	return typed
}

func (r *reader) add(reading Reading) { r.found = append(r.found, reading) }

// to returns the link to a target on the network that is shown.
func to(t target.Target) *target.Link { return &target.Link{Target: t} }

// toAccount returns the link to an account.
func toAccount(address move.Address) *target.Link {
	return to(target.Target{Kind: target.Account, Address: address})
}

// toFunction returns the link to a function.
func toFunction(function move.FunctionID) *target.Link {
	return to(target.Target{Kind: target.Function, Function: function})
}

// toHash returns the link to a transaction.
func toHash(hash string) *target.Link { return to(target.Target{Kind: target.Transaction, Hash: hash}) }
