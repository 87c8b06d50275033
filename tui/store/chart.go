package store

import "slices"

// PairChart is what the user chose for the chart of a pair.
type PairChart struct {
	Indicators []string `json:"indicators,omitempty"` // as in ema(20)
	Compare    []string `json:"compare,omitempty"`    // other pairs
}

// maxPairCharts is the maximum number of pairs with a choice; of more, the oldest one is removed.
const maxPairCharts = 500

// PairChart returns what the user chose for the chart of a pair.
func (s *Store) PairChart(pair string) PairChart { return s.charts.get(pair).clone() }

func (c PairChart) clone() PairChart {
	return PairChart{slices.Clone(c.Indicators), slices.Clone(c.Compare)}
}

// SetPairChart stores what the user chose for the chart of a pair. Without indicators and pairs, the choice is removed.
func (s *Store) SetPairChart(pair string, chart PairChart) {
	if len(chart.Indicators) == 0 && len(chart.Compare) == 0 {
		s.charts.remove(s, pair)
		return
	}
	s.charts.put(s, pair, chart.clone())
}

// ListColumn is a column of a list as the user arranged it.
type ListColumn struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
	Width  int    `json:"width,omitempty"` // 0: the default
}

// ListColumns returns the columns of a list as the user arranged them, in order; none if the user has not.
func (s *Store) ListColumns(list string) []ListColumn { return slices.Clone(s.columns.get(list)) }

// SetListColumns stores how the user arranged the columns of a list. Without columns, the arrangement is removed.
func (s *Store) SetListColumns(list string, columns []ListColumn) {
	if len(columns) == 0 {
		s.columns.remove(s, list)
		return
	}
	s.columns.put(s, list, slices.Clone(columns))
}

// HasHinted reports whether the user has seen the hint of a screen.
func (s *Store) HasHinted(screen string) bool { return s.hinted.get(screen) }

// SetHinted stores that the user has seen the hint of a screen.
func (s *Store) SetHinted(screen string) { s.hinted.put(s, screen, true) }

const mouseKey = "mouse"

// Mouse reports whether the mouse is on, as the user switched it last, or as configured.
func (s *Store) Mouse(configured bool) bool {
	if on := s.switches.find(mouseKey); on != nil {
		return *on
	}
	return configured
}

// SetMouse stores whether the mouse is on. A state that is the configured one is removed, so that a change of the config file applies.
func (s *Store) SetMouse(on, configured bool) {
	if on == configured {
		s.switches.remove(s, mouseKey)
		return
	}
	s.switches.put(s, mouseKey, on)
}
