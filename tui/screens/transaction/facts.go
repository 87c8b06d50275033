package transaction

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func (m *Model) fact(label text.Safe, value text.Line) text.Line {
	return pane.FactLine(m.deps.Theme, label, value)
}

func (m *Model) valueWidth() int {
	width := m.size.Width
	if m.size.HasColumns() {
		width -= blockWidth(width)
	}
	return pane.Inside(m.size, width, 0).Width - pane.FactLabel
}

func (m *Model) factFields() []field {
	th, record := m.deps.Theme, m.record
	status := text.Line{{Text: render.Status(record.Status), Style: render.StatusStyle(th, record.Status)}}
	if record.Type != "" {
		status = append(status, text.Span{Text: text.Const("   type "), Style: th.Faint}, text.Span{Text: text.Bounded(record.Type)})
	}
	if m.isOfChain() && record.VMStatus != "" && m.failure == nil {
		status = append(status, text.Span{Text: text.Format("   %s", text.Short(text.Bounded(record.VMStatus))), Style: th.Faint})
	}
	fields := []field{
		m.field(text.Const("status"), status, record.Status),
	}
	if m.isOfChain() && m.failure == nil {
		if fields = append(fields, m.hashField()); m.size.IsPlain() {
			fields = append(fields, m.blockField())
		}
		return fields
	}
	if m.failure != nil {
		fields = append(fields, m.failureFields()...)
	} else if vm := m.vmStatusField(); len(vm.Lines) == 1 && record.VMStatus != "" {
		fields = append(fields, m.inline(text.Safe{}, vm))
	} else {
		fields = append(fields, vm)
	}
	fields = append(fields,
		m.hashField(),
		m.senderField(),
		m.numberField(m.sequenceLabel(), record.SequenceNumber),
		m.feeField(),
	)
	if m.size.IsPlain() { // the block has no panel beside it
		fields = append(fields, m.blockField())
	}
	fields = append(fields, m.expirationField(), m.inline(text.Const("chain"), m.numberField(text.Safe{}, record.ChainID)),
		m.inline(text.Const("fee cap"), m.feeCapField()), m.inline(text.Const("max gas"), m.numberField(text.Safe{}, record.MaxGasAmount)))
	if m.size.Class >= screen.Full {
		return append(fields, m.inline(text.Safe{}, m.field(text.Safe{}, m.position(), "")))
	}
	return fields
}

// inline returns a field that continues the line before it. What it says matters least.
func (m *Model) inline(label text.Safe, f field) field {
	value := f.Lines[0].Slice(pane.FactLabel, f.Lines[0].Width()).In(m.deps.Theme.Faint)
	if !label.IsEmpty() {
		value = append(text.Line{{Text: text.Format("%s ", label), Style: m.deps.Theme.Faint}}, value...)
	}
	f.Lines, f.Inline = []text.Line{value}, true
	return f
}

// isOfChain reports whether the chain itself made the record, which has no sender, fee, payload or signature.
func (m *Model) isOfChain() bool {
	return m.record.Sender == nil && m.record.Payload == nil && m.record.SequenceNumber == nil &&
		(m.record.Type == string(client.BlockMetadataType) || m.record.Type == string(client.AutomationRecordType))
}

func (m *Model) hashField() field {
	if m.record.Hash == "" {
		return m.missing(text.Const("hash"), render.NotGiven)
	}
	hash := text.Span{Text: text.CutMiddle(text.Bounded(m.record.Hash), m.valueWidth()), Page: m.deps.TransactionPage(m.record.Hash)}
	return m.field(text.Const("hash"), text.Line{hash}, m.record.Hash)
}

// sequenceLabel names the sequence number, which is the task number of an automated transaction.
func (m *Model) sequenceLabel() text.Safe {
	if m.record.Type == "automated" {
		return text.Const("task")
	}
	return text.Const("sequence")
}

func (m *Model) numberField(label text.Safe, n *uint64) field {
	if n == nil {
		return m.missing(label, m.missingReason())
	}
	return m.field(label, text.Integer(*n).Line(), strconv.FormatUint(*n, 10))
}

// vmStatusField wraps the VM status to two lines with short addresses. The Output tab shows it in full.
func (m *Model) vmStatusField() field {
	if m.record.VMStatus == "" {
		return m.missing(text.Const("vm status"), m.missingReason())
	}
	return m.wrapped(text.Const("vm status"), theme.Style{}, text.Short(text.Bounded(m.record.VMStatus)), 2, m.record.VMStatus)
}

func (m *Model) senderField() field {
	if m.record.Sender == nil {
		return m.missing(text.Const("sender"), m.missingReason())
	}
	sender := *m.record.Sender
	return m.field(text.Const("sender"), m.addressLine(sender), sender.String()).OfAccount(sender)
}

// addressLine formats an address, preceded by its name if it has one.
func (m *Model) addressLine(address move.Address) text.Line {
	full, page := text.Clean(address.String()), m.deps.AccountPage(address.String())
	name := m.deps.Names.Of(address)
	if name.IsEmpty() {
		return text.Line{{Text: text.CutMiddle(full, m.valueWidth()), Page: page}}
	}
	if text.Width(name)+2+text.Width(full) > m.valueWidth() {
		full = text.Short(full)
	}
	return text.Line{{Text: name, Style: m.deps.Theme.Accent, Page: page}, {Text: text.Const("  ")}, {Text: full, Page: page}}
}

// amountField formats an amount of the native coin, followed by how it was calculated.
func (m *Model) amountField(label text.Safe, amount *big.Int, formula text.Line) field {
	if amount == nil {
		return m.missing(label, m.missingReason())
	}
	shown, ok := m.deps.Units.Amount(amount.String(), m.deps.Amounts.Native())
	if !ok {
		shown = text.Bounded(amount.String())
	}
	if formula == nil {
		shown = text.TrimZeros(shown)
	}
	f := m.field(label, append(text.Line{{Text: shown, Style: m.deps.Theme.Strong}}, formula...), strings.ReplaceAll(text.Decimal(amount, m.deps.Amounts.Native()).String(), ",", ""))
	f.Raw = amount.String()
	return f
}

func (m *Model) feeField() field {
	return m.amountField(text.Const("fee"), m.record.Fee(), text.In(m.deps.Theme.Faint, " (%s gas × price %s)", render.Number(m.record.GasUsed), render.Number(m.record.GasUnitPrice)))
}

func (m *Model) feeCapField() field { return m.amountField(text.Safe{}, m.record.FeeCap(), nil) }

func (m *Model) expirationField() field {
	if m.record.Expiration == nil {
		return m.missing(text.Const("expires"), m.missingReason())
	}
	at := m.record.Expiration.Time()
	line := m.deps.Instant(at).Line()
	if m.record.IsFinished() {
		return m.instantField(text.Const("expiry"), line.In(m.deps.Theme.Faint), *m.record.Expiration)
	}
	note := text.Const("   passed")
	if left := at.Sub(m.deps.Now()); left > 0 {
		note = text.Format("   in %s", text.Elapsed(left))
		if left < time.Hour {
			note = text.Format("   in %s", text.Age(m.deps.Now(), at))
		}
	}
	return m.instantField(text.Const("expires"), append(line, text.Span{Text: note, Style: m.deps.Theme.Faint}), *m.record.Expiration)
}

// instantField formats a time. The raw copy form is in microseconds.
func (m *Model) instantField(label text.Safe, line text.Line, at client.Timestamp) field {
	f := m.field(label, line, m.deps.Instant(at.Time()).String())
	f.Raw = strconv.FormatUint(uint64(at), 10)
	return f
}

// position describes the record's row in the list it was opened from.
func (m *Model) position() text.Line {
	if m.list == nil {
		return text.In(m.deps.Theme.Faint, "not from a list")
	}
	if m.list.Partial() {
		return text.Plain("sequence %s of %s (%s)", render.Number(m.record.SequenceNumber), m.listName, text.Clean(m.list.Order().String()))
	}
	return text.Plain("row %s of %s (%s)", text.Integer(uint64(m.list.Index(m.serial)+1)), m.listName, text.Clean(m.list.Order().String()))
}

func (m *Model) blockFields() []field {
	header := m.record.Block
	fields := []field{m.blockField()}
	if header != nil {
		fields = append(fields, m.timeField(), m.authorField(), m.epochField(header))
	}
	return append(fields, m.signatureFields()...)
}

func (m *Model) timeField() field {
	at := m.record.BlockTime()
	if at == nil {
		return m.missing(text.Const("time"), render.NotGiven)
	}
	return m.instantField(text.Const("time"), m.deps.Instant(at.Time().Truncate(time.Second)).Line(), *at).
		Above(m.deps.Theme, text.In(m.deps.Theme.Faint, "%s ago", text.Elapsed(m.deps.Now().Sub(at.Time()))))
}

func (m *Model) blockField() field {
	height := m.record.Height()
	if height == nil {
		return m.missing(text.Const("block"), render.NotGiven)
	}
	line := text.Line{{Text: text.Integer(*height), Page: m.deps.BlockPage(height)}}
	if newest, _, ok := m.deps.Seen.Head(); ok && newest >= *height && m.size.Class >= screen.Compact {
		below := text.Const("    at head")
		if newest > *height {
			below = text.Format("    %s below head", text.Integer(newest-*height))
		}
		line = append(line, text.Span{Text: below, Style: m.deps.Theme.Faint})
	}
	if at := m.record.BlockTime(); at != nil && m.size.IsPlain() {
		line = append(line, text.Span{Text: text.Format("   %s", m.deps.Instant(at.Time().Truncate(time.Second))), Style: m.deps.Theme.Faint})
	}
	return m.field(text.Const("block"), line, strconv.FormatUint(*height, 10)).LinkedTo(target.Target{Kind: target.Height, Height: *height})
}

// authorField returns the proposer of the block, whose key may also be an account address.
func (m *Model) authorField() field {
	author := m.record.Block.Author
	if author == "" {
		return m.missing(text.Const("author"), render.NotGiven)
	}
	shown := text.Short(text.Bounded(author))
	address, err := move.ParseAddress(author)
	if err != nil {
		return m.field(text.Const("author"), shown.Line(), author)
	}
	line := shown.Line()
	if name := m.deps.Store.Name(store.Subject{Kind: store.Author, Key: address.String()}); name != "" {
		line = text.Line{{Text: text.Bounded(name), Style: m.deps.Theme.Accent}, {Text: text.Format("  %s", shown)}}
	}
	return m.field(text.Const("author"), line, author).LinkedTo(target.Target{Kind: target.Account, Address: address}).WithSubject(store.AuthorSubject(address.String()))
}

func (m *Model) epochField(header *client.BlockHeader) field {
	if header.Epoch == nil {
		return m.missing(text.Const("epoch"), render.NotGiven)
	}
	line, whole := text.Integer(*header.Epoch).Line(), strconv.FormatUint(*header.Epoch, 10)
	if header.Round != nil {
		line = append(line, text.Span{Text: text.Const("   round  "), Style: m.deps.Theme.Faint}, text.Span{Text: text.Integer(*header.Round)})
	}
	return m.field(text.Const("epoch"), line, whole)
}

func (m *Model) signatureFields() []field {
	authenticator := m.record.Authenticator
	if authenticator == nil && m.isOfChain() {
		return nil
	}
	if authenticator == nil {
		return []field{m.missing(text.Const("scheme"), m.missingReason())}
	}
	fields := []field{m.field(text.Const("scheme"), text.Bounded(authenticator.Kind).Line(), authenticator.Kind)}
	for _, part := range []struct {
		label text.Safe
		value string
	}{
		{text.Const("public key"), authenticator.PublicKey},
		{text.Const("signature"), authenticator.Signature},
	} {
		if part.value != "" {
			fields = append(fields, m.field(part.label, text.Short(text.Bounded(part.value)).Line(), part.value))
		}
	}
	if hash := authenticator.RegistrationHash; hash != "" {
		fields = append(fields, m.field(text.Const("registered"), text.Short(text.Bounded(hash)).Line(), hash).LinkedTo(target.Target{Kind: target.Transaction, Hash: hash}))
	}
	if len(fields) == 1 {
		fields[0] = fields[0].Above(m.deps.Theme, text.In(m.deps.Theme.Faint, "see the Authenticator tab"))
	}
	return append(fields, m.otherSigners()...)
}

// maxSigners is the number of secondary signers that the panel lists. The Authenticator tab has all.
const maxSigners = 8

// otherSigners returns who signed beside the sender: the payer of the fee, and the secondary signers.
func (m *Model) otherSigners() (fields []field) {
	if payer := m.record.Authenticator.FeePayer; payer != nil {
		fields = append(fields, m.signerField(text.Const("fee payer"), *payer))
	}
	secondary := m.record.Authenticator.SecondarySigners
	for _, signer := range secondary[:min(len(secondary), maxSigners)] {
		if signer == nil {
			fields = append(fields, m.missing(text.Const("secondary"), text.Const("not an address")))
			continue
		}
		fields = append(fields, m.signerField(text.Const("secondary"), *signer))
	}
	if more := len(secondary) - maxSigners; more > 0 {
		fields = append(fields, m.missing(text.Safe{}, text.Format("… %s more", text.Integer(uint64(more)))))
	}
	return fields
}

func (m *Model) signerField(label text.Safe, address move.Address) field {
	page := m.deps.AccountPage(address.String())
	line := text.Line{{Text: text.Short(text.Clean(address.String())), Page: page}}
	if name := m.deps.Names.Of(address); !name.IsEmpty() {
		line = append(text.Line{{Text: name, Style: m.deps.Theme.Accent, Page: page}, {Text: text.Const("  ")}}, line...)
	}
	return m.field(label, line, address.String()).OfAccount(address)
}

type field = pane.Fact

// field returns a selectable fact; whole is its full value, "" if it has none.
func (m *Model) field(label text.Safe, value text.Line, whole string) field {
	return pane.NewFact(m.deps.Theme, label, value, whole)
}

// wrapped returns a field whose value may have several lines.
func (m *Model) wrapped(label text.Safe, style theme.Style, value text.Safe, maxLines int, whole string) field {
	lines := text.WrapIn(style, value, m.valueWidth(), maxLines)
	return m.field(label, lines[0], whole).Above(m.deps.Theme, lines[1:]...)
}

// missing returns a fact that the record does not include.
func (m *Model) missing(label, why text.Safe) field {
	return m.field(label, why.In(m.deps.Theme.Faint), "")
}

// selectedField returns the selected field. ok is false if a tree or a list has the focus.
func (m *Model) selectedField() (field, bool) {
	switch {
	case m.focus == focusFacts:
		return m.factFields()[m.factRows.Selected()], true
	case m.focus == focusBlock:
		return m.blockFields()[m.blockRows.Selected()], true
	case m.tab == tabArguments && m.arguments.Len() > 0:
		return m.argumentField(m.arguments.Selected()), true
	}
	return field{}, false
}
