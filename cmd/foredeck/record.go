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

	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// recordedFacts are what a recording tells of its network, so that the deck looks the same when it is replayed.
type recordedFacts struct {
	Network   string `json:"network"`
	Node      string `json:"node"` // scheme and host: what stands behind them may hold a key
	Prices    string `json:"prices,omitempty"`
	Simulated bool   `json:"simulated,omitempty"`
	ChainID   uint64 `json:"expected_chain_id,omitempty"`
	Decimals  int    `json:"decimals"`
	Keyed     bool   `json:"has_api_key,omitempty"`

	RPCVersion        string   `json:"rpc_version"`
	ViewMediaTypes    []string `json:"view_media_types,omitempty"`
	CursorHeader      string   `json:"cursor_header,omitempty"`
	HeadHint          string   `json:"head_hint,omitempty"`
	IntervalParameter string   `json:"interval_parameter"`

	Pairs []string       `json:"pairs,omitempty"` // that were watched
	Names []recordedName `json:"names,omitempty"` // that the network or the settings bring along
}

type recordedName struct {
	Name    string       `json:"name"`
	Address move.Address `json:"address"`
}

// record begins to write down what is asked and answered, where --record says so. The pairs are those that are watched.
func (s *session) record(pairs []string) error {
	if s.recording == nil {
		return nil
	}
	secrets := []string{s.token, s.key}
	for _, secret := range secrets {
		if secret != "" && len(secret) < leastSecret {
			return &usageError{fmt.Errorf("--record: a key or token of less than %d characters cannot be told from other text, and so not be kept out of the file: use a longer one, or none", leastSecret)}
		}
	}
	network := &s.settings.Network
	bases := slices.Clone(network.BaseURLs)
	if s.embedded != nil {
		bases = append(bases, s.embedded.BaseURL())
	}
	facts := recordedFacts{
		Network: network.Name, Simulated: s.embedded != nil, ChainID: network.ChainID, Decimals: network.Decimals,
		Keyed:      network.APIKey.IsSet(config.APIKeyVariable, os.Getenv),
		RPCVersion: network.RPCVersion, ViewMediaTypes: network.ViewMediaTypes, CursorHeader: network.CursorHeader, HeadHint: network.HeadHint,
		IntervalParameter: network.IntervalParameter, Pairs: pairs,
	}
	if len(bases) > 0 {
		facts.Node = hostOf(bases[0])
	}
	if network.OracleURL != "" {
		facts.Prices, bases = hostOf(network.OracleURL), append(bases, network.OracleURL)
	}
	for _, name := range s.names {
		facts.Names = append(facts.Names, recordedName{name.Name, name.Address})
	}
	told, err := json.Marshal(facts)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(s.recordTo, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &fileError{fmt.Errorf("--record: %s is there already: give another name, or remove it", s.recordTo)}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return &fileError{fmt.Errorf("--record %s: the folder %s is not there: make it, or give another name", s.recordTo, filepath.Dir(s.recordTo))}
	}
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	s.recordFile = file
	header := transport.RecordingHeader{Program: "foredeck " + programVersion(), Started: time.Now().UTC(), Facts: told}
	if err := s.recording.Start(file, header, bases, secrets); err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	begun, err := file.Stat()
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	s.recordBegun = begun.Size()
	return nil
}

// leastSecret is the length from which on a secret is looked for in what is recorded. A shorter one would be found where it is not.
const leastSecret = 6

// endRecord closes what is recorded into, and takes it away again where nothing was asked. The error tells that not everything is
// in it.
func (s *session) endRecord() error {
	if s.recordFile == nil {
		return nil
	}
	if held, err := s.recordFile.Stat(); err == nil && held.Size() == s.recordBegun {
		defer os.Remove(s.recordTo)
	}
	if err := errors.Join(s.recording.Err(), s.recordFile.Close()); err != nil {
		return fmt.Errorf("the recording is not complete: %w", err)
	}
	return nil
}

// hostOf is an address without what stands behind its host.
func hostOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}

// check tells what settings would not take either: a recording may come from anybody.
func (f *recordedFacts) check() error {
	texts := append([]string{f.Network, f.Node, f.Prices}, f.Pairs...)
	for _, name := range f.Names {
		texts = append(texts, name.Name)
	}
	switch {
	case f.Network == "" || f.Node == "" && f.Prices == "":
		return errors.New("it does not say of which network it is")
	case f.Decimals < 0 || f.Decimals > config.MostDecimals:
		return fmt.Errorf("decimals: must be a whole number from 0 to %d, not %d", config.MostDecimals, f.Decimals)
	case slices.ContainsFunc(texts, func(written string) bool { return string(text.Clean(written)) != written }):
		return errors.New("a name in it has characters that cannot be shown")
	}
	return nil
}

// network is the network of the facts, as settings have it.
func (f *recordedFacts) network() config.Network {
	network := config.Network{
		Name: f.Network, BaseURLs: []string{f.Node}, OracleURL: f.Prices, ChainID: f.ChainID, Decimals: f.Decimals,
		RPCVersion: f.RPCVersion, ViewMediaTypes: f.ViewMediaTypes, CursorHeader: f.CursorHeader, HeadHint: f.HeadHint,
		IntervalParameter: f.IntervalParameter,
	}
	if f.Node == "" {
		network.BaseURLs = []string{f.Prices} // of a command that asks for prices alone
	}
	return network
}

func (f *recordedFacts) names() []target.Name {
	names := make([]target.Name, len(f.Names))
	for i, name := range f.Names {
		names[i] = target.Name{Name: name.Name, Address: name.Address}
	}
	return names
}
