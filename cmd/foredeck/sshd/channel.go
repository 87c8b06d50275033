package sshd

import (
	"context"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// maxRequest is the maximum length in bytes of a request other than that of a command.
const maxRequest = 2048

// channel is a channel of a client within limits. The ssh package keeps whatever a client sends in requests.
type channel struct {
	gossh.Channel
	connection *connection
	// open ends when the client closes the channel, or the connection is lost.
	open   context.Context
	window *ssh.Pty    // nil: the client has no terminal
	unread atomic.Bool // nobody reads the output any more
	unused *time.Timer // closes the connection
}

// channelContext is the context of a connection, for one of its channels.
type channelContext struct {
	ssh.Context
	channel *channel
}

type channelKey struct{}

func (c channelContext) Value(key any) any {
	if key == (channelKey{}) {
		return c.channel
	}
	return c.Context.Value(key)
}

// openChannel handles a channel until its end.
func openChannel(server *ssh.Server, client *gossh.ServerConn, requested gossh.NewChannel, ctx ssh.Context) {
	c, ok := ctx.Value(connectionKey{}).(*connection)
	if !ok || !c.openChannel() {
		_ = requested.Reject(gossh.ResourceShortage, "too many sessions on this connection") // the client may be gone
		return
	}
	defer c.closeChannel()
	open, closed := context.WithCancel(ctx)
	defer closed()
	opened := &channel{connection: c, open: open}
	ssh.DefaultSessionHandler(server, client, newChannel{requested, opened}, channelContext{ctx, opened})
}

// newChannel is a channel that a client has requested.
type newChannel struct {
	gossh.NewChannel
	channel *channel
}

func (n newChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	accepted, requests, err := n.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	n.channel.Channel = accepted
	n.channel.unused = time.AfterFunc(n.channel.connection.server.limits.start, func() { _ = n.channel.connection.Close() })
	passed := make(chan *gossh.Request)
	go n.channel.filter(requests, passed)
	return n.channel, passed, nil
}

// filter passes on the requests that a session needs, until the channel is closed.
func (c *channel) filter(requests <-chan *gossh.Request, passed chan<- *gossh.Request) {
	defer close(passed)
	defer c.unused.Stop()
	isStarted := false
	variables := 0
	for request := range requests {
		isPassed := len(request.Payload) <= maxRequest
		switch request.Type {
		case "shell", "exec":
			isPassed, isStarted = true, true
			c.unused.Stop()
		case "env":
			variables++
			isPassed = isPassed && variables <= len(passedVariables) && isVariable(request.Payload)
		case "window-change": // the ssh package waits until a session has received it
			isPassed = isPassed && isStarted
		case "eow@openssh.com": // "end of write": the client cannot write its output any more, as before "| head"
			c.unread.Store(true)
			isPassed = false
		case "pty-req", "subsystem":
		default: // forwarding of an agent, signals and others
			isPassed = false
		}
		if isPassed {
			passed <- request
		} else {
			_ = request.Reply(false, nil) // the client may be gone
		}
	}
}

// isVariable reports whether a request sets a variable that programs get.
func isVariable(payload []byte) bool {
	var variable struct{ Name, Value string }
	return gossh.Unmarshal(payload, &variable) == nil && slices.Contains(passedVariables, variable.Name) && len(variable.Value) <= maxVariable
}

// Write fails once nobody reads the output.
func (c *channel) Write(text []byte) (int, error) {
	if c.unread.Load() {
		return 0, io.ErrClosedPipe
	}
	return c.Channel.Write(text)
}
