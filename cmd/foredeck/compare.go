package main

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"foredeck/client/compare"
	"foredeck/client/move"
	"foredeck/config"
)

// errDifferent is the result of a comparison that found a difference. It is not printed: the output says what differs.
var errDifferent = errors.New("the nodes differ")

func compareNodes(in *invocation) error {
	options, err := in.compareOptions()
	if err != nil {
		return err
	}
	var sides [2]*session
	for i, name := range in.args {
		if sides[i], err = in.openSide(name, i > 0); err != nil {
			return err
		}
		defer sides[i].close()
	}
	if err := in.compareObjects(sides[0], &options); err != nil {
		return err
	}
	out := newCompareOutput(in, sides)
	for event, err := range (compare.Pair{A: sides[0].node, B: sides[1].node}).Run(in.ctx(), options) {
		if err == nil {
			err = out.add(event)
		}
		if err != nil {
			return in.nameSide(err, sides)
		}
	}
	if err := out.end(); err != nil {
		return err
	}
	report := &out.report
	switch {
	case !report.IsEqual():
		return errDifferent
	case report.Failed != nil:
		return in.nameSide(report.Failed, sides)
	}
	return nil
}

// nameSide makes errors name the node that failed.
func (in *invocation) nameSide(err error, sides [2]*session) error {
	var failed *compare.NodeError
	if errors.As(err, &failed) {
		in.endpoint = sides[failed.Side].endpoint
		return failed.Err
	}
	return err
}

func checkCompare(in *invocation) error {
	_, err := in.compareOptions()
	return err
}

// compareOptions parses the options, except names of accounts, which need a network.
func (in *invocation) compareOptions() (compare.Options, error) {
	given, options := in.given, compare.Options{Interval: get[time.Duration](in.options, "every"), For: get[time.Duration](in.options, "for")}
	last := get[int](in.options, "last")
	switch {
	case given("network") || given("base-url"):
		return options, usagef("--network and --base-url: compare takes its nodes as arguments, such as foredeck compare mine/1 mine/2")
	case in.recordTo != "" || in.replay != "":
		return options, usagef("--record and --replay: not supported by compare; a recording holds only one network")
	case given("from") && given("last"):
		return options, usagef("--from and --last: use only one of them")
	case given("last") && last < 1:
		return options, usagef("--last %d: must be 1 or more", last)
	case given("for") && options.For <= 0:
		return options, usagef("--for %s: must be more than 0", options.For)
	case given("for") && in.isSet("follow"):
		return options, usagef("--for and --follow: use only one of them")
	case options.Interval < minCompareInterval:
		return options, usagef("--every %s: must be %s or more", options.Interval, minCompareInterval)
	}
	options.Watch = in.isSet("follow") || given("for")
	hasObjects := len(get[[]string](in.options, "account"))+len(get[[]string](in.options, "resource"))+len(get[[]string](in.options, "module")) > 0
	switch {
	case given("from"):
		height, err := parseHeight("--from", in.value("from"), "a whole number up to 2^64-1")
		options.From = &height
		return options, err
	case given("last") || !hasObjects:
		options.Last = uint64(last)
	}
	return options, nil
}

// minCompareInterval is the shortest time between two samples.
const minCompareInterval = 100 * time.Millisecond

// compareObjects adds the accounts, resources and modules to the options. Names are those of the network of A.
func (in *invocation) compareObjects(s *session, options *compare.Options) error {
	for _, written := range get[[]string](in.options, "account") {
		address, err := s.address(written)
		if err != nil {
			return usagef("--account: %w", err)
		}
		options.Accounts = append(options.Accounts, address)
	}
	for _, written := range get[[]string](in.options, "resource") {
		account, resourceType, ok := strings.Cut(written, "/")
		if !ok {
			return usagef("--resource %q: must be ADDRESS/TYPE, such as 0x1/0x1::account::Account", written)
		}
		address, err := s.address(account)
		if err != nil {
			return usagef("--resource: %w", err)
		}
		tag, err := move.ParseStructTag(resourceType)
		if err != nil {
			return usagef("--resource: %w", err)
		}
		options.Resources = append(options.Resources, compare.Resource{Address: address, Type: tag.String()})
	}
	for _, written := range get[[]string](in.options, "module") {
		id, err := move.ParseModuleID(s.withAddress(written))
		if err != nil {
			return usagef("--module: %w", err)
		}
		options.Modules = append(options.Modules, id)
	}
	return nil
}

// openSide connects to one node: a URL, a host, the name of a network, or NETWORK/N for its Nth node. There is no failover, which
// could compare a node with itself. isSecond is set if the problems of the configuration are already reported.
func (in *invocation) openSide(name string, isSecond bool) (*session, error) {
	settings, err := in.readSettings(in.cmd)
	if err != nil {
		return nil, err
	}
	network, baseURL, err := sideOf(settings, name)
	if err != nil {
		return nil, err
	}
	side := *in.globalFlags
	side.network, side.baseURLs, side.oracleURL, side.switched, side.standalone = network, []string{baseURL}, "", true, network == ""
	s, err := side.openWith(in.cmd, opening{withToken: true, isQuiet: isSecond})
	in.endpoint = side.endpoint // that errors name
	return s, err
}

// sideOf returns the network of a node, empty if it has none, and its base URL.
func sideOf(settings *config.Settings, name string) (network, baseURL string, err error) {
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		for _, known := range settings.Networks {
			for _, url := range known.BaseURLs {
				if strings.TrimRight(url, "/") == strings.TrimRight(name, "/") {
					return known.Name, url, nil // with the token of its network
				}
			}
		}
		return "", name, nil
	}
	network, number, isNumbered := strings.Cut(name, "/")
	known, ok := settings.FindNetwork(network)
	switch {
	case !ok:
		if url, isHost := config.BaseURLForHost(name); isHost {
			return sideOf(settings, url)
		}
		return "", "", usagef("%q: must be a URL, such as http://127.0.0.1:28000, or a network: %s", name, strings.Join(networkNames(settings), ", "))
	case len(known.BaseURLs) == 0:
		return "", "", usagef("%q: the simulated network runs inside the program; start one with foredeck localnet and use its URL", name)
	case !isNumbered && len(known.BaseURLs) > 1:
		return "", "", usagef("%q: has %d nodes; use %s/1 to %s/%d", name, len(known.BaseURLs), network, network, len(known.BaseURLs))
	case !isNumbered:
		return network, known.BaseURLs[0], nil
	}
	at, err := strconv.Atoi(number)
	if err != nil || at < 1 || at > len(known.BaseURLs) {
		return "", "", usagef("%q: network %s has %d nodes; use %s/1 to %s/%d", name, network, len(known.BaseURLs), network, network, len(known.BaseURLs))
	}
	return network, known.BaseURLs[at-1], nil
}
