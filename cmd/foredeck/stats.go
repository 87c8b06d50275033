package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

func init() { runners["stats"] = &runner{check: checkStatistics, open: openNode, run: showStatistics} }

func checkStatistics(in *invocation) error {
	_, byErr := in.statisticKeys()
	_, sinceErr := in.statisticsSince()
	_, functionErr := in.statisticsFunction()
	return cmp.Or(
		wrongIf(in.recordTo != "" || in.replay != "", "--record and --replay: not supported by stats"),
		wrongIf(in.given("blocks") && len(in.args) > 0, "--blocks: does not apply to ADDRESS, whose list is read"),
		wrongIf(get[int](in.options, "blocks") < 1, "--blocks %d: must be 1 or more", get[int](in.options, "blocks")),
		byErr, sinceErr, functionErr)
}

// statisticKeys returns the keys of --by.
func (in *invocation) statisticKeys() (keys []string, err error) {
	for key := range strings.SplitSeq(in.value("by"), ",") {
		key = strings.TrimSpace(key)
		switch {
		case !slices.Contains(index.Keys, key):
			return nil, usagef("--by %q: %s", key, config.OneOf(key, index.Keys))
		case slices.Contains(keys, key):
			return nil, usagef("--by %q: more than once", key)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// statisticsSince returns how far back to count, 0 for as far as can be read.
func (in *invocation) statisticsSince() (time.Duration, error) {
	written := in.value("since")
	if written == "" {
		return 0, nil
	}
	since, err := parseSpan(written)
	if err != nil || since <= 0 {
		return 0, usagef("--since %q: must be a time such as 7d or 12h", written)
	}
	return since, nil
}

// statisticsFunction returns --function as the node writes functions, "" if it is not given.
func (in *invocation) statisticsFunction() (string, error) {
	written := in.value("function")
	if written == "" {
		return "", nil
	}
	if in.s != nil {
		written = in.s.withAddress(written)
	} else if !strings.HasPrefix(written, "0x") {
		return "", nil // a saved name, perhaps
	}
	function, err := move.ParseFunctionID(written)
	if err != nil {
		return "", usagef("--function %q: %w", in.value("function"), err)
	}
	return function.String(), nil
}

// statisticRow is a row of stats. The keys that --by does not have are null.
type statisticRow struct {
	Function *string `json:"function"`
	Outcome  *string `json:"outcome"`
	Reason   *string `json:"reason"`
	Sender   *string `json:"sender"`
	Day      *string `json:"day"`
	Hour     *string `json:"hour"`
	countReport

	values []*string
}

// countReport are the figures of a group, or of all.
type countReport struct {
	Count       int64   `json:"count"`
	Percent     *string `json:"percent"` // of all
	Fee         string  `json:"fee"`     // in the smallest unit of the coin
	WithoutFee  int64   `json:"without_fee"`
	GasUsed     *int64  `json:"gas_used"` // null above 2^63-1
	FirstHeight *int64  `json:"first_height"`
	LastHeight  *int64  `json:"last_height"`
	FirstTime   *int64  `json:"first_time_us"`
	LastTime    *int64  `json:"last_time_us"`
}

// statisticsReport is the JSON of stats.
type statisticsReport struct {
	Network string         `json:"network"`
	Source  string         `json:"source"` // index or node
	Scope   string         `json:"scope"`  // in words
	First   *uint64        `json:"covered_first_height"`
	Last    *uint64        `json:"covered_last_height"`
	Since   *int64         `json:"since_us"` // null: as far as could be read
	By      []string       `json:"by"`
	Groups  int64          `json:"groups"` // also those that are not listed
	Total   countReport    `json:"total"`
	Rows    []statisticRow `json:"rows"`
}

// statistics answers a question of stats.
type statistics struct {
	in       *invocation
	question index.Question
	since    time.Duration
	report   statisticsReport
}

func showStatistics(in *invocation) (err error) {
	s := statistics{in: in, report: statisticsReport{Network: in.s.settings.Network.Name}}
	s.question = index.Question{Limit: in.length}
	s.question.By, _ = in.statisticKeys() // checked
	if s.question.Function, err = in.statisticsFunction(); err != nil {
		return err
	}
	if s.since, _ = in.statisticsSince(); s.since > 0 {
		s.question.Since = in.s.now().Add(-s.since).UnixMicro()
	}
	if len(in.args) > 0 {
		s.question.Sender = &in.address
	}
	found, answered, err := s.fromIndex()
	if err == nil && !answered {
		found, err = s.fromNode()
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(in.stderr(), "foredeck: %s\n", text.Clean(s.report.Scope))
	return s.print(found)
}

// fromIndex answers from the index. It does not if there is none, or if it does not cover the question.
func (s *statistics) fromIndex() (found index.Statistics, answered bool, err error) {
	path, err := s.in.s.indexPath()
	if err != nil || s.in.isSet("from-node") {
		return found, false, nil // that of the simulated network inside the program
	}
	reader, err := index.Open(s.in.ctx(), path)
	if errors.Is(err, index.ErrNone) {
		return found, false, nil
	}
	if err != nil {
		return found, false, explainIndex(err, path)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	coverage, err := reader.Coverage(s.in.ctx())
	if err != nil {
		return found, false, err
	}
	covered, ok := coverage.Newest(s.question.Sender)
	if !ok {
		return found, false, nil
	}
	begin, end, err := reader.Times(s.in.ctx(), covered)
	if err != nil {
		return found, false, err
	}
	isWhole := s.since == 0 || begin <= s.question.Start()
	isOld := s.since > 0 && end < s.question.Start() // it ended before that time
	if isOld || !isWhole && s.question.Sender != nil {
		return found, false, nil // the node has more
	}
	if found, err = reader.Statistics(s.in.ctx(), s.question); err != nil {
		return found, false, err
	}
	s.report.Source, s.report.First, s.report.Last = "index", &covered.First, &covered.Last
	s.report.Scope = fmt.Sprintf("from the index, heights %s to %s, up to %s ago", text.Integer(covered.First), text.Integer(covered.Last),
		live.FormatDuration(max(s.in.s.now().Sub(time.UnixMicro(end)).Truncate(time.Second), 0)))
	if len(coverage.Blocks) > 1 {
		s.report.Scope += fmt.Sprintf(", and older ones with gaps: foredeck index --from %d fills them", coverage.Blocks[0].First)
	}
	if s.since > 0 {
		start := s.question.Start()
		s.report.Scope += fmt.Sprintf(", from %s on", text.Instant(time.UnixMicro(max(start, begin)).UTC().Truncate(time.Second)))
		if s.report.Since = &start; !isWhole {
			s.report.Since = &begin
			s.report.Scope += fmt.Sprintf("; it begins later than %s: foredeck index --from %s adds older blocks", s.in.value("since"), s.in.value("since"))
		}
	}
	return found, true, nil
}

// fromNode counts what it reads from the node: the list of the account, or the newest blocks.
func (s *statistics) fromNode() (index.Statistics, error) {
	counter := index.NewCounter(s.question.By)
	s.report.Source = "node"
	if s.since > 0 {
		s.report.Since = &s.question.Since
	}
	read := s.readBlocks
	if s.question.Sender != nil {
		read = s.readList
	}
	err := read(counter)
	return counter.Statistics(s.question.Limit), err
}

// count counts a transaction that is asked for. isOlder is set for one before the time that is asked for.
func (s *statistics) count(counter *index.Counter, t *client.Transaction) (isOlder bool) {
	at := t.BlockTime()
	if s.since > 0 && at != nil && int64(*at) < s.question.Since {
		return true
	}
	if s.question.Function == "" || t.Payload != nil && t.Payload.Function == s.question.Function {
		counter.Add(t)
	}
	return false
}

// readList counts the transactions that the account has sent, newest first.
func (s *statistics) readList(counter *index.Counter) error {
	progress, read := s.in.newProgress(), 0
	defer progress.clear()
	for t, err := range s.in.s.node.AllTransactions(s.in.ctx(), *s.question.Sender, client.NewestFirst) {
		if err != nil {
			return err
		}
		if s.count(counter, &t) {
			break
		}
		read++
		progress.count(read)
	}
	s.report.Scope = fmt.Sprintf("from the node's list of sent transactions, %s read", text.Integer(uint64(read)))
	return nil
}

// readBlocks counts the transactions of the newest blocks.
func (s *statistics) readBlocks(counter *index.Counter) error {
	head, err := s.in.head()
	if err != nil {
		return err
	}
	count := uint64(get[int](s.in.options, "blocks"))
	lowest := head.Height - min(head.Height, count-1)
	progress := s.in.newProgress()
	defer progress.clear()
	progress.expect(head.Height - lowest + 1)
	read := lowest
	ctx, cancel := context.WithCancel(s.in.ctx())
	defer cancel()
	isComplete := false
	for block, err := range s.in.s.node.Blocks(ctx, head.Height, lowest, client.EachWith(client.WithTransactions())) {
		if errors.Is(err, client.ErrNotFound) && block.Height < head.Height {
			break // pruned
		}
		if err != nil {
			return err
		}
		if isComplete = s.since > 0 && block.Timestamp != nil && int64(*block.Timestamp) < s.question.Since; isComplete {
			break
		}
		read = block.Height
		for i := range block.Transactions {
			s.count(counter, &block.Transactions[i])
		}
		progress.count(int(head.Height - read + 1))
	}
	s.report.First, s.report.Last = &read, &head.Height
	s.report.Scope = fmt.Sprintf("from blocks of the node, heights %s to %s", text.Integer(read), text.Integer(head.Height))
	if !isComplete && read > 0 {
		s.report.Scope += "; --blocks reads more, and foredeck index keeps them"
	}
	return nil
}

// print prints the groups, and their total below a table.
func (s *statistics) print(found index.Statistics) error {
	r, in := &s.report, s.in
	r.Rows = []statisticRow{}
	r.By, r.Groups, r.Total = s.question.By, found.Count, countOf(&found.Total, nil)
	for i := range found.Groups {
		r.Rows = append(r.Rows, rowOf(&found.Groups[i], s.question.By, found.Total.Count))
	}
	p := newPrinter(in.out(), in.format, s.columns())
	p.isList, p.aligns = true, true
	if in.prints("json") {
		p.isList = false
		return document(p, r, nil, nil)
	}
	for i := range r.Rows {
		if err := p.add(&r.Rows[i]); err != nil {
			return err
		}
	}
	if err := p.end(); err != nil || !p.isForPeople() {
		return err
	}
	more := text.Safe{}
	if left := r.Groups - int64(len(r.Rows)); left > 0 {
		more = text.Format("; %s more rows: --all or --limit", text.Integer(uint64(left)))
	}
	p.WriteString(text.Format("\n%s transactions, fees %s%s\n", text.Integer(uint64(r.Total.Count)), s.fee(&r.Total), more).String())
	return p.Flush()
}

func rowOf(group *index.Group, by []string, total int64) statisticRow {
	row := statisticRow{countReport: countOf(group, &total), values: group.Values}
	for i, key := range by {
		*map[string]**string{"function": &row.Function, "outcome": &row.Outcome, "reason": &row.Reason, "sender": &row.Sender, "day": &row.Day, "hour": &row.Hour}[key] = group.Values[i]
	}
	return row
}

func countOf(group *index.Group, total *int64) countReport {
	r := countReport{Count: group.Count, Fee: group.Fee.String(), WithoutFee: group.WithoutFee}
	if group.Gas.IsInt64() {
		r.GasUsed = new(group.Gas.Int64())
	}
	if total != nil && *total > 0 {
		r.Percent = new(live.Percent(uint64(group.Count), uint64(*total), 1).String())
	}
	if group.Count > 0 && group.LastHeight > 0 {
		r.FirstHeight, r.LastHeight = &group.FirstHeight, &group.LastHeight
	}
	if group.Count > 0 && group.FirstTime > 0 {
		r.FirstTime, r.LastTime = &group.FirstTime, &group.LastTime
	}
	return r
}

// fee returns the fees in the unit of the coin.
func (s *statistics) fee(c *countReport) text.Safe {
	amount, ok := text.Units(0).Amount(c.Fee, s.in.s.settings.Network.Decimals)
	if !ok {
		amount = text.Clean(c.Fee)
	}
	if c.WithoutFee > 0 {
		amount = text.Format("%s, unknown of %s", amount, text.Integer(uint64(c.WithoutFee)))
	}
	return amount
}

// Widths of keys in tables. The wide format has all of them.
const (
	functionCell = 34
	reasonCell   = 30
)

// statisticCell returns a key in a table.
func statisticCell(key string, value *string) text.Safe {
	switch {
	case value == nil:
		return text.None
	case key == "function":
		return text.Function(text.Bounded(*value), functionCell)
	case key == "reason":
		return text.Cut(text.Short(text.Bounded(*value)), reasonCell)
	}
	return text.Short(text.Bounded(*value))
}

func (s *statistics) columns() (columns record.Columns[statisticRow]) {
	for i, key := range s.question.By {
		columns = append(columns, record.Column[statisticRow]{
			Name: key, Title: text.Clean(strings.ToUpper(key)), Width: len(key), Text: func(r *statisticRow) text.Safe {
				if r.values[i] == nil {
					return text.Safe{}
				}
				return text.Clean(*r.values[i])
			},
			Cell: func(r *statisticRow) text.Safe { return statisticCell(key, r.values[i]) },
			Full: func(r *statisticRow) text.Safe {
				if r.values[i] == nil {
					return text.None
				}
				return text.Clean(*r.values[i])
			},
		})
	}
	number := func(of func(*statisticRow) *int64) func(*statisticRow) text.Safe {
		return func(r *statisticRow) text.Safe { return record.Exact(of(r)) }
	}
	instant := func(of func(*statisticRow) *int64) func(*statisticRow) text.Safe {
		return func(r *statisticRow) text.Safe {
			if at := of(r); at != nil {
				return text.Instant(time.UnixMicro(*at).UTC().Truncate(time.Second))
			}
			return text.None
		}
	}
	first, last := func(r *statisticRow) *int64 { return r.FirstTime }, func(r *statisticRow) *int64 { return r.LastTime }
	return append(columns, record.Columns[statisticRow]{
		{Name: "count", Title: text.Const("COUNT"), Width: 8, Right: true, Text: number(func(r *statisticRow) *int64 { return &r.Count }),
			Cell: func(r *statisticRow) text.Safe { return text.Integer(uint64(r.Count)) }},
		{Name: "percent", Title: text.Const("SHARE"), Width: 6, Right: true, Text: func(r *statisticRow) text.Safe { return text.Clean(*r.Percent) },
			Cell: func(r *statisticRow) text.Safe { return text.Format("%s%%", text.Clean(*r.Percent)) }},
		{Name: "fee", Title: text.Const("FEE"), Width: 10, Right: true, Text: func(r *statisticRow) text.Safe { return text.Clean(r.Fee) },
			Cell: func(r *statisticRow) text.Safe { return s.fee(&r.countReport) }},
		{Name: "without_fee", Text: number(func(r *statisticRow) *int64 { return &r.WithoutFee })},
		{Name: "gas_used", Text: number(func(r *statisticRow) *int64 { return r.GasUsed })},
		{Name: "first_height", Text: number(func(r *statisticRow) *int64 { return r.FirstHeight })},
		{Name: "last_height", Text: number(func(r *statisticRow) *int64 { return r.LastHeight })},
		{Name: "first_time_us", Title: text.Const("FIRST"), Width: 20, Text: number(first), Cell: instant(first)},
		{Name: "last_time_us", Title: text.Const("LAST"), Width: 20, Text: number(last), Cell: instant(last)},
	}...)
}
