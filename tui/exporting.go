package tui

import (
	"context"
	"errors"
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
	if exporter, is := m.shown().(screen.Exporter); is {
		return exporter.Export()
	}
	return screen.Export{}, false
}

// exports tells whether the screen has something to export: where it has not, the key is its own.
func (m *Model) exports() bool {
	_, ok := m.offered()
	return ok
}

// exportAs asks for the format. One file is written at a time.
func (m *Model) exportAs() {
	what, ok := m.offered()
	if !ok {
		return
	}
	names := map[export.Format]text.Safe{export.CSV: "CSV", export.JSON: "JSON", export.Lines: "JSON lines"}
	var choices []screen.Choice
	for _, format := range export.Formats {
		file := text.Clean(m.session.Place.Network + "-" + what.Name + "." + string(format))
		choices = append(choices, screen.Choice{Name: names[format], Remark: file + " in this folder", Run: func() tea.Cmd { return m.export(format, what) }})
	}
	m.overlay = newChooser(m.session.Theme, "Export", choices)
}

// export begins to write. It goes on when the screen is left, until it is done or esc ends it.
func (m *Model) export(format export.Format, what screen.Export) tea.Cmd {
	what.Name = m.session.Place.Network + "-" + what.Name
	written := new(atomic.Int64)
	m.exporting.format, m.exporting.written = format, written
	return m.exporting.Ask(m.ctx, m.session.Loader, func(ctx context.Context) (string, error) {
		path, err := export.ToFile(ctx, m.folder, format, what, written)
		if err != nil && path != "" {
			return path, &halfError{path, err}
		}
		return path, err
	})
}

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
		m.said = screen.SayMsg{Text: "wrote " + records + " records to " + text.Clean(result.Value)}
	case errors.As(result.Err, &half):
		m.said = screen.SayMsg{Text: "ended after " + records + " records, which are in " + text.Clean(half.path) + ": " + m.session.Explain(result.Err).Reason, Warn: true}
	default:
		m.said = screen.SayMsg{Text: "nothing written: " + text.Clean(result.Err.Error()), Warn: true}
	}
	return true
}

// progress is how far the file that is being written has come, nil where none is.
func (m *Model) progress() text.Line {
	if !m.exporting.Loading() {
		return nil
	}
	return text.Line{
		{Text: "exporting: " + text.Integer(uint64(m.exporting.written.Load())) + " records", Style: m.session.Theme.Accent},
		{Text: "   esc stops and keeps them", Style: m.session.Theme.Faint},
	}
}

// stopExport ends the file that is being written, and tells whether there was one.
func (m *Model) stopExport() bool {
	if !m.exporting.Loading() {
		return false
	}
	m.exporting.Cancel()
	m.said = screen.SayMsg{Text: "the export was stopped after " + text.Integer(uint64(m.exporting.written.Load())) + " records; they are in the file", Warn: true}
	return true
}
