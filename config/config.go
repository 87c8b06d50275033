// Package config combines flags, environment variables, the config file and defaults into Settings, and knows the origin of each value.
//
// ReadFile reads the file, which is TOML, and Resolve combines it with flags and environment. An invalid line of the file is not an
// error: it is listed in Settings.Problems and ignored. On a reload, Settings.KeepInvalid keeps the previous value instead.
// Settings.Entries lists every value with its origin, Settings.Fields does the same for a form.
//
// An Edit changes one value of the file and leaves the rest as it is, including comments. Sample returns a file in which every option
// is explained.
//
// Settings never contain a key or token: a Secret says where one comes from, and is read when it is needed.
package config

import (
	"errors"
	"time"
)

// Simulated is the name of the embedded network.
const Simulated = "simulated"

// DefaultTimeout is the default time limit of a call.
const DefaultTimeout = 30 * time.Second

// Network is a deployment of nodes and a price service.
type Network struct {
	Name      string
	BaseURLs  []string // of its nodes, in order of preference; none for the embedded network
	OracleURL string   // of the price service; empty for the first base URL
	// PriceStream is the address of the price service's WebSocket, or empty.
	PriceStream string
	Protocol

	APIKey         Secret // of the price service
	ConsensusToken Secret // for consensus blocks
	IndexDatabase  Secret // address of the PostgreSQL database that has the index; not set for the file of this machine

	Explorer Explorer
}

// Protocol says how the services of a network are called, and what they are expected to have.
type Protocol struct {
	ChainID  uint64 `json:"expected_chain_id,omitempty"` // of the nodes, 0 for any
	Decimals int    `json:"decimals"`                    // of the coin that pays for gas

	RPCVersion        string   `json:"rpc_version"`                // auto, v1, v2, v3 or v4
	ViewMediaTypes    []string `json:"view_media_types,omitempty"` // of BCS view calls, in order of preference
	CursorHeader      string   `json:"cursor_header,omitempty"`    // empty for any header ending in -cursor
	HeadHint          string   `json:"head_hint,omitempty"`        // path of a call that returns a recent height, or empty
	IntervalParameter string   `json:"interval_parameter"`         // of the price service: Resolution or interval

	PriceFeed  string   `json:"price_feed,omitempty"`  // address of the on-chain price feed, or empty
	PricePairs []string `json:"price_pairs,omitempty"` // pairs of the feed beside the known ones, as name=number
}

// Explorer holds the pages of a web explorer: addresses with {} for the item, empty if there is no such page.
type Explorer struct {
	Account     string
	Transaction string
	Module      string
	Block       string
}

// Periods holds the refresh intervals.
type Periods struct {
	Account     time.Duration // the visible account and the newest end of its list
	Home        time.Duration // the bookmarks on Home
	Transaction time.Duration // the list that a transaction was opened from
}

// Name is a name for an address.
type Name struct {
	Name    string
	Address string
}

// Coin overrides the decimals of a coin.
type Coin struct {
	Type     string
	Decimals int
	Line     int
}

// Flags holds the values of the command line, zero if not given.
type Flags struct {
	Network    string
	BaseURLs   []string
	OracleURL  string
	RPCVersion string
	Timeout    time.Duration
	Theme      string
	NoColor    bool
	ASCII      bool
	Standalone bool // BaseURLs belong to no known network, whatever the environment names
}

// Zone returns the time zone in which times are written.
func (s *Settings) Zone() *time.Location {
	if s.Time == "local" {
		return time.Local
	}
	return time.UTC
}

// Rows of lists in screen reader mode: with the title of the column before each value, or the values alone.
const (
	NamedRows = "named"
	TerseRows = "terse"
)

// Binding assigns keys to an action, replacing its default keys.
type Binding struct {
	Action string
	Keys   []string
	Line   int
}

// ErrUnknownNetwork is the error for the name of a network that does not exist.
var ErrUnknownNetwork = errors.New("unknown network")
