package alerts

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// kindNames are the names of the kinds of alerts.
var kindNames = [config.AlertKinds]text.Safe{
	config.AlertMissed: text.Const("missed votes"), config.AlertMissedOften: text.Const("often missed"), config.AlertSlow: text.Const("gap over"),
	config.AlertFewVotes: text.Const("votes under"), config.AlertSilent: text.Const("no block for"), config.AlertNodeDown: text.Const("node down"),
	config.AlertNodeLagging: text.Const("node lagging"), config.AlertFork: text.Const("fork"), config.AlertEpoch: text.Const("new epoch"),
	config.AlertNoProposals: text.Const("no proposals"), config.AlertPrice: text.Const("price"),
}

func kindName(kind config.AlertKind) text.Safe { return kindNames[kind] }

// unit is what the limit of a kind of alert is.
type unit int

const (
	noUnit unit = iota
	durationUnit
	countUnit
)

// unitOf returns the unit of a kind's limit, and for numbers their highest value.
func unitOf(kind config.AlertKind) (of unit, most int) {
	switch kind {
	case config.AlertSlow, config.AlertSilent, config.AlertNodeDown:
		return durationUnit, 0
	case config.AlertFewVotes:
		return countUnit, 100
	case config.AlertMissed, config.AlertMissedOften:
		return countUnit, 10_000
	case config.AlertNodeLagging:
		return countUnit, 1_000_000
	case config.AlertNoProposals:
		return countUnit, 10_000_000
	}
	return noUnit, 0
}

// limitState describes the limit of a kind of alert.
func (m *Model) limitState(kind config.AlertKind) text.Safe {
	rule := m.deps.Monitor.Rules()[kind]
	count := text.Integer(uint64(rule.Count))
	switch {
	case rule.Severity == config.Off:
		return text.Const("off")
	case kind == config.AlertMissed && m.deps.Monitor.Member() < 0:
		return text.Format("no validator is set · %s on Blocks", m.deps.Key("blocks.my_validator"))
	case kind == config.AlertMissed:
		return text.Format("%s in a row", count)
	case kind == config.AlertMissedOften:
		return text.Format("%s of the last %s", count, text.Integer(uint64(rule.Window)))
	case kind == config.AlertFewVotes:
		return text.Format("%s %% of members", count)
	case kind == config.AlertNodeLagging:
		return text.Plural(rule.Count, "block")
	case kind == config.AlertNoProposals && m.deps.Monitor.Validator().IsAuthor == nil:
		return text.Format("the author of your validator is not known · %s on its block", m.deps.Key("deck.name"))
	case kind == config.AlertNoProposals:
		return text.Plural(rule.Count, "round")
	case kind == config.AlertNodeDown && rule.Limit == 0:
		return text.Const("at once")
	}
	if of, _ := unitOf(kind); of == durationUnit {
		return text.Clean(config.FormatDuration(rule.Limit))
	}
	return text.Const("on")
}

// limitSource tells where a limit comes from, and whether the kind is silenced.
func (m *Model) limitSource(kind config.AlertKind) text.Safe {
	source := text.Const("config")
	if m.deps.Store.AlertLimit(kind) != (store.AlertLimit{}) {
		source = text.Const("changed here")
	}
	for _, silence := range m.deps.Monitor.Silences() {
		if silence.Kind == nil || *silence.Kind == kind {
			return text.Format("%s · %s", source, m.deps.SilenceState(silence))
		}
	}
	return source
}

// change asks for the limit of the selected kind of alert, or turns a kind without a limit on or off.
func (m *Model) change() tea.Cmd {
	kind := config.AlertKind(m.limits.Selected())
	of, most := unitOf(kind)
	rule := m.deps.Monitor.Rules()[kind]
	if of == noUnit {
		limit := store.AlertLimit{Severity: new(config.Off)}
		if rule.Severity == config.Off {
			limit.Severity = new(m.severity(kind))
		}
		return m.setLimit(kind, limit)
	}
	hint, initial := text.Const("duration such as 1.5s or 2m · off · empty for the config file's"), config.FormatDuration(rule.Limit)
	if of == countUnit {
		hint, initial = text.Format("whole number up to %s · off · empty for the config file's", text.Integer(uint64(most))), strconv.Itoa(rule.Count)
	}
	if rule.Severity == config.Off {
		initial = config.Off.String()
	}
	return m.deps.Post(screen.PromptMsg{Title: kindName(kind), Hint: hint, Value: initial, Submit: func(typed string) (tea.Cmd, error) {
		limit, err := m.parse(kind, strings.TrimSpace(typed))
		if err != nil {
			return nil, err
		}
		return m.setLimit(kind, limit), nil
	}})
}

// parse parses a limit as typed.
func (m *Model) parse(kind config.AlertKind, typed string) (limit store.AlertLimit, err error) {
	of, most := unitOf(kind)
	atOnce := kind == config.AlertNodeDown
	switch {
	case typed == "":
		return store.AlertLimit{}, nil
	case typed == config.Off.String(), typed == "0" && !atOnce:
		return store.AlertLimit{Severity: new(config.Off)}, nil
	}
	if of == countUnit {
		number, err := strconv.Atoi(typed)
		if err != nil || number < 1 || number > most {
			return store.AlertLimit{}, fmt.Errorf("invalid value %q: must be a whole number from 1 to %d, or off", typed, most)
		}
		limit.Count = &number
	} else {
		duration, err := time.ParseDuration(typed)
		if seconds, wrong := strconv.ParseFloat(typed, 64); wrong == nil && seconds < 1e6 {
			duration, err = time.Duration(seconds*float64(time.Second)), nil
		}
		if err != nil || duration < 0 || duration == 0 && !atOnce {
			return store.AlertLimit{}, fmt.Errorf("invalid value %q: must be a duration such as 1.5s or 2m, or off", typed)
		}
		limit.Limit = &duration
	}
	configured := m.deps.Config.Alerts[kind]
	switch {
	case configured.Severity == config.Off:
		limit.Severity = new(m.severity(kind))
	case limit.Count != nil && *limit.Count == configured.Count, limit.Limit != nil && *limit.Limit == configured.Limit:
		return store.AlertLimit{}, nil // the same as in the config file
	}
	return limit, nil
}

// severity returns the severity of a kind that is turned on.
func (m *Model) severity(kind config.AlertKind) config.Severity {
	if configured := m.deps.Config.Alerts[kind].Severity; configured != config.Off {
		return configured
	}
	return config.DefaultAlerts()[kind].Severity
}

func (m *Model) setLimit(kind config.AlertKind, limit store.AlertLimit) tea.Cmd {
	if limit.Severity != nil && *limit.Severity == m.deps.Config.Alerts[kind].Severity {
		limit.Severity = nil
	}
	m.deps.Store.SetAlertLimit(kind, limit)
	m.deps.UpdateRules()
	return m.deps.SaveStore()
}
