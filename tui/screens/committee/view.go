package committee

import (
	"errors"
	"slices"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// headLines describes the committee above its members.
func (m *Model) headLines(room pane.Area) []text.Line {
	if m.held == nil {
		return nil
	}
	words := text.Plural(len(m.held.Members), "member")
	if total, ok := m.held.Stake(); ok {
		words = text.Format("%s · stake %s", words, text.Integer(total))
	}
	leaving := 0
	for i := range m.held.Members {
		if m.held.Members[i].State == client.StatePendingInactive {
			leaving++
		}
	}
	if joining := len(m.held.Joining); leaving+joining > 0 {
		words = text.Format("%s · next epoch: %s joining, %s leaving", words, text.Integer(uint64(joining)), text.Integer(uint64(leaving)))
	}
	if m.held.StartTime != nil {
		words = text.Format("%s · since %s", words, m.deps.Instant(m.held.StartTime.Time()))
	}
	if m.held.StartHeight != nil {
		words = text.Format("%s, block %s", words, text.Integer(*m.held.StartHeight))
	}
	faint := m.deps.Theme.Faint
	lines := []text.Line{words.In(faint).Fit(room.Width)}
	if m.head.known {
		style := m.deps.Theme.Text
		if len(m.head.Stop) <= 1 {
			style = m.deps.Theme.Bad
		}
		line := text.Line{{Text: m.head.Named(m.member), Style: style}}
		lines = append(lines, append(line, text.In(faint, " · %s", m.head.Figures())...).Fit(room.Width))
	}
	switch status := m.resources.Status(m.deps.Now()); {
	case !m.held.IsOrdered():
		lines = append(lines, text.In(faint, "from resources of the chain: votes in certificates may have another order").Fit(room.Width))
	case m.added == nil && status.Err != nil && !errors.Is(status.Err, client.ErrNotFound):
		lines = append(lines, text.In(faint, "states, lockups and proposals are unknown: %s", m.deps.Explain(status.Err).Reason).Fit(room.Width))
	}
	if m.held.IsOrdered() && m.earlier == nil && *m.epoch > 0 && m.deps.Committees.Status(*m.epoch-1).Err != nil {
		lines = append(lines, text.In(m.deps.Theme.Faint, "the node does not have the epoch before: changes are unknown").Fit(room.Width))
	}
	return lines
}

func (m *Model) columns() []pane.Column[record.Member] {
	th, ranks := m.deps.Theme, []struct {
		name        string
		rank, width int
	}{{"index", 0, 3}, {"name", 1, 14}, {"identity", 3, 13}, {"stake", 0, 26}, {"share", 0, 7}, {"change", 0, 22}, {"stake_pool", 4, 13}, {"ed25519_key", 7, 13},
		{"state", 2, 8}, {"proposals", 5, 8}, {"failed", 5, 6}, {"locked_until", 6, 12}, {"commission", 6, 6}}
	if m.added == nil { // nothing to show in the last ones
		ranks = ranks[:8]
	} else {
		ranks[3].width = 22
	}
	columns := make([]pane.Column[record.Member], len(ranks))
	for i, of := range ranks {
		columns[i] = pane.Of(record.Members.Named(of.name), of.rank)
		columns[i].Width = of.width
	}
	columns[5].Cell = func(member *record.Member) widget.Cell {
		words := text.Clean(member.Change)
		switch member.State {
		case client.StatePendingActive:
			return widget.Cell{Text: text.Const("joining"), Style: th.Up}
		case client.StatePendingInactive:
			return widget.Cell{Text: text.Const("leaving"), Style: th.Down}
		}
		if by := member.StakeChange(); !by.IsEmpty() {
			words = by
		}
		return widget.Cell{Text: words, Style: changeStyle(&th, member)}
	}
	name := columns[1].Cell
	columns[1].Cell = func(member *record.Member) widget.Cell {
		cell := name(member)
		if member.Identity != "" && m.deps.Names.IsOwn(member.Identity) {
			cell.Style = th.Accent
		}
		return cell
	}
	for _, quiet := range []int{2, 6, 7} {
		columns[quiet] = columns[quiet].In(th.Faint)
	}
	if m.held != nil && !m.held.IsOrdered() { // neither identities nor changes are known
		return slices.Delete(slices.Delete(columns, 5, 6), 2, 3)
	}
	return columns
}

func changeStyle(th *theme.Theme, member *record.Member) theme.Style {
	switch {
	case member.Change == "left", member.Before != nil && member.Stake != nil && *member.Stake < *member.Before:
		return th.Down
	case member.Change == "joined", member.Change == "stake":
		return th.Up
	}
	return th.Text
}

// details draws all that the node sends of the selected member.
func (m *Model) details(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Selected")}
	member := m.List.Selected()
	if member == nil {
		p.Body = []text.Line{text.In(th.Faint, "no member selected")}
		return p
	}
	add := func(label, value text.Safe) {
		if !value.IsEmpty() {
			p.Body = append(p.Body, pane.FactLine(th, label, text.CutMiddle(value, max(room.Width-pane.FactLabel, 1)).Line()))
		}
	}
	pool := text.Safe{}
	if member.StakePool != nil {
		pool = text.Clean(member.StakePool.String())
	}
	add(text.Const("identity"), text.Clean(member.Identity))
	add(text.Const("stake pool"), pool)
	if by := member.StakeChange(); !by.IsEmpty() {
		add(text.Const("stake"), text.Format("%s, %s since the epoch before", render.Number(member.Stake), by))
	} else {
		add(text.Const("stake"), render.Number(member.Stake))
	}
	if member.State != "" {
		add(text.Const("state"), text.Clean(member.State))
	}
	if member.Proposals != nil || member.FailedProposals != nil {
		add(text.Const("proposals"), text.Format("%s, %s failed, in this epoch", render.Number(member.Proposals), render.Number(member.FailedProposals)))
	}
	if member.Ban != nil {
		add(text.Const("leader ban"), record.BanWords(member.Ban))
	}
	if member.LockedUntil != nil {
		add(text.Const("lockup"), text.Format("ends %s", m.deps.Instant(member.LockedUntil.Time())))
	}
	if percent := member.CommissionPercent(); percent != "" {
		add(text.Const("commission"), text.Clean(percent+"%"))
	}
	if member.Operator != nil {
		add(text.Const("operator"), text.Clean(member.Operator.String()))
	}
	add(text.Const("ed25519"), text.Clean(member.Ed25519Key))
	add(text.Const("bls"), text.Clean(member.BLSKey))
	add(text.Const("network"), text.Clean(member.NetworkKey))
	add(text.Const("class"), text.Clean(member.ClassKey))
	return p
}
