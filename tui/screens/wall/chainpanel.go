// chainpanel.go draws the panels of a wall about the followed chain: its head, block intervals, votes and alerts.

package wall

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Status returns how current the blocks are. isStale is set if the chain has been silent for longer than usual, or is not followed.
func Status(deps *screen.Deps) (status load.Status, isStale bool) {
	newest, arrived := deps.Blocks.Newest()
	following := deps.Following()
	status = load.Status{Has: newest != nil, Age: deps.Now().Sub(arrived), Loading: !following.Wait.IsEmpty(), Wait: following.Wait, Err: following.Err}
	if status.Err == nil && following.Trouble != nil {
		status.Err = following.Trouble.Err
	}
	_, late := deps.Quiet()
	return status, status.Has && (late || status.Err != nil || following.Paused)
}

// waiting explains why no block is known yet; nil if one is.
func waiting(deps *screen.Deps, width int) body {
	th, following := deps.Theme, deps.Following()
	newest, _ := deps.Blocks.Newest()
	switch {
	case newest != nil:
		return nil
	case following.Err != nil:
		failure := deps.Explain(following.Err)
		return words(append(text.WrapIn(th.Bad, failure.Reason, width, 3), text.WrapIn(th.Faint, failure.Advice, width, 2)...)...)
	case !following.Wait.IsEmpty():
		return words(following.Wait.In(th.Warn))
	case following.Paused:
		return words(text.In(th.Warn, "paused · %s on Blocks", deps.Key("blocks.pause")))
	}
	return words(text.In(th.Faint, "searching for the newest block"))
}

// headBody returns the height of the newest block.
func headBody(deps *screen.Deps, width int) body {
	if waits := waiting(deps, width); waits != nil {
		return waits
	}
	th := deps.Theme
	newest, _ := deps.Blocks.Newest()
	facts := []text.Line{
		{{Text: text.Const("epoch "), Style: th.Faint}, {Text: render.Number(newest.Epoch)}},
		{{Text: text.Const("round "), Style: th.Faint}, {Text: render.Number(newest.Round)}},
	}
	number := &widget.Number{Value: text.Integer(newest.Height), Style: th.Strong}
	if row := deps.Blocks.NewestVoted(); row != nil {
		voted, of := text.Integer(uint64(row.Votes)), text.Format(" of %s", text.Integer(uint64(row.Members)))
		number.Captions = []widget.Caption{oneNumber(text.In(th.Faint, "votes "), text.Span{Text: voted}, append([]text.Line{of.Line()}, facts...), width)}
	} else {
		number.Captions = widget.Captions(inOneLine(facts, width))
	}
	return large(number)
}

// oneNumber returns a caption with a number between texts. Of the facts after it, it has as many as there is room for.
func oneNumber(before text.Line, number text.Span, facts []text.Line, width int) widget.Caption {
	return widget.Caption{Before: before, Number: number, After: inOneLine(facts, width-before.Width()-text.Width(number.Text))}
}

// inOneLine joins facts, the most important first, as many as there is room for.
func inOneLine(facts []text.Line, width int) text.Line {
	line := slices.Clone(facts[0])
	for _, fact := range facts[1:] {
		const between = "   "
		if line.Width()+len(between)+fact.Width() <= width {
			line = append(append(line, text.Span{Text: text.Const(between)}), fact...)
		}
	}
	return line
}

// maxIntervals is the number of block intervals drawn.
const maxIntervals = 60

// gapBody returns the time since the newest block arrived, and the intervals before it.
func gapBody(deps *screen.Deps, width int) body {
	if waits := waiting(deps, width); waits != nil {
		return waits
	}
	th := deps.Theme
	_, arrived := deps.Blocks.Newest()
	since, style := max(deps.Now().Sub(arrived), 0), th.Good
	if _, late := deps.Quiet(); late || deps.Monitor.IsSlow(since.Truncate(time.Second)) {
		style = th.Warn
	}
	number := &widget.Number{Value: elapsed(since), Style: style, Longer: text.Consts("00s")}
	if intervals := deps.Blocks.Intervals(min(width, maxIntervals)); len(intervals) > 0 {
		sorted := slices.Sorted(slices.Values(intervals))
		in := func(name text.Safe, seconds time.Duration) text.Line {
			return text.Line{{Text: text.Format("%s ", name), Style: th.Faint}, {Text: live.FormatSeconds(seconds)}, {Text: text.Const(" s"), Style: th.Faint}}
		}
		median := text.Span{Text: live.FormatSeconds(sorted[len(sorted)/2])}
		number.Captions = append(widget.Captions(deps.GapBars(intervals).Silent()), oneNumber(text.In(th.Faint, "median "), median, []text.Line{
			text.In(th.Faint, " s"), in(text.Const("worst"), sorted[len(sorted)-1]), in(text.Const("p95"), sorted[min(len(sorted)*95/100, len(sorted)-1)]),
		}, width))
	}
	return large(number)
}

// elapsed formats a time with seconds for up to an hour: 7s, 3m05s, 2h10m.
func elapsed(since time.Duration) text.Safe {
	seconds := int(since / time.Second)
	switch {
	case seconds < 60:
		return text.Clean(fmt.Sprintf("%ds", seconds))
	case seconds < 3600:
		return text.Clean(fmt.Sprintf("%dm%02ds", seconds/60, seconds%60))
	}
	return text.Clean(fmt.Sprintf("%dh%02dm", seconds/3600, seconds/60%60))
}

const (
	minLabelWidth = 8
	maxLabelWidth = 26 // of which a third of the panel is used at most
)

// label returns the number and the name of a member.
func label(deps *screen.Deps, member int) text.Safe {
	return deps.Member(deps.Committees.Current(), member)
}

// votesBody returns the votes of the members that missed most.
func votesBody(deps *screen.Deps, width, height int) body {
	if waits := waiting(deps, width); waits != nil {
		return waits
	}
	th, mine := deps.Theme, deps.Monitor.Member()
	labelWidth := minLabelWidth
	if newest := deps.Blocks.NewestVoted(); newest != nil {
		for member := range int(newest.Members) {
			labelWidth = max(labelWidth, text.Width(label(deps, member))+1)
		}
	}
	labelWidth = min(labelWidth, max(width/3, minLabelWidth), maxLabelWidth)
	rows := make([]live.Row, max(min(width-labelWidth-live.MissedWidth, deps.Blocks.Len()), 0))
	for i := range rows {
		deps.Blocks.Read(len(rows)-1-i, &rows[i])
	}
	voters := live.Voters(rows, mine, false)
	if len(voters) == 0 {
		return words(text.In(th.Faint, "no certificates with votes"))
	}
	title := append(text.In(th.Faint, "MEMBER").Fit(labelWidth), live.VoteAxis(rows).In(th.Faint).Fit(len(rows))...)
	lines := []text.Line{append(title, text.Span{Text: text.Const("  MISS"), Style: th.Faint}).Silent()}
	listed := live.Listed(voters, max(height-1, 1))
	for _, voter := range listed {
		style := th.Text
		if voter.Member == mine {
			style = th.Accent
		}
		name := label(deps, voter.Member)
		line := text.Cut(name, labelWidth-1).In(style).Fit(labelWidth)
		labels := len(line)
		for i := range rows {
			mark, style := live.VoteMark(&th, &rows[i], voter.Member)
			line = live.AppendVote(line, labels, mark, style)
		}
		line = append(line, live.Misses(&th, voter)...)
		lines = append(lines, line.AnnounceAs(func() text.Safe { return live.AnnounceVotes(name, voter, rows) }))
	}
	if rest := len(voters) - len(listed); rest > 0 {
		lines = append(lines, text.In(th.Faint, "… %s more, %s", text.Integer(uint64(rest)), live.UnlistedVoters(voters, listed)))
	}
	return words(lines...)
}

// validatorBody returns how the user's validator voted.
func validatorBody(deps *screen.Deps, width int) body {
	th, member := deps.Theme, deps.Monitor.Member()
	if member < 0 {
		return words(append([]text.Line{text.In(th.Faint, "Choose your validator:")},
			text.WrapIn(th.Faint, text.Format("press %s on Blocks", deps.Key("blocks.my_validator")), width, 2)...)...)
	}
	if waits := waiting(deps, width); waits != nil {
		return waits
	}
	summary := deps.Blocks.Summary(member, deps.Names.IsOwn)
	if summary.Eligible == 0 {
		return words(text.In(th.Faint, "%s is not in the committee of the blocks so far", label(deps, member)))
	}
	style := th.Good
	if deps.Monitor.IsMissedOften(summary.Eligible-summary.Voted, summary.Eligible) {
		style = th.Warn
	}
	votes := widget.Caption{
		Before: text.Line{{Text: label(deps, member), Style: th.Accent}, {Text: text.Const(" voted for "), Style: th.Faint}},
		Number: text.Span{Text: text.Integer(uint64(summary.Voted))},
		After:  text.Format(" of %s blocks", text.Integer(uint64(summary.Eligible))).Line(),
	}
	share := text.Clean(fmt.Sprintf("%.1f%%", 100*float64(summary.Voted)/float64(summary.Eligible)))
	missed := text.In(th.Faint, "none missed")
	past, voted, isPast := deps.PastVotes(member, summary.Eligible)
	if isPast {
		votes.Number.Text = text.Integer(voted.Blocks - voted.Missed)
		votes.After = text.Line{{Text: text.Format(" of %s blocks", text.Integer(voted.Blocks))}, {Text: text.Format(" in %s", past.Length()), Style: th.Faint}}
		share = text.Format("%s%%", live.Percent(voted.Blocks-voted.Missed, voted.Blocks, 2))
		if voted.Missed > 0 {
			missed = text.In(th.Faint, "missed %s", text.Integer(voted.LastMiss))
		}
	}
	if last := summary.LastMissed; last != nil {
		missed = text.Line{{Text: text.Format("missed %s", text.Integer(last.Height)), Style: th.Bad}}
		if at, ok := last.Time(); ok {
			missed = append(missed, text.Span{Text: text.Format("  %s", text.Ago(at, deps.Now())), Style: th.Faint})
		}
	}
	if isPast {
		missed = append(missed, past.Holes().In(th.Faint)...)
	}
	if newest := deps.Blocks.Row(0); newest.Missed(member) {
		style = th.Bad
	}
	var marks text.Line
	for i := min(deps.Blocks.Len(), width, summary.Blocks) - 1; i >= 0; i-- {
		mark, style := live.VoteMark(&th, deps.Blocks.Row(i), member)
		marks = live.AppendVote(marks, 0, mark, style)
	}
	captions := append([]widget.Caption{votes}, widget.Captions(missed, marks.Silent())...)
	return large(&widget.Number{Value: share, Style: style, Captions: captions, Longer: text.Consts("100.0%")})
}

// alertsBody returns the open alerts, the newest first.
func alertsBody(deps *screen.Deps, width, height int) body {
	th := deps.Theme
	open := deps.Monitor.Open()
	if len(open) == 0 {
		return large(&widget.Number{Value: text.Integer(0), Style: th.Good, Captions: widget.Captions(text.In(th.Faint, "open alerts"))})
	}
	var lines []text.Line
	for i := range slices.Backward(open) {
		c := &open[i]
		style := th.Warn
		if c.Severity == config.Critical {
			style = th.Bad
		}
		lines = append(lines, text.WrapIn(style, text.Format("%s  %s", text.Age(c.Began, deps.Now()), c.Describe(deps.Now())), width, 2)...)
	}
	if len(lines) > height {
		lines = append(lines[:max(height-1, 0)], text.In(th.Faint, "%s open alerts", text.Integer(uint64(len(open)))))
	}
	return words(lines...)
}

// nodesBody returns how many nodes serve the chain, and the state of each.
func nodesBody(deps *screen.Deps, width int) body {
	th, statuses := deps.Theme, deps.Checks.Statuses
	if len(statuses) == 0 {
		return words(text.WrapIn(th.Faint, text.Const("no node was checked yet"), width, 3)...)
	}
	serving := 0
	var lines []text.Line
	for i := range statuses {
		s := &statuses[i]
		style := th.Good
		switch {
		case s.State.IsCurrent():
			serving++
		case s.CheckedAt.IsZero():
			style = th.Faint
		default:
			style = th.Bad
		}
		line := text.Line{{Text: text.Format("%s  ", text.Clean(s.Name)), Style: th.Faint}, {Text: text.Clean(strings.ReplaceAll(s.State.String(), "_", " ")), Style: style}}
		if s.Lag > 0 {
			line = append(line, text.Span{Text: text.Format("  %s behind", text.Plural(int(s.Lag), "block")), Style: th.Warn})
		}
		if s.P50 > 0 {
			line = append(line, text.Span{Text: text.Format("  %s ms", text.Integer(uint64(s.P50.Milliseconds()))), Style: th.Faint})
		}
		lines = append(lines, line)
	}
	style := th.Good
	if serving < len(statuses) {
		style = th.Bad
	}
	captions := append([]text.Line{text.In(th.Faint, "of %s", text.Plural(len(statuses), "node"))}, lines...)
	return large(&widget.Number{Value: text.Integer(uint64(serving)), Style: style, Captions: widget.Captions(captions...)})
}
