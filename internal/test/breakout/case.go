package breakout

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/quotedprintable"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/resolve"
)

// A Case is a document, and what is done to it.
type Case struct {
	Coding  *Coding
	Place   *Place
	Mode    engine.Mode
	Dialect resolve.Dialect
	Around  string // "", "message" or "json": what the document is in
	From    string // the source of the base: "-b", "BASE", "xml:base", "Base" or "Content-Base"

	second    *Place // another place with the same reference, or nil
	base, ref []atom
	form      string // the form of the base: %s is base
	quote     string // the quote of BASE
	transfer  string // encoding of a message
	state     string // the state of ISO-2022-JP at the place
	early     bool   // the state is set before BASE
	mark      bool   // a byte order mark
	large     bool   // there is much text after the reference
	transport bool   // the transport declares the encoding
}

const (
	// DocumentURL is the URL of every document.
	DocumentURL = "http://h.example/dir/page.html"
	// Site is the URL of the tree of MakeRelative, and what MoveLinks moves.
	Site = "http://h.example/"
	// Top is the location of the tree.
	Top = "file:///site/"
)

// rows are the places of the user that documents have.
var rows = func() []*places.Place {
	all, err := engine.ParsePlaces([]string{"*[data-url]", "*[data-link]=link", "*[data-css]=css", "*[data-json]=json", "*[data-html]=html", "script[type=application/json]=json"})
	if err != nil {
		panic(err)
	}
	return all
}()

// Random returns a case.
func Random(r *rand.Rand) *Case {
	c := &Case{
		Coding: randomCoding(r), Place: Places[r.IntN(len(Places))], Dialect: resolve.Dialect(r.IntN(3)),
		From: "BASE", quote: []string{`"`, `'`}[r.IntN(2)], early: r.IntN(3) == 0, mark: r.IntN(8) == 0, transport: r.IntN(4) == 0,
		transfer: []string{"8bit", "quoted-printable", "base64"}[r.IntN(3)],
	}
	switch n := r.IntN(10); {
	case n == 0:
		c.Around = "message"
	case n == 1 && (c.Coding.Name == "utf-8" || c.Coding.Left()):
		c.Coding, c.Around, c.mark = Codings[0], "json", false
	}
	switch n := r.IntN(10); {
	case n < 2 || c.Place.typ == "css" && c.Around == "":
		c.From = "-b"
	case c.Around == "message" && (n < 6 || c.Place.typ == "css"):
		c.From = []string{"Base", "Content-Base"}[r.IntN(2)]
	case c.Place.typ == "css":
		c.From = "-b"
	case c.Place.typ == "svg":
		c.From = "xml:base"
	}
	if n := r.IntN(20); n < 8 {
		c.Mode = []engine.Mode{engine.Pin, engine.MakeRelative, engine.MoveLinks}[n%3]
	}
	if len(c.Coding.states) > 0 {
		c.state = c.Coding.states[r.IntN(len(c.Coding.states))]
	}
	c.form = []string{Site + "%s/", Site + "%s/", Site + "d%s/", Site + "d/%s", Site + "d/f?%s", Site + "d/"}[r.IntN(6)]
	c.large = r.IntN(2000) == 0 && c.Around == ""
	if p := Places[r.IntN(len(Places))]; p.typ == c.Place.typ && r.IntN(3) == 0 {
		c.second = p
	}
	c.base = randomAtoms(r, 3)
	if c.form == Site+"d/" || r.IntN(3) == 0 {
		c.ref = randomAtoms(r, 3)
	}
	return c
}

func randomCoding(r *rand.Rand) *Coding {
	total := 0
	for _, c := range Codings {
		total += c.weight
	}
	n := r.IntN(total)
	for _, c := range Codings {
		if n -= c.weight; n < 0 {
			return c
		}
	}
	panic("unreachable")
}

func randomAtoms(r *rand.Rand, most int) (all []atom) {
	for range 1 + r.IntN(most) {
		a := hostile[r.IntN(len(hostile))]
		if all = append(all, a); a.kind == raw && r.IntN(2) == 0 { // perhaps a lead byte
			all = append(all, atom{chars, ends[r.IntN(len(ends))]})
		}
	}
	return all
}

// Smaller returns cases that have less in them than c.
func (c *Case) Smaller() (all []*Case) {
	add := func(change func(*Case)) {
		d := *c
		change(&d)
		all = append(all, &d)
	}
	for _, base := range smallerAtoms(c.base) {
		add(func(d *Case) { d.base = base })
	}
	for _, ref := range smallerAtoms(c.ref) {
		add(func(d *Case) { d.ref = ref })
	}
	for _, change := range []struct {
		applies bool
		change  func(*Case)
	}{
		{c.Around == "json" || c.Around == "message" && c.From != "Base" && c.From != "Content-Base", func(d *Case) { d.Around = "" }},
		{c.Mode != engine.MakeAbsolute, func(d *Case) { d.Mode = engine.MakeAbsolute }},
		{c.Dialect != resolve.RFC1808, func(d *Case) { d.Dialect = resolve.RFC1808 }},
		{c.form != Site+"%s/", func(d *Case) { d.form = Site + "%s/" }},
		{len(c.state) > len(toRoman), func(d *Case) { d.state = toRoman }},
		{c.state != "", func(d *Case) { d.state = "" }},
		{c.early, func(d *Case) { d.early = false }},
		{c.second != nil, func(d *Case) { d.second = nil }},
		{c.second != nil, func(d *Case) { d.Place, d.second = c.second, nil }},
		{c.large, func(d *Case) { d.large = false }},
		{c.transport, func(d *Case) { d.transport = false }},
		{c.mark, func(d *Case) { d.mark = false }},
		{c.Around == "message" && c.transfer != "8bit", func(d *Case) { d.transfer = "8bit" }},
	} {
		if change.applies {
			add(change.change)
		}
	}
	return all
}

// Options returns the options for rewriting the document.
func (c *Case) Options() engine.Options {
	o := engine.Options{Mode: c.Mode, Dialect: c.Dialect, Type: c.engineType(), Also: places.JSONLD | places.Lazy, Places: rows, Base: DocumentURL}
	if c.From == "-b" && c.Mode != engine.MakeRelative && c.Mode != engine.MoveLinks {
		o.Base = string(c.baseText(nil, ""))
	}
	if c.transported() && c.Around == "" {
		o.Charset = c.Coding.Label
	}
	switch c.Mode {
	case engine.MakeRelative:
		o.Tree, o.Base = tree{}, ""
	case engine.MoveLinks:
		to := strings.Replace(string(c.baseText(nil, "")), Site, "http://n.example/", 1)
		o.Moves = []engine.Move{{From: Site, To: strings.TrimSuffix(to, "/") + "/"}}
	}
	if c.Around == "json" {
		role := jsonfield.HTML
		switch c.Place.typ {
		case "css":
			role = jsonfield.CSS
		case "svg", "xhtml":
			role = jsonfield.XML
		}
		o.JSONFields = []jsonfield.Field{{Path: "text", Role: role}}
	}
	return o
}

func (c *Case) engineType() detect.Type {
	switch {
	case c.Around == "message":
		return detect.Message
	case c.Around == "json":
		return detect.JSON
	}
	return map[string]detect.Type{"html": detect.HTML, "svg": detect.XML, "xhtml": detect.XML, "css": detect.CSS}[c.Place.typ]
}

// Kind returns the kind of document for a browser: "html", "xml" or "css".
func (c *Case) Kind() string {
	if c.Place.typ == "svg" || c.Place.typ == "xhtml" {
		return "xml"
	}
	return c.Place.typ
}

// transported reports whether the transport declares the encoding.
func (c *Case) transported() bool {
	return c.transport || c.Coding.outer && !c.marked() || c.Around == "message" && c.Place.typ == "css"
}

// marked reports whether there is a byte order mark.
func (c *Case) marked() bool { return c.mark && (c.Coding.utf16() || c.Coding.Name == "utf-8") }

// baseText returns the URL of the base, through layers.
func (c *Case) baseText(layers []layer, state string) []byte {
	before, after, _ := strings.Cut(c.form, "%s")
	atoms := c.base
	for _, l := range layers {
		atoms = l(atoms)
	}
	coding := c.Coding
	if layers == nil {
		coding = Codings[0]
	}
	if !strings.Contains(c.form, "%s") {
		atoms = nil
	}
	return slices.Concat([]byte(before), coding.bytes(atoms, state, layers != nil), []byte(after))
}

// write writes a place with the reference.
func (c *Case) write(b *bytes.Buffer, p *Place) {
	atoms := append([]atom{{chars, "x"}}, c.ref...)
	if strings.Contains(c.form, "?") && len(c.ref) == 0 && p.prefix == "" {
		atoms = []atom{{chars, "#f"}}
	}
	atoms = append([]atom{{chars, p.prefix}}, atoms...)
	for _, l := range p.layers {
		atoms = l(atoms)
	}
	b.WriteString(p.before)
	b.Write(c.Coding.bytes(atoms, c.state, p.attr))
	b.WriteString(p.after)
}

// Text returns the document, without what is around it.
func (c *Case) Text() []byte {
	var b bytes.Buffer
	end := c.begin(&b)
	b.WriteString(c.state)
	c.write(&b, c.Place)
	if c.second != nil {
		c.write(&b, c.second)
	}
	if c.state != "" {
		b.WriteString("\x1b(B")
	}
	if c.large {
		b.Write(bytes.Repeat([]byte(" "), 1<<20))
	}
	b.WriteString(end)
	return c.Coding.finish(b.Bytes(), c.marked())
}

// begin writes the document up to the reference, and returns its end.
func (c *Case) begin(b *bytes.Buffer) (end string) {
	early := ""
	if c.early {
		early = c.state
	}
	declared := !c.transported() && !c.Coding.outer
	declare := func(format string) {
		if declared {
			fmt.Fprintf(b, format, c.Coding.Label)
		}
		b.WriteString(early)
	}
	base := func(from, before string, l layer, after string) {
		if c.From == from {
			b.WriteString(before + c.quote)
			b.Write(c.baseText([]layer{l}, early))
			b.WriteString(c.quote + after)
		}
	}
	switch c.Place.typ {
	case "html":
		b.WriteString("<!doctype html>")
		declare("<meta charset=%s>")
		base("BASE", "<base href=", map[string]layer{`"`: inDouble, "'": inSingle}[c.quote], ">")
		b.WriteString("<title>t</title>")
		return `<p title="z">end</p>`
	case "svg":
		declare(`<?xml version="1.0" encoding="%s"?>`)
		b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg"`)
		base("xml:base", " xml:base=", inXML, "")
		b.WriteString(">")
		return "</svg>"
	case "xhtml":
		declare(`<?xml version="1.0" encoding="%s"?>`)
		b.WriteString(`<html xmlns="http://www.w3.org/1999/xhtml"><head>`)
		base("BASE", "<base href=", inXML, "/>")
		b.WriteString("<title>t</title></head><body>")
		return "</body></html>"
	}
	declare(`@charset "%s";`)
	return ""
}

// Source returns the document with what is around it.
func (c *Case) Source() []byte {
	text := c.Text()
	switch c.Around {
	case "json":
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(map[string]string{"a": `q"`, "text": string(text), "z": "</script>"}) // strings can always be encoded
		return b.Bytes()
	case "message":
		return append(c.header(), c.encodeBody(text)...)
	}
	return text
}

// header returns the header of the message.
func (c *Case) header() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: a@b.example\nMIME-Version: 1.0\nContent-Type: %s", map[string]string{"html": "text/html", "css": "text/css", "svg": "image/svg+xml", "xhtml": "application/xhtml+xml"}[c.Place.typ])
	if c.transported() {
		fmt.Fprintf(&b, "; charset=%s", c.Coding.Label)
	}
	fmt.Fprintf(&b, "\nContent-Transfer-Encoding: %s\n", c.transfer)
	value := strings.NewReplacer("\n", "", "\r", "").Replace(string(c.baseText(nil, "")))
	switch c.From {
	case "Base":
		fmt.Fprintf(&b, "Base: <URL:%s>\n", value)
	case "Content-Base":
		fmt.Fprintf(&b, "Content-Base: %s\n", value)
	}
	b.WriteString("\n")
	return b.Bytes()
}

func (c *Case) encodeBody(text []byte) []byte {
	var b bytes.Buffer
	switch c.transfer {
	case "base64":
		for chunk := range slices.Chunk(text, 57) {
			b.WriteString(base64.StdEncoding.EncodeToString(chunk) + "\n")
		}
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		w.Binary = c.Coding.utf16()
		_, _ = w.Write(text) // writing to memory cannot fail
		_ = w.Close()
		return bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte("\n"))
	default:
		return text
	}
	return b.Bytes()
}

// Inner returns the document in a source or an output, or an error if what is around it is damaged.
func (c *Case) Inner(source []byte) ([]byte, error) {
	switch c.Around {
	case "json":
		var all map[string]string
		if err := json.Unmarshal(source, &all); err != nil {
			return nil, err
		}
		if all["a"] != `q"` || all["z"] != "</script>" || len(all) != 3 {
			return nil, errors.New("other strings changed")
		}
		return []byte(all["text"]), nil
	case "message":
		body, err := c.body(source)
		if err != nil {
			return nil, err
		}
		switch c.transfer {
		case "base64":
			return base64.StdEncoding.AppendDecode(nil, bytes.ReplaceAll(body, []byte("\n"), nil))
		case "quoted-printable":
			return io.ReadAll(quotedprintable.NewReader(bytes.NewReader(body)))
		}
		return body, nil
	}
	return source, nil
}

// body returns the body of a message, or an error if its header is not what it was, except for the
// field that Pin adds and the values that MoveLinks changes.
func (c *Case) body(message []byte) ([]byte, error) {
	was := bytes.TrimSuffix(c.header(), []byte("\n\n"))
	now, body, ok := bytes.Cut(message, []byte("\n\n"))
	added, same := bytes.CutPrefix(now, was)
	added = bytes.ReplaceAll(added, []byte("\n "), nil)
	switch {
	case !ok:
	case same && len(added) == 0:
		return body, nil
	case same && c.Mode == engine.Pin && bytes.HasPrefix(added, []byte("\nBase: <URL:")) && bytes.IndexByte(added[1:], '\n') < 0:
		return body, nil
	case c.Mode == engine.MoveLinks && bytes.Count(was, []byte("\n")) == bytes.Count(bytes.ReplaceAll(now, []byte("\n "), nil), []byte("\n")):
		return body, nil
	}
	return nil, fmt.Errorf("the header changed: %q", now)
}

// Name returns the encoding and the syntax of the case.
func (c *Case) Name() (coding, syntax string) {
	coding = c.Coding.Name
	if coding == "" {
		coding = "(no label)"
	}
	if c.state != "" {
		coding += " " + strings.ReplaceAll(c.state[len(c.state)-3:], "\x1b", "ESC ")
	}
	return coding, c.Place.name
}

// Signature says which kinds of characters the base and the reference have.
func (c *Case) Signature() string {
	base := c.From
	if strings.Contains(c.form, "%s") || c.Mode == engine.MoveLinks {
		base += " " + signature(c.base)
	}
	return base + ", reference " + signature(c.ref)
}

// A tree is a site that has every file, each at the path of its URL, with its Names.
type tree struct{}

// Names escapes the bytes of names that mean something else to browsers, as the trees of the command
// do in locations.
var Names = strings.NewReplacer(`\`, "%5C", "|", "%7C")

func (tree) URL() string      { return DocumentURL }
func (tree) Location() string { return Top + "dir/page.html" }
func (tree) Find(url string) (own, location string, ok bool) {
	path, ok := strings.CutPrefix(url, Site)
	if !ok {
		return "", "", false
	}
	path, _, _ = strings.Cut(path, "?")
	return Site + path, Top + Names.Replace(path), isPlain(path)
}

func (tree) FindDir(url string) (location string, ok bool) {
	path, ok := strings.CutPrefix(url, Site)
	path = path[:strings.LastIndexByte(path, '/')+1]
	return Top + Names.Replace(path), ok && isPlain(path)
}

func (tree) At(location string) (url string, ok bool) {
	path, ok := strings.CutPrefix(location, Top)
	return Site + path, ok
}

// isPlain reports whether a path has no dot segments: no file has such a name.
func isPlain(path string) bool {
	return !slices.ContainsFunc(strings.Split(path, "/"), func(s string) bool { return s == "." || s == ".." })
}

// FieldURL returns the URL in the header field that gives the base, if there is one.
func (c *Case) FieldURL() (url string, ok bool) {
	if c.From != "Base" && c.From != "Content-Base" {
		return "", false
	}
	value := strings.NewReplacer("\n", "", "\r", "").Replace(string(c.baseText(nil, "")))
	if c.From == "Base" {
		value = "<URL:" + value + ">"
	}
	url, _, ok = base.ParseField(c.From, value)
	return url, ok
}
