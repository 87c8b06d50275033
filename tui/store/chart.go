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
