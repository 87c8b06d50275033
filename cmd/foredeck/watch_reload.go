package main

import (
	"context"
	"strings"
	"time"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// rereadStored is the time between two looks at what the deck has stored.
const rereadStored = 30 * time.Second

// watchConfig reports changes of the config file until the context ends. It returns nil if they cannot be watched.
func (w *watcher) watchConfig(ctx context.Context) <-chan struct{} {
	path, _, err := w.in.configPath()
	if err != nil {
		return nil // there is no home folder
	}
	changes, err := config.Watch(ctx, path)
	if err != nil {
		w.warn(text.Format("changes of the config file take effect at the next start: %s", text.Clean(err.Error())))
		return nil
	}
	return changes
}

// reload takes over what has changed in the config file, and says so. Invalid values stay as they were.
func (w *watcher) reload() []live.Alert {
	settings, err := w.in.readSettings(w.in.cmd)
	if err == nil && settings.Unreadable() != nil {
		err = &locatedError{w.in.locate(*settings.Unreadable())}
	}
	if err != nil {
		w.metrics.SetConfigRead(false)
		w.warn(text.Format("%s; the previous configuration stays in effect", text.Clean(err.Error())))
		return nil
	}
	if settings.SameFile(w.settings) {
		return nil
	}
	settings.KeepInvalid(w.settings)
	for _, problem := range settings.Problems {
		w.warn(text.Format("%s; the previous value stays in effect", text.Clean(w.in.locate(problem))))
	}
	w.metrics.SetConfigRead(len(settings.Problems) == 0)
	for _, line := range changeLines(w.settings, settings, w.in.getenv) {
		w.warn(text.Clean(line))
	}
	w.settings = settings
	w.setReceivers()
	saved, _ := store.Open(storePath(w.in.endpoint.Network)) // a read-only one has its content
	alerts, err := w.configure(saved)
	if err != nil { // its name was removed
		w.warn(text.Format("%s; the previous validator stays in effect", text.Clean(err.Error())))
	}
	return alerts
}

// locatedError is an error with the line of the config file.
type locatedError struct{ message string }

func (e *locatedError) Error() string { return e.message }

// changeLines describes what has changed of the settings that a watch uses, and what needs another start.
func changeLines(before, now *config.Settings, environment func(string) string) (lines []string) {
	notes := map[string]string{
		"alerts": "", "alert_command": "", "alert_webhook": "", "receivers": "", "heartbeat": "", "heartbeat_every": "", "validators": "", "names": "",
		"network": nextStart, "networks": nextStart, "timeout": nextStart,
	}
	said := map[string]bool{}
	say := func(key, what string) {
		table, _, _ := strings.Cut(key, ".")
		said[table] = true
		if note, isUsed := notes[table]; isUsed {
			lines = append(lines, "config file: "+key+what+note)
		}
	}
	for _, change := range before.ChangesTo(now, environment) {
		switch {
		case change.Now == "":
			say(change.Key, " removed")
		case change.Before == "":
			say(change.Key, " = "+change.Now)
		default:
			say(change.Key, " = "+change.Now+", was "+change.Before)
		}
	}
	for _, table := range now.Changes(before) {
		if !said[table] && table != "networks" { // of which the others are not used
			say(table, " changed") // what can contain a secret is not shown
		}
	}
	return lines
}

const nextStart = "; takes effect at the next start"

// configure applies the settings, and what the deck has stored, to the monitor.
func (w *watcher) configure(saved *store.Store) (alerts []live.Alert, err error) {
	names := w.names(saved)
	w.metrics.SetNames(names)
	ended, err := w.setValidator(saved, names)
	if rules := saved.AlertRules(w.settings.Alerts); rules != w.monitor.Rules() {
		alerts = w.monitor.SetRules(rules, time.Now())
	}
	return append(alerts, ended...), err
}

// readStored takes over what the deck has stored: limits, the user's validator and price alerts.
func (w *watcher) readStored(prices *priceAlerts) ([]live.Alert, error) {
	now := time.Now()
	if now.Sub(w.read) < rereadStored {
		return nil, nil
	}
	w.read = now
	saved, _ := store.Open(storePath(w.in.endpoint.Network)) // a read-only one has its content
	alerts, _ := w.configure(saved)                          // reload has said what is wrong
	return alerts, prices.take(saved)
}
