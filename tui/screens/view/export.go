package view

import (
	"encoding/json"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// command returns the command line that makes the same call.
func (m *Model) command() string {
	if m.bcs {
		return m.Command("--bcs")
	}
	return m.Command()
}

// Copies returns the copy forms of the result and of the call.
func (m *Model) Copies() []screen.Copy {
	var copies []screen.Copy
	if run := m.shownRun(); run != nil && run.Err == nil {
		values := run.Values
		all := func() string {
			raw, err := json.Marshal(client.ViewResult{Values: values})
			if err != nil {
				return ""
			}
			return string(raw)
		}
		if len(values) == 1 {
			copies = append(copies, screen.Copy{Form: text.Const("value"), Value: func() string { return strings.Trim(string(values[0].JSON), `"`) }})
		}
		copies = append(copies, screen.Copy{Form: text.Const("JSON"), Value: all})
	}
	if m.FirstInvalid() >= 0 || !m.bodyProblem.IsEmpty() {
		return copies
	}
	return append(copies, screen.Copy{Form: text.Const("command"), Value: m.command}, screen.Copy{Form: text.Const("curl"), Value: m.curl})
}

// curl returns a curl command that makes the same call. It contains no API key, since view calls need none.
func (m *Model) curl() string {
	request := m.request()
	body, err := request.Body(m.ABI)
	if err != nil {
		return ""
	}
	version := m.deps.Node.Version()
	if version == client.Auto || request.BCS {
		version = client.V3
	}
	post := "curl -sS -X POST " + text.ShellQuote(m.deps.Node.BaseURL()+"/rpc/"+version.String()+"/view")
	if request.BCS {
		return text.ShellBytes(body) + " | " + post + " -H " + text.ShellQuote("Content-Type: "+m.deps.Node.Debug().ViewMediaType()) + " --data-binary @-"
	}
	return post + " -H 'Content-Type: application/json' -d " + text.ShellQuote(string(body))
}

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}

// savedName returns the bookmark name of a run's call, or "".
func (m *Model) savedName(run *store.Run) text.Safe {
	for _, saved := range m.deps.Store.Bookmarks() {
		call := saved.Link.View
		if call == nil || saved.Link.Target.Function != m.Function || len(call.TypeArguments) != m.TypeFields || len(call.TypeArguments)+len(call.Arguments) != len(m.Fields) {
			continue
		}
		if m.sameCall(slices.Concat(call.TypeArguments, call.Arguments), run.Inputs) {
			return text.Clean(saved.Name)
		}
	}
	return text.Safe{}
}
