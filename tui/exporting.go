package tui

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/export"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// exporting is a file that is being written.
type exporting struct {
	load.State[string] // its path
	format             export.Format
	written            *atomic.Int64 // records
}

// offered is what can be exported from here.
func (m *Model) offered() (what screen.Export, ok bool) {
	if exporter, is := m.history.Visible().(screen.Exporter); is {
		return exporter.Export()
	}
	return screen.Export{}, false
}

// exports tells whether the screen has something to export: where it has not, the key is its own.
func (m *Model) exports() bool {
	_, ok := m.offered()
	return ok
}

// formatNames are the formats as they are offered.
var formatNames = map[export.Format]text.Safe{export.CSV: "CSV", export.JSON: "JSON", export.Lines: "JSON lines"}

// exportAs asks for the format, and where the list is filtered for which of its rows. One file is written at a time.
func (m *Model) exportAs() {
	what, ok := m.offered()
	if !ok {
		return
	}
	var choices []screen.Choice
	add := func(rows text.Safe, name string, what func() screen.Export) {
		for _, format := range export.Formats {
			choices = append(choices, screen.Choice{
				Name: formatNames[format] + rows, Remark: text.Clean(export.FileName(name, format)),
				Run: func() tea.Cmd { return m.export(format, what()) },
			})
		}
	}
	name, whole := m.deps.Endpoint.Network+"-"+what.Name, text.Safe("")
	if what.Matches > 0 {
		add(", "+matching(what.Matches), name+matchingSuffix, func() screen.Export { return matchingOf(what) })
		whole = ", the whole list"
	}
	add(whole, name, func() screen.Export { return what })
	m.deps.Post(screen.ChooseMsg{Title: "Export into this folder", Choices: choices})
}

// matchingSuffix stands behind the name of a file with the rows that match.
const matchingSuffix = "-matching"

// matching is the rows that match, in words.
func matching(count int) text.Safe {
	if count == 1 {
		return "the row that matches"
	}
	return "the " + text.Integer(uint64(count)) + " rows that match"
}

// matchingOf is the rows that match as a file of their own.
func matchingOf(what screen.Export) screen.Export {
	rows := what.Matching()
	rows.Name = what.Name + matchingSuffix
	return rows
}

// export begins to write. It goes on when the screen is left, until it is done or esc ends it.
func (m *Model) export(format export.Format, what screen.Export) tea.Cmd {
	what.Name = m.deps.Endpoint.Network + "-" + what.Name
	written := new(atomic.Int64)
	m.exporting.format, m.exporting.written = format, written
	folder := m.deps.Folder
	return m.exporting.Ask(load.For(m.ctx, load.Caller{Screen: "export"}), m.deps.Loader, func(ctx context.Context) (string, error) {
		path, err := export.ToFile(ctx, folder, format, what, written)
		if whole, failed := filepath.Abs(path); failed == nil && path != "" {
			path = whole
		}
		if err != nil && path != "" {
			return path, &halfError{path, err}
		}
		return path, err
	})
}

// fileWords are the name of a file, whole, and its folder as far as there is room for it.
func fileWords(path string, room int) text.Safe {
	folder, name := filepath.Split(path)
	words := text.Clean(name) + " in "
	return words + text.CutMiddle(text.Clean(filepath.Clean(folder)), max(room-text.Width(words), leastFolder))
}

// leastFolder is the width that a folder keeps.
const leastFolder = 12

// halfError is an export that ended before its end.
type halfError struct {
	path string
	err  error
}

func (e *halfError) Error() string { return e.err.Error() }
func (e *halfError) Unwrap() error { return e.err }

// exported says what came of it.
func (m *Model) exported(result load.Result[string]) bool {
	records := text.Integer(0)
	if m.exporting.written != nil {
		records = text.Integer(uint64(m.exporting.written.Load()))
	}
	if !m.exporting.Take(result) {
		return false
	}
	var half *halfError
	switch {
	case result.Err == nil:
		said := "wrote " + records + " records to "
		if records == "1" {
			said = "wrote 1 record to "
		}
		m.said = screen.StatusMsg{Text: said + fileWords(result.Value, m.width-2-text.Width(said))}
	case errors.As(result.Err, &half):
		m.said = screen.StatusMsg{Text: "ended after " + records + " records, which are in " + text.Clean(filepath.Base(half.path)) + ": " + m.deps.Explain(result.Err).Reason, Warn: true}
	default:
		m.said = screen.StatusMsg{Text: "nothing written: " + text.Clean(result.Err.Error()), Warn: true}
	}
	return true
}

// progress is how far the file that is being written has come, nil where none is.
func (m *Model) progress() text.Line {
	if !m.exporting.Loading() {
		return nil
	}
	return text.Line{
		{Text: "exporting: " + text.Integer(uint64(m.exporting.written.Load())) + " records", Style: m.deps.Theme.Accent},
		{Text: "   " + m.deps.Key("deck.up") + " stops and keeps them", Style: m.deps.Theme.Faint},
	}
}

// stopExport ends the file that is being written, and tells whether there was one.
func (m *Model) stopExport() bool {
	if !m.exporting.Loading() {
		return false
	}
	m.exporting.Cancel()
	m.said = screen.StatusMsg{Text: "the export was stopped after " + text.Integer(uint64(m.exporting.written.Load())) + " records; they are in the file", Warn: true}
	return true
}
