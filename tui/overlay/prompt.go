package overlay

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
	"foredeck/tui/widget/panel"
)

// prompt asks for one line of text.
type prompt struct {
	deps  *screen.Deps
	msg   screen.PromptMsg
	input textinput.Model
	err   error // why the text was rejected
	keys  promptKeys
}

type promptKeys struct {
	Confirm, Close screen.Action
}

func newPromptKeys() promptKeys {
	return promptKeys{
		Confirm: screen.NewAction("prompt.accept", []string{"enter"}, "enter", "confirm"),
		Close:   screen.NewAction("prompt.close", []string{"esc"}, "esc", "close"),
	}
}

// PromptKeys lists the keys of a prompt.
func PromptKeys() []screen.Action { return screen.ActionsOf(newPromptKeys()) }

// maxPromptLength is in characters.
const maxPromptLength = 200

func newPrompt(deps *screen.Deps, msg screen.PromptMsg) *prompt {
	p := &prompt{deps: deps, msg: msg, input: input.New(maxPromptLength), keys: newPromptKeys()}
	p.input.SetValue(msg.Value)
	p.input.CursorEnd()
	p.input.Focus()
	return p
}

// Update edits the text, submits it, or closes the prompt. Text that is rejected stays, with the error below it.
func (p *prompt) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch {
	case p.keys.Close.Matches(msg):
		return nil, true
	case p.keys.Confirm.Matches(msg):
		cmd, err := p.msg.Submit(p.input.Value())
		if err != nil {
			p.err = err
			return nil, false
		}
		return cmd, true
	case input.Edits(msg):
		p.err = nil
		p.input, _ = p.input.Update(msg)
	}
	return nil, false
}

// Actions lists the keys of the prompt.
func (p *prompt) Actions() []screen.Action { return screen.ActionsOf(p.keys) }

const (
	promptWidth   = 72 // if the window is as wide
	maxErrorLines = 3
)

// View draws the prompt as a box.
func (p *prompt) View(width, height int) []text.Line {
	frameWidth, frameHeight := panel.Frame(false)
	width = min(promptWidth, width)
	line := append(text.In(p.deps.Theme.Accent, "> "), input.Draw(p.deps.Theme, p.input, width-frameWidth-len("> "))...)
	body := []text.Line{line}
	if p.err == nil {
		body = append(body, p.msg.Hint.In(p.deps.Theme.Faint))
	} else {
		body = append(body, text.WrapIn(p.deps.Theme.Bad, text.Clean(p.err.Error()), width-frameWidth, maxErrorLines)...)
	}
	box := panel.Panel{Title: p.msg.Title.In(p.deps.Theme.Strong), Body: body}
	return box.Draw(p.deps.Theme, width, min(len(body)+frameHeight, height))
}
