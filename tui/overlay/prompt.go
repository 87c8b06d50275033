package overlay

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// prompt asks for one line of text.
type prompt struct {
	deps  *screen.Deps
	msg   screen.PromptMsg
	input textinput.Model
	err   error // why the text was rejected
}

var promptBindings = screen.Bind(screen.Bindings[*prompt]{
	{ID: "prompt.accept", Keys: "enter", Help: "confirm", Run: (*prompt).accept},
	{ID: "prompt.close", Keys: "esc", Help: "close", Run: func(p *prompt) tea.Cmd { return p.deps.Post(CloseMsg{}) }},
})

// PromptKeys lists the keys of a prompt.
func PromptKeys() []screen.Action { return promptBindings.All() }

// maxPromptLength is in characters.
const maxPromptLength = 200

func newPrompt(deps *screen.Deps, msg screen.PromptMsg) *prompt {
	p := &prompt{deps: deps, msg: msg, input: widget.NewInput(maxPromptLength)}
	p.input.SetValue(msg.Value)
	p.input.CursorEnd()
	p.input.Focus()
	return p
}

// accept submits the text. Text that is rejected stays, with the error below it.
func (p *prompt) accept() tea.Cmd {
	cmd, err := p.msg.Submit(p.input.Value())
	if p.err = err; err == nil {
		p.deps.Post(CloseMsg{Overlay: p})
	}
	return cmd
}

// Captures reports whether a key is a character.
func (p *prompt) Captures(msg tea.KeyMsg) bool { return IsCharacter(msg) }

// Type edits the text.
func (p *prompt) Type(msg tea.KeyMsg) tea.Cmd {
	if widget.Edits(msg) {
		p.err = nil
		p.input, _ = p.input.Update(msg)
	}
	return nil
}

// Actions lists the keys of the prompt.
func (p *prompt) Actions() []screen.Action { return promptBindings.Actions(p, false) }

const (
	promptWidth   = 72 // if the window is as wide
	maxErrorLines = 3
)

// View draws the prompt as a box.
func (p *prompt) View(width, height int) []text.Line {
	frameWidth, frameHeight := widget.Frame(false)
	width = min(promptWidth, width)
	line := append(text.In(p.deps.Theme.Accent, "> "), widget.DrawInput(p.deps.Theme, p.input, width-frameWidth-len("> "))...)
	line = line.WithAnnouncement(&text.Announcement{Selected: true, Text: func(int) text.Safe { return text.Input(text.Clean(p.input.Value())) }})
	line = append(line, text.Line{{}}.AnnounceAs(func() text.Safe { return p.msg.Hint })...) // once, also while there is an error
	body := []text.Line{line, p.msg.Hint.In(p.deps.Theme.Faint).Silent()}
	if p.err != nil {
		body = append(body[:1], text.WrapIn(p.deps.Theme.Bad, text.Clean(p.err.Error()), width-frameWidth, maxErrorLines)...)
		for i := range body[1:] {
			body[1+i] = body[1+i].Silent()
		}
		body[1] = body[1].AnnounceAs(func() text.Safe { return text.Clean(p.err.Error()) })
	}
	box := widget.Panel{Title: p.msg.Title.In(p.deps.Theme.Strong), Body: body}
	return box.Draw(p.deps.Theme, width, min(len(body)+frameHeight, height))
}
