package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// errIncompatible is the result of a diff with changes that the upgrade rules refuse. It is not printed: the output lists them.
var errIncompatible = errors.New("the upgrade is incompatible")

// maxModuleFile is the maximum size of a module in a file in bytes: its bytecode in hex digits, and its ABI.
const maxModuleFile = 8 << 20

// moduleSide is one of the modules of a diff.
type moduleSide struct {
	name    string // as given
	source  string // URL of the node, or the file
	module  client.Module
	version move.ModuleVersion
}

func init() { runners["diff"] = &runner{check: checkDiff, run: diffModules} }

func diffModules(in *invocation) error {
	words := in.args[1:]
	var sides [2]moduleSide
	for i, word := range words {
		side, err := in.readModuleSide(word, words[0], i > 0)
		if err != nil {
			return err
		}
		sides[i] = side
	}
	diff := move.CompareModules(sides[0].version, sides[1].version)
	if err := printModuleDiff(in, &sides, &diff); err != nil {
		return err
	}
	if !diff.IsCompatible() {
		return errIncompatible
	}
	return nil
}

// checkDiff reports arguments that name no module.
func checkDiff(in *invocation) error {
	if in.recordTo != "" || in.replay != "" {
		return usagef("--record and --replay: not supported by diff; a recording holds only one network")
	}
	for i, word := range in.args[1:] {
		if !command.IsFile(word) && i == 0 && command.ParseModuleReference(word).Module == "" {
			return usagef("A %q: must be a module, such as 0x1::coin or testnet/0x1::coin, or a file", word)
		}
	}
	return nil
}

// readModuleSide reads a module of a node or a file. other is the other argument, whose module is meant if the word has none. isSecond is
// set if the problems of the configuration are already reported.
func (in *invocation) readModuleSide(word, other string, isSecond bool) (moduleSide, error) {
	side := moduleSide{name: word, source: word}
	var err error
	if command.IsFile(word) {
		side.module, err = readModuleFile(in.ctx(), word)
	} else {
		err = in.requestModuleSide(&side, command.ParseModuleReference(word), other, isSecond)
	}
	if err != nil {
		return side, err
	}
	side.version.ABI = side.module.ABI
	if side.module.Bytecode != nil {
		if side.version.Code, err = move.ParseBytecode(side.module.Bytecode); err != nil && side.version.ABI == nil {
			return side, fmt.Errorf("%s: %w", word, err)
		}
		in.reportUnknown(word, side.version.Code)
	}
	return side, nil
}

// reportUnknown names on stderr what the parser does not know of a module, which the diff does not compare.
func (in *invocation) reportUnknown(word string, code *move.Bytecode) {
	if code == nil || len(code.Problems) == 0 {
		return
	}
	more := text.Safe{}
	if count := len(code.Problems) - 1; count > 0 {
		more = text.Format(" (and %s more)", text.Integer(uint64(count)))
	}
	fmt.Fprintln(in.stderr(), text.Format("foredeck: %s: %s%s; not compared, -o raw of foredeck module has the bytes", text.Clean(word), text.Bounded(code.Problems[0]), more))
}

// requestModuleSide requests a module from its node.
func (in *invocation) requestModuleSide(side *moduleSide, reference command.ModuleReference, other string, isSecond bool) error {
	if reference.Module == "" {
		if command.IsFile(other) {
			return usagef("B %q: must name the module, as A is a file: %s/0x1::coin", side.name, side.name)
		}
		reference.Module = command.ParseModuleReference(other).Module
	}
	s, err := in.openModuleNode(reference.Node, isSecond)
	if err != nil {
		return err
	}
	defer s.close()
	in.endpoint, side.source = s.endpoint, s.endpoint.BaseURL
	id, err := move.ParseModuleID(s.withAddress(reference.Module))
	if err != nil {
		return err
	}
	side.module, err = s.node.Module(in.ctx(), id)
	if errors.Is(err, client.ErrNotFound) {
		return &notFoundError{"module " + id.String(), err}
	}
	return err
}

// openModuleNode opens a network by its name, or one node; the selected network if the name is empty.
func (in *invocation) openModuleNode(name string, isSecond bool) (*session, error) {
	if name == "" {
		return in.openWith(in.cmd, opening{isQuiet: isSecond})
	}
	settings, err := in.readSettings(in.cmd)
	if err != nil {
		return nil, err
	}
	if _, isNetwork := settings.FindNetwork(name); !isNetwork {
		return in.openNamedNode(in.cmd, name, opening{isQuiet: isSecond})
	}
	network := *in.globalFlags
	network.Network, network.BaseURLs, network.OracleURL, network.switched = name, nil, "", true
	return network.openWith(in.cmd, opening{isQuiet: isSecond})
}

// readModuleFile reads a file with bytecode, its hex digits, or a module as nodes send it. It may be a pipe.
func readModuleFile(ctx context.Context, path string) (client.Module, error) {
	return config.WaitFor(ctx, func() (client.Module, error) { return moduleInFile(path) })
}

func moduleInFile(path string) (client.Module, error) {
	file, err := os.Open(path)
	if err != nil {
		return client.Module{}, &fileError{err}
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxModuleFile+1))
	switch {
	case err != nil:
		return client.Module{}, &fileError{err}
	case len(content) > maxModuleFile:
		return client.Module{}, &fileError{fmt.Errorf("%s: larger than %d bytes", path, maxModuleFile)}
	}
	module, err := parseModuleFile(content)
	if err != nil {
		return client.Module{}, &fileError{fmt.Errorf("%s: not a module: %v", path, err)} // wrapped, it would be explained as a response
	}
	return module, nil
}

// bytecodeMagic is the start of bytecode.
var bytecodeMagic = []byte{0xa1, 0x1c, 0xeb, 0x0b}

func parseModuleFile(content []byte) (client.Module, error) {
	if bytes.HasPrefix(content, bytecodeMagic) {
		return moduleOfBytecode(content)
	}
	digits := strings.TrimPrefix(string(bytes.TrimSpace(content)), "0x")
	if code, err := hex.DecodeString(digits); err == nil && len(code) > 0 {
		return moduleOfBytecode(code)
	}
	return client.ParseModule(content)
}

func moduleOfBytecode(code []byte) (client.Module, error) {
	parsed, err := move.ParseBytecode(code)
	if err != nil {
		return client.Module{}, err
	}
	return client.Module{Address: parsed.ID.Address, Name: parsed.ID.Name, Bytecode: code}, nil
}

// diffRecord is the JSON shape of a diff, of which jsonl has the changes as records of their own.
type diffRecord struct {
	Type         string             `json:"type"` // diff
	A            diffSideRecord     `json:"a"`
	B            diffSideRecord     `json:"b"`
	Same         bool               `json:"same"`
	Compatible   bool               `json:"compatible"`
	ComparesCode bool               `json:"compares_code"`
	Count        int                `json:"changes_count"`
	Breaking     int                `json:"breaking_count"`
	Changes      []diffChangeRecord `json:"changes,omitzero"`
}

// diffSideRecord is the JSON shape of one of the modules.
type diffSideRecord struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Module string `json:"module"`
}

// diffChangeRecord is the JSON shape of a change.
type diffChangeRecord struct {
	Type    string            `json:"type"` // change
	Action  move.ChangeAction `json:"action"`
	Subject string            `json:"subject"`
	Name    string            `json:"name"`
	Aspect  *string           `json:"aspect"`
	A       *string           `json:"a"`
	B       *string           `json:"b"`
	Breaks  *string           `json:"breaks"` // null if the upgrade rules allow the change
	Note    *string           `json:"note"`
}

func printModuleDiff(in *invocation, sides *[2]moduleSide, diff *move.ModuleDiff) error {
	summary := &diffRecord{Type: "diff", A: diffSide(&sides[0]), B: diffSide(&sides[1]), Same: len(diff.Changes) == 0, Compatible: diff.IsCompatible(),
		ComparesCode: diff.ComparesCode, Count: len(diff.Changes), Breaking: diff.Breaking()}
	changes := make([]diffChangeRecord, len(diff.Changes))
	for i, c := range diff.Changes {
		changes[i] = diffChangeRecord{"change", c.Action, c.Subject, c.Name, orNull(c.Aspect), orNull(c.Old), orNull(c.New), orNull(c.Breaks), orNull(c.Note)}
	}
	if !in.prints("jsonl") {
		summary.Changes = changes
		return in.printLines(summary, diffLines(sides, diff)...)
	}
	for i := range changes {
		if err := in.printLines(&changes[i]); err != nil {
			return err
		}
	}
	return in.printLines(summary)
}

func diffSide(side *moduleSide) diffSideRecord {
	return diffSideRecord{side.name, side.source, side.id().String()}
}

func (s *moduleSide) id() move.ModuleID {
	return move.ModuleID{Address: s.module.Address, Name: s.module.Name}
}

// orNull returns nil for an empty text.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// diffLines returns each change as text, with both values and the rule that it breaks.
func diffLines(sides *[2]moduleSide, diff *move.ModuleDiff) []text.Safe {
	var lines []text.Safe
	for i := range sides {
		side := [...]text.Safe{text.Const("A"), text.Const("B")}[i]
		lines = append(lines, text.Format("%s  %s  %s", side, text.Short(text.Clean(sides[i].id().String())), text.Clean(sides[i].source)))
	}
	lines = append(lines, text.Safe{})
	for i := range diff.Changes {
		lines = append(lines, render.ModuleChange(&diff.Changes[i])...)
	}
	if len(diff.Changes) > 0 {
		lines = append(lines, text.Safe{})
	}
	if !diff.ComparesCode {
		lines = append(lines, text.Const("private functions, bodies and enum variants were not compared: A or B has no bytecode"))
	}
	return append(lines, render.ModuleDiff(diff))
}
