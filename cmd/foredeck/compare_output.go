package main

import (
	"strings"
	"time"

	"foredeck/client/compare"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// compareOutput prints the events of a comparison: as they arrive as a table or jsonl, at the end as JSON.
type compareOutput struct {
	in     *invocation
	sides  [2]*session
	report compare.Report

	differences []differenceRecord          // for JSON, at most --limit
	printed     int                         // differences
	omitted     bool                        // that some are not printed was said
	different   *printer[*differenceRecord] // the table that differences are added to, nil if that is another one or none
	samples     *printer[*sampleRecord]     // the same for samples
	failed      error                       // of the output; nothing is printed after it
}

func newCompareOutput(in *invocation, sides [2]*session) *compareOutput {
	return &compareOutput{in: in, sides: sides, differences: []differenceRecord{}}
}

// nodeRecord is the JSON shape of a node.
type nodeRecord struct {
	Name    string `json:"name"`
	BaseURL string `json:"base_url"`
	Head    uint64 `json:"head"`
}

// differenceRecord is the JSON shape of a difference.
type differenceRecord struct {
	Type    string  `json:"type"` // difference
	Subject string  `json:"subject"`
	Name    *string `json:"name"`
	compare.Difference
}

// sampleRecord is the JSON shape of a sample.
type sampleRecord struct {
	Type string `json:"type"` // sample
	Time int64  `json:"time_us"`
	A    uint64 `json:"head_a"`
	B    uint64 `json:"head_b"`
	Lag  *int64 `json:"lag"` // null if a node does not respond

	at, state text.Safe // in a table
}

// summaryRecord is the JSON shape of the result.
type summaryRecord struct {
	Type        string             `json:"type"` // summary
	Equal       bool               `json:"equal"`
	A           nodeRecord         `json:"a"`
	B           nodeRecord         `json:"b"`
	Lag         int64              `json:"lag"`
	Blocks      *blocksRecord      `json:"blocks"`
	Fork        *compare.Fork      `json:"fork"`
	Healed      *compare.Healed    `json:"healed"` // null while the nodes are on a fork, and if they never were
	Objects     []objectRecord     `json:"objects"`
	Samples     *samplesRecord     `json:"samples"`
	Count       uint64             `json:"differences_count"`
	Differences []differenceRecord `json:"differences,omitzero"`
}

type blocksRecord struct {
	compare.Range
	compare.BlockCounts
	First *uint64 `json:"first_difference"`
}

type objectRecord struct {
	Kind     string   `json:"kind"`
	Name     string   `json:"name"`
	Equal    bool     `json:"equal"`
	Changing bool     `json:"changing"`
	Unknown  []string `json:"unknown"`
}

type samplesRecord struct {
	Count  uint64   `json:"count"`
	Failed uint64   `json:"failed"`
	Min    *int64   `json:"min"`
	Median *int64   `json:"median"`
	Max    *int64   `json:"max"`
	Mean   *float64 `json:"mean"`
}

// add prints an event.
func (o *compareOutput) add(event compare.Event) error {
	o.report.Add(event)
	switch {
	case event.Heads != nil:
		o.heads()
	case event.Range != nil:
		o.line(text.Format("comparing blocks %s to %s", text.Integer(event.Range.From), text.Integer(event.Range.To)))
	case event.Fork != nil:
		o.line(text.Format("fork: %s", render.Fork(event.Fork)))
	case event.Block != nil:
		o.addDifferences("block", nil, event.Block.Differences)
		if healed := o.report.Healed; healed != nil && healed.Height == event.Block.Height {
			o.line(render.Healed(healed))
		}
	case event.Object != nil:
		o.object(event.Object)
	case event.Sample != nil:
		o.sample(event.Sample)
	}
	return o.failed
}

// line prints a line of the table format, which ends the current table.
func (o *compareOutput) line(line text.Safe) {
	if o.failed == nil && o.in.prints("table") {
		o.different, o.samples = nil, nil
		o.failed = o.in.printLines(nil, line)
	}
}

func (o *compareOutput) heads() {
	for side := range o.sides {
		head := [...]uint64{o.report.Heads.A.Height, o.report.Heads.B.Height}[side]
		o.line(text.Format("%s  %s  head %s", text.Clean(compare.Side(side).String()), o.nodeText(side), text.Integer(head)))
	}
	o.line(render.Lag(o.report.Heads.Lag()))
}

// nodeText returns the name of a node as given, with its URL.
func (o *compareOutput) nodeText(side int) text.Safe {
	name, baseURL := text.Clean(o.in.args[side]), text.Clean(o.sides[side].endpoint.BaseURL)
	if strings.Contains(baseURL.String(), name.String()) {
		return baseURL
	}
	return text.Format("%s (%s)", name, baseURL)
}

func (o *compareOutput) object(object *compare.Object) {
	o.addDifferences(object.Kind, &object.Name, object.Differences)
	name := text.Format("%s %s", text.Clean(object.Kind), text.Short(text.Clean(object.Name)))
	switch {
	case len(object.Differences) == 0:
		o.line(text.Format("%s: equal", name))
	case object.IsChanging:
		o.line(text.Format("%s: values change on both nodes, so a difference can be lag", name))
	}
	if len(object.Unknown) > 0 {
		o.line(text.Format("%s: not compared, as the RPC version of a node does not have it: %s", name, text.Clean(strings.Join(object.Unknown, ", "))))
	}
}

func (o *compareOutput) addDifferences(subject string, name *string, differences []compare.Difference) {
	for _, d := range differences {
		if o.in.length > 0 && o.printed == o.in.length {
			if !o.omitted {
				o.omitted = true
				o.line(text.Const("more differences follow; --all prints them"))
			}
			return
		}
		o.printed++
		found := differenceRecord{"difference", subject, name, d}
		if o.in.prints("json") {
			o.differences = append(o.differences, found)
			continue
		}
		if o.different == nil {
			o.different, o.samples = newPrinter(o.in.out(), o.in.format, differenceColumns), nil
		}
		if o.failed = o.different.print(&found); o.failed != nil {
			return
		}
	}
}

// differenceWidth is the maximum width of a value in a table, fieldWidth that of a field; JSON has all of both.
const (
	differenceWidth = 40
	fieldWidth      = 60
)

var differenceColumns = record.Columns[differenceRecord]{
	{Title: text.Const("SUBJECT"), Width: 19, Cell: func(d *differenceRecord) text.Safe {
		subject := text.Clean(d.Subject)
		switch {
		case d.Height != nil:
			subject = text.Format("%s %s", subject, text.Integer(*d.Height))
		case d.Name != nil:
			subject = text.Format("%s %s", subject, text.Short(text.Clean(*d.Name)))
		}
		return subject
	}},
	{Title: text.Const("FIELD"), Width: 22, Cell: func(d *differenceRecord) text.Safe {
		return text.CutMiddle(text.Short(text.Clean(d.Field)), fieldWidth)
	}},
	{Title: text.Const("A"), Width: differenceWidth, Cell: func(d *differenceRecord) text.Safe { return text.Cut(render.Difference(d.Field, d.A), differenceWidth) }},
	{Title: text.Const("B"), Width: differenceWidth, Cell: func(d *differenceRecord) text.Safe { return text.Cut(render.Difference(d.Field, d.B), differenceWidth) }},
}

var sampleColumns = record.Columns[sampleRecord]{
	{Title: text.Const("TIME"), Width: 8, Cell: func(s *sampleRecord) text.Safe { return s.at }},
	{Title: text.Const("HEAD A"), Width: 14, Right: true, Cell: func(s *sampleRecord) text.Safe { return text.Integer(s.A) }},
	{Title: text.Const("HEAD B"), Width: 14, Right: true, Cell: func(s *sampleRecord) text.Safe { return text.Integer(s.B) }},
	{Title: text.Const("LAG"), Cell: func(s *sampleRecord) text.Safe { return s.state }},
}

func (o *compareOutput) sample(sample *compare.Sample) {
	if o.in.prints("json") {
		return // the summary has all of them
	}
	found := sampleRecord{
		Type: "sample", Time: sample.At.UnixMicro(), A: sample.HeadA, B: sample.HeadB, at: text.Clean(sample.At.In(o.sides[0].settings.Zone()).Format(time.TimeOnly)),
	}
	if lag, ok := sample.Lag(); ok {
		found.Lag, found.state = &lag, render.Lag(lag)
	} else {
		found.state = load.Explain(o.in.nameSide(sample.Err(), o.sides), o.in.endpoint).Reason
	}
	if o.samples == nil {
		o.samples, o.different = newPrinter(o.in.out(), o.in.format, sampleColumns), nil
	}
	o.failed = o.samples.print(&found)
}

// end prints the result.
func (o *compareOutput) end() error {
	if !o.in.prints("table") {
		summary := o.summary()
		if o.in.prints("json") {
			summary.Differences = o.differences
		}
		return o.in.printLines(summary)
	}
	report := &o.report
	if report.Blocks.Compared > 0 {
		o.line(text.Format("blocks: %s", render.ComparedBlocks(&report.Blocks)))
	}
	if report.Blocks.Skipped > 0 {
		o.line(text.Format("not compared, because a node has pruned them: %s blocks", text.Integer(report.Blocks.Skipped)))
	}
	if report.Lag.Samples+report.Lag.Failed > 0 {
		o.line(text.Format("lag of B: %s", render.LagSummary(&report.Lag)))
	}
	o.line(render.Verdict(report))
	return o.failed
}

func (o *compareOutput) summary() *summaryRecord {
	report := &o.report
	summary := &summaryRecord{
		Type: "summary", Equal: report.IsEqual() && report.Failed == nil, Lag: report.Heads.Lag(), Fork: report.Fork, Healed: report.Healed, Objects: []objectRecord{}, Count: report.Differences,
		A: nodeRecord{o.in.args[0], o.sides[0].endpoint.BaseURL, report.Heads.A.Height}, B: nodeRecord{o.in.args[1], o.sides[1].endpoint.BaseURL, report.Heads.B.Height},
	}
	if report.Range != nil {
		summary.Blocks = &blocksRecord{Range: *report.Range, BlockCounts: report.Blocks}
		if report.First != nil {
			summary.Blocks.First = report.First.Height
		}
	}
	for _, object := range report.Objects {
		summary.Objects = append(summary.Objects, objectRecord{object.Kind, object.Name, len(object.Differences) == 0, object.IsChanging, append([]string{}, object.Unknown...)})
	}
	if lag := &report.Lag; lag.Samples+lag.Failed > 0 {
		summary.Samples = &samplesRecord{Count: lag.Samples, Failed: lag.Failed}
		if lowest, ok := lag.Quantile(0); ok {
			median, _ := lag.Quantile(0.5)
			highest, _ := lag.Quantile(1)
			summary.Samples.Min, summary.Samples.Median, summary.Samples.Max, summary.Samples.Mean = &lowest, &median, &highest, new(lag.Mean())
		}
	}
	return summary
}
