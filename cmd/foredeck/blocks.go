package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func init() {
	runners["blocks"] = &runner{check: checkBlocks, open: openBlockList, run: listBlocks, later: []examinedCall{
		{"newest block", client.V1, false, func(e *examination) error {
			return onlyError(e.node.NewestBlock(e.ctx()))
		}},
	}}
}

func listBlocks(in *invocation) error {
	count, err := in.blockCount()
	if err != nil {
		return err
	}
	cached, err := in.s.cacheBlocks(true)
	if err != nil {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", text.Clean(err.Error()))
	}
	head, err := in.head(cached...)
	if err != nil {
		return err
	}
	votes := in.isSet("votes")
	l := newList(in, record.Blocks(in.s.now, votes))
	in.expect(count)
	noted := false
	l.onRecord = func(block *client.Block) {
		if !noted && block.Certificate == nil {
			noted = true
			in.noteCertificate(block)
		}
	}
	match, err := in.blockFilter()
	if err != nil {
		return err
	}
	if in.isSet("follow") {
		return in.followBlocks(l, head.Height, count, votes, match)
	}
	l.progress.expect(head.Height + 1)
	pruned := func(height uint64) {
		fmt.Fprintf(in.stderr(), "foredeck: block %s: not on this node, the list ends above it\n", text.Integer(height))
	}
	length := count
	if in.hasFilter() {
		length = 0 // until enough blocks match
	}
	blocks, tally := in.s.blocks(in.ctx(), head, length, pruned), voteCount{validators: in.s.settings.NetworkValidators(in.s.settings.Network.Name)}
	isCounted := votes && l.isForPeople()
	if votes {
		blocks = in.s.node.WithVotesOf(in.ctx(), blocks)
	}
	pages := singly(blocks)
	if in.hasFilter() {
		pages = first(count, filtered(l, match, pages))
	}
	if isCounted {
		pages = tally.watch(pages)
	}
	if err := l.printPages(pages); err != nil || !isCounted {
		return err
	}
	return tally.print(in.out(), in.format)
}

func checkBlocks(in *invocation) error {
	if err := checkFilter(record.BlockFields)(in); err != nil {
		return err
	}
	if _, err := in.blockCount(); err != nil {
		return err
	}
	_, err := in.headHints()
	return err
}

// blockCount returns how many blocks to list, 0 for all. --follow starts with one by default.
func (in *invocation) blockCount() (int, error) {
	last := get[int](in.options, "last")
	switch {
	case in.given("last") && last < 1:
		return 0, usagef("--last %d: must be 1 or more, or use --all", last)
	case in.given("last") && (in.all || in.given("limit")):
		return 0, usagef("--last, --limit and --all: use only one of them")
	case in.isSet("follow") && in.all:
		return 0, usagef("--follow and --all: use only one of them")
	case in.given("last"):
		return last, nil
	case in.isSet("follow") && !in.given("limit"):
		return 1, nil
	}
	return in.length, nil
}

// blocks yields the blocks from head downwards, at most limit of them (0: all). If the node has pruned older blocks the list ends
// there, and pruned is called with the height.
func (s *session) blocks(ctx context.Context, head client.Block, limit int, pruned func(height uint64)) iter.Seq2[client.Block, error] {
	return func(yield func(client.Block, error) bool) {
		oldest := uint64(0)
		if limit > 0 {
			oldest = head.Height - min(head.Height, uint64(limit)-1)
		}
		if !yield(head, nil) || head.Height == oldest {
			return
		}
		for block, err := range s.node.Blocks(ctx, head.Height-1, oldest, client.NextTo(head)) {
			if errors.Is(err, client.ErrNotFound) {
				pruned(block.Height)
				return
			}
			if !yield(block, err) {
				return
			}
		}
	}
}

// voteCount collects the printed blocks to count their authors and voters.
type voteCount struct {
	rows       []live.Row // newest first
	validators map[int]config.Validator
}

// watch passes blocks on and collects them.
func (c *voteCount) watch(pages iter.Seq2[[]client.Block, error]) iter.Seq2[[]client.Block, error] {
	return func(yield func([]client.Block, error) bool) {
		for blocks, err := range pages {
			for _, block := range blocks {
				c.rows = append(c.rows, live.NewRow(block))
			}
			if !yield(blocks, err) {
				return
			}
		}
	}
}

// print prints a table of the members, most misses first, and one of the authors. Columns that tell nothing are left out.
func (c *voteCount) print(out io.Writer, format string) error {
	var votes live.Participation
	for i := range slices.Backward(c.rows) {
		votes.Add(&c.rows[i])
	}
	members := votes.Members()
	if err := printTable(out, format, c.memberColumns(votes.Committees(), members), members); err != nil {
		return err
	}
	return printTable(out, format, c.authorColumns(), votes.Authors())
}

type (
	memberVotes  = live.MemberVotes
	authorBlocks = live.AuthorBlocks
)

// number returns a right-aligned column.
func number[T any](title text.Safe, width int, cell func(*T) text.Safe) record.Column[T] {
	return record.Column[T]{Title: title, Width: width, Right: true, Cell: cell}
}

func (c *voteCount) memberColumns(committees []live.CommitteeBlocks, members []memberVotes) record.Columns[memberVotes] {
	columns := record.Columns[memberVotes]{number(text.Const("MEMBER"), 6, func(m *memberVotes) text.Safe { return render.IntDigits(m.Member) })}
	if len(c.validators) > 0 {
		columns = append(columns, record.Column[memberVotes]{Title: text.Const("NAME"), Width: 16, Cell: func(m *memberVotes) text.Safe { return text.Clean(c.validators[m.Member].Name) }})
	}
	if len(committees) > 1 {
		columns = append(columns, number(text.Const("EPOCH"), 9, func(m *memberVotes) text.Safe { return committees[m.Committee].Epochs() }))
	}
	columns = append(columns,
		number(text.Const("BLOCKS"), 9, func(m *memberVotes) text.Safe { return text.Integer(uint64(m.Blocks)) }),
		number(text.Const("VOTED"), 7, func(m *memberVotes) text.Safe { return record.Share(m.Share()) }),
		number(text.Const("MISSES"), 9, func(m *memberVotes) text.Safe { return text.Integer(uint64(m.Misses())) }),
		number(text.Const("IN A ROW"), 9, func(m *memberVotes) text.Safe { return text.Integer(uint64(m.LongestRun)) }),
		number(text.Const("FIRST MISS"), 14, func(m *memberVotes) text.Safe { return render.Number(m.FirstMiss) }),
		number(text.Const("LAST MISS"), 14, func(m *memberVotes) text.Safe { return render.Number(m.LastMiss) }))
	if slices.ContainsFunc(members, func(m memberVotes) bool { return m.LeftOutBy != "" }) {
		columns = append(columns, record.Column[memberVotes]{Title: text.Const("LEFT OUT BY"), Width: 13, Blank: true, Cell: func(m *memberVotes) text.Safe { return text.Short(text.Clean(m.LeftOutBy)) }})
	}
	return columns
}

func (c *voteCount) authorColumns() record.Columns[authorBlocks] {
	columns := record.Columns[authorBlocks]{{Title: text.Const("AUTHOR"), Width: 66, Cell: func(a *authorBlocks) text.Safe { return text.Clean(a.Author) }}}
	if len(c.validators) > 0 {
		names := map[string]text.Safe{}
		for _, v := range c.validators {
			names[v.Author] = text.Clean(v.Name)
		}
		columns = append(columns, record.Column[authorBlocks]{Title: text.Const("NAME"), Width: 16, Cell: func(a *authorBlocks) text.Safe { return names[a.Author] }})
	}
	return append(columns,
		number(text.Const("BLOCKS"), 9, func(a *authorBlocks) text.Safe { return text.Integer(uint64(a.Blocks)) }),
		number(text.Const("SHARE"), 7, func(a *authorBlocks) text.Safe { return record.Share(a.Share()) }),
		number(text.Const("OF EXPECTED"), 11, func(a *authorBlocks) text.Safe {
			if fraction, ok := a.OfExpected(); ok {
				return record.Share(fraction)
			}
			return text.None
		}),
		number(text.Const("FIRST"), 14, func(a *authorBlocks) text.Safe { return text.Integer(a.First) }),
		number(text.Const("LAST"), 14, func(a *authorBlocks) text.Safe { return text.Integer(a.Last) }))
}

// printTable prints an empty line and a table, or nothing if there are no rows.
func printTable[T any](out io.Writer, format string, columns record.Columns[T], rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	if format != record.Plain {
		format = record.Table // also below a wide one
	}
	p := newPrinter(out, format, columns)
	p.WriteString("\n")
	return document(p, nil, nil, rows)
}
