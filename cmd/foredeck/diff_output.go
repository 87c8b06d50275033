package main

import (
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

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
