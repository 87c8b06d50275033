// Package config is the settings: what flags, environment and the file of settings say, which networks there are, and where
// each value comes from.
//
// ReadFile reads the file, which is TOML, and Resolve puts it together with flags and environment. What is wrong in the file is no
// error: it stands in Settings.Problems with its line and the rule, and counts as if it were not said. Who reads the file again
// because its Stamp has changed can keep what was before in such places, with Settings.KeepWrong. Settings.Entries tells every
// value and where it comes from; Settings.Fields does so for a form, with the rules of what is typed into it.
//
// An Edit changes one value of the file. All else in it stays as it is, comments included. Sample is a file in which every option
// is explained.
//
// No key or token is ever part of the settings: a Secret says where one comes from, and is read when it is needed.
package config

import (
	"errors"
	"time"
)

// Simulated is the name of the network inside of the program.
const Simulated = "simulated"

// DefaultTimeout is how long a call may take.
const DefaultTimeout = 30 * time.Second

// Network is one deployment of the service.
type Network struct {
	Name      string
	BaseURLs  []string // of its nodes, the first one first; none for the network inside of the program
	OracleURL string   // of the price service; empty where that answers at the first base URL
	ChainID   uint64   // that its nodes should tell; 0: any
	Decimals  int      // of the coin in which gas is paid

	RPCVersion        string   // auto, v1, v2 or v3
	ViewMediaTypes    []string // of view calls in BCS, tried in this order
	CursorHeader      string   // empty: the one whose name ends in -cursor
	HeadHint          string   // path of a call that tells a recent height; empty: there is none
	IntervalParameter string   // of the price service: Resolution or interval

	APIKey         Secret // of the price service
	ConsensusToken Secret // of the nodes' blocks

	Explorer Explorer
}

// Explorer is where a web explorer shows things. Each is an address with {} in the place of what is shown; empty: it does not.
type Explorer struct {
	Account     string
	Transaction string
	Module      string
	Block       string
}

// Periods are after how long something is looked at again.
type Periods struct {
	Account     time.Duration // an account and the newest end of its list
	Home        time.Duration // the saved accounts on the first screen
	Transaction time.Duration // the list of a transaction, for newer records
}

// DefaultPeriods are those where nothing is said.
func DefaultPeriods() Periods {
	return Periods{Account: 5 * time.Second, Home: 5 * time.Second, Transaction: 5 * time.Second}
}

// Name is a name for an address.
type Name struct {
	Name    string
	Address string
}

// Coin is how many decimals the amounts of a coin have, whatever the chain says.
type Coin struct {
	Type     string
	Decimals int
	Line     int
}

// Flags is what the command line says; empty where it says nothing.
type Flags struct {
	Network    string
	BaseURLs   []string
	OracleURL  string
	RPCVersion string
	Timeout    time.Duration
	Theme      string
	NoColour   bool
}

// Settings is what the program goes by.
type Settings struct {
	Network  Network
	Networks []Network // all that are known by name, in the order in which they are listed

	Theme    string
	NoColour bool
	ASCII    bool // boxes and marks are drawn with ASCII alone
	Motion   bool // what is waited for moves
	Timeout  time.Duration
	Periods  Periods
	Sizes    Sizes
	Time     string // zone in which times are written: utc or local
	Units    string // in which amounts are written at first: decimal, raw or hex
	Coins    []Coin
	Names    []Name
	Keys     []Binding
	// AlertCommand is the program that is run for each alert, with its arguments; empty: none is.
	AlertCommand []string

	// Problems are the lines of the file that are wrong. For each of them the default is used.
	Problems []Problem
	// Doubt is the one of Problems that leaves open which network is meant; nil: that is clear.
	Doubt *Problem

	// Stamp is that of the file when it was read.
	Stamp Stamp

	lines       []line            // of the file
	origins     map[string]string // of each value that is not the default, by its key
	networkLine int               // on which the file names the network
}

// Zone returns the time zone in which times are written.
func (s *Settings) Zone() *time.Location {
	if s.Time == "local" {
		return time.Local
	}
	return time.UTC
}

// Binding is what the file says of an action: the keys that trigger it in the place of the usual ones.
type Binding struct {
	Action string
	Keys   []string
	Line   int
}

// ErrUnknownNetwork is returned for a network that is in no list.
var ErrUnknownNetwork = errors.New("unknown network")
