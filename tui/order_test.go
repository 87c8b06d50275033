package tui_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

// marked is a node whose records contain the number of their account, so that a test can tell whose data a frame shows.
type marked struct{}

const markedAccounts = 4

func (marked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	address, list, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/rpc/v3/accounts/"), "/")
	if r.URL.Path == "/rpc/v3/view" {
		var call struct{ Function string }
		_ = json.NewDecoder(r.Body).Decode(&call)
		address, _, _ = strings.Cut(call.Function, "::")
		fmt.Fprintf(w, `{"result": ["key-of-%s"]}`, strings.TrimLeft(strings.TrimPrefix(address, "0x"), "0"))
		return
	}
	mark := strings.TrimLeft(strings.TrimPrefix(address, "0x"), "0")
	if list == "" {
		fmt.Fprintf(w, `{"sequence_number": 60, "authentication_key": "key-of-%s"}`, mark)
		return
	}
	node := tuitest.Node{Records: 60, Record: func(sequence int) string {
		return fmt.Sprintf(`{"txn_type": "user", "hash": "hash-%s-%d", "header": {"sender": %q, "sequence_number": %d}, "status": "Success",
			"payload": {"type": "entry_function_payload", "function": "0x1::mark::of_%s_%d", "type_arguments": [], "arguments": []}}`,
			mark, sequence, address, sequence, mark, sequence)
	}}
	switch list {
	case "transactions", "coin_transactions", "automated_transactions":
		r = r.Clone(r.Context())
		r.URL.Path = "/rpc/v3/accounts/" + tuitest.Busy + "/" + list
		node.ServeHTTP(w, r)
	case "modules/mark":
		if address == "0x"+strings.Repeat("0", 63)+"1" {
			w.WriteHeader(http.StatusNotFound) // leaves the records of all accounts without types
			return
		}
		fmt.Fprintf(w, `{"bytecode": "0xa1", "abi": {"address": %q, "name": "mark", "friends": ["0x1::key-of-%[2]s"], "structs": [], "exposed_functions": [
			{"name": "run", "visibility": "public", "is_entry": false, "is_view": true, "generic_type_params": [], "params": [], "return": ["0x1::string::String"]}]}}`, address, mark)
	default: // one page of modules or resources
		if r.URL.Query().Get("start") == "" {
			w.Header().Set("x-foredeck-cursor", "1")
			fmt.Fprintf(w, `[{"type": "0x1::mark::of_%[1]s_", "data": {"a": "key-of-%[1]s"}, "abi": {"name": "key-of-%[1]s"}}]`, mark)
		} else {
			fmt.Fprint(w, "[]")
		}
	}
}

// TestResponsesInAnyOrder delivers responses late, in any order and after the user has moved on. No frame may show the data of another
// screen.
func TestResponsesInAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: marked{}, Paused: true})
		var messages []tea.Msg
		check := func() {
			if d.Model.HasOverlay() {
				return // the palette lists data of all screens
			}
			frame := d.Frame()
			crumbs := strings.Split(frame, "\n")[1] // the breadcrumb, which may be shortened
			body := strings.Replace(frame, crumbs, "", 1)
			for i := 1; i <= markedAccounts; i++ {
				mark := regexp.MustCompile(fmt.Sprintf(`::mark::of_%d_|key-of-%[1]d\b|Account 0x0000…000%[1]d\b|Module 0x%[1]d::mark\b`, i))
				run := fmt.Sprintf("0x%d::mark::run ", i) // the title of a run that the palette opened
				if regexp.MustCompile(fmt.Sprintf(`::mark::of_%d_|key-of-%[1]d\b`, i)).MatchString(body) && !mark.MatchString(crumbs) && !strings.Contains(body, run) {
					rt.Fatalf("data of account %d on another screen:\n%s", i, frame)
				}
			}
		}
		for range rapid.IntRange(10, 120).Draw(rt, "steps") {
			switch rapid.IntRange(0, 9).Draw(rt, "step") {
			case 0, 1, 2: // complete a request and queue its message
				if len(d.Pending) > 0 {
					i := rapid.IntRange(0, len(d.Pending)-1).Draw(rt, "call")
					cmd := d.Pending[i]
					d.Pending = append(d.Pending[:i:i], d.Pending[i+1:]...)
					messages = append(messages, cmd())
				}
			case 3, 4, 5: // deliver a message
				if len(messages) > 0 {
					i := rapid.IntRange(0, len(messages)-1).Draw(rt, "message")
					message := messages[i]
					messages = append(messages[:i:i], messages[i+1:]...)
					d.Deliver(message)
				}
			case 6:
				address := move.Address{31: byte(rapid.IntRange(1, markedAccounts).Draw(rt, "account"))}
				opened := openAccount(address)
				if rapid.Bool().Draw(rt, "its module") {
					opened = screen.OpenMsg{Target: target.Target{Kind: target.Function, Function: move.FunctionID{Address: address, Module: "mark", Name: "run"}}}
				}
				_, cmd := d.Model.Update(opened)
				d.Run(cmd)
			case 7:
				d.Press(rapid.SampledFrom([]string{"enter", "esc", "[", "]", "end", "s", "r", "J", "K", "1", "2", "3", "4", "5", "f", "v", "t", "m", "w", "P", "D", "/", ":", "alt+left"}).Draw(rt, "key"))
			case 8:
				d.Advance(time.Duration(rapid.IntRange(1, 7).Draw(rt, "seconds")) * time.Second)
			case 9: // run a view function, if there is one
				d.Press(rapid.SampledFrom([]string{"down", "v", "enter"}).Draw(rt, "key"))
			}
			check()
		}
		d.Resume()
		for _, message := range messages {
			d.Deliver(message)
		}
		check()
		if inFlight := d.Deps().Loader.InFlight(); inFlight != 0 {
			rt.Fatalf("%d calls in flight after the last", inFlight)
		}
	})
}

func openAccount(address move.Address) tea.Msg {
	return screen.OpenMsg{Target: target.Target{Kind: target.Account, Address: address}}
}
