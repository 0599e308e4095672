package rewrite

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// Options say how a source is read, and what becomes of its links. The zero value is the
// default.
type Options struct {
	// Mode says what becomes of links: they become absolute if it is empty.
	Mode Mode
	// Type is the type of the source. [Auto] finds it out by the content.
	Type Type
	// Base is the URL that the source was retrieved from: the retrieval layer of RFC 1808
	// section 3.3. It must be absolute and hierarchical, or empty.
	Base string
	// Context has the known layers around the source, such as the layers of the message that a
	// part was taken from: see [base.NewContext] and package mimebase. Base counts only if
	// Context gives no base. The dialect of Context must be Dialect.
	Context *base.Context
	// Charset is the charset of the source if it is known, for example from the
	// Content-Type field of HTTP or MIME. It has precedence over a declaration in the source,
	// but not over a byte order mark. In a message it is the charset of parts that do not
	// name one. For text that is decoded already it is "utf-8", whatever its header says. Text
	// in a charset that is not known is left, unless the bytes below 0x80 are ASCII in it.
	Charset string
	// Dialect is the set of rules for resolution. Absolute links stay as they are in every
	// dialect.
	Dialect resolve.Dialect
	// Decide, if not nil, is called for each link that can be changed, and returns what becomes of
	// the link: see [Decision]. Absolute links are among them, also such as cid:, data: and
	// mailto:, and links without a target, whose Link.Target is relative. Elements and header
	// fields that give a base are not, nor are links that must stay, such as those in signed parts.
	// Links that stay by Fragments "auto" are, with the status [Left].
	//
	// Decide is called once for each link, in the order of the source. It must be safe for
	// concurrent use if the Rewriter is used concurrently.
	Decide func(*Link) Decision
	// Visit, if it is not nil, is called once for each link with what becomes of it, also for those
	// that stay, while [Rewriter.Bytes], [Rewriter.Plan] or [Rewriter.Copy] rewrite a source. So one
	// pass lists the links and rewrites them.
	Visit func(*Link)
	// Unread, if it is not nil, is called, like Visit, for text that looks like a link, and that no place
	// reads: attributes of scripts, strings of scripts and of JSON, CSS and HTML in attributes. That is a
	// guess. The status of these links is [Unread], Link.Also and Link.Place say what would read them,
	// and they are never changed. To find them takes longer than to rewrite the document.
	Unread func(*Link)
	// Progress, if not nil, is called by [Rewriter.Copy] after each message of a mailbox. For any
	// other source it is called as parts of it are written, mostly once.
	Progress func(Progress)

	// Also names groups of places that are read, too: "social" (meta elements of Open Graph
	// and the like), "lazy" (data-src and the like), "jsonld" (JSON-LD), "rdfa" (attributes
	// of RDFa), "conditional" (conditional comments of Internet Explorer), "param" (param
	// elements), "htmx" (what htmx, Turbo and Unpoly load), "templates" (placeholders of templates at
	// the start of a link).
	Also []string
	// Places are more places that are read: an attribute or the content of an element, and the syntax of
	// its value, such as "img[data-photo]", "*[data-srcset]=srcset" or "script[type=application/json]=json".
	// docs/pages.md describes them under "Places of your own". An error names the character that is wrong.
	Places []string
	// JSONFields are the fields of JSON text whose strings are documents or URLs. If there are any,
	// JSON text is a document: all other bytes of it stay as they are. A JSON Feed, or the manifest of a
	// web application, is a document even without JSONFields.
	JSONFields []JSONField
	// Fragments says what becomes of links that are only a fragment: "auto" leaves those that lead
	// to a part of their document, by the id of an element or the name of an A element, or to its
	// top ("#", "#top"), unless a BASE element of the document makes them lead elsewhere. They
	// work wherever the document is. "absolute" resolves all, as RFC 1808 section 5 does, and
	// "keep" leaves all, and empty links too. "auto" is the default.
	Fragments string
	// DropBase removes BASE elements once all links are absolute.
	DropBase bool
	// Moves are the moves for [MoveLinks]: documents below From are now below To.
	Moves []Move
	// RootRelative makes MoveLinks write links as paths, such as "/a/b", if their documents have
	// the same site.
	RootRelative bool
	// Tree is the tree of files that the source is in. It gives the base if Base is empty, and
	// is what [MakeRelative] needs.
	Tree Tree
	// Converted says that the relative links of the tree lead to files, as MakeRelative writes
	// them: where a link leads counts before its URL. MakeAbsolute then undoes MakeRelative.
	Converted bool
	// Missing says what MakeRelative does with links to files that Tree lacks.
	Missing Missing
	// MissingPage is the location of the page that MissingMark makes links lead to. If it is
	// empty, that is "file:///not-in-this-copy.html".
	MissingPage string
	// DropIntegrity removes the integrity and crossorigin attributes of elements whose files
	// are in Tree when links become relative. Browsers load no such file from a disk.
	DropIntegrity bool

	// BaseFields are the header fields that give a base, in order of precedence. If it is nil,
	// they are [base.DefaultFields]; if it is empty, no field gives a base.
	BaseFields []string
	// BaseSchemes are the schemes that a base from a header field may have. If it is nil, they
	// are [base.DefaultSchemes].
	BaseSchemes []string
	// IgnoreHints ignores the URL that a saved page names as its origin. Otherwise that URL
	// counts if no other base is known.
	IgnoreHints bool

	// FeedBase says whether a link in a feed gives the base of the feed, unless the feed has
	// xml:base: "channel-link" (the link to the site of the feed, or else the link to the feed
	// itself), "self" (the link to the feed itself), "none", or "hint" (channel-link, but only if
	// no other base is known). "hint" is the default. With "item", which is "hint" for the rest, the
	// link of an item gives the base of what is in the item.
	FeedBase string

	// AllowSigned rewrites signed parts of messages, too. Their signatures then fail.
	AllowSigned bool
	// KeepDKIM leaves messages with a DKIM-Signature or an ARC seal as they are.
	KeepDKIM bool
	// KeepAttachments leaves attachments (RFC 2183) as they are.
	KeepAttachments bool

	// MaxGrowth limits the output: a document that would become larger than MaxGrowth times
	// its size plus 16 MiB is left as it is. 0 means 16.
	MaxGrowth int
	// MaxDocument is the size in bytes of the largest document that is read, and of the
	// largest message of a mailbox. 0 means no limit.
	MaxDocument int
	// Limits are the limits of messages.
	Limits mimebase.Limits
}

// ErrOptions is the error for options that are wrong or contradict each other. The errors of [New]
// and [Bytes] wrap it, and say what is wrong.
var ErrOptions = errors.New("wrong options")

// An optionsError is an error that [ErrOptions] matches, with a message of its own.
type optionsError struct{ error }

// Is reports whether target is ErrOptions.
func (optionsError) Is(target error) bool { return target == ErrOptions }

// Unwrap returns the cause.
func (e optionsError) Unwrap() error { return e.error }

// engine returns the options of the engine.
func (o *Options) engine() (engine.Options, error) {
	opts := engine.Options{
		Base: o.Base, Context: o.Context, Charset: o.Charset, Dialect: o.Dialect,
		DropBase:   o.DropBase,
		BaseFields: o.BaseFields, BaseSchemes: o.BaseSchemes, NoHints: o.IgnoreHints,
		Signed: o.AllowSigned, SkipDKIM: o.KeepDKIM, SkipAttachments: o.KeepAttachments,
		MaxGrowth: o.MaxGrowth, MaxDocument: o.MaxDocument, Limits: o.Limits, Tree: o.Tree,
		Converted: o.Converted, MissingPage: o.MissingPage, DropIntegrity: o.DropIntegrity, RootRelative: o.RootRelative,
	}
	if o.Decide != nil {
		opts.Decide = func(r *engine.Reference) engine.Decision {
			d := o.Decide(newLink(r))
			return engine.Decision{Keep: d.action == keep, Replace: d.action == replace, URL: d.url}
		}
	}
	if o.Visit != nil {
		opts.Visit = func(r *engine.Reference) { o.Visit(newLink(r)) }
	}
	if o.Unread != nil {
		opts.Unread = func(u *engine.Unread) { o.Unread(newUnread(u)) }
	}
	for _, m := range o.Moves {
		opts.Moves = append(opts.Moves, engine.Move(m))
	}
	var errs [8]error
	opts.Places, errs[7] = engine.ParsePlaces(o.Places)
	opts.Fragments, errs[6] = engine.ParseFragments(o.Fragments)
	opts.JSONFields, errs[5] = jsonFields(o.JSONFields)
	opts.Type, errs[0] = o.Type.engine()
	opts.Mode, errs[1] = o.Mode.engine()
	opts.Also, errs[2] = engine.ParseGroups(o.Also)
	opts.Missing, errs[3] = decide.ParseMissing(string(o.Missing))
	opts.FeedBase, errs[4] = engine.ParseFeedBase(cmp.Or(o.FeedBase, engine.FeedHint.String()))
	return opts, errors.Join(errs[:]...)
}

// A Type is the type of a source. Its value is its name.
type Type string

// The types.
const (
	// Auto is the type that [DetectType] finds.
	Auto Type = ""
	// HTML is a document or fragment of text/html.
	HTML Type = "html"
	// XML is an XML document: XHTML, SVG, a feed, a sitemap or another.
	XML Type = "xml"
	// CSS is a style sheet.
	CSS Type = "css"
	// JSON is JSON text: a JSON Feed, the manifest of a web application, or any JSON text with Options.JSONFields.
	JSON Type = "json"
	// NDJSON is JSON text in each line, also called JSON Lines.
	NDJSON Type = "ndjson"
	// Message is a message with header fields (RFC 5322), with MIME or without; MHTML (RFC
	// 2557), too.
	Message Type = "message"
	// Mbox is a mailbox: messages, each after a line that begins with "From ".
	Mbox Type = "mbox"
	// Emlx is a message as Apple Mail stores it.
	Emlx Type = "emlx"
	// WARC is a web archive: WARC or ARC.
	WARC Type = "warc"
	// Other is a file that is not a document, such as an archive, an image or a program. It is
	// left as it is, with a note that names its kind.
	Other Type = "other"
)

// engine returns the type of the engine.
func (t Type) engine() (detect.Type, error) {
	switch t {
	case Auto:
		return detect.Auto, nil
	case Other:
		return detect.Other, nil
	}
	return detect.ParseType(string(t))
}

// DetectType returns the type of a file by its name, which may be empty, and its first 64 KiB.
// It never returns [Auto]. known reports whether the file is known to be a document; if not,
// the type is a guess.
func DetectType(name string, head []byte) (t Type, known bool) {
	detected, known := detect.TypeOf(name, head)
	return Type(detected.String()), known
}

// A Mode says what becomes of links.
type Mode string

// The modes.
const (
	// MakeAbsolute makes every link absolute: RFC 1808 section 4. It is the default.
	MakeAbsolute Mode = ""
	// MakeRelative makes links relative if the tree of files has their targets:
	// Options.Tree. MakeAbsolute with the same tree and Options.Converted undoes that.
	MakeRelative Mode = "relative"
	// Pin leaves links as they are, and writes the base of the source into it instead. RFC 1808
	// section 3.4 recommends this to distributors of documents.
	Pin Mode = "pin"
	// MoveLinks gives links below Options.Moves the URLs that these have now, because a site
	// has moved. Relative links stay if they lead there from the new URL of their document.
	MoveLinks Mode = "move"
)

// engine returns the mode of the engine.
func (m Mode) engine() (engine.Mode, error) {
	switch m {
	case MakeAbsolute, "absolute":
		return engine.MakeAbsolute, nil
	case MakeRelative:
		return engine.MakeRelative, nil
	case Pin:
		return engine.Pin, nil
	case MoveLinks:
		return engine.MoveLinks, nil
	}
	return 0, fmt.Errorf("unknown mode %q: known are absolute, relative, pin, move", string(m))
}

// A Move says that documents below the URL From are now below the URL To. If From ends in "/", the
// URLs below it have that slash. If not, From itself counts as below, and so do From with "/", ";",
// "?" or "#" and more text after it; "http://h/blogger" is not below "http://h/blog". Of several
// moves only the move with the longest From is applied, once. URLs are compared in a normal form
// (RFC 3986 section 6.2.2), and what follows From is copied as it is.
type Move struct{ From, To string }

// Missing says what [MakeRelative] does with links to files that the tree lacks. Relative links
// that lead out of the tree become absolute in any case.
type Missing string

const (
	// MissingAbsolute makes them absolute. It is the default.
	MissingAbsolute Missing = ""
	// MissingKeep leaves such links as they are.
	MissingKeep Missing = "keep"
	// MissingMark makes the links that a reader follows lead to a page that reports the missing
	// target: [MissingPage], which must be stored at Options.MissingPage. Other links become
	// absolute.
	MissingMark Missing = "mark"
)

// MissingPage returns the page that [MissingMark] makes links lead to.
func MissingPage() []byte { return bytes.Clone(decide.MissingPage) }

// A Tree is a tree of files that has the source, such as a mirror of a site. It knows which URL
// each file has, and where each file is. URLs have no fragments. A location is the path of a
// file in the tree, written as a URL: "file:///a/b.html" is the file b.html in the directory a
// of the tree. Locations never occur in the output: references are relative from one location
// to another. A Tree must be safe for concurrent use if its Rewriter is.
type Tree interface {
	// URL returns the URL that the source was retrieved from: RFC 1808 section 3.3. It should
	// be ASCII: otherwise links of sources that are not in UTF-8 are left as they are.
	URL() string
	// Location returns the location of the source.
	Location() string
	// Find returns the file that a URL names: own is the URL of the file as the tree writes
	// it, and location is its location. ok is false if the tree has no such file. Then own
	// is empty if the URL is outside of the tree.
	Find(url string) (own, location string, ok bool)
	// FindDir returns the location of the directory of a URL up to its last "/", if the tree
	// has it. The location ends in "/".
	FindDir(url string) (location string, ok bool)
	// At returns the URL of the file at a location. The URL is empty if the tree has the file
	// and does not know its URL.
	At(location string) (url string, ok bool)
}

// A JSONField says what the strings at a path of JSON text are.
type JSONField struct {
	// Path is a JSON Pointer (RFC 6901), in which the segment "*" stands for every member of an
	// object and every element of an array: "/items/*/content". A path without "/" at its start
	// is the name of one member: "content".
	Path string
	// Role says what the strings are: "html" (HTML documents or fragments; the default), "xml",
	// "css", "message" (with header fields, RFC 5322), "url" or "base". A base is a URL that is
	// also the base of all strings in the same object, at any depth: the encapsulating layer of
	// RFC 1808 section 3.2. A relative one is resolved against the base around the object.
	Role string
}

// jsonFields returns the fields of the engine.
func jsonFields(fields []JSONField) (out []jsonfield.Field, err error) {
	for _, f := range fields {
		role, err := jsonfield.ParseRole(cmp.Or(f.Role, jsonfield.HTML.String()))
		if err != nil {
			return nil, err
		}
		out = append(out, jsonfield.Field{Path: f.Path, Role: role})
	}
	return out, nil
}
