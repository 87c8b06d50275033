// blockwatch.go follows the chain of the open network on every screen: it adds new blocks to the index, evaluates alerts for each of
// them in order of height, and tells the visible screen that blocks have changed. All requests for new blocks come from it.

package follow

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

const (
	// knownBlocks is the number of blocks below the first one to follow in which a fork is noticed.
	knownBlocks = 500
	// headSaveInterval is the time between writes of the newest height.
	headSaveInterval = time.Minute
)

// Caller names the requests for new blocks to the loader.
var Caller = load.Caller{Screen: "chain"}

// Blocks follows the chain. It must be used from the program's update loop only.
type Blocks struct {
	deps *screen.Deps
	ctx  context.Context // of the network

	started  bool
	asked    time.Time // the value of shown when the node was last asked for its newest block
	isAsking bool      // head is that request
	shown    time.Time // since when a screen shows the chain, which is followed for it; zero: none does
	paused   bool
	head     load.State[client.Block] // search for the newest block
	tried    *atomic.Uint64           // highest height of the search so far
	stream   load.Stream[update]
	checks   load.Stream[[]health.Status] // of the nodes

	err          error     // why following failed
	retryAt      time.Time // zero: on request only
	failures     int       // in a row
	hints        int       // number of heights that were known at the last failure
	trouble      *client.BlockUpdate
	troubleSince time.Time

	headSaved time.Time
	lastSeen  time.Time // when the deck last ran
	pausedAt  time.Time
	absence   absence
}

// update is an update of the stream with the row of its block.
type update struct {
	client.BlockUpdate
	row live.Row
}

// NewBlocks returns a component that follows nothing.
func NewBlocks() *Blocks { return &Blocks{} }

// Switch makes the component serve another network, and starts to follow its chain if that is configured.
func (m *Blocks) Switch(ctx context.Context, deps *screen.Deps) {
	m.End()
	*m = Blocks{deps: deps, ctx: load.WithCaller(ctx, Caller), headSaved: deps.Now()}
	if m.wanted() {
		deps.Post(screen.FollowMsg{})
	}
}

// End stops following and stores the newest height.
func (m *Blocks) End() {
	if m.deps == nil {
		return
	}
	m.stop()
	m.checks.Stop()
	m.deps.SaveHead() // the store is written when the network is closed
}

// wanted reports whether to follow the chain before Blocks is opened: as configured, or for alerts that the user has set. A recording
// is not followed by itself.
func (m *Blocks) wanted() bool {
	return m.deps.End.IsZero() && (m.deps.Config.WatchBlocks || m.deps.Store.WatchesBlocks())
}

// Following returns the current state.
func (m *Blocks) Following() screen.Following {
	state := screen.Following{
		Started: m.isActive(), Brief: m.isActive() && !m.started, Paused: m.paused, Running: m.stream.Running(), Searching: m.head.Loading(), Err: m.err, RetryAt: m.retryAt,
		Trouble: m.trouble, TroubleSince: m.troubleSince, Wait: m.stream.Wait(),
	}
	if m.head.Loading() {
		state.Search = m.head.Status(m.deps.Now())
		state.Wait = state.Search.Wait
	}
	if m.tried != nil {
		state.Tried = m.tried.Load()
	}
	return state
}

// isActive reports whether the chain is followed, for alerts or for a screen.
func (m *Blocks) isActive() bool { return m.started || !m.shown.IsZero() }

// Update handles requests to follow or to pause, the clock, and what the node responds.
func (m *Blocks) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.FollowMsg:
		return m.start(msg.Retry), true
	case screen.ShowChainMsg:
		return m.show(msg.Shown), true
	case screen.PauseBlocksMsg:
		return m.pause(msg.Paused), true
	case load.Result[client.Block]:
		if !m.head.Accept(msg) {
			return nil, false // of a screen
		}
		return m.handleHead(msg), true
	case load.StreamBatch[update]:
		return m.handleBatch(msg), true
	case load.StreamBatch[[]health.Status]:
		return m.handleChecks(msg), true
	case screen.ClockMsg:
		return tea.Batch(m.clock(), m.checkNodes()), false
	}
	return nil, false
}

// start starts following the chain, until the network is closed. After a failure it waits for the next planned attempt, unless the
// user wants one now.
func (m *Blocks) start(retry bool) tea.Cmd {
	if retry && !m.started && !m.shown.IsZero() {
		m.failures, m.err, m.retryAt = 0, nil, time.Time{}
		return m.followShown()
	}
	wasShown := !m.started && !m.deps.Blocks.Complete()
	m.started = true
	if !retry && !m.retryAt.IsZero() {
		return nil
	}
	m.failures, m.err = 0, nil
	if _, hasFollowed := m.deps.Blocks.FollowFrom(); hasFollowed && wasShown && !m.paused { // alerts begin with the newest block
		m.stop()
		return m.findHead()
	}
	return m.follow()
}

// show follows the chain for a screen, or stops if that was the only reason. Recordings are not followed.
func (m *Blocks) show(shown bool) tea.Cmd {
	was := m.shown
	m.shown = time.Time{}
	if shown && m.deps.End.IsZero() {
		m.shown = m.deps.Now()
	}
	switch {
	case m.started:
		return nil
	case m.shown.IsZero():
		m.stop()
		m.retryAt = time.Time{}
		return nil
	case !was.IsZero():
		m.shown = was
	default:
		m.failures, m.err = 0, nil
	}
	return m.followShown()
}

// shownBlocks is the number of blocks before the newest one that are requested for a screen.
const shownBlocks = 21

// hintWait is how long a screen that shows the chain waits for a height to become known before the chain is searched from its start, on a
// node that does not say which block is its newest.
const hintWait = 3 * time.Second

// followShown follows the chain for a screen. After a while without blocks it continues at the newest one instead of catching up.
func (m *Blocks) followShown() tea.Cmd {
	newest, arrived := m.deps.Blocks.Newest()
	switch now := m.deps.Now(); {
	case m.paused || m.err != nil || m.stream.Running() || m.head.Loading():
		return nil
	case newest == nil && m.asked != m.shown:
		m.asked, m.isAsking = m.shown, true
		return m.askHead()
	case len(m.deps.HeadHints()) == 0 && now.Sub(m.shown) < hintWait:
		return nil
	case newest != nil && now.Sub(arrived) > maxCatchUp:
		return m.findHead()
	}
	return m.follow()
}

// follow starts following the chain, or searches for the newest block if no height is known.
func (m *Blocks) follow() tea.Cmd {
	if m.paused || m.stream.Running() || m.head.Loading() || m.deps.Blocks.Complete() {
		return nil
	}
	m.retryAt = time.Time{}
	from, ok := m.deps.Blocks.FollowFrom()
	if !ok {
		return m.findHead()
	}
	m.err, m.trouble = nil, nil
	source, known := m.deps.Source, m.deps.Blocks.Recent(from, knownBlocks)
	m.changed(screen.BlocksMsg{})
	return m.stream.Start(m.ctx, m.deps.Loader, func(ctx context.Context) iter.Seq2[update, error] {
		return func(yield func(update, error) bool) {
			for next, err := range source.WatchBlocks(ctx, from, client.AfterBlocks(known...), client.WithEventVotes()) {
				u := update{BlockUpdate: next}
				if next.Kind == client.BlockArrived || next.Kind == client.VotesArrived {
					u.row = live.NewRow(next.Block)
				}
				if !yield(u, err) {
					return
				}
			}
		}
	})
}

// findHead searches for the newest block, starting near known heights.
func (m *Blocks) findHead() tea.Cmd {
	tried := new(atomic.Uint64)
	m.tried, m.isAsking = tried, false
	node, source, hints := m.deps.Node, m.deps.Source, m.deps.HeadHints()
	m.changed(screen.BlocksMsg{})
	isProbed := m.started
	return m.head.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) {
		if !isProbed { // the search takes hundreds of requests on a node without blocks, which nobody asked for
			if block, err := probe(ctx, node, hints); err != nil {
				return block, err
			}
		}
		return source.FindHead(ctx, client.HeadSearch{Hints: hints, OnRound: func(heights []uint64) { tried.Store(heights[len(heights)-1]) }})
	})
}

// askHead asks the node for its newest block, without a search.
func (m *Blocks) askHead() tea.Cmd {
	source := m.deps.Source
	return m.head.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) {
		return source.FindHead(ctx, client.HeadSearch{Quick: true})
	})
}

// probe requests a block of a known height, to learn whether the node has blocks. The chain may have been replaced by a shorter one since
// the highest height was stored.
func probe(ctx context.Context, node *client.Node, hints []uint64) (block client.Block, err error) {
	heights := append(slices.Clone(hints), 1)
	slices.Sort(heights)
	for _, height := range slices.Backward(slices.Compact(heights)) {
		if block, err = node.Block(ctx, height); !errors.Is(err, client.ErrNotFound) {
			return block, err
		}
	}
	return block, err
}

// handleHead follows the chain from the newest block on.
func (m *Blocks) handleHead(msg load.Result[client.Block]) tea.Cmd {
	if err := m.head.Err(); err != nil {
		isUnknown := errors.Is(err, client.ErrUnsupported) || errors.Is(err, client.ErrNotFound)
		if m.isAsking && isUnknown && !m.started {
			m.isAsking = false
			m.head = load.State[client.Block]{}
			return m.followShown()
		}
		m.fail(err)
		return nil
	}
	head, blocks, reset := msg.Value, m.deps.Blocks, false
	if newest, _ := blocks.Newest(); newest != nil && newest.Height > head.Height { // from Home, of a chain that was replaced
		blocks.Clear()
		m.deps.Seen.ForgetHeight()
		reset = true
	}
	m.failures = 0
	blocks.Put(live.NewRow(head))
	m.deps.NoteHead(head)
	blocks.SetFollowed(head.Height)
	if !m.started { // a screen shows the intervals of some blocks before it
		blocks.SetFollowed(head.Height - min(head.Height, shownBlocks))
	}
	m.changed(screen.BlocksMsg{Replaced: reset, Reset: reset, Found: true})
	return m.follow()
}

const (
	firstRetry = time.Second      // after the first failure, and then twice as long each time
	lastRetry  = 30 * time.Second // the longest time between attempts
	// searchRetry is the time between searches on a node without blocks, each of which takes hundreds of requests.
	searchRetry = 5 * time.Minute
)

// fail stops following because of an error, and plans another attempt if that may succeed.
func (m *Blocks) fail(err error) {
	m.err, m.trouble = err, nil
	_, hasFollowed := m.deps.Blocks.FollowFrom()
	pause := min(firstRetry<<min(m.failures, 10), lastRetry)
	m.failures++
	m.hints = len(m.deps.HeadHints())
	switch m.deps.Explain(err).Kind {
	case load.Cancelled, load.InvalidArgument, load.NotRecorded:
		pause = 0
	case load.Unauthorized, load.Unsupported: // a node that has answered before may be one of several
		if pause = 0; hasFollowed {
			pause = lastRetry
		}
	case load.NotFound:
		pause = searchRetry
	}
	if m.retryAt = (time.Time{}); pause > 0 {
		m.retryAt = m.deps.Now().Add(pause)
	}
	m.deps.Loader.ReportHealth(err)
	m.changed(screen.BlocksMsg{})
}

// stop cancels all requests.
func (m *Blocks) stop() {
	m.stream.Stop()
	m.head.Cancel()
}

// pause pauses following, or resumes it. What happened meanwhile is reported in one alert.
func (m *Blocks) pause(paused bool) tea.Cmd {
	if m.paused == paused || !m.isActive() {
		return nil
	}
	m.paused = paused
	if paused {
		m.stop()
		m.pausedAt, m.err, m.retryAt, m.trouble = m.deps.Now(), nil, time.Time{}, nil
		m.changed(screen.BlocksMsg{})
		return nil
	}
	m.resumeAfter(m.pausedAt)
	return m.follow()
}

// changed tells the visible screen that the state or the blocks have changed.
func (m *Blocks) changed(msg screen.BlocksMsg) { m.deps.Post(msg) }

// clock starts following once that is configured, retries after a failure, and checks for a silent chain.
func (m *Blocks) clock() tea.Cmd {
	now := m.deps.Now()
	var cmds []tea.Cmd
	if !m.started && m.wanted() || m.retries() {
		m.started = m.started || m.wanted()
		cmds = append(cmds, m.follow())
	}
	if !m.isActive() {
		return nil
	}
	if !m.started {
		cmds = append(cmds, m.followShown())
	}
	m.noteTime()
	m.checkTime()
	if m.deps.Blocks.Complete() {
		m.stop()
	}
	if m.deps.Due(m.headSaved, headSaveInterval) {
		m.headSaved = now
		cmds = append(cmds, m.deps.SaveHead())
	}
	return tea.Batch(cmds...)
}

// retries reports whether to try again after a failure: the time has come, or a height near the newest block has become known.
func (m *Blocks) retries() bool {
	if m.retryAt.IsZero() {
		return false
	}
	return !m.deps.Now().Before(m.retryAt) || len(m.deps.HeadHints()) > m.hints
}

// handleBatch handles updates of the stream in order.
func (m *Blocks) handleBatch(msg load.StreamBatch[update]) tea.Cmd {
	next, ok := m.stream.Accept(msg)
	if !ok {
		return nil
	}
	m.noteTime()
	var changed screen.BlocksMsg
	for i := range msg.Items {
		m.apply(&msg.Items[i], &changed)
		if m.started {
			m.evaluate(&msg.Items[i])
		}
	}
	if len(msg.Items) > 0 {
		m.failures = 0
	}
	if msg.Err != nil && !errors.Is(msg.Err, context.Canceled) {
		m.fail(msg.Err)
	}
	m.changed(changed)
	return next
}

// apply applies an update to the index and to the state. It sets in changed what the screens must know.
func (m *Blocks) apply(u *update, changed *screen.BlocksMsg) {
	blocks, loader := m.deps.Blocks, m.deps.Loader
	switch u.Kind {
	case client.BlockArrived:
		blocks.Put(u.row)
		m.deps.NoteHead(u.Block)
		m.deps.Past.Block(&u.row)
		blocks.SetFollowed(u.Block.Height)
	case client.VotesArrived:
		blocks.Replace(u.row)
		m.deps.Past.Votes(&u.row)
	case client.BlocksSkipped:
		blocks.Skip(u.First, u.Last)
	case client.NodeBack:
		m.trouble = nil
		loader.ReportHealth(nil)
	case client.NodeSilent:
		loader.ReportHealth(u.Err)
		m.trouble, m.troubleSince = &u.BlockUpdate, m.deps.Now()
	case client.NodeBehind:
		m.trouble, m.troubleSince = &u.BlockUpdate, m.deps.Now()
	case client.ChainReplaced:
		blocks.Clear()
		m.deps.Seen.ForgetHeight()
		m.trouble, changed.Replaced, changed.Reset = nil, true, true
	case client.BlocksReplaced:
		blocks.RemoveFrom(u.First, u.Block)
		m.deps.Seen.ForgetHeight()
		m.trouble, changed.Replaced = nil, true
	}
}
