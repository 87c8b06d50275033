package tui

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
	"foredeck/tui/widget/panel"
)

// prompt asks for one line of text over the body.
type prompt struct {
	theme theme.Theme
	title text.Safe
	hint  text.Safe
	box   textinput.Model
	wrong text.Safe // why what was typed is not taken
	// take takes what was typed. Where it answers with an error the prompt stays open and says it.
	take func(string) (tea.Cmd, error)

	enter, leave screen.Action
}

// longestPrompt is how many characters a prompt takes.
const longestPrompt = 200

func newPrompt(th theme.Theme, title, hint text.Safe, begun string, take func(string) (tea.Cmd, error)) *prompt {
	p := &prompt{
		theme: th, title: title, hint: hint, box: input.New(longestPrompt), take: take,
		enter: screen.NewAction("prompt.take", []string{"enter"}, "enter", "take it"),
		leave: screen.NewAction("prompt.close", []string{"esc"}, "esc", "close"),
	}
	p.box.SetValue(begun)
	p.box.CursorEnd()
	p.box.Focus()
	return p
}

// Update takes a key: what is no text takes what was typed, or leaves it.
func (p *prompt) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch {
	case p.leave.Matches(msg):
		return nil, true
	case p.enter.Matches(msg):
		cmd, err := p.take(p.box.Value())
		if err != nil {
			p.wrong = text.Clean(err.Error())
			return nil, false
		}
		return cmd, true
	case input.Edits(msg):
		p.wrong = ""
		p.box, _ = p.box.Update(msg)
	}
	return nil, false
}

// Actions are the two keys that are no text.
func (p *prompt) Actions() []screen.Action { return []screen.Action{p.enter, p.leave} }

// promptWidth is the width of the box where there is room for it.
const promptWidth = 72

// View is the prompt as a box.
func (p *prompt) View(width, height int) []text.Line {
	frameWidth, frameHeight := panel.Frame(false)
	width = min(promptWidth, width)
	remark := text.In(p.theme.Faint, p.hint)
	if p.wrong != "" {
		remark = text.In(p.theme.Bad, p.wrong)
	}
	line := append(text.In(p.theme.Accent, "> "), input.Draw(p.theme, p.box, width-frameWidth-len("> "))...)
	box := panel.Panel{Title: text.In(p.theme.Strong, p.title), Body: []text.Line{line, remark}}
	return box.Draw(p.theme, width, min(2+frameHeight, height))
}
