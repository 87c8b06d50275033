package localnet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// adminHelp is the response to GET /.
const adminHelp = `Switches of a simulated network. Nodes are numbered from 1, members of the committee from 0. A node has one fault at a time.

GET  /nodes                     list the nodes and the dropped members
GET  /pending                   list the hashes of transactions that wait for the next block
POST /nodes/NODE/stop           refuse connections
POST /nodes/NODE/hang           accept connections and answer when resumed
POST /nodes/NODE/slow/DELAY     delay every response, by 2s for example
POST /nodes/NODE/lag/BLOCKS     stay a number of blocks behind
POST /nodes/NODE/freeze         get no new blocks
POST /nodes/NODE/fork           serve other blocks from the next one on
POST /nodes/NODE/fork/HEIGHT    serve other blocks from a height on
POST /nodes/NODE/resume         end the fault
POST /members/MEMBER/drop       a validator neither votes nor proposes from the next block on, on every node
POST /members/MEMBER/left-out/PROPOSER
                                leave a validator's vote out of the blocks of another one
POST /members/MEMBER/resume     end both
POST /sockets/cut               cut the WebSocket connections of every node
`

// adminHandler serves the admin API. Web pages of other origins cannot use it.
func (n *Network) adminHandler() http.Handler {
	post := func(path string, handler func(w http.ResponseWriter, r *http.Request) error) httpapi.Route {
		return httpapi.Route{Method: http.MethodPost, Path: path, Handler: func(w http.ResponseWriter, r *http.Request) {
			if err := handler(w, r); err != nil {
				writeAdminError(w, err)
			}
		}}
	}
	fault := func(path string, parse func(value string) (Fault, error)) httpapi.Route {
		return post("/nodes/{node}"+path, func(w http.ResponseWriter, r *http.Request) error {
			fault, err := parse(r.PathValue("value"))
			if err != nil {
				return err
			}
			return n.setFault(w, r, fault)
		})
	}
	plain := func(state State) func(string) (Fault, error) {
		return func(string) (Fault, error) { return Fault{State: state}, nil }
	}
	mux := httpapi.NewMux(
		httpapi.Route{Method: http.MethodGet, Path: "/{$}", Handler: func(w http.ResponseWriter, _ *http.Request) {
			httpapi.WriteText(w, http.StatusOK, adminHelp)
		}},
		httpapi.Route{Method: http.MethodGet, Path: "/nodes", Handler: n.listNodes},
		httpapi.Route{Method: http.MethodGet, Path: "/pending", Handler: n.listPending},
		fault("/stop", plain(Stopped)),
		fault("/hang", plain(Hanging)),
		fault("/slow/{value}", func(value string) (Fault, error) {
			delay, err := time.ParseDuration(value)
			if err != nil || delay < 0 {
				return Fault{}, &FaultError{fmt.Sprintf("delay %q: must be a duration, such as 2s", value)}
			}
			return Fault{State: Slow, Delay: delay}, nil
		}),
		fault("/lag/{value}", func(value string) (Fault, error) {
			blocks, err := parseNumber("blocks", value)
			return Fault{State: Lagging, Blocks: blocks}, err
		}),
		fault("/freeze", plain(Frozen)),
		fault("/fork", plain(Forked)),
		fault("/fork/{value}", func(value string) (Fault, error) {
			height, err := parseNumber("height", value)
			return Fault{State: Forked, Height: height}, err
		}),
		fault("/resume", plain(Running)),
		post("/sockets/cut", func(w http.ResponseWriter, _ *http.Request) error {
			writeAdmin(w, map[string]int{"cut": n.CutSockets()})
			return nil
		}),
		post("/members/{member}/drop", func(w http.ResponseWriter, r *http.Request) error { return n.setMember(w, r, n.DropMember) }),
		post("/members/{member}/left-out/{proposer}", func(w http.ResponseWriter, r *http.Request) error {
			proposer, err := parseNumber("proposer", r.PathValue("proposer"))
			if err != nil {
				return err
			}
			return n.setMember(w, r, func(ctx context.Context, member int) error {
				return n.LeaveOutMember(ctx, member, int(min(proposer, math.MaxInt32)))
			})
		}),
		post("/members/{member}/resume", func(w http.ResponseWriter, r *http.Request) error { return n.setMember(w, r, n.ResumeMember) }),
	)
	return http.NewCrossOriginProtection().Handler(mux)
}

// nodeStatus is a node in a response.
type nodeStatus struct {
	Node    int     `json:"node"`
	BaseURL string  `json:"base_url"`
	State   State   `json:"state"`
	Head    uint64  `json:"head"`
	Delay   string  `json:"delay,omitempty"`
	Blocks  *uint64 `json:"blocks,omitempty"`
	Height  *uint64 `json:"height,omitempty"`
}

func (d *Node) status() nodeStatus {
	current := d.condition.Load()
	status := nodeStatus{Node: d.number, BaseURL: d.baseURL, State: current.fault.State, Head: current.chain.Head()}
	switch current.fault.State {
	case Slow:
		status.Delay = current.fault.Delay.String()
	case Lagging:
		status.Blocks = &current.fault.Blocks
	case Forked:
		status.Height = &current.fault.Height
	}
	return status
}

// membersStatus is the dropped members in a response.
type membersStatus struct {
	Dropped []int    `json:"dropped_members"`
	LeftOut [][2]int `json:"left_out_members,omitempty"` // each with the proposer
}

func (n *Network) listNodes(w http.ResponseWriter, r *http.Request) {
	if n.waitReady(r.Context()) != nil {
		panic(http.ErrAbortHandler)
	}
	list := struct {
		Nodes []nodeStatus `json:"nodes"`
		membersStatus
	}{membersStatus: n.members()}
	for _, node := range n.nodes {
		list.Nodes = append(list.Nodes, node.status())
	}
	writeAdmin(w, list)
}

func (n *Network) listPending(w http.ResponseWriter, r *http.Request) {
	hashes, err := n.Pending(r.Context())
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	writeAdmin(w, hashes)
}

func (n *Network) setFault(w http.ResponseWriter, r *http.Request, fault Fault) error {
	number, err := strconv.Atoi(r.PathValue("node"))
	if err != nil || number < 1 || number > len(n.nodes) {
		return &FaultError{fmt.Sprintf("node %q: must be from 1 to %d", r.PathValue("node"), len(n.nodes))}
	}
	node := n.nodes[number-1]
	if err := node.SetFault(r.Context(), fault); err != nil {
		return err
	}
	writeAdmin(w, node.status())
	return nil
}

func (n *Network) setMember(w http.ResponseWriter, r *http.Request, set func(context.Context, int) error) error {
	member, err := parseNumber("member", r.PathValue("member"))
	if err == nil {
		err = set(r.Context(), int(min(member, math.MaxInt32)))
	}
	if err != nil {
		return err
	}
	writeAdmin(w, n.members())
	return nil
}

func (n *Network) members() membersStatus {
	records := n.chain.Records()
	return membersStatus{records.Dropped(), records.LeftOut()}
}

// DropMember keeps a validator from voting and proposing, on every node, from the next block on. At least a quorum must remain: a
// FaultError reports that it would not, or that there is no such member.
func (n *Network) DropMember(ctx context.Context, member int) error {
	return n.changeMember(ctx, member, (*chain.Records).CanDrop, (*chain.Chain).Drop)
}

// LeaveOutMember makes a proposer leave the vote of another validator out of the certificates of its blocks, on every node, from the next
// block on.
func (n *Network) LeaveOutMember(ctx context.Context, member, proposer int) error {
	check := func(records *chain.Records, member int) error {
		if member == proposer {
			return fmt.Errorf("member %d: a proposer has its own vote", member)
		}
		return cmp.Or(records.CheckMember(member), records.CheckMember(proposer))
	}
	return n.changeMember(ctx, member, check, func(c *chain.Chain, member int, from uint64) { c.LeaveOut(member, proposer, from) })
}

// ResumeMember ends DropMember and LeaveOutMember from the next block on.
func (n *Network) ResumeMember(ctx context.Context, member int) error {
	return n.changeMember(ctx, member, (*chain.Records).CheckMember, (*chain.Chain).Restore)
}

func (n *Network) changeMember(ctx context.Context, member int, check func(*chain.Records, int) error, change func(*chain.Chain, int, uint64)) error {
	if err := n.waitReady(ctx); err != nil {
		return err
	}
	n.producing.Lock()
	defer n.producing.Unlock()
	records := n.chain.Records()
	if err := check(&records, member); err != nil {
		return &FaultError{err.Error()}
	}
	next := n.chain.Head() + 1
	change(n.chain, member, next)
	for _, node := range n.nodes {
		if node.own != nil {
			change(node.own, member, next)
		}
	}
	return nil
}

// parseNumber parses a part of a path.
func parseNumber(name, text string) (uint64, error) {
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, &FaultError{fmt.Sprintf("%s %q: must be a number", name, text)}
	}
	return number, nil
}

func writeAdmin(w http.ResponseWriter, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(err) // the types always marshal
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(body, '\n')) // fails only if the client disconnected
}

func writeAdminError(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if _, ok := errors.AsType[*FaultError](err); ok {
		status = http.StatusBadRequest
	}
	httpapi.WriteError(w, status, "message", err.Error())
}
