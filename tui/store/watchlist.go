package store

import (
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// watchlist is what the user keeps of prices.
type watchlist struct {
	pairs  []string
	chosen bool // the user has changed the pairs, and be it to none
	alerts []Alert
}

// Alert is what the user wants to be told of a price.
type Alert struct {
	Pair    string `json:"pair"`
	Percent bool   `json:"percent"` // the level is a change in 24 hours in percent; else a price
	Above   bool   `json:"above"`   // it is told when the level is crossed upwards; else downwards
	Level   string `json:"level"`   // a decimal number, as it was typed
	// Armed: the next crossing is told. After one, the price has to come back some way first.
	Armed bool      `json:"armed"`
	Fired time.Time `json:"fired"` // when it was told last; zero: never
	Price string    `json:"price"` // what it was then
}

// Condition is what is told, in few characters: > 0.6200, < -5%.
func (a Alert) Condition() string {
	condition := "< " + a.Level
	if a.Above {
		condition = "> " + a.Level
	}
	if a.Percent {
		condition += "%"
	}
	return condition
}

func (a Alert) id() string { return a.Pair + " " + a.Condition() }

// watchedPairs is the key of the list.
const watchedPairs = "pairs"

func (n *Store) readPrices(tx *bbolt.Tx) error {
	lists, err := values[[]string](tx, pricesBucket)
	if err != nil {
		return err
	}
	if len(lists) > 0 {
		n.pairs, n.chosen = lists[0], true
	}
	n.alerts, err = values[Alert](tx, alertsBucket)
	return err
}

// Watched are the pairs whose prices are watched, in the user's order. It is not ok where the user has never chosen any.
func (n *Store) Watched() (pairs []string, ok bool) { return slices.Clone(n.pairs), n.chosen }

// SetWatched takes the place of the pairs that are watched.
func (n *Store) SetWatched(pairs []string) {
	n.pairs, n.chosen = slices.Clone(pairs), true
	n.write(put(pricesBucket, watchedPairs, n.pairs))
}

// Alerts are the alerts in the order in which they were set.
func (n *Store) Alerts() []Alert { return n.alerts }

// SetAlert sets an alert, or takes the place of the one with the same pair and condition.
func (n *Store) SetAlert(alert Alert) {
	at := slices.IndexFunc(n.alerts, func(held Alert) bool { return held.id() == alert.id() })
	if at < 0 {
		n.alerts = append(n.alerts, alert)
	} else {
		n.alerts[at] = alert
	}
	n.write(put(alertsBucket, alert.id(), alert))
}

// RemoveAlert gives up an alert.
func (n *Store) RemoveAlert(alert Alert) {
	n.alerts = slices.DeleteFunc(n.alerts, func(held Alert) bool { return held.id() == alert.id() })
	n.write(remove(alertsBucket, alert.id()))
}
