package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// followBlocks prints so many of the newest blocks, oldest first, and then each one that comes, until the command is ended, or the
// recording that is played. What goes wrong meanwhile is said beside, when it begins and when it is over.
func (s *session) followBlocks(cmd *cobra.Command, l *list, head uint64, count int, written func(*client.ConsensusBlock) record) error {
	ctx, cancel := s.untilOver(cmd.Context())
	defer cancel()
	first := head - min(head, uint64(count)-1)
	for update, err := range s.node.WatchBlocks(ctx, first) {
		if err != nil {
			return err
		}
		if update.Kind != client.BlockArrived {
			sayUpdate(cmd.ErrOrStderr(), update, s.place)
			continue
		}
		if err := l.printer.print(written(&update.Block)); err != nil {
			return err
		}
		if s.played != nil && update.Block.Height == s.played.highest() {
			break // no other can follow
		}
	}
	return l.printer.end()
}

// sayUpdate says what happened to the following but that a block came.
func sayUpdate(to io.Writer, update client.BlockUpdate, place load.Endpoint) {
	where := text.Clean(place.String())
	var said text.Safe
	switch update.Kind {
	case client.BlocksSkipped:
		said = text.Integer(update.Last-update.First+1) + " blocks not asked, " + text.Integer(update.First) + " to " + text.Integer(update.Last)
		if update.Err != nil {
			said = "block " + text.Integer(update.First) + " left out: " + load.Explain(update.Err, place).Reason
		}
	case client.NodeSilent:
		said = load.Explain(update.Err, place).Reason + "; trying on"
	case client.NodeBehind:
		said = where + " is behind: its newest block is " + text.Integer(update.First) + ", " + text.Integer(update.Last) + " was seen; waiting"
		if update.Err != nil {
			said = where + " holds no block now, " + text.Integer(update.Last) + " was seen; waiting"
		}
	case client.NodeBack:
		said = where + " is again here"
	case client.ChainReplaced:
		said = where + " has another chain now: going on at " + text.Integer(update.First) + ", " + text.Integer(update.Last) + " was seen of the one before"
	}
	fmt.Fprintf(to, "foredeck: %s\n", said)
}
