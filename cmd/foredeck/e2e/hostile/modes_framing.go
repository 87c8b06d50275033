package hostile

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"time"
)

// dripEvery is the pause between the bytes of a slow response.
const dripEvery = 3 * time.Millisecond

// framingModes break the rules of HTTP, or use them to wear the client down.
func framingModes() []Mode {
	sending := func(name string, send func(x *Exchange, w *wire, r *Response) error) Mode {
		return Mode{Name: "framing/" + name, Alter: func(x *Exchange) {
			x.Response.Send = func(w *wire, r *Response) error { return send(x, w, r) }
		}}
	}
	length := func(name string, length func(r *Response) string) Mode {
		return Mode{Name: "framing/length-" + name, Alter: func(x *Exchange) { x.Response.Length = new(length(x.Response)) }}
	}
	writing := func(name string, bytes func(x *Exchange, r *Response) []byte) Mode {
		return sending(name, func(x *Exchange, w *wire, r *Response) error { return w.write(bytes(x, r)) })
	}
	ending := func(name string, bytes func(x *Exchange, r *Response) []byte) Mode { // closes the connection after them
		return sending(name, func(x *Exchange, w *wire, r *Response) error {
			_ = w.write(bytes(x, r))
			return io.EOF
		})
	}
	behind := func(name, bytes string) Mode {
		return writing("behind-"+name, func(_ *Exchange, r *Response) []byte { return append(r.whole(), bytes...) })
	}
	endless := func(name, head, start, part string) Mode {
		return sending("endless-"+name, func(_ *Exchange, w *wire, r *Response) error {
			r.Length = new("")
			opening := r.head()
			if head != "" {
				opening = []byte(head)
			}
			if err := w.write(append(opening, start...)); err != nil {
				return err
			}
			for many := []byte(strings.Repeat(part, 1+65_536/len(part))); ; {
				if err := w.write(many); err != nil {
					return err
				}
			}
		})
	}
	const ok = "HTTP/1.1 200 OK\r\n"
	return []Mode{
		ending("cut", func(x *Exchange, r *Response) []byte { return append(r.head(), r.Body[:x.IntN(len(r.Body)+1)]...) }),
		ending("cut-head", func(x *Exchange, r *Response) []byte { return r.head()[:x.IntN(len(r.head()))] }),
		sending("closed", func(*Exchange, *wire, *Response) error { return io.EOF }),
		sending("silent", func(_ *Exchange, w *wire, _ *Response) error { return w.wait() }),
		sending("stalled", func(x *Exchange, w *wire, r *Response) error {
			if err := w.write(append(r.head(), r.Body[:len(r.Body)/2]...)); err != nil {
				return err
			}
			return w.wait()
		}),
		sending("drip", func(_ *Exchange, w *wire, r *Response) error { return w.drip(r.whole()) }),
		sending("drip-body", func(_ *Exchange, w *wire, r *Response) error {
			if err := w.write(r.head()); err != nil {
				return err
			}
			return w.drip(r.Body)
		}),
		ending("chunk-cut", func(_ *Exchange, r *Response) []byte {
			return chunked(r, fmt.Sprintf("%x\r\n%s", len(r.Body)+10, r.Body))
		}),
		writing("chunk-garbage", func(_ *Exchange, r *Response) []byte { return chunked(r, "zz\r\n\x1b[31m"+marker+"\r\n0\r\n\r\n") }),
		writing("chunk-huge", func(_ *Exchange, r *Response) []byte { return chunked(r, "ffffffffffffffff\r\n{") }),
		writing("chunk-tiny", func(_ *Exchange, r *Response) []byte {
			var body bytes.Buffer
			for _, b := range r.Body {
				fmt.Fprintf(&body, "1;%s\r\n%c\r\n", strings.Repeat("x", 30), b)
			}
			return chunked(r, body.String()+"0\r\nTrailer: \x1b[5m\r\n\r\n")
		}),
		ending("not-http", func(*Exchange, *Response) []byte {
			return []byte("\x1b]2;" + marker + "\x07 220 smtp.example ESMTP\r\n\r\n")
		}),
		ending("old-http", func(_ *Exchange, r *Response) []byte { return fmt.Appendf(nil, "HTTP/1.0 200 OK\r\n\r\n%s", r.Body) }),
		writing("http-9", func(*Exchange, *Response) []byte { return []byte("HTTP/9.9 200 OK\r\n\r\n" + marker) }),
		writing("many-informational", func(_ *Exchange, r *Response) []byte {
			return append([]byte(strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: \x1b[5m\r\n\r\n", 4)), r.whole()...)
		}),
		{Name: "framing/long-header", Alter: func(x *Exchange) { x.Response.set("X-Long", strings.Repeat(marker, 200_000)) }},
		length("short", func(r *Response) string { return fmt.Sprint(len(r.Body) / 2) }),
		length("long", func(r *Response) string { return fmt.Sprint(len(r.Body) + 100) }),
		length("huge", func(*Response) string { return "9223372036854775807" }),
		length("above", func(*Response) string { return "99999999999999999999999" }),
		length("minus", func(*Response) string { return "-5" }),
		length("text", func(*Response) string { return "\x1b[5m" + marker }),
		length("zero", func(*Response) string { return "0" }),
		length("missing", func(*Response) string { return "" }),
		{Name: "framing/length-two", Alter: func(x *Exchange) {
			x.Response.Header = append(x.Response.Header, Field{"Content-Length", "3"})
		}},
		{Name: "framing/length-and-chunks", Alter: func(x *Exchange) { x.Response.set("Transfer-Encoding", "chunked") }},
		behind("text", "\x1b[5;38;5;201m"+marker+"\r\n\r\n"),
		behind("response", ok+"Content-Length: 6\r\n\r\n\x1b]2;x\x07"),
		behind("byte", "\x9b"),
		behind("many", strings.Repeat("\x1b[5m"+marker+"\n", 10_000)),
		endless("space", "", "", " \n"),
		endless("digits", "", "[1", "1"),
		endless("string", "", `["`, marker),
		endless("open", "", "", "["),
		endless("elements", "", "[", `{"a":1},`),
		endless("records", "", `{"record":[`, `{"hash":"0x1","status":"Success","header":null,"payload":null,"output":null},`),
		endless("error", "HTTP/1.1 400 Bad Request\r\n\r\n", `{"message":"`, marker),
		endless("header", ok, "", "X-A: "+marker+"\r\n"),
		endless("header-line", ok, "X-A: ", marker),
		endless("status-line", "HTTP/1.1 200 ", "", marker),
		endless("informational", "HTTP/1.1 100 Continue\r\n\r\n", "", "HTTP/1.1 100 Continue\r\n\r\n"),
		endless("chunks", ok+"Transfer-Encoding: chunked\r\n\r\n", "", "1\r\n \r\n"),
		endless("trailers", ok+"Transfer-Encoding: chunked\r\n\r\n", "2\r\n{}\r\n0\r\n", "X-A: "+marker+"\r\n"),
		bomb("zeros", "[", "0,"),
		bomb("space", "", " "),
		bomb("open", "", "["),
		bomb("string", `"`, "a"),
		encoded("gzip-broken", "gzip", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"+marker)),
		encoded("gzip-empty", "gzip", nil),
		encoded("zstd-bomb", "zstd", zstdBomb()),
		encoded("brotli", "br", []byte(marker)),
		encoded("encoding-unknown", "\x1b[5m"+marker, []byte(marker)),
		encoding("gzip-twice", "gzip, gzip", func(x *Exchange) []byte { return squeeze(squeeze(x.Response.Body)) }),
		encoding("gzip-cut", "gzip", func(x *Exchange) []byte {
			squeezed := squeeze(x.Response.Body)
			return squeezed[:x.IntN(len(squeezed))]
		}),
	}
}

// chunked is a response with chunks as they are given.
func chunked(r *Response, chunks string) []byte {
	r.Length = new("")
	r.set("Transfer-Encoding", "chunked")
	return append(r.head(), chunks...)
}

// wait sends nothing until the client or the node ends the connection.
func (w *wire) wait() error {
	_, err := w.connection.Read(make([]byte, 1))
	if err == nil {
		err = io.EOF
	}
	return err
}

// drip sends a byte at a time.
func (w *wire) drip(p []byte) error {
	tick := time.NewTicker(dripEvery)
	defer tick.Stop()
	for i := range p {
		select {
		case <-tick.C:
		case <-w.node.closed:
			return io.EOF
		}
		if err := w.write(p[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

func squeeze(body []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(body) // to memory
	_ = w.Close()
	return out.Bytes()
}

// zstdBomb is a frame of zstd, with four bytes for each 128 KiB of zeros.
func zstdBomb() []byte {
	const window, repeated, length = 0x38, 1, 128 << 10 // 128 KiB, the most that a block can have
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, window}
	for left := bombSize / length; left > 0; left-- {
		header := length<<3 | repeated<<1
		if left == 1 {
			header |= 1
		}
		frame = append(frame, byte(header), byte(header>>8), byte(header>>16), 0)
	}
	return frame
}

// bombSize is the size of a bomb when it is unpacked; packed it has a thousandth.
const bombSize = 512 << 20

// bomb is a small body that unpacks to half a gigabyte.
func bomb(name, start, part string) Mode {
	packed := sync.OnceValue(func() []byte {
		var out bytes.Buffer
		w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
		_, _ = io.WriteString(w, start)
		many := []byte(strings.Repeat(part, 1<<20/len(part)))
		for range bombSize / len(many) {
			_, _ = w.Write(many)
		}
		_ = w.Close()
		return out.Bytes()
	})
	return encoding("bomb-"+name, "gzip", func(*Exchange) []byte { return packed() })
}

// encoding says that the body has an encoding.
func encoding(name, encoding string, body func(x *Exchange) []byte) Mode {
	return Mode{Name: "framing/" + name, Alter: func(x *Exchange) {
		x.Response.set("Content-Encoding", encoding)
		x.Response.Body = body(x)
	}}
}

func encoded(name, as string, body []byte) Mode {
	return encoding(name, as, func(*Exchange) []byte { return body })
}

// statusModes respond with every status, and redirect.
func statusModes() []Mode {
	var all []Mode
	bodies := map[string]string{"json": `{"message":"` + marker + ` \u001b[5m"}`, "text": marker + " \x1b[5m\u202e", "empty": ""}
	for status := 100; status <= 599; status++ {
		for _, name := range []string{"json", "text", "empty", "true"} {
			all = append(all, Mode{Name: fmt.Sprintf("status/%d/%s", status, name), Alter: func(x *Exchange) {
				x.Response.Status = status
				if body, ok := bodies[name]; ok {
					x.Response.Body = []byte(body)
				}
			}})
		}
	}
	for _, status := range []int{0, 7, 99, 600, 999} {
		all = append(all, Mode{Name: fmt.Sprintf("status/%d", status), Alter: func(x *Exchange) { x.Response.Status = status }})
	}
	for name, location := range map[string]func(x *Exchange) string{
		"self":      func(x *Exchange) string { return x.Request.URL.RequestURI() },
		"longer":    func(x *Exchange) string { return x.Request.URL.Path + "/a" },
		"new":       func(x *Exchange) string { return fmt.Sprintf("/rpc/%d", x.node.Requests()) },
		"host":      func(x *Exchange) string { return x.node.options.Elsewhere + x.Request.URL.RequestURI() },
		"double":    func(x *Exchange) string { return strings.TrimPrefix(x.node.options.Elsewhere, "http:") + "/" },
		"userinfo":  func(x *Exchange) string { return "http://" + x.node.listener.Addr().String() + "@pwned.invalid/" },
		"file":      func(*Exchange) string { return "file:///etc/passwd" },
		"script":    func(*Exchange) string { return "javascript:alert(1)" },
		"https":     func(x *Exchange) string { return "https://" + x.node.listener.Addr().String() + "/" },
		"no-host":   func(*Exchange) string { return "http:///" },
		"control":   func(*Exchange) string { return "/\x1b]2;" + marker + "\x07" },
		"long":      func(*Exchange) string { return "/" + strings.Repeat("a", 100_000) },
		"nothing":   func(*Exchange) string { return "" },
		"secret":    func(x *Exchange) string { return "/?key=" + url.QueryEscape(x.token()) },
		"elsewhere": func(x *Exchange) string { return x.node.options.Elsewhere + "/?key=" + url.QueryEscape(x.token()) },
	} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			all = append(all, Mode{Name: fmt.Sprintf("redirect/%s/%d", name, status), Alter: func(x *Exchange) {
				x.Response.Status = status
				x.Response.set("Location", location(x))
			}})
		}
	}
	return all
}

// spellings writes a secret as servers and their tools may.
var spellings = map[string]func(secret string) string{
	"plain":       func(s string) string { return s },
	"upper":       strings.ToUpper,
	"lower":       strings.ToLower,
	"base64":      func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"base64-raw":  func(s string) string { return base64.RawStdEncoding.EncodeToString([]byte(s)) },
	"base64-url":  func(s string) string { return base64.URLEncoding.EncodeToString([]byte(s)) },
	"hex":         func(s string) string { return hex.EncodeToString([]byte(s)) },
	"hex-upper":   func(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) },
	"url":         url.QueryEscape,
	"url-path":    url.PathEscape,
	"url-all":     func(s string) string { return eachByte(s, "%%%02X") },
	"url-lower":   func(s string) string { return eachByte(s, "%%%02x") },
	"unicode":     func(s string) string { return eachByte(s, `\u%04x`) },
	"unicode-big": func(s string) string { return eachByte(s, `\u%04X`) },
	"escaped":     func(s string) string { return strings.ReplaceAll(s, "/", `\/`) },
	"bearer":      func(s string) string { return "Bearer " + s },
	"in-word":     func(s string) string { return "key=" + s + ";" },
}

func eachByte(s, format string) string {
	var out strings.Builder
	for _, b := range []byte(s) {
		fmt.Fprintf(&out, format, b)
	}
	return out.String()
}

// Spellings lists the ways in which a secret must not be shown.
func Spellings(secret string) []string {
	var all []string
	for _, spell := range spellings {
		all = append(all, spell(secret))
	}
	return all
}
