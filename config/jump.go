package config

import (
	"errors"
	"strings"
)

// Jump opens a screen with the value of a field: enter on such a field in a tree follows its link.
type Jump struct {
	Field string // a Move type, or a type with the path of one of its fields: 0x5::pool::Position.pool_id
	Link  string // without the network; JumpValue stands for the value
}

// JumpValue stands for the value of a field in the link of a jump.
const JumpValue = "{}"

var (
	jumpField = lazily(`^0[xX][0-9a-fA-F]{1,64}::\w+::\w+(<.+>)?(\.\w+)*$`)
	jumpLink  = lazily(`^(account|module|transaction|block|events|view|calls|committee|effects|explain)/\S+$`)
)

// applyJump adds a jump. Whether its link can be opened shows only with a value.
func (s *Settings) applyJump(l line) error {
	link, err := l.value.string()
	switch {
	case err != nil:
		return err
	case len(l.path) != 2 || !jumpField().MatchString(l.path[1]):
		return errors.New("the name of a jump must be a Move type in quotes, such as \"0x5::pool::PoolId\", with .name behind it for a field")
	case !jumpLink().MatchString(link) || !strings.Contains(link, JumpValue):
		return errors.New("must be a link without its network that has " + JumpValue + " for the value, such as account/{}/resources")
	}
	s.Jumps = append(s.Jumps, Jump{l.path[1], link})
	s.origins[l.key()] = fileOrigin(l.number)
	return nil
}
