package transaction

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// proof is the check of the inclusion proof of the record, which replaces the panels while it is open.
type proof struct {
	hash   string
	state  load.State[checkedProof]
	scroll pane.Scroll
}

// checkedProof is what the node sent for a proof. Its checks are made when it arrives.
type checkedProof struct {
	proof       *client.InclusionProof // nil: the node has none of this transaction
	certificate *client.InclusionCertificate
	committee   *client.Committee // nil if the node does not send that of the certificate

	path, root       error // why they are not verified; nil if they are
	isNotImplemented bool  // the node has no proofs
}

func (m *Model) showsProof() bool { return m.proof != nil }
func (m *Model) canProve() bool   { return m.record.Hash != "" }

// openProof requests the proof of the record, with the certificate that it leads to.
func (m *Model) openProof() tea.Cmd {
	if m.proof == nil || m.proof.hash != m.record.Hash {
		m.proof = &proof{hash: m.record.Hash}
	}
	node, hash := m.deps.Node, m.record.Hash
	return m.proof.state.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (checkedProof, error) {
		checked, err := fetchProof(ctx, node, hash)
		if errors.Is(err, client.ErrUnsupported) {
			return checkedProof{isNotImplemented: true}, nil
		}
		return checked, err
	})
}

// openWantedProof opens the proof that the link named, once the record is loaded.
func (m *Model) openWantedProof() tea.Cmd {
	if !m.wantsProof || m.locating != nil {
		return nil
	}
	m.wantsProof = false
	return m.openProof()
}

func fetchProof(ctx context.Context, node *client.Node, hash string) (c checkedProof, err error) {
	found, err := node.TransactionByHash(ctx, hash, client.WithProof())
	if err != nil || found.InclusionProof == nil {
		return c, err
	}
	c.proof = found.InclusionProof
	c.path = c.proof.Verify(hash)
	if at := c.proof.CertifiedAt; at != nil {
		certificates, err := node.InclusionCertificates(ctx, *at, *at+1)
		switch {
		case err != nil && (!errors.Is(err, client.ErrNotFound) || errors.Is(err, client.ErrUnsupported)):
			return c, err
		case err == nil && len(certificates) == 1:
			c.certificate = certificates[0]
		}
	}
	c.root = c.proof.VerifyCertificate(c.certificate)
	if c.certificate == nil || c.certificate.Epoch == nil {
		return c, nil
	}
	if committee, err := node.Committee(ctx, *c.certificate.Epoch); err == nil {
		c.committee = &committee
	}
	return c, ctx.Err()
}

// closeProof returns to the panels.
func (m *Model) closeProof() tea.Cmd {
	m.proof.state.Cancel()
	m.proof = nil
	m.applyLayout()
	return nil
}

// proofKeys are the keys while the proof is open.
var proofKeys = screen.Bind(
	screen.Bindings[*Model]{
		{ID: "transaction.proof", Keys: "P", Help: "close proof", Run: (*Model).closeProof},
		{ID: "deck.refresh", Help: "check again", Run: (*Model).openProof},
	},
	screen.Movement(func(m *Model) screen.Rows { return &m.proof.scroll }),
)

// proofPanel draws the steps of the check.
func (m *Model) proofPanel(room pane.Area) widget.Panel {
	lines := m.proofLines(room.Width)
	m.proof.scroll.Resize(len(lines), room.Height)
	status := m.proof.state.Status(m.deps.Now()).AsManual()
	p := widget.Panel{Title: widget.Title(m.deps.Theme, text.Const("Proof"), true), State: m.deps.StateLine(status), Body: m.proof.scroll.Visible(lines)}
	if below := m.proof.scroll.Below(); below > 0 {
		p.State = text.Plural(below, "more line").In(m.deps.Theme.Faint)
	}
	return p
}

func (m *Model) proofLines(width int) (lines []text.Line) {
	th, state := m.deps.Theme, &m.proof.state
	c, ok := state.Value()
	switch {
	case state.Err() != nil && !state.Loading():
		return m.deps.FailureLines(state.Err())
	case !ok:
		if spinner := m.deps.Spinner(state.Status(m.deps.Now()), text.Const("the proof")); spinner != nil {
			return []text.Line{spinner}
		}
		return nil
	case c.isNotImplemented:
		return []text.Line{text.In(th.Warn, "this node has no proofs of transactions: version 4 of the RPC has them")}
	case c.proof == nil:
		return text.WrapIn(th.Warn, text.Const("the node sends no proof of this transaction: no certificate covers it yet, or it is older than the proofs of this chain"), width, 3)
	}
	add := func(label, value text.Safe, style theme.Style) {
		for i, line := range text.WrapIn(style, value, max(width-pane.FactLabel, 1), 4) {
			if i > 0 {
				label = text.Safe{}
			}
			lines = append(lines, pane.FactLine(th, label, line))
		}
	}
	step := func(label text.Safe, err error, verified text.Safe) {
		if err != nil {
			add(label, text.Format("✗ %s", text.Clean(err.Error())), th.Bad)
			return
		}
		add(label, text.Format("✓ %s", verified), theme.Style{})
	}
	lines = append(lines, m.proofSummary(&c), nil)
	step(text.Const("path"), c.path, text.Format("%s hashes lead from the transaction and its events to the root", text.Integer(uint64(len(c.proof.Siblings)))))
	certified := text.Const("no block")
	if c.proof.CertifiedAt != nil {
		certified = text.Format("block %s", text.Integer(*c.proof.CertifiedAt))
	}
	step(text.Const("root"), c.root, text.Format("the certificate of %s has the same root", certified))
	add(text.Const("signature"), text.Const("– not checked: what the committee signs is not published"), th.Faint)
	m.voterSteps(&c, add)
	lines = append(lines, nil)
	add(text.Const("hash"), text.Clean(m.proof.hash), theme.Style{})
	add(text.Const("leaf"), text.Clean(c.proof.Leaf), theme.Style{})
	for i, sibling := range c.proof.Siblings {
		side := text.Const("right")
		if c.proof.LeafIndex != nil && i < 64 && *c.proof.LeafIndex>>i&1 == 1 {
			side = text.Const("left")
		}
		add(text.Format("%s %s", text.Integer(uint64(i)), side), text.Clean(sibling), th.Faint)
	}
	add(text.Const("root"), text.Clean(c.proof.Root), theme.Style{})
	add(text.Const("events"), text.Clean(c.proof.EventsRoot), th.Faint)
	if c.certificate != nil {
		add(text.Const("certified"), text.Format("%s, %s, by committee %s", text.Bounded(c.certificate.Kind), certified, text.Bounded(c.certificate.Committee)), theme.Style{})
	}
	return append(lines, m.voterLines(&c, width)...)
}

// proofSummary says what is proven.
func (m *Model) proofSummary(c *checkedProof) text.Line {
	th := m.deps.Theme
	switch {
	case c.path != nil:
		return text.In(th.Bad, "not verified")
	case c.root != nil:
		return text.In(th.Bad, "path verified to a root that no certificate was seen to have")
	}
	return text.In(th.Strong, "path verified to a root that block %s certifies · signature not checked", text.Integer(*c.proof.CertifiedAt))
}

// isOwnCommittee reports whether the committee is the one of which the certificate lists the voters.
func (c *checkedProof) isOwnCommittee() bool {
	return c.committee != nil && c.certificate != nil && len(c.committee.Members) == len(c.certificate.Voters) &&
		(c.committee.Hash == "" || c.committee.Hash == c.certificate.Committee)
}

// voterSteps says how many of the committee voted.
func (m *Model) voterSteps(c *checkedProof, add func(label, value text.Safe, style theme.Style)) {
	label, th := text.Const("committee"), m.deps.Theme
	switch {
	case c.certificate == nil:
	case c.isOwnCommittee():
		add(label, text.Format("✓ %s of the %s members of epoch %s voted for it", text.Integer(uint64(c.certificate.Votes())),
			text.Integer(uint64(len(c.certificate.Voters))), text.Integer(c.committee.Epoch)), theme.Style{})
	case c.committee != nil:
		add(label, text.Format("✗ the certificate is not by the committee of epoch %s", text.Integer(c.committee.Epoch)), th.Bad)
	default:
		add(label, text.Const("– the node does not send the committee of the certificate"), th.Faint)
	}
}

// voterLines lists the members of the committee, and who of them voted.
func (m *Model) voterLines(c *checkedProof, width int) (lines []text.Line) {
	if !c.isOwnCommittee() {
		return nil
	}
	th := m.deps.Theme
	lines = append(lines, nil, text.In(th.Faint, "VOTERS"))
	for i, voted := range c.certificate.Voters {
		identity := c.committee.Members[i].Identity
		mark := text.Span{Text: text.Const("✓ voted      "), Style: th.Text}
		if !voted {
			mark = text.Span{Text: text.Const("– not voted  "), Style: th.Faint}
		}
		name := m.deps.Names.Identity(&c.committee.Members[i])
		if name.IsEmpty() {
			name = m.deps.Names.Member(i)
		}
		line := text.Line{{Text: text.Format("%s  ", text.Integer(uint64(i))), Style: th.Faint}, mark}
		if !name.IsEmpty() {
			line = append(line, text.Span{Text: text.Format("%s  ", name), Style: th.Accent})
		}
		lines = append(lines, append(line, text.Span{Text: text.Bounded(identity)}).Fit(width))
	}
	return lines
}
