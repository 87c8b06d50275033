package block

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
)

// loadVotes requests the votes for an executed block, once: the next block says them.
func (m *Model) loadVotes() tea.Cmd {
	if m.block == nil || m.block.Certificate != nil || m.block.Statistics == nil || m.areVotesAsked || !m.deps.Node.HasEventVotes() {
		return nil
	}
	m.areVotesAsked = true
	node, block := m.deps.Node, *m.block
	return m.votesState.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) {
		blocks := []client.Block{block}
		_ = node.AddEventVotes(ctx, blocks) // the block is complete without
		return blocks[0], ctx.Err()
	})
}

// setVotes adds the votes to the block.
func (m *Model) setVotes(voted client.Block) {
	if m.block == nil || m.block.Digest != voted.Digest || m.block.Certificate != nil || voted.Certificate == nil {
		return
	}
	block := *m.block
	block.Certificate = voted.Certificate
	m.blocks.Cache(block)
	m.block, m.row = &block, live.NewRow(block)
	if m.voter >= int(m.row.Members) {
		m.voter = 0
	}
	m.layout()
}
