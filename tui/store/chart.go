package store

import (
	"slices"

	"go.etcd.io/bbolt"
)

// PairChart is what the user chose for the chart of a pair.
type PairChart struct {
	Indicators []string `json:"indicators,omitempty"` // as in ema(20)
	Compare    []string `json:"compare,omitempty"`    // other pairs
}

// maxPairCharts is the maximum number of pairs with a choice; of more, the oldest one is removed.
const maxPairCharts = 500

func (s *Store) readCharts(tx *bbolt.Tx) (err error) {
	s.charts, err = readBucket[PairChart](tx, chartsBucket)
	return err
}

// PairChart returns what the user chose for the chart of a pair.
func (s *Store) PairChart(pair string) PairChart {
	at := slices.IndexFunc(s.charts, func(r record[PairChart]) bool { return r.key == pair })
	if at < 0 {
		return PairChart{}
	}
	return s.charts[at].value.clone()
}

func (c PairChart) clone() PairChart {
	return PairChart{slices.Clone(c.Indicators), slices.Clone(c.Compare)}
}

// SetPairChart stores what the user chose for the chart of a pair. Without indicators and pairs, the choice is removed.
func (s *Store) SetPairChart(pair string, chart PairChart) {
	at := slices.IndexFunc(s.charts, func(r record[PairChart]) bool { return r.key == pair })
	switch {
	case len(chart.Indicators) == 0 && len(chart.Compare) == 0:
		s.charts = slices.DeleteFunc(s.charts, func(r record[PairChart]) bool { return r.key == pair })
		s.write(remove(chartsBucket, pair))
		return
	case at >= 0:
		s.charts[at].value = chart.clone()
	case len(s.charts) == maxPairCharts:
		s.write(remove(chartsBucket, s.charts[0].key))
		s.charts = s.charts[1:]
		fallthrough
	default:
		s.charts = append(s.charts, record[PairChart]{key: pair, value: chart.clone()})
	}
	s.write(put(chartsBucket, pair, chart))
}
