package store

import (
	"encoding/json"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/config"
	"foredeck/tui/live"
)

// Keys in the blocks bucket.
const (
	monitorKey     = "monitor"
	alertLimitsKey = "alert_limits"
)

// maxPastAlerts is the number of past conditions that are stored.
const maxPastAlerts = 500

// AlertLimit replaces parts of an alert's rule on this network. nil keeps those of the config file.
type AlertLimit struct {
	Severity *config.Severity `json:"severity,omitempty"`
	Limit    *time.Duration   `json:"limit,omitempty"`
	Count    *int             `json:"count,omitempty"`
}

// alerting is the stored state of the alerts on blocks and nodes.
type alerting struct {
	state  live.MonitorState
	limits map[string]AlertLimit // by kind; those of kinds that this version does not know are kept
	past   []live.Condition      // oldest first
}

// MonitorState returns the state of the monitor at the end of the last run.
func (s *Store) MonitorState() live.MonitorState { return s.alerting.state }

// SetMonitorState stores the state of the monitor.
func (s *Store) SetMonitorState(state live.MonitorState) {
	s.alerting.state = state
	s.write(put(blockBucket, monitorKey, state))
}

// PastAlerts returns up to 500 conditions that have ended, oldest first.
func (s *Store) PastAlerts() []live.Condition { return s.alerting.past }

// AddPastAlert adds a condition that has ended.
func (s *Store) AddPastAlert(condition live.Condition) {
	s.HoldPastAlert(condition)
	s.write(push(pastAlertsBucket, condition, maxPastAlerts))
}

// HoldPastAlert adds a condition that has ended, and that another process stores.
func (s *Store) HoldPastAlert(condition live.Condition) {
	if len(s.alerting.past) == maxPastAlerts {
		s.alerting.past = slices.Delete(s.alerting.past, 0, 1)
	}
	s.alerting.past = append(s.alerting.past, condition)
}

// AlertRules returns the rules of the config file with the limits that the user changed on this network.
func (s *Store) AlertRules(rules config.Alerts) config.Alerts {
	for kind := range rules {
		limit := s.alerting.limits[config.AlertKind(kind).String()]
		if limit.Severity != nil {
			rules[kind].Severity = *limit.Severity
		}
		if limit.Limit != nil {
			rules[kind].Limit = *limit.Limit
		}
		if limit.Count != nil {
			rules[kind].Count = *limit.Count
		}
	}
	return rules
}

// AlertLimit returns what replaces the rule of a kind of alert on this network.
func (s *Store) AlertLimit(kind config.AlertKind) AlertLimit { return s.alerting.limits[kind.String()] }

// SetAlertLimit stores what replaces the rule of a kind of alert on this network. The zero limit removes it.
func (s *Store) SetAlertLimit(kind config.AlertKind, limit AlertLimit) {
	if s.alerting.limits == nil {
		s.alerting.limits = map[string]AlertLimit{}
	}
	s.alerting.limits[kind.String()] = limit
	if limit == (AlertLimit{}) {
		delete(s.alerting.limits, kind.String())
	}
	s.write(put(blockBucket, alertLimitsKey, s.alerting.limits))
}

// setsAlert reports whether the user changed a limit other than to turn it off.
func (s *Store) setsAlert() bool {
	for _, limit := range s.alerting.limits {
		if limit.Severity == nil || *limit.Severity != config.Off {
			return true
		}
	}
	return false
}

// read reads a value of the blocks bucket, unless it is not about alerts.
func (a *alerting) read(key string, value []byte) error {
	switch key {
	case monitorKey:
		if json.Unmarshal(value, &a.state) != nil { // of a later version: without it, conditions begin again
			a.state = live.MonitorState{}
		}
	case alertLimitsKey:
		return json.Unmarshal(value, &a.limits)
	}
	return nil
}

// readPast reads the past conditions, except those of kinds that only later versions know.
func (a *alerting) readPast(tx *bbolt.Tx) error {
	values, err := readValues[json.RawMessage](tx, pastAlertsBucket)
	for _, value := range values {
		var condition live.Condition
		if json.Unmarshal(value, &condition) == nil {
			a.past = append(a.past, condition)
		}
	}
	return err
}
