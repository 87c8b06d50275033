package wire

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"foredeck/client/localnet/httpapi"
)

// maxSubscriptions is the highest number of subscriptions of a connection.
const maxSubscriptions = 100

// socket is a WebSocket connection, on which clients subscribe to new blocks by JSON-RPC 2.0.
type socket struct {
	api *API

	mutex         sync.Mutex
	subscriptions map[string]subscription
}

// subscription is what a client subscribed to.
type subscription struct {
	headers                    bool
	includeTransactions, proof bool
}

// webSocket serves a connection until the client leaves, the node cuts it or the network closes.
func (a *API) webSocket(w http.ResponseWriter, r *http.Request, _ version) {
	c := &socket{api: a, subscriptions: make(map[string]subscription)}
	a.options.Sockets.Serve(w, r, func(status int, message string) { writeError(w, status, message) }, c.watch, c.answer)
}

// watch notifies the client of each new block.
func (c *socket) watch(ctx context.Context, to *httpapi.Socket) {
	grown, head := c.api.chain.Grown()
	for next := head + 1; ; {
		select {
		case <-ctx.Done():
			return
		case <-grown:
		}
		for grown, head = c.api.chain.Grown(); next <= head; next++ {
			c.notify(to, uint32(next))
		}
	}
}

// notify queues a notification of a block for each subscription.
func (c *socket) notify(to *httpapi.Socket, height uint32) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for id, subscribed := range c.subscriptions {
		to.Notify(c.api.notification(id, subscribed, height))
	}
}

// notification returns the message about a block.
func (a *API) notification(id string, s subscription, height uint32) []byte {
	records := a.chain.Records()
	r := newRecordEncoder(a.chain, records, a.options.Dialect, v4)
	r.Object(func() {
		r.Key("jsonrpc").Text("2.0")
		r.Key("method").Text("supra_subscription")
		r.Key("params").Object(func() {
			r.Key("subscription").Text(id)
			if r.Key("result"); s.headers {
				r.Object(func() { r.headerMembers(height, true) })
			} else {
				if s.proof {
					r.includeProofs(a)
				}
				r.block(height, s.includeTransactions, nil)
			}
		})
	})
	return r.Bytes
}

// rpcError is an error of JSON-RPC 2.0.
type rpcError struct {
	code    int
	message string
}

var (
	errParse   = &rpcError{-32700, "Parse error"}
	errRequest = &rpcError{-32600, "Invalid request"}
	errMethod  = &rpcError{-32601, "Method not found"}
	errParams  = &rpcError{-32602, "Invalid params"}
	errTooMany = &rpcError{-32000, "Too many subscriptions"}
)

// answer handles a request and queues the response. Responses wait for room in the queue.
func (c *socket) answer(ctx context.Context, to *httpapi.Socket, message []byte) {
	c.mutex.Lock() // so that no notification comes before the response to its subscription
	defer c.mutex.Unlock()
	to.Send(ctx, c.response(message))
}

// response handles a request.
func (c *socket) response(message []byte) []byte {
	id, result, failure := c.call(message)
	var response httpapi.Document
	response.Object(func() {
		response.Key("jsonrpc").Text("2.0")
		if failure == nil {
			response.Key("result").Literal(result)
		} else {
			response.Key("error").Object(func() {
				response.Key("code").Literal(strconv.Itoa(failure.code))
				response.Key("message").Text(failure.message)
			})
		}
		response.Key("id").Literal(id)
	})
	return response.Bytes
}

// call handles a request. The result is JSON, as is the id of the request.
func (c *socket) call(message []byte) (id, result string, failure *rpcError) {
	var request struct {
		Version string `json:"jsonrpc"`
		ID      json.RawMessage
		Method  string
		Params  json.RawMessage
	}
	id = "null"
	if json.Unmarshal(message, &request) != nil {
		if json.Valid(message) {
			return id, "", errRequest
		}
		return id, "", errParse
	}
	if len(request.ID) > 0 {
		if bytes.ContainsAny(request.ID[:1], "{[tf") {
			return id, "", errRequest
		}
		id = string(request.ID)
	}
	var params []json.RawMessage
	var first string
	valid := json.Unmarshal(request.Params, &params) == nil && len(params) > 0 && json.Unmarshal(params[0], &first) == nil
	switch {
	case request.Version != "2.0" || request.Method == "":
		return id, "", errRequest
	case request.Method != "supra_subscribe" && request.Method != "supra_unsubscribe":
		return id, "", errMethod
	case !valid:
		return id, "", errParams
	case request.Method == "supra_unsubscribe":
		_, known := c.subscriptions[first]
		delete(c.subscriptions, first)
		return id, strconv.FormatBool(known), nil
	default:
		result, failure = c.subscribe(first, params[1:])
		return id, result, failure
	}
}

// subscribe adds a subscription to a topic. Blocks have their transactions unless the client says otherwise: public documentation
// names both as the default.
func (c *socket) subscribe(topic string, options []json.RawMessage) (result string, failure *rpcError) {
	flags := struct {
		IncludeTransactions *bool
		IncludeProof        bool
	}{}
	if len(options) > 0 && json.Unmarshal(options[0], &flags) != nil || topic != "newBlocks" && topic != "newBlockHeaders" {
		return "", errParams
	}
	if len(c.subscriptions) >= maxSubscriptions {
		return "", errTooMany
	}
	id := newUUID()
	c.subscriptions[id] = subscription{
		headers:             topic == "newBlockHeaders",
		includeTransactions: flags.IncludeTransactions == nil || *flags.IncludeTransactions,
		proof:               flags.IncludeProof,
	}
	return strconv.Quote(id), nil
}

// newUUID returns a random UUID.
func newUUID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
