package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/client/transport"
	"foredeck/tui/text"
)

// Limits of the metrics server, so that slow clients cost little.
const (
	metricsTimeout   = 10 * time.Second
	maxMetricsHeader = 16 << 10
)

// serveMetrics serves the metrics until the context ends. The returned group waits for that.
func (w *watcher) serveMetrics(ctx context.Context) (*sync.WaitGroup, error) {
	host, port, _ := net.SplitHostPort(w.in.value("listen")) // it was checked
	if host == "" {
		host = "127.0.0.1" // others only on request
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", w.in.value("listen"), err)
	}
	server := &http.Server{
		Handler: w.metricsHandler(), MaxHeaderBytes: maxMetricsHeader, ReadTimeout: metricsTimeout, WriteTimeout: metricsTimeout, IdleTimeout: 2 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			w.warn(text.Clean(err.Error()))
		}
	})
	serving.Go(func() {
		<-ctx.Done()
		_ = server.Close() // there is nothing to complete
	})
	w.warn(text.Format("metrics on http://%s/metrics", text.Clean(listener.Addr().String())))
	return &serving, nil
}

func (w *watcher) metricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_ = w.metrics.Write(response) // the client is gone
	})
	mux.HandleFunc("GET /healthz", w.vital.serve)
	return mux
}

// newChecker returns a checker of the nodes, by which the requests of the session go to the best one.
func (s *session) newChecker(nodes []health.Node) *health.Checker {
	if len(nodes) == 0 {
		return nil
	}
	checker := health.New(nodes...)
	checker.Rank(s.nodes)
	if id := s.settings.Network.ChainID; id > 0 {
		checker.SetChain(&id)
	}
	return checker
}

// healthNodes returns the nodes of the network, each with a separate client that neither retries nor fails over. It returns none in a
// replay and for visitors: each of them would check the nodes.
func (s *session) healthNodes() ([]health.Node, error) {
	baseURLs := s.settings.Network.BaseURLs
	switch {
	case s.replay != nil || s.host != nil:
		return nil, nil
	case s.embedded != nil:
		baseURLs = []string{s.embedded.BaseURL()}
	}
	names := transport.NodeNames(baseURLs)
	var nodes []health.Node
	for i, baseURL := range baseURLs {
		policy := transport.Default()
		policy.MaxAttempts, policy.Redactor = 1, s.redactor
		roundTripper, err := policy.Transport()
		if err != nil {
			return nil, err
		}
		node, err := s.nodeAt(baseURL, client.WithTransport(roundTripper))
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, health.Node{Name: names[i], BaseURL: baseURL, Client: node})
	}
	return nodes, nil
}
