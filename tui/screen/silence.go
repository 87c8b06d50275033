package screen

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/text"
)

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
