package config

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"
)

// AlertKind is a kind of alert.
type AlertKind int

// The kinds of alerts.
const (
	AlertMissed      AlertKind = iota // the user's validator missed Count votes in a row
	AlertMissedOften                  // the user's validator missed Count votes of the last Window blocks
	AlertSlow                         // a block came more than Limit after its parent
	AlertFewVotes                     // a certificate has votes of less than Count percent of the committee
	AlertSilent                       // no new block for Limit
	AlertNodeDown                     // a node has not responded for Limit
	AlertNodeLagging                  // a node has been Count blocks behind the best one for Limit
	AlertFork                         // the node switched to another branch or another chain, or a node differs from the others
	AlertEpoch                        // an epoch began
	AlertNoProposals                  // the user's validator proposed no block for Count rounds
	AlertPrice                        // a price crossed a level
	AlertWatchDown                    // another watch, of foredeck watch --check, has been unhealthy for Limit
	AlertMargin                       // a certificate leaves less than Count percent of the margin to a halt of the chain
	AlertState                        // the user's validator is not active: it joins, leaves, or is not in the committee
	AlertLockup                       // the lockup of the user's validator ends within Count days
	AlertStake                        // the stake of the user's validator changed by Count percent with an epoch
	AlertFailed                       // Count proposals of the user's validator failed in an epoch
	AlertKinds       = iota
)

var alertKindNames = [AlertKinds]string{
	"missed", "missed_often", "slow", "few_votes", "silent", "node_down", "node_lagging", "fork", "epoch", "no_proposals", "price", "watch_down", "margin", "validator_state",
	"lockup", "stake_change", "failed_proposals",
}

// String returns the name of the kind in the config file and in the facts of an alert.
func (k AlertKind) String() string { return alertKindNames[k] }

// MarshalText returns the name of the kind.
func (k AlertKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText parses the name of a kind.
func (k *AlertKind) UnmarshalText(name []byte) error {
	at := slices.Index(alertKindNames[:], string(name))
	if at < 0 {
		return fmt.Errorf("unknown kind of alert %q", name)
	}
	*k = AlertKind(at)
	return nil
}

// Severity is the importance of an alert.
type Severity int

// The severities in ascending order. An alert that is Off is never raised.
const (
	Off Severity = iota
	Info
	Warning
	Critical
)

var severityNames = []string{"off", "info", "warning", "critical"}

// String returns the name of the severity in the config file and in the facts of an alert.
func (s Severity) String() string { return severityNames[s] }

// MarshalText returns the name of the severity.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses the name of a severity.
func (s *Severity) UnmarshalText(name []byte) error {
	at := slices.Index(severityNames, string(name))
	if at < 0 {
		return fmt.Errorf("unknown severity %q", name)
	}
	*s = Severity(at)
	return nil
}

// AlertRule says when a kind of alert is raised and how. AlertKind explains the limits; those that the kind does not use are 0.
type AlertRule struct {
	Severity Severity
	Repeat   time.Duration // between reminders while the condition lasts; 0: no reminders
	Limit    time.Duration
	Count    int
	Window   int
}

// Alerts has the rule of each kind of alert.
type Alerts [AlertKinds]AlertRule

// DefaultAlerts returns the rules that apply if the config file sets none.
func DefaultAlerts() Alerts {
	return Alerts{
		AlertMissed:      {Severity: Critical, Repeat: 30 * time.Minute, Count: 1},
		AlertMissedOften: {Severity: Warning, Repeat: 2 * time.Hour, Count: 10, Window: 100},
		AlertSlow:        {Severity: Warning, Repeat: time.Hour, Limit: 2 * time.Second},
		AlertFewVotes:    {Severity: Warning, Repeat: time.Hour, Count: 70},
		AlertSilent:      {Severity: Critical, Repeat: 30 * time.Minute, Limit: 30 * time.Second},
		AlertNodeDown:    {Severity: Critical, Repeat: 30 * time.Minute},
		AlertNodeLagging: {Severity: Warning, Repeat: time.Hour, Count: 20},
		AlertFork:        {Severity: Critical, Repeat: 30 * time.Minute},
		AlertEpoch:       {Severity: Info},
		AlertNoProposals: {Severity: Warning, Repeat: 2 * time.Hour, Count: 1000},
		AlertPrice:       {Severity: Warning},
		AlertWatchDown:   {Severity: Critical, Repeat: 30 * time.Minute, Limit: 30 * time.Second},
		AlertMargin:      {Severity: Warning, Repeat: time.Hour, Count: 20},
		AlertState:       {Severity: Warning, Repeat: 12 * time.Hour},
		AlertLockup:      {Severity: Info, Count: 3},
		AlertStake:       {Severity: Warning, Count: 5},
		AlertFailed:      {Severity: Warning, Count: 3},
	}
}

// alertOptions returns the options of the alerts.
func alertOptions() []option[Settings] {
	return []option[Settings]{
		alertSeverity(AlertMissed, "Your validator missed votes in a row. A severity is off, info, warning or critical; info does not ring the bell."),
		alertCount(AlertMissed, "in_row", 1, 10_000, "Number of votes missed in a row that raises the alert."),
		alertRepeat(AlertMissed, "Time between reminders while the condition lasts, or off."),
		alertSeverity(AlertMissedOften, "Your validator missed several of the last votes, apart from those reported as missed in a row."),
		alertCount(AlertMissedOften, "count", 1, 10_000, "Number of missed votes that raises the alert."),
		alertWindow(AlertMissedOften, "window", "Number of blocks in which they are counted."),
		alertRepeat(AlertMissedOften, ""),
		alertSeverity(AlertSlow, "A block came late."),
		alertLimit(AlertSlow, "over", "Longest time between a block and its parent."),
		alertRepeat(AlertSlow, ""),
		alertSeverity(AlertFewVotes, "A block has few votes."),
		alertCount(AlertFewVotes, "under", 1, 100, "Smallest share of votes, in percent of the committee."),
		alertRepeat(AlertFewVotes, ""),
		alertSeverity(AlertSilent, "No new block."),
		alertLimit(AlertSilent, "after", "Longest time without a new block."),
		alertRepeat(AlertSilent, ""),
		alertSeverity(AlertNodeDown, "A node does not respond."),
		alertLimit(AlertNodeDown, "after", "Time for which it must not respond; 0s for at once."),
		alertRepeat(AlertNodeDown, ""),
		alertSeverity(AlertNodeLagging, "A node is behind the best one."),
		alertCount(AlertNodeLagging, "blocks", 1, 1_000_000, "Number of blocks behind that raises the alert."),
		alertLimit(AlertNodeLagging, "after", "Time for which it must be behind; 0s for at once."),
		alertRepeat(AlertNodeLagging, ""),
		alertSeverity(AlertFork, "The node replaced blocks or serves another chain, or a node has other blocks than the others."),
		alertRepeat(AlertFork, ""),
		alertSeverity(AlertEpoch, "An epoch began."),
		alertSeverity(AlertNoProposals, "Your validator proposes no blocks. Its author key must be known."),
		alertCount(AlertNoProposals, "rounds", 1, 10_000_000, "Number of rounds without its block that raises the alert."),
		alertRepeat(AlertNoProposals, ""),
		alertSeverity(AlertPrice, "A price crossed a level that was set on the price screen."),
		alertSeverity(AlertWatchDown, "Another watch, which `foredeck watch --check` checks, does not watch."),
		alertLimit(AlertWatchDown, "after", "Time for which it must not watch."),
		alertRepeat(AlertWatchDown, ""),
		alertSeverity(AlertMargin, "So much of the stake is absent that little of the margin to a halt is left. Members count the same while their stakes are unknown."),
		alertCount(AlertMargin, "under", 1, 100, "Smallest share of the margin, in percent: 100 if all vote, 0 if one more absence stops the chain. It ends 10 points above."),
		alertRepeat(AlertMargin, ""),
		alertSeverity(AlertState, "Your validator joins, leaves or is not in the committee. Its stake pool must be known, from the call for committees or the config file."),
		alertRepeat(AlertState, ""),
		alertSeverity(AlertLockup, "The lockup of your validator ends soon. That of an active validator is renewed when it ends."),
		alertCount(AlertLockup, "days", 1, 365, "Number of days before its end."),
		alertRepeat(AlertLockup, ""),
		alertSeverity(AlertStake, "The stake of your validator changed with an epoch."),
		alertCount(AlertStake, "over", 1, 100, "Smallest change, in percent of the stake in the epoch before."),
		alertSeverity(AlertFailed, "Your validator was the leader in an epoch and there was no block of it."),
		alertCount(AlertFailed, "count", 1, 1_000_000, "Number of failed proposals in an epoch that raises the alert."),
		alertRepeat(AlertFailed, ""),
	}
}

// alertKey returns the key of an option of an alert.
func alertKey(kind AlertKind, name string) string { return "alerts." + kind.String() + "." + name }

func alertSeverity(kind AlertKind, help string) option[Settings] {
	option := fieldOption(alertKey(kind, "severity"), help, func(s *Settings) *Severity { return &s.Alerts[kind].Severity }, func(v value) (severity Severity, err error) {
		name, err := v.string()
		if err == nil && severity.UnmarshalText([]byte(name)) != nil {
			err = errors.New(OneOf(name, severityNames))
		}
		return severity, err
	}, func(severity Severity) string { return quoted(severity.String()) })
	option.choices = severityNames
	return alertDefault(option)
}

func alertCount(kind AlertKind, name string, least, most int, help string) option[Settings] {
	return alertDefault(alertNumber(alertKey(kind, name), least, most, help, func(s *Settings) *int { return &s.Alerts[kind].Count }))
}

func alertWindow(kind AlertKind, name, help string) option[Settings] {
	return alertDefault(alertNumber(alertKey(kind, name), 1, 10_000, help, func(s *Settings) *int { return &s.Alerts[kind].Window }))
}

func alertNumber(key string, least, most int, help string, at func(*Settings) *int) option[Settings] {
	option := numberOption(key, 0, uint64(most), help, at)
	set := option.set
	option.set = func(s *Settings, v value) error {
		if number, err := v.unsigned(uint64(most)); err != nil || number < uint64(least) {
			return fmt.Errorf("must be a whole number from %d to %d", least, most)
		}
		return set(s, v)
	}
	return option
}

func alertLimit(kind AlertKind, name, help string) option[Settings] {
	option := durationOption(alertKey(kind, name), 0, help, func(s *Settings) *time.Duration { return &s.Alerts[kind].Limit })
	if set := option.set; DefaultAlerts()[kind].Limit == 0 {
		option.set = func(s *Settings, v value) error {
			if v.kind == unstable.String && v.text == "0s" {
				s.Alerts[kind].Limit = 0
				return nil
			}
			return set(s, v)
		}
	}
	return alertDefault(option)
}

// minRepeat is the shortest time between reminders.
const minRepeat = 10 * time.Second

func alertRepeat(kind AlertKind, help string) option[Settings] {
	read := func(v value) (time.Duration, error) {
		if v.kind == unstable.String && v.text == Off.String() {
			return 0, nil
		}
		repeat, err := v.duration()
		if err != nil || repeat < minRepeat {
			return 0, fmt.Errorf(`must be a duration of at least %s in quotes, such as "30m", or "off"`, minRepeat)
		}
		return repeat, nil
	}
	option := fieldOption(alertKey(kind, "repeat"), help, func(s *Settings) *time.Duration { return &s.Alerts[kind].Repeat }, read, func(repeat time.Duration) string {
		if repeat == 0 {
			return quoted(Off.String())
		}
		return quoted(FormatDuration(repeat))
	})
	return alertDefault(option)
}

// alertDefault returns an option of an alert with its default.
func alertDefault(option option[Settings]) option[Settings] {
	return option.in(GroupAlerts).shared().withDefault(func(s *Settings) { option.copy(s, &Settings{Alerts: DefaultAlerts()}) })
}

// FormatDuration formats a duration as it can be typed, without zeros at the end: 2s, 1.5s, 30m, 1h30m.
func FormatDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// webhookAddress accepts the address of a webhook, which may contain a secret.
func webhookAddress(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.Fragment != "" {
		return errors.New("must be an http or https address, such as https://hooks.example.org/T0/B1")
	}
	return nil
}

// hideWebhook returns the address of a webhook, as TOML, without the parts that can be secret.
func hideWebhook(written string) string {
	v, _ := valueIn(written)
	parsed, err := url.Parse(v.text)
	if err != nil || parsed.Host == "" {
		return quoted("(hidden)")
	}
	return quoted(parsed.Scheme + "://" + parsed.Host + "/(hidden)")
}
