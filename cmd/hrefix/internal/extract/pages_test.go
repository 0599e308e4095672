package extract

import (
	"fmt"
	"mime"
	"mime/multipart"
	"net/mail"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// saved extracts saved pages, and returns the files by their paths and what is reported.
func saved(t testing.TB, pages map[string]string, change func(*Options)) (files map[string]string, stderr string, err error) {
	x := extracted(t, "", func(dir string, o *Options) {
		o.Archives = nil
		for name, text := range pages {
			o.Archives = append(o.Archives, filepath.Join(dir, name))
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		}
		if change != nil {
			change(o)
		}
	})
	require.NoError(t, x.mapErr)
	files = make(map[string]string)
	for name, text := range x.files(t) {
		if name == "out.map" {
			files["MAP"] = strings.ReplaceAll(text, x.dir, "DIR")
		} else if name, ok := strings.CutPrefix(name, "out/"); ok {
			files[name] = text
		}
	}
	return files, x.stderr, x.err
}

// related returns a message with parts.
func related(params string, parts ...string) string {
	return "From: <saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b" + params + "\r\n\r\n--b\r\n" + strings.Join(parts, "\r\n--b\r\n") + "\r\n--b--\r\n"
}

// TestSavedPage: links between the parts lead to files, by each of their names.
func TestSavedPage(t *testing.T) {
	page := related("; type=\"text/html\"",
		"Content-Type: text/html; charset=gbk\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: http://h/d/p?q\r\n\r\n"+
			"<title>=C4=E3</title><link rel=3Dstylesheet href=3Ds.css><img src=3D'i.png'><img src=3Dcid:a%40b><a href=3D=\r\nother>x</a><a href=3D#f>f</a><iframe src=3Dcid:f@b></iframe>",
		"Content-Type: text/css\r\nContent-Location: s.css\r\n\r\na{b:url(i.png)}",
		"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Location: http://h/d/i.png\r\n\r\niVBORw0KGgo=",
		"Content-Type: image/gif\r\nContent-ID: <a@b>\r\nContent-Transfer-Encoding: base64\r\n\r\nR0lGODlh",
		"Content-Type: text/html\r\nContent-ID: <f@b>\r\nContent-Location: http://h/frame/\r\n\r\n<a href=../d/p?q target=_top>up</a><img src=../d/I.PNG>",
		"Content-Type: image/png\r\nContent-Location: http://h/d/I.PNG\r\n\r\n\x89PNG\r\n\x1a\n",
	)
	files, stderr, err := saved(t, map[string]string{"My page.mhtml": page}, nil)
	require.NoError(t, err, stderr)
	require.Equal(t, map[string]string{
		"My page.html": "<meta charset=gbk><title>\xc4\xe3</title><link rel=stylesheet href=My%20page_files/s.css><img src='My%20page_files/i.png'>" +
			"<img src=My%20page_files/a@b.gif><a href=http://h/d/other>x</a><a href=#f>f</a><iframe src=My%20page_files/frame.html></iframe>",
		"My page_files/s.css":      "a{b:url(i.png)}",
		"My page_files/i.png":      "\x89PNG\r\n\x1a\n",
		"My page_files/a@b.gif":    "GIF89a",
		"My page_files/frame.html": `<a href=../My%20page.html target=_top>up</a><img src=I~2.PNG>`,
		"My page_files/I~2.PNG":    "\x89PNG\r\n\x1a\n",
		"MAP": "http://h/d/p?q\tDIR/out/My page.html\nhttp://h/d/s.css\tDIR/out/My page_files/s.css\nhttp://h/d/i.png\tDIR/out/My page_files/i.png\n" +
			"http://h/frame/\tDIR/out/My page_files/frame.html\nhttp://h/d/I.PNG\tDIR/out/My page_files/I~2.PNG\n",
	}, files)
}

// TestSavedPageForms: the root of a message, and messages without a URL.
func TestSavedPageForms(t *testing.T) {
	const style = "Content-Type: text/css\r\nContent-ID: <s>\r\n\r\na{}"
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"start": {related("; start=\"<r>\"", style, "Content-Type: text/html\r\nContent-ID: <r>\r\n\r\n<link rel=stylesheet href=cid:s>"),
			map[string]string{"p.html": "<link rel=stylesheet href=p_files/s.css>", "p_files/s.css": "a{}"}},
		"alternative": {related("", "Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\ntext\r\n--c\r\nContent-Type: text/html\r\n\r\n<img src=cid:s>\r\n--c--", style),
			map[string]string{"p.html": "<img src=p_files/s.css>", "p_files/s.css": "a{}", "p_files/part1.1": "text"}},
		"no URL": {related("", "Content-Type: text/html\r\n\r\n<img src=i.png><a href=x.html>", "Content-Type: image/png\r\nContent-Location: i.png\r\n\r\n1"),
			map[string]string{"p.html": "<img src=p_files/i.png><a href=x.html>", "p_files/i.png": "1"}},
		"BASE": {related("", "Content-Type: text/html\r\nContent-Location: http://h/\r\n\r\n<base href=http://i/><img src=i.png><a href=x>", "Content-Type: image/png\r\nContent-Location: http://i/i.png\r\n\r\n1"),
			map[string]string{"p.html": "<base href=./><img src=p_files/i.png><a href=http://i/x>", "p_files/i.png": "1"}},
		"alone": {"MIME-Version: 1.0\r\nContent-Type: text/html\r\nContent-Location: http://h/\r\n\r\n<a href=x>", map[string]string{"p.html": "<a href=http://h/x>"}},
		"copies": {related("", "Content-Type: text/html\r\nContent-Location: http://h/\r\n\r\n<img src=i>", "Content-Type: image/png\r\nContent-Location: http://h/i\r\n\r\n1", "Content-Type: image/png\r\nContent-Location: http://h/i\r\n\r\n1"),
			map[string]string{"p.html": "<img src=p_files/i>", "p_files/i": "1"}},
		"a name that leads out": {related("", "Content-Type: text/html\r\n\r\n<img src=cid:s>", "Content-Type: image/png\r\nContent-ID: <s>\r\nContent-Disposition: inline; filename=\"../../x.png\"\r\n\r\n1"),
			map[string]string{"p.html": "<img src=p_files/%252E.%252F..%252Fx.png>", "p_files/%2E.%2F..%2Fx.png": "1"}},
	} {
		files, stderr, err := saved(t, map[string]string{"p.mht": c.text}, nil)
		require.NoError(t, err, stderr)
		delete(files, "MAP")
		require.Equal(t, c.want, files, name)
	}
}

// TestNoSavedPage: other messages are refused by name, and the others are still extracted.
func TestNoSavedPage(t *testing.T) {
	files, stderr, err := saved(t, map[string]string{
		"a.eml": "From: a@b\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n<a href=x>",
		"b.mht": related("", "Content-Type: text/html\r\n\r\n<a href=x>"), "c.eml": related("", "Content-Type: text/html\r\n\r\n1"),
	}, nil)
	require.Equal(t, console.ErrReported, err)
	require.Contains(t, stderr, "hrefix: DIR/a.eml: a message that is no saved page: give pages in MHTML (multipart/related), or web archives\n")
	require.Contains(t, files, "b.html")
	require.Contains(t, files, "c.html")
}

// TestSavedPageNames: pages of the same name, and files that exist.
func TestSavedPageNames(t *testing.T) {
	page := related("", "Content-Type: text/html\r\n\r\n1", "Content-Type: image/png\r\nContent-ID: <x>\r\n\r\n2")
	files, _, err := saved(t, map[string]string{"p.mht": page, "P.mhtml": page}, nil)
	require.NoError(t, err)
	require.Len(t, files, 5)
	_, stderr, err := saved(t, map[string]string{"p.mht": page}, func(o *Options) {
		require.NoError(t, os.MkdirAll(o.Output, 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(o.Output, "p.html"), []byte("mine"), 0o644))
	})
	require.Equal(t, console.ErrReported, err)
	require.Contains(t, stderr, "p.html: not written: the file exists: give --force to replace it")
}

// TestSavedCorpus: in each page of the corpus, the subresources that the message has are files, as
// golang.org/x/net/html finds the links and the standard library the parts.
func TestSavedCorpus(t *testing.T) {
	pages, judged, links := 0, 0, 0
	for _, f := range corpus.Files(t, "mail") {
		if path.Ext(f.Name) != ".mhtml" || strings.Contains(f.Name, "missing_boundary") {
			continue
		}
		parts := partsOf(f.Data)
		if len(parts) > 0 {
			judged++
		}
		files, stderr, err := saved(t, map[string]string{"p.mhtml": string(f.Data)}, nil)
		require.NoError(t, err, stderr)
		require.Contains(t, files, "p.html", f.Name)
		for name, text := range files {
			if path.Ext(name) == ".html" {
				links += checkSubresources(t, f.Name, name, text, files, parts)
			}
		}
		pages++
	}
	require.Equal(t, 13, pages)
	require.GreaterOrEqual(t, judged, 11)
	require.Greater(t, links, 300)
}

// partsOf returns the names that the parts of a message have, or nothing if the standard library
// cannot read the message.
func partsOf(text []byte) map[string]bool {
	names := make(map[string]bool)
	m, err := mail.ReadMessage(strings.NewReader(string(text)))
	if err != nil {
		return nil
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return nil
	}
	r := multipart.NewReader(m.Body, params["boundary"])
	for part, err := r.NextRawPart(); err == nil; part, err = r.NextRawPart() {
		if location := part.Header.Get("Content-Location"); location != "" {
			names[location] = true
		}
		if id := part.Header.Get("Content-ID"); id != "" {
			names["cid:"+strings.Trim(id, "<>")] = true
		}
	}
	return names
}

// checkSubresources checks the links of a page that load at once, and returns how many lead to files.
func checkSubresources(t *testing.T, page, name, text string, files map[string]string, parts map[string]bool) (n int) {
	doc, err := html.Parse(strings.NewReader(text))
	require.NoError(t, err)
	for e := range doc.Descendants() {
		for _, a := range e.Attr {
			use := e.Data + " " + a.Key
			if e.Data == "link" && !strings.Contains(fmt.Sprint(e.Attr), "stylesheet") {
				continue
			}
			switch use {
			case "img src", "link href", "iframe src", "frame src", "script src", "input src", "body background":
			default:
				continue
			}
			link := strings.TrimSpace(a.Val)
			u, err := url.Parse(link)
			if err != nil || link == "" || u.Scheme == "data" || u.Scheme == "about" {
				continue
			}
			if u.Scheme != "" {
				u.Fragment = ""
				require.False(t, parts[u.String()] || parts[link], "%s: %s: %s", page, name, link)
				continue
			}
			require.Contains(t, files, path.Join(path.Dir(name), u.Path), "%s: %s: %s", page, name, link)
			n++
		}
	}
	return n
}
