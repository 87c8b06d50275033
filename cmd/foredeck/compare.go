package main

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/compare"
	"foredeck/client/move"
)

// errDifferent is the result of a comparison that found a difference. It is not printed: the output says what differs.
var errDifferent = errors.New("the nodes differ")

func init() { runners["compare"] = &runner{check: checkCompare, run: compareNodes} }

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
	if failed, ok := errors.AsType[*compare.NodeError](err); ok {
		in.endpoint = sides[failed.Side].endpoint
	}
	if object, ok := errors.AsType[*compare.ObjectError](err); ok && errors.Is(err, client.ErrNotFound) {
		return &notFoundError{object.Kind + " " + object.Name, err}
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
	if err := cmp.Or(
		wrongIf(given("network") || given("base-url"), "--network and --base-url: compare takes its nodes as arguments, such as foredeck compare mine/1 mine/2"),
		wrongIf(in.recordTo != "" || in.replay != "", "--record and --replay: not supported by compare; a recording holds only one network"),
		wrongIf(given("from") && given("last"), "--from and --last: use only one of them"),
		wrongIf(given("last") && last < 1, "--last %d: must be 1 or more", last),
		wrongIf(given("for") && options.For <= 0, "--for %s: must be more than 0", options.For),
		wrongIf(given("for") && in.isSet("follow"), "--for and --follow: use only one of them"),
		wrongIf(options.Interval < minCompareInterval, "--every %s: must be %s or more", options.Interval, minCompareInterval),
	); err != nil {
		return options, err
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
		tag, err := move.ParseStructTag(s.withAddress(resourceType))
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

// openSide connects to one node by its name. isSecond is set if the problems of the configuration are already reported.
func (in *invocation) openSide(name string, isSecond bool) (*session, error) {
	s, err := in.openNamedNode(in.cmd, name, opening{withToken: true, isQuiet: isSecond})
	if s != nil {
		in.endpoint = s.endpoint // that errors name
	}
	return s, err
}

// openNamedNode connects to one node, without failover, which could compare a node with itself.
func (f *globalFlags) openNamedNode(cmd *cobra.Command, name string, how opening) (*session, error) {
	settings, err := f.readSettings(cmd)
	if err != nil {
		return nil, err
	}
	network, baseURL, err := settings.FindNode(name)
	if err != nil {
		return nil, &usageError{err}
	}
	one := *f
	one.Network, one.BaseURLs, one.OracleURL, one.switched, one.Standalone = network, []string{baseURL}, "", true, network == ""
	return one.openWith(cmd, how)
}
