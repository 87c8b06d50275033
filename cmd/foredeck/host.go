package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/time/rate"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/config"
	screens "foredeck/tui/screen"
	"foredeck/tui/target"
)

// host is the network that foredeck serve has opened. All visitors use its connections with their rate limits, its caches, and its poller
// of new blocks.
type host struct {
	session *session
	blocks  *client.BlockFeed
	heights []uint64              // newest cached ones
	service priceService          // of prices
	candles []client.PricesOption // cache of candles
	warning error                 // the first reason why something is not available; nil if all is

	allowances *allowances // of requests
}

// hosting says what visitors get.
type hosting struct {
	sharesNames      bool // visitors see the names and groups of the config file, which say whose an address is
	ofKey, ofAddress allowance
}

// newHost opens the network for visitors. Its poller ends with ctx.
func newHost(ctx context.Context, cmd *cobra.Command, flags *globalFlags, offers hosting) (*host, error) {
	flags.serves = true
	s, err := flags.openForDeck(cmd)
	if err != nil {
		return nil, err
	}
	s.requests = nil // each visitor records requests
	if !offers.sharesNames {
		s.names = s.names[len(namesOf(s.settings)):]
		s.settings.Names, s.settings.Groups = nil, nil
	}
	h := &host{session: s, allowances: newAllowances(offers.ofKey, offers.ofAddress)}
	heights, cacheErr := s.cacheBlocks(false)
	h.heights, h.blocks = heights, client.NewBlockFeed(ctx, s.node)
	if h.service, err = s.priceService(cmd); err != nil {
		s.close()
		return nil, err
	}
	candles, candleErr := s.cacheCandles(h.service)
	h.candles, h.warning = candles, cmp.Or(flags.configWarning(s), h.service.keyErr, cacheErr, candleErr)
	if h.service.keyErr != nil {
		h.service.keyErr = fmt.Errorf("API key of the price service: %w", errNoSecret)
	}
	return h, nil
}

// visitorHold is how long visitors share a response, such as the price of a pair that many of them watch.
const visitorHold = time.Second

// visitorRequests is the number of requests that are stored for each visitor, so that a deck needs little memory.
const visitorRequests = 50

// errNoSecret is the error of a secret that could not be read. Why is not for visitors: it names files and programs of the host.
var errNoSecret = errors.New("not available on the server: ask who runs it")

// settings returns the settings of a visitor.
func (v *visitor) settings(flags *globalFlags) (*config.Settings, error) {
	settings, err := v.host.session.settings.ForVisitor(flags.Flags, v.variable)
	if err != nil {
		return nil, &usageError{err}
	}
	return settings, nil
}

// open returns a session of a visitor. It has a client of its own, so that visitors do not see each other's requests, above the connections
// of the host, which retry, fail over and keep to rate limits.
func (v *visitor) open(cmd *cobra.Command, flags *globalFlags, how opening) (*session, error) {
	settings, err := v.settings(flags)
	if err != nil {
		return nil, err
	}
	shared := v.host.session
	s := &session{
		settings: settings, redactor: shared.redactor, stderr: cmd.ErrOrStderr(), nodes: shared.nodes, host: v.host,
		endpoint: shared.endpoint, names: shared.names, saved: []target.Name{}, token: shared.token,
	}
	if shared.tokenErr != nil {
		s.tokenErr = errNoSecret
	}
	if how.withToken && !how.deck && s.tokenErr != nil {
		return nil, fmt.Errorf("consensus token: %w", s.tokenErr)
	}
	flags.endpoint = s.endpoint
	policy := transport.Policy{MaxAttempts: 1, Redactor: shared.redactor}
	if how.change != nil {
		how.change(&policy)
	}
	if s.requests = policy.Recorder; s.requests != nil {
		s.requests.Limit = visitorRequests
	}
	if s.transport, err = above(policy, &limited{shared.transport, v.limits}); err != nil {
		return nil, err
	}
	if s.paced, err = above(policy, &limited{shared.paced, v.limits}); err != nil {
		return nil, err
	}
	s.node, err = s.newNode(client.WithBlockCache(shared.blockCache))
	return s, err
}

// above returns a transport that sends its requests through another one.
func above(policy transport.Policy, through http.RoundTripper) (http.RoundTripper, error) {
	policy.Next = through
	return policy.Transport()
}

// notForVisitors opens no other network: the host has opened the one to be seen.
func notForVisitors(context.Context, string) (screens.Connection, error) {
	return screens.Connection{}, fmt.Errorf("%w: this server has one network", errRemote)
}

// allowance is the number of requests per second that sessions of one key, or of one address, may send to the nodes and the price service.
// It is not that of the shared poller of blocks, nor of responses from a cache.
type allowance struct {
	perSecond rate.Limit
	burst     int // after a pause
}

// allowanceSeconds is the number of seconds of an allowance that can be used at once: a deck loads all of a screen when it opens.
const allowanceSeconds = 4

// allowanceOf returns the allowance of an option.
func allowanceOf(in *invocation, option string) allowance {
	perSecond := get[int](in.options, option)
	return allowance{rate.Limit(perSecond), perSecond * allowanceSeconds}
}

// allowances count the requests of visitors by key and by address.
type allowances struct {
	ofKey, ofAddress allowance

	mutex sync.Mutex
	used  map[string]*usedAllowance
}

// usedAllowance is the state of an allowance.
type usedAllowance struct {
	*rate.Limiter
	sessions int
}

func newAllowances(ofKey, ofAddress allowance) *allowances {
	return &allowances{ofKey: ofKey, ofAddress: ofAddress, used: map[string]*usedAllowance{}}
}

// open returns the limits for the requests of a session until release. What was used stays used after the last session of a visitor, until
// it would be available again: who reconnects gains nothing.
func (a *allowances) open(key, address string) (limits []*rate.Limiter, release func()) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for name, used := range a.used {
		if used.sessions == 0 && used.Tokens() >= float64(used.Burst()) {
			delete(a.used, name)
		}
	}
	var opened []*usedAllowance
	if key != "" { // first: a key without a turn takes none of its address
		opened = append(opened, a.use("key "+key, a.ofKey))
	}
	opened = append(opened, a.use("address "+address, a.ofAddress))
	for _, used := range opened {
		limits = append(limits, used.Limiter)
	}
	return limits, func() {
		a.mutex.Lock()
		defer a.mutex.Unlock()
		for _, used := range opened {
			used.sessions--
		}
	}
}

// use counts a session. The mutex is held.
func (a *allowances) use(name string, of allowance) *usedAllowance {
	used := a.used[name]
	if used == nil {
		used = &usedAllowance{Limiter: rate.NewLimiter(of.perSecond, of.burst)}
		a.used[name] = used
	}
	used.sessions++
	return used
}

// limited is a transport whose requests wait for their turn within limits.
type limited struct {
	next   http.RoundTripper
	limits []*rate.Limiter
}

// RoundTrip fails at once if the turn would come after the deadline.
func (l *limited) RoundTrip(request *http.Request) (*http.Response, error) {
	for _, limit := range l.limits {
		err := limit.Wait(request.Context())
		if err == nil {
			continue
		}
		if request.Body != nil {
			_ = request.Body.Close() // it was not sent
		}
		if cause := request.Context().Err(); cause != nil {
			return nil, cause
		}
		return nil, fmt.Errorf("too many requests of your sessions (limit %v per second): wait, or close some of them", float64(limit.Limit()))
	}
	return l.next.RoundTrip(request)
}
