package client

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"
)

// ErrNoSenderKey reports that no recent transaction of a sender shows its Ed25519 public key.
var ErrNoSenderKey = errors.New("no recent transaction of the sender has an Ed25519 public key")

// ParsePublicKey returns an Ed25519 public key as Simulation has it. The error is an *ArgumentError.
func ParsePublicKey(typed string) (string, error) {
	return checkHash("public key", strings.TrimSpace(typed))
}

const (
	// simulatedLifetime is for how many seconds a simulated transaction is valid.
	simulatedLifetime = 300
	// examinedForKey is the number of transactions in which a public key is searched.
	examinedForKey = 20
)

// CompleteSimulation returns a simulation with what is zero in it filled in from the node: the sequence number always, PublicKey from the
// newest transactions of the sender, ChainID from them or the chain, GasUnitPrice from the median, or else the newest transaction of the
// sender. It expires 300 seconds after now. The error matches ErrNoSenderKey if the public key has to be given.
func (n *Node) CompleteSimulation(ctx context.Context, s Simulation, now time.Time) (Simulation, error) {
	account, err := n.Account(ctx, s.Sender)
	if err != nil {
		return s, err
	}
	s.SequenceNumber, s.ExpirationSecs = account.SequenceNumber, uint64(now.Unix())+simulatedLifetime
	var last Transaction
	if s.PublicKey == "" || s.ChainID == 0 || s.GasUnitPrice == 0 {
		sent, err := n.Transactions(ctx, s.Sender, PageRequest{Count: examinedForKey})
		if err != nil && !errors.Is(err, ErrNotFound) {
			return s, err
		}
		for i := range sent.Items {
			s.PublicKey = cmp.Or(s.PublicKey, sent.Items[i].SenderKey())
		}
		if len(sent.Items) > 0 {
			last = sent.Items[0]
		}
	}
	if s.PublicKey == "" {
		return s, ErrNoSenderKey
	}
	if s.ChainID == 0 {
		id := last.ChainID
		if id == nil {
			found, err := n.ChainID(ctx)
			if err != nil {
				return s, err
			}
			id = &found
		}
		s.ChainID = uint8(*id)
	}
	if s.GasUnitPrice == 0 {
		price, err := n.GasPrice(ctx)
		if err != nil && !errors.Is(err, ErrUnsupported) {
			return s, err
		}
		if known := cmp.Or(price.Median, price.Mean, price.Floor, last.GasUnitPrice); known != nil {
			s.GasUnitPrice = *known
		}
	}
	return s, nil
}
