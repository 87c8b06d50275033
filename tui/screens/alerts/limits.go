package alerts

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// kinds describe the kinds of alerts and their limits: a duration, a number up to the highest, or none.
var kinds = [config.AlertKinds]struct {
	name    text.Safe
	isTime  bool
	highest int
}{
	config.AlertMissed:      {name: text.Const("missed votes"), highest: 10_000},
	config.AlertMissedOften: {name: text.Const("often missed"), highest: 10_000},
	config.AlertSlow:        {name: text.Const("gap over"), isTime: true},
	config.AlertFewVotes:    {name: text.Const("votes under"), highest: 100},
	config.AlertSilent:      {name: text.Const("no block for"), isTime: true},
	config.AlertNodeDown:    {name: text.Const("node down"), isTime: true},
	config.AlertNodeLagging: {name: text.Const("node lagging"), highest: 1_000_000},
	config.AlertFork:        {name: text.Const("fork")},
	config.AlertEpoch:       {name: text.Const("new epoch")},
	config.AlertNoProposals: {name: text.Const("no proposals"), highest: 10_000_000},
	config.AlertPrice:       {name: text.Const("price")},
	config.AlertWatchDown:   {name: text.Const("watch down"), isTime: true},
	config.AlertMargin:      {name: text.Const("margin under"), highest: 100},
	config.AlertState:       {name: text.Const("validator state")},
	config.AlertLockup:      {name: text.Const("lockup ends"), highest: 365},
	config.AlertStake:       {name: text.Const("stake change"), highest: 100},
	config.AlertFailed:      {name: text.Const("failed proposals"), highest: 1_000_000},
}

func kindName(kind config.AlertKind) text.Safe { return kinds[kind].name }

// limitState describes the limit of a kind of alert.
func (m *Model) limitState(kind config.AlertKind) text.Safe {
	rule := m.deps.Monitor.Rules()[kind]
	count := text.Integer(uint64(rule.Count))
	switch {
	case rule.Severity == config.Off:
		return text.Const("off")
	case kind == config.AlertMissed && m.deps.Monitor.Member() < 0:
		return text.Format("choose your validator: press %s on Blocks", m.deps.Key("blocks.my_validator"))
	case kind == config.AlertMissed:
		return text.Format("%s in a row", count)
	case kind == config.AlertMissedOften:
		return text.Format("%s of the last %s", count, text.Integer(uint64(rule.Window)))
	case kind == config.AlertFewVotes:
		return text.Format("%s %% of members", count)
	case kind == config.AlertMargin:
		return text.Format("%s %% of the margin to a halt", count)
	case live.IsOfStake(kind) && m.deps.Monitor.Member() < 0:
		return text.Const("choose your validator on Blocks")
	case live.IsOfStake(kind) && m.deps.Monitor.OwnStake().Pool == "":
		return text.Const("the stake of your validator was not read")
	case kind == config.AlertLockup:
		return text.Format("within %s", text.Plural(rule.Count, "day"))
	case kind == config.AlertStake:
		return text.Format("%s %% with an epoch", count)
	case kind == config.AlertFailed:
		return text.Format("%s in an epoch", count)
	case kind == config.AlertNodeLagging:
		return text.Plural(rule.Count, "block")
	case kind == config.AlertNoProposals && m.deps.Monitor.Validator().IsAuthor == nil:
		return text.Format("the author of your validator is not known · %s on its block", m.deps.Key("deck.name"))
	case kind == config.AlertNoProposals:
		return text.Plural(rule.Count, "round")
	case kind == config.AlertNodeDown && rule.Limit == 0:
		return text.Const("at once")
	}
	if kind == config.AlertWatchDown {
		return text.Format("%s · foredeck watch --check", text.Clean(config.FormatDuration(rule.Limit)))
	}
	if kinds[kind].isTime {
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
	limited := kinds[kind]
	rule := m.deps.Monitor.Rules()[kind]
	if !limited.isTime && limited.highest == 0 {
		limit := store.AlertLimit{Severity: new(config.Off)}
		if rule.Severity == config.Off {
			limit.Severity = new(m.severity(kind))
		}
		return m.setLimit(kind, limit)
	}
	hint, initial := text.Const("duration such as 1.5s or 2m · off · empty for the config file's"), config.FormatDuration(rule.Limit)
	if !limited.isTime {
		hint, initial = text.Format("whole number up to %s · off · empty for the config file's", text.Integer(uint64(limited.highest))), strconv.Itoa(rule.Count)
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
	most := kinds[kind].highest
	atOnce := kind == config.AlertNodeDown
	switch {
	case typed == "":
		return store.AlertLimit{}, nil
	case typed == config.Off.String(), typed == "0" && !atOnce:
		return store.AlertLimit{Severity: new(config.Off)}, nil
	}
	if most > 0 {
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
