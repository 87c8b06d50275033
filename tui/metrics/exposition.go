package metrics

import (
	"io"
	"math"
	"strconv"
	"strings"
)

// kind is the type of a metric.
type kind string

const (
	counter kind = "counter"
	gauge   kind = "gauge"
	summary kind = "summary"
)

// exposition writes metrics in the text format of Prometheus, version 0.0.4.
type exposition struct {
	out  strings.Builder
	name string // of the family that is being written
}

// label is a label of a sample.
type label struct{ name, value string }

// family starts a family of samples.
func (e *exposition) family(name string, of kind, help string) {
	e.name = name
	e.out.WriteString("# HELP " + name + " " + helpEscapes.Replace(help) + "\n# TYPE " + name + " " + string(of) + "\n")
}

// sample adds a sample to the family.
func (e *exposition) sample(value float64, labels ...label) { e.suffixed("", value, labels...) }

// suffixed adds a sample whose name has a suffix, such as _sum.
func (e *exposition) suffixed(suffix string, value float64, labels ...label) {
	e.out.WriteString(e.name + suffix)
	for i, l := range labels {
		e.out.WriteString([]string{"{", ","}[min(i, 1)] + l.name + `="` + labelEscapes.Replace(strings.ToValidUTF8(l.value, "\ufffd")) + `"`)
	}
	if len(labels) > 0 {
		e.out.WriteByte('}')
	}
	e.out.WriteString(" " + formatValue(value) + "\n")
}

// single writes a family with one sample.
func (e *exposition) single(name string, of kind, help string, value float64) {
	e.family(name, of, help)
	e.sample(value)
}

func (e *exposition) writeTo(w io.Writer) error {
	_, err := io.WriteString(w, e.out.String())
	return err
}

var (
	helpEscapes  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// formatValue formats a value: integers up to 2^53 with all digits.
func formatValue(value float64) string {
	switch {
	case math.IsNaN(value):
		return "NaN"
	case math.IsInf(value, 0):
		return strings.TrimSuffix(strconv.FormatFloat(value, 'g', -1, 64), "inf") + "Inf"
	case value == math.Trunc(value) && math.Abs(value) < 1<<53:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}
