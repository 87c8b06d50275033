package transaction

import (
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// labelWidth is the width of the names of facts.
const labelWidth = 11

func (m *Model) fact(label text.Safe, value text.Line) text.Line {
	return append(text.In(m.session.Theme.Faint, label).Fit(labelWidth), value...)
}

// valueWidth is the width of the values of the panel of facts.
func (m *Model) valueWidth() int {
	frame, _ := panel.Frame(m.size.Plain())
	width := m.size.Width - frame - labelWidth
	if len(m.parts()) == 0 {
		width -= blockWidth(m.size.Width)
	}
	return width
}

// facts is what the record says of the transaction itself.
func (m *Model) facts() []text.Line {
	th, record := m.session.Theme, m.record
	status := text.Line{{Text: render.Status(record.Status), Style: render.StatusStyle(th, record.Status)}}
	if record.Type != "" {
		status = append(status, text.Span{Text: "    type  ", Style: th.Faint}, text.Span{Text: text.Clean(record.Type)})
	}
	lines := append([]text.Line{m.fact("status", status)}, m.vmStatus()...)
	lines = append(lines,
		m.fact("hash", m.hash()),
		m.fact("sender", m.sender()),
		m.fact(m.sequenceName(), m.number(record.SequenceNumber)),
		m.fact("fee", m.fee()),
	)
	if m.size.Plain() { // the block has no panel beside it
		height := m.height()
		if m.record.Block != nil {
			height = append(height, text.Span{Text: "   " + text.Instant(m.record.Block.Timestamp.Time().Truncate(time.Second)), Style: th.Faint})
		}
		lines = append(lines, m.fact("block", height))
	}
	lines = append(lines,
		m.fact("fee cap", m.feeCap()),
		m.fact("expires", m.expires()),
		m.fact("chain id", m.number(record.ChainID)),
	)
	if m.size.Class >= screen.Full {
		return append(lines, m.fact("position", m.position()))
	}
	return lines
}

func (m *Model) hash() text.Line {
	if m.record.Hash == "" {
		return text.In(m.session.Theme.Faint, render.NotGiven)
	}
	return text.Plain(text.CutMiddle(text.Clean(m.record.Hash), m.valueWidth()))
}

// sequenceName is what the sequence number means: for an automated transaction it is the number of its task.
func (m *Model) sequenceName() text.Safe {
	if m.record.Type == "automated" {
		return "task"
	}
	return "sequence"
}

func (m *Model) number(n *uint64) text.Line {
	if n == nil {
		return text.In(m.session.Theme.Faint, m.absent())
	}
	return text.Plain(text.Integer(*n))
}

// vmStatus is the vm status in two lines at most, long addresses shortened; the Output tab has it to the letter.
func (m *Model) vmStatus() []text.Line {
	if m.record.VMStatus == nil {
		return []text.Line{m.fact("vm status", text.In(m.session.Theme.Faint, m.absent()))}
	}
	words := text.Wrap(text.Short(text.Clean(*m.record.VMStatus)), m.valueWidth(), 2)
	lines := []text.Line{m.fact("vm status", text.Plain(words[0]))}
	for _, more := range words[1:] {
		lines = append(lines, m.fact("", text.Plain(more)))
	}
	return lines
}

func (m *Model) sender() text.Line {
	if m.record.Sender == nil {
		return text.In(m.session.Theme.Faint, m.absent())
	}
	return m.addressLine(*m.record.Sender)
}

// addressLine is an address, with its name in front where it has one.
func (m *Model) addressLine(address move.Address) text.Line {
	written := text.Safe(address.String())
	name := m.session.NameOf(address)
	if name == "" {
		return text.Plain(text.CutMiddle(written, m.valueWidth()))
	}
	return text.Line{{Text: name, Style: m.session.Theme.Accent}, {Text: "  " + text.Short(written)}}
}

func (m *Model) fee() text.Line {
	record := m.record
	if record.Fee() == nil {
		return text.In(m.session.Theme.Faint, m.absent())
	}
	return text.Line{
		{Text: render.Fee(record, m.session.Decimals)},
		{Text: " (" + render.Number(record.GasUsed) + " used × price " + render.Number(record.GasUnitPrice) + ")", Style: m.session.Theme.Faint},
	}
}

func (m *Model) feeCap() text.Line {
	if m.record.FeeCap() == nil {
		return text.In(m.session.Theme.Faint, m.absent())
	}
	return text.Line{
		{Text: text.Decimal(m.record.FeeCap(), m.session.Decimals)},
		{Text: " (" + render.Number(m.record.MaxGasAmount) + " allowed)", Style: m.session.Theme.Faint},
	}
}

func (m *Model) expires() text.Line {
	if m.record.Expiration == nil {
		return text.In(m.session.Theme.Faint, m.absent())
	}
	at := m.record.Expiration.Time()
	line := text.Plain(text.Instant(at))
	remark := text.Safe("   passed")
	if left := at.Sub(m.session.Now()); left > 0 {
		remark = "   in " + text.Elapsed(left)
		if left < time.Hour {
			remark = "   in " + text.Age(m.session.Now(), at)
		}
	}
	return append(line, text.Span{Text: remark, Style: m.session.Theme.Faint})
}

// position is where the record stands in the list that it came from.
func (m *Model) position() text.Line {
	if m.list == nil {
		return text.In(m.session.Theme.Faint, "not from a list")
	}
	return text.Plain("row " + text.Integer(uint64(m.list.Index(m.serial)+1)) + " of " + m.from + ", " + text.Safe(m.list.Order().String()))
}

// block is where the record stands on the chain, and who signed it.
func (m *Model) block() []text.Line {
	th, header := m.session.Theme, m.record.Block
	var lines []text.Line
	if header == nil {
		lines = append(lines, m.fact("block", text.In(th.Faint, render.NotGiven)))
	} else {
		at := header.Timestamp.Time()
		lines = append(lines,
			m.fact("block", m.height()),
			m.fact("time", text.Plain(text.Instant(at.Truncate(time.Second)))),
			m.fact("", text.In(th.Faint, text.Elapsed(m.session.Now().Sub(at))+" ago")),
			m.fact("author", m.given(header.Author)),
			m.fact("epoch", m.epoch(header)),
		)
	}
	return append(lines, m.signature()...)
}

func (m *Model) height() text.Line {
	header := m.record.Block
	if header == nil {
		return text.In(m.session.Theme.Faint, render.NotGiven)
	}
	line := text.Plain(text.Integer(header.Height))
	if newest, _, ok := m.session.Seen.Newest(); ok && newest >= header.Height && m.size.Class >= screen.Compact {
		line = append(line, text.Span{Text: "    " + text.Integer(newest-header.Height) + " below head", Style: m.session.Theme.Faint})
	}
	return line
}

func (m *Model) epoch(header *client.BlockHeader) text.Line {
	if header.Epoch == nil {
		return text.In(m.session.Theme.Faint, render.NotGiven)
	}
	line := text.Plain(text.Integer(*header.Epoch))
	if header.Round != nil {
		line = append(line, text.Span{Text: "   round  ", Style: m.session.Theme.Faint}, text.Span{Text: text.Integer(*header.Round)})
	}
	return line
}

// given is a hash or identity that a header may lack.
func (m *Model) given(value *string) text.Line {
	if value == nil {
		return text.In(m.session.Theme.Faint, render.NotGiven)
	}
	return text.Plain(text.Short(text.Clean(*value)))
}

func (m *Model) signature() []text.Line {
	th, authenticator := m.session.Theme, m.record.Authenticator
	if authenticator == nil {
		return []text.Line{m.fact("scheme", text.In(th.Faint, m.absent()))}
	}
	lines := []text.Line{m.fact("scheme", text.Plain(text.Clean(authenticator.Kind)))}
	for _, part := range []struct {
		label text.Safe
		value string
	}{
		{"public key", authenticator.PublicKey},
		{"signature", authenticator.Signature},
		{"registered", authenticator.RegistrationHash},
	} {
		if part.value != "" {
			lines = append(lines, m.fact(part.label, text.Plain(text.Short(text.Clean(part.value)))))
		}
	}
	if len(lines) == 1 {
		lines = append(lines, m.fact("", text.In(th.Faint, "tab 5 shows its parts")))
	}
	return lines
}
