package live

import (
	"math"
	"slices"
)

// Distribution summarizes a number of values.
type Distribution struct {
	Count                   int
	P50, P90, P95, P99, Max uint64
	Mean                    float64
	Buckets                 []Bucket // non-empty ranges between the smallest and the largest value, in order
}

// Bucket counts the values from From up to, but not including, To. The ranges grow by a fifth, so that they are equally wide on
// a logarithmic scale.
type Bucket struct {
	From, To uint64
	Count    int
}

// tally counts values: exactly and in constant space below directValues, and in a list above. The zero value is empty.
type tally struct {
	direct  []uint32
	large   []uint64
	count   int
	sum     float64
	largest uint64
}

const directValues = 1 << 16

func (t *tally) add(value uint64) {
	t.count++
	t.sum += float64(value)
	t.largest = max(t.largest, value)
	if value >= directValues {
		t.large = append(t.large, value)
		return
	}
	for int(value) >= len(t.direct) {
		t.direct = append(t.direct, make([]uint32, max(len(t.direct), 1024))...)
	}
	t.direct[value]++
}

func (t *tally) distribution() Distribution {
	d := Distribution{Count: t.count, Max: t.largest}
	if t.count == 0 {
		return d
	}
	d.Mean = t.sum / float64(t.count)
	slices.Sort(t.large)
	seen := 0
	targets := [...]*uint64{&d.P50, &d.P90, &d.P95, &d.P99}
	ranks := [...]int{rank(t.count, 50), rank(t.count, 90), rank(t.count, 95), rank(t.count, 99)}
	add := func(value uint64, count int) {
		for i, target := range targets {
			if seen < ranks[i] && ranks[i] <= seen+count {
				*target = value
			}
		}
		seen += count
		last := len(d.Buckets) - 1
		if last < 0 || value >= d.Buckets[last].To {
			d.Buckets = append(d.Buckets, bucketOf(value))
			last++
		}
		d.Buckets[last].Count += count
	}
	for value, count := range t.direct {
		if count > 0 {
			add(uint64(value), int(count))
		}
	}
	for _, value := range t.large {
		add(value, 1)
	}
	return d
}

// rank returns the position of a percentile among sorted values, from 1 on: the nearest rank.
func rank(count, percent int) int { return (count*percent + 99) / 100 }

// bucketOf returns the empty bucket of a value.
func bucketOf(value uint64) Bucket {
	if value < 4 {
		return Bucket{From: value, To: value + 1}
	}
	quarter := math.Floor(math.Log2(float64(value)) * 4)
	edge := func(quarter float64) uint64 { return uint64(math.Ceil(math.Exp2(quarter / 4))) }
	bucket := Bucket{From: edge(quarter), To: edge(quarter + 1)}
	switch { // rounding of the logarithm
	case value < bucket.From:
		bucket = Bucket{From: edge(quarter - 1), To: bucket.From}
	case value >= bucket.To:
		bucket = Bucket{From: bucket.To, To: edge(quarter + 2)}
	}
	return bucket
}
