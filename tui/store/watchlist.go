package store

import (
	"slices"
	"time"
)

// Alert is a price alert.
type Alert struct {
	Pair      string `json:"pair"`
	Condition string `json:"condition"` // as in > 0.62 or rsi(14) > 70 on 1h
	// Armed reports whether the next crossing triggers the alert. After an alert, the price has to move back by a
	// margin first.
	Armed bool      `json:"armed"`
	Fired time.Time `json:"fired"`          // last alert; zero: never
	Back  time.Time `json:"back,omitzero"`  // when the value moved back after that; zero: it has not
	Side  int       `json:"side,omitempty"` // of an alert in both directions: 1 above the level, -1 below, 0 unknown
	Price string    `json:"price"`          // price at the last alert
}

// ID identifies the alert: its pair and its condition.
func (a Alert) ID() string { return a.Pair + " " + a.Condition }

// pairsKey is the key of the watchlist.
const pairsKey = "pairs"

// Watchlist returns the watched pairs in the user's order. ok is false if the user has never edited them.
func (s *Store) Watchlist() (pairs []string, ok bool) {
	return slices.Clone(s.pairs.get(pairsKey)), s.pairs.find(pairsKey) != nil
}

// SetWatchlist replaces the watched pairs.
func (s *Store) SetWatchlist(pairs []string) { s.pairs.put(s, pairsKey, slices.Clone(pairs)) }

// Alerts returns the alerts in insertion order.
func (s *Store) Alerts() []Alert { return s.alerts.values }

// SetAlert adds an alert or replaces the one with the same pair and condition.
func (s *Store) SetAlert(alert Alert) { s.alerts.put(s, alert.ID(), alert) }

// RemoveAlert removes an alert.
func (s *Store) RemoveAlert(alert Alert) { s.alerts.remove(s, alert.ID()) }
