package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// related returns a multipart/related of parts, each given by its fields and
// body.
func related(fields string, parts ...string) string {
	var b strings.Builder
	b.WriteString("Content-Type: multipart/related; boundary=b\n" + fields + "\n")
	for _, p := range parts {
		b.WriteString("--b\n" + p + "\n")
	}
	return b.String() + "--b--\n"
}

// signed returns a part within a multipart/signed.
func signed(part string) string {
	return "Content-Type: multipart/signed; boundary=s\n\n--s\n" + part + "\n--s\nContent-Type: application/pgp-signature\n\nx\n--s--\n"
}

// TestRelated: a link that named a part by its Content-Location still names it,
// for readers that resolve both (RFC 2557) and for those that compare what is
// written.
func TestRelated(t *testing.T) {
	html := func(location, body string) string {
		if location != "" {
			location = "Content-Location: " + location + "\n"
		}
		return "Content-Type: text/html\n" + location + "\n" + body
	}
	gif := func(location string) string {
		return "Content-Type: image/gif\nContent-Location: " + location + "\n\nGIF89a"
	}
	for name, c := range map[string]struct{ base, source, want string }{
		"the same base": {
			"http://r/d/m.eml",
			related("", html("", "<img src=i.gif>"), gif("i.gif")),
			related("", html("", "<img src=http://r/d/i.gif>"), gif("http://r/d/i.gif")),
		},
		"no base": {
			"", related("", html("p.html", "<img src=i.gif>"), gif("i.gif")),
			related("", html("p.html", "<img src=i.gif>"), gif("i.gif")),
		},
		"a base of the multipart": {
			"", related("Content-Base: http://m/d/\n", html("p.html", "<img src=i.gif>"), gif("i.gif")),
			related("Content-Base: http://m/d/\n", html("http://m/d/p.html", "<img src=http://m/d/i.gif>"), gif("http://m/d/i.gif")),
		},
		"an entity, which may name a part": {
			"http://r/d/m.eml",
			related("", strings.Replace(html("", `<!DOCTYPE html [<!ENTITY e "q">]>`+xhtml+`<img src="&e;.png"/></html>`), "text/html", "application/xhtml+xml", 1), gif("q.png")),
			related("", strings.Replace(html("", `<!DOCTYPE html [<!ENTITY e "q">]>`+xhtml+`<img src="&e;.png"/></html>`), "text/html", "application/xhtml+xml", 1), gif("q.png")),
		},
		"absolute locations": {
			"", related("", html("http://a/d/p.html", "<img src=../i.gif><img src=j.gif>"), gif("http://a/i.gif")),
			related("", html("http://a/d/p.html", "<img src=http://a/i.gif><img src=http://a/d/j.gif>"), gif("http://a/i.gif")),
		},
		"written alike, with a base of the document only": {
			"", related("", html("http://a/d/p.html", "<img src=i.gif><img src=j.gif>"), gif("i.gif")),
			related("", html("http://a/d/p.html", "<img src=i.gif><img src=http://a/d/j.gif>"), gif("i.gif")),
		},
		"written alike, with BASE": {
			"http://r/", related("", html("", "<base href=http://b/><img src=i.gif#f><img src=j.gif>"), gif("i.gif"), gif("k.gif")),
			related("", html("", "<base href=http://b/><img src=i.gif#f><img src=http://b/j.gif>"), gif("i.gif"), gif("http://r/k.gif")),
		},
		"with a relative BASE, by which another link names the part": {
			"http://top.example/x/y", related("", html("", `<base href="img/"><img src="img/a.gif"><img src="a.gif"><img src="b.gif">`), gif("img/a.gif")),
			related("", html("", `<base href="img/"><img src="img/a.gif"><img src="a.gif"><img src="http://top.example/x/img/b.gif">`), gif("img/a.gif")),
		},
		"with a relative location, by which another link names the part": {
			"http://r/", related("", html("img/p", `<img src="img/a.gif"><img src="a.gif"><img src="b.gif">`), gif("img/a.gif"), gif("c.gif")),
			related("", html("img/p", `<img src="img/a.gif"><img src="a.gif"><img src="http://r/img/b.gif">`), gif("img/a.gif"), gif("http://r/c.gif")),
		},
		"named in another way by a link that is signed": {
			"http://r/", related("", signed(html("", "<img src=./i.gif>")), html("", "<img src=d/../i.gif><img src=j.gif>"), gif("i.gif"), gif("j.gif")),
			related("", signed(html("", "<img src=./i.gif>")), html("", "<img src=d/../i.gif><img src=http://r/j.gif>"), gif("i.gif"), gif("http://r/j.gif")),
		},
		"a signed part": {
			"http://r/", related("", html("", "<img src=./i.gif><img src=j.gif>"), signed(gif("i.gif"))),
			related("", html("", "<img src=./i.gif><img src=http://r/j.gif>"), signed(gif("i.gif"))),
		},
		"locations on a disk": {
			"http://r/", related("", html("file:///C:/d/p.htm", "<img src=p_files/i.gif#f><img src=j.gif>"), gif("file:///C:/d/p_files/i.gif")),
			related("", html("file:///C:/d/p.htm", "<img src=p_files/i.gif#f><img src=http://r/j.gif>"), gif("file:///C:/d/p_files/i.gif")),
		},
		"the part before the link": {
			"http://r/", related("", gif("i.gif"), html("", "<base href=http://b/><img src=i.gif>")),
			related("", gif("i.gif"), html("", "<base href=http://b/><img src=i.gif>")),
		},
		"a link that is signed": {
			"http://r/", related("", signed(html("", "<img src=i.gif>")), html("", "<img src=i.gif><img src=j.gif>"), gif("i.gif"), gif("j.gif")),
			related("", signed(html("", "<img src=i.gif>")), html("", "<img src=i.gif><img src=http://r/j.gif>"), gif("i.gif"), gif("http://r/j.gif")),
		},
		"a link that is in quoted-printable twice": {
			"http://r/", related("", html("", "<img src=3D\"i.gif\">"), gif("i.gif")),
			related("", html("", "<img src=3D\"i.gif\">"), gif("i.gif")),
		},
		"links that cannot be read": {
			"http://r/", related("", "Content-Type: text/html; charset=utf-7\n\n<img src=i.gif>", gif("i.gif"), html("", "<img src=i.gif><a href=x>")),
			related("", "Content-Type: text/html; charset=utf-7\n\n<img src=i.gif>", gif("i.gif"), html("", "<img src=i.gif><a href=http://r/x>")),
		},
		"links that cannot be decoded": {
			"http://r/", related("", "Content-Type: text/html\nContent-Transfer-Encoding: x-uue\n\n<img src=i.gif>", gif("i.gif")),
			related("", "Content-Type: text/html\nContent-Transfer-Encoding: x-uue\n\n<img src=i.gif>", gif("i.gif")),
		},
		"written alike, with a space": {
			"http://r/", related("", html("", "<base href=http://b/><img src='i 1.gif'>"), gif("i 1.gif")),
			related("", html("", "<base href=http://b/><img src='i 1.gif'>"), gif("i 1.gif")),
		},
		"after many links with the right base": {
			"http://r/", related("", html("", strings.Repeat("<img src=i.gif>", 20)), html("", "<base href=http://b/><img src=i.gif>"), gif("i.gif")),
			related("", html("", strings.Repeat("<img src=i.gif>", 20)), html("", "<base href=http://b/><img src=i.gif>"), gif("i.gif")),
		},
		"cid and mid": {
			"http://r/", related("", html("", "<img src=cid:a@b><a href=mid:c@d>"), gif("i.gif")),
			related("", html("", "<img src=cid:a@b><a href=mid:c@d>"), gif("http://r/i.gif")),
		},
		"thismessage": {
			"http://r/", related("", html("thismessage:/p.html", "<img src=i.gif>"), gif("thismessage:/i.gif")),
			related("", html("thismessage:/p.html", "<img src=i.gif>"), gif("thismessage:/i.gif")),
		},
		"thismessage, and a link to no part": {
			"http://r/", related("", html("thismessage:/d/p.html", "<img src=i.gif><a href=x>"), gif("thismessage:/d/i.gif")),
			related("", html("thismessage:/d/p.html", "<img src=i.gif><a href=http://r/x>"), gif("thismessage:/d/i.gif")),
		},
		"thismessage of the multipart": {
			"http://r/", related("Content-Location: thismessage:/d/\n", html("p.html", "<img src=i.gif><a href=x>"), gif("i.gif")),
			related("Content-Location: thismessage:/d/\n", html("http://r/p.html", "<img src=http://r/i.gif><a href=http://r/x>"), gif("http://r/i.gif")),
		},
		"thismessage, and a base": {
			"", related("", html("thismessage:/p.html\nContent-Base: http://a/", "<img src=i.gif>"), gif("http://a/i.gif")),
			related("", html("thismessage:/p.html\nContent-Base: http://a/", "<img src=http://a/i.gif>"), gif("http://a/i.gif")),
		},
		"within one another": {
			"http://r/", related("", related("", html("", "<base href=http://b/><img src=i.gif><img src=j.gif>"), gif("j.gif")), gif("i.gif")),
			related("", related("", html("", "<base href=http://b/><img src=i.gif><img src=j.gif>"), gif("j.gif")), gif("i.gif")),
		},
		"style sheets and frames with locations of their own": {
			"",
			related("", html("http://a/p.html", "<link rel=stylesheet href=s/s.css>"),
				"Content-Type: text/css\nContent-Location: http://a/s/s.css\n\na{b:url(i.gif)}",
				html("http://f/x/f.html", "<img src=i.gif>")),
			related("", html("http://a/p.html", "<link rel=stylesheet href=http://a/s/s.css>"),
				"Content-Type: text/css\nContent-Location: http://a/s/s.css\n\na{b:url(http://a/s/i.gif)}",
				html("http://f/x/f.html", "<img src=http://f/x/i.gif>")),
		},
	} {
		t.Run(name, func(t *testing.T) {
			opts := engine.Options{Type: detect.Message, Base: c.base}
			out, err := engine.Bytes([]byte(c.source), opts)
			require.NoError(t, err)
			require.Equal(t, c.want, string(out))
			again, err := engine.Bytes(out, opts)
			require.NoError(t, err)
			require.Equal(t, c.want, string(again))
		})
	}
}

// TestRelatedIsTold: what stays for the sake of a part is reported once.
func TestRelatedIsTold(t *testing.T) {
	source := related("", "Content-Type: text/html\n\n<base href=http://b/><img src=i.gif>",
		"Content-Type: image/gif\nContent-Location: i.gif\n\nGIF89a")
	rw, err := engine.New(engine.Options{Type: detect.Message, Base: "http://r/"})
	require.NoError(t, err)
	var told []string
	plan := rw.References([]byte(source), func(r *engine.Reference) {
		told = append(told, fmt.Sprintf("%s %s %s: %v, %s", r.Part, r.Attr, r.Text, r.Status, r.Reason))
	})
	require.Empty(t, plan.Notes)
	const why = "refers to a part of the message by its Content-Location, and the two would become different URLs"
	require.Equal(t, []string{
		"1 href http://b/: absolute, ",
		"1 src i.gif: left, " + why,
		"2 Content-Location i.gif: left, " + why,
	}, told)
}
