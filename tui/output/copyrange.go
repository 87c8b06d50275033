package output

import (
	"bytes"
	"encoding/json"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// maxCopied is the number of rows that are copied at once: more are slow, and terminals accept no such text.
const maxCopied = 5000

// copyForm copies a form of the selection, or of each selected row as a line.
func (c *Copier) copyForm(at int) tea.Cmd {
	forms := c.forms()
	if at >= len(forms) {
		return nil
	}
	rows, ok := screen.RangeOf(c.deck.Visible())
	if !ok || forms[at].IsOfScreen || forms[at].Form == formLink {
		return c.copy(forms[at].Value())
	}
	count := rows.Count()
	if count > maxCopied {
		most := text.Integer(maxCopied)
		status := text.Format("%s are too many to copy: select at most %s, or export them", selectedRows(count), most)
		return c.deps.Post(screen.StatusMsg{Text: status, Warn: true})
	}
	lines := c.lines(rows, forms[at].Form)
	copied := text.Format("copied %s", text.Plural(count, "row"))
	if len(lines) < count {
		copied = text.Format("copied %s of %s", text.Integer(uint64(len(lines))), text.Plural(count, "row"))
	}
	return c.copyAs(copied, strings.Join(lines, "\n"))
}

// lines returns a form of each row. Rows without it have no line.
func (c *Copier) lines(rows screen.Range, form text.Safe) []string {
	var lines []string
	rows.Each(func() {
		for _, copied := range c.forms() {
			if copied.Form == form {
				lines = append(lines, inLine(copied.Value()))
				return
			}
		}
	})
	return lines
}

// inLine returns a JSON text without the line breaks between its values. Other texts stay as they are.
func inLine(value string) string {
	var compact bytes.Buffer
	if strings.ContainsAny(value, "\r\n") && json.Compact(&compact, []byte(value)) == nil {
		return compact.String()
	}
	return value
}
