// Package follow has the components of the deck that watch while the user looks at something else: the blocks of the chain, alerts, and
// the state of chosen resources and modules.
package follow
