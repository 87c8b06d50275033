package screen

import (
	"cmp"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/text"
)

// AlertMsg makes the deck record an alert, ring, and send it to the user's receivers.
type AlertMsg struct{ live.Alert }

// Raise passes alerts of the monitor to the deck.
func (d *Deps) Raise(alerts []live.Alert) {
	for _, alert := range alerts {
		d.Post(AlertMsg{alert})
	}
}

// UpdateRules applies the rules of alerts after the configuration or the limits of the network have changed.
func (d *Deps) UpdateRules() {
	d.Raise(d.Monitor.SetRules(d.Store.AlertRules(d.Config.Alerts), d.Now()))
}

// UpdateValidator tells the monitor the user's validator after that or a name has changed.
func (d *Deps) UpdateValidator() {
	validator := live.Validator{Member: cmp.Or(d.WallMember, d.Store.Member())}
	if validator.Member != nil {
		validator.Name = d.Names.Member(*validator.Member).String()
	}
	if d.Names.KnowsOwn() {
		validator.IsAuthor = d.Names.IsOwn
	}
	validator.Proposer = func(author string) string {
		name := d.Names.Author(author).String()
		if member, ok := d.Names.MemberOf(author); ok {
			name = d.Member(d.Committees.Current(), member).String()
		}
		return name
	}
	d.Raise(d.Monitor.SetValidator(validator, d.Now()))
}

// IsMarked reports whether a block meets a condition of an alert: it is slow, has few votes, or lacks the vote of the user's validator.
func (d *Deps) IsMarked(row *live.Row) bool {
	gap, ok := d.Blocks.Gap(row)
	isMissed := d.Monitor.Rules()[config.AlertMissed].Severity != config.Off && row.Missed(d.Monitor.Member())
	return row.Kind == live.Block && (ok && d.Monitor.IsSlow(gap) || d.Monitor.HasFewVotes(row) || isMissed)
}

// minStatusWidth is the width from which AlertStatus lists all limits.
const minStatusWidth = 100

// AlertStatus summarizes what alerts are about in at most width columns.
func (d *Deps) AlertStatus(width int) text.Safe {
	for _, silence := range d.Monitor.Silences() {
		if silence.Kind == nil {
			return text.Format("alerts %s", d.SilenceState(silence))
		}
	}
	rules := d.Monitor.Rules()
	var active []text.Safe
	add := func(kind config.AlertKind, what text.Safe) {
		if rules[kind].Severity > config.Info {
			active = append(active, what)
		}
	}
	if d.Monitor.Member() >= 0 {
		add(config.AlertMissed, text.Const("missed votes"))
	}
	add(config.AlertSlow, text.Format("gap > %s", text.Clean(config.FormatDuration(rules[config.AlertSlow].Limit))))
	if width >= minStatusWidth {
		add(config.AlertFewVotes, text.Format("votes < %s %%", text.Integer(uint64(rules[config.AlertFewVotes].Count))))
		add(config.AlertSilent, text.Format("no block for %s", text.Clean(config.FormatDuration(rules[config.AlertSilent].Limit))))
	}
	if len(active) == 0 {
		return text.Const("bell off")
	}
	return text.Format("bell on: %s", text.Join(active, text.Const(", ")))
}

// SilenceState describes how long a silence lasts: silenced until 15:04.
func (d *Deps) SilenceState(silence live.Silence) text.Safe {
	switch {
	case silence.Until.IsZero():
		return text.Const("silenced until ended")
	case silence.Until.Sub(d.Now()) < 24*time.Hour:
		return text.Format("silenced until %s", text.Clean(d.Local(silence.Until).Format("15:04")))
	}
	return text.Format("silenced until %s", text.Clean(d.Local(silence.Until).Format("01-02 15:04")))
}

// SilenceChoices returns the choices to silence a price alert, which is identified by its pair and condition, or to end its silence.
func (d *Deps) SilenceChoices(subject string) []Choice {
	kind := config.AlertPrice
	save := func(status text.Safe) tea.Cmd {
		d.Store.SetMonitorState(d.Monitor.State())
		return d.SaveAndReport(status)
	}
	add := func(name text.Safe, until time.Time) Choice {
		return Choice{Name: name, Run: func() tea.Cmd {
			silence := live.Silence{Kind: &kind, Subject: subject, Until: until}
			d.Monitor.AddSilence(silence)
			return save(text.Format("%s %s", text.Clean(subject), d.SilenceState(silence)))
		}}
	}
	choices := []Choice{
		add(text.Const("silence for 1 hour"), d.Now().Add(time.Hour)), add(text.Const("silence for 8 hours"), d.Now().Add(8*time.Hour)),
	}
	silences := d.Monitor.Silences()
	if at := slices.IndexFunc(silences, func(s live.Silence) bool { return s.Subject == subject }); at >= 0 {
		choices = append(choices, Choice{Name: text.Const("end the silence"), Remark: d.SilenceState(silences[at]), Run: func() tea.Cmd {
			d.Monitor.RemoveSilence(&kind, subject)
			return save(text.Format("%s no longer silenced", text.Clean(subject)))
		}})
	}
	return choices
}
