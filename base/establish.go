package base

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A Source is something that may give a document its base, such as a BASE
// element or a header field.
type Source struct {
	Layer Layer
	// From says, for people, where the value comes from: "BASE element" or
	// "Base of part 2.1".
	From string
	// Value is the URL, decoded. It may be relative.
	Value string
	// Ignored, if not empty, is the reason why the source does not count,
	// whatever its value. An example is a second BASE element.
	Ignored Reason
	// Unknown, if not empty, is the reason why the URL is not known. The
	// document has no base then, since a base of an outer layer would be wrong.
	// A URL longer than [MaxURL] has the same effect.
	Unknown Reason
	// AllowOpaque makes an opaque URL count: it leaves the document without a
	// base. Otherwise an opaque URL is passed over. It is set for BASE elements
	// of HTML. See [IsOpaque].
	AllowOpaque bool
	// Schemes, if not nil, are the schemes that the URL may have, in lower
	// case. A URL with another scheme is passed over unless its scheme and
	// net_loc come from the next outer base.
	Schemes []string
	// Hint reports whether the URL comes from a note that a program left when it
	// saved the file. Files that were saved together with the page, such as its
	// images, are not relative to that URL.
	Hint bool
	// Note, if not empty, describes how the value differs from the grammar. The
	// value still counts.
	Note Reason
}

// A Candidate is a source together with the decision on it.
type Candidate struct {
	Source
	// URL is the value, resolved against the next outer base. It is empty if
	// the source is ignored.
	URL string
	// Used reports whether the candidate decides the base of the document.
	Used bool
	// Reason says why the candidate is not used. For the used candidate, it
	// says how the URL was read, or why the document has no base. It is empty
	// for an absolute URL that follows the grammar.
	Reason Reason
}

// Text returns the sentence for c.Reason.
func (c *Candidate) Text() string {
	if c.Used && c.Unknown != "" {
		return c.Unknown.String() + ": the document has no base"
	}
	return c.Reason.String()
}

// A Result is the base of a document, and how it was found.
type Result struct {
	// Base resolves the references of the document. It is the empty base if no
	// layer gives a base.
	*resolve.Base
	Layer Layer
	// From is the From field of the source that is used. It is empty for the
	// default layer.
	From string
	// Hint reports whether the base is a hint or was resolved against a hint.
	// See [Source].
	Hint bool
	// Unknown is the Unknown field of the source that is used.
	Unknown Reason

	base       *resolve.Base // the base for references in UTF-8
	outer      *Context
	candidates []Candidate
}

// maxCandidates is the number of candidates that are reported. Only hostile
// messages have more.
const maxCandidates = 64

// Candidates returns the candidates and the decisions on them, innermost first.
// If there are more than 64, it returns the innermost candidates and the used
// one.
func (e *Result) Candidates() []Candidate {
	all := append([]Candidate(nil), e.candidates...)
	won := false
	for c := e.outer; c != nil && (len(all) < maxCandidates || e.Layer != Default && !anyUsed(all)); c = c.outer {
		all = append(all, c.candidates...)
	}
	for i := range all {
		c := &all[i]
		switch {
		case c.Reason != "" && !c.Used:
		case won:
			c.Used, c.Reason = false, basereason.InnerLayer
		default:
			won, c.Used = true, true
		}
	}
	return all
}

// A Context is what surrounds a document: the entities that enclose it, and the URL that it was
// retrieved from. The nil Context is the default layer of RFC 1808 section 3.4. [NewContext] makes
// other contexts; the zero Context is equivalent to nil. A Context is immutable and safe for
// concurrent use.
type Context struct {
	outer      *Context
	dialect    resolve.Dialect
	base       *resolve.Base
	layer      Layer
	from       string
	hint       bool
	unknown    Reason
	enc        encoding.Encoding // the encoding of the document; nil means UTF-8
	candidates []Candidate
	inherited  *Result // the result for a document without sources of its own
}

// orDefault returns c, or a new context without a base if c is nil or zero.
func (c *Context) orDefault() *Context {
	if c == nil || c.base == nil {
		return NewContext(resolve.RFC1808)
	}
	return c
}

// inherit sets c.inherited and returns c.
func (c *Context) inherit() *Context {
	c.inherited = c.establish(nil)
	return c
}

// NewContext returns the outermost context. Its sources belong to the
// retrieval layer, the preferred one first. NewContext sets their layer to
// [Retrieval]. A URL that cannot be a base is no error: it is passed over, and
// [Result.Candidates] says why. [Unusable] checks a URL beforehand.
func NewContext(d resolve.Dialect, retrieval ...Source) *Context {
	root := &Context{dialect: d, base: d.Base("")}
	return root.inherit().WithRetrieval(retrieval...)
}

// WithRetrieval returns c with additional sources of the retrieval layer, the
// preferred one first. The retrieval sources that c already has have precedence
// over them, and so have the inner layers of c. WithRetrieval sets the layer of
// the sources to [Retrieval].
func (c *Context) WithRetrieval(sources ...Source) *Context {
	c = c.orDefault()
	if len(sources) == 0 {
		return c
	}
	own := make([]Source, 0, len(c.candidates)+len(sources))
	for _, cand := range c.candidates {
		own = append(own, cand.Source)
	}
	if c.outer != nil && !c.isRetrieval() {
		return c.outer.WithRetrieval(sources...).Enclose(own...)
	}
	for _, s := range sources {
		s.Layer = Retrieval
		own = append(own, s)
	}
	root := c
	if c.outer != nil {
		root = c.outer
	}
	return root.Enclose(own...)
}

// isRetrieval reports whether c is the context of the retrieval layer.
func (c *Context) isRetrieval() bool {
	return len(c.candidates) > 0 && c.candidates[0].Layer == Retrieval
}

// Enclose returns the context inside an entity that is itself in c. The sources
// come from the entity, the preferred source first.
func (c *Context) Enclose(sources ...Source) *Context {
	c = c.orDefault()
	if len(sources) == 0 {
		return c
	}
	e := c.Establish(sources...)
	inside := &Context{outer: c, dialect: c.dialect, base: e.base, layer: e.Layer, from: e.From, hint: e.Hint, unknown: e.Unknown, enc: c.enc, candidates: e.candidates}
	return inside.inherit()
}

// WithEncoding returns c for a document whose encoding is enc. Its sources and references are still
// given in UTF-8. The encoding makes a difference only in the dialect [resolve.WHATWG]. See
// [resolve.Base.WithEncoding].
func (c *Context) WithEncoding(enc encoding.Encoding) *Context {
	c = c.orDefault()
	if c.dialect != resolve.WHATWG || enc == nil {
		return c
	}
	in := *c
	in.enc = enc
	return in.inherit()
}

// Base returns the base of a document in c that has no base of its own.
func (c *Context) Base() *resolve.Base { return c.orDefault().base }

// Dialect returns the dialect of c.
func (c *Context) Dialect() resolve.Dialect { return c.orDefault().dialect }

// WithURI returns c with a base that has only ASCII characters, for documents whose encoding
// may lack the characters of the base: RFC 3987 section 3.1 maps the IRI to a URI. It returns c itself
// if the base is ASCII already, or if it cannot be mapped: it is not in UTF-8, its host cannot
// be a host name, or the URI would be longer than [MaxURL].
func (c *Context) WithURI() *Context {
	c = c.orDefault()
	uri, ok := urltext.ToURI(c.base.String())
	if !ok || uri == c.base.String() || len(uri) > MaxURL {
		return c
	}
	mapped := *c
	mapped.base = c.dialect.Base(uri)
	return mapped.inherit()
}

// Establish returns the base of a document in c whose own content gives the
// sources, the preferred one first. Each source is resolved against the base of
// c, not against another source of the document. The result must not be
// changed: all documents without sources share one Result.
func (c *Context) Establish(sources ...Source) *Result {
	c = c.orDefault()
	if len(sources) == 0 {
		return c.inherited
	}
	return c.establish(sources)
}

func (c *Context) establish(sources []Source) *Result {
	e := &Result{base: c.base, Layer: c.layer, From: c.from, Hint: c.hint, Unknown: c.unknown, outer: c}
	for _, s := range sources {
		cand, own := c.judge(s)
		if cand.Used && anyUsed(e.candidates) {
			cand.Used, cand.Reason = false, basereason.SameLayer
		}
		if cand.Used {
			e.base, e.Layer, e.From, e.Unknown = own, s.Layer, s.From, cand.Unknown
			e.Hint = s.Hint || c.hint && cand.Unknown == "" && !resolve.IsAbsolute(s.Value)
		}
		e.candidates = append(e.candidates, cand)
	}
	e.Base = e.base.WithEncoding(c.enc)
	return e
}

// anyUsed reports whether one of the candidates is used.
func anyUsed(candidates []Candidate) bool {
	return slices.ContainsFunc(candidates, func(c Candidate) bool { return c.Used })
}

// judge resolves a source against c and decides whether it is usable. If it is,
// judge also returns the base that the source gives.
func (c *Context) judge(s Source) (Candidate, *resolve.Base) {
	cand := Candidate{Source: s, Reason: s.Ignored}
	switch {
	case s.Ignored != "":
		return cand, nil
	case s.Unknown != "":
		return cand.unknown(s.Unknown), c.dialect.Base("")
	}
	// An absolute URL stays as it is: RFC 3986 section 5.2.1 does not require normalization.
	url, outcome := c.base.WithEncoding(c.enc).AppendReplacement(nil, []byte(cand.Value))
	own := c.dialect.BaseWithEncoding(string(url), c.enc)
	cand.URL = own.String()
	if s.AllowOpaque && IsOpaque(cand.URL) {
		cand.URL, cand.Used, cand.Reason = "", true, basereason.Opaque
		return cand, c.dialect.Base("")
	}
	switch cand.Reason = c.unusable(&cand); {
	case cand.Reason == basereason.TooLong: // readers use such a base, so an outer base would be wrong
		return cand.unknown(basereason.TooLong), c.dialect.Base("")
	case cand.Reason != "":
		return cand, nil
	}
	cand.Used, cand.Reason = true, s.Note
	if outcome == resolve.Resolved && s.Note == "" {
		cand.Reason = basereason.Resolved
	}
	return cand, own
}

// unusable returns the reason why the URL of cand cannot be a base, or "".
func (c *Context) unusable(cand *Candidate) Reason {
	reason := Unusable(c.dialect, cand.URL)
	switch {
	case reason == basereason.Relative:
		return basereason.NoOuterBase
	case reason != "":
		return reason
	case cand.Layer != Retrieval && !c.base.Resolves() && c.isSchemeRelative(cand.Value):
		cand.URL = cand.Value
		return basereason.NoOuterBase
	case !c.allows(cand.Schemes, cand.URL):
		return basereason.SchemeRefused
	}
	return ""
}

// isSchemeRelative reports whether url has a scheme and is still relative to a
// base of the same scheme. In the URL Standard "http:g" is such a URL. The RFCs
// have no such URLs.
func (c *Context) isSchemeRelative(url string) bool {
	return c.dialect == resolve.WHATWG && !c.dialect.Base("http://h/").IsAbsolute([]byte(url))
}

// allows reports whether url has one of the schemes, or the scheme and net_loc
// of the base of c. If schemes is nil, it allows every URL.
func (c *Context) allows(schemes []string, url string) bool {
	if schemes == nil || HasScheme(url, schemes) {
		return true
	}
	r, around := resolve.Parse(url), resolve.Parse(c.base.String())
	return strings.EqualFold(r.Scheme, around.Scheme) && strings.EqualFold(r.NetLoc, around.NetLoc)
}

// unknown returns c as the candidate that leaves the document without a base.
func (c Candidate) unknown(reason Reason) Candidate {
	c.URL, c.Used, c.Unknown, c.Reason = "", true, reason, reason
	return c
}

// A Layer is one of the four sources of a base URL in RFC 1808 section 3. Contexts
// are nested, so the innermost source that is usable gives the base; nothing compares layers for that.
type Layer uint8

// The layers.
const (
	Default       Layer = iota // RFC 1808 section 3.4
	Retrieval                  // RFC 1808 section 3.3
	Encapsulating              // RFC 1808 section 3.2
	Embedded                   // RFC 1808 section 3.1
)

var layerNames = [...]string{Default: "default", Retrieval: "retrieval", Encapsulating: "encapsulating", Embedded: "embedded"}

// String returns the name of the layer, as the command prints it.
func (l Layer) String() string {
	if int(l) < len(layerNames) {
		return layerNames[l]
	}
	return fmt.Sprintf("Layer(%d)", uint8(l))
}
