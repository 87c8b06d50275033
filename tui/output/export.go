package output

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

var exporterBindings = screen.Bind(screen.Bindings[*Exporter]{
	{ID: "deck.export", Keys: "e", Help: "export", When: (*Exporter).offers, Run: (*Exporter).choose},
})

// stopBindings stop an export, before anything else that has the key.
var stopBindings = screen.Bind(screen.Bindings[*Exporter]{
	{ID: "deck.up", Keys: "esc", Help: "stop export", Place: screen.Hidden, When: func(e *Exporter) bool { return e.path.Loading() }, Run: (*Exporter).stop},
})

// Exporter writes the list or tree of the visible screen to a file, one at a time. It continues after the user leaves the screen.
type Exporter struct {
	deps      *screen.Deps
	ctx       context.Context
	deck      screen.Current
	path      load.State[string] // of the file, while it is written
	records   *atomic.Int64      // written so far
	isPartial bool               // the list has more rows than are written
	width     int                // of the window
}

// NewExporter returns an exporter.
func NewExporter(deck screen.Current) *Exporter {
	return &Exporter{deck: deck, records: new(atomic.Int64)}
}

// Switch sets the network and stops the current export.
func (e *Exporter) Switch(ctx context.Context, deps *screen.Deps) {
	e.path.Cancel()
	e.ctx, e.deps = ctx, deps
}

// Update reports the outcome of an export.
func (e *Exporter) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		e.width = msg.Width
	case load.Result[string]:
		return e.finish(msg)
	}
	return nil, false
}

func (e *Exporter) stop() tea.Cmd {
	e.path.Cancel()
	return e.deps.Post(screen.StatusMsg{Text: text.Format("export stopped: %s records written", e.count()), Warn: true})
}

// Actions lists the keys that act now.
func (e *Exporter) Actions() []screen.Action { return exporterBindings.Actions(e, false) }

// Stop lists the key that stops the current export.
func (e *Exporter) Stop() []screen.Action { return stopBindings.Actions(e, false) }

func (e *Exporter) offers() bool { _, ok := e.offered(); return ok }

// Lines offers the formats in which the visible list can be exported, all of it or its matching rows.
func (e *Exporter) Lines() []palette.Line {
	what, ok := e.offered()
	if !ok {
		return nil
	}
	var lines []palette.Line
	for _, format := range Formats {
		does := text.Const("export to a file")
		if what.Selected > 0 {
			does = text.Format("export %s to a file", selectedRows(what.Selected))
		}
		line := palette.Line{Text: "export " + string(format), Does: does, Here: true, Run: func() tea.Cmd { return e.start(format, what) }}
		lines = append(lines, line)
		if what.Filtered > 0 {
			line.Text, line.Does, line.Run = line.Text+" matching", matching(what), func() tea.Cmd { return e.start(format, matchingRows(what)) }
			lines = append(lines, line)
		}
	}
	return lines
}

func (e *Exporter) offered() (what screen.Export, ok bool) {
	if exporter, is := e.deck.Visible().(screen.Exporter); is && !e.deps.Remote {
		return exporter.Export()
	}
	return screen.Export{}, false
}

// choose lets the user choose the format, and whether to export all rows or only those that match the filter.
func (e *Exporter) choose() tea.Cmd {
	what, _ := e.offered()
	var choices []screen.Choice
	add := func(rows text.Safe, name string, what func() screen.Export) {
		for _, format := range Formats {
			choices = append(choices, screen.Choice{
				Name: text.Concat(formatNames[format], rows), Remark: text.Clean(FileName(name, format)),
				Run: func() tea.Cmd { return e.start(format, what()) },
			})
		}
	}
	name, whole := e.deps.Endpoint.Network+"-"+what.Name, text.Safe{}
	if what.Selected > 0 {
		whole = text.Format(", %s", selectedRows(what.Selected))
	}
	if what.IsPartial {
		whole = text.Const(", loaded rows")
	}
	if what.Filtered > 0 {
		add(text.Format(", %s", matching(what)), name+matchingSuffix, func() screen.Export { return matchingRows(what) })
		whole = text.Const(", all rows")
	}
	add(whole, name, func() screen.Export { return what })
	return e.deps.Post(screen.ChooseMsg{Title: text.Const("Export to the current folder"), Choices: choices})
}

// selectedRows counts rows that the user selected.
func selectedRows(count int) text.Safe { return text.Plural(count, "selected row") }

// matchingSuffix ends the file name of an export of matching rows.
const matchingSuffix = "-matching"

// matching describes the matching rows, and that only loaded ones were searched.
func matching(what screen.Export) text.Safe {
	if what.Searched == 0 {
		return text.Plural(what.Filtered, "matching row")
	}
	return text.Format("%s matching of %s loaded", text.Integer(uint64(what.Filtered)), text.Integer(uint64(what.Searched)))
}

func matchingRows(what screen.Export) screen.Export {
	rows := what.FilteredExport()
	rows.Name = what.Name + matchingSuffix
	return rows
}

func (e *Exporter) start(format Format, what screen.Export) tea.Cmd {
	what.Name = e.deps.Endpoint.Network + "-" + what.Name
	records, folder := new(atomic.Int64), e.deps.Directory
	e.records, e.isPartial = records, what.IsPartial
	return e.path.Load(load.WithCaller(e.ctx, load.Caller{Screen: "export"}), e.deps.Loader, func(ctx context.Context) (string, error) {
		path, err := writeFile(ctx, folder, format, what, records)
		if path == "" {
			return "", err
		}
		if absolute, failed := filepath.Abs(path); failed == nil {
			path = absolute
		}
		if err != nil {
			return path, &partialError{path, err}
		}
		return path, nil
	})
}

// partialError is the error of an export that stopped after some records.
type partialError struct {
	path string
	err  error
}

func (e *partialError) Error() string { return e.err.Error() }
func (e *partialError) Unwrap() error { return e.err }

// finish reports the outcome of the export. handled is false for the results of other loads.
func (e *Exporter) finish(result load.Result[string]) (cmd tea.Cmd, handled bool) {
	if !e.path.Accept(result) {
		return nil, false
	}
	records := e.count()
	var partial *partialError
	var status screen.StatusMsg
	switch {
	case result.Err == nil:
		status.Text = text.Format("wrote %s records to ", records)
		if records == text.Const("1") {
			status.Text = text.Const("wrote 1 record to ")
		}
		more := text.Safe{}
		if e.isPartial {
			status.Text = text.Format("wrote %s loaded records to ", records)
			more = text.Format(" · %s loads more", e.deps.Key("list.last"))
		}
		label := fileLabel(result.Value, e.width-2-text.Width(status.Text)-text.Width(more))
		status.Text = text.Concat(status.Text, label, more)
	case errors.As(result.Err, &partial):
		status = screen.StatusMsg{Text: text.Format("export failed after %s records (saved in %s): %s", records, text.Clean(filepath.Base(partial.path)), e.deps.Explain(result.Err).Reason), Warn: true}
	default:
		status = screen.StatusMsg{Text: text.Format("export failed: %s", text.Clean(result.Err.Error())), Warn: true}
	}
	return e.deps.Post(status), true
}

func (e *Exporter) count() text.Safe { return text.Integer(uint64(e.records.Load())) }

// Progress returns the message row during an export, nil if there is none.
func (e *Exporter) Progress() text.Line {
	if !e.path.Loading() {
		return nil
	}
	return text.Line{
		{Text: text.Format("exporting: %s records", e.count()), Style: e.deps.Theme.Accent},
		{Text: text.Format("   %s stop, keeping the records", e.deps.Key("deck.up")), Style: e.deps.Theme.Faint},
	}
}

// minFolderWidth is the minimum width of the folder in a file label.
const minFolderWidth = 12

// fileLabel returns the name of a file, and its folder shortened to fit the width.
func fileLabel(path string, width int) text.Safe {
	folder, name := filepath.Split(path)
	label := text.Format("%s in ", text.Clean(name))
	return text.Concat(label, text.CutMiddle(text.Clean(filepath.Clean(folder)), max(width-text.Width(label), minFolderWidth)))
}
