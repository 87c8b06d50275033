package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/client/webhook"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/metrics"
	"foredeck/tui/notify"
	"foredeck/tui/record"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

const (
	// followRetry is the time between two searches for the newest block while no node responds.
	followRetry = 2 * time.Second
	// hintPatience is how long the first check of the nodes waits for a height to start at. Without one it takes many requests.
	hintPatience = time.Second
	// deliveryGrace is how long the end of the command waits for alerts that are being sent.
	deliveryGrace = 5 * time.Second
)

func init() {
	runners["watch"] = &runner{check: checkWatch, print: printMonitoring, open: openBlocks, run: watchNetwork}
}

func watchNetwork(in *invocation) error {
	w, err := newWatcher(in)
	if err != nil {
		return err
	}
	defer w.stop()
	if in.isSet("once") {
		return w.once(in.ctx())
	}
	return w.run(in.ctx())
}

// printMonitoring prints what Prometheus and Grafana need for the metrics.
func printMonitoring(in *invocation) (done bool, err error) {
	switch {
	case in.isSet("rules"):
		_, err = io.WriteString(in.out(), metrics.Rules)
	case in.isSet("dashboard"):
		err = metrics.WriteDashboard(in.out())
	default:
		return false, nil
	}
	return true, err
}

func checkWatch(in *invocation) error {
	address, given := in.value("listen"), in.given("listen")
	_, _, malformed := net.SplitHostPort(address)
	_, err := in.headHints()
	return cmp.Or(
		wrongIf(in.recordTo != "" || in.replay != "", "--record and --replay: not supported by watch"),
		wrongIf(in.isSet("once") && given, "--once and --listen: use only one of them"),
		wrongIf(in.isSet("rules") && in.isSet("dashboard"), "--rules and --dashboard: use only one of them"),
		checkOthers(in),
		wrongIf(given && malformed != nil, "--listen %q: must be host:port, such as 127.0.0.1:9464", address),
		err)
}

// watcher watches a network without the deck. Its fields are used by one goroutine; others send to its channels.
type watcher struct {
	in        *invocation
	settings  *config.Settings // those of the session, until the config file changes
	monitor   *live.Monitor
	metrics   *metrics.Metrics
	checker   *health.Checker
	clients   []*client.Node // of the checker
	receivers notify.Receivers
	printer   *printer[*notify.Message]
	past      *store.History // nil with --once

	notifier   *notify.Notifier
	cancel     context.CancelFunc // of the notifier
	deliveries sync.WaitGroup
	committee  int32          // members of the last block that says so
	failures   chan text.Safe // of receivers
	heartbeat  *webhook.Client
	beaten     time.Time // last heartbeat
	read       time.Time // last look at what the deck has stored
	others     []otherWatch
	queries    chan stakeQuery // the newest one that followStakes has not taken
	asked      *stakeQuery     // the last one
	stakePools *lookup.Names
	isPoolless bool // the user knows that the stake pool is not known
	vital      vital
}

func newWatcher(in *invocation) (*watcher, error) {
	settings := in.s.settings
	saved, _ := store.Open(storePath(in.endpoint.Network)) // a read-only one has its content
	ctx, cancel := context.WithCancel(context.WithoutCancel(in.ctx()))
	w := &watcher{
		in: in, settings: settings, monitor: live.NewMonitor(saved.AlertRules(settings.Alerts), live.MonitorState{}), printer: newPrinter(in.out(), in.format, watchColumns),
		others: othersOf(in), notifier: notify.New(ctx), cancel: cancel, failures: make(chan text.Safe), queries: make(chan stakeQuery, 1), heartbeat: webhook.New(),
	}
	w.setReceivers()
	names := w.names(saved)
	w.metrics = metrics.New(programVersion(), names)
	if _, err := w.setValidator(saved, names); err != nil {
		w.stop()
		return nil, err
	}
	nodes, err := in.s.healthNodes()
	for i := range nodes {
		if parsed, err := url.Parse(nodes[i].BaseURL); err == nil && strings.HasPrefix(nodes[i].Name, ":") {
			nodes[i].Name = parsed.Host // receivers and metrics need the host too
		}
	}
	w.checker = in.s.newChecker(nodes)
	if in.given("timeout") {
		w.checker.SetTimeout(settings.Timeout)
	}
	for _, node := range nodes {
		w.clients = append(w.clients, node.Client)
	}
	if err != nil {
		w.stop()
		return nil, err
	}
	return w, nil
}

// setReceivers takes the receivers from the settings.
func (w *watcher) setReceivers() {
	w.receivers = receiversOf(w.settings, w.in.endpoint.Network, w.in.getenv)
	w.receivers.Outbox = storePath(w.in.endpoint.Network) + "-watch-outbox"
}

// names returns the names of the settings and of what the deck has stored. They can be used concurrently.
func (w *watcher) names(saved *store.Store) *lookup.Names {
	settings := w.settings
	names := lookup.NewNames(saved, w.in.endpoint.Network, func() *config.Settings { return settings }, nil)
	names.List() // completes them
	return names
}

// setValidator sets the user's validator: that of --validator, or else the one that was set in the deck.
func (w *watcher) setValidator(saved *store.Store, names *lookup.Names) ([]live.Alert, error) {
	if written := w.in.value("validator"); written != "" {
		member, err := memberOf(names, "--validator", written)
		if err != nil {
			return nil, err
		}
		saved.SetMember(&member) // not written to the file
	}
	member := saved.Member()
	if member == nil && w.monitor.Member() < 0 {
		return nil, nil
	}
	validator := live.Validator{Member: member}
	if member != nil {
		validator.Name = names.Member(*member).String()
		validator.Proposer = func(author string) string { return names.Author(author).String() }
		if names.KnowsOwn() {
			validator.IsAuthor = names.IsOwn
		}
	}
	if w.committee > 0 && validator.Member != nil && w.monitor.Member() != *member {
		w.committee = -1 // the next block says whether it is in the committee
	}
	w.stakePools = names
	w.metrics.SetValidator(member)
	return w.monitor.SetValidator(validator, time.Now()), nil
}

// stop waits for alerts that are being sent, and releases what the watcher uses.
func (w *watcher) stop() {
	sent := make(chan struct{})
	go func() {
		w.deliveries.Wait()
		close(sent)
	}()
	limit := time.NewTimer(deliveryGrace)
	defer limit.Stop()
	for isOver := false; !isOver; {
		select {
		case failure := <-w.failures:
			w.warn(failure)
		case <-sent:
			isOver = true
		case <-limit.C:
			w.cancel() // the deliveries end
		}
	}
	if left := w.notifier.Waiting(); left > 0 {
		w.warn(text.Format("%s not sent yet: the next watch sends what waits", text.Plural(left, "alert")))
	}
	w.cancel()
	w.notifier.Close()
	for _, node := range w.clients {
		node.CloseIdleConnections()
	}
}

// warn prints a line on stderr.
func (w *watcher) warn(line text.Safe) { fmt.Fprintf(w.in.stderr(), "foredeck: %s\n", line) }

// run watches until the context ends, or the node does not serve blocks at all.
func (w *watcher) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()
	if w.in.given("listen") {
		served, err := w.serveMetrics(ctx)
		if err != nil {
			return err
		}
		defer served.Wait()
		defer cancel()
	}
	w.past = w.in.s.openHistory()
	w.resume()
	stakes := make(chan stakes)
	workers.Go(func() { w.followStakes(ctx, stakes) })
	updates, statuses := make(chan blockUpdate), make(chan []health.Status)
	workers.Go(func() { w.follow(ctx, updates) })
	check := sync.OnceFunc(func() {
		workers.Go(func() {
			w.checker.Run(ctx, func(checked []health.Status) {
				select {
				case statuses <- checked:
				case <-ctx.Done():
				}
			})
		})
	})
	prices := newPriceAlerts(w.in)
	configFile := w.watchConfig(ctx)
	others := make(chan otherState)
	for _, other := range w.others {
		workers.Go(func() { other.follow(ctx, others) })
	}
	defer func() {
		cancel()
		if err := prices.end(); err != nil {
			w.warn(text.Format("past alerts are not stored: %s", text.Clean(err.Error())))
		}
	}()
	waitForHint := time.After(hintPatience)
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		var alerts []live.Alert
		select {
		case <-ctx.Done():
			return nil
		case update := <-updates:
			if update.err != nil {
				return update.err
			}
			if err := w.checkMember(update.BlockUpdate); err != nil {
				return err
			}
			alerts = w.update(update.BlockUpdate)
			check()
		case <-waitForHint:
			check()
		case checked := <-statuses:
			w.metrics.SetNodes(checked)
			w.vital.noteNodes(checked)
			w.metrics.SetReceivers(w.notifier.Deliveries(w.receivers))
			w.beat(ctx, checked)
			nodes, now := live.NodesOf(checked, w.explain), time.Now()
			w.past.Nodes(nodes, now)
			alerts = w.monitor.Nodes(nodes, now)
		case _, open := <-configFile:
			if !open {
				configFile = nil
				continue
			}
			alerts = w.reload()
		case read := <-stakes:
			alerts = w.takeStakes(read)
		case other := <-others:
			alerts = w.monitor.Watch(other.name, other.reason, time.Now())
		case failure := <-w.failures:
			w.metrics.NotificationFailed()
			w.warn(failure)
		case <-ticker.C:
			w.vital.beat()
			stored, err := w.readStored(prices)
			if err != nil {
				w.warn(text.Clean(err.Error()))
			}
			if err := w.past.Failure(); err != nil {
				w.warn(text.Clean(err.Error()))
			}
			prices.tick(ctx)
			alerts = append(w.monitor.Tick(time.Now(), true), stored...)
		case msg := <-prices.messages:
			alerts = prices.handle(ctx, msg, w.monitor)
		}
		if err := w.report(alerts); err != nil {
			return err
		}
	}
}

// resume sends the alerts that the last watch could not send.
func (w *watcher) resume() {
	switch count, err := w.notifier.Resume(w.receivers); {
	case err != nil:
		w.warn(text.Clean(err.Error()))
	case count > 0:
		w.warn(text.Format("%s of an earlier watch still to send", text.Plural(count, "alert")))
	}
}

// beat tells the heartbeat service that the watch is well, as long as a node responds: otherwise it sees nothing.
func (w *watcher) beat(ctx context.Context, checked []health.Status) {
	settings := w.settings
	responds := slices.ContainsFunc(checked, func(s health.Status) bool { return s.State.Responds() })
	if settings.Heartbeat == "" || !responds || time.Since(w.beaten) < settings.HeartbeatEvery {
		return
	}
	w.beaten = time.Now()
	w.deliveries.Go(func() {
		document, _ := json.Marshal(map[string]string{"text": "foredeck watch watches " + w.in.endpoint.Network})
		if err := w.heartbeat.Post(ctx, settings.Heartbeat, document); err != nil && ctx.Err() == nil {
			w.failures <- text.Format("heartbeat failed: %s", text.Clean(err.Error()))
		}
	})
}

// explain describes an error in one line.
func (w *watcher) explain(err error) string { return load.Explain(err, w.in.endpoint).Reason.String() }

var watchColumns = record.Columns[notify.Message]{
	{Title: text.Const("TIME"), Width: 20, Cell: func(m *notify.Message) text.Safe { return text.Clean(m.Time.Format(time.RFC3339)) }},
	{Title: text.Const("SEVERITY"), Width: 8, Cell: func(m *notify.Message) text.Safe { return text.Clean(m.Severity) }},
	{Title: text.Const("PHASE"), Width: 8, Cell: func(m *notify.Message) text.Safe { return text.Clean(m.Phase) }},
	{Title: text.Const("KIND"), Width: 12, Cell: func(m *notify.Message) text.Safe { return text.Clean(m.Kind) }},
	{Title: text.Const("ALERT"), Cell: func(m *notify.Message) text.Safe { return text.Clean(m.Text) }},
}

// report prints alerts, counts them and sends them to the receivers.
func (w *watcher) report(alerts []live.Alert) error {
	open := w.monitor.Open()
	w.metrics.SetAlerts(open, alerts)
	w.past.Alerts(open, alerts, time.Now())
	for _, alert := range alerts {
		if alert.Silenced {
			continue
		}
		if err := w.print(alert); err != nil {
			return err
		}
		wait := w.notifier.Send(w.receivers, alert)
		w.deliveries.Go(func() {
			for _, failure := range wait() {
				w.failures <- failure
			}
		})
	}
	return nil
}

func (w *watcher) print(alert live.Alert) error {
	message := notify.NewMessage(w.receivers.Network, alert)
	return w.printer.print(&message)
}
