package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/lookup"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

func init() { runners["uptime"] = &runner{check: checkUptime, open: openSettings, run: showUptime} }

// openSettings reads the configuration for a command that reads files of the network, and makes no request.
func openSettings(in *invocation) (*session, error) { return in.resolve(in.cmd, opening{}) }

func checkUptime(in *invocation) error {
	_, sinceErr := in.since()
	_, targetErr := in.target()
	isList := in.isSet("nodes") || in.isSet("alerts")
	return cmp.Or(
		wrongIf(in.recordTo != "" || in.replay != "", "--record and --replay: not supported by uptime"),
		wrongIf(in.isSet("nodes") && in.isSet("alerts"), "--nodes and --alerts: use only one of them"),
		wrongIf(isList && (len(in.args) > 0 || in.given("by") || in.given("target")), "--nodes and --alerts: VALIDATOR, --by and --target do not apply to them"),
		sinceErr, targetErr)
}

// since returns how far back to look.
func (in *invocation) since() (time.Duration, error) {
	since, err := parseSpan(in.value("since"))
	if err != nil || since < time.Hour {
		return 0, usagef("--since %q: must be a time of an hour or more, such as 30d or 12h", in.value("since"))
	}
	return since, nil
}

// target returns the target as a share, 0 if there is none.
func (in *invocation) target() (float64, error) {
	written := in.value("target")
	if written == "" {
		return 0, nil
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix(written, "%"), 64)
	if err != nil || !(percent > 0 && percent <= 100) {
		return 0, usagef("--target %q: must be a percentage such as 99.5%%", written)
	}
	return percent / 100, nil
}

// votesReport are the votes of a member in a period. Everything is nil in a time that was not observed, and votes without certificates.
type votesReport struct {
	Blocks     *uint64 `json:"blocks"` // whose certificates cover the member
	Voted      *uint64 `json:"voted"`
	Missed     *uint64 `json:"missed"`
	Percent    *string `json:"percent"`
	LongestRun *uint64 `json:"longest_run"` // misses in a row
	FirstMiss  *uint64 `json:"first_miss"`
	LastMiss   *uint64 `json:"last_miss"`
	Proposed   *uint64 `json:"proposed"` // blocks, if the author address of the validator is known
}

// periodReport is a row of uptime.
type periodReport struct {
	From       int64   `json:"from_us"`
	To         int64   `json:"to_us"`
	FirstEpoch *uint64 `json:"first_epoch"`
	LastEpoch  *uint64 `json:"last_epoch"`
	First      *uint64 `json:"first_height"`
	Last       *uint64 `json:"last_height"`
	votesReport
	NotObserved int64   `json:"not_observed_s"`
	MeanGap     *int64  `json:"mean_gap_ms"` // between a block and its parent
	LongestGap  *int64  `json:"longest_gap_ms"`
	LongestAt   *uint64 `json:"longest_gap_height"`
	Skipped     *uint64 `json:"skipped_rounds"` // without a block, of all members

	period *live.Period
}

// targetReport is a service level and what is left of its error budget: the votes that can be missed.
type targetReport struct {
	Percent     string `json:"percent"`
	IsMet       bool   `json:"is_met"`
	Budget      uint64 `json:"budget"` // of the observed blocks
	Left        int64  `json:"left"`   // negative if it is exceeded
	LeftSeconds *int64 `json:"left_s"` // at the observed pace of blocks; null if that is unknown
}

// uptimeReport is the JSON of uptime of a validator.
type uptimeReport struct {
	Network   string         `json:"network"`
	Validator int            `json:"validator"`
	Name      string         `json:"name"`
	Total     periodReport   `json:"total"`
	Target    *targetReport  `json:"target"`
	Periods   []periodReport `json:"periods"`
}

// memberReport is a row of uptime of all members.
type memberReport struct {
	Member int    `json:"member"`
	Name   string `json:"name"`
	votesReport
	Target *targetReport `json:"target"`
}

// membersReport is the JSON of uptime of all members.
type membersReport struct {
	Network string         `json:"network"`
	Total   periodReport   `json:"total"`
	Members []memberReport `json:"members"`
}

func showUptime(in *invocation) error {
	network := in.s.settings.Network.Name
	if len(in.s.settings.Network.BaseURLs) == 0 {
		return usagef("the simulated network inside the program keeps no history: name another one with --network")
	}
	path, now := historyPath(network), time.Now()
	since, _ := in.since() // checked
	from := now.Add(-since)
	switch {
	case in.isSet("nodes"):
		return in.printIntervals(path, store.NodeState, text.Const("NODE"), text.Const("STATE"), from)
	case in.isSet("alerts"):
		return in.printIntervals(path, store.AlertOpen, text.Const("ALERT"), text.Const("SEVERITY"), from)
	}
	spans, err := store.ReadHistory(path, from)
	if err != nil {
		return err
	}
	saved, _ := store.Open(storePath(network)) // a read-only one has its content
	names := lookup.NewNames(saved, network, func() *config.Settings { return in.s.settings }, nil)
	member := saved.Member()
	if len(in.args) > 0 {
		index, err := memberOf(names, "VALIDATOR", in.args[0])
		if err != nil {
			return err
		}
		member = &index
	}
	total := live.Divide(spans, live.NoUnit, from, now)
	if len(total) == 0 {
		return &limitError{
			reason: fmt.Sprintf("no blocks of %s were observed since %s", network, text.Instant(from.Truncate(time.Second))),
			advice: "foredeck watch, the deck and blocks --follow record them",
		}
	}
	u := uptime{in: in, names: names, total: &total[0]}
	u.target, _ = in.target() // checked
	if member == nil {
		if in.given("by") {
			return usagef("--by: name a VALIDATOR")
		}
		return u.printMembers(network)
	}
	if size := len(u.total.Members); *member >= size && size > 0 {
		return usagef("validator %d is not in the committee: the blocks since %s have up to %d members, 0 to %d", *member, text.Instant(u.total.From.Truncate(time.Second)), size, size-1)
	}
	unit := live.Unit(slices.Index(live.UnitNames, in.value("by")) + 1)
	return u.printPeriods(network, *member, unit, live.Divide(spans, unit, from, now))
}

// memberOf returns the index of a committee member that is written as an index or as a name. argument is what the user calls it.
func memberOf(names *lookup.Names, argument, written string) (int, error) {
	if member, ok := names.FindMember(written); ok {
		return member, nil
	}
	index, err := strconv.ParseUint(written, 10, 16)
	if err != nil {
		return 0, usagef("%s %q: must be the index of a committee member, or a name from the config file", argument, written)
	}
	return int(index), nil
}

// uptime prints what is known of a time.
type uptime struct {
	in     *invocation
	names  *lookup.Names
	total  *live.Period
	target float64 // 0 if there is none
}

// votes returns the votes of a member in a period.
func (u *uptime) votes(p *live.Period, member int) (r votesReport) {
	m := p.Member(member)
	if author := u.names.AuthorOf(member); author != "" && p.Blocks > 0 {
		made, _ := p.Author(author)
		r.Proposed = &made.Blocks
	}
	if m.Blocks == 0 {
		return r
	}
	r.Blocks, r.Voted, r.Missed, r.LongestRun = &m.Blocks, new(m.Blocks-m.Missed), &m.Missed, &m.Longest
	r.Percent = new(live.Percent(m.Blocks-m.Missed, m.Blocks, 3).String())
	if m.Missed > 0 {
		r.FirstMiss, r.LastMiss = &m.FirstMiss, &m.LastMiss
	}
	return r
}

func (u *uptime) report(p *live.Period, member int) periodReport {
	r := periodReport{
		From: p.From.UnixMicro(), To: p.To.UnixMicro(), NotObserved: int64(p.NotObserved() / time.Second), votesReport: u.votes(p, member), period: p,
	}
	if p.Blocks > 0 || p.FirstEpoch > 0 {
		r.FirstEpoch, r.LastEpoch = &p.FirstEpoch, &p.LastEpoch
	}
	if p.Blocks > 0 {
		r.First, r.Last = &p.First, &p.Last
	}
	if p.Gaps > 0 {
		r.MeanGap, r.LongestGap, r.LongestAt = new(p.MeanGap().Milliseconds()), new(p.LongestGap.Milliseconds()), &p.LongestAt
	}
	if p.Rounds > 0 {
		r.Skipped = &p.Skipped
	}
	return r
}

// budget returns what is left of the error budget of a member, nil without a target or blocks.
func (u *uptime) budget(member int) *targetReport {
	m := u.total.Member(member)
	if u.target == 0 || m.Blocks == 0 {
		return nil
	}
	budget := uint64(math.Floor((1-u.target)*float64(m.Blocks) + 1e-6)) // 1-0.9 is less than a tenth
	t := &targetReport{
		Percent: strings.TrimSuffix(u.in.value("target"), "%"), Budget: budget, Left: int64(budget) - int64(m.Missed), IsMet: m.Missed <= budget,
	}
	if pace := u.total.MeanGap(); pace > 0 {
		t.LeftSeconds = new(int64(float64(t.Left) * pace.Seconds()))
	}
	return t
}

// about describes the time of all blocks.
func (u *uptime) about() text.Safe {
	about := text.Format("%s blocks since %s (%s)%s", text.Integer(u.total.Blocks), text.Instant(u.total.From.Truncate(time.Second)), u.total.Length(), u.total.Holes())
	if u.total.Sizes > 0 {
		about = text.Format("%s; the committee changed its size: an index may mean another member", about)
	}
	return about
}

// describe describes a target and its error budget.
func (t *targetReport) describe() text.Safe {
	state := text.Const("met")
	if !t.IsMet {
		state = text.Const("not met")
	}
	line := text.Format("target %s%%: %s; %s may be missed", text.Clean(t.Percent), state, text.Plural(int(t.Budget), "block"))
	if t.Left < 0 {
		return text.Format("%s, exceeded by %s", line, text.Integer(uint64(-t.Left)))
	}
	line = text.Format("%s, %s left", line, text.Integer(uint64(t.Left)))
	if t.LeftSeconds != nil {
		line = text.Format("%s: %s at the observed pace", line, live.FormatDuration(time.Duration(*t.LeftSeconds)*time.Second))
	}
	return line
}

func (u *uptime) printPeriods(network string, member int, unit live.Unit, periods []live.Period) error {
	r := uptimeReport{Network: network, Validator: member, Name: u.names.Member(member).String(), Total: u.report(u.total, member), Target: u.budget(member)}
	for i := range periods {
		r.Periods = append(r.Periods, u.report(&periods[i], member))
	}
	p := newPrinter(u.in.out(), u.in.format, periodColumns(unit))
	if u.in.prints("json") {
		return document(p, r, nil, nil)
	}
	if p.isForPeople() {
		title := text.Format("validator %s", render.IntDigits(member))
		if r.Name != "" {
			title = text.Format("%s %s", title, text.Clean(r.Name))
		}
		voted := text.Const("no certificates with votes")
		if r.Total.Percent != nil {
			voted = text.Format("%s%% voted, %s missed", text.Clean(*r.Total.Percent), text.Integer(*r.Total.Missed))
		}
		p.WriteString(text.Format("%s: %s of %s\n", title, voted, u.about()).String())
		if r.Target != nil {
			p.WriteString(r.Target.describe().String() + "\n")
		}
		p.WriteString("\n")
	}
	for i := range r.Periods {
		if err := p.print(&r.Periods[i]); err != nil {
			return err
		}
	}
	return p.end()
}

func (u *uptime) printMembers(network string) error {
	r := membersReport{Network: network, Total: u.report(u.total, -1)}
	for member := range u.total.Members {
		r.Members = append(r.Members, memberReport{member, u.names.Member(member).String(), u.votes(u.total, member), u.budget(member)})
	}
	columns := slices.Concat(record.Columns[memberReport]{
		{Name: "member", Title: text.Const("MEMBER"), Width: 6, Right: true, Text: func(m *memberReport) text.Safe { return render.IntDigits(m.Member) }},
		{Name: "name", Title: text.Const("NAME"), Width: 16, Blank: true, Text: func(m *memberReport) text.Safe { return text.Clean(m.Name) }},
	}, voteColumns(func(m *memberReport) *votesReport { return &m.votesReport }, nil))
	if u.target > 0 {
		columns = append(columns, record.Column[memberReport]{Name: "budget_left", Title: text.Const("BUDGET LEFT"), Width: 12, Right: true, Text: func(m *memberReport) text.Safe {
			if m.Target == nil {
				return text.Safe{}
			}
			return text.Clean(strconv.FormatInt(m.Target.Left, 10))
		}})
	}
	p := newPrinter(u.in.out(), u.in.format, columns)
	if u.in.prints("json") {
		return document(p, r, nil, nil)
	}
	if p.isForPeople() {
		p.WriteString(u.about().String() + "\n\n")
	}
	for i := range r.Members {
		if err := p.print(&r.Members[i]); err != nil {
			return err
		}
	}
	return p.end()
}

// voteColumns are the columns of the votes of a member. unknown says why there are none, in place of their number; nil if it is not known.
func voteColumns[P any](of func(P) *votesReport, unknown func(P) text.Safe) record.ColumnsOf[P] {
	number := func(name string, title text.Safe, width int, only string, value func(*votesReport) *uint64) record.ColumnOf[P] {
		return record.ColumnOf[P]{Name: name, Title: title, Width: width, Right: true, Only: only, Number: func(r P) *uint64 { return value(of(r)) }}
	}
	voted := record.ColumnOf[P]{Name: "percent", Title: text.Const("VOTED"), Width: 12, Right: true, Text: func(r P) text.Safe {
		if share := of(r).Percent; share != nil {
			return text.Clean(*share)
		}
		return text.Safe{}
	}}
	voted.Cell = func(r P) text.Safe {
		switch share := voted.Text(r); {
		case !share.IsEmpty():
			return text.Format("%s%%", share)
		case unknown != nil:
			return unknown(r)
		}
		return text.None
	}
	return record.ColumnsOf[P]{
		number("blocks", text.Const("BLOCKS"), 11, "", func(v *votesReport) *uint64 { return v.Blocks }),
		voted,
		number("voted", text.Safe{}, 0, "", func(v *votesReport) *uint64 { return v.Voted }),
		number("missed", text.Const("MISSES"), 9, "", func(v *votesReport) *uint64 { return v.Missed }),
		number("longest_run", text.Const("IN A ROW"), 9, "", func(v *votesReport) *uint64 { return v.LongestRun }),
		number("first_miss", text.Const("FIRST MISS"), 14, record.Wide, func(v *votesReport) *uint64 { return v.FirstMiss }),
		number("last_miss", text.Const("LAST MISS"), 14, record.Wide, func(v *votesReport) *uint64 { return v.LastMiss }),
		number("proposed", text.Const("PROPOSED"), 9, record.Wide, func(v *votesReport) *uint64 { return v.Proposed }),
	}
}

// periodColumns are the columns of the periods of a unit.
func periodColumns(unit live.Unit) record.Columns[periodReport] {
	at := func(micros int64) text.Safe { return text.Clean(strconv.FormatInt(micros, 10)) }
	layout := "2006-01-02 15:04"
	if unit == live.Day || unit == live.Week {
		layout = time.DateOnly
	}
	seconds := func(name string, title text.Safe, value func(*periodReport) *int64, scale time.Duration) record.Column[periodReport] {
		return record.Column[periodReport]{Name: name, Title: title, Width: 10, Right: true, Only: record.Wide, Text: func(r *periodReport) text.Safe {
			if value(r) == nil {
				return text.Safe{}
			}
			return at(*value(r))
		}, Cell: func(r *periodReport) text.Safe {
			if value(r) == nil {
				return text.None
			}
			return text.Format("%s s", live.FormatSeconds(time.Duration(*value(r))*scale))
		}}
	}
	isObserved := func(r *periodReport) text.Safe {
		if r.period.Blocks == 0 && r.period.Observed == 0 {
			return text.Const("not observed")
		}
		return text.None
	}
	columns := record.Columns[periodReport]{
		{Name: "from_us", Title: text.Const("FROM (UTC)"), Width: len(layout), Text: func(r *periodReport) text.Safe { return at(r.From) },
			Cell: func(r *periodReport) text.Safe { return text.Clean(r.period.From.UTC().Format(layout)) }},
		{Name: "to_us", Title: text.Const("TO"), Width: 16, Only: record.Wide, Text: func(r *periodReport) text.Safe { return at(r.To) },
			Cell: func(r *periodReport) text.Safe { return text.Clean(r.period.To.UTC().Format("2006-01-02 15:04")) }},
		{Name: "first_epoch", Number: func(r *periodReport) *uint64 { return r.FirstEpoch }}, {Name: "last_epoch", Number: func(r *periodReport) *uint64 { return r.LastEpoch }},
		{Title: text.Const("EPOCHS"), Width: 11, Right: true, Only: onlyIf(unit != live.ByEpoch, record.Wide), Cell: func(r *periodReport) text.Safe {
			return live.CommitteeBlocks{FirstEpoch: r.FirstEpoch, LastEpoch: r.LastEpoch}.Epochs()
		}},
		{Name: "first_height", Number: func(r *periodReport) *uint64 { return r.First }}, {Name: "last_height", Number: func(r *periodReport) *uint64 { return r.Last }},
	}
	columns = slices.Concat(columns, voteColumns(func(r *periodReport) *votesReport { return &r.votesReport }, isObserved))
	return append(columns,
		record.Column[periodReport]{Name: "not_observed_s", Title: text.Const("NOT OBSERVED"), Width: 12, Right: true, Text: func(r *periodReport) text.Safe { return at(r.NotObserved) },
			Cell: func(r *periodReport) text.Safe {
				if r.NotObserved == 0 {
					return text.None
				}
				return live.FormatDuration(r.period.NotObserved())
			}},
		seconds("mean_gap_ms", text.Const("MEAN GAP"), func(r *periodReport) *int64 { return r.MeanGap }, time.Millisecond),
		seconds("longest_gap_ms", text.Const("LONGEST"), func(r *periodReport) *int64 { return r.LongestGap }, time.Millisecond),
		record.Column[periodReport]{Name: "skipped_rounds", Title: text.Const("SKIPPED"), Width: 9, Right: true, Only: record.Wide, Number: func(r *periodReport) *uint64 { return r.Skipped }},
	)
}

// onlyIf returns the format that alone has a column if a condition holds.
func onlyIf(holds bool, format string) string {
	if holds {
		return format
	}
	return ""
}

// intervalReport is a row of --nodes and --alerts.
type intervalReport struct {
	Subject string `json:"subject"`
	State   string `json:"state"`
	From    int64  `json:"from_us"`
	To      int64  `json:"to_us"`

	interval *store.Interval
}

// printIntervals prints the states of nodes, or alerts.
func (in *invocation) printIntervals(path string, kind store.IntervalKind, subject, state text.Safe, from time.Time) error {
	found, err := store.ReadIntervals(path, kind, from)
	if err != nil {
		return err
	}
	rows := make([]intervalReport, len(found))
	for i := range found {
		n := &found[i]
		rows[i] = intervalReport{n.Subject, n.State, n.From.UnixMicro(), n.To.UnixMicro(), n}
	}
	at := func(name string, title text.Safe, of func(*intervalReport) time.Time) record.Column[intervalReport] {
		return record.Column[intervalReport]{Name: name, Title: title, Width: 19,
			Text: func(r *intervalReport) text.Safe { return text.Clean(strconv.FormatInt(of(r).UnixMicro(), 10)) },
			Cell: func(r *intervalReport) text.Safe { return text.Clean(of(r).Format(time.DateTime)) }}
	}
	return printRecords(in, record.Columns[intervalReport]{
		at("from_us", text.Const("FROM (UTC)"), func(r *intervalReport) time.Time { return r.interval.From }),
		at("to_us", text.Const("TO"), func(r *intervalReport) time.Time { return r.interval.To }),
		{Title: text.Const("LASTED"), Width: 6, Right: true, Cell: func(r *intervalReport) text.Safe { return live.FormatDuration(r.interval.To.Sub(r.interval.From)) }},
		{Name: "state", Title: state, Width: 10, Text: func(r *intervalReport) text.Safe { return text.Clean(r.State) }},
		{Name: "subject", Title: subject, Width: 24, Text: func(r *intervalReport) text.Safe { return text.Clean(r.Subject) }},
	}, rows)
}
