package rewrite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

func TestOptionsErrors(t *testing.T) {
	whatwg := base.NewContext(resolve.WHATWG)
	for want, opts := range map[string]rewrite.Options{
		`unknown type "x"`:                  {Type: "x"},
		`unknown mode "x"`:                  {Mode: "x"},
		`unknown group "x"`:                 {Also: []string{"social", "x"}},
		"dialect 9: not a dialect":          {Dialect: 9},
		`base "x": relative`:                {Base: "x"},
		"context in the dialect whatwg":     {Context: whatwg},
		"MaxGrowth -1":                      {MaxGrowth: -1},
		"MaxDocument -1":                    {MaxDocument: -1},
		"can only be made relative in":      {Mode: rewrite.MakeRelative},
		"BASE cannot be both dropped and":   {Mode: rewrite.Pin, DropBase: true},
		"fragments cannot be kept where":    {Mode: rewrite.Pin, Fragments: "keep"},
		"BASE is dropped only where links":  {Mode: rewrite.MakeRelative, DropBase: true, Tree: site{"x"}},
		"the document is \"http://example.": {Mode: rewrite.MakeRelative, Base: "http://other.example/", Tree: site{"x"}},
	} {
		_, err := rewrite.New(opts)
		require.ErrorIs(t, err, rewrite.ErrOptions, want)
		require.ErrorContains(t, err, want)
		_, err = rewrite.Bytes(nil, opts)
		require.ErrorIs(t, err, rewrite.ErrOptions, want)
	}
	_, err := rewrite.New(rewrite.Options{Also: []string{"social"}, Type: rewrite.Other, Mode: "absolute", Charset: "x-unknown"})
	require.NoError(t, err)
}

func TestTypes(t *testing.T) {
	for src, want := range map[string]rewrite.Type{
		"<!doctype html>": rewrite.HTML, "Subject: x\nFrom: y\n\n": rewrite.Message, "<?xml version='1.0'?>": rewrite.XML,
		mailbox: rewrite.Mbox, "PK\x03\x04": rewrite.Other, "": rewrite.HTML,
	} {
		got, known := rewrite.DetectType("", []byte(src))
		require.Equal(t, want, got)
		require.Equal(t, want != rewrite.Other && src != "", known)
		rw, err := rewrite.New(rewrite.Options{})
		require.NoError(t, err)
		require.Equal(t, want, rw.Plan([]byte(src)).Type())
		_, err = rewrite.New(rewrite.Options{Type: want})
		require.NoError(t, err)
	}
	got, known := rewrite.DetectType("x.css", nil)
	require.Equal(t, rewrite.CSS, got)
	require.True(t, known)
}

// TestLinks: links have their place in the source, stop when asked, and may be kept.
func TestLinks(t *testing.T) {
	rw, err := rewrite.New(rewrite.Options{Base: "http://h/"})
	require.NoError(t, err)
	var all []*rewrite.Link
	for l := range rw.Links([]byte(mailbox)) {
		all = append(all, l)
	}
	require.Len(t, all, 2)
	for i, want := range []rewrite.Link{
		{Message: 1, Part: "1", Element: "a", Attr: "href", Offset: int64(strings.Index(mailbox, "x>")), Ref: "x", Target: "http://h/x", Use: "followed", Status: rewrite.Resolved, Base: all[0].Base},
		{Message: 2, Part: "1", Element: "a", Attr: "href", Offset: int64(strings.Index(mailbox, "y>")), Ref: "y", Target: "http://b.example/y", Use: "followed", Status: rewrite.Resolved, Base: all[1].Base},
	} {
		require.Equal(t, want, *all[i])
	}
	require.Equal(t, []base.Layer{base.Retrieval, base.Encapsulating}, []base.Layer{all[0].Base.Layer, all[1].Base.Layer})

	for n := range 4 {
		var seen int
		for range rw.Links([]byte("<a href=1><a href=2><a href=3>")) {
			if seen == n {
				break
			}
			seen++
		}
		require.Equal(t, min(n, 3), seen)
	}
	require.Equal(t, "<a href=http://h/x>", string(rw.Bytes([]byte("<a href=x>"))), "after a walk that was stopped")

	plain, err := rewrite.New(rewrite.Options{})
	require.NoError(t, err)
	for l := range plain.Links([]byte("<a href=x>")) {
		require.Equal(t, rewrite.Unresolved, l.Status)
		require.Equal(t, rewrite.Reason{Code: "no-base", Text: "no base URL is known"}, l.Reason)
		require.Equal(t, "no base URL is known", l.Reason.String())
	}
}

// TestUse checks what a reader does with the links of some places, by the table of places.
func TestUse(t *testing.T) {
	all := []string{"social", "lazy", "jsonld", "rdfa", "param", "htmx"}
	for _, c := range []struct {
		typ  rewrite.Type
		src  string
		uses string
	}{
		{rewrite.HTML, `<base href=http://h/><a href=x ping=y><area href=x><form action=x><q cite=x>`, "named followed named followed followed followed"},
		{rewrite.HTML, `<img src=x srcset="y, z 2x"><video poster=x src=y><td background=x><input type=image src=x>`, "shown shown shown shown shown shown shown"},
		{rewrite.HTML, `<script src=x></script><iframe src=x></iframe><script type=importmap>{"imports":{"a":"./x"}}</script><script type=module>import "./x"</script>`, "applied applied applied applied"},
		{rewrite.HTML, `<link rel=stylesheet href=x><link rel="shortcut icon" href=x><link rel=manifest href=x><link rel=preconnect href=x><link rel=next href=x>`, "applied shown applied named followed"},
		{rewrite.HTML, `<style>@import "x";@import url(y);a{b:url(z)}</style><p style="a:url(x)">`, "applied applied shown shown"},
		{rewrite.HTML, `<style>@import "x"</style><img src=x><style>a{b:url(y)}</style>`, "applied shown shown"},
		{rewrite.HTML, `<svg><a href=x></a><image href=x /><use href=x#y /><filter href=x /><rect fill="url(x#y)" /></svg>`, "followed shown shown shown shown"},
		{rewrite.HTML, `<meta property=og:image content=x><meta property=og:url content=x><img data-src=x><a data-href=x about=x>`, "shown followed shown followed named"},
		{rewrite.HTML, `<p hx-get=x hx-post=x sse-connect=x><amp-img src=x><amp-list src=x><svg><animate attributeName=href to=x /></svg>`, "applied followed named shown applied shown"},
		{rewrite.HTML, `<meta http-equiv=refresh content="0;url=x"><iframe srcdoc="<img src=x><a href=y>"></iframe>`, "followed shown followed"},
		{rewrite.CSS, `@import "x";a{b:url(y)}@font-face{src:url(z)}`, "applied shown shown"},
		{rewrite.XML, `<rss><channel><link>x</link><image><url>y</url></image><item><description>&lt;img src="z">&lt;a href="a">b&lt;/a></description></item></channel></rss>`, "followed shown shown followed"},
		{rewrite.Message, "Content-Location: x\nLink: <y>\nContent-Type: text/html\n\n<img src=z>", "named followed shown"},
	} {
		rw, err := rewrite.New(rewrite.Options{Type: c.typ, Also: all, Base: "http://h/"})
		require.NoError(t, err)
		var uses []string
		for l := range rw.Links([]byte(c.src)) {
			uses = append(uses, l.Use)
			require.Equal(t, l.Use == "shown" || l.Use == "applied", l.Loads())
		}
		require.Equal(t, c.uses, strings.Join(uses, " "), c.src)
	}
}

// TestVisit checks that Visit is called once for each link in every way to rewrite, with what Decide has
// decided, and in no way that only lists.
func TestVisit(t *testing.T) {
	var visited, decided []string
	rw, err := rewrite.New(rewrite.Options{
		Type: rewrite.Mbox, Base: "http://h/",
		Decide: func(l *rewrite.Link) rewrite.Decision {
			decided = append(decided, l.Ref)
			return rewrite.Replace(fmt.Sprint("http://p/", len(decided)))
		},
		Visit: func(l *rewrite.Link) {
			visited = append(visited, fmt.Sprint(l.Message, " ", l.Ref, " ", l.Status, " ", l.Target))
		},
	})
	require.NoError(t, err)
	for name, do := range map[string]func(){
		"bytes": func() { rw.Bytes([]byte(mailbox)) },
		"plan":  func() { rw.Plan([]byte(mailbox)) },
		"copy": func() {
			_, err := rw.Copy(t.Context(), io.Discard, iotest.OneByteReader(strings.NewReader(mailbox)))
			require.NoError(t, err)
		},
	} {
		visited, decided = nil, nil
		do()
		require.Equal(t, []string{"x", "y"}, decided, name)
		require.Equal(t, []string{"1 x resolved http://p/1", "2 y resolved http://p/2"}, visited, name)
	}
	visited = nil
	for range rw.Links([]byte(mailbox)) {
	}
	for range rw.Documents([]byte(mailbox)) {
	}
	require.Empty(t, visited)
}

// TestUnread checks that Unread is called for what looks like a link and is not read, and that this stays.
func TestUnread(t *testing.T) {
	var unread []string
	opts := rewrite.Options{Base: "http://h/d/", Unread: func(l *rewrite.Link) {
		unread = append(unread, fmt.Sprint(l.Message, l.Offset, l.Element, l.Attr, l.Ref, l.Target, l.Status, l.Also, l.Place, l.Use))
	}}
	const second = "From b@h Thu Jan  1 00:00:01 1970\nContent-Type: text/html\n\n" + `<img src=y data-x="../y.png" data-src="z.png">`
	opts.Type = rewrite.Mbox
	_, err := rewrite.Bytes([]byte(mailbox+second), opts)
	require.NoError(t, err)
	require.Equal(t, []string{
		fmt.Sprint(3, strings.Index(mailbox+second, "../y.png"), "img", "data-x", "../y.png", "http://h/y.png", "unread", "", "img[data-x]=link", ""),
		fmt.Sprint(3, strings.Index(mailbox+second, "z.png"), "img", "data-src", "z.png", "http://h/d/z.png", "unread", "lazy", "", ""),
	}, unread)

	opts.Type, opts.Base, unread = rewrite.HTML, "", nil
	const page = `<p data-x="../y.png">`
	out, err := rewrite.Bytes([]byte(page), opts)
	require.NoError(t, err)
	require.Equal(t, page, string(out))
	require.Equal(t, []string{fmt.Sprint(0, 11, "p", "data-x", "../y.png", "../y.png", "unread", "", "p[data-x]=link", "")}, unread)
}

// TestLinksPanic: a panic of the loop is not swallowed.
func TestLinksPanic(t *testing.T) {
	rw, err := rewrite.New(rewrite.Options{})
	require.NoError(t, err)
	require.PanicsWithValue(t, "mine", func() {
		for range rw.Links([]byte("<a href=x>")) {
			panic("mine")
		}
	})
}

func TestReadLinks(t *testing.T) {
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Mbox, Base: "http://h/"})
	require.NoError(t, err)
	broken := errors.New("broken")
	var targets []string
	for l, err := range rw.ReadLinks(io.MultiReader(iotest.OneByteReader(strings.NewReader(mailbox)), iotest.ErrReader(broken))) {
		if err != nil {
			require.ErrorIs(t, err, broken)
			require.Nil(t, l)
			targets = append(targets, "error")
			continue
		}
		targets = append(targets, l.Target)
	}
	require.Equal(t, "error", targets[len(targets)-1])
	require.Equal(t, "http://h/x", targets[0])
}

func TestDocuments(t *testing.T) {
	rw, err := rewrite.New(rewrite.Options{})
	require.NoError(t, err)
	var got []string
	for d := range rw.Documents([]byte(mailbox)) {
		got = append(got, d.Part+" "+d.MediaType+" "+d.Base.String())
		require.Equal(t, len(got), d.Message)
	}
	require.Equal(t, []string{"1 text/html ", "1 text/html http://b.example/"}, got)
	for d := range rw.Documents([]byte(mailbox)) {
		require.Equal(t, 1, d.Message)
		break
	}
}

// TestDecide: the callback sees the message and the offset in the source, and its links may
// be kept.
func TestDecide(t *testing.T) {
	var links []*rewrite.Link
	decide := func(l *rewrite.Link) rewrite.Decision {
		links = append(links, l)
		if l.Message == 2 {
			return rewrite.Keep()
		}
		return rewrite.Replace("http://p/?" + l.Target)
	}
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Mbox, Base: "http://h/", Decide: decide})
	require.NoError(t, err)
	var out strings.Builder
	_, err = rw.Copy(t.Context(), &out, strings.NewReader(mailbox))
	require.NoError(t, err)
	require.Equal(t, strings.Replace(mailbox, "x>", "http://p/?http://h/x>", 1), out.String())
	require.Equal(t, []int{1, 2}, []int{links[0].Message, links[1].Message})
	require.Equal(t, int64(strings.Index(mailbox, "y>")), links[1].Offset)
	require.Equal(t, "http://b.example/y", links[1].Target)
}

// TestCopyCancel: a context ends a copy between messages, and before reads.
func TestCopyCancel(t *testing.T) {
	box := strings.Repeat(mailbox, 200)
	for name, r := range map[string]io.Reader{"in memory": strings.NewReader(box), "read": iotest.OneByteReader(strings.NewReader(box))} {
		ctx, cancel := context.WithCancel(t.Context())
		last := 0
		rw, err := rewrite.New(rewrite.Options{Type: rewrite.Mbox, Progress: func(p rewrite.Progress) {
			if last = p.Messages; last == 7 {
				cancel()
			}
		}})
		require.NoError(t, err)
		var out bytes.Buffer
		_, err = rw.Copy(ctx, &out, r)
		require.ErrorIs(t, err, context.Canceled, name)
		require.Less(t, last, 400, name)
		require.True(t, bytes.HasPrefix([]byte(box), out.Bytes()[:100]), name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rw, err := rewrite.New(rewrite.Options{})
	require.NoError(t, err)
	_, err = rw.Copy(ctx, io.Discard, iotest.OneByteReader(strings.NewReader("<a href=x>")))
	require.ErrorIs(t, err, context.Canceled)
}

func TestPlan(t *testing.T) {
	rw, err := rewrite.New(rewrite.Options{Base: "http://h/"})
	require.NoError(t, err)
	plan := rw.Plan([]byte("<a href=x><a href=y>"))
	require.True(t, plan.Changes())
	for e := range plan.Edits() {
		require.Equal(t, rewrite.Edit{Start: 8, End: 8, New: []byte("http://h/")}, e)
		break
	}
	var b strings.Builder
	n, err := plan.WriteTo(&b)
	require.NoError(t, err)
	require.Equal(t, int64(b.Len()), n)
	require.Equal(t, string(plan.Bytes()), b.String())
	src := []byte("<p>")
	require.Same(t, &src[0], &rw.Bytes(src)[0])
	require.Nil(t, rw.Plan(src).Notes())
	require.Equal(t, "other-file", rw.Plan([]byte("PK\x03\x04")).Notes()[0].Code)
}

func TestIn(t *testing.T) {
	rw, err := rewrite.New(rewrite.Options{Mode: rewrite.MakeRelative, Tree: site{"index.html"}})
	require.NoError(t, err)
	rw, err = rw.In(site{"about/us.html"})
	require.NoError(t, err)
	require.Equal(t, "<a href=../news/today.html>", string(rw.Bytes([]byte("<a href=http://example.org/news/today.html>"))))
	_, err = rw.In(nil)
	require.ErrorIs(t, err, rewrite.ErrOptions)
}

// TestNoteMessage tests that notes on a mailbox name the message.
func TestNoteMessage(t *testing.T) {
	const box = "From a@b Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\nFrom a@b Thu Jan  1 00:00:00 2004\nContent-Type: text/html; charset=utf-7\n\n<a href=y>\n"
	rw, err := rewrite.New(rewrite.Options{Base: "http://a/"})
	require.NoError(t, err)
	copied, err := rw.Copy(context.Background(), io.Discard, strings.NewReader(box))
	require.NoError(t, err)
	for _, notes := range [][]rewrite.Note{copied, rw.Plan([]byte(box)).Notes()} {
		require.Len(t, notes, 1)
		require.Equal(t, "unreadable-encoding", notes[0].Code)
		require.Equal(t, 2, notes[0].Message)
		require.Equal(t, int64(strings.Index(box, "<a href=y>")), notes[0].Offset)
	}
	for _, n := range rw.Plan([]byte("Content-Type: text/html; charset=utf-7\n\n<a href=y>\n")).Notes() {
		require.Zero(t, n.Message)
	}
}

// TestJSONFields: wrong fields are errors of the options.
func TestJSONFields(t *testing.T) {
	for _, f := range []rewrite.JSONField{{Path: "content", Role: "pdf"}, {Path: ""}, {Path: "/a~"}} {
		_, err := rewrite.New(rewrite.Options{JSONFields: []rewrite.JSONField{f}})
		require.ErrorIs(t, err, rewrite.ErrOptions)
	}
}
