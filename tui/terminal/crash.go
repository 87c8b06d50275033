package terminal

import (
	"fmt"
	"io"
	"reflect"
	"runtime/debug"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// crash holds the first panic of a program, which it ends.
type crash struct {
	end   func()
	mutex sync.Mutex
	text  string
}

// recover ends a panic. It is deferred.
func (c *crash) recover() {
	value := recover()
	if value == nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.text == "" {
		c.text = fmt.Sprintf("panic: %v\n\n%s", value, debug.Stack())
	}
	c.end()
}

// guard returns a command that recovers from a panic, also in the commands that it returns.
func (c *crash) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer c.recover()
		msg := cmd()
		// The types of batches and sequences differ, and only one is exported.
		if list := reflect.ValueOf(msg); list.Kind() == reflect.Slice && list.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
			for i := range list.Len() {
				list.Index(i).Set(reflect.ValueOf(c.guard(list.Index(i).Interface().(tea.Cmd))))
			}
		}
		return msg
	}
}

// report writes the panic and returns ErrPanic, or nil if there was none.
func (c *crash) report(to io.Writer) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.text == "" {
		return nil
	}
	_, _ = io.WriteString(to, c.text) // nothing to do if stderr is closed
	return ErrPanic
}
