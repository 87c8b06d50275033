package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"foredeck/client"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

func init() {
	runners["committee"] = &runner{check: checkCommittee, open: openNode, run: showCommittee, later: []examinedCall{
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
	epoch, err := in.epoch()
	if err != nil {
		return err
	}
	committee, err := in.s.node.Committee(in.ctx(), epoch)
	if err != nil {
		return err
	}
	in.note(&committee)
	if in.isSet("changes") {
		return in.printChanges(&committee)
	}
	p := newPrinter(in.out(), in.format, record.Members)
	if p.isForPeople() {
		p.WriteString(committeeTitle(&committee).String() + "\n\n")
	}
	if err := document(p, committee, committee.Raw, record.MembersOf(&committee, in.s.memberName())); err != nil {
		return err
	}
	return p.end()
}

// epoch returns the epoch of the argument, or that of the newest block.
func (in *invocation) epoch() (uint64, error) {
	if len(in.args) > 0 {
		return strconv.ParseUint(in.args[0], 10, 64)
	}
	head, err := in.head()
	switch {
	case err != nil:
		return 0, err
	case head.Epoch == nil:
		return 0, fmt.Errorf("the node does not send the epoch of block %s: name an epoch", text.Integer(head.Height))
	}
	return *head.Epoch, nil
}

func committeeTitle(c *client.Committee) text.Safe {
	title := text.Format("epoch %s: %s", text.Integer(c.Epoch), text.Plural(len(c.Members), "member"))
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
