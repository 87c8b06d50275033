package client

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"sync"

	"foredeck/client/move"
)

// ResourceCommittee is the Version of a committee that was read from the resources of the framework.
const ResourceCommittee = "resources"

// The states of a validator, as the module 0x1::stake has them.
const (
	StateActive          = "active"
	StatePendingActive   = "pending_active"   // joins with the next epoch
	StatePendingInactive = "pending_inactive" // votes until the end of the epoch, and leaves with it
)

// The resources that describe the validators, at 0x1 and at each stake pool.
const (
	resourceValidatorSet  = "0x1::stake::ValidatorSet"
	resourcePerformance   = "0x1::stake::ValidatorPerformance"
	resourceStakingConfig = "0x1::staking_config::StakingConfig"
	resourceConfiguration = "0x1::reconfiguration::Configuration"
	resourceStakePool     = "0x1::stake::StakePool"
	resourceNewCommission = "0x1::pbo_delegation_pool::NextCommissionPercentage"
	resourceContracts     = "0x1::staking_contract::Store"
)

// StakeResources are the types of the resources at 0x1 from which Validators reads the committee.
var StakeResources = []string{resourceValidatorSet, resourcePerformance, resourceStakingConfig, resourceConfiguration}

// delegationPools are the resources that have the commission of a stake pool, of which an account has one at most.
var delegationPools = []string{"0x1::pbo_delegation_pool::DelegationPool", "0x1::delegation_pool::DelegationPool"}

// frameworkAccount is the account of the framework, 0x1.
var frameworkAccount = move.Address{31: 1}

// Validators reads the committee of the newest epoch from the resources of the framework, which nodes serve in all versions. Its members
// are in the order of the validator set: certificates may have another one, and the identities are not known. Only the resource
// ValidatorSet is required; Problems names the others that could not be read. The error is ErrNotFound if the chain has no such resource.
func (n *Node) Validators(ctx context.Context) (Committee, error) {
	return n.inOneEpoch(ctx, func(c *Committee) error {
		if err := n.readSet(ctx, c); err != nil {
			return err
		}
		n.readFigures(ctx, c)
		return ctx.Err()
	})
}

// inOneEpoch reads parts of a committee, once more if another epoch began meanwhile.
func (n *Node) inOneEpoch(ctx context.Context, read func(*Committee) error) (Committee, error) {
	for isLast := false; ; isLast = true {
		committee := Committee{Version: ResourceCommittee}
		n.readEpoch(ctx, &committee)
		if err := read(&committee); err != nil {
			return Committee{}, err
		}
		if isLast || committee.epochUnknown {
			return committee, nil
		}
		var after Committee
		if n.readEpoch(ctx, &after); after.Epoch == committee.Epoch || after.epochUnknown {
			if !after.epochUnknown {
				n.votes.noteSet(&committee)
			}
			return committee, ctx.Err()
		}
	}
}

// readSet reads the members from the validator set.
func (n *Node) readSet(ctx context.Context, c *Committee) error {
	resource, err := n.Resource(ctx, frameworkAccount, resourceValidatorSet)
	if err != nil {
		return err
	}
	c.Raw = resource.Raw
	var set struct {
		Active          []json.RawMessage `json:"active_validators"`
		PendingInactive []json.RawMessage `json:"pending_inactive"`
		PendingActive   []json.RawMessage `json:"pending_active"`
	}
	if err := resource.Into(&set); err != nil {
		return err
	}
	c.Members = slices.Concat(c.validatorInfos("active_validators", set.Active, StateActive), c.validatorInfos("pending_inactive", set.PendingInactive, StatePendingInactive))
	sort.SliceStable(c.Members, func(i, j int) bool { return orLast(c.Members[i].SetIndex) < orLast(c.Members[j].SetIndex) })
	c.Joining = c.validatorInfos("pending_active", set.PendingActive, StatePendingActive)
	for i := range c.Joining {
		c.Joining[i].SetIndex = nil // of the last epoch in which it was a member, or 0
	}
	return nil
}

// readFigures reads the proposals of the members, and the rules of the chain about stakes.
func (n *Node) readFigures(ctx context.Context, c *Committee) {
	var performance struct {
		Validators []struct {
			Successful *uint64 `json:"successful_proposals"`
			Failed     *uint64 `json:"failed_proposals"`
		} `json:"validators"`
	}
	n.readStake(ctx, c, resourcePerformance, &performance)
	for i := range c.Members {
		if at := c.Members[i].SetIndex; at != nil && *at < uint64(len(performance.Validators)) {
			c.Members[i].Proposals, c.Members[i].FailedProposals = performance.Validators[*at].Successful, performance.Validators[*at].Failed
		}
	}
	var rules struct {
		Minimum *uint64 `json:"minimum_stake"`
		Maximum *uint64 `json:"maximum_stake"`
		Lockup  *uint64 `json:"recurring_lockup_duration_secs"`
	}
	n.readStake(ctx, c, resourceStakingConfig, &rules)
	c.MinimumStake, c.MaximumStake, c.Lockup = rules.Minimum, rules.Maximum, rules.Lockup
}

func orLast(index *uint64) uint64 {
	if index == nil {
		return math.MaxUint64
	}
	return *index
}

// readEpoch reads the epoch and its start.
func (n *Node) readEpoch(ctx context.Context, c *Committee) {
	var configuration struct {
		Epoch *uint64 `json:"epoch"`
		Start *uint64 `json:"last_reconfiguration_time"`
	}
	n.readStake(ctx, c, resourceConfiguration, &configuration)
	c.epochUnknown = configuration.Epoch == nil
	if configuration.Epoch != nil {
		c.Epoch = *configuration.Epoch
	}
	if configuration.Start != nil {
		c.StartTime = new(Timestamp(*configuration.Start))
	}
}

// readStake reads a resource of the framework. One that cannot be read is a problem of the committee.
func (n *Node) readStake(ctx context.Context, c *Committee, name string, target any) {
	resource, err := n.Resource(ctx, frameworkAccount, name)
	if err == nil {
		err = resource.Into(target)
	}
	c.note(name, err)
}

// note adds a problem unless the error is nil.
func (c *Committee) note(path string, err error) {
	if err == nil {
		return
	}
	if errors.Is(err, ErrNotFound) {
		err = errors.New("the chain does not have it")
	}
	if len(c.Problems) < maxProblems {
		c.Problems = append(c.Problems, &DecodeError{Path: path, Err: err})
	}
}

// validatorInfos reads the validators of one list of the set.
func (c *Committee) validatorInfos(list string, infos []json.RawMessage, state string) []CommitteeMember {
	members := make([]CommitteeMember, len(infos))
	for i, raw := range infos {
		m := &members[i]
		m.State = state
		var info struct {
			Address *move.Address   `json:"addr"`
			Power   json.RawMessage `json:"voting_power"`
			Config  struct {
				Key   json.RawMessage `json:"consensus_pubkey"`
				Index json.RawMessage `json:"validator_index"`
			} `json:"config"`
		}
		path := fmt.Sprintf("%s[%d]", list, i)
		err := move.Decode(raw, &info)
		if c.note(path, err); err != nil {
			continue
		}
		m.StakePool = info.Address
		read := func(field string, raw json.RawMessage, target any) bool {
			err := errMissing
			if len(raw) > 0 {
				err = move.Decode(raw, target)
			}
			c.note(path+field, err)
			return err == nil
		}
		if m.StakePool == nil {
			c.note(path+".addr", errMissing)
		}
		read(".voting_power", info.Power, &m.Stake)
		read(".config.validator_index", info.Config.Index, &m.SetIndex)
		var key []byte
		if read(".config.consensus_pubkey", info.Config.Key, &key) && len(key) > 0 {
			c.note(path+".config.consensus_pubkey", m.readConsensusKey(key))
		}
	}
	return members
}

// thresholds are the kinds of certificates in the order in which consensus keys have the keys for them.
var thresholds = [...]string{"Validity", "Quorum", "Unanimous", "BcftValidity", "BcftQuorum", "BcftFallbackViewChange", "ClanMajority"}

const (
	ed25519Size = 32
	blsSize     = 48
)

// readConsensusKey reads the consensus key of a validator: a key of Ed25519 or BLS alone, or all keys in BCS.
func (m *CommitteeMember) readConsensusKey(key []byte) error {
	text := func(bytes []byte) string {
		if len(bytes) == 0 {
			return ""
		}
		return "0x" + hex.EncodeToString(bytes)
	}
	switch len(key) {
	case ed25519Size:
		m.Ed25519Key = text(key)
		return nil
	case blsSize:
		m.BLSKey = text(key)
		return nil
	}
	isCut := false
	next := func() []byte {
		size, width := binary.Uvarint(key)
		if width <= 0 || size > uint64(len(key)-width) {
			isCut, key = true, nil
			return nil
		}
		part := key[width : width+int(size)]
		key = key[width+int(size):]
		return part
	}
	network, bls := next(), next()
	shares := map[string]string{}
	for _, kind := range thresholds {
		if len(key) == 0 || key[0] > 1 {
			isCut = true
			break
		}
		has := key[0] == 1
		if key = key[1:]; has {
			shares[kind] = text(next())
		}
	}
	class, ed25519 := next(), next()
	if isCut || len(key) > 0 || len(ed25519) != ed25519Size {
		return errors.New("keys in an unknown form")
	}
	m.NetworkKey, m.BLSKey, m.ClassKey, m.Ed25519Key = text(network), text(bls), text(class), text(ed25519)
	if len(shares) > 0 {
		m.ThresholdShares = shares
	}
	return nil
}

// maxPoolRequests is the number of stake pools that are read at a time.
const maxPoolRequests = 4

// ReadPools adds what the stake pools of the members have: operators, lockups and commissions, which delegation pools and staking contracts
// have. It makes one or a few requests for each pool. Problems names the pools that could not be read.
func (n *Node) ReadPools(ctx context.Context, c *Committee) error {
	var (
		group sync.WaitGroup
		mutex sync.Mutex
		slots = make(chan struct{}, maxPoolRequests)
	)
	read := func(list string, members []CommitteeMember) {
		for i := range members {
			m := &members[i]
			if m.StakePool == nil {
				continue
			}
			slots <- struct{}{}
			group.Go(func() {
				defer func() { <-slots }()
				err := n.readPool(ctx, m, c.StartTime)
				if err == nil && m.Commission == nil {
					err = n.readContract(ctx, m)
				}
				if err != nil {
					mutex.Lock()
					defer mutex.Unlock()
					c.note(fmt.Sprintf("%s[%d].stake_pool", list, i), err)
				}
			})
		}
	}
	read("members", c.Members)
	read("joining", c.Joining)
	group.Wait()
	slices.SortStableFunc(c.Problems, func(a, b *DecodeError) int { return cmp.Compare(a.Path, b.Path) })
	return ctx.Err()
}

// readPool reads a stake pool from the list of the resources of its account, which has all in one response. at is a time in the epoch.
func (n *Node) readPool(ctx context.Context, m *CommitteeMember, at *Timestamp) error {
	data := map[string]Resource{}
	for resource, err := range n.AllResources(ctx, *m.StakePool) {
		if err != nil {
			return err
		}
		data[resource.Type] = resource
	}
	into := func(name string, target any) error {
		resource, ok := data[name]
		if !ok {
			return ErrNotFound
		}
		if resource.Data == nil { // lists of version 1 have the types only
			var err error
			if resource, err = n.Resource(ctx, *m.StakePool, name); err != nil {
				return err
			}
		}
		return resource.Into(target)
	}
	var pool struct {
		Until    *uint64       `json:"locked_until_secs"`
		Operator *move.Address `json:"operator_address"`
		Voter    *move.Address `json:"delegated_voter"`
	}
	err := into(resourceStakePool, &pool)
	m.Operator, m.voter = pool.Operator, pool.Voter
	if pool.Until != nil && *pool.Until < 1<<43 {
		m.LockedUntil = new(Timestamp(*pool.Until * 1e6))
	}
	for _, name := range delegationPools {
		var delegation struct {
			Commission *uint64 `json:"operator_commission_percentage"`
		}
		failure := into(name, &delegation)
		if errors.Is(failure, ErrNotFound) {
			continue
		}
		m.Commission, err = delegation.Commission, cmp.Or(err, failure)
		var next struct {
			Commission *uint64 `json:"commission_percentage_next_lockup_cycle"`
			After      *uint64 `json:"effective_after_secs"`
		}
		if into(resourceNewCommission, &next) == nil && next.Commission != nil && next.After != nil && at != nil && uint64(*at)/1e6 >= *next.After {
			m.Commission = next.Commission
		}
		break
	}
	return err
}

// readContract adds the commission of a staking contract. The pool does not name the staker, whose account has the contract. Mostly that is who
// votes for the pool; the commission stays unknown where it is somebody else, and where the contract is another one's.
func (n *Node) readContract(ctx context.Context, m *CommitteeMember) error {
	if m.voter == nil || m.Operator == nil {
		return nil
	}
	resource, err := n.Resource(ctx, *m.voter, resourceContracts)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var store struct {
		Contracts struct {
			Data []struct {
				Operator *move.Address `json:"key"`
				Value    struct {
					Pool       *move.Address `json:"pool_address"`
					Commission *uint64       `json:"commission_percentage"`
				} `json:"value"`
			} `json:"data"`
		} `json:"staking_contracts"`
	}
	if err := resource.Into(&store); err != nil {
		return err
	}
	for _, contract := range store.Contracts.Data {
		if pool, percent := contract.Value.Pool, contract.Value.Commission; pool != nil && *pool == *m.StakePool && percent != nil && *percent <= 100 {
			m.Commission = new(100 * *percent)
		}
	}
	return nil
}

// Complete adds to the committee what the resources of the framework say of the same epoch. Members are the same if they have the same
// stake pool, or else the same key.
func (c *Committee) Complete(resources *Committee) {
	if c.Epoch != resources.Epoch || resources.epochUnknown {
		return
	}
	for i := range c.Members {
		m := &c.Members[i]
		at := slices.IndexFunc(resources.Members, func(other CommitteeMember) bool {
			if m.StakePool != nil && other.StakePool != nil {
				return *m.StakePool == *other.StakePool
			}
			return m.Ed25519Key != "" && m.Ed25519Key == other.Ed25519Key
		})
		if at < 0 {
			c.note(fmt.Sprintf("members[%d]", i), errors.New("not in "+resourceValidatorSet))
			continue
		}
		from := resources.Members[at]
		from.Identity, from.Node = m.Identity, m.Node
		from.Stake, from.StakePool = cmp.Or(m.Stake, from.Stake), cmp.Or(m.StakePool, from.StakePool)
		from.Ed25519Key, from.NetworkKey = cmp.Or(m.Ed25519Key, from.Ed25519Key), cmp.Or(m.NetworkKey, from.NetworkKey)
		from.BLSKey, from.ClassKey = cmp.Or(m.BLSKey, from.BLSKey), cmp.Or(m.ClassKey, from.ClassKey)
		if m.ThresholdShares != nil {
			from.ThresholdShares = m.ThresholdShares
		}
		*m = from
	}
	c.Joining = resources.Joining
	c.MinimumStake, c.MaximumStake, c.Lockup, c.HasBans = resources.MinimumStake, resources.MaximumStake, resources.Lockup, resources.HasBans
	c.Problems = append(c.Problems, resources.Problems...)
}

// IsOrdered reports whether the members are in the order of the votes in certificates, which only the call of version 4 tells.
func (c *Committee) IsOrdered() bool { return c.Version != ResourceCommittee }

// HasEpoch reports whether the epoch is known.
func (c *Committee) HasEpoch() bool { return !c.epochUnknown }
