package account

import (
	"bytes"
	"context"
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/listview"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// resources is the tab of the resources that the account holds (spec section 2.7), each with its value as a tree.
type resources struct {
	standing[client.Resource]
	address move.Address

	tree       jsontree.Model
	search     screen.TreeSearch
	treeHeight int
	alone      bool                                               // nothing but the value is on the screen
	planted    *client.Resource                                   // whose value the tree shows
	amounts    func(path string, value json.RawMessage) text.Safe // writes its amounts of a coin in its unit; nil: it has none
	reading    screen.TreeReading
	read       *client.Resource // whose value is being read; nil: none
	inTree     bool             // the tree takes the place of the list and has the keys
	value      load.State[client.Resource]
	asked      *client.Resource // whose value is being asked for: lists of version 1 may hold types alone
	wanted     *wanted          // nil: none
	looks      looks
}

func newResources(deps *screen.Deps, keys *KeyMap, address move.Address) *resources {
	source := load.Source[client.Resource]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Resource], error) {
			return deps.Node.Resources(ctx, address, request)
		},
		Key: func(resource *client.Resource) string {
			if resource.Type == "" {
				return string(resource.Raw)
			}
			return resource.Type
		},
	}
	r := &resources{address: address, search: screen.NewTreeSearch(), standing: standing[client.Resource]{source: source, list: list[client.Resource]{
		deps: deps, keys: keys,
		words: words{name: "Resources", title: "Types", asking: "the resources that it holds"},
	}}}
	r.List = listview.New(load.NewPages(source, client.NewestFirst), func(held *client.Resource) []string {
		return []string{beginning(held.Type), string(structName(held))}
	})
	return r
}

func (r *resources) crumbs() []text.Safe {
	if held := r.Selected(); r.inTree && held != nil {
		return []text.Safe{r.words.name, structName(held)}
	}
	return r.standing.crumbs()
}

// look goes on as well with what was asked about the value when the screen was left: its units, and earlier looks at it.
func (r *resources) look() tea.Cmd {
	if r.planted != nil {
		r.units(r.planted)
	}
	return tea.Batch(r.standing.look(), r.lookBack())
}

func (r *resources) take(msg tea.Msg) tea.Cmd {
	if cmd, ok := r.takePage(msg); ok {
		r.remember(msg)
		return tea.Batch(cmd, r.reopen(), r.seek())
	}
	switch msg := msg.(type) {
	case plantMsg:
		return r.plant(msg.of)
	case load.Result[jsontree.Model]:
		if tree, ok := r.reading.Take(msg); ok {
			return r.grown(r.read, tree)
		}
		return nil
	case load.Result[[]store.Snapshot]:
		cmd, _ := r.takeLooks(msg)
		return cmd
	case load.Result[[]jsontree.Change]:
		r.takeChanges(msg)
		return nil
	case looksMsg:
		return r.offerLooks(msg)
	}
	result, ok := msg.(load.Result[client.Resource])
	if !ok || !r.value.Take(result) {
		return nil
	}
	if value, ok := r.value.Value(); ok && r.value.Err() == nil && r.asked != nil {
		r.asked.Data, r.planted = value.Data, nil
	}
	return nil
}

func (r *resources) key(msg tea.KeyMsg) tea.Cmd {
	r.wanted = nil
	if r.inTree {
		return r.treeKey(msg)
	}
	if cmd, taken := r.arrangeKey(msg, func() []listview.Column[client.Resource] { return r.columns(0) }); taken {
		return cmd
	}
	switch {
	case r.keys.Compare.Matches(msg):
		return r.chooseLook()
	case r.keys.Pin.Matches(msg):
		return r.pin()
	case r.keys.Open.Matches(msg):
		return r.open()
	case r.keys.Unfold.Matches(msg):
		return r.open()
	case r.move(msg):
		return r.prefetch()
	}
	return nil
}

// open gives the tree of the selected resource the place of the list, and asks for the value where the list left it out.
func (r *resources) open() tea.Cmd {
	held := r.Selected()
	if held == nil {
		return nil
	}
	r.inTree = true
	if held.Data != nil || r.value.Loading() && r.asked == held {
		return nil
	}
	r.asked = held
	return r.value.Ask(r.ctx, r.deps.Loader, func(ctx context.Context) (client.Resource, error) {
		return r.deps.Node.Resource(ctx, r.address, held.Type)
	})
}

// reopen sees to the tree after the list was read anew: a resource that is gone leaves the list in its place.
func (r *resources) reopen() tea.Cmd {
	if !r.inTree {
		return nil
	}
	shown := r.planted
	if shown == nil {
		shown = r.read
	}
	if held := r.Selected(); held == nil || shown != nil && held.Type != shown.Type {
		r.inTree = false
		return nil
	}
	return r.open()
}

func (r *resources) actions() []screen.Action {
	if r.inTree {
		return r.treeActions()
	}
	if r.Typing() || r.Rows.Len() == 0 {
		return r.Actions(r.keys.Keys)
	}
	return append([]screen.Action{r.keys.Open, r.keys.Unfold.Quiet()}, append(r.Actions(r.keys.Keys), r.valueActions()...)...)
}

// Typing tells it of the value while that has the keys, else of the list.
func (r *resources) Typing() bool {
	if r.inTree {
		return r.search.Typing()
	}
	return r.standing.Typing()
}

// Captures tells it of the value while that has the keys, else of the list.
func (r *resources) Captures(msg tea.KeyMsg) bool {
	if r.inTree {
		return r.search.Captures(msg)
	}
	return r.standing.Captures(msg)
}

func (r *resources) cancel() {
	r.standing.cancel()
	r.value.Cancel()
	r.looks.cancel()
	r.reading.Stop()
	r.read, r.wanted = nil, nil
}

func (r *resources) escape() bool {
	switch {
	case r.value.Loading():
		r.value.Cancel()
	case r.looks.open:
		r.looks.open = false
	case r.inTree && r.search.Escape(&r.tree):
	case r.inTree:
		r.inTree = false
	default:
		return r.standing.escape()
	}
	return true
}

func (r *resources) vital() text.Safe {
	if held := r.Selected(); held != nil {
		return structName(held)
	}
	return ""
}

func (r *resources) wantsRoom() bool { return true }

func (r *resources) opened() bool { return r.inTree && r.Pages.Len() > 0 }

// fullTypeLines is how many lines below the list show the whole type of the selected resource, where there is room.
const fullTypeLines = 4

func (r *resources) lay(room room) {
	others := 0
	if !room.Plain() {
		others = fullTypeLines
	}
	r.settle(room, r.resourcesNotice, others)
	frame, frameHeight := panel.Frame(r.plain)
	if room.details > 0 {
		r.uproot()
	}
	r.tree.ApplyHits()
	r.tree.SetBlurred(!r.inTree)
	inside := room.details - frameHeight
	r.alone = room.Alone
	r.treeHeight = max(inside-len(r.selectedLines(room.detailsWidth-frame, inside))-len(r.searchLines(0)), 0)
	r.tree.SetSize(max(room.detailsWidth-frame, 0), r.treeHeight)
	r.reach()
}

// uproot takes the tree away where it is not that of the selected resource, and has the right one planted.
func (r *resources) uproot() {
	held := r.Selected()
	if held == r.planted || held != nil && held == r.read {
		return
	}
	r.reading.Stop()
	r.read = nil
	if held == nil || held.Data == nil {
		r.tree, r.planted = jsontree.Model{}, held
		return
	}
	if r.planted != nil && r.planted.Type != held.Type {
		r.tree, r.planted = jsontree.Model{}, nil
		r.search.Clear()
	}
	r.read = held
	r.deps.Post(plantMsg{held})
}

// plantMsg says that the selected resource has no tree yet.
type plantMsg struct {
	of *client.Resource
}

// plant makes the tree of the resource. A value that was read anew leaves the tree of the one before in its place until then.
func (r *resources) plant(held *client.Resource) tea.Cmd {
	if held != r.read {
		return nil
	}
	if r.planted != nil && bytes.Equal(r.planted.Data, held.Data) { // read anew, and nothing has changed
		r.planted, r.read = held, nil
		return r.lookBack()
	}
	th, name := &r.deps.Theme, structName(held)
	tree, cmd := r.reading.Read(r.deps.Loader, held.Data, func(raw json.RawMessage) jsontree.Model {
		tree := jsontree.New(raw, th)
		tree.SetName(name)
		return tree
	})
	if r.reading.Reading() {
		return cmd
	}
	return r.grown(held, tree)
}

// grown shows the tree of the resource. A value that was read anew is folded as it was. What it is searched for is looked for
// again, and earlier looks are asked for.
func (r *resources) grown(held *client.Resource, tree jsontree.Model) tea.Cmd {
	r.amounts = r.units(held)
	tree.SetUnits(r.amounts)
	if r.planted != nil {
		tree.FoldLike(r.tree)
	}
	r.tree, r.planted, r.read = tree, held, nil
	return tea.Batch(r.tree.RepeatSearch(r.search.Pattern()), r.lookBack())
}

func (r *resources) resourcesNotice() []text.Line {
	return r.notice(r.status(), []text.Line{
		text.Plain("no resources at this address"),
		text.In(r.deps.Theme.Faint, "nothing is kept here: the account may exist on another network"),
	})
}

func (r *resources) columns(width int) []listview.Column[client.Resource] {
	return []listview.Column[client.Resource]{
		{
			Column: table.Column{Title: "TYPE", Width: 12, Flex: true},
			Cell: func(held *client.Resource) table.Cell {
				cell := table.Cell{Text: structName(held)}
				if held.Problem != nil {
					cell.Style = r.deps.Theme.Warn
				}
				return cell
			},
			Ascending: true, Compare: render.ByText(func(held *client.Resource) string { return string(structName(held)) }),
		},
		{
			Column: table.Column{Title: "MODULE", Width: min(max(width/3, 14), 30), Rank: 1, Shorten: moduleName},
			Cell: func(held *client.Resource) table.Cell {
				return table.Cell{Text: structModule(held), Style: r.deps.Theme.Faint}
			},
			Ascending: true, Compare: render.ByText(func(held *client.Resource) string { return string(structModule(held)) }),
		},
	}
}

func (r *resources) listPanel(width int) panel.Panel {
	p := r.panel(r.standingState(), r.resourcesNotice(), r.columns(width), width)
	held := r.Selected()
	frame, _ := panel.Frame(r.plain)
	if used := len(r.resourcesNotice()) + len(r.filterLines()) + 1 + r.Rows.Height(); held != nil && !r.plain {
		p.Body = text.Height(p.Body, used)
		for _, part := range text.Wrap(text.Clean(beginning(held.Type)), width-frame, fullTypeLines-1) {
			p.Body = append(p.Body, text.In(r.deps.Theme.Faint, part))
		}
	}
	return p
}
