package transaction

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"foredeck/tui/screen"
	"foredeck/tui/store"
)

// Copies are the forms of the selected field, value or event, then those of the whole record.
func (m *Model) Copies() []screen.Copy {
	copies, record := m.selectedCopies(), m.record
	if record.Hash != "" {
		copies = append(copies, screen.Copy{Form: "hash", Value: func() string { return record.Hash }})
	}
	copies = append(copies, screen.Copy{Form: "record", Value: func() string { return string(record.Raw) }})
	if command := m.command(); command != "" {
		copies = append(copies, screen.Copy{Form: "command", Value: func() string { return command }})
	}
	return copies
}

func (m *Model) selectedCopies() []screen.Copy {
	selected, ok := m.selected()
	switch {
	case ok:
		return m.fieldCopies(selected)
	case m.part != partTabs:
	case m.treeHasKeys() && m.tree.Lines() > 0:
		path, value := m.tree.Selected()
		return jsonCopies(value, path)
	case m.tab == tabEvents && m.events.Len() > 0:
		i := m.events.Selected()
		event := m.record.Events[i]
		return append([]screen.Copy{{Form: "type", Value: func() string { return event.Type }}}, jsonCopies(event.Data, fmt.Sprintf(".events[%d].data", i))...)
	}
	return nil
}

func (m *Model) fieldCopies(selected field) []screen.Copy {
	if selected.whole == nil {
		return nil
	}
	copies := []screen.Copy{{Form: "value", Value: selected.whole}}
	if selected.raw != "" {
		copies = append(copies, screen.Copy{Form: "raw", Value: func() string { return selected.raw }})
	}
	i := m.arguments.Selected() - m.heads()
	if m.part != partTabs || i < 0 {
		return copies
	}
	argument, name := m.argument(i), m.argumentName(i)
	return append(append(copies, jsonCopies(m.record.Payload.Arguments[i], fmt.Sprintf(".payload.arguments[%d]", i))[1:]...), screen.Copy{Form: "row", Value: func() string {
		return strings.Join([]string{string(name), string(argument.Type), string(argument.Shown), argument.Input()}, "\t")
	}})
}

// jsonCopies are the forms of a JSON value: plain, as it was sent, and the way to it.
func jsonCopies(value json.RawMessage, path string) []screen.Copy {
	return []screen.Copy{
		{Form: "value", Value: func() string { return plain(value) }},
		{Form: "JSON", Value: func() string { return string(value) }},
		{Form: "path", Value: func() string { return path }},
	}
}

// plain is a JSON string without its quotes, and all else as it is.
func plain(value json.RawMessage) string {
	var written string
	if json.Unmarshal(value, &written) == nil && written != "" {
		return written
	}
	return string(value)
}

// command is the command that prints the record again; empty where none does: the node is asked by the sender's sequence
// number, and those of other records are not in that list.
func (m *Model) command() string {
	record := m.record
	if record.Sender == nil || record.SequenceNumber == nil || record.Type != "" && record.Type != "user" {
		return ""
	}
	return m.deps.Command("txs", record.Sender.String(), "--start", strconv.FormatUint(*record.SequenceNumber, 10), "--limit", "1", "-o", "json")
}

// Subject is the account, argument or author that is selected.
func (m *Model) Subject() (store.Subject, bool) {
	selected, ok := m.selected()
	if !ok || selected.subject == nil {
		return store.Subject{}, false
	}
	return *selected.subject, true
}

// Export is the record as its leaves, each with its path, and in JSON as the node sent it.
func (m *Model) Export() (screen.Export, bool) {
	name := "transaction"
	if hash := m.record.Hash; hash != "" {
		name += "-" + hash[:min(len(hash), hashKept)]
	}
	return screen.ExportTree(name, m.record.Raw), len(m.record.Raw) > 0
}

// hashKept is how much of a hash stands in the name of a file.
const hashKept = len("0x") + 8

// CountsInUnits tells that amounts are written in the session's units.
func (m *Model) CountsInUnits() {}
