package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/blockindex"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func showBlock(in *invocation) error {
	height, isHead, err := in.blockHeight()
	if err != nil {
		return err
	}
	var block client.ConsensusBlock
	if isHead {
		if block, err = in.head(); err != nil {
			return err
		}
		height = block.Height
	}
	switch {
	case in.isSet("with-batches"):
		block, err = in.s.node.ConsensusBlock(in.ctx(), height, client.WithBatches())
	case !isHead:
		block, err = in.s.node.ConsensusBlock(in.ctx(), height)
	}
	if err != nil {
		return err
	}
	in.note(&block)
	return in.printOne(blockColumns(in.format, false), blockRecord(in.format, false, in.s.now)(&block))
}

func checkBlock(in *invocation) error {
	if _, _, err := in.blockHeight(); err != nil {
		return err
	}
	_, err := in.headHints()
	return err
}

// blockHeight parses the argument of block: a height or head.
func (in *invocation) blockHeight() (height uint64, isHead bool, err error) {
	if in.args[0] == "head" {
		return 0, true, nil
	}
	height, err = parseHeight("HEIGHT", in.args[0], "head or a whole number up to 2^64-1")
	return height, false, err
}

// parseHeight parses a height, which may be grouped: 48,211,907. rule completes the error: what the argument must be.
func parseHeight(name, argument, rule string) (uint64, error) {
	height, err := strconv.ParseUint(strings.ReplaceAll(argument, ",", ""), 10, 64)
	if err != nil {
		return 0, usagef("%s %q: must be %s", name, argument, rule)
	}
	return height, nil
}

// headHints returns the height of --from-height, if given.
func (in *invocation) headHints() ([]uint64, error) {
	if in.value("from-height") == "" {
		return nil, nil
	}
	height, err := parseHeight("--from-height", in.value("from-height"), "a whole number up to 2^64-1")
	return []uint64{height}, err
}

// head finds the newest block. The search starts at --from-height, at the height of a recent transaction, if there is one, and at more.
func (in *invocation) head(more ...uint64) (client.ConsensusBlock, error) {
	hints, err := in.headHints()
	if err != nil {
		return client.ConsensusBlock{}, err
	}
	hints = append(hints, more...)
	if recent := in.s.recentHeight(in.ctx()); recent > 0 {
		hints = append(hints, recent)
	}
	return in.s.node.FindHead(in.ctx(), client.HeadSearch{Hints: hints})
}

// recentHeight returns the height of the newest transaction of an account that is likely to have some, 0 if none is found.
func (s *session) recentHeight(ctx context.Context) uint64 {
	account, _ := move.ParseAddress("0x1")
	if len(s.names) > 0 {
		account = s.names[0].Address
	}
	newest := client.PageRequest{Count: 1}
	sent, _ := s.node.Transactions(ctx, account, newest)
	coin, _ := s.node.CoinTransactions(ctx, account, client.AnyType, newest)
	var height uint64
	for _, transaction := range append(sent.Items, coin.Items...) {
		if known := transaction.Height(); known != nil {
			height = max(height, *known)
		}
	}
	return height
}

func blockColumns(format string, votes bool) []column {
	var columns []column
	switch format {
	case "csv":
		columns = csvColumns("height", "digest", "author", "parent", "timestamp_us", "chain_id", "epoch", "round",
			"certificate_kind", "vote_kind", "committee", "votes", "members", "batches")
		if votes {
			columns = append(columns, column{title: text.Const("voters")})
		}
		return columns
	case "wide":
		columns = []column{
			{title: text.Const("HEIGHT"), width: 12}, {title: text.Const("TIME"), width: 30}, {title: text.Const("EPOCH"), width: 6}, {title: text.Const("ROUND"), width: 9},
			{title: text.Const("VOTES"), width: 7}, {title: text.Const("BATCHES"), width: 7}, {title: text.Const("AUTHOR"), width: 66}, {title: text.Const("DIGEST"), width: 66},
			{title: text.Const("PARENT"), width: 66}, {title: text.Const("CERTIFICATE"), width: 11}, {title: text.Const("VOTE"), width: 16}, {title: text.Const("COMMITTEE"), width: 66},
		}
	default:
		columns = []column{
			{title: text.Const("HEIGHT"), width: 12}, {title: text.Const("AGE"), width: 11}, {title: text.Const("EPOCH"), width: 6}, {title: text.Const("ROUND"), width: 9},
			{title: text.Const("VOTES"), width: 7}, {title: text.Const("BATCHES"), width: 7}, {title: text.Const("AUTHOR"), width: 11}, {title: text.Const("DIGEST"), width: 11},
		}
	}
	if votes {
		columns = append(columns, column{title: text.Const("VOTERS (| voted, . did not)")})
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
	digests := []text.Safe{remoteText(b.Author), remoteText(b.Digest), remoteText(b.Parent)}
	age, count, votes := text.None, text.None, text.None
	switch listed := blockindex.CountItems(b.Payload); {
	case b.Batches != nil && b.Batches.Hashes != nil:
		count = text.Integer(uint64(len(b.Batches.Hashes)))
	case b.Batches == nil && listed >= 0: // not requested: the payload lists them
		count = text.Integer(uint64(listed))
	}
	if b.Certificate != nil && b.Certificate.Voters != nil {
		votes = text.Clean(fmt.Sprintf("%d/%d", b.Certificate.Votes(), len(b.Certificate.Voters)))
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
		digests[0], digests[1], digests[2], remoteText(certificate.Kind), remoteText(certificate.VoteKind), remoteText(certificate.Committee)}
}

// exactBlockCells returns the cells of CSV. Batches are their hashes, separated by spaces.
func exactBlockCells(b *client.ConsensusBlock) []text.Safe {
	cells := []text.Safe{render.Digits(&b.Height), text.Clean(b.Digest), text.Clean(b.Author), text.Clean(b.Parent), render.Digits((*uint64)(b.Timestamp)),
		render.Digits(b.ChainID), render.Digits(b.Epoch), render.Digits(b.Round), {}, {}, {}, {}, {}, {}}
	if c := b.Certificate; c != nil {
		copy(cells[8:], []text.Safe{text.Clean(c.Kind), text.Clean(c.VoteKind), text.Clean(c.Committee)})
		if c.Voters != nil {
			copy(cells[11:], []text.Safe{render.IntDigits(c.Votes()), render.IntDigits(len(c.Voters))})
		}
	}
	if b.Batches != nil {
		cells[13] = text.Clean(strings.Join(b.Batches.Hashes, " "))
	}
	return cells
}

// voters returns one character per member of the committee.
func voters(format string, b *client.ConsensusBlock) text.Safe {
	if b.Certificate == nil {
		return text.Safe{}
	}
	marks := map[bool]string{true: "|", false: "."}
	if format == "csv" {
		marks = map[bool]string{true: "1", false: "0"}
	}
	var line strings.Builder
	for i, voted := range b.Certificate.Voters {
		if slices.Contains(b.Certificate.Unread, i) {
			line.WriteByte('?')
			continue
		}
		line.WriteString(marks[voted])
	}
	return text.Clean(line.String())
}

// remoteText returns text of the node made safe, – if it is empty.
func remoteText(remote string) text.Safe {
	if remote == "" {
		return text.None
	}
	return text.Clean(remote)
}
