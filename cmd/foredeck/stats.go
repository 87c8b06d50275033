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
	"foredeck/client/tally"
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
		case !slices.Contains(tally.Keys, key):
			return nil, usagef("--by %q: %s", key, config.OneOf(key, tally.Keys))
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

// statisticsReport is the JSON of stats.
type statisticsReport struct {
	Network string                  `json:"network"`
	Source  string                  `json:"source"` // index or node
	Scope   string                  `json:"scope"`  // in words
	First   *uint64                 `json:"covered_first_height"`
	Last    *uint64                 `json:"covered_last_height"`
	Since   *int64                  `json:"since_us"` // null: as far as could be read
	By      []string                `json:"by"`
	Groups  int64                   `json:"groups"` // also those that are not listed
	Total   record.StatisticFigures `json:"total"`
	Rows    []record.Statistic      `json:"rows"`
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
func (s *statistics) fromIndex() (found tally.Statistics, answered bool, err error) {
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
func (s *statistics) fromNode() (tally.Statistics, error) {
	counter := tally.NewCounter(s.question.By)
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
func (s *statistics) count(counter *tally.Counter, t *client.Transaction) (isOlder bool) {
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
func (s *statistics) readList(counter *tally.Counter) error {
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
func (s *statistics) readBlocks(counter *tally.Counter) error {
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
func (s *statistics) print(found tally.Statistics) error {
	r, in := &s.report, s.in
	r.Rows = []record.Statistic{}
	r.By, r.Groups, r.Total = s.question.By, found.Count, record.FiguresOf(&found.Total, nil)
	for i := range found.Groups {
		r.Rows = append(r.Rows, record.NewStatistic(&found.Groups[i], s.question.By, found.Total.Count))
	}
	p := newPrinter(in.out(), in.format, record.Statistics{By: s.question.By, Fee: s.fee}.Columns())
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

// fee returns the fees in the unit of the coin.
func (s *statistics) fee(c *record.StatisticFigures) text.Safe {
	amount, ok := text.Units(0).Amount(c.Fee, s.in.s.settings.Network.Decimals)
	if !ok {
		amount = text.Clean(c.Fee)
	}
	if c.WithoutFee > 0 {
		amount = text.Format("%s, unknown of %s", amount, text.Integer(uint64(c.WithoutFee)))
	}
	return amount
}
