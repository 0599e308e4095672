package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

const mark = "<!-- saved from url=(0023)http://saved.example/d/ -->"

// webScrapBook begins a page of WebScrapBook.
const webScrapBook = `<html data-scrapbook-source="http://s.example/d/p" data-scrapbook-create="20260101000000000">`

// waybackBanner is the script that the Wayback Machine adds to a page.
const waybackBanner = `<script>__wm.wombat("http://w.example/d/p","20140403040000","https://web.archive.org/","web","/_static/");</script>`

// TestHints: the URL that a saved file names counts if the caller gives none,
// except for links to files that were saved with it.
func TestHints(t *testing.T) {
	for name, c := range map[string]struct {
		opts         engine.Options
		source, want string
	}{
		"a mark":       {engine.Options{}, mark + "<a href=x>", mark + "<a href=http://saved.example/d/x>"},
		"the caller's": {engine.Options{Base: "http://b/"}, mark + "<a href=x>", mark + "<a href=http://b/x>"},
		"not asked":    {engine.Options{NoHints: true}, mark + "<a href=x>", mark + "<a href=x>"},
		"BASE": {
			engine.Options{}, mark + "<base href=http://b/><a href=x>",
			mark + "<base href=http://b/><a href=http://b/x>",
		},
		"old Chrome's BASE": {
			engine.Options{}, mark + "<base href=\".\"><a href=x><img src=x_files/y>",
			mark + "<base href=\".\"><a href=http://saved.example/d/x><img src=x_files/y>",
		},
		"its own files": {
			engine.Options{}, mark + "<img src=./Page_files/i.png><img src=Page-Dateien/i.png><img src=i.png>",
			mark + "<img src=./Page_files/i.png><img src=Page-Dateien/i.png><img src=http://saved.example/d/i.png>",
		},
		"its own files with a base of the caller": {
			engine.Options{Base: "http://b/"}, mark + "<img src=./Page_files/i.png>",
			mark + "<img src=./Page_files/i.png>",
		},
		"its own files, an older BASE and a base of the caller": {
			engine.Options{Base: "http://b/"}, mark + "<base href=\".\"><img src=./Page_files/i.png><a href=x>",
			mark + "<base href=\".\"><img src=./Page_files/i.png><a href=http://b/x>",
		},
		"a folder like that of a saved page, with a base of the caller": {
			engine.Options{Base: "http://b/"}, "<img src=./Page_files/i.png>", "<img src=http://b/Page_files/i.png>",
		},
		"a folder beside the page": {
			engine.Options{Base: "http://b/", Beside: func(dir string) bool { return dir == "P q_files" }},
			"<img src='./P%20q_files/i.png?x'><img src=.\\P&#32;q_files\\i.png><img src=Q_files/i><a href=x><img srcset='P%20q_files/a 1x, b 2x'>",
			"<img src='./P%20q_files/i.png?x'><img src=.\\P&#32;q_files\\i.png><img src=http://b/Q_files/i><a href=http://b/x><img srcset='P%20q_files/a 1x, http://b/b 2x'>",
		},
		"a folder beside the page, with folders in it": {
			engine.Options{Base: "http://b/", Beside: func(string) bool { return true }},
			"<img src=P_files/i.png><img src=P_files/figure-html/1.png>", "<img src=P_files/i.png><img src=http://b/P_files/figure-html/1.png>",
		},
		"a folder beside a page in another encoding": {
			engine.Options{Base: "http://b/", Beside: func(dir string) bool { return dir == "\u00dc-Dateien" }},
			"<meta charset=windows-1252><img src=\xdc-Dateien/i.png>", "<meta charset=windows-1252><img src=\xdc-Dateien/i.png>",
		},
		"a folder beside the page, but BASE": {
			engine.Options{Base: "http://b/", Beside: func(string) bool { return true }},
			"<base href=http://k/><img src=./P_files/i.png>", "<base href=http://k/><img src=http://k/P_files/i.png>",
		},
		"a mark, but BASE": {
			engine.Options{}, mark + "<base href=http://k/><img src=./P_files/i.png>", mark + "<base href=http://k/><img src=http://k/P_files/i.png>",
		},
		"WebScrapBook": {
			engine.Options{}, webScrapBook + "<img src=i.png><a href='a/b.html#c'>b</a><a href=\"#f\">f</a><a href=/r>r</a><a href='?q'>q</a><style>a{b:url(c.gif)}</style>",
			webScrapBook + "<img src=i.png><a href='a/b.html#c'>b</a><a href=\"http://s.example/d/p#f\">f</a><a href=http://s.example/r>r</a><a href='http://s.example/d/p?q'>q</a><style>a{b:url(c.gif)}</style>",
		},
		"WebScrapBook, with a base of the caller": {
			engine.Options{Base: "http://b/"}, webScrapBook + "<img src=i.png><a href=/r>r</a>", webScrapBook + "<img src=i.png><a href=http://b/r>r</a>",
		},
		"WebScrapBook, of a local file": {
			engine.Options{Base: "http://b/"}, "<html data-scrapbook-source='file:///p'><img src=i.png><a href=/r>r</a>", "<html data-scrapbook-source='file:///p'><img src=i.png><a href=http://b/r>r</a>",
		},
		"WebScrapBook, not asked": {
			engine.Options{Base: "http://b/", NoHints: true}, webScrapBook + "<img src=i.png>", webScrapBook + "<img src=http://b/i.png>",
		},
		"WebScrapBook, pinned": {
			engine.Options{Mode: engine.Pin}, webScrapBook + "<img src=i.png><a href=/r>r</a>", webScrapBook + "<img src=i.png><a href=/r>r</a>",
		},
		"its own files in a style sheet": {
			engine.Options{}, mark + "<style>a{b:url(P_files/i) url(i)}</style>",
			mark + "<style>a{b:url(P_files/i) url(http://saved.example/d/i)}</style>",
		},
		"beside the file": {
			engine.Options{Origin: "http://origin.example/x"}, mark + "<a href=x>",
			mark + "<a href=http://origin.example/x>",
		},
		"beside the file, no page": {
			engine.Options{Origin: "file:///x"}, mark + "<a href=x>", mark + "<a href=http://saved.example/d/x>",
		},
		"Teleport": {
			engine.Options{}, "<a href=x.htm#f tppabs=\"http://t.example/x?a=1&amp;b=2#f\">",
			"<a href=http://t.example/x?a=1&amp;b=2#f tppabs=\"http://t.example/x?a=1&amp;b=2#f\">",
		},
		"Teleport, other URLs in the tag": {
			engine.Options{}, "<img src=a srcset='b 1x, c 2x' lowsrc=d style='e:url(f)' tppabs=\"http://t.example/a\">",
			"<img src=http://t.example/a srcset='b 1x, c 2x' lowsrc=d style='e:url(f)' tppabs=\"http://t.example/a\">",
		},
		"Teleport, absolute": {
			engine.Options{}, "<a href=\"javascript:x\" tppabs=\"http://t.example/x\">",
			"<a href=\"javascript:x\" tppabs=\"http://t.example/x\">",
		},
		"Teleport, with a base": {
			engine.Options{Base: "http://b/"}, "<a href=x tppabs=\"http://t.example/y\">",
			"<a href=http://b/x tppabs=\"http://t.example/y\">",
		},
		"Teleport, no URL": {engine.Options{}, "<a href=x tppabs=\"y\">", "<a href=x tppabs=\"y\">"},
		"Wayback Machine": {
			engine.Options{},
			"<img src=/web/20140403040000im_/http://example.com/l.gif><a href=y><!-- FILE ARCHIVED ON 1 AND RETRIEVED FROM THE INTERNET ARCHIVE ON 2 -->",
			"<img src=http://example.com/l.gif><a href=y><!-- FILE ARCHIVED ON 1 AND RETRIEVED FROM THE INTERNET ARCHIVE ON 2 -->",
		},
		"Wayback Machine, with a base": {
			engine.Options{Base: "http://b/"}, waybackBanner + "<img src=/web/2014im_/http://k.example/l.gif><a href=y>y</a><img srcset='/web/2014im_/http://k.example/s 2x'>",
			waybackBanner + "<img src=http://k.example/l.gif><a href=http://b/y>y</a><img srcset='http://k.example/s 2x'>",
		},
		"Wayback Machine, its banner gives the base": {
			engine.Options{}, waybackBanner + "<a href=y>y</a><a href='#f'>f</a><link href=/_static/a.css rel=stylesheet><iframe srcdoc='<a href=/web/2014/http://k.example/>'></iframe>",
			waybackBanner + "<a href=http://w.example/d/y>y</a><a href='http://w.example/d/p#f'>f</a><link href=https://web.archive.org/_static/a.css rel=stylesheet><iframe srcdoc='<a href=http://k.example/>'></iframe>",
		},
		"Wayback Machine, the URL of the archive": {
			engine.Options{Base: "https://web.archive.org/web/20140403040000/http://w.example/d/p"}, waybackBanner + "<img src=/web/2014im_/http://k.example/l.gif><a href=y>y</a>",
			waybackBanner + "<img src=https://web.archive.org/web/2014im_/http://k.example/l.gif><a href=https://web.archive.org/web/20140403040000/http://w.example/d/y>y</a>",
		},
		"Wayback Machine, BASE": {
			engine.Options{}, waybackBanner + "<base href=/web/2014/http://k.example/e/><a href=y>y</a><a href=/web/2014/http://w.example/z>z</a>",
			waybackBanner + "<base href=http://k.example/e/><a href=http://k.example/e/y>y</a><a href=http://w.example/z>z</a>",
		},
		"Wayback Machine, not asked": {
			engine.Options{NoHints: true, Base: "http://b/"}, waybackBanner + "<img src=/web/2014im_/http://k.example/l.gif>",
			waybackBanner + "<img src=http://b/web/2014im_/http://k.example/l.gif>",
		},
		"Wayback Machine, a style sheet": {
			engine.Options{Type: detect.CSS, Base: "http://b/"}, "a{b:url(/web/2014im_/http://k.example/l.gif)}/* FILE ARCHIVED ON 1 AND RETRIEVED FROM THE INTERNET ARCHIVE ON 2 */",
			"a{b:url(http://k.example/l.gif)}/* FILE ARCHIVED ON 1 AND RETRIEVED FROM THE INTERNET ARCHIVE ON 2 */",
		},
		"Wayback Machine, pinned": {
			engine.Options{Mode: engine.Pin}, waybackBanner + "<img src=/web/2014im_/http://k.example/l.gif><a href=y>y</a>",
			"<base href=\"http://w.example/d/p\">" + waybackBanner + "<img src=http://k.example/l.gif><a href=y>y</a>",
		},
		"Wayback Machine, BASE pinned": {
			engine.Options{Mode: engine.Pin}, waybackBanner + "<base href=/web/2014/http://k.example/e/><a href=y>y</a><a href=/web/2014/http://w.example/z>z</a>",
			waybackBanner + "<base href=http://k.example/e/><a href=y>y</a><a href=http://w.example/z>z</a>",
		},
		"no Wayback Machine": {
			engine.Options{}, "<img src=/web/20140403040000im_/http://example.com/l.gif>",
			"<img src=/web/20140403040000im_/http://example.com/l.gif>",
		},
		"XHTML": {
			engine.Options{Type: detect.XML},
			"<html xmlns=\"http://www.w3.org/1999/xhtml\" data-scrapbook-source=\"http://s.example/\"><a href=\"/x\"/><a href=\"x\"/></html>",
			"<html xmlns=\"http://www.w3.org/1999/xhtml\" data-scrapbook-source=\"http://s.example/\"><a href=\"http://s.example/x\"/><a href=\"x\"/></html>",
		},
		"an XML comment": {
			engine.Options{Type: detect.XML},
			mark + "<html xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"x\"/></html>",
			mark + "<html xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"http://saved.example/d/x\"/></html>",
		},
		"an archive of Chromium": {
			engine.Options{},
			"From: <Saved by Blink>\r\nSnapshot-Content-Location: http://s.example/\r\n d/\r\nContent-Type: text/html\r\n\r\n<a href=x>",
			"From: <Saved by Blink>\r\nSnapshot-Content-Location: http://s.example/\r\n d/\r\nContent-Type: text/html\r\n\r\n<a href=http://s.example/d/x>",
		},
		"an archive of Chromium, not asked": {
			engine.Options{NoHints: true},
			"Snapshot-Content-Location: http://s.example/\nContent-Type: text/html\n\n<a href=x>",
			"Snapshot-Content-Location: http://s.example/\nContent-Type: text/html\n\n<a href=x>",
		},
		"an archive has no files beside it": {
			engine.Options{},
			"Snapshot-Content-Location: http://s.example/d/\nContent-Location: p.html\nContent-Type: text/html\n\n<base href=\".\"><img src=p_files/i>",
			"Snapshot-Content-Location: http://s.example/d/\nContent-Location: http://s.example/d/p.html\nContent-Type: text/html\n\n<base href=\"http://s.example/d/\"><img src=http://s.example/d/p_files/i>",
		},
		"nor has a message": {
			engine.Options{Origin: "http://o.example/d/m"},
			"Content-Location: p.html\nContent-Type: text/html\n\n<img src=p_files/i>",
			"Content-Location: http://o.example/d/p.html\nContent-Type: text/html\n\n<img src=http://o.example/d/p_files/i>",
		},
		"a page in a message, its own files": {
			engine.Options{}, "Content-Location: p.html\nContent-Type: text/html\n\n" + mark + "<a href=x><img src=p_files/i>",
			"Content-Location: p.html\nContent-Type: text/html\n\n" + mark + "<a href=http://saved.example/d/x><img src=p_files/i>",
		},
		"a page in a message": {
			engine.Options{}, "Content-Type: text/html\n\n" + mark + "<a href=x>",
			"Content-Type: text/html\n\n" + mark + "<a href=http://saved.example/d/x>",
		},
		"a page in a message that tells": {
			engine.Options{}, "Base: <URL:http://b/>\nContent-Type: text/html\n\n" + mark + "<a href=x>",
			"Base: <URL:http://b/>\nContent-Type: text/html\n\n" + mark + "<a href=http://b/x>",
		},
		"stationery": {
			engine.Options{}, "Content-Type: text/html\n\n<!-- saved from url=(0022)http://internet.e-mail --><a href=x>",
			"Content-Type: text/html\n\n<!-- saved from url=(0022)http://internet.e-mail --><a href=x>",
		},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := engine.Bytes([]byte(c.source), c.opts)
			require.NoError(t, err)
			require.Equal(t, c.want, string(out))
			again, err := engine.Bytes(out, c.opts)
			require.NoError(t, err)
			require.Equal(t, c.want, string(again))
		})
	}
}

// TestHintsAreTold: why a reference of a saved page becomes what it becomes.
func TestHintsAreTold(t *testing.T) {
	rw, err := engine.New(engine.Options{})
	require.NoError(t, err)
	var told []string
	rw.References([]byte(mark+"<a href=x><img src=P_files/i><a href=y tppabs=http://t.example/y>"), func(r *engine.Reference) {
		told = append(told, strings.Join([]string{string(r.Text), r.Status.String(), r.Reason.Text, r.Base.String(), r.Base.Layer.String(), r.Base.From}, "|"))
	})
	require.Equal(t, []string{
		"x|resolved||http://saved.example/d/|retrieval|Mark of the Web",
		"P_files/i|left|a file that was saved with the page|http://saved.example/d/|retrieval|Mark of the Web",
		"y|resolved||http://t.example/y|retrieval|tppabs attribute",
	}, told)
}
