package base

import (
	"slices"
	"strings"

	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/resolve"
)

// A Source is one place that could give a document its base.
type Source struct {
	Layer Layer
	// From says where the value stands, for people: "BASE element",
	// "Base of part 2.1".
	From string
	// Value is the URL as it is written there, decoded: relative or absolute.
	Value string
	// Ignored, when not empty, is the reason why this source does not count
	// whatever its value: a second BASE element, say.
	Ignored Reason
	// Unknown, when not empty, is the reason why nobody can tell the URL: the
	// document has no base then, as none of a layer further out is its own. So
	// has one whose URL is longer than [MaxURL].
	Unknown Reason
	// AllowOpaque says that an opaque URL here leaves the document without any
	// base, where it would else be passed over: BASE in HTML, and thismessage: in
	// a header field. See [IsOpaque].
	AllowOpaque bool
	// Schemes, unless nil, are the schemes that the URL may have, in lower case: with
	// another it is passed over. It may also have the scheme and the net_loc of the
	// base of the next layer out, against which it was resolved.
	Schemes []string
	// Hint says that a saved file itself tells the URL. What was saved together
	// with it is not at that place.
	Hint bool
	// Note, if not empty, says how the value was written that does not follow
	// the grammar.
	Note Reason
}

// A Candidate is a source and what came of it.
type Candidate struct {
	Source
	// URL is Value, resolved against the next layer out. It is empty when the
	// source is void.
	URL string
	// Used says that this is the base of the document.
	Used bool
	// Reason says why the candidate is not used. If it is used, Reason says how
	// its URL was read, or why it leaves the document without a base; it is
	// empty for an absolute URL written as it should be.
	Reason Reason
}

// Text returns the sentence for c.Reason.
func (c *Candidate) Text() string {
	if c.Used && c.Unknown != "" {
		return c.Unknown.String() + ": the document has no base"
	}
	return c.Reason.String()
}

// An Result is the base of a document, and why.
type Result struct {
	// Base resolves the document's references. It is the empty base when no
	// layer gave one.
	*resolve.Base
	Layer Layer
	// From is that of the source that won, empty for the default layer.
	From string
	// Hint says that the base is a hint, or resolved against one: see [Source].
	Hint bool
	// Unknown is that of the source that won.
	Unknown Reason

	base       *resolve.Base // in UTF-8
	outer      *Context
	candidates []Candidate
}

// maxCandidates is how many candidates are told of a document; those that are
// further out are not. More than that are in hostile messages only.
const maxCandidates = 64

// Candidates returns the candidates, innermost first, with the verdicts. Of
// more than 64, the innermost are returned, and the one that is used.
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
			c.Used, c.Reason = false, ReasonInnerLayer
		default:
			won, c.Used = true, true
		}
	}
	return all
}

// A Context is what lies outside a document: the entities that enclose it,
// and the URL that it was retrieved from. The nil Context is the default layer
// of RFC 1808 section 3.4; the zero value is none: [NewContext] makes one. A Context is
// immutable.
type Context struct {
	outer      *Context
	dialect    resolve.Dialect
	base       *resolve.Base
	layer      Layer
	from       string
	hint       bool
	unknown    Reason
	enc        encoding.Encoding // of sources and references, nil for UTF-8
	candidates []Candidate
	inherited  *Result // of a document that gives no source
}

// orDefault returns c, or what the nil Context stands for.
func (c *Context) orDefault() *Context {
	if c == nil {
		return NewContext(resolve.RFC1808)
	}
	return c
}

// inherit prepares what documents have that give no source.
func (c *Context) inherit() *Context {
	c.inherited = c.establish(nil)
	return c
}

// NewContext returns the outermost context: the retrieval layer's sources,
// innermost first. Their layer is set to [Retrieval].
func NewContext(d resolve.Dialect, retrieval ...Source) *Context {
	root := &Context{dialect: d, base: d.Base("")}
	return root.inherit().WithRetrieval(retrieval...)
}

// WithRetrieval returns c with more sources of the retrieval layer, innermost
// first: below those that it has, and outside of everything that encloses the
// document. Their layer is set to [Retrieval].
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

// Enclose returns the context inside an entity that gives the sources,
// innermost first.
func (c *Context) Enclose(sources ...Source) *Context {
	if len(sources) == 0 {
		return c
	}
	c = c.orDefault()
	e := c.Establish(sources...)
	inside := &Context{outer: c, dialect: c.dialect, base: e.base, layer: e.Layer, from: e.From, hint: e.Hint, unknown: e.Unknown, enc: c.enc, candidates: e.candidates}
	return inside.inherit()
}

// WithEncoding returns the context for the content of a document in another encoding than
// UTF-8: the bytes of sources and references are of that encoding. Only the
// dialect [resolve.WHATWG] asks for it: see [resolve.Base.WithEncoding].
func (c *Context) WithEncoding(enc encoding.Encoding) *Context {
	c = c.orDefault()
	if c.dialect != resolve.WHATWG || enc == nil {
		return c
	}
	in := *c
	in.enc = enc
	return in.inherit()
}

// Base returns the base that the context gives to a document without one of
// its own.
func (c *Context) Base() *resolve.Base { return c.orDefault().base }

// Establish returns the base of a document within the context whose own
// content gives the sources, innermost first.
//
// The sources of one document do not build on each other: each is resolved
// against the base of the context. What it returns must not be changed: without
// sources it is the same every time.
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
			cand.Used, cand.Reason = false, ReasonSameLayer
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

// decode returns a URL of a document in UTF-8.
func (c *Context) decode(url string) string {
	if c.enc == nil {
		return url
	}
	decoded, err := c.enc.NewDecoder().String(url)
	if err != nil {
		return url
	}
	return decoded
}

// anyUsed reports whether one of the candidates is used.
func anyUsed(candidates []Candidate) bool {
	return slices.ContainsFunc(candidates, func(c Candidate) bool { return c.Used })
}

// judge resolves a source against the context and says whether it is usable, and
// what base it is if it is used.
func (c *Context) judge(s Source) (Candidate, *resolve.Base) {
	cand := Candidate{Source: s, Reason: s.Ignored}
	if s.Ignored != "" {
		return cand, nil
	}
	if s.Unknown != "" {
		return cand.unknown(s.Unknown), c.dialect.Base("")
	}
	// An absolute base is used as it is: RFC 3986 section 5.2.1 asks for no normalization.
	written, outcome := c.base.WithEncoding(c.enc).AppendReplacement(nil, []byte(s.Value))
	url := string(written)
	own := c.dialect.BaseWithEncoding(url, c.enc)
	if own.Resolves() {
		cand.URL = own.String()
	} else {
		cand.URL = c.decode(url)
	}
	if s.AllowOpaque && IsOpaque(cand.URL) {
		cand.URL, cand.Used, cand.Reason = "", true, ReasonOpaque
		return cand, c.dialect.Base("")
	}
	cand.Reason = Unusable(c.dialect, cand.URL)
	if cand.Reason == "" && s.Layer != Retrieval && !c.base.Resolves() && c.isSchemeRelative(s.Value) {
		cand.URL, cand.Reason = c.decode(url), ReasonRelative // to a base that is not known
	}
	switch cand.Reason {
	case "":
	case ReasonRelative:
		cand.Reason = ReasonNoOuterBase
		return cand, nil
	case ReasonTooLong: // to readers it is the base all the same
		return cand.unknown(ReasonTooLong), c.dialect.Base("")
	default:
		return cand, nil
	}
	if !c.allows(s.Schemes, cand.URL) {
		cand.Reason = ReasonSchemeRefused
		return cand, nil
	}
	cand.Used, cand.Reason = true, s.Note
	if outcome == resolve.Resolved && s.Note == "" {
		cand.Reason = ReasonResolved
	}
	return cand, own
}

// isSchemeRelative reports whether url has a scheme and is relative to a base of
// that scheme all the same: "http:g" in the URL Standard, nothing in the RFCs.
func (c *Context) isSchemeRelative(url string) bool {
	return c.dialect == resolve.WHATWG && !c.dialect.Base("http://h/").IsAbsolute([]byte(url))
}

// allows reports whether url has one of the schemes, or the scheme and the net_loc of
// the context's base. All are allowed if schemes is nil.
func (c *Context) allows(schemes []string, url string) bool {
	if schemes == nil || HasScheme(url, schemes) {
		return true
	}
	r, around := resolve.Parse(url), resolve.Parse(c.base.String())
	return strings.EqualFold(r.Scheme, around.Scheme) && strings.EqualFold(r.NetLoc, around.NetLoc)
}

// unknown returns the candidate as one that leaves the document without a base.
func (c Candidate) unknown(reason Reason) Candidate {
	c.URL, c.Used, c.Unknown, c.Reason = "", true, reason, reason
	return c
}
