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
	Seen  int64     `json:"seen,omitempty"` // time of the price or bar that changed the state last, in Unix milliseconds; 0 unknown
	By    string    `json:"by,omitempty"`   // process that changed the state last
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
func (s *Store) SetAlert(alert Alert) {
	s.alertEdits++
	s.alerts.put(s, alert.ID(), alert)
}

// RemoveAlert removes an alert.
func (s *Store) RemoveAlert(alert Alert) {
	s.alertEdits++
	s.alerts.remove(s, alert.ID())
}

// WatchlistView is how the watchlist is shown.
type WatchlistView struct {
	Order    string       `json:"order"`    // name of the order; empty: the user's own
	Reversed bool         `json:"reversed"` // against the usual direction of the order
	Groups   []WatchGroup `json:"groups"`
}

// WatchGroup is a named group of watched pairs. A pair is in one group at most.
type WatchGroup struct {
	Name      string   `json:"name"`
	Pairs     []string `json:"pairs"`
	Collapsed bool     `json:"collapsed"`
}

// GroupOf returns the name of the group of a pair, "" if it is in none.
func (v *WatchlistView) GroupOf(pair string) string {
	for _, group := range v.Groups {
		if slices.Contains(group.Pairs, pair) {
			return group.Name
		}
	}
	return ""
}

// SetGroup moves a pair to a group, which is added if there is none with the name. An empty name takes the pair out of its group.
// Groups without pairs are removed.
func (v *WatchlistView) SetGroup(pair, name string) {
	for i := range v.Groups {
		v.Groups[i].Pairs = slices.DeleteFunc(v.Groups[i].Pairs, func(other string) bool { return other == pair })
	}
	if name != "" {
		at := slices.IndexFunc(v.Groups, func(group WatchGroup) bool { return group.Name == name })
		if at < 0 {
			at = len(v.Groups)
			v.Groups = append(v.Groups, WatchGroup{Name: name})
		}
		v.Groups[at].Pairs = append(v.Groups[at].Pairs, pair)
	}
	v.Groups = slices.DeleteFunc(v.Groups, func(group WatchGroup) bool { return len(group.Pairs) == 0 })
}

// watchlistViewKey is the key of the WatchlistView in its bucket.
const watchlistViewKey = "view"

// WatchlistView returns a copy of how the watchlist is shown.
func (s *Store) WatchlistView() WatchlistView { return s.views.get(watchlistViewKey).clone() }

// SetWatchlistView replaces how the watchlist is shown.
func (s *Store) SetWatchlistView(view WatchlistView) {
	s.views.put(s, watchlistViewKey, view.clone())
}

func (v WatchlistView) clone() WatchlistView {
	v.Groups = slices.Clone(v.Groups)
	for i := range v.Groups {
		v.Groups[i].Pairs = slices.Clone(v.Groups[i].Pairs)
	}
	return v
}
