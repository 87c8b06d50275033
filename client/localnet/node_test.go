package localnet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// three starts a frozen network of three nodes.
func three(t *testing.T) *Network {
	t.Helper()
	return launch(t, Options{Nodes: 3, Start: start, Transactions: 60})
}

// produce adds blocks to a network.
func produce(t *testing.T, n *Network, blocks int) (head uint64) {
	t.Helper()
	for range blocks {
		var err error
		head, err = n.Produce(t.Context())
		require.NoError(t, err)
	}
	return head
}

// request sends a request to a node and returns the body of the response.
func request(ctx context.Context, node *Node, path string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, node.BaseURL()+path, nil)
	if err != nil {
		return "", err
	}
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

type block struct {
	Block struct {
		Block struct {
			Digest string
			Header struct {
				Parent string
				Height uint64
			}
		}
		QC struct {
			Certificate struct {
				Data   struct{ Block struct{ Hash string } }
				Voters []bool
			}
		}
	}
}

// blockAt requests a block from a node, nil if the node does not have it.
func blockAt(t *testing.T, node *Node, height uint64) *block {
	t.Helper()
	body, err := request(t.Context(), node, "/rpc/v1/consensus/block/height/"+strconv.FormatUint(height, 10)+"?with_batches=true")
	require.NoError(t, err)
	var found *block
	require.NoError(t, json.Unmarshal([]byte(body), &found), body)
	if found != nil {
		require.Equal(t, found.Block.Block.Digest, found.Block.QC.Certificate.Data.Block.Hash)
	}
	return found
}

func set(t *testing.T, node *Node, fault Fault) {
	t.Helper()
	require.NoError(t, node.SetFault(t.Context(), fault))
}

// The nodes of a network serve the same chain on ports of their own.
func TestNodes(t *testing.T) {
	t.Parallel()
	n := three(t)
	head := produce(t, n, 3)
	require.Equal(t, n.BaseURL(), n.Nodes()[0].BaseURL())
	seen := map[string]bool{n.AdminURL(): true}
	for i, node := range n.Nodes() {
		require.Equal(t, i+1, node.number)
		require.False(t, seen[node.BaseURL()])
		seen[node.BaseURL()] = true
		require.Equal(t, blockAt(t, n.Nodes()[0], head), blockAt(t, node, head))
		require.Nil(t, blockAt(t, node, head+1))
		require.Equal(t, head, node.condition.Load().chain.Head())
	}
	require.Empty(t, launch(t, Options{}).AdminURL())
	require.NotEmpty(t, launch(t, Options{Admin: "localhost:0"}).AdminURL())
}

// The nodes have consecutive ports, the admin API one that is 100 higher than the first. Ports that are open are closed again if one
// is in use.
func TestNodePorts(t *testing.T) {
	t.Parallel()
	for port := 21_000; ; port += 200 {
		require.Less(t, port, 30_000, "no free ports")
		n, err := Start(t.Context(), Options{Listen: fmt.Sprintf("127.0.0.1:%d", port), Nodes: 2})
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("http://127.0.0.1:%d", port+1), n.Nodes()[1].BaseURL())
		require.Equal(t, fmt.Sprintf("http://127.0.0.1:%d", port+100), n.AdminURL())
		_, err = Start(t.Context(), Options{Listen: fmt.Sprintf("127.0.0.1:%d", port-1), Nodes: 2})
		require.ErrorIs(t, err, syscall.EADDRINUSE)
		_, err = net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port-1))
		require.ErrorIs(t, err, syscall.ECONNREFUSED)
		require.NoError(t, n.Close())
		return
	}
}

// A stopped node refuses connections, also those that are open, and comes back on its port with the current chain.
func TestStop(t *testing.T) {
	t.Parallel()
	n := three(t)
	node := n.Nodes()[1]
	open, err := net.Dial("tcp", strings.TrimPrefix(node.BaseURL(), "http://"))
	require.NoError(t, err)
	defer open.Close()
	_, err = io.WriteString(open, accountRequest)
	require.NoError(t, err)
	_, err = io.ReadFull(open, make([]byte, 12))
	require.NoError(t, err)
	for range 2 {
		set(t, node, Fault{State: Stopped})
		_, err = io.Copy(io.Discard, open)
		require.True(t, err == nil || errors.Is(err, syscall.ECONNRESET), err)
		_, err = request(t.Context(), node, "/rpc/v3/accounts/0x1")
		require.ErrorIs(t, err, syscall.ECONNREFUSED)
	}
	head := produce(t, n, 2)
	require.NotNil(t, blockAt(t, n.Nodes()[0], head), "the others answer")
	set(t, node, Fault{State: Running})
	require.NotNil(t, blockAt(t, node, head))

	set(t, node, Fault{State: Stopped})
	taken, err := net.Listen("tcp", strings.TrimPrefix(node.BaseURL(), "http://"))
	require.NoError(t, err)
	require.ErrorIs(t, node.SetFault(t.Context(), Fault{State: Running}), syscall.EADDRINUSE)
	require.Equal(t, Stopped, node.Fault().State)
	require.NoError(t, taken.Close())
	set(t, node, Fault{State: Hanging})
	set(t, node, Fault{State: Stopped}) // closes with the network
}

// A hanging node accepts connections and answers when it is resumed.
func TestHang(t *testing.T) {
	t.Parallel()
	n := three(t)
	node := n.Nodes()[0]
	set(t, node, Fault{State: Hanging})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := request(ctx, node, "/rpc/v3/accounts/0x1")
	require.ErrorIs(t, err, context.DeadlineExceeded)

	connection, err := net.Dial("tcp", strings.TrimPrefix(node.BaseURL(), "http://"))
	require.NoError(t, err)
	defer connection.Close()
	_, err = io.WriteString(connection, accountRequest)
	require.NoError(t, err)
	require.NoError(t, connection.SetReadDeadline(time.Now().Add(20*time.Millisecond)))
	_, err = connection.Read(make([]byte, 1))
	var timeout net.Error
	require.ErrorAs(t, err, &timeout)
	require.True(t, timeout.Timeout())
	set(t, node, Fault{State: Running})
	require.NoError(t, connection.SetReadDeadline(time.Time{}))
	status := make([]byte, 12)
	_, err = io.ReadFull(connection, status)
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 200", string(status))

	set(t, node, Fault{State: Hanging}) // does not keep the network from closing
	go func() { _, _ = request(context.WithoutCancel(t.Context()), node, "/") }()
}

func TestSlow(t *testing.T) {
	t.Parallel()
	n := three(t)
	set(t, n.Nodes()[2], Fault{State: Slow, Delay: 30 * time.Millisecond})
	began := time.Now()
	require.NotNil(t, blockAt(t, n.Nodes()[2], 1))
	require.GreaterOrEqual(t, time.Since(began), 30*time.Millisecond)
}

// A lagging node has the blocks, accounts and transactions of an earlier head, and a frozen one gets no new ones.
func TestLag(t *testing.T) {
	t.Parallel()
	n := three(t)
	node, lagging, frozen := n.Nodes()[0], n.Nodes()[1], n.Nodes()[2]
	produce(t, n, 10)
	treasury := "/rpc/v3/accounts/" + named(t, n, "treasury").String()
	earlier, err := request(t.Context(), node, treasury+"/transactions")
	require.NoError(t, err)
	set(t, frozen, Fault{State: Frozen})
	head := produce(t, n, 5)
	set(t, lagging, Fault{State: Lagging, Blocks: 5})
	for _, late := range []*Node{lagging, frozen} {
		require.Nil(t, blockAt(t, late, head-4))
		require.Equal(t, blockAt(t, node, head-5), blockAt(t, late, head-5))
		transactions, err := request(t.Context(), late, treasury+"/transactions")
		require.NoError(t, err)
		require.Equal(t, earlier, transactions)
	}
	head = produce(t, n, 30)
	require.Nil(t, blockAt(t, lagging, head-4))
	require.Equal(t, blockAt(t, node, head-5), blockAt(t, lagging, head-5))
	require.Nil(t, blockAt(t, frozen, head-34))
	set(t, lagging, Fault{State: Running})
	set(t, frozen, Fault{State: Slow})
	require.NotNil(t, blockAt(t, lagging, head))
	require.NotNil(t, blockAt(t, frozen, head))
	err = lagging.SetFault(t.Context(), Fault{State: Lagging, Blocks: head + 1})
	require.IsType(t, new(FaultError), err)
	require.Equal(t, Running, lagging.Fault().State)
	require.IsType(t, new(FaultError), lagging.SetFault(t.Context(), Fault{State: "odd"}))
}

// A forked node serves other blocks from a height on, which refer to each other, and builds on them.
func TestForkedNode(t *testing.T) {
	t.Parallel()
	n := three(t)
	node := n.Nodes()[0]
	head := produce(t, n, 10)
	set(t, n.Nodes()[1], Fault{State: Forked, Height: head - 5})
	set(t, n.Nodes()[2], Fault{State: Forked})
	require.Equal(t, head+1, n.Nodes()[2].Fault().Height)
	head = produce(t, n, 3)
	for _, forked := range n.Nodes()[1:] {
		from := forked.Fault().Height
		require.Equal(t, blockAt(t, node, from-1), blockAt(t, forked, from-1))
		parent := blockAt(t, node, from-1).Block.Block.Digest
		for height := from; height <= head; height++ {
			other := blockAt(t, forked, height).Block.Block
			require.NotEqual(t, blockAt(t, node, height).Block.Block.Digest, other.Digest)
			require.Equal(t, parent, other.Header.Parent)
			parent = other.Digest
		}
		require.Nil(t, blockAt(t, forked, head+1))
		set(t, forked, Fault{State: Running})
		require.Equal(t, blockAt(t, node, head), blockAt(t, forked, head))
	}
}

// The certificates of every node lack the vote of a dropped member from the next block on.
func TestDropMember(t *testing.T) {
	t.Parallel()
	n := three(t)
	set(t, n.Nodes()[1], Fault{State: Lagging, Blocks: 2})
	head := produce(t, n, 1)
	before := blockAt(t, n.Nodes()[0], head)
	require.NoError(t, n.DropMember(t.Context(), 17))
	produce(t, n, 12)
	require.NoError(t, n.ResumeMember(t.Context(), 17))
	require.NoError(t, n.ResumeMember(t.Context(), 17))
	produce(t, n, 40)
	require.Equal(t, before, blockAt(t, n.Nodes()[0], head))
	votes := 0
	for height := head + 1; height <= head+40; height++ {
		block := blockAt(t, n.Nodes()[0], height)
		require.Equal(t, block, blockAt(t, n.Nodes()[1], height))
		if block.Block.QC.Certificate.Voters[17] {
			require.Greater(t, height, head+12)
			votes++
		}
	}
	require.Positive(t, votes)
	require.IsType(t, new(FaultError), n.DropMember(t.Context(), 31))
	require.IsType(t, new(FaultError), n.ResumeMember(t.Context(), -1))
}

// admin sends a request to the admin API.
func admin(t *testing.T, n *Network, method, path string, headers ...string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, n.AdminURL()+path, nil)
	require.NoError(t, err)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	require.NoError(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, strings.TrimSpace(string(content))
}

// Every switch of the admin API has its effect and returns the state.
func TestAdmin(t *testing.T) {
	t.Parallel()
	n := three(t)
	head := produce(t, n, 5)
	node := n.Nodes()[1]
	status := func(rest string) string {
		return fmt.Sprintf(`{"node":2,"base_url":"%s",%s}`, node.BaseURL(), rest)
	}
	for _, c := range []struct{ path, want string }{
		{"stop", fmt.Sprintf(`"state":"stopped","head":%d`, head)},
		{"hang", fmt.Sprintf(`"state":"hanging","head":%d`, head)},
		{"slow/1.5s", fmt.Sprintf(`"state":"slow","head":%d,"delay":"1.5s"`, head)},
		{"lag/0", fmt.Sprintf(`"state":"lagging","head":%d,"blocks":0`, head)},
		{"lag/3", fmt.Sprintf(`"state":"lagging","head":%d,"blocks":3`, head-3)},
		{"freeze", fmt.Sprintf(`"state":"frozen","head":%d`, head)},
		{"fork", fmt.Sprintf(`"state":"forked","head":%d,"height":%d`, head, head+1)},
		{"fork/4", fmt.Sprintf(`"state":"forked","head":%d,"height":4`, head)},
		{"resume", fmt.Sprintf(`"state":"running","head":%d`, head)},
	} {
		code, body := admin(t, n, http.MethodPost, "/nodes/2/"+c.path)
		require.Equal(t, http.StatusOK, code, body)
		require.Equal(t, status(c.want), body)
		code, body = admin(t, n, http.MethodGet, "/nodes")
		require.Equal(t, http.StatusOK, code)
		require.Contains(t, body, status(c.want))
		require.Contains(t, body, `"dropped_members":[]`)
	}
	code, body := admin(t, n, http.MethodPost, "/members/17/drop")
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, `{"dropped_members":[17]}`, body)
	code, body = admin(t, n, http.MethodPost, "/members/17/resume")
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, `{"dropped_members":[]}`, body)
	code, body = admin(t, n, http.MethodGet, "/")
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, body, "POST /nodes/NODE/stop")
}

func TestAdminErrors(t *testing.T) {
	t.Parallel()
	n := three(t)
	for path, want := range map[string]string{
		"/nodes/0/stop": `node \"0\": must be from 1 to 3`, "/nodes/4/stop": "must be from 1 to 3", "/nodes/x/lag/1": "must be from 1 to 3",
		"/nodes/1/lag/x": `blocks \"x\": must be a number`, "/nodes/1/lag/100000": "lag of 100000 blocks: must be at most",
		"/nodes/1/fork/-1": `height \"-1\"`, "/nodes/1/slow/x": `delay \"x\": must be a duration`, "/nodes/1/slow/-1s": "must be a duration",
		"/members/31/drop": "member 31: must be from 0 to 30", "/members/18446744073709551615/drop": "must be from 0 to 30", "/members/x/resume": "must be a number",
	} {
		code, body := admin(t, n, http.MethodPost, path)
		require.Equal(t, http.StatusBadRequest, code, path)
		require.Contains(t, body, want, path)
	}
	code, _ := admin(t, n, http.MethodPost, "/nodes/1/explode")
	require.Equal(t, http.StatusNotFound, code)
	code, _ = admin(t, n, http.MethodGet, "/nodes/1/stop")
	require.Equal(t, http.StatusMethodNotAllowed, code)
	code, _ = admin(t, n, http.MethodPost, "/nodes/1/stop", "Sec-Fetch-Site", "cross-site")
	require.Equal(t, http.StatusForbidden, code, "web pages cannot use it")
	require.Equal(t, Running, n.Nodes()[0].Fault().State)

	// The admin API is not part of the API of a node.
	code, _ = do(t, n, http.MethodPost, "/nodes/1/stop")
	require.Equal(t, http.StatusNotFound, code)
	for _, options := range []Options{{Nodes: -1}, {Nodes: 33}, {Admin: "0.0.0.0:0"}, {Admin: "127.0.0.1"}, {Admin: "10.0.0.1:1"}} {
		_, err := Start(t.Context(), options)
		var invalid *OptionError
		require.ErrorAs(t, err, &invalid)
	}
}
