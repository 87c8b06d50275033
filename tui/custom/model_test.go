package custom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// deck is a deck that shows one screen.
type deck struct {
	visible screen.Screen
	link    *target.Link
}

func (d *deck) Visible() screen.Screen { return d.visible }

func (d *deck) Link() (target.Link, bool) {
	if d.link == nil {
		return target.Link{}, false
	}
	return *d.link, true
}

// list is a screen with a selected transaction.
type list struct{ screen.Screen }

func (list) Copies() []screen.Copy {
	return []screen.Copy{{Form: text.Const("hash"), Value: func() string { return hash }}, {Form: text.Const("row"), Value: func() string { return "1\t2" }}}
}

// transaction is a screen of one transaction, which has no link.
type transaction struct {
	screen.Screen
	record *client.Transaction
}

func (t transaction) Record() *client.Transaction { return t.record }

var (
	hash    = "0x" + strings.Repeat("ab", 32)
	account = target.Link{Network: "mine", Target: target.Target{Kind: target.Account, Address: move.MustParseAddress("0x1")}}
)

// model returns a model on a screen of the account 0x1, and what its processes get.
func model(t *testing.T, run Runner, commands ...config.Command) (*Model, *deck) {
	t.Helper()
	d := &deck{visible: list{}, link: &account}
	m := New(t.Context(), d, run)
	t.Cleanup(m.End)
	env := &screen.Env{Config: &config.Settings{Commands: commands}}
	m.Switch(t.Context(), &screen.Deps{Env: env, Connection: screen.Connection{Endpoint: load.Endpoint{Network: "mine"}}})
	return m, d
}

// statuses returns the posted status messages.
func statuses(m *Model) []string {
	var statuses []string
	for _, msg := range m.deps.Posted() {
		status := msg.(screen.StatusMsg)
		mark := ""
		if status.Warn {
			mark = "! "
		}
		statuses = append(statuses, mark+status.Text.String())
	}
	return statuses
}

// A command that runs in the background does not start a second time until it has ended, while others do.
func TestSecondStartOfARunningCommand(t *testing.T) {
	t.Parallel()
	started, end := make(chan Process, 9), make(chan error)
	one := config.Command{Name: "one", Line: "p {address} {hash}", Where: []string{"account"}, Run: "background"}
	other := config.Command{Name: "other", Line: "q", Where: []string{config.AnyScreen}, Run: "background"}
	m, _ := model(t, func(ctx context.Context, process Process) error {
		started <- process
		select {
		case err := <-end:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}, one, other)
	wait := m.start(one)
	process := <-started
	require.Equal(t, []string{"p", account.Target.Address.String(), hash}, process.Words)
	require.Contains(t, process.Environment, "FOREDECK_NETWORK=mine")
	require.Equal(t, []string{"one: running"}, statuses(m))
	require.Nil(t, m.start(one))
	require.Equal(t, []string{"! one: still running"}, statuses(m))
	m.start(other)
	<-started
	require.Equal(t, []string{"other: running"}, statuses(m))
	require.Empty(t, started, "two processes")
	end <- nil
	end <- nil
	cmd, handled := m.Update(wait())
	require.True(t, handled)
	require.Nil(t, cmd)
	require.Equal(t, []string{"one: done"}, statuses(m))
	wait = m.start(one)
	<-started
	end <- errors.New("bad\x1b")
	m.Update(wait())
	require.Equal(t, []string{"one: running", "! one: bad␛"}, statuses(m))
	_, handled = m.Update("another message")
	require.False(t, handled)
}

// The end of stderr says why a command failed.
func TestFailedCommand(t *testing.T) {
	t.Parallel()
	c := config.Command{Name: "one", Line: "p", Where: []string{config.AnyScreen}, Run: "background"}
	m, _ := model(t, func(_ context.Context, process Process) error {
		_, _ = io.WriteString(process.Errors, "first\nno such place\n")
		return errors.New("exit status 3")
	}, c)
	m.Update(m.start(c)())
	require.Equal(t, []string{"one: running", "! one: exit status 3: no such place"}, statuses(m))
}

// The option where names the kinds of screens; a transaction is one by what it shows, since it has no link.
func TestKindsOfScreens(t *testing.T) {
	t.Parallel()
	one := config.Command{Name: "one", Key: "B", Line: "p {hash} {address} {height}", Where: []string{"transaction"}, Run: "background"}
	var processes []Process
	m, d := model(t, func(_ context.Context, process Process) error {
		processes = append(processes, process)
		return nil
	}, one)
	require.Empty(t, m.Actions(), "the visible screen is an account")
	require.Equal(t, "runs only on a screen of: transaction", m.Lines()[0].Why.String())
	m.start(one)
	require.Equal(t, []string{"! one: runs only on a screen of: transaction"}, statuses(m))

	sender, height := move.MustParseAddress("0x7"), uint64(48)
	d.visible, d.link = transaction{record: &client.Transaction{Hash: hash, Sender: &sender, Block: &client.BlockHeader{Height: &height}}}, nil
	require.Equal(t, "transaction", m.kind())
	require.Len(t, m.Actions(), 1)
	require.True(t, IsAction(m.Actions()[0].ID))
	require.True(t, m.Lines()[0].Here)
	m.Update(m.Lines()[0].Run()())
	require.Equal(t, []string{"p", hash, sender.String(), "48"}, processes[0].Words)

	at := func(kind target.Kind) string {
		d.visible, d.link = list{}, &target.Link{Network: "mine", Target: target.Target{Kind: kind}}
		return m.kind()
	}
	require.Equal(t, "transaction", at(target.Transaction))
	require.Equal(t, "account", at(target.Account))
	require.Equal(t, "block", at(target.Height))
	require.Equal(t, "pair", at(target.Pair))
	require.Empty(t, at(target.Blocks))
	d.link = nil
	require.Empty(t, m.kind())
}

// A target has the value that stands in its link.
func TestValuesOfTargets(t *testing.T) {
	t.Parallel()
	address := move.MustParseAddress("0x1")
	module := move.ModuleID{Address: address, Name: "coin"}
	for want, of := range map[string]target.Target{
		"address account":  {Kind: target.Account, Address: address},
		"address module":   {Kind: target.Module, Module: module},
		"address function": {Kind: target.Function, Function: move.FunctionID{Address: address, Module: "coin", Name: "f"}},
		"address code":     {Kind: target.Code, Function: move.FunctionID{Address: address, Module: "coin", Name: "f"}},
		"hash":             {Kind: target.Transaction, Hash: hash},
		"height":           {Kind: target.Height, Height: 48},
	} {
		values := map[string]string{}
		setTarget(of, func(name, value string) { values[name] = value })
		name, _, _ := strings.Cut(want, " ")
		require.Equal(t, map[string]string{name: map[string]string{"address": address.String(), "hash": hash, "height": "48"}[name]}, values, want)
	}
}

// Without a runner there are no commands.
func TestNoRunner(t *testing.T) {
	t.Parallel()
	m, _ := model(t, nil, config.Command{Name: "one", Key: "B", Line: "p", Where: []string{config.AnyScreen}})
	require.Empty(t, m.Actions())
	require.Empty(t, m.Lines())
}

// A command of the terminal runs in place of the deck.
func TestCommandInTheTerminal(t *testing.T) {
	t.Parallel()
	var ran Process
	c := config.Command{Name: "one", Line: "vi", Where: []string{config.AnyScreen}, Run: "terminal"}
	m, _ := model(t, func(_ context.Context, process Process) error {
		ran = process
		return nil
	}, c)
	require.NotNil(t, m.start(c))
	require.Empty(t, ran.Words, "not before the deck has left the terminal")
}

// The panel shows the output as it comes, scrolls it, and says how the command has ended. Closing it ends the command.
func TestPanel(t *testing.T) {
	t.Parallel()
	wrote, goOn := make(chan struct{}), make(chan struct{})
	var ended error
	c := config.Command{Name: "one", Line: "p", Where: []string{config.AnyScreen}, Run: "panel"}
	m, _ := model(t, func(ctx context.Context, process Process) error {
		fmt.Fprintln(process.Output, "begin")
		wrote <- struct{}{}
		select {
		case <-goOn:
			for i := range 50 {
				fmt.Fprintf(process.Output, "row %d\n", i)
			}
		case <-ctx.Done():
		}
		ended = ctx.Err()
		return errors.New("exit status 1")
	}, c)
	open := func() (*pager, tea.Cmd) {
		wait := m.start(c)
		<-wrote
		return m.deps.Posted()[0].(overlay.OpenMsg).Overlay.(*pager), wait
	}
	p, wait := open()
	drawn := func() string { return text.Render(p.View(40, 10)) }
	require.Contains(t, drawn(), "1 line · running")
	require.Contains(t, drawn(), "begin")
	press := func(id string) {
		t.Helper()
		at := slices.IndexFunc(p.Actions(), func(action screen.Action) bool { return action.ID == id })
		require.GreaterOrEqual(t, at, 0, id)
		p.Actions()[at].Run(0)
	}
	close(goOn)
	for wait != nil { // until it has ended
		wait, _ = m.Update(wait())
	}
	require.Contains(t, drawn(), "51 lines · exit status 1")
	require.Equal(t, 51, p.Len())
	press("list.last")
	require.Contains(t, drawn(), "row 49")
	press("list.up")
	require.NotContains(t, drawn(), "row 49")
	press("list.page_up")
	require.Contains(t, drawn(), "row 35")
	press("list.first")
	require.Contains(t, drawn(), "begin")
	require.NoError(t, ended, "it ended by itself")

	goOn = make(chan struct{})
	p, _ = open()
	press("output.close")
	require.Equal(t, []tea.Msg{overlay.CloseMsg{}}, m.deps.Posted())
	m.End()
	require.ErrorIs(t, ended, context.Canceled)
}

func TestPanelWithoutOutput(t *testing.T) {
	t.Parallel()
	c := config.Command{Name: "one", Line: "p", Where: []string{config.AnyScreen}, Run: "panel"}
	m, _ := model(t, func(context.Context, Process) error { return nil }, c)
	for wait := m.start(c); wait != nil; wait, _ = m.Update(wait()) {
	}
	require.Contains(t, text.Render(m.pager.View(40, 10)), "no output")
	require.Nil(t, m.pager.await(), "nothing to wait for")
	require.NotEmpty(t, PagerKeys())
	require.Equal(t, "commands.one", NewAction(c).ID)
}
