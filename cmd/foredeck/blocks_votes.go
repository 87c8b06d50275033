package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// voteCount remembers of the blocks that are printed who made them and who voted.
type voteCount struct {
	blocks []client.ConsensusBlock // newest first, and no more of each than is counted
}

// watch gives the blocks on, and remembers them.
func (c *voteCount) watch(blocks iter.Seq2[client.ConsensusBlock, error]) iter.Seq2[client.ConsensusBlock, error] {
	return func(yield func(client.ConsensusBlock, error) bool) {
		for block, err := range blocks {
			if err == nil {
				counted := client.ConsensusBlock{Height: block.Height, Author: block.Author}
				if block.Certificate != nil {
					counted.Certificate = &client.Certificate{Voters: block.Certificate.Voters}
				}
				c.blocks = append(c.blocks, counted)
			}
			if !yield(block, err) {
				return
			}
		}
	}
}

// print prints a table of the members, most misses first, and one of the authors.
func (c *voteCount) print(l *list) error {
	var votes client.Participation
	for _, block := range slices.Backward(c.blocks) {
		votes.Add(block)
	}
	members := newPrinter(l.printer.out, "table", []column{
		{title: "MEMBER", width: 6, right: true}, {title: "BLOCKS", width: 9, right: true}, {title: "VOTED", width: 7, right: true},
		{title: "MISSES", width: 9, right: true}, {title: "IN A ROW", width: 9, right: true}, {title: "FIRST MISS", width: 14, right: true}, {title: "LAST MISS", width: 14, right: true},
	}, false)
	counted := votes.Members()
	slices.SortStableFunc(counted, func(a, b client.MemberVotes) int { return cmp.Compare(b.Misses(), a.Misses()) })
	if len(counted) > 0 {
		if err := members.write("\n"); err != nil {
			return err
		}
	}
	for _, member := range counted {
		cells := []text.Safe{render.IntDigits(member.Member), text.Integer(uint64(member.Blocks)), percent(member.Share()), text.Integer(uint64(member.Misses())),
			text.Integer(uint64(member.LongestRun)), render.Number(member.FirstMiss), render.Number(member.LastMiss)}
		if err := members.print(record{cells: cells}); err != nil {
			return err
		}
	}
	authors := newPrinter(l.printer.out, "table", []column{
		{title: "AUTHOR", width: 66}, {title: "BLOCKS", width: 9, right: true}, {title: "SHARE", width: 7, right: true},
		{title: "FIRST", width: 14, right: true}, {title: "LAST", width: 14, right: true},
	}, false)
	made := votes.Authors()
	if len(made) > 0 {
		if err := authors.write("\n"); err != nil {
			return err
		}
	}
	for _, author := range made {
		cells := []text.Safe{text.Clean(author.Author), text.Integer(uint64(author.Blocks)), percent(author.Share()), text.Integer(author.First), text.Integer(author.Last)}
		if err := authors.print(record{cells: cells}); err != nil {
			return err
		}
	}
	return nil
}

// percent writes a share of one.
func percent(share float64) text.Safe { return text.Safe(fmt.Sprintf("%.1f%%", share*100)) }
