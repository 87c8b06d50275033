package soak

import (
	"runtime"
	"time"
)

const (
	// maxHeapGrowth is how many bytes more the heap may have at the end than after the warm-up, besides the rows of blocks.
	maxHeapGrowth = 4 << 20
	// maxMoreGoroutines is how many more goroutines there may be, as those of pooled connections.
	maxMoreGoroutines = 3
	// rowBytes is the size of a packed row with its missing votes.
	rowBytes = 48
)

// measurement is the state of the process.
type measurement struct {
	at         time.Time
	heap       int
	goroutines int
	rows       int
}

// measure returns the smallest values of some seconds: requests come and go.
func (d *deck) measure() measurement {
	smallest := measurement{at: time.Now(), heap: 1 << 60, goroutines: 1 << 30}
	for range 5 {
		time.Sleep(7 * time.Second) // on the bubble's clock, or in real time beside a process
		d.do(func() {
			if d.setup.idle != nil {
				d.setup.idle()
			}
			var memory runtime.MemStats
			runtime.GC()
			runtime.GC()
			runtime.ReadMemStats(&memory)
			smallest.heap = min(smallest.heap, int(memory.HeapAlloc))
			smallest.goroutines = min(smallest.goroutines, runtime.NumGoroutine())
			smallest.rows = d.model.Deps().Blocks.Len()
		})
	}
	return smallest
}

// measureEvery measures when a twelfth of the time has passed since the last measurement, the first time after a third of it.
func (d *deck) measureEvery(began time.Time, limit time.Duration) {
	passed := time.Since(began)
	if count := len(d.measured); passed > limit/3+limit/12*time.Duration(count) {
		d.measured = append(d.measured, d.measure())
	}
}

// report prints the figures, and checks that the process has not grown since the first measurement.
func (d *deck) report(began time.Time) {
	warm, final := d.measured[0], d.measured[len(d.measured)-1]
	d.do(func() {
		growth := final.heap - warm.heap - (final.rows-warm.rows)*rowBytes
		if growth > maxHeapGrowth {
			d.checks.fail("the heap has grown by %d bytes besides the rows", growth)
		}
		if final.goroutines > warm.goroutines+maxMoreGoroutines {
			d.checks.fail("%d goroutines, %d after the warm-up", final.goroutines, warm.goroutines)
		}
		d.t.Logf("delivered %+v", d.checks.tally)
		for _, m := range d.measured {
			d.t.Logf("at %s: heap %.1f MB, of which %d rows %.1f MB; %d goroutines", m.at.Sub(began).Round(time.Second), float64(m.heap)/1e6, m.rows, float64(m.rows*rowBytes)/1e6, m.goroutines)
		}
	})
}
