package client

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxProblems is the number of problems of a record that are described. The others are counted.
	maxProblems = 16
	// maxDescribed is the number of problems of a body that are described, beside the first one of each record.
	maxDescribed = 1 << 10
	// maxOtherBytes is the memory for the names of other members in a body: a hostile one could consist of them.
	maxOtherBytes = 16 << 20
)

// Problems are the parts of a record that could not be decoded, in their order; nil if there are none. There are at most 16. If there are
// more, a last one without a path has their number.
type Problems []*DecodeError

// First returns the first problem; nil if there is none.
func (p Problems) First() *DecodeError {
	if len(p) == 0 {
		return nil
	}
	return p[0]
}

// Count returns the number of problems, with those that are not described.
func (p Problems) Count() int {
	count := 0
	for _, problem := range p {
		if more, ok := problem.Err.(moreProblemsError); ok {
			count += int(more)
		} else {
			count++
		}
	}
	return count
}

// Err returns the first problem as an error; nil if there is none.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	return p[0]
}

// MarshalJSON returns an array of objects with field and rule.
func (p Problems) MarshalJSON() ([]byte, error) { return p.AppendJSON(nil), nil }

// AppendJSON appends the array of MarshalJSON to dst.
func (p Problems) AppendJSON(dst []byte) []byte {
	return appendList(dst, p, func(dst []byte, problem **DecodeError) []byte {
		dst = appendText(append(dst, `{"field":`...), (*problem).Field())
		return append(appendText(append(dst, `,"rule":`...), (*problem).Rule()), '}')
	})
}

// moreProblemsError is the number of problems that are not described.
type moreProblemsError int

func (e moreProblemsError) Error() string {
	if e == 1 {
		return "1 more problem"
	}
	return fmt.Sprintf("%d more problems", int(e))
}

// Member is a member of an object that the client does not know, as newer nodes add them.
type Member struct {
	Path  string          // inside the record, such as header.priority
	Value json.RawMessage // as the node wrote it
}

// Members are the members of a record that the client does not know, in their order; nil if there are none.
type Members []Member

// MarshalJSON returns an object with the values by their paths, null if there are none.
func (m Members) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// AppendJSON appends the JSON of MarshalJSON to dst.
func (m Members) AppendJSON(dst []byte) []byte {
	if len(m) == 0 {
		return append(dst, "null"...)
	}
	for i, member := range m {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		dst = appendText(append(dst, separator), member.Path)
		dst = appendRaw(append(dst, ':'), member.Value)
	}
	return append(dst, '}')
}

// notes is what a record says that its type has no place for.
type notes struct {
	isOpen   bool // a record is read
	kept     int  // values around the current one whose JSON is kept as a whole
	depth    int  // number of steps to the record
	problems Problems
	more     int // problems that are not described
	others   Members
	lost     int // members that were too many
}

// record returns the JSON of the record that read reads, and its problems and other members, which are not those of the body.
func (r *bodyReader) record(read func()) (json.RawMessage, Problems, Members) {
	r.notes = notes{isOpen: true, depth: len(r.path), problems: r.notes.problems[:0], others: r.notes.others[:0]}
	raw := r.span(read)
	if r.notes.lost > 0 {
		r.note(fmt.Errorf("%d more members that this version does not know", r.notes.lost))
	}
	if r.notes.more > 0 {
		r.notes.problems = append(r.notes.problems, &DecodeError{URL: r.response.url, Err: moreProblemsError(r.notes.more)})
	}
	r.notes.isOpen = false
	return raw, append(Problems(nil), r.notes.problems...), append(Members(nil), r.notes.others...)
}

// note records a problem with the current value: of its record, or of the body, unless that has an earlier one.
func (r *bodyReader) note(err error) {
	if r.broken != nil {
		return
	}
	if !r.notes.isOpen {
		if r.problem == nil {
			r.problem = r.problemHere(err)
		}
		return
	}
	count := len(r.notes.problems)
	if count > 0 && (count == maxProblems || r.described == maxDescribed) {
		r.notes.more++
		return
	}
	if count > 0 {
		r.described++
	}
	r.notes.problems = append(r.notes.problems, r.problemHere(err))
}

func (r *bodyReader) problemHere(err error) *DecodeError {
	problem := &DecodeError{URL: r.response.url, Path: r.location(), Err: err}
	if r.notes.isOpen && len(r.path) > r.notes.depth {
		steps := r.path
		r.path = steps[:r.notes.depth]
		problem.record = len(r.location())
		r.path = steps
	} else if r.notes.isOpen {
		problem.record = len(problem.Path)
	}
	return problem
}

// other keeps the current value, of a member that the client does not know.
func (r *bodyReader) other() {
	if !r.notes.isOpen || r.notes.kept > 0 || isLeftOut(r.path[r.notes.depth:], r.kind()) {
		r.skip()
		return
	}
	r.keep(r.raw())
}

// keep adds the value of the current path to the other members.
func (r *bodyReader) keep(value json.RawMessage) {
	if r.broken != nil || !r.notes.isOpen || r.notes.kept > 0 {
		return
	}
	r.otherPath = r.otherPath[:0]
	for _, step := range r.path[r.notes.depth:] {
		r.otherPath = step.append(r.otherPath, step.name)
	}
	path := r.share(r.otherPath)
	if r.otherBytes += len(path) + memberBytes; r.otherBytes > maxOtherBytes {
		r.notes.lost++
		return
	}
	r.notes.others = append(r.notes.others, Member{path, value})
}

// whole is span for a value whose JSON is kept as a whole: members of it that are not known are in it.
func (r *bodyReader) whole(read func()) json.RawMessage {
	r.notes.kept++
	defer func() { r.notes.kept-- }()
	return r.span(read)
}

// memberBytes is the size of a Member without its path.
const memberBytes = 40

// leftOut are the known members that are not read on purpose: by name, and in lists of version 1, where an item can be a pair, as [1]
// and the name.
var leftOut = []struct{ member, reason string }{
	{dateMember, "the instant in microseconds beside it, as text"},
	{"[1].address", "a part of the module or type beside it"},
	{"[1].module", "a part of the type beside it"},
	{"[1].name", "a part of the module or type beside it"},
	{"[1].type_args", "a part of the type beside it"},
}

// dateMember is only a text: other values are not what it is left out for.
const dateMember = "utc_date_time"

func isLeftOut(path []step, kind jsontext.Kind) bool {
	prefix := ""
	if len(path) == 2 && path[0].name == nil && path[0].index == 1 {
		prefix = "[1]."
	}
	name := path[len(path)-1].name
	if string(name) == dateMember && kind != '"' {
		return false
	}
	for i := range leftOut {
		if rest, ok := strings.CutPrefix(leftOut[i].member, prefix); ok && string(name) == rest {
			return true
		}
	}
	return false
}

// Field returns the path inside the record, such as header.sequence_number; "" for the record itself.
func (e *DecodeError) Field() string {
	return strings.TrimPrefix(e.Path[min(e.record, len(e.Path)):], ".")
}

// Rule returns the reason without the path, such as "x" instead of an unsigned integer.
func (e *DecodeError) Rule() string { return truncate(e.Err.Error(), messageCharacters) }
