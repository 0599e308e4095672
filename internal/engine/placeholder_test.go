package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

const reasonPlaceholder = "a placeholder of a template"

// placeholders are references that begin with one.
var placeholders = []string{
	"{{x}}", "{{ x }}", "{{{x}}}", "{{x}}/y?z", "{{x}}.html", "{{ x | default: \"/y\" }}", "{% url 'x' %}", "{$x}", "${x}", "${x}/y", "#{x}",
	"<%= x %>", "<?= $x ?>", "<?php echo $x ?>", "*|UNSUB|*", "*|X|*/y", "%%x%%", "%%unsubscribe_url%%?y", "%%=RedirectTo(@x + '/')=%%", "@@x@@", "@@X@@/y",
	"[x]", "[[x]]", "[UNSUBSCRIBE]", "[first name]", "[x]/y", "[x]?y", "[é]", "\t{{x}}\n", "&#123;{x}}", "&lt;%= x %&gt;", "&#91;x]",
	"%x%", "{x}", "##x##", "{!x.y}", "$(x)", "$(x)?a&amp;b", "@{x}", "<<x>>", "|X|", "__X_Y__/i.png", "$X-Y$/a.png", "%X%/", "%BASE_URL%favicon.ico", "http{x}://h/",
	"&#35;#x##", "$(x&#41;", "#x&#35;", "h&#116;tp{x}", "{{", "{{x}", "%", "%%x", "<", "^x",
}

// others begin as placeholders do, or have one elsewhere. What a program inserts there comes after
// the base, and browsers follow such links on ordinary pages.
var others = []string{
	"x{{y}}", "/{{x}}", "x/{{y}}", "?{{x}}", "?{x}", "x?y={z}", "?q=a|b", "a%b.html", "?q=100%", "x|y", "//h/x?a|b", "%7B%7Bx%7D%7D", "%5Bx%5D", "%20x%20",
	"$x", "$", "*", "*x", "#x", "#[x", "#%%x%%", "#x-%y%", "#a|b", "##", "@x", "@@images/x/@@y", "@@", "@@x", "[", "[]", "[1]", "[1].gif", "[x].gif", "[x", "[::1]",
	"[2001:db8::1]/", "x[1].gif", "[a/b]", "//[::1]/x", "//[2001:db8::1]:80/x", "/[x]", "__tests__/a.html", "(x)/y", "@s/x@1", "++r++x", "x?&#123;y}", "x?&amp;{y}",
}

// TestPlaceholders: what a program replaces stays, unless it is asked for.
func TestPlaceholders(t *testing.T) {
	page := func(link string) []byte {
		return []byte(`<a href='` + strings.ReplaceAll(link, "'", "&#39;") + `'><img src="` + strings.ReplaceAll(link, `"`, "&quot;") + `">`)
	}
	opts := engine.Options{Type: detect.HTML, Base: pageURL}
	also := engine.Options{Type: detect.HTML, Base: pageURL, Also: engine.Templates}
	for _, link := range placeholders {
		r := promise.Check(t, page(link), opts)
		for _, ref := range r.References {
			require.Equal(t, []any{engine.Left, reasonPlaceholder}, []any{ref.Status, ref.Reason}, link)
		}
		promise.Check(t, page(link), engine.Options{Type: detect.HTML})
		require.Equal(t, engine.Resolved, promise.Check(t, page(link), also).References[0].Status, link)
	}
	for _, link := range others {
		for _, ref := range promise.Check(t, page(link), opts).References {
			require.Equal(t, engine.Resolved, ref.Status, link)
		}
	}
	for src, want := range map[string]string{
		`<img srcset="{{ x }} 1x, y 2x">`:             reasonPlaceholder,
		`<a ping="x {{ y }}">`:                        reasonPlaceholder,
		`<p style="background:url({{x}})">`:           reasonPlaceholder,
		`<p style="background:url('[x]')">`:           reasonPlaceholder,
		`<meta http-equiv=refresh content="0;{{x}}">`: reasonPlaceholder,
		`<img srcset="a[1].gif 1x, [1].gif 2x">`:      "",
	} {
		r := promise.Check(t, []byte(src), opts)
		require.NotEmpty(t, r.References)
		for _, ref := range r.References {
			require.Equal(t, want, ref.Reason, src)
		}
	}
	for _, d := range []resolve.Dialect{resolve.RFC3986, resolve.WHATWG} {
		for _, link := range placeholders {
			require.Equal(t, string(page(link)), string(promise.Check(t, page(link), engine.Options{Type: detect.HTML, Base: pageURL, Dialect: d}).Output))
		}
	}
	// They need no base: BASE can go.
	r := promise.Check(t, []byte(`<base href=http://b/><a href="{{x}}"><a href=y>`), engine.Options{Type: detect.HTML, DropBase: true})
	require.Equal(t, `<a href="{{x}}"><a href=http://b/y>`, string(r.Output))
}

// TestPlaceholderBase: what a program inserts into a base decides where references lead.
func TestPlaceholderBase(t *testing.T) {
	const unknown = "the base is not known: it begins with a placeholder of a template"
	for src, want := range map[string]string{
		`<base href="__X__/"><a href=y>`:                                                     `<base href="http://h/d/__X__/"><a href=http://h/d/__X__/y>`,
		`<base href="%BASE_URL%/"><a href=y>`:                                                `<base href="http://h/d/%BASE_URL%/"><a href=http://h/d/%BASE_URL%/y>`,
		`<svg xmlns="http://www.w3.org/2000/svg" xml:base="{x}/"><a href="y"/></svg>`:        `<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://h/d/{x}/"><a href="http://h/d/{x}/y"/></svg>`,
		`<html xmlns="http://www.w3.org/1999/xhtml"><base href="[x]/"/><a href="y"/></html>`: `<html xmlns="http://www.w3.org/1999/xhtml"><base href="http://h/d/[x]/"/><a href="http://h/d/[x]/y"/></html>`,
	} {
		opts := engine.Options{Type: detect.HTML, Base: pageURL}
		if strings.Contains(src, "xmlns") {
			opts.Type = detect.XML
		}
		r := promise.Check(t, []byte(src), opts)
		require.Equal(t, src, string(r.Output))
		require.Equal(t, []string{reasonPlaceholder, unknown}, []string{r.References[0].Reason, r.References[1].Reason})
		opts.Also = engine.Templates
		require.Equal(t, want, string(promise.Check(t, []byte(src), opts).Output))
	}
}

// TestNetworkPaths: a file on a Windows network stays, except for browsers.
func TestNetworkPaths(t *testing.T) {
	const src = `<base href="http://b/"><a href="\\srv\share\f.doc"><img src="&#92;\srv\i.png"><a href="\x"><a href="\\"><p style="background:url('\\\\srv/x')">`
	const browsers = `<base href="http://b/"><a href="http://srv/share/f.doc"><img src="http://srv/i.png"><a href="http://b/x"><a href="\\"><p style="background:url('http://srv/x')">`
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: pageURL})
	require.Equal(t, strings.NewReplacer(`"\x"`, `"http://b/\x"`, `"\\"`, `"http://b/\\"`).Replace(src), string(r.Output))
	for _, i := range []int{1, 2, 5} {
		require.Equal(t, "a file on a Windows network", r.References[i].Reason)
	}
	r = promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: pageURL, Dialect: resolve.WHATWG})
	require.Equal(t, browsers, string(r.Output))
	r = promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, DropBase: true})
	require.NotContains(t, string(r.Output), "<base")
}

// TestNoValue: an attribute without a value gets none.
func TestNoValue(t *testing.T) {
	const src = `<base href><a href>x</a><blockquote cite><img src><area href>`
	for _, base := range []string{"", pageURL} {
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: base})
		require.Equal(t, src, string(r.Output))
		for _, ref := range r.References {
			require.Equal(t, engine.Left, ref.Status)
		}
	}
	r := promise.Check(t, []byte(`<a href=""><a href=''><a href= >`), engine.Options{Type: detect.HTML, Base: pageURL})
	require.Equal(t, `<a href="`+pageURL+`"><a href='`+pageURL+`'><a href= `+pageURL+`>`, string(r.Output))
}
