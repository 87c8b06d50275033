package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/text"
)

func blocksCommand(flags *globalFlags) *cobra.Command {
	last, votes, follow, from := 0, false, false, fromHeight("")
	command := &cobra.Command{
		Use:   "blocks",
		Short: "List the newest consensus blocks",
		Long: `List the newest consensus blocks, newest first. The newest one is found by trying heights.

With --follow they come oldest first, and each new block follows as it comes, until ctrl+c. More than 500 at once are passed
over; that, and a node that goes away or falls back, is said on stderr.

Deployed nodes ask for a token: set FOREDECK_CONSENSUS_TOKEN.`,
		Example: `  foredeck blocks --last 50 --votes
  foredeck blocks --follow -o jsonl
  foredeck blocks --last 1000 -o csv > blocks.csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, length, err := flags.listing(cmd)
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
			if follow {
				switch {
				case flags.all:
					return &usageError{errors.New("--follow and --all: give one of the two")}
				case !cmd.Flags().Changed("last") && !cmd.Flags().Changed("limit"):
					length = 1
				}
			}
			hints, err := from.hints()
			if err != nil {
				return err
			}
			s, err := flags.openBlocks(cmd)
			if err != nil {
				return err
			}
			defer s.close()
			store, err := s.keepBlocks(everyBlock)
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: blocks are not kept this time: %s\n", text.Clean(err.Error()))
			}
			if store != nil {
				defer func() {
					if err := store.Close(); err != nil {
						fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: blocks were not kept: %s\n", text.Clean(err.Error()))
					}
				}()
				hints = append(hints, store.Newest()...)
			}
			head, err := s.head(cmd.Context(), hints...)
			if err != nil {
				return err
			}
			l := flags.newList(cmd, format, blockColumns(format, votes))
			if follow {
				return s.followBlocks(cmd, l, head.Height, length, blockRecord(format, votes, s.now))
			}
			l.progress.expect(head.Height + 1)
			dropped := func(height uint64) {
				fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: the node holds no block %s; the list ends above it\n", text.Integer(height))
			}
			blocks, count := s.blocks(cmd.Context(), head, length, dropped), voteCount{}
			isCounted := votes && (format == "table" || format == "wide")
			if isCounted {
				blocks = count.watch(blocks)
			}
			if err := printList(l, blocks, blockRecord(format, votes, s.now)); err != nil || !isCounted {
				return err
			}
			return count.print(l)
		},
	}
	command.Flags().IntVar(&last, "last", 20, "how many to print (as --limit)")
	command.Flags().StringVar((*string)(&from), "from-height", "", fromHeightUsage)
	command.Flags().BoolVar(&follow, "follow", false, "go on with each new block (begins at the newest, or --last blocks back)")
	command.Flags().BoolVar(&votes, "votes", false, "show who voted in each certificate (tables and csv; the others have it always), and below a table count members and authors")
	return command
}

// blocks gives the blocks from the newest down, at most so many (0: all). Where the node has dropped the older ones the list
// ends, and dropped is told the height.
func (s *session) blocks(ctx context.Context, head client.ConsensusBlock, most int, dropped func(height uint64)) iter.Seq2[client.ConsensusBlock, error] {
	return func(yield func(client.ConsensusBlock, error) bool) {
		oldest := uint64(0)
		if most > 0 {
			oldest = head.Height - min(head.Height, uint64(most)-1)
		}
		if !yield(head, nil) || head.Height == oldest {
			return
		}
		for block, err := range s.node.Blocks(ctx, head.Height-1, oldest, client.NextTo(head)) {
			if errors.Is(err, client.ErrNotFound) {
				dropped(block.Height)
				return
			}
			if !yield(block, err) {
				return
			}
		}
	}
}
