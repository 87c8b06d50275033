package store

import (
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// watchlist is the stored state about prices.
type watchlist struct {
	pairs  []string
	isSet  bool // the user has edited the pairs, even if none are left
	alerts []Alert
}

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

func (s *Store) readPrices(tx *bbolt.Tx) error {
	lists, err := readValues[[]string](tx, pricesBucket)
	if err != nil {
		return err
	}
	if len(lists) > 0 {
		s.pairs, s.isSet = lists[0], true
	}
	s.alerts, err = readValues[Alert](tx, alertsBucket)
	return err
}

// Watchlist returns the watched pairs in the user's order. ok is false if the user has never edited them.
func (s *Store) Watchlist() (pairs []string, ok bool) { return slices.Clone(s.pairs), s.isSet }

// SetWatchlist replaces the watched pairs.
func (s *Store) SetWatchlist(pairs []string) {
	s.pairs, s.isSet = slices.Clone(pairs), true
	s.write(put(pricesBucket, pairsKey, s.pairs))
}

// Alerts returns the alerts in insertion order.
func (s *Store) Alerts() []Alert { return s.alerts }

// SetAlert adds an alert or replaces the one with the same pair and condition.
func (s *Store) SetAlert(alert Alert) {
	at := slices.IndexFunc(s.alerts, func(other Alert) bool { return other.ID() == alert.ID() })
	if at < 0 {
		s.alerts = append(s.alerts, alert)
	} else {
		s.alerts[at] = alert
	}
	s.write(put(alertsBucket, alert.ID(), alert))
}

// RemoveAlert removes an alert.
func (s *Store) RemoveAlert(alert Alert) {
	s.alerts = slices.DeleteFunc(s.alerts, func(other Alert) bool { return other.ID() == alert.ID() })
	s.write(remove(alertsBucket, alert.ID()))
}
