package screen

import (
	"slices"

	"foredeck/client/move"
)

const (
	// mostSeenResources bounds what is remembered for completing lines.
	mostSeenResources = 500
	// longestSeenType leaves out types that nobody would complete.
	longestSeenType = 500
)

// SeenResource is a resource that passed by, at the account that holds it.
type SeenResource struct {
	Account move.Address
	Type    string
}

// AddResource remembers a resource. What the node sent in the place of a type is left out.
func (s *Seen) AddResource(account move.Address, kind string) {
	if len(kind) > longestSeenType {
		return
	}
	if _, err := move.ParseStructTag(kind); err != nil {
		return
	}
	held := SeenResource{account, kind}
	s.resources = slices.DeleteFunc(s.resources, func(other SeenResource) bool { return other == held })
	if len(s.resources) == mostSeenResources {
		s.resources = slices.Delete(s.resources, 0, 1)
	}
	s.resources = append(s.resources, held)
}

// Resources are the resources that were seen last, the newest first.
func (s *Seen) Resources() []SeenResource {
	resources := slices.Clone(s.resources)
	slices.Reverse(resources)
	return resources
}
