package main

import (
	"foredeck/client"
	"foredeck/client/health"
	"foredeck/client/transport"
)

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
