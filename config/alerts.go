package config

import (
	"fmt"
	"time"
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
	AlertFork                         // the node switched to another branch or another chain
	AlertEpoch                        // an epoch began
	AlertNoProposals                  // the user's validator proposed no block for Count rounds
	AlertPrice                        // a price crossed a level
	AlertKinds       = iota
)

var alertKindNames = [AlertKinds]string{
	"missed", "missed_often", "slow", "few_votes", "silent", "node_down", "node_lagging", "fork", "epoch", "no_proposals", "price",
}

// String returns the name of the kind in the config file and in the facts of an alert.
func (k AlertKind) String() string { return alertKindNames[k] }

// MarshalText returns the name of the kind.
func (k AlertKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText parses the name of a kind.
func (k *AlertKind) UnmarshalText(name []byte) error {
	for i, known := range alertKindNames {
		if known == string(name) {
			*k = AlertKind(i)
			return nil
		}
	}
	return fmt.Errorf("unknown kind of alert %q", name)
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
	for i, known := range severityNames {
		if known == string(name) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q", name)
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
		AlertNodeDown:    {Severity: Critical, Repeat: 30 * time.Minute, Limit: time.Second},
		AlertNodeLagging: {Severity: Warning, Repeat: time.Hour, Limit: time.Second, Count: 20},
		AlertFork:        {Severity: Critical},
		AlertEpoch:       {Severity: Info},
		AlertNoProposals: {Severity: Warning, Repeat: 2 * time.Hour, Count: 1000},
		AlertPrice:       {Severity: Warning},
	}
}
