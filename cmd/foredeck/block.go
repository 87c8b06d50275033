package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func blockCommand(flags *globalFlags) *cobra.Command {
	withBatches, from := false, fromHeight("")
	command := &cobra.Command{
		Use:   "block HEIGHT|head",
		Short: "Show a consensus block",
		Long: `Show a consensus block and its certificate. head is the newest block; it is found by trying heights.

Deployed nodes ask for a token: set FOREDECK_CONSENSUS_TOKEN.`,
		Example: `  foredeck block head
  foredeck block 1000 --with-batches -o json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			format, err := flags.format(formats...)
			if err != nil {
				return err
			}
			hints, err := from.hints()
			if err != nil {
				return err
			}
			var height uint64
			if arguments[0] != "head" {
				if height, err = parseHeight("HEIGHT", arguments[0], "head or a whole number up to 2^64-1"); err != nil {
					return err
				}
			}
			s, err := flags.openBlocks(cmd)
			if err != nil {
				return err
			}
			defer s.close()
			var block client.ConsensusBlock
			if arguments[0] == "head" {
				if block, err = s.head(cmd.Context(), hints...); err != nil {
					return err
				}
				height = block.Height
			}
			switch {
			case withBatches:
				block, err = s.node.ConsensusBlock(cmd.Context(), height, client.WithBatches)
			case arguments[0] != "head":
				block, err = s.node.ConsensusBlock(cmd.Context(), height)
			}
			if err != nil {
				return err
			}
			return newPrinter(cmd.OutOrStdout(), format, blockColumns(format, false), true).print(blockRecord(format, false, s.now)(&block))
		},
	}
	command.Flags().BoolVar(&withBatches, "with-batches", false, "ask for the transaction batches that it finalized too")
	command.Flags().StringVar((*string)(&from), "from-height", "", "with head: "+fromHeightUsage)
	return command
}

// parseHeight reads a height as a person writes it, also grouped: 48,211,907. The rule says what else would be right.
func parseHeight(name, argument, rule string) (uint64, error) {
	height, err := strconv.ParseUint(strings.ReplaceAll(argument, ",", ""), 10, 64)
	if err != nil {
		return 0, &usageError{fmt.Errorf("%s %q: must be %s", name, argument, rule)}
	}
	return height, nil
}

func blockColumns(format string, votes bool) []column {
	var columns []column
	switch format {
	case "csv":
		for _, key := range []text.Safe{"height", "digest", "author", "parent", "timestamp_us", "chain_id", "epoch", "round",
			"certificate_kind", "vote_kind", "committee", "votes", "members", "batches"} {
			columns = append(columns, column{title: key})
		}
		if votes {
			columns = append(columns, column{title: "voters"})
		}
		return columns
	case "wide":
		columns = []column{
			{title: "HEIGHT", width: 12}, {title: "TIME", width: 30}, {title: "EPOCH", width: 6}, {title: "ROUND", width: 9},
			{title: "VOTES", width: 7}, {title: "BATCHES", width: 7}, {title: "AUTHOR", width: 66}, {title: "DIGEST", width: 66},
			{title: "PARENT", width: 66}, {title: "CERTIFICATE", width: 11}, {title: "VOTE", width: 16}, {title: "COMMITTEE", width: 66},
		}
	default:
		columns = []column{
			{title: "HEIGHT", width: 12}, {title: "AGE", width: 11}, {title: "EPOCH", width: 6}, {title: "ROUND", width: 9},
			{title: "VOTES", width: 7}, {title: "BATCHES", width: 7}, {title: "AUTHOR", width: 11}, {title: "DIGEST", width: 11},
		}
	}
	if votes {
		columns = append(columns, column{title: "VOTERS (| voted, . did not)"})
	}
	return columns
}

func blockRecord(format string, votes bool, now func() time.Time) func(*client.ConsensusBlock) record {
	return func(block *client.ConsensusBlock) record {
		cells := blockCells(format, block, now())
		if votes {
			cells = append(cells, voters(format, block))
		}
		return record{value: block, raw: block.Raw, cells: cells}
	}
}

func blockCells(format string, b *client.ConsensusBlock, now time.Time) []text.Safe {
	if format == "csv" {
		return exactBlockCells(b)
	}
	digests := []text.Safe{given(b.Author), given(b.Digest), given(b.Parent)}
	age, count, votes := text.None, text.None, text.None
	if b.Batches != nil {
		count = text.Integer(uint64(len(b.Batches.Hashes)))
	}
	if b.Certificate != nil {
		votes = text.Safe(fmt.Sprintf("%d/%d", b.Certificate.Votes(), len(b.Certificate.Voters)))
	}
	if format != "wide" {
		if b.Timestamp != nil {
			age = text.Age(b.Timestamp.Time(), now.UTC())
		}
		return []text.Safe{text.Integer(b.Height), age, render.Number(b.Epoch), render.Number(b.Round), votes, count,
			text.Short(digests[0]), text.Short(digests[1])}
	}
	at, certificate := text.None, client.Certificate{}
	if b.Timestamp != nil {
		at = text.Instant(b.Timestamp.Time())
	}
	if b.Certificate != nil {
		certificate = *b.Certificate
	}
	return []text.Safe{text.Integer(b.Height), at, render.Number(b.Epoch), render.Number(b.Round), votes, count,
		digests[0], digests[1], digests[2], given(certificate.Kind), given(certificate.VoteKind), given(certificate.Committee)}
}

// exactBlockCells have the batches as their hashes, with a space between.
func exactBlockCells(b *client.ConsensusBlock) []text.Safe {
	cells := []text.Safe{render.Digits(&b.Height), text.Clean(b.Digest), text.Clean(b.Author), text.Clean(b.Parent), render.Digits((*uint64)(b.Timestamp)),
		render.Digits(b.ChainID), render.Digits(b.Epoch), render.Digits(b.Round), "", "", "", "", "", ""}
	if c := b.Certificate; c != nil {
		copy(cells[8:], []text.Safe{text.Clean(c.Kind), text.Clean(c.VoteKind), text.Clean(c.Committee), render.IntDigits(c.Votes()), render.IntDigits(len(c.Voters))})
	}
	if b.Batches != nil {
		cells[13] = text.Clean(strings.Join(b.Batches.Hashes, " "))
	}
	return cells
}

// voters has a character for each member of the committee.
func voters(format string, b *client.ConsensusBlock) text.Safe {
	if b.Certificate == nil {
		return ""
	}
	marks := map[bool]string{true: "|", false: "."}
	if format == "csv" {
		marks = map[bool]string{true: "1", false: "0"}
	}
	var line strings.Builder
	for _, voted := range b.Certificate.Voters {
		line.WriteString(marks[voted])
	}
	return text.Safe(line.String())
}

// given is a text of the node, – where it gave none.
func given(remote string) text.Safe {
	if remote == "" {
		return text.None
	}
	return text.Clean(remote)
}
