package client

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"foredeck/client/move"
)

const callCommittee call = "committees"

// Committee is the committee of an epoch: the validators that propose and vote on blocks.
type Committee struct {
	Epoch       uint64
	ChainID     *uint64
	Version     string     // V0 or V1, the form in which the node sends it, or ResourceCommittee
	Hash        string     // as CertifyingCommittee of certificates
	StartHeight *uint64    // of the last block of the epoch before
	StartTime   *Timestamp // of that block
	// Members are in the order to which Certificate.Voters refers.
	Members []CommitteeMember
	// Joining are those that join with the next epoch. They neither propose nor vote yet. nil if that is unknown.
	Joining      []CommitteeMember
	MinimumStake *uint64 // of a member
	MaximumStake *uint64
	Lockup       *uint64 // seconds for which stakes are locked each time
	HasBans      *bool   // the chain bans leaders; nil if unknown. See Node.ReadBans.
	// ThresholdKeys are the public keys of the committee as a whole by the kind of certificate that they sign. A committee of version V0 has
	// at most one, under "".
	ThresholdKeys map[string]string
	Certificate   *Certificate // by which the committee before authorized this one
	Raw           json.RawMessage
	Problems      Problems
	Other         Members

	epochUnknown bool
}

// CommitteeMember is a validator in a committee. Keys are hex texts, "" if the node does not send them.
type CommitteeMember struct {
	Identity   string  // as Author of blocks; "" if it is unknown
	Stake      *uint64 // voting weight, in the smallest unit of the coin
	StakePool  *move.Address
	Ed25519Key string
	NetworkKey string
	BLSKey     string
	ClassKey   string // for distributed key generation
	// ThresholdShares are the public key shares of the member by the kind of certificate.
	ThresholdShares map[string]string
	Node            *uint64 // number in the distributed key generation

	// What follows is known of the newest epoch only, from the resources of the framework; see Node.Validators and Node.ReadPools.

	State           string  // StateActive, StatePendingActive or StatePendingInactive; "" if unknown
	SetIndex        *uint64 // in the validator set
	Operator        *move.Address
	LockedUntil     *Timestamp // its stake cannot be withdrawn before; a lockup that ends is renewed
	Commission      *uint64    // of the operator of a delegation pool or a staking contract, in hundredths of a percent
	Proposals       *uint64    // blocks that it proposed in the epoch
	FailedProposals *uint64    // times in the epoch that it was the leader and there was no block of it
	Ban             *LeaderBan // nil if it is not banned, or that is unknown

	voter *move.Address // who votes for its stake pool on proposals
}

// Committee reads the committee of an epoch. Public nodes have the call in version 4; it takes no token. The error is ErrNotFound for an
// epoch that the node does not know or no longer has.
func (n *Node) Committee(ctx context.Context, epoch uint64) (Committee, error) {
	committee, err := n.readCommittee(ctx, epoch)
	n.votes.noteCommittee(epoch, &committee, err)
	return committee, err
}

func (n *Node) readCommittee(ctx context.Context, epoch uint64) (Committee, error) {
	return byVersion(n, callCommittee, []Version{V4}, func(version Version) (Committee, error) {
		found, err := n.get(ctx, "/rpc/"+version.String()+"/consensus/committees/"+strconv.FormatUint(epoch, 10), nil)
		if status, ok := errors.AsType[*StatusError](err); ok && status.Status == 400 && !strings.Contains(strings.ToLower(status.Message), "authorization") {
			return Committee{}, &notFoundError{err}
		}
		if err != nil {
			return Committee{}, err
		}
		reader := newBodyReader(found)
		committee := Committee{Epoch: epoch}
		isKnown := false
		committee.Raw, committee.Problems, committee.Other = reader.record(func() {
			read := func(version string) func() {
				return func() {
					committee.Version, isKnown = version, true
					reader.committee(&committee)
				}
			}
			reader.fields(optional("V0", read("V0")), optional("V1", read("V1")))
		})
		if err := reader.end(); err != nil {
			return Committee{}, err
		}
		if !isKnown {
			return Committee{}, &DecodeError{URL: found.url, Err: errors.New("a committee in an unknown form: neither V0 nor V1")}
		}
		return committee, nil
	})
}

// notFoundError makes another error match ErrNotFound.
type notFoundError struct{ error }

func (e *notFoundError) Is(target error) bool { return target == ErrNotFound }
func (e *notFoundError) Unwrap() error        { return e.error }

func (r *bodyReader) committee(into *Committee) {
	var epoch *uint64
	r.fields(
		optional("authorization", func() { r.fields(optional("certificate", &into.Certificate)) }),
		optional("committee", func() {
			r.fields(
				optional("bls_threshold_public_key", func() {
					var key string
					if r.into(&key) {
						into.ThresholdKeys = map[string]string{"": key}
					}
				}),
				optional("bls_threshold_public_keys", func() { into.ThresholdKeys = r.keysByKind() }),
				optional("epoch_info", func() {
					r.fields(
						optional("id", func() { r.fields(optional("chain_id", &into.ChainID), optional("epoch", &epoch)) }),
						optional("start_height", &into.StartHeight),
						optional("start_time", &into.StartTime),
					)
				}),
				required("members", func() {
					r.object(func(identity []byte) {
						into.Members = append(into.Members, r.committeeMember(hash(string(identity))))
					})
				}),
			)
		}),
	)
	if epoch != nil && *epoch != into.Epoch {
		r.note(errors.New("the committee of epoch " + strconv.FormatUint(*epoch, 10)))
	}
	if c := into.Certificate; c != nil {
		var info struct {
			Hash string `json:"hash"`
		}
		if json.Unmarshal(c.Data, &info) == nil {
			into.Hash = hash(info.Hash)
		}
	}
}

// keysByKind reads an object of texts.
func (r *bodyReader) keysByKind() map[string]string {
	keys := map[string]string{}
	r.object(func(name []byte) {
		kind := string(name)
		keys[kind] = r.text()
	})
	return keys
}

func (r *bodyReader) committeeMember(identity string) CommitteeMember {
	member := CommitteeMember{Identity: identity}
	r.fields(
		optional("stake", &member.Stake),
		optional("stake_pool_address", &member.StakePool),
		optional("dkg_node_number", &member.Node),
		optional("ed25519_public_key", &member.Ed25519Key),
		optional("bls_public_key_share", func() {
			var share string
			if r.into(&share) {
				member.ThresholdShares = map[string]string{"": share}
			}
		}),
		optional("keys", func() {
			r.fields(
				optional("network_key", &member.NetworkKey),
				optional("supra_keys", func() {
					r.fields(
						optional("ed25519_key", &member.Ed25519Key),
						optional("bls_multisig_key", &member.BLSKey),
						optional("class_group_key", &member.ClassKey),
						optional("bls_threshold_key_shares", func() { member.ThresholdShares = r.keysByKind() }),
					)
				}),
			)
		}),
	)
	return member
}

// Stake returns the sum of the stakes; ok is false if one is unknown or the sum exceeds 2^64-1.
func (c *Committee) Stake() (total uint64, ok bool) {
	for _, member := range c.Members {
		if member.Stake == nil || total+*member.Stake < total {
			return 0, false
		}
		total += *member.Stake
	}
	return total, len(c.Members) > 0
}

// CommitteeChange is a difference between the committees of two epochs.
type CommitteeChange struct {
	Kind        string   `json:"change"` // joined, left, stake or keys
	Index       int      `json:"index"`  // in the later committee; in the earlier one for left
	Identity    string   `json:"identity"`
	StakeBefore *uint64  `json:"stake_before"` // nil for joined
	Stake       *uint64  `json:"stake"`        // nil for left
	Keys        []string `json:"keys"`         // names of the keys that changed
}

// Changes returns what changed since an earlier committee: who left, in its order, and then what changed of the members. Shares of
// threshold keys change in each epoch and do not count, nor do keys that only one of the committees has, in another form.
func (c *Committee) Changes(earlier *Committee) []CommitteeChange {
	changes := []CommitteeChange{}
	before := map[string]*CommitteeMember{}
	isMember := map[string]bool{}
	for i := range c.Members {
		isMember[c.Members[i].Identity] = true
	}
	for i := range earlier.Members {
		member := &earlier.Members[i]
		before[member.Identity] = member
		if !isMember[member.Identity] {
			changes = append(changes, CommitteeChange{"left", i, member.Identity, member.Stake, nil, []string{}})
		}
	}
	for i := range c.Members {
		member := &c.Members[i]
		old := before[member.Identity]
		if old == nil {
			changes = append(changes, CommitteeChange{"joined", i, member.Identity, nil, member.Stake, []string{}})
			continue
		}
		if old.Stake != nil && member.Stake != nil && *old.Stake != *member.Stake {
			changes = append(changes, CommitteeChange{"stake", i, member.Identity, old.Stake, member.Stake, []string{}})
		}
		keys := []string{}
		for _, key := range [...]struct{ name, before, after string }{
			{"ed25519_key", old.Ed25519Key, member.Ed25519Key}, {"network_key", old.NetworkKey, member.NetworkKey},
			{"bls_key", old.BLSKey, member.BLSKey}, {"class_group_key", old.ClassKey, member.ClassKey},
		} {
			if key.before != "" && key.after != "" && key.before != key.after {
				keys = append(keys, key.name)
			}
		}
		if len(keys) > 0 {
			changes = append(changes, CommitteeChange{"keys", i, member.Identity, old.Stake, member.Stake, keys})
		}
	}
	return changes
}

// MarshalJSON leaves out Raw. What is absent is null.
func (c Committee) MarshalJSON() ([]byte, error) {
	epoch := &c.Epoch
	if c.epochUnknown {
		epoch = nil
	}
	return marshal(struct {
		Epoch         *uint64           `json:"epoch"`
		ChainID       *uint64           `json:"chain_id"`
		Version       string            `json:"version"`
		Hash          *string           `json:"hash"`
		StartHeight   *uint64           `json:"start_height"`
		StartTime     *Timestamp        `json:"start_time_us"`
		Members       []CommitteeMember `json:"members"`
		Joining       []CommitteeMember `json:"joining"`
		MinimumStake  *uint64           `json:"minimum_stake"`
		MaximumStake  *uint64           `json:"maximum_stake"`
		Lockup        *uint64           `json:"lockup_s"`
		HasBans       *bool             `json:"has_leader_bans"`
		ThresholdKeys map[string]string `json:"threshold_keys"`
		Certificate   *Certificate      `json:"certificate"`
		Problems      Problems          `json:"problems"`
		Other         Members           `json:"other"`
	}{epoch, c.ChainID, c.Version, textOrNull(c.Hash), c.StartHeight, c.StartTime, emptyIfNil(c.Members), c.Joining, c.MinimumStake, c.MaximumStake, c.Lockup, c.HasBans,
		c.ThresholdKeys, c.Certificate, c.Problems, c.Other})
}

// CommissionPercent returns the commission in percent, such as 7.5; "" if it is unknown.
func (m *CommitteeMember) CommissionPercent() string {
	if m.Commission == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*m.Commission)/100, 'f', -1, 64)
}

// MarshalJSON returns null for what is absent.
func (m CommitteeMember) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Identity        *string           `json:"identity"`
		Stake           *uint64           `json:"stake"`
		StakePool       *move.Address     `json:"stake_pool"`
		Ed25519Key      *string           `json:"ed25519_key"`
		NetworkKey      *string           `json:"network_key"`
		BLSKey          *string           `json:"bls_key"`
		ClassKey        *string           `json:"class_group_key"`
		ThresholdShares map[string]string `json:"threshold_shares"`
		Node            *uint64           `json:"dkg_node"`
		State           *string           `json:"state"`
		SetIndex        *uint64           `json:"set_index"`
		Operator        *move.Address     `json:"operator"`
		LockedUntil     *Timestamp        `json:"locked_until_us"`
		Commission      *uint64           `json:"commission_bps"`
		Proposals       *uint64           `json:"proposals"`
		FailedProposals *uint64           `json:"failed_proposals"`
		Ban             *LeaderBan        `json:"leader_ban"`
	}{textOrNull(m.Identity), m.Stake, m.StakePool, textOrNull(m.Ed25519Key), textOrNull(m.NetworkKey), textOrNull(m.BLSKey), textOrNull(m.ClassKey), m.ThresholdShares, m.Node,
		textOrNull(m.State), m.SetIndex, m.Operator, m.LockedUntil, m.Commission, m.Proposals, m.FailedProposals, m.Ban})
}
