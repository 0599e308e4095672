package mhtml

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// Options say which header fields give a base, as [mimebase.Options] do.
type Options struct {
	BaseFields  []string
	BaseSchemes []string
}

// noBase is the base of a part without a base. It stands for thismessage:/, in a form against which URLs can
// be resolved. RFC 2606 reserves its domain. The URLs of parts that are files of one computer also begin with
// noBase. These URLs exist only while a message is read.
const noBase = "http://thismessage.invalid/"

// A namer returns the URLs of parts, and their bases.
type namer struct {
	schemes []string // the schemes of bases that may be written
	base    string   // the base of parts without a base
}

// parse parses a message. Files of one computer can be bases, too.
func parse(text []byte, o Options) (*mimebase.Entity, namer) {
	n := namer{o.BaseSchemes, noBase}
	if n.schemes == nil {
		n.schemes = base.DefaultSchemes()
	}
	return mimebase.Parse(text, nil, mimebase.Options{
		BaseFields: o.BaseFields, BaseSchemes: append(slices.Clip(n.schemes), "file"), RetrievalFields: []string{"Snapshot-Content-Location"},
	}), n
}

// locationOf returns the URL in the Content-Location of e, or "".
func (n *namer) locationOf(e *mimebase.Entity) string {
	text := within(strings.Join(strings.Fields(e.FieldValue("Content-Location")), ""))
	if text == "" || resolve.IsAbsolute(text) {
		return text
	}
	url, outcome := e.HeaderBase("Content-Location").AppendReplacement(nil, []byte(text))
	if outcome != resolve.Resolved {
		url, _ = resolve.RFC3986.Base(n.base).AppendReplacement(nil, []byte(text))
	}
	return within(string(url))
}

// baseOf returns the base of the links of e. If the header gives a base that must not be written, or
// against which no URL can be resolved, the result is a URL below noBase.
func (n *namer) baseOf(e *mimebase.Entity) string {
	if b := e.Context().Establish(); b.Resolves() {
		if url := b.String(); base.HasScheme(url, n.schemes) {
			return url
		}
		return within(b.String())
	}
	if url := n.locationOf(e); base.Unusable(resolve.RFC3986, url) == "" {
		return url
	}
	return n.base
}

// within returns a URL as it is compared within a message. Word, Excel and Internet Explorer name parts
// by files of the computer on which they saved the page, and by the archive that parts are in:
//
//	file:///C:/d/p.htm  file://C:\d\p.htm  C:\d\p.htm  file://server/d/p.htm  \\server\d\p.htm
//	mhtml:file://C:\d\p.mht!http://example.com/  mhtml:file://C:\d\p.mht!p_files/a.gif
//	thismessage:/p.htm
//
// Other URLs stay as they are.
func within(url string) string {
	if len(url) > 6 && strings.EqualFold(url[:6], "mhtml:") {
		if url = url[max(strings.LastIndexByte(url, '!')+1, 6):]; !resolve.IsAbsolute(url) {
			return noBase + strings.TrimLeft(url, "/")
		}
	}
	scheme, rest, found := strings.Cut(url, ":")
	switch {
	case strings.HasPrefix(url, `\\`):
		rest = url
	case !found:
		return url
	case strings.EqualFold(scheme, "thismessage"):
		return noBase + strings.TrimLeft(rest, "/")
	case len(scheme) == 1 && ascii.IsAlpha(scheme[0]): // the letter of a drive
		rest = url
	case !strings.EqualFold(scheme, "file"):
		return url
	}
	return noBase + "file:/" + strings.TrimLeft(strings.ReplaceAll(rest, `\`, "/"), "/")
}

// keyOf returns the form of a URL in which it is compared. White space in the path of a file does not
// count, since a header field may be folded there.
func keyOf(url string) string {
	url, _, _ = strings.Cut(within(url), "#")
	if path, ok := strings.CutPrefix(url, noBase); ok {
		path = strings.ReplaceAll(urltext.Decode(path), `\`, "/")
		return noBase + strings.Join(strings.Fields(path), "")
	}
	if _, key, ok := crawl.Key(url); ok {
		return key
	}
	if len(url) > 4 && strings.EqualFold(url[:4], "cid:") {
		return "cid:" + urltext.Decode(url[4:])
	}
	return url
}

// trimID returns a Content-ID without its brackets.
func trimID(id string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(id), "<"), ">")
}

// Parts are the parts of a message. Links of the message name them by URLs.
type Parts struct {
	named   map[string]bool   // the keys of URLs that name a part
	bases   map[string]string // the base of the links in a part, by the number of the part
	located bool              // a part has a URL other than cid:
}

// PartsOf returns the parts of a message. Other messages in it are parts, too.
func PartsOf(text []byte, o Options) *Parts {
	p := &Parts{named: make(map[string]bool), bases: make(map[string]string)}
	message, names := parse(text, o)
	message.Walk(func(e *mimebase.Entity) {
		for _, field := range []string{"Content-ID", "Message-ID"} {
			if id := trimID(e.FieldValue(field)); id != "" {
				p.named[keyOf("cid:"+id)] = true
			}
		}
		if url := names.locationOf(e); url != "" {
			p.named[keyOf(url)], p.located = true, true
		}
		p.bases[e.Part] = names.baseOf(e)
	})
	return p
}

// Has reports whether a reference leads to a part. part is the number of the part that has the reference.
func (p *Parts) Has(part string, ref []byte) bool {
	if resolve.IsAbsolute(ref) {
		return p.named[keyOf(string(ref))]
	}
	if !p.located || p.bases[part] == "" || len(ref) == 0 {
		return false
	}
	url, _ := resolve.RFC3986.Base(p.bases[part]).AppendReplacement(nil, ref)
	return p.named[keyOf(string(url))]
}
