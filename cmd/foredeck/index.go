package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

func init() {
	runners["index"] = &runner{check: checkIndex, open: openIndexed, run: runIndex}
}

func checkIndex(in *invocation) error {
	_, _, fromErr := in.indexFrom()
	isLocal := in.isSet("status") || in.isSet("remove")
	return cmp.Or(
		wrongIf(in.recordTo != "" || in.replay != "", "--record and --replay: not supported by index"),
		wrongIf(in.isSet("status") && in.isSet("remove"), "--status and --remove: use only one of them"),
		wrongIf(isLocal && (in.given("from") || in.isSet("follow") || len(in.args) > 0), "--status and --remove: ADDRESS, --from and --follow do not apply to them"),
		wrongIf(in.isSet("follow") && len(in.args) > 0, "--follow: not supported with ADDRESS; run the command again to add what is new"),
		fromErr,
		in.readDatabase("to"))
}

// indexFrom returns --from: a height, or an age.
func (in *invocation) indexFrom() (height *uint64, age time.Duration, err error) {
	written := in.value("from")
	if written == "" {
		return nil, 0, nil
	}
	if number, err := strconv.ParseUint(written, 10, 63); err == nil {
		return &number, 0, nil
	}
	if age, err = parseSpan(written); err != nil || age <= 0 {
		return nil, 0, usagef("--from %q: must be a height, or an age such as 12h or 7d", written)
	}
	return nil, age, nil
}

// openIndexed connects to the network, unless the command needs only its file. Blocks are never requested twice at once: looking for that
// takes as long as decoding them.
func openIndexed(in *invocation) (*session, error) {
	if in.isSet("status") || in.isSet("remove") {
		return openSettings(in)
	}
	return in.openWith(in.cmd, opening{change: func(policy *transport.Policy) { policy.Coalesce = false }})
}

// indexPath returns the path of the index of the network.
func (s *session) indexPath() (string, error) {
	if len(s.settings.Network.BaseURLs) == 0 {
		return "", usagef("the simulated network inside the program has no index, as its chain is new each time: name another one with --network")
	}
	folder, err := cacheFolder()
	return filepath.Join(folder, "index-"+fileName(s.settings.Network.Name)+".db"), err
}

// noIndex is the error of a command that needs an index.
func noIndex(network, path string) error {
	return &limitError{
		reason: fmt.Sprintf("no index of %s: %s does not exist", network, path), advice: "make one with foredeck index --from 7d, on the same network",
		cause: index.ErrNone,
	}
}

// indexReport is the JSON of index.
type indexReport struct {
	Network string `json:"network"`
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"`
	index.Coverage
	index.Totals
	Added *addedReport `json:"added"` // null with --status
}

// addedReport is what a run has added.
type addedReport struct {
	Blocks       int   `json:"blocks"`
	Transactions int   `json:"transactions"`
	Events       int   `json:"events"`
	Milliseconds int64 `json:"duration_ms"`
}

func runIndex(in *invocation) error {
	network := in.s.settings.Network.Name
	path, err := in.s.indexPath()
	switch {
	case in.database != nil && in.isSet("remove"):
		return in.removeDatabase()
	case in.database != nil && in.isSet("status"):
		return in.printIndex(path, nil)
	case err != nil:
		return err
	case in.isSet("remove"):
		size := index.Size(path)
		if size == 0 {
			return noIndex(network, path)
		}
		if err := index.Remove(path); err != nil {
			return err
		}
		return in.printLines(indexReport{Network: network, Path: path, Bytes: 0}, text.Format("removed %s (%s)", text.Clean(path), mebibytes(size)))
	case in.isSet("status"):
		return in.printIndex(path, nil)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50) // blocks are short-lived; it runs for hours beside other programs
	}
	x := &indexing{in: in, network: network, path: path, began: time.Now(), progress: in.newProgress()}
	err = x.run()
	x.progress.clear()
	if reported := x.report(); reported != nil && err == nil {
		err = reported
	}
	if in.database != nil {
		return explainDatabase(err)
	}
	return explainIndex(err, path)
}

// explainIndex says what to do about an error of the index.
func explainIndex(err error, path string) error {
	switch {
	case errors.Is(err, index.ErrOtherChain):
		return &limitError{reason: err.Error(), advice: "foredeck index --remove removes it", cause: err}
	case errors.Is(err, index.ErrScope):
		return &limitError{reason: err.Error() + " (" + path + ")", advice: "continue it as it is, or remove it with foredeck index --remove", cause: err}
	case errors.Is(err, index.ErrNewer):
		return &limitError{reason: err.Error(), advice: "use that version, or remove the index with foredeck index --remove and make it again", cause: err}
	case errors.Is(err, index.ErrForeign):
		return &limitError{reason: err.Error(), advice: "foredeck index --remove removes it", cause: err}
	}
	return err
}

// indexing is a run of index.
type indexing struct {
	in            *invocation
	network, path string
	began         time.Time
	progress      *progress
	indexer       *index.Indexer
	added         index.Progress
}

// run opens the index and adds to it.
func (x *indexing) run() (err error) {
	in, scope := x.in, index.Blocks
	if len(in.args) > 0 {
		scope = index.Accounts
	}
	accounts := make([]move.Address, len(in.args))
	for i, written := range in.args {
		if accounts[i], err = in.s.address(written); err != nil {
			return err
		}
	}
	head, err := in.head()
	if err != nil {
		return err
	}
	store, err := x.open(scope, head)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	x.indexer = &index.Indexer{Node: in.s.node, Store: store, OnProgress: x.onProgress}
	if len(accounts) > 0 {
		return x.lists(accounts, head)
	}
	return x.blocks(head)
}

// closableStore is a store that ends.
type closableStore interface {
	index.Store
	Close() error
}

// open opens the file or the database of the index.
func (x *indexing) open(scope string, head client.Block) (closableStore, error) {
	if x.in.database != nil {
		return index.CreatePostgres(x.in.ctx(), x.in.database, scope, x.in.chainID(head))
	}
	return index.Create(x.in.ctx(), x.path, scope)
}

// lists adds the lists of accounts.
func (x *indexing) lists(accounts []move.Address, head client.Block) error {
	first, err := x.first(head, 0)
	for _, account := range accounts {
		if err == nil {
			err = x.indexer.Lists(x.in.ctx(), account, first, head.Height)
		}
	}
	return err
}

// blocks adds whole blocks up to the head, and follows it.
func (x *indexing) blocks(head client.Block) error {
	ctx := x.in.ctx()
	if err := x.indexer.CheckChain(ctx); err != nil {
		return x.explainUnsupported(err)
	}
	first, err := x.first(head, defaultAge)
	if err != nil {
		return x.explainUnsupported(err)
	}
	err = x.indexer.Run(ctx, first, head.Height)
	isFollowing := x.in.isSet("follow")
	if err != nil && !(isFollowing && isAhead(err)) {
		return x.explainUnsupported(err)
	}
	if !isFollowing {
		return nil
	}
	return x.follow(first, head.Height+1)
}

// isAhead reports whether an error is that of a block that the node will have: it has its header already.
func isAhead(err error) bool {
	return errors.Is(err, client.ErrNotFound) && !errors.Is(err, client.ErrPruned)
}

// explainUnsupported says what to do where nodes have no blocks with transactions.
func (x *indexing) explainUnsupported(err error) error {
	if !errors.Is(err, client.ErrUnsupported) {
		return err
	}
	return &limitError{reason: fmt.Sprintf("the nodes of %s have no blocks with transactions", x.network), advice: "name accounts to index their lists: foredeck index ADDRESS", cause: err}
}

// defaultAge is the age of the oldest block of a new index without --from.
const defaultAge = 24 * time.Hour

// first returns the lowest height: that of --from, or where the index begins, or that of an age, or 0.
func (x *indexing) first(head client.Block, age time.Duration) (uint64, error) {
	height, given, err := x.in.indexFrom()
	if err != nil {
		return 0, err
	}
	low, since := uint64(0), int64(0)
	begin, isBegun, err := x.indexer.Store.First(x.in.ctx())
	switch {
	case err != nil:
		return 0, err
	case height != nil && *height > head.Height:
		return 0, usagef("--from %d: above the newest block, %d", *height, head.Height)
	case height != nil:
		low = *height
	case given == 0 && isBegun:
		return begin, nil
	default:
		age = cmp.Or(given, age)
	}
	if age > 0 && head.Timestamp != nil {
		since = int64(*head.Timestamp) - age.Microseconds()
	}
	if age == 0 && len(x.in.args) > 0 {
		return low, nil
	}
	first, err := x.indexer.FirstHeight(x.in.ctx(), low, head, since)
	if err == nil && height != nil && first > low {
		x.note("the node has no blocks below %s", text.Integer(first))
	}
	return first, err
}

// note prints a line on stderr.
func (x *indexing) note(format string, values ...any) {
	x.progress.clear()
	fmt.Fprintf(x.in.stderr(), "foredeck: "+format+"\n", values...)
}

// follow adds new blocks until the context ends.
func (x *indexing) follow(first, next uint64) error {
	ctx := x.in.ctx()
	for update, err := range x.in.s.node.WatchBlocks(ctx, next) {
		switch {
		case err != nil:
			return err
		case update.Kind == client.BlockArrived:
			err = x.indexer.Run(ctx, first, update.Block.Height)
		case update.Kind == client.BlocksSkipped:
			err = x.indexer.Run(ctx, first, update.Last)
		case update.Kind == client.ChainReplaced, update.Kind == client.BlocksReplaced:
			return fmt.Errorf("%w: %s", index.ErrOtherChain, describeUpdate(update, x.in.endpoint))
		default:
			x.note("%s", describeUpdate(update, x.in.endpoint))
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, index.ErrOtherChain):
			return err
		case err != nil && !isAhead(err): // the next block tries again
			x.note("%s; retrying with the next block", load.Explain(err, x.in.endpoint).Reason)
		}
	}
	return nil // ctrl+c is how it ends
}

// onProgress draws the progress: heights, rate and size.
func (x *indexing) onProgress(p index.Progress) {
	x.added = p
	if x.progress == nil {
		return
	}
	done := text.Format("%s transactions", text.Integer(uint64(p.Transactions)))
	if p.Last >= p.First && p.Next > p.First {
		done = text.Format("height %s of %s, %s", text.Integer(p.Next-1), text.Integer(p.Last), done) // in 80 columns, also of a long chain
	}
	rate := float64(p.Transactions) / max(time.Since(x.began).Seconds(), 0.001)
	x.progress.shown = true
	line := text.Format("%s, %s/s", done, text.Integer(uint64(rate)))
	if x.in.database == nil {
		line = text.Format("%s, %s", line, mebibytes(index.Size(x.path)))
	}
	fmt.Fprintf(x.progress.out, "\r%s\x1b[K", line)
}

// mebibytes returns a size: 31.4 MiB.
func mebibytes(bytes int64) text.Safe {
	return text.Clean(strconv.FormatFloat(float64(bytes)/(1<<20), 'f', 1, 64) + " MiB")
}

// report prints what the index has, if there is one, and what was added.
func (x *indexing) report() error {
	if x.indexer == nil {
		return nil
	}
	return x.in.printIndex(x.path, &addedReport{x.added.Blocks, x.added.Transactions, x.added.Events, time.Since(x.began).Milliseconds()})
}

// printIndex prints what an index has.
func (in *invocation) printIndex(path string, added *addedReport) (err error) {
	network, ctx := in.s.settings.Network.Name, context.WithoutCancel(in.ctx()) // after ctrl+c too
	r := indexReport{Network: network, Path: path, Bytes: index.Size(path), Added: added}
	if in.database != nil {
		err = in.databaseStatus(ctx, &r)
	} else {
		err = in.fileStatus(ctx, &r)
	}
	if err != nil {
		return err
	}
	return in.printLines(r, indexLines(&r)...)
}

// fileStatus reads what the index in a file has.
func (in *invocation) fileStatus(ctx context.Context, r *indexReport) (err error) {
	reader, err := index.Open(ctx, r.Path)
	switch {
	case errors.Is(err, index.ErrNone):
		return noIndex(r.Network, r.Path)
	case err != nil:
		return explainIndex(err, r.Path)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	return r.read(ctx, reader)
}

// read reads what an index has.
func (r *indexReport) read(ctx context.Context, reader indexReader) (err error) {
	if r.Coverage, err = reader.Coverage(ctx); err != nil {
		return err
	}
	r.Totals, err = reader.Totals(ctx)
	return err
}

// indexLines describes an index.
func indexLines(r *indexReport) []text.Safe {
	lines := []text.Safe{text.Format("%s: %s transactions, %s", text.Clean(r.Path), text.Integer(uint64(r.Transactions)), mebibytes(r.Bytes))}
	for _, covered := range r.Blocks {
		lines = append(lines, text.Format("heights %s to %s, whole blocks", text.Integer(covered.First), text.Integer(covered.Last)))
	}
	for _, covered := range r.Accounts {
		lines = append(lines, text.Format("heights %s to %s of %s, its lists of sent and of coin transactions", text.Integer(covered.First), text.Integer(covered.Last), text.Clean(covered.Account)))
	}
	if len(r.Blocks)+len(r.Accounts) == 0 {
		lines = append(lines, text.Const("nothing is covered yet: run it again to continue"))
	}
	if r.NewestTime > 0 {
		lines = append(lines, text.Format("from %s to %s", text.Instant(time.UnixMicro(r.OldestTime).UTC()), text.Instant(time.UnixMicro(r.NewestTime).UTC())))
	}
	if r.Added != nil {
		seconds := max(float64(r.Added.Milliseconds)/1000, 0.001)
		lines = append(lines, text.Format("added %s transactions and %s events in %s s: %s/s", text.Integer(uint64(r.Added.Transactions)), text.Integer(uint64(r.Added.Events)),
			text.Clean(strconv.FormatFloat(seconds, 'f', 1, 64)), text.Integer(uint64(float64(r.Added.Transactions)/seconds))))
	}
	return lines
}
