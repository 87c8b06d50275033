package render

import (
	"bytes"
	"encoding/json"
	"strings"

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

// maxEventLabel is the width of the widest name of a field that values are aligned to.
const maxEventLabel = 28

// eventData is the data of an event as names and values of its fields; names is nil if it is not a small object.
type eventData struct {
	names  []text.Safe
	values []string
	coin   string // type of the coin whose amount the event reports; empty if unknown
}

// EventLines lists events with the fields of their data in at most room lines. Values are aligned, and amounts of known coins are in
// their unit.
func EventLines(events []client.Event, formatter Formatter, th theme.Theme, width, room int) []text.Line {
	parsed := parseEvents(events[:min(len(events), max(room, 0))])
	label := 0
	for _, data := range parsed {
		for _, name := range data.names {
			label = max(label, min(text.Width(name), width/2, maxEventLabel))
		}
	}
	var lines []text.Line
	for i := range parsed {
		title := text.Line{{Text: text.Format("#%s ", text.Integer(uint64(i))), Style: th.Faint}}
		kind := text.Bounded(events[i].Type)
		if text.Width(kind)+title.Width() > width {
			kind = text.Short(kind)
		}
		event := append(text.WrapBeside(title, kind, width, maxEventLines), eventFields(&events[i], parsed[i], formatter, th, width, label)...)
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

// parseEvents reads the data of events. An event of an account's own stream does not name the coin: it is that of the module event
// with the same amount.
func parseEvents(events []client.Event) []eventData {
	parsed, coins := make([]eventData, len(events)), map[string]string{}
	for i := range events {
		data := &parsed[i]
		data.names, data.values = objectFields(events[i].Data)
		if !strings.HasPrefix(events[i].Type, "0x1::coin::") {
			continue
		}
		amount, coin := data.field("amount"), data.field("coin_type")
		if data.coin = coin; coin != "" && amount != "" {
			coins[amount] = coin
		}
	}
	for i := range parsed {
		if data := &parsed[i]; data.coin == "" && strings.HasPrefix(events[i].Type, "0x1::coin::") {
			data.coin = coins[data.field("amount")]
		}
	}
	return parsed
}

func (d *eventData) field(name string) string {
	for i := range d.names {
		if d.names[i].String() == name {
			return d.values[i]
		}
	}
	return ""
}

// eventFields formats the fields of an event's data, or the data if it is not an object.
func eventFields(event *client.Event, data eventData, formatter Formatter, th theme.Theme, width, labelWidth int) []text.Line {
	const indent = "   "
	if data.names == nil {
		if len(event.Data) == 0 {
			return nil
		}
		return text.WrapBeside(text.Plain(indent), text.Bounded(string(event.Data[:min(len(event.Data), maxMoveValueBytes)])), width, maxEventLines)
	}
	var lines []text.Line
	for i, name := range data.names {
		label := append(text.Plain(indent), text.Cut(name, width/2).In(th.Faint).Fit(max(labelWidth, min(text.Width(name), width/2))+2)...)
		address, err := move.ParseAddress(data.values[i])
		if err == nil && len(data.values[i]) > len("0x")+len(address) {
			if known := formatter.NameOf(address); !known.IsEmpty() {
				lines = append(lines, append(label, text.Span{Text: known, Style: th.Accent}).Fit(width))
				continue
			}
		}
		value := text.Bounded(data.values[i])
		if _, ok := parseInteger(json.RawMessage(data.values[i])); ok && data.coin != "" && name.String() == "amount" {
			value = formatter.coins(data.values[i], data.coin)
		}
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
