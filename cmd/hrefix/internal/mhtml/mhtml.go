// Package mhtml parses pages that were saved as messages (MHTML, RFC 2557): it finds the page, its
// resources, and the URLs by which links between them work.
//
// # What is a page
//
// The message is a multipart/related, whose root (RFC 2387 section 3.2: the parameter start, or else
// the first part) is HTML, XHTML or SVG; or it is such a document alone. In a multipart/alternative
// the last such document counts. All other parts that have no parts themselves are resources, at any
// depth.
//
// # Names of parts
//
// A link names a part by the URL in its Content-Location, resolved against the base of its header
// (RFC 2557 section 5), or by its Content-ID (RFC 2392). Chromium writes cid: URLs into
// Content-Location, too. If several parts have a name, the first one counts. A part without a base has
// the base of the page. RFC 2557 section 5 gives such a part the base thismessage:/ instead. Here only a
// page without a base gets it, and it is never written.
//
// Parts can be named by files of the computer on which the page was saved (names.go). Links lead to
// them by these URLs, which are not written unless Options.BaseSchemes has their scheme.
package mhtml

import (
	"mime"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/mimebase"
)

// A Page is a saved page.
type Page struct {
	// Files are the page, and then its resources in the order of the message.
	Files []*File
	// Notes are defects of the structure of the message, such as a multipart that is cut.
	Notes []mimebase.Note

	named map[string]*File // files by the keys of their URLs: see keyOf
	namer                  // finds URLs and bases; its base is the base of the page
}

// A File is a part that becomes a file.
type File struct {
	Path    string     // the path in the tree, with slashes
	Kind    crawl.Kind // the kind of the document
	URL     string     // the URL on the web, or ""
	Part    string     // the number of the part, as in IMAP
	Offset  int        // the offset of the part in the message
	Text    []byte     // decoded
	Charset string     // the charset in the header, or ""
	Err     error      // why Text is not complete, or nil
	base    string
	page    *Page
}

// HasBase reports whether the URL of the file, or another base, is known.
func (f *File) HasBase() bool { return !strings.HasPrefix(f.base, noBase) }

// Parse returns the page that was saved as a message. name is the name of its file, without directory and
// extension, and names finds the paths of the files. ok is false if the message is no saved page. A
// document without resources counts as a saved page only if alone is set.
func Parse(text []byte, name string, alone bool, names *crawl.Folder, o Options) (p *Page, ok bool) {
	message, urls := parse(text, o)
	if message.MediaType != "multipart/related" && !alone {
		return nil, false
	}
	root := rootOf(message)
	if root == nil {
		return nil, false
	}
	p = &Page{named: make(map[string]*File), namer: urls}
	top := p.add(root)
	p.base = top.base
	var dir string
	top.Path, dir = names.Page(name, top.Kind)
	message.Walk(func(e *mimebase.Entity) {
		if strings.HasPrefix(e.MediaType, "multipart/") {
			p.Notes = append(p.Notes, e.Notes...)
		}
		if !e.IsLeaf() || e == root {
			return
		}
		if url := p.locationOf(e); url != "" && p.named[keyOf(url)] != nil && e.FieldValue("Content-ID") == "" {
			return // an earlier part has the URL, so no link can lead to this part
		}
		f := p.add(e)
		f.Path = names.Resource(dir, p.suggested(e, f), f.Kind)
	})
	return p, true
}

// rootOf returns the part of e that is the page, or nil.
func rootOf(e *mimebase.Entity) *mimebase.Entity {
	switch {
	case e.IsLeaf():
		if k := crawl.KindOf(e.MediaType); k.IsPage() || k == crawl.SVG {
			return e
		}
	case e.MediaType == "multipart/related":
		return rootOf(startOf(e))
	case e.MediaType == "multipart/alternative":
		for _, part := range slices.Backward(e.Parts) {
			if root := rootOf(part); root != nil {
				return root
			}
		}
	}
	return nil
}

// startOf returns the root of a multipart/related.
func startOf(e *mimebase.Entity) *mimebase.Entity {
	if start := trimID(e.Params["start"]); start != "" {
		for _, part := range e.Parts {
			if trimID(part.FieldValue("Content-ID")) == start {
				return part
			}
		}
	}
	return e.Parts[0]
}

// add adds the file of a part.
func (p *Page) add(e *mimebase.Entity) *File {
	f := &File{Kind: crawl.KindOf(e.MediaType), Part: e.Part, Offset: e.SourceOffset(e.Whole.Start), Charset: e.Params["charset"], base: p.baseOf(e), page: p}
	f.Text, f.Err = e.Decode()
	url := p.locationOf(e)
	if uri, _, ok := crawl.Key(url); ok && !strings.HasPrefix(url, noBase) {
		f.URL = uri
	}
	p.name(url, f)
	if id := trimID(e.FieldValue("Content-ID")); id != "" {
		p.name("cid:"+id, f)
	}
	p.Files = append(p.Files, f)
	return f
}

// name makes a URL the name of f, unless another part has it already.
func (p *Page) name(url string, f *File) {
	if url == "" {
		return
	}
	if key := keyOf(url); p.named[key] == nil {
		p.named[key] = f
	}
}

// suggested returns the URL or the name from which the path of f is made. f is the file of the part e.
func (p *Page) suggested(e *mimebase.Entity, f *File) string {
	url := strings.TrimPrefix(p.locationOf(e), "cid:")
	for _, name := range []string{url, fileName(e), e.Params["name"], trimID(e.FieldValue("Content-ID"))} {
		if name != "" {
			return withExtension(name, e.MediaType, f)
		}
	}
	return withExtension("part"+e.Part, e.MediaType, f)
}

// fileName returns the name that Content-Disposition suggests, or "".
func fileName(e *mimebase.Entity) string {
	_, params, err := mime.ParseMediaType(e.FieldValue("Content-Disposition"))
	if err != nil {
		return ""
	}
	return urltext.Encode(params["filename"], func(c byte) bool { return c == '%' || c == '?' || c == '#' || c == '/' })
}

// imageExtensions are the extensions for images whose names lack an extension, so that programs
// know them.
var imageExtensions = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/avif": ".avif", "image/x-icon": ".ico",
	"image/vnd.microsoft.icon": ".ico", "image/bmp": ".bmp", "font/woff": ".woff", "font/woff2": ".woff2",
}

// withExtension adds the extension of an image's media type to the name of f, if the name has no extension and f
// has no URL.
func withExtension(name, mediaType string, f *File) string {
	if f.Kind == crawl.Other && f.URL == "" && !strings.Contains(name[strings.LastIndexAny(name, `/\`)+1:], ".") {
		return name + imageExtensions[mediaType]
	}
	return name
}

// A tree is the tree of the page around a file. It implements [engine.Tree].
type tree struct{ *File }

// Tree returns the tree around f, for [engine.Tree].
func (f *File) Tree() tree { return tree{f} }

// URL implements [engine.Tree].
func (t tree) URL() string { return t.base }

// Location implements [engine.Tree].
func (t tree) Location() string { return crawl.Location(t.Path) }

// Find implements [engine.Tree].
func (t tree) Find(url string) (own, location string, ok bool) {
	f := t.page.named[keyOf(url)]
	switch {
	case f == nil && strings.HasPrefix(url, noBase):
		return url, "", false
	case f == nil:
		return "", "", false
	}
	return url, crawl.Location(f.Path), true
}

// FindDir implements [engine.Tree].
func (tree) FindDir(string) (location string, ok bool) { return "", false }

// At implements [engine.Tree]. Relative links are relative to URLs, and never lead to a file by its
// name.
func (tree) At(string) (url string, ok bool) { return "", false }
