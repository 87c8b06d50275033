package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/announce"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// diagnosis is the result of examining a deployment.
type diagnosis struct {
	Network       string           `json:"network"`
	BaseURL       string           `json:"base_url"`
	OracleURL     string           `json:"oracle_url"`
	Usable        bool             `json:"usable"`
	Release       *string          `json:"release"`      // of the node program; nil if it does not say
	Versions      []string         `json:"rpc_versions"` // nil if the node has only calls of the specification
	ChainID       *uint64          `json:"chain_id"`
	Dialect       dialect          `json:"dialect"`
	ViewMediaType *string          `json:"view_media_type"` // of BCS calls
	Delay         *delay           `json:"delay"`
	Clock         *clock           `json:"clock"`
	NewestAge     *int64           `json:"newest_age_ms"` // of the newest record, or of the chain's time
	APIKey        secretState      `json:"api_key"`
	Token         secretState      `json:"consensus_token"`
	Calls         []probe          `json:"calls"`
	Notices       []string         `json:"notices"`             // such as deprecated calls
	Resources     []foundResource  `json:"committee_resources"` // of the framework, about the committee; nil if the node is not usable
	newest        client.Timestamp // 0 if unknown
	failure       error            // why it is not usable
}

// dialect is the form of the responses; nil if not seen.
type dialect struct {
	Name       *string `json:"name"`       // spec, deployed, mixed
	Timestamps *string `json:"timestamps"` // the member with the microseconds
	Senders    *string `json:"senders"`    // text, object
	Values     *string `json:"values"`     // keyed, bare
}

// delay is the time until the response headers arrived.
type delay struct {
	Median   int64 `json:"median_ms"`
	Worst    int64 `json:"worst_ms"`
	Requests int   `json:"requests"`
}

// clock is how far the node's clock is ahead of the local one, and the margin of error.
type clock struct {
	Ahead  int64 `json:"ahead_ms"`
	Within int64 `json:"within_ms"`
}

// secretState is whether a key or token is set, and its state: accepted, not_required, missing, rejected or unknown.
type secretState struct {
	Set   bool   `json:"set"`
	State string `json:"state"`
}

// probe is a call of one RPC version.
type probe struct {
	Call    string  `json:"call"`
	Version *string `json:"version"` // nil for the price service
	Result  string  `json:"answer"`  // ok, not_found (the call is supported) or the kind of failure
	Status  *int    `json:"status"`
	Cursor  *string `json:"cursor"` // of a list: body, none, or header and its name
	Delay   int64   `json:"delay_ms"`
	Detail  *string `json:"detail"` // of a failure

	err error
}

// supported reports whether the call is supported.
func (p *probe) supported() bool {
	return p.Result == resultOK || p.Result == load.NotFound.String()
}

// foundResource is a resource that the chain has or lacks.
type foundResource struct {
	Type   string `json:"type"`
	Result string `json:"answer"` // ok, not_found or the kind of failure
}

const resultOK = "ok"

// lines returns the diagnosis as text. Plain lines have a colon in place of the column of values.
func (d *diagnosis) lines(plain bool) []text.Safe {
	var lines []text.Safe
	fact := func(name, value text.Safe) {
		if plain {
			lines = append(lines, text.Format("%s: %s", name, announce.Words(value)))
			return
		}
		lines = append(lines, text.Concat(name, text.Spaces(13-text.Width(name)), value))
	}
	fact(text.Const("node"), text.Clean(load.Endpoint{Network: d.Network, BaseURL: d.BaseURL}.String()))
	fact(text.Const("prices"), text.Clean(d.OracleURL))
	usable := text.Const("yes")
	if !d.Usable {
		usable = text.Const("no")
	}
	fact(text.Const("usable"), usable)
	chain := text.None
	if d.ChainID != nil {
		chain = render.Digits(d.ChainID)
	}
	fact(text.Const("chain id"), chain)
	if d.Versions != nil {
		release := text.Const("unknown")
		if d.Release != nil {
			release = text.Clean(*d.Release)
		}
		fact(text.Const("release"), release)
		fact(text.Const("rpc"), text.Clean(strings.Join(d.Versions, ", ")))
	}
	fact(text.Const("dialect"), text.Format("%s: timestamps %s, senders %s, values %s", seen(d.Dialect.Name), seen(d.Dialect.Timestamps), seen(d.Dialect.Senders), seen(d.Dialect.Values)))
	fact(text.Const("bcs"), seen(d.ViewMediaType))
	if d.Delay != nil {
		fact(text.Const("delay"), text.Clean(fmt.Sprintf("%d ms median, %d ms worst of %d requests", d.Delay.Median, d.Delay.Worst, d.Delay.Requests)))
	}
	fact(text.Const("clock"), d.Clock.words())
	if d.NewestAge != nil {
		fact(text.Const("newest block"), text.Format("%s old", text.Elapsed(time.Duration(*d.NewestAge)*time.Millisecond)))
	}
	fact(text.Const("api key"), d.APIKey.words())
	fact(text.Const("token"), d.Token.words())
	if d.Resources != nil {
		var has, lacks []text.Safe
		for _, resource := range d.Resources {
			name := text.Clean(resource.Type[strings.LastIndex(resource.Type, ":")+1:])
			switch resource.Result {
			case resultOK:
				has = append(has, name)
			case load.NotFound.String():
				lacks = append(lacks, name)
			default:
				lacks = append(lacks, text.Format("%s (%s)", name, text.Clean(resource.Result)))
			}
		}
		fact(text.Const("stake"), text.Format("has %s; lacks %s", record.OrNone(text.Join(has, text.Const(", "))), record.OrNone(text.Join(lacks, text.Const(", ")))))
	}
	for _, notice := range d.Notices {
		fact(text.Const("notice"), text.Clean(notice))
	}
	return lines
}

// seen returns a form, or "not seen".
func seen(form *string) text.Safe {
	if form == nil {
		return text.Const("not seen")
	}
	return text.Clean(*form)
}

func (c *clock) words() text.Safe {
	if c == nil {
		return text.Const("unknown: no Date header")
	}
	ahead, side := c.Ahead, "ahead of"
	if ahead < 0 {
		ahead, side = -ahead, "behind"
	}
	if ahead <= c.Within {
		return text.Clean(fmt.Sprintf("in sync with this machine (±%.1f s)", float64(c.Within)/1000))
	}
	return text.Clean(fmt.Sprintf("%.1f s %s this machine (±%.1f s)", float64(ahead)/1000, side, float64(c.Within)/1000))
}

func (s secretState) words() text.Safe {
	words := map[string]text.Safe{
		"accepted": text.Const("accepted"), "not_required": text.Const("not required"), "missing": text.Const("required, not set"), "rejected": text.Const("rejected"), "unknown": text.Const("not checked"),
	}[s.State]
	if s.Set {
		return text.Format("set, %s", words)
	}
	return words
}

var probeColumns = record.Columns[probe]{
	{Title: text.Const("CALL"), Width: 22, Blank: true, Text: func(p *probe) text.Safe { return text.Clean(p.Call) }},
	{Title: text.Const("RPC"), Width: 3, Blank: true, Text: func(p *probe) text.Safe { return cleanOrEmpty(p.Version) }},
	{Title: text.Const("RESULT"), Width: 15, Blank: true, Text: func(p *probe) text.Safe { return text.Clean(p.Result) }},
	{Title: text.Const("CURSOR"), Width: 24, Blank: true, Text: func(p *probe) text.Safe { return cleanOrEmpty(p.Cursor) }},
	{Title: text.Const("DELAY"), Width: 8, Right: true, Text: func(p *probe) text.Safe { return text.Latency(time.Duration(p.Delay) * time.Millisecond) }},
	{Title: text.Const("DETAIL"), Blank: true, Text: func(p *probe) text.Safe { return cleanOrEmpty(p.Detail) }},
}

// cleanOrEmpty returns a text made safe to print, empty for nil.
func cleanOrEmpty(s *string) text.Safe {
	if s == nil {
		return text.Safe{}
	}
	return text.Clean(*s)
}

// timing computes delay and clock. A Date header has the second of the response, so each response narrows down the difference between
// the clocks.
func (d *diagnosis) timing(exchanges []transport.Recorded) {
	var delays []time.Duration
	low, high := time.Duration(-1<<62), time.Duration(1<<62)
	for _, e := range exchanges {
		if e.Status == 0 {
			continue
		}
		delays = append(delays, headerDelay(e))
		made, err := time.Parse(time.RFC1123, e.ResponseHeader.Get("Date"))
		if err != nil {
			continue
		}
		low = max(low, made.Sub(e.Started.Add(headerDelay(e))))
		high = min(high, made.Add(time.Second).Sub(e.Started))
		ahead, within := low+(high-low)/2, max(high-low, low-high)/2
		d.Clock = &clock{ahead.Milliseconds(), within.Milliseconds()}
	}
	if len(delays) > 0 {
		slices.Sort(delays)
		d.Delay = &delay{delays[len(delays)/2].Milliseconds(), delays[len(delays)-1].Milliseconds(), len(delays)}
	}
}
