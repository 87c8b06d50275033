package render

import (
	"bytes"
	"encoding/json"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/text"
)

// maxEventFields and maxEventLines bound what EventLines shows of an event: fields, and the lines of one field.
const (
	maxEventFields = 12
	maxEventLines  = 2
)

// EventLines lists events with the fields of their data in at most room lines.
func EventLines(events []client.Event, formatter Formatter, th theme.Theme, width, room int) []text.Line {
	var lines []text.Line
	for i := range events {
		title := text.Line{{Text: text.Format("#%s ", text.Integer(uint64(i))), Style: th.Faint}}
		kind := text.Bounded(events[i].Type)
		if text.Width(kind)+title.Width() > width {
			kind = text.Short(kind)
		}
		event := append(text.WrapBeside(title, kind, width, maxEventLines), eventFields(&events[i], formatter, th, width)...)
		more := 0
		if i < len(events)-1 {
			more = 1
		}
		if len(lines)+len(event)+more > room {
			if len(lines) < room {
				lines = append(lines, text.In(th.Faint, "… %s more", text.Integer(uint64(len(events)-i))))
			}
			return lines
		}
		lines = append(lines, event...)
	}
	return lines
}

// eventFields formats the fields of an event's data, or the data if it is not an object.
func eventFields(event *client.Event, formatter Formatter, th theme.Theme, width int) []text.Line {
	const indent = "   "
	names, values := objectFields(event.Data)
	if names == nil {
		if len(event.Data) == 0 {
			return nil
		}
		return text.WrapBeside(text.Plain(indent), text.Bounded(string(event.Data[:min(len(event.Data), maxMoveValueBytes)])), width, maxEventLines)
	}
	widest := 0
	for _, name := range names {
		widest = max(widest, min(text.Width(name), width/2))
	}
	var lines []text.Line
	for i, name := range names {
		label := append(text.Plain(indent), text.Cut(name, widest).In(th.Faint).Fit(widest+2)...)
		address, err := move.ParseAddress(values[i])
		if err == nil && len(values[i]) > len("0x")+len(address) {
			if known := formatter.NameOf(address); !known.IsEmpty() {
				lines = append(lines, append(label, text.Span{Text: known, Style: th.Accent}).Fit(width))
				continue
			}
		}
		value := text.Bounded(values[i])
		if room := max(width-label.Width(), 1); text.Width(value) > room && text.Width(text.Short(value)) <= room {
			value = text.Short(value)
		}
		lines = append(lines, text.WrapBeside(label, value, width, maxEventLines)...)
	}
	return lines
}

// objectFields returns the names and values of a small JSON object in their order; nil if it is not one. Strings have no quotes.
func objectFields(data json.RawMessage) (names []text.Safe, values []string) {
	if len(data) > maxMoveValueBytes {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, nil
	}
	for decoder.More() && len(names) < maxEventFields {
		key, err := decoder.Token()
		name, isName := key.(string)
		var raw json.RawMessage
		if err != nil || !isName || decoder.Decode(&raw) != nil {
			return nil, nil
		}
		value := string(raw)
		if raw[0] == '"' && json.Unmarshal(raw, &value) != nil {
			return nil, nil
		}
		names, values = append(names, text.Bounded(name)), append(values, value)
	}
	return names, values
}
