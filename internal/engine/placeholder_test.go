package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/test/promise"
)

const reasonPlaceholder = "a placeholder of a template"

// placeholders are references that begin with one.
var placeholders = []string{
	"{{x}}", "{{ x }}", "{{{x}}}", "{{x}}/y?z", "{{x}}.html", "{{ x | default: \"/y\" }}", "{% url 'x' %}", "{$x}", "${x}", "${x}/y", "#{x}",
	"<%= x %>", "<?= $x ?>", "<?php echo $x ?>", "*|UNSUB|*", "*|X|*/y", "%%x%%", "%%unsubscribe_url%%?y", "%%=RedirectTo(@x + '/')=%%", "@@x@@", "@@X@@/y",
	"[x]", "[[x]]", "[UNSUBSCRIBE]", "[first name]", "[x]/y", "[x]?y", "[é]", "\t{{x}}\n", "&#123;{x}}", "&lt;%= x %&gt;", "&#91;x]",
}

// others begin as placeholders do, or have one elsewhere.
var others = []string{
	"x{{y}}", "/{{x}}", "x/{{y}}", "?{{x}}", "{x}", "{{", "{{}}", "{{x}", "%7B%7Bx%7D%7D", "%5Bx%5D", "%20x%20", "%x%", "%%", "%%x", "%%%%", "%%x/y%%", "%%1%%",
	"$x", "$", "*x*", "*|x", "#x", "#[x]", "#%%x%%", "@x", "@@images/x/@@y", "@@", "@@x", "[", "[]", "[1]", "[1].gif", "[x].gif", "[x", "[::1]", "[2001:db8::1]/", "x[1].gif", "[a/b]",
	"<x>", "<", "//[::1]/x", "//[2001:db8::1]:80/x", "/[x]",
}

// TestPlaceholders: what a program replaces stays, unless it is asked for.
func TestPlaceholders(t *testing.T) {
	page := func(link string) []byte {
		return []byte(`<a href='` + strings.ReplaceAll(link, "'", "&#39;") + `'><img src="` + strings.ReplaceAll(link, `"`, "&quot;") + `">`)
	}
	opts := engine.Options{Type: engine.HTML, Base: pageURL}
	also := engine.Options{Type: engine.HTML, Base: pageURL, Also: engine.Templates}
	for _, link := range placeholders {
		r := promise.Check(t, page(link), opts)
		for _, ref := range r.References {
			require.Equal(t, []any{engine.Left, reasonPlaceholder}, []any{ref.Status, ref.Reason}, link)
		}
		promise.Check(t, page(link), engine.Options{Type: engine.HTML})
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
	// They need no base: BASE can go.
	r := promise.Check(t, []byte(`<base href=http://b/><a href="{{x}}"><a href=y>`), engine.Options{Type: engine.HTML, DropBase: true})
	require.Equal(t, `<a href="{{x}}"><a href=http://b/y>`, string(r.Output))
}

// TestNoValue: an attribute without a value gets none.
func TestNoValue(t *testing.T) {
	const src = `<base href><a href>x</a><blockquote cite><img src><area href>`
	for _, base := range []string{"", pageURL} {
		r := promise.Check(t, []byte(src), engine.Options{Type: engine.HTML, Base: base})
		require.Equal(t, src, string(r.Output))
		for _, ref := range r.References {
			require.Equal(t, engine.Left, ref.Status)
		}
	}
	r := promise.Check(t, []byte(`<a href=""><a href=''><a href= >`), engine.Options{Type: engine.HTML, Base: pageURL})
	require.Equal(t, `<a href="`+pageURL+`"><a href='`+pageURL+`'><a href= `+pageURL+`>`, string(r.Output))
}
