package move

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// VMStatusKind is the kind of result of an execution.
type VMStatusKind uint8

// The kinds.
const (
	StatusUnknown  VMStatusKind = iota // a text of no known form
	StatusExecuted                     // success
	StatusAbort                        // the code aborted: abort or assert!
	StatusFailure                      // an instruction failed: arithmetic, a missing resource, an index out of bounds
	StatusOutOfGas
	StatusOther // any other error of the VM, with its name in StatusCode
)

// String returns the kind as JSON has it: abort, out_of_gas.
func (k VMStatusKind) String() string {
	return [...]string{"unknown", "executed", "abort", "execution_failure", "out_of_gas", "other"}[k]
}

// VMStatus is the result of an execution in parts: the vm_status of a transaction's output, or the error of a view call.
// The spec does not give its forms; they are those that nodes on the Move VM write.
type VMStatus struct {
	Text string // as the node wrote it, not sanitized
	Kind VMStatusKind

	// Where it failed.
	Module        *ModuleID // nil: a script, or unknown
	Script        bool
	Function      string // "": unknown
	FunctionIndex int    // of the function's definition in the bytecode; negative: unknown
	Offset        int    // of the instruction in the function; negative: unknown

	// Why it failed.
	AbortCode   *AbortCode
	Reason      string // name of the abort code: EINSUFFICIENT_BALANCE
	Description string // what the module's author or the VM says of it
	StatusCode  string // name of the VM's error: ARITHMETIC_ERROR

	// What Explain adds.
	Cause      *Cause      // nil: unknown
	Candidates *Candidates // nil: not searched, or the status does not say what to search for
	// Code are the instructions around the only candidate, at most two on each side; nil: unknown.
	Code   []Instruction
	Source *SourceLine // of the only candidate, by the source map that was published; nil: unknown
}

// SourceLine is a line of the published source of a module.
type SourceLine struct {
	Number int    `json:"number"` // from 1
	Text   string `json:"text"`   // without the spaces around it, not sanitized
	// Around are the line and at most two on each side of it, as they are; First is the number of the first one.
	Around []string `json:"-"`
	First  int      `json:"-"`
}

// MarshalJSON returns one object with null for what is not known. The abort code is a number, and in parts: its category, if
// std::error made it, and its reason. The candidates are null if they were not searched; if they are not complete, unread_modules and
// dynamic_calls say why. The text itself is left out.
func (s VMStatus) MarshalJSON() ([]byte, error) {
	type object struct {
		Kind        string     `json:"kind"`
		Module      *ModuleID  `json:"module"`
		Function    *string    `json:"function"`
		Offset      *int       `json:"code_offset"`
		Code        *AbortCode `json:"code"`
		Category    *string    `json:"category"`
		Reason      *uint64    `json:"reason"`
		Name        *string    `json:"name"`
		Description *string    `json:"description"`
		StatusCode  *string    `json:"status_code"`
		IsScript    bool       `json:"is_script"`

		Cause      *Cause       `json:"cause"`
		Source     *SourceLine  `json:"source_line"`
		Candidates []Candidate  `json:"candidates"`
		IsComplete *bool        `json:"candidates_complete"`
		Unread     []ModuleID   `json:"unread_modules"`
		Dynamic    []FunctionID `json:"dynamic_calls"`
	}
	known := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	o := object{
		Kind: s.Kind.String(), Module: s.Module, Function: known(s.Function), Code: s.AbortCode, Name: known(s.Reason), Description: known(s.Description),
		StatusCode: known(s.StatusCode), IsScript: s.Script, Cause: s.Cause, Source: s.Source,
	}
	if c := s.Candidates; c != nil {
		o.Candidates, o.IsComplete, o.Unread, o.Dynamic = c.List, &c.IsComplete, emptyIfNil(c.Unread), emptyIfNil(c.Dynamic)
	}
	if s.Offset >= 0 {
		o.Offset = &s.Offset
	}
	if s.AbortCode != nil {
		o.Category, o.Reason = known(s.AbortCode.Category()), new(s.AbortCode.Reason())
	}
	return EncodeJSON(o)
}

// AbortCode is the code of an abort.
type AbortCode uint64

// abortCategories are the categories of std::error by their number.
var abortCategories = [...]string{
	1: "INVALID_ARGUMENT", 2: "OUT_OF_RANGE", 3: "INVALID_STATE", 4: "UNAUTHENTICATED", 5: "PERMISSION_DENIED", 6: "NOT_FOUND", 7: "ABORTED",
	8: "ALREADY_EXISTS", 9: "RESOURCE_EXHAUSTED", 10: "CANCELLED", 11: "INTERNAL", 12: "NOT_IMPLEMENTED", 13: "UNAVAILABLE",
}

// Category returns the category that std::error put into the code: INVALID_ARGUMENT for 0x10006. It returns "" for a code
// that was not made by std::error.
func (c AbortCode) Category() string {
	if category := c >> 16; category < AbortCode(len(abortCategories)) {
		return abortCategories[category]
	}
	return ""
}

// Reason returns the module's own number of the reason: 6 for 0x10006. It is the whole code if there is no category.
func (c AbortCode) Reason() uint64 {
	if c.Category() == "" {
		return uint64(c)
	}
	return uint64(c & 0xffff)
}

// String returns the code in hexadecimal, as nodes write it: 0x10006.
func (c AbortCode) String() string { return "0x" + strconv.FormatUint(uint64(c), 16) }

// maxVMStatus is the number of bytes of a text that are parsed.
const maxVMStatus = 1 << 14

var (
	abortText     = pattern{text: `^Move abort(?: in (\S+))?: (?:([A-Za-z_][A-Za-z0-9_]*)\()?(?:code )?(0x[0-9a-fA-F]+|[0-9]+)\)?(?:: ?((?s:.*)))?$`}
	abortAtText   = pattern{text: `^Move abort: code ([0-9]+) at (\S+)$`}
	failedText    = pattern{text: `^Execution failed in (\S+?)(?:::<#([0-9]+) function>)? at code offset ([0-9]+)(?:[:,] ?((?s:.*)))?$`}
	codeText      = pattern{text: `^[A-Z][A-Z0-9_]{3,}$`}
	majorText     = pattern{text: `(?:major_status: |[Ss]tatus |function: |with Error )([A-Z][A-Z0-9_]{3,})\b`}
	leadingCode   = pattern{text: `^([A-Z][A-Z0-9_]{3,}) (?:with|of|at|and) `}
	subStatusText = pattern{text: `(?:sub status |sub_status: Some\(|sub_status: )([0-9]+)`}
	abortArgument = pattern{text: `MoveAbort\((.*), ([0-9]+)\)`}
	moduleText    = pattern{text: `at location (?:Module )?(0x[0-9a-fA-F]+::[A-Za-z_][A-Za-z0-9_]*)`}
	moduleIDText  = pattern{text: `address: (?:0x)?([0-9a-fA-F]{1,64}),\s*name: Identifier\("([A-Za-z_][A-Za-z0-9_]*)"\)`}
	functionText  = pattern{text: `(0x[0-9a-fA-F]+::[A-Za-z_][A-Za-z0-9_]*)::([A-Za-z_][A-Za-z0-9_]*) at offset ([0-9]+)`}
	offsetText    = pattern{text: `(?:at code offset ([0-9]+) in function definition ([0-9]+)|code_offset: ([0-9]+))`}
	definition    = pattern{text: `(?:function: |FunctionDefinitionIndex\()([0-9]+)`}
	offsetsText   = pattern{text: `offsets: \[\s*\(\s*FunctionDefinitionIndex\(([0-9]+)\),\s*([0-9]+)`}
	messageText   = pattern{text: `(?: and message |message: Some\(\s*")((?s:.*?))(?:"| at (?:index|code offset) |$)`}
)

// pattern is a regular expression that is compiled when it is first needed: few runs of a program read a status.
type pattern struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

// find stores the submatches and reports whether there is a match.
func (p *pattern) find(text string, match *[]string) bool {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.text) })
	*match = p.compiled.FindStringSubmatch(text)
	return *match != nil
}

// ParseVMStatus splits a vm_status or the error of a view call into its parts. It never fails: a text of unknown form is
// of the kind StatusUnknown and has no parts. Only the first 16 KiB are looked at.
func ParseVMStatus(text string) VMStatus {
	s := VMStatus{Text: text, FunctionIndex: -1, Offset: -1}
	text = strings.TrimSpace(text[:min(len(text), maxVMStatus)])
	switch match := []string(nil); {
	case strings.EqualFold(text, "Executed successfully"), text == "Success", text == "EXECUTED":
		s.Kind = StatusExecuted
	case strings.HasPrefix(strings.ToLower(text), "out of gas"), text == "OUT_OF_GAS":
		s.Kind = StatusOutOfGas
	case abortText.find(text, &match):
		s.Kind, s.Reason, s.Description = StatusAbort, match[2], strings.TrimSpace(match[4])
		s.setCode(match[3])
		s.setLocation(match[1])
		s.Script = s.Module == nil
	case abortAtText.find(text, &match):
		s.Kind = StatusAbort
		s.setCode(match[1])
		s.setLocation(match[2])
	case failedText.find(text, &match):
		s.Kind, s.Description = StatusFailure, strings.TrimSpace(match[4])
		s.setLocation(match[1])
		s.FunctionIndex, s.Offset = index(match[2]), index(match[3])
	case codeText.find(text, &match):
		s.setStatusCode(text)
	default:
		s.parseVMError(text)
	}
	return s
}

// parseVMError parses the forms in which the VM writes its own errors, for people and for debugging.
func (s *VMStatus) parseVMError(text string) {
	var match []string
	for _, prefix := range []string{"Internal server error: ", "Failed to execute view function: ", "Failed to execute function: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	switch {
	case majorText.find(text, &match), leadingCode.find(text, &match):
		s.setStatusCode(match[1])
	case abortArgument.find(text, &match):
		s.Kind = StatusAbort
		s.setCode(match[2])
		s.setLocation(match[1])
	default:
		return
	}
	if subStatusText.find(text, &match) && s.Kind == StatusAbort {
		s.setCode(match[1])
	}
	if messageText.find(text, &match) {
		s.Description = strings.TrimSpace(match[1])
	}
	if offsetText.find(text, &match) {
		s.Offset, s.FunctionIndex = index(match[1]+match[3]), index(match[2])
	}
	if s.FunctionIndex < 0 && definition.find(text, &match) {
		s.FunctionIndex = index(match[1])
	}
	if offsetsText.find(text, &match) {
		s.FunctionIndex, s.Offset = index(match[1]), index(match[2])
	}
	s.Script = strings.Contains(text, "at location Script") || strings.Contains(text, "location: Script")
	switch {
	case moduleText.find(text, &match):
		s.setLocation(match[1])
	case moduleIDText.find(text, &match):
		s.setLocation("0x" + match[1] + "::" + match[2])
	}
	if functionText.find(s.Description, &match) {
		at, err := ParseModuleID(match[1])
		if err == nil && (s.Module == nil || *s.Module == at) {
			s.Module, s.Function, s.Script = &at, match[2], false
			if s.Offset < 0 {
				s.Offset = index(match[3])
			}
			s.Description = strings.TrimSpace(strings.Replace(s.Description, match[0], "", 1))
		}
	}
}

// setStatusCode sets the kind by the name of the VM's error.
func (s *VMStatus) setStatusCode(name string) {
	switch name {
	case "ABORTED":
		s.Kind = StatusAbort
	case "EXECUTED":
		s.Kind = StatusExecuted
	case "OUT_OF_GAS", "EXECUTION_LIMIT_REACHED":
		s.Kind = StatusOutOfGas
	case "ARITHMETIC_ERROR", "MISSING_DATA", "RESOURCE_ALREADY_EXISTS", "VECTOR_OPERATION_ERROR", "CALL_STACK_OVERFLOW", "EXECUTION_STACK_OVERFLOW":
		s.Kind, s.StatusCode = StatusFailure, name
	default:
		s.Kind, s.StatusCode = StatusOther, name
	}
}

// setCode sets the abort code from decimal or 0x-prefixed digits.
func (s *VMStatus) setCode(digits string) {
	if code, err := strconv.ParseUint(digits, 0, 64); err == nil {
		s.AbortCode = new(AbortCode(code))
	}
}

// setLocation sets module and function from 0x1::coin, 0x1::coin::transfer or script.
func (s *VMStatus) setLocation(text string) {
	text = strings.TrimSuffix(text, ":")
	if strings.EqualFold(text, "script") {
		s.Script = true
		return
	}
	if function, err := ParseFunctionID(text); err == nil {
		s.Module, s.Function = &ModuleID{Address: function.Address, Name: function.Module}, function.Name
		return
	}
	if module, err := ParseModuleID(text); err == nil {
		s.Module = &module
	}
}

// index returns a number, negative if there is none or if it exceeds what bytecode can have.
func index(digits string) int {
	number, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return -1
	}
	return int(number)
}
