package blocks

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

const (
	// maxFigures is the number of blocks whose figures are cached.
	maxFigures = 1000
	// figureRequests is the number of blocks that are requested at a time.
	figureRequests = 8
)

func newFigures(deps *screen.Deps) *load.Cache[uint64, *client.Block] {
	return load.NewCache(deps.Loader, maxFigures, func(ctx context.Context, height uint64) (*client.Block, error) {
		block, err := deps.Node.Block(ctx, height, client.WithStatistics())
		return &block, err
	})
}

// joinsFigures reports whether blocks come with certificates, which lack the figures of their execution, from a node that has those too.
func (m *Model) joinsFigures() bool { return m.deps.Node.HasExecutedBlocks() && !m.deps.IsExecuted() }

// joinFigures adds the figures of visible blocks, and requests those that are not loaded.
func (m *Model) joinFigures() tea.Cmd {
	if m.mode != modeBlocks || m.ctx == nil || !m.joinsFigures() {
		return nil
	}
	pending := 0
	for i := m.rows.First(); i < min(m.rows.First()+m.rows.Height(), m.blocks.Len()) && pending < figureRequests; i++ {
		row := m.blocks.Row(i)
		if row.Kind != live.Block || row.Users >= 0 || row.HasGas() {
			continue
		}
		executed, ok := m.figures.Get(row.Height)
		switch {
		case !ok:
			m.figures.Want(row.Height)
			if m.figures.Status(row.Height).Loading {
				pending++
			}
		case executed.Statistics != nil && executed.Digest == row.Digest.String():
			row.SetFigures(executed.Statistics)
			m.blocks.Replace(*row)
		}
	}
	return m.figures.Fetch(m.ctx)
}
