package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/text"
)

const (
	// onceBlocks is the number of newest blocks in which watch --once looks for the votes of the user's validator, unless more missed votes in a
	// row are needed for an alert. It must make few requests, as cron runs it again and again.
	onceBlocks = 4
	// maxHistory is the maximum number of blocks that watch --once evaluates.
	maxHistory = 1000
	// checkRounds is the maximum number of rounds, of a second each, until the state of each node is known. The timeout of a
	// request ends before the last one. A --timeout adds its own.
	checkRounds = 4
	// startTimeout limits a request for a recent height. The timeout of a request counts if it is given and longer.
	startTimeout = 2 * time.Second
	// maxSilence limits the time since the newest block that is evaluated.
	maxSilence = 24 * time.Hour
	// exitAlert is added to the kind of the worst open condition to give the exit code of watch --once.
	exitAlert = 11
)

// alertError is the result of watch --once if a condition is open. It is not printed: the output says what is wrong.
type alertError struct {
	kind config.AlertKind
}

func (e *alertError) Error() string { return "alert: " + e.kind.String() }

func (e *alertError) exitCode() int { return exitAlert + int(e.kind) }

// once evaluates the newest blocks and the nodes, and reports the conditions that are open now.
func (w *watcher) once(ctx context.Context) error {
	rules := w.monitor.Rules()
	rules[config.AlertWatchDown].Limit, rules[config.AlertNodeDown].Limit, rules[config.AlertNodeLagging].Limit = 0, 0, 0 // there is only one moment
	w.monitor.SetRules(rules, time.Now())
	start := w.startHeight(ctx)
	w.checker.SetHint(start)
	checked := w.checkNodes(ctx) // before the history, which is that of the best node
	head, failed := w.history(ctx, &rules, checked, start)
	if _, isUsage := errors.AsType[*usageError](failed); isUsage {
		return failed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	now := time.Now()
	w.monitor.Nodes(live.NodesOf(checked, w.explain), now)
	for _, other := range w.others {
		w.monitor.Watch(other.name, other.check(ctx), now)
	}
	open := w.monitor.Open()
	if err := w.printState(head, checked, now); err != nil {
		return err
	}
	var alerts []live.Alert
	for _, condition := range open {
		condition.Ended = time.Time{}
		alerts = append(alerts, live.Alert{Condition: condition, Phase: live.Begin, At: now, Text: condition.Text(live.Begin, now)})
	}
	if err := w.report(alerts); err != nil {
		return err
	}
	switch {
	case failed != nil:
		return failed
	case !slices.ContainsFunc(open, func(c live.Condition) bool { return c.Severity > config.Info }):
		return nil // what is only listed is not a fault
	}
	worst := &open[0]
	for i := range open {
		if c := &open[i]; c.Severity > worst.Severity || c.Severity == worst.Severity && c.Kind < worst.Kind {
			worst = c
		}
	}
	return &alertError{worst.Kind}
}

// startHeight returns a recent height of the chain, from which the newest block of each node is searched: that of --from-height, the newest
// block of the first node that says so, or that of a recent transaction, or what a search finds. It is 0 if there is none.
func (w *watcher) startHeight(ctx context.Context) uint64 {
	if hints, err := w.in.headHints(); err == nil && len(hints) > 0 {
		return slices.Max(hints)
	}
	timeout := startTimeout
	if w.in.given("timeout") {
		timeout = max(timeout, w.in.s.settings.Timeout)
	}
	limit := func(ask func(context.Context) uint64) uint64 {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		return ask(ctx)
	}
	without := 0 // nodes that serve no blocks
	for _, node := range w.clients {
		newest := limit(func(ctx context.Context) uint64 {
			head, err := node.FindHead(ctx, client.HeadSearch{Quick: true}) // the check says what is wrong with the node
			if _, isMissing := errors.AsType[*client.MissingCallError](err); isMissing {
				without++
			}
			return head.Height
		})
		if newest > 0 {
			return newest
		}
	}
	if without == len(w.clients) {
		return 0
	}
	if recent := limit(w.in.s.recentHeight); recent > 0 {
		return recent
	}
	head, _ := w.in.head() // one search is enough for all nodes
	return head.Height
}

// checkNodes checks the nodes, and waits while a request has no response yet: the first one to a node also waits for its connection.
func (w *watcher) checkNodes(ctx context.Context) (checked []health.Status) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.checker.SetOnce()
	rounds, limit := 0, checkRounds
	if w.in.given("timeout") {
		limit += int(w.in.s.settings.Timeout / health.DefaultInterval)
	}
	w.checker.Run(ctx, func(statuses []health.Status) {
		checked = statuses
		rounds++
		isOpen := func(s health.Status) bool {
			isPending := s.Head == nil && s.HeadErr == nil // the node responds, but its first check has not ended
			return s.State == health.Unknown || s.State == health.Silent || isPending
		}
		if rounds == limit || !slices.ContainsFunc(statuses, isOpen) {
			cancel()
		}
	})
	return checked
}

// newest returns the newest block: that of the best node that was checked, or else what a search from a recent height finds.
func (w *watcher) newest(ctx context.Context, checked []health.Status, start uint64) (client.Block, error) {
	best := uint64(0)
	var refused error
	for i := range checked {
		status := &checked[i]
		if status.State.IsCurrent() && status.Head != nil {
			best = max(best, status.Head.Height)
		}
		if errors.Is(status.HeadErr, client.ErrUnsupported) {
			refused = status.HeadErr
		}
	}
	if best > 0 {
		if block, err := w.in.s.node.Block(ctx, best); err == nil && block.Height == best {
			return block, nil
		}
	}
	switch {
	case best == 0 && refused != nil:
		return client.Block{}, refused // a search says the same, with many requests
	case start > 0:
		return w.in.head(start)
	}
	return w.in.head()
}

// history evaluates the newest blocks, some more for the votes of the user's validator, and the time since the newest one. head is nil if it was not
// found.
func (w *watcher) history(ctx context.Context, rules *config.Alerts, checked []health.Status, start uint64) (head *client.Block, err error) {
	found, err := w.newest(ctx, checked, start)
	if err != nil {
		return nil, err
	}
	w.checker.SetHint(found.Height)
	if err := w.checkMember(client.BlockUpdate{Kind: client.BlockArrived, Block: found}); err != nil {
		return nil, err
	}
	count := 2 // for the gap between them
	if w.monitor.Member() >= 0 {
		count = min(max(rules[config.AlertMissed].Count+1, onceBlocks), maxHistory)
	}
	pruned := func(uint64) {}
	if found.Epoch != nil {
		w.takeStakes(w.readStakes(ctx, w.stakesOf(*found.Epoch), nil))
	}
	var blocks []client.Block
	for block, err := range w.in.s.blocks(ctx, found, count, pruned) {
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, block)
	}
	if err := w.addVotes(ctx, blocks); err != nil {
		return nil, err
	}
	for _, block := range slices.Backward(blocks) {
		row := live.NewRow(block)
		at, _ := row.Time()
		w.monitor.Block(&row, at)
	}
	if found.Timestamp != nil {
		now, at := time.Now(), found.Timestamp.Time()
		for at = later(at, now.Add(-maxSilence)); at.Before(now); at = at.Add(time.Second) {
			w.monitor.Tick(at, true)
		}
	}
	return &found, nil
}

// addVotes adds the votes to blocks without certificates, as far as events have them. The newest block is the first one.
func (w *watcher) addVotes(ctx context.Context, blocks []client.Block) error {
	if w.monitor.Member() < 0 || len(blocks) == 0 || blocks[0].Certificate != nil {
		return nil
	}
	_ = w.in.s.node.AddEventVotes(ctx, blocks[1:]) // those of the newest one are not known yet; the warning says that there are none
	for i := range blocks {
		if blocks[i].Certificate != nil {
			return w.checkMember(client.BlockUpdate{Kind: client.VotesArrived, Block: blocks[i]})
		}
	}
	w.warn(text.Format("votes of validator %s are unknown: the node sends blocks without certificates; a consensus token may add them", live.Member(w.monitor.Member())))
	return nil
}

// printState prints the newest block and the nodes in the table format.
func (w *watcher) printState(head *client.Block, nodes []health.Status, now time.Time) error {
	if !w.printer.isForPeople() {
		return nil
	}
	block := text.Const("block not found")
	if head != nil {
		block = text.Format("block %s", text.Integer(head.Height))
		if head.Timestamp != nil {
			block = text.Format("%s, %s", block, text.Ago(head.Timestamp.Time(), now.UTC()))
		}
	}
	responding := 0
	for i := range nodes {
		if nodes[i].State.Responds() {
			responding++
		}
	}
	line := text.Format("%s; %s\n", block, text.Clean(fmt.Sprintf("%d of %d nodes respond", responding, len(nodes))))
	if len(w.monitor.Open()) == 0 && head != nil {
		line = text.Format("%sno alerts\n", line)
	}
	w.printer.WriteString(line.String())
	return w.printer.Flush()
}
