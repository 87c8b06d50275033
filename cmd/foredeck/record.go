package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// recordedFacts describes the network in the header of a recording, so that a replay shows the same.
type recordedFacts struct {
	Network   string `json:"network"`
	Node      string `json:"node"` // scheme and host only: a path may contain a key
	Prices    string `json:"prices,omitempty"`
	Simulated bool   `json:"simulated,omitempty"`
	Keyed     bool   `json:"has_api_key,omitempty"`
	config.Protocol
	Pairs []string      `json:"pairs,omitempty"` // on the watchlist
	Names []target.Name `json:"names,omitempty"` // of the network and the config file
}

// record starts the recording of --record. pairs is the watchlist.
func (s *session) record(pairs []string) error {
	if s.recording == nil {
		return nil
	}
	secrets := []string{s.token, s.key}
	for _, secret := range secrets {
		if secret != "" && len(secret) < transport.MinSecret {
			return &usageError{fmt.Errorf("--record: a key or token of less than %d characters cannot be removed reliably: use a longer one, or none", transport.MinSecret)}
		}
	}
	network := &s.settings.Network
	bases := slices.Clone(network.BaseURLs)
	if s.embedded != nil {
		bases = append(bases, s.embedded.BaseURL())
	}
	facts := recordedFacts{
		Network: network.Name, Simulated: s.embedded != nil, Keyed: network.APIKey.IsSet(config.APIKeyVariable, s.environment.Get),
		Protocol: network.Protocol, Pairs: pairs, Names: s.names,
	}
	if len(bases) > 0 {
		facts.Node = hostOf(bases[0])
	}
	if network.OracleURL != "" {
		facts.Prices, bases = hostOf(network.OracleURL), append(bases, network.OracleURL)
	}
	encoded, err := json.Marshal(facts)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(s.recordTo, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &fileError{fmt.Errorf("--record %s: file exists: choose another name or remove it", s.recordTo)}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return &fileError{fmt.Errorf("--record %s: folder %s does not exist: create it or choose another name", s.recordTo, filepath.Dir(s.recordTo))}
	}
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	s.recordFile = file
	header := transport.RecordingHeader{Program: "foredeck " + programVersion(), Started: time.Now().UTC(), Facts: encoded}
	if err := s.recording.Start(file, header, bases, secrets); err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	s.recordStart = info.Size()
	return nil
}

// closeRecording closes the recording, and removes the file if there was no request. The error says that it is incomplete.
func (s *session) closeRecording() error {
	if s.recordFile == nil {
		return nil
	}
	if info, err := s.recordFile.Stat(); err == nil && info.Size() == s.recordStart {
		defer os.Remove(s.recordTo)
	}
	if err := errors.Join(s.recording.Err(), s.recordFile.Close()); err != nil {
		return fmt.Errorf("incomplete recording: %w", err)
	}
	return nil
}

// hostOf returns the scheme and host of an address.
func hostOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}

// check reports invalid facts, as the config file would: a recording can come from anyone.
func (f *recordedFacts) check() error {
	texts := append([]string{f.Network, f.Node, f.Prices}, f.Pairs...)
	for _, name := range f.Names {
		texts = append(texts, name.Name)
	}
	switch {
	case f.Network == "" || f.Node == "" && f.Prices == "":
		return errors.New("the network is missing")
	case f.Decimals < 0 || f.Decimals > config.MaxDecimals:
		return fmt.Errorf("decimals: must be a whole number from 0 to %d, not %d", config.MaxDecimals, f.Decimals)
	case slices.ContainsFunc(texts, func(written string) bool { return text.Clean(written).String() != written }):
		return errors.New("a name has control characters")
	}
	return nil
}

// network returns the recorded network.
func (f *recordedFacts) network() config.Network {
	network := config.Network{Name: f.Network, BaseURLs: []string{f.Node}, OracleURL: f.Prices, Protocol: f.Protocol}
	if f.Node == "" {
		network.BaseURLs = []string{f.Prices} // recorded by a command that only uses prices
	}
	return network
}
