package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"foredeck/client"
	"foredeck/tui/text"
)

const (
	// blocksAtOnce is how many blocks are on their way at a time.
	blocksAtOnce = 4
	// blocksTogether is how many are waited for together: they are printed in order.
	blocksTogether = 8
)

func blocksCommand(flags *globalFlags) *cobra.Command {
	last, votes, from := 0, false, fromHeight("")
	command := &cobra.Command{
		Use:   "blocks",
		Short: "List the newest consensus blocks",
		Long: `List the newest consensus blocks, newest first. The newest one is found by trying heights.

Deployed nodes ask for a token: set FOREDECK_CONSENSUS_TOKEN.`,
		Example: `  foredeck blocks --last 50 --votes
  foredeck blocks --last 1000 -o csv > blocks.csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := flags.format(formats...)
			if err != nil {
				return err
			}
			length, err := flags.length(cmd)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("last") {
				switch {
				case last < 1:
					return &usageError{fmt.Errorf("--last %d: must be 1 or more; --all prints all there are", last)}
				case flags.all || cmd.Flags().Changed("limit"):
					return &usageError{errors.New("--last, --limit and --all: give one of them")}
				}
				length = last
			}
			hints, err := from.hints()
			if err != nil {
				return err
			}
			s, err := flags.open(cmd)
			if err != nil {
				return err
			}
			defer s.close()
			head, err := s.head(cmd.Context(), hints...)
			if err != nil {
				return err
			}
			l := flags.newList(cmd, format, blockColumns(format, votes))
			l.progress.expect(head.Height + 1)
			dropped := func(height uint64) {
				fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: the node holds no block %s; the list ends above it\n", text.Integer(height))
			}
			return printList(l, s.blocks(cmd.Context(), head.Height, length, dropped), blockRecord(format, votes))
		},
	}
	command.Flags().IntVar(&last, "last", 20, "how many to print (as --limit)")
	command.Flags().StringVar((*string)(&from), "from-height", "", fromHeightUsage)
	command.Flags().BoolVar(&votes, "votes", false, "show who voted in each certificate (tables and csv; the others have it always)")
	return command
}

// blocks gives the blocks from a height down, at most so many (0: all). Where the node has dropped the older ones the list
// ends, and dropped is told the height.
func (s *session) blocks(ctx context.Context, head uint64, most int, dropped func(height uint64)) iter.Seq2[client.ConsensusBlock, error] {
	return func(yield func(client.ConsensusBlock, error) bool) {
		left := head + 1 // heights; there are fewer than 2^64 blocks
		if most > 0 {
			left = min(left, uint64(most))
		}
		for next := head; left > 0; {
			count := min(left, blocksTogether)
			blocks, failures := s.blocksBelow(ctx, next, int(count))
			for i, block := range blocks {
				if errors.Is(failures[i], client.ErrNotFound) {
					dropped(next - uint64(i))
					return
				}
				if !yield(block, failures[i]) || failures[i] != nil {
					return
				}
			}
			next -= count
			left -= count
		}
	}
}

// blocksBelow asks for the blocks from a height down, some at once.
func (s *session) blocksBelow(ctx context.Context, height uint64, count int) ([]client.ConsensusBlock, []error) {
	blocks, failures := make([]client.ConsensusBlock, count), make([]error, count)
	var group errgroup.Group
	group.SetLimit(blocksAtOnce)
	for i := range count {
		group.Go(func() error {
			blocks[i], failures[i] = s.node.ConsensusBlock(ctx, height-uint64(i))
			return nil
		})
	}
	_ = group.Wait() // each block has its own error
	return blocks, failures
}
