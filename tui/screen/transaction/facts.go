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

// labelWidth is the width of the names of facts.
const labelWidth = 11

func (m *Model) fact(label text.Safe, value text.Line) text.Line {
	return append(text.In(m.deps.Theme.Faint, label).Fit(labelWidth), value...)
}

// valueWidth is the width of the values of the panel of facts.
func (m *Model) valueWidth() int {
	frame, _ := panel.Frame(m.size.Plain())
	width := m.size.Width - frame - labelWidth
	if m.size.Beside() {
		width -= blockWidth(m.size.Width)
	}
	return width
}

// facts is what the record says of the transaction itself.
func (m *Model) facts() []field {
	th, record := m.deps.Theme, m.record
	status := text.Line{{Text: render.Status(record.Status), Style: render.StatusStyle(th, record.Status)}}
	if record.Type != "" {
		status = append(status, text.Span{Text: "    type  ", Style: th.Faint}, text.Span{Text: text.Bounded(record.Type)})
	}
	fields := []field{
		m.field("status", status, record.Status),
		m.vmStatus(),
		m.hash(),
		m.sender(),
		m.number(m.sequenceName(), record.SequenceNumber),
		m.fee(),
	}
	if m.size.Plain() { // the block has no panel beside it
		fields = append(fields, m.height())
	}
	fields = append(fields, m.feeCap(), m.expires(), m.number("chain id", record.ChainID))
	if m.size.Class >= screen.Full {
		return append(fields, m.field("position", m.position(), ""))
	}
	return fields
}

func (m *Model) hash() field {
	if m.record.Hash == "" {
		return m.lacking("hash", render.NotGiven)
	}
	return m.field("hash", text.Plain(text.CutMiddle(text.Bounded(m.record.Hash), m.valueWidth())), m.record.Hash)
}

// sequenceName is what the sequence number means: for an automated transaction it is the number of its task.
func (m *Model) sequenceName() text.Safe {
	if m.record.Type == "automated" {
		return "task"
	}
	return "sequence"
}

func (m *Model) number(label text.Safe, n *uint64) field {
	if n == nil {
		return m.lacking(label, m.absent())
	}
	return m.field(label, text.Plain(text.Integer(*n)), strconv.FormatUint(*n, 10))
}

// vmStatus is the vm status in two lines at most, long addresses shortened; the Output tab has it to the letter.
func (m *Model) vmStatus() field {
	if m.record.VMStatus == nil {
		return m.lacking("vm status", m.absent())
	}
	words := text.Wrap(text.Short(text.Bounded(*m.record.VMStatus)), m.valueWidth(), 2)
	f := m.field("vm status", text.Plain(words[0]), *m.record.VMStatus)
	for _, more := range words[1:] {
		f.lines = append(f.lines, m.fact("", text.Plain(more)))
	}
	return f
}

func (m *Model) sender() field {
	if m.record.Sender == nil {
		return m.lacking("sender", m.absent())
	}
	sender := *m.record.Sender
	return m.field("sender", m.addressLine(sender), sender.String()).
		opening(target.Target{Kind: target.Account, Address: sender}).naming(store.Address, sender.String())
}

// addressLine is an address, with its name in front where it has one.
func (m *Model) addressLine(address move.Address) text.Line {
	written := text.Safe(address.String())
	name := m.deps.NameOf(address)
	if name == "" {
		return text.Plain(text.CutMiddle(written, m.valueWidth()))
	}
	return text.Line{{Text: name, Style: m.deps.Theme.Accent}, {Text: "  " + text.Short(written)}}
}

// amount is an amount of the native coin in the session's units, and what it was made of.
func (m *Model) amount(label text.Safe, amount *big.Int, made text.Safe) field {
	if amount == nil {
		return m.lacking(label, m.absent())
	}
	written, ok := m.deps.Units.Amount(amount.String(), m.deps.Decimals)
	if !ok {
		written = text.Bounded(amount.String())
	}
	f := m.field(label, text.Line{{Text: written}, {Text: " (" + made + ")", Style: m.deps.Theme.Faint}}, strings.ReplaceAll(string(text.Decimal(amount, m.deps.Decimals)), ",", ""))
	f.raw = amount.String()
	return f
}

func (m *Model) fee() field {
	return m.amount("fee", m.record.Fee(), render.Number(m.record.GasUsed)+" used × price "+render.Number(m.record.GasUnitPrice))
}

func (m *Model) feeCap() field {
	return m.amount("fee cap", m.record.FeeCap(), render.Number(m.record.MaxGasAmount)+" allowed")
}

func (m *Model) expires() field {
	if m.record.Expiration == nil {
		return m.lacking("expires", m.absent())
	}
	at := m.record.Expiration.Time()
	line := text.Plain(m.deps.Instant(at))
	remark := text.Safe("   passed")
	if left := at.Sub(m.deps.Now()); left > 0 {
		remark = "   in " + text.Elapsed(left)
		if left < time.Hour {
			remark = "   in " + text.Age(m.deps.Now(), at)
		}
	}
	return m.instant("expires", append(line, text.Span{Text: remark, Style: m.deps.Theme.Faint}), *m.record.Expiration)
}

// instant is a time. What is copied raw is what the node counts: microseconds.
func (m *Model) instant(label text.Safe, line text.Line, at client.Timestamp) field {
	f := m.field(label, line, string(m.deps.Instant(at.Time())))
	f.raw = strconv.FormatUint(uint64(at), 10)
	return f
}

// position is where the record stands in the list that it came from.
func (m *Model) position() text.Line {
	if m.list == nil {
		return text.In(m.deps.Theme.Faint, "not from a list")
	}
	return text.Plain("row " + text.Integer(uint64(m.list.Index(m.serial)+1)) + " of " + m.from + ", " + text.Safe(m.list.Order().String()))
}

// block is where the record stands on the chain, and who signed it.
func (m *Model) block() []field {
	header := m.record.Block
	fields := []field{m.height()}
	if header != nil {
		at := header.Timestamp.Time()
		when := m.instant("time", text.Plain(m.deps.Instant(at.Truncate(time.Second))), header.Timestamp)
		when.lines = append(when.lines, m.fact("", text.In(m.deps.Theme.Faint, text.Elapsed(m.deps.Now().Sub(at))+" ago")))
		fields = append(fields, when, m.author(), m.epoch(header))
	}
	return append(fields, m.signature()...)
}

func (m *Model) height() field {
	header := m.record.Block
	if header == nil {
		return m.lacking("block", render.NotGiven)
	}
	line := text.Plain(text.Integer(header.Height))
	if newest, _, ok := m.deps.Seen.Newest(); ok && newest >= header.Height && m.size.Class >= screen.Compact {
		line = append(line, text.Span{Text: "    " + text.Integer(newest-header.Height) + " below head", Style: m.deps.Theme.Faint})
	}
	if m.size.Plain() {
		line = append(line, text.Span{Text: "   " + m.deps.Instant(header.Timestamp.Time().Truncate(time.Second)), Style: m.deps.Theme.Faint})
	}
	return m.field("block", line, strconv.FormatUint(header.Height, 10)).opening(target.Target{Kind: target.Height, Height: header.Height})
}

// author is who proposed the block: a key that can be an account's address too.
func (m *Model) author() field {
	author := m.record.Block.Author
	if author == nil {
		return m.lacking("author", render.NotGiven)
	}
	shown := text.Short(text.Bounded(*author))
	address, err := move.ParseAddress(*author)
	if err != nil {
		return m.field("author", text.Plain(shown), *author)
	}
	line := text.Plain(shown)
	if name := m.deps.Store.Name(store.Subject{Kind: store.Author, Key: address.String()}); name != "" {
		line = text.Line{{Text: text.Bounded(name), Style: m.deps.Theme.Accent}, {Text: "  " + shown}}
	}
	return m.field("author", line, *author).opening(target.Target{Kind: target.Account, Address: address}).naming(store.Author, address.String())
}

func (m *Model) epoch(header *client.BlockHeader) field {
	if header.Epoch == nil {
		return m.lacking("epoch", render.NotGiven)
	}
	line, whole := text.Plain(text.Integer(*header.Epoch)), strconv.FormatUint(*header.Epoch, 10)
	if header.Round != nil {
		line = append(line, text.Span{Text: "   round  ", Style: m.deps.Theme.Faint}, text.Span{Text: text.Integer(*header.Round)})
	}
	return m.field("epoch", line, whole)
}

func (m *Model) signature() []field {
	authenticator := m.record.Authenticator
	if authenticator == nil {
		return []field{m.lacking("scheme", m.absent())}
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
		fields = append(fields, m.field("registered", text.Plain(text.Short(text.Bounded(hash))), hash).opening(target.Target{Kind: target.Transaction, Hash: hash}))
	}
	if len(fields) == 1 {
		fields[0].lines = append(fields[0].lines, m.fact("", text.In(m.deps.Theme.Faint, "parts: tab Authenticator")))
	}
	return fields
}
