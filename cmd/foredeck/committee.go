package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

func init() {
	runners["committee"] = &runner{check: checkCommittee, open: openBlocks, run: showCommittee, later: []examinedCall{
		{"committee", client.V4, false, func(e *examination) error { return onlyError(e.node.Committee(e.ctx(), e.epoch)) }},
	}}
}

func checkCommittee(in *invocation) error {
	if len(in.args) == 0 {
		return nil
	}
	_, err := strconv.ParseUint(in.args[0], 10, 64)
	return wrongIf(err != nil, "EPOCH %q: must be a whole number up to 2^64-1", in.args[0])
}

func showCommittee(in *invocation) error {
	committee, newest, err := in.committee()
	if err != nil {
		return err
	}
	in.note(&committee)
	if in.isSet("changes") {
		return in.printChanges(&committee)
	}
	p := newPrinter(in.out(), in.format, record.Members)
	if p.isForPeople() {
		p.WriteString(committeeTitle(&committee).String() + "\n")
		if !committee.IsOrdered() {
			p.WriteString("source: resources of 0x1::stake; the order of the votes in certificates may be another one\n")
		}
		p.WriteString(in.margin(&committee, newest).String() + "\n")
	}
	if err := document(p, committee, committee.Raw, record.MembersOf(&committee, in.s.memberName())); err != nil {
		return err
	}
	return p.end()
}

// committee reads the committee of the epoch of the argument, or of the newest one. What the chain says of the newest epoch completes it,
// and is all there is on nodes without the call for committees. newest is the newest block, if the epoch is its one.
func (in *invocation) committee() (committee client.Committee, newest *client.Block, err error) {
	node := in.s.node
	if len(in.args) == 0 {
		head, err := in.head()
		switch {
		case err != nil:
			return committee, nil, err
		case head.Epoch == nil:
			return committee, nil, fmt.Errorf("the node does not send the epoch of block %s: name an epoch", text.Integer(head.Height))
		}
		committee.Epoch, newest = *head.Epoch, &head
	} else if committee.Epoch, err = strconv.ParseUint(in.args[0], 10, 64); err != nil {
		return committee, nil, err
	}
	epoch := committee.Epoch
	committee, err = node.Committee(in.ctx(), epoch)
	hasCall := !errors.Is(err, client.ErrUnsupported)
	if hasCall && (err != nil || in.isSet("changes")) {
		return committee, newest, err
	}
	resources, failure := node.Validators(in.ctx())
	switch {
	case failure == nil && resources.HasEpoch() && resources.Epoch == epoch, failure == nil && !hasCall && newest != nil:
		if failure = node.ReadPools(in.ctx(), &resources); failure != nil {
			return committee, newest, failure
		}
		if failure = node.ReadBans(in.ctx(), &resources); failure != nil {
			return committee, newest, failure
		}
	case hasCall: // of an earlier epoch, or the chain does not have the resources
		return committee, newest, in.ctx().Err()
	case failure == nil:
		return committee, newest, usagef("epoch %d: the node has no call for committees, and the chain keeps only that of epoch %d", epoch, resources.Epoch)
	case errors.Is(failure, client.ErrNotFound):
		return committee, newest, err
	default:
		return committee, newest, failure
	}
	if hasCall {
		committee.Complete(&resources)
		return committee, newest, nil
	}
	return resources, newest, nil
}

// margin describes how many more absences in the newest certified block would stop the chain.
func (in *invocation) margin(committee *client.Committee, newest *client.Block) text.Safe {
	if newest == nil {
		return text.Safe{}
	}
	certified := *newest
	if certified.Certificate == nil {
		block, err := in.s.node.Block(in.ctx(), newest.Height)
		if err != nil || block.Certificate == nil {
			return text.Const("margin unknown: the node sends no certificates to this client; they may need a consensus token\n")
		}
		certified = block
	}
	row := live.NewRow(certified)
	margin, ok := live.NewMargin(&row, committee)
	if !ok {
		return text.Format("margin unknown: certificates are of the kind %s\n", record.OrNone(text.Clean(row.Certificate)))
	}
	name := in.s.memberName()
	named := func(member int) text.Safe {
		identity := ""
		if committee.IsOrdered() && member < len(committee.Members) {
			identity = committee.Members[member].Identity
		}
		if name := name(member, identity); name != "" {
			return text.Format("%s %s", live.Member(member), text.Clean(name))
		}
		return live.Member(member)
	}
	return text.Format("block %s: %s: %s\n", text.Integer(row.Height), margin.Figures(), margin.Named(named))
}

func committeeTitle(c *client.Committee) text.Safe {
	epoch := text.Const("unknown")
	if c.HasEpoch() {
		epoch = text.Integer(c.Epoch)
	}
	title := text.Format("epoch %s: %s", epoch, text.Plural(len(c.Members), "member"))
	if total, ok := c.Stake(); ok {
		title = text.Format("%s, stake %s", title, text.Integer(total))
	}
	if c.StartTime != nil {
		title = text.Format("%s, since %s", title, text.Instant(c.StartTime.Time()))
	}
	if c.Hash != "" {
		title = text.Format("%s, hash %s", title, text.Clean(c.Hash))
	}
	return title
}

// memberName returns a function for the name of a member: that of its identity in the config file, or else of its index.
func (s *session) memberName() func(index int, identity string) string {
	validators := s.settings.NetworkValidators(s.settings.Network.Name)
	names := map[string]string{}
	for _, v := range validators {
		if v.Author != "" {
			names[v.Author] = v.Name
		}
	}
	return func(index int, identity string) string {
		if known := validators[index]; known.Author == "" || known.Author == identity {
			return cmp.Or(names[identity], known.Name)
		}
		return names[identity]
	}
}

// printChanges prints what changed since the committee of the epoch before.
func (in *invocation) printChanges(committee *client.Committee) error {
	if !committee.IsOrdered() {
		return usagef("--changes: the node has no call for committees; the chain keeps only the newest one; the states of its members say who joins and leaves")
	}
	if committee.Epoch == 0 {
		return errors.New("epoch 0 is the first one: no committee is before it")
	}
	earlier, err := in.s.node.Committee(in.ctx(), committee.Epoch-1)
	if err != nil {
		return fmt.Errorf("epoch %d: %w", committee.Epoch-1, err)
	}
	changes := committee.Changes(&earlier)
	shape := struct {
		Epoch   uint64                   `json:"epoch"`
		Before  uint64                   `json:"epoch_before"`
		Changes []client.CommitteeChange `json:"changes"`
	}{committee.Epoch, earlier.Epoch, changes}
	p := newPrinter(in.out(), in.format, record.MemberChanges(in.s.memberName()))
	if p.isForPeople() && len(changes) == 0 {
		p.WriteString(text.Format("the committees of epochs %s and %s have the same members, stakes and keys", text.Integer(earlier.Epoch), text.Integer(committee.Epoch)).String() + "\n")
		return p.flush()
	}
	if err := document(p, shape, committee.Raw, changes); err != nil {
		return err
	}
	return p.end()
}
