package transaction

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/casefile"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// frozenCase is the outcome of freezing a record.
type frozenCase struct {
	path     string
	document *casefile.Document
}

// canFreeze reports whether a dry run can repeat the record.
func (m *Model) canFreeze() bool {
	_, err := casefile.Called(m.record)
	return err == nil
}

// freeze writes the record as a case for foredeck check into a new file.
func (m *Model) freeze() tea.Cmd {
	if m.deps.Remote {
		return m.deps.Post(screen.StatusMsg{Text: text.Const("cases cannot be saved over SSH: no files are written for visitors"), Warn: true})
	}
	node, folder, network, now := m.deps.Node, m.deps.Directory, m.deps.Endpoint.Network, m.deps.Now()
	record, endpoint := m.record, m.deps.Endpoint
	return m.frozen.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (frozenCase, error) {
		document, err := casefile.Freeze(ctx, node, record, network, false, now)
		if err != nil {
			return frozenCase{}, err
		}
		if document.NotRun != nil {
			document.NoteFailure(load.Explain(document.NotRun, endpoint).Reason.String())
		}
		path, err := screen.WriteNew(folder, caseName(document), ".toml", document.Text(), 0o644)
		return frozenCase{path, document}, err
	})
}

// maxCaseName is the length of the part of a file name that the chain chooses.
const maxCaseName = 60

// caseName returns the name of the file of a case, from parts that are identifiers and numbers.
func caseName(d *casefile.Document) string {
	function := d.Case.Call.Function
	called := function.Module + "-" + function.Name
	return fmt.Sprintf("case-%s-%s", called[:min(len(called), maxCaseName)], d.Sequence())
}

// handleFrozen reports where the case is, and whether it expects less than the record did.
func (m *Model) handleFrozen(result load.Result[frozenCase]) tea.Cmd {
	if !m.frozen.Accept(result) {
		return nil
	}
	if result.Err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Format("not frozen: %s", m.deps.Explain(result.Err).Reason), Warn: true})
	}
	path := text.Clean(result.Value.path)
	notes := result.Value.document.Notes
	if len(notes) == 0 {
		return m.deps.Post(screen.StatusMsg{Text: text.Format("frozen: foredeck check %s", path)})
	}
	return m.deps.Post(screen.StatusMsg{Text: text.Format("frozen: foredeck check %s · %s in it: %s", path, text.Plural(len(notes), "note"), text.Clean(notes[0]))})
}
