package transaction

import (
	"fmt"
	"strconv"
	"strings"

	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// Copies returns the copy forms of the selected field, value or event, then those of the record.
func (m *Model) Copies() []screen.Copy {
	record := m.record
	copies := screen.AppendCopy(m.selectedCopies(), text.Const("hash"), record.Hash)
	copies = append(copies, screen.Copy{Form: text.Const("record"), Value: func() string { return string(record.Raw) }})
	return screen.AppendCopy(copies, text.Const("command"), m.command())
}

func (m *Model) selectedCopies() []screen.Copy {
	selected, ok := m.selectedField()
	switch {
	case ok:
		return m.fieldCopies(selected)
	case m.focus != focusTabs:
	case m.treeFocused():
		return m.tree.Copies()
	case m.tab == tabEvents && m.events.Len() > 0:
		i := m.events.Selected()
		event := m.record.Events[i]
		return append([]screen.Copy{screen.CopyText(text.Const("type"), event.Type)}, screen.CopyTree(fmt.Sprintf(".events[%d].data", i), event.Data)...)
	}
	return nil
}

func (m *Model) fieldCopies(selected field) []screen.Copy {
	if selected.Full == nil {
		return nil
	}
	copies := screen.AppendCopy([]screen.Copy{{Form: text.Const("value"), Value: selected.Full}}, text.Const("raw"), selected.Raw)
	i := m.arguments.Selected() - m.headerFields()
	if m.focus != focusTabs || i < 0 {
		return copies
	}
	argument, name := m.argument(i), m.argumentName(i)
	row := strings.Join([]string{name.String(), argument.Type.String(), argument.Shown.String(), argument.Input()}, "\t")
	if i < len(m.record.Payload.Arguments) {
		copies = append(copies, screen.CopyTree(fmt.Sprintf(".payload.arguments[%d]", i), m.record.Payload.Arguments[i])[1:]...)
	}
	return append(copies, screen.CopyText(text.Const("row"), row))
}

// command returns the command that prints the record, or "" if there is none: the node finds records by the sender's sequence
// number, which covers user transactions only.
func (m *Model) command() string {
	record := m.record
	if !record.IsSent() {
		return ""
	}
	return m.deps.Command("tx", record.Sender.String(), strconv.FormatUint(*record.SequenceNumber, 10), "-o", "json")
}

// Subject returns the selected account, argument or author.
func (m *Model) Subject() (store.Subject, bool) {
	selected, ok := m.selectedField()
	if !ok || selected.Subject == nil {
		return store.Subject{}, false
	}
	return *selected.Subject, true
}

// Export exports the leaves of the record with their paths, or in JSON the record as the node sent it.
func (m *Model) Export() (screen.Export, bool) {
	name := "transaction"
	if hash := m.record.Hash; hash != "" {
		name += "-" + hash[:min(len(hash), fileHashLength)]
	}
	return pane.ExportValue(name, m.record.Raw), len(m.record.Raw) > 0
}

const fileHashLength = len("0x") + 8

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}
