package transaction

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

const labelWidth = 11

func (m *Model) fact(label text.Safe, value text.Line) text.Line {
	return append(text.In(m.deps.Theme.Faint, label).Fit(labelWidth), value...)
}

func (m *Model) valueWidth() int {
	frame, _ := panel.Frame(m.size.IsPlain())
	width := m.size.Width - frame - labelWidth
	if m.size.HasColumns() {
		width -= blockWidth(m.size.Width)
	}
	return width
}

func (m *Model) factFields() []field {
	th, record := m.deps.Theme, m.record
	status := text.Line{{Text: render.Status(record.Status), Style: render.StatusStyle(th, record.Status)}}
	if record.Type != "" {
		status = append(status, text.Span{Text: "    type  ", Style: th.Faint}, text.Span{Text: text.Bounded(record.Type)})
	}
	fields := []field{
		m.field("status", status, record.Status),
		m.vmStatusField(),
		m.hashField(),
		m.senderField(),
		m.numberField(m.sequenceLabel(), record.SequenceNumber),
		m.feeField(),
	}
	if m.size.IsPlain() { // the block has no panel beside it
		fields = append(fields, m.blockField())
	}
	fields = append(fields, m.feeCapField(), m.expirationField(), m.numberField("chain id", record.ChainID))
	if m.size.Class >= screen.Full {
		return append(fields, m.field("position", m.position(), ""))
	}
	return fields
}

func (m *Model) hashField() field {
	if m.record.Hash == "" {
		return m.missing("hash", render.NotGiven)
	}
	return m.field("hash", text.Plain(text.CutMiddle(text.Bounded(m.record.Hash), m.valueWidth())), m.record.Hash)
}

// sequenceLabel names the sequence number, which is the task number of an automated transaction.
func (m *Model) sequenceLabel() text.Safe {
	if m.record.Type == "automated" {
		return "task"
	}
	return "sequence"
}

func (m *Model) numberField(label text.Safe, n *uint64) field {
	if n == nil {
		return m.missing(label, m.missingReason())
	}
	return m.field(label, text.Plain(text.Integer(*n)), strconv.FormatUint(*n, 10))
}

// vmStatusField wraps the VM status to two lines with short addresses. The Output tab shows it in full.
func (m *Model) vmStatusField() field {
	if m.record.VMStatus == "" {
		return m.missing("vm status", m.missingReason())
	}
	words := text.Wrap(text.Short(text.Bounded(m.record.VMStatus)), m.valueWidth(), 2)
	f := m.field("vm status", text.Plain(words[0]), m.record.VMStatus)
	for _, more := range words[1:] {
		f.lines = append(f.lines, m.fact("", text.Plain(more)))
	}
	return f
}

func (m *Model) senderField() field {
	if m.record.Sender == nil {
		return m.missing("sender", m.missingReason())
	}
	sender := *m.record.Sender
	return m.field("sender", m.addressLine(sender), sender.String()).
		linkedTo(target.Target{Kind: target.Account, Address: sender}).withSubject(store.Address, sender.String())
}

// addressLine formats an address, preceded by its name if it has one.
func (m *Model) addressLine(address move.Address) text.Line {
	full := text.Safe(address.String())
	name := m.deps.Names.Of(address)
	if name == "" {
		return text.Plain(text.CutMiddle(full, m.valueWidth()))
	}
	return text.Line{{Text: name, Style: m.deps.Theme.Accent}, {Text: "  " + text.Short(full)}}
}

// amountField formats an amount of the native coin and how it was calculated.
func (m *Model) amountField(label text.Safe, amount *big.Int, formula text.Safe) field {
	if amount == nil {
		return m.missing(label, m.missingReason())
	}
	shown, ok := m.deps.Units.Amount(amount.String(), m.deps.Amounts.Native())
	if !ok {
		shown = text.Bounded(amount.String())
	}
	f := m.field(label, text.Line{{Text: shown}, {Text: " (" + formula + ")", Style: m.deps.Theme.Faint}}, strings.ReplaceAll(string(text.Decimal(amount, m.deps.Amounts.Native())), ",", ""))
	f.raw = amount.String()
	return f
}

func (m *Model) feeField() field {
	return m.amountField("fee", m.record.Fee(), render.Number(m.record.GasUsed)+" gas × price "+render.Number(m.record.GasUnitPrice))
}

func (m *Model) feeCapField() field {
	return m.amountField("fee cap", m.record.FeeCap(), "max gas "+render.Number(m.record.MaxGasAmount))
}

func (m *Model) expirationField() field {
	if m.record.Expiration == nil {
		return m.missing("expires", m.missingReason())
	}
	at := m.record.Expiration.Time()
	line := text.Plain(m.deps.Instant(at))
	note := text.Safe("   passed")
	if left := at.Sub(m.deps.Now()); left > 0 {
		note = "   in " + text.Elapsed(left)
		if left < time.Hour {
			note = "   in " + text.Age(m.deps.Now(), at)
		}
	}
	return m.instantField("expires", append(line, text.Span{Text: note, Style: m.deps.Theme.Faint}), *m.record.Expiration)
}

// instantField formats a time. The raw copy form is in microseconds.
func (m *Model) instantField(label text.Safe, line text.Line, at client.Timestamp) field {
	f := m.field(label, line, string(m.deps.Instant(at.Time())))
	f.raw = strconv.FormatUint(uint64(at), 10)
	return f
}

// position describes the record's row in the list it was opened from.
func (m *Model) position() text.Line {
	if m.list == nil {
		return text.In(m.deps.Theme.Faint, "not from a list")
	}
	return text.Plain("row " + text.Integer(uint64(m.list.Index(m.serial)+1)) + " of " + m.listName + ", " + text.Safe(m.list.Order().String()))
}

func (m *Model) blockFields() []field {
	header := m.record.Block
	fields := []field{m.blockField()}
	if header != nil {
		at := header.Timestamp.Time()
		when := m.instantField("time", text.Plain(m.deps.Instant(at.Truncate(time.Second))), header.Timestamp)
		when.lines = append(when.lines, m.fact("", text.In(m.deps.Theme.Faint, text.Elapsed(m.deps.Now().Sub(at))+" ago")))
		fields = append(fields, when, m.authorField(), m.epochField(header))
	}
	return append(fields, m.signatureFields()...)
}

func (m *Model) blockField() field {
	header := m.record.Block
	if header == nil {
		return m.missing("block", render.NotGiven)
	}
	line := text.Plain(text.Integer(header.Height))
	if newest, _, ok := m.deps.Seen.Newest(); ok && newest >= header.Height && m.size.Class >= screen.Compact {
		line = append(line, text.Span{Text: "    " + text.Integer(newest-header.Height) + " below head", Style: m.deps.Theme.Faint})
	}
	if m.size.IsPlain() {
		line = append(line, text.Span{Text: "   " + m.deps.Instant(header.Timestamp.Time().Truncate(time.Second)), Style: m.deps.Theme.Faint})
	}
	return m.field("block", line, strconv.FormatUint(header.Height, 10)).linkedTo(target.Target{Kind: target.Height, Height: header.Height})
}

// authorField returns the proposer of the block, whose key may also be an account address.
func (m *Model) authorField() field {
	author := m.record.Block.Author
	if author == "" {
		return m.missing("author", render.NotGiven)
	}
	shown := text.Short(text.Bounded(author))
	address, err := move.ParseAddress(author)
	if err != nil {
		return m.field("author", text.Plain(shown), author)
	}
	line := text.Plain(shown)
	if name := m.deps.Store.Name(store.Subject{Kind: store.Author, Key: address.String()}); name != "" {
		line = text.Line{{Text: text.Bounded(name), Style: m.deps.Theme.Accent}, {Text: "  " + shown}}
	}
	return m.field("author", line, author).linkedTo(target.Target{Kind: target.Account, Address: address}).withSubject(store.Author, address.String())
}

func (m *Model) epochField(header *client.BlockHeader) field {
	if header.Epoch == nil {
		return m.missing("epoch", render.NotGiven)
	}
	line, whole := text.Plain(text.Integer(*header.Epoch)), strconv.FormatUint(*header.Epoch, 10)
	if header.Round != nil {
		line = append(line, text.Span{Text: "   round  ", Style: m.deps.Theme.Faint}, text.Span{Text: text.Integer(*header.Round)})
	}
	return m.field("epoch", line, whole)
}

func (m *Model) signatureFields() []field {
	authenticator := m.record.Authenticator
	if authenticator == nil {
		return []field{m.missing("scheme", m.missingReason())}
	}
	fields := []field{m.field("scheme", text.Plain(text.Bounded(authenticator.Kind)), authenticator.Kind)}
	for _, part := range []struct {
		label text.Safe
		value string
	}{
		{"public key", authenticator.PublicKey},
		{"signature", authenticator.Signature},
	} {
		if part.value != "" {
			fields = append(fields, m.field(part.label, text.Plain(text.Short(text.Bounded(part.value))), part.value))
		}
	}
	if hash := authenticator.RegistrationHash; hash != "" {
		fields = append(fields, m.field("registered", text.Plain(text.Short(text.Bounded(hash))), hash).linkedTo(target.Target{Kind: target.Transaction, Hash: hash}))
	}
	if len(fields) == 1 {
		fields[0].lines = append(fields[0].lines, m.fact("", text.In(m.deps.Theme.Faint, "see the Authenticator tab")))
	}
	return fields
}
