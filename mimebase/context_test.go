package mimebase

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// nested has parts with a base field and parts without one.
const nested = `From: a
Base: <URL:http://out
 er/ex/>
Content-Type: multipart/mixed; boundary=x

--x
Base: <URL:inner/>
Content-Type: text/html

<a href="g">
--x
Content-Type: text/html

<a href="g">
--x
Content-Type: message/rfc822

Content-Base: http://message/a/
Content-Location: doc.html
Content-Type: multipart/alternative; boundary=y

--y
Content-Type: text/html

<a href="g">
--y
Content-Location: thismessage:/x
Content-Type: text/html

<a href="g">
--y--
--x--
`

// TestNested checks the base of every entity of a message.
func TestNested(t *testing.T) {
	twins(t, nested, func(t *testing.T, top *Entity) {
		var got []string
		top.Walk(func(e *Entity) {
			b := e.Context().Establish()
			got = append(got, fmt.Sprintf("%s %s %s %s (%s)", e.Part, e.MediaType, b.Base, b.Layer, b.From))
		})
		require.Equal(t, []string{
			" multipart/mixed http://outer/ex/ encapsulating (Base of the message)",
			"1 text/html http://outer/ex/inner/ encapsulating (Base of part 1)",
			"2 text/html http://outer/ex/ encapsulating (Base of the message)",
			"3 message/rfc822 http://outer/ex/ encapsulating (Base of the message)",
			"3 multipart/alternative http://message/a/ encapsulating (Content-Base of the message in part 3)",
			"3.1 text/html http://message/a/ encapsulating (Content-Base of the message in part 3)",
			"3.2 text/html http://message/a/ encapsulating (Content-Base of the message in part 3)",
		}, got)
	})
}

// TestHeaderBase checks the base of references in header fields. A base field
// is resolved against the fields that are preferred to it.
func TestHeaderBase(t *testing.T) {
	outer := base.NewContext(resolve.RFC1808, base.Source{From: "-b", Value: "http://retrieval/"})
	text := "Content-Location: http://location/\nContent-Base: http://content/\nBase: <URL:http://base/>\n\n"
	top := Parse([]byte(text), outer, Options{})
	for field, want := range map[string]string{
		"Link":             "http://base/ embedded Base of the message",
		"content-location": "http://base/ embedded Base of the message",
		"Content-Base":     "http://base/ embedded Base of the message",
		"Base":             "http://retrieval/ retrieval -b",
	} {
		b := top.HeaderBase(field)
		require.Equal(t, want, fmt.Sprintf("%s %s %s", b.Base, b.Layer, b.From), field)
	}

	top = Parse([]byte(text[:len("Content-Location: http://location/\n")]), outer, Options{})
	require.Equal(t, "http://location/", top.HeaderBase("Link").String())
	require.Equal(t, "http://retrieval/", top.HeaderBase("Content-Location").String())

	top = Parse([]byte(text), outer, Options{BaseFields: []string{"Content-Location"}})
	require.Equal(t, "http://location/", top.HeaderBase("Content-Base").String())
	require.Equal(t, "http://location/", top.Context().Base().String())
}

// TestSources checks how base fields are read.
func TestSources(t *testing.T) {
	for _, c := range []struct{ header, base, reason string }{
		{"Base: <URL:http://a/>\nBase: <URL:http://b/>\n", "http://a/", "a second field of this name"},
		{"Base: \nBase: <URL:http://b/>\n", "", "it has no URL"},
		{"Base: <URL:x/>\n", "", "relative, and no base further out is known"},
		{"Base: http://a/\n", "http://a/", ""},
		{"Base: =?utf-8?q?=3CURL:http://a/=3E?=\n", "http://a/", ""},
		{"Content-Location: =?us-ascii?Q?http:/?=\n =?us-ascii?Q?/a/b%20c?=\n", "http://a/b%20c", ""},
		{"Content-Location: =?unknown-8bit?Q?http://a/?= b/\n", "http://a/b/", ""},
		{"Content-Location: =?gb2312?Q?http://a/=D6=D0/?=\n", "http://a/中/", ""},
		{"Content-Location: =?x-none?Q?http://a/?=\n", "", "an encoded word that cannot be decoded"},
		{"Content-Location: http://a/=?utf-8?Q?=ZZ?=\n", "", "an encoded word that cannot be decoded"},
		{"Content-Location: mailto:a@b\n", "", "cannot be a base"},
		{"Content-Location: thismessage:/a\n", "", "URLs of this scheme cannot be a base"},
		{"Base: <URL:ThisMessage:/>\nContent-Base: thismessage:/\nContent-Location: http://a/\n", "http://a/", "URLs of this scheme cannot be a base"},
	} {
		twins(t, c.header+"\n", func(t *testing.T, top *Entity) {
			e := top.Context().Establish()
			require.Equal(t, c.base, e.Base.String(), c.header)
			var reasons []string
			for _, candidate := range e.Candidates() {
				reasons = append(reasons, candidate.Text())
			}
			require.Contains(t, strings.Join(reasons, ", "), c.reason, c.header)
		})
	}
}

// TestManyFields: only a few of the repeated fields are reported.
func TestManyFields(t *testing.T) {
	top := parse(t, "Base: <URL:http://a/>\n"+strings.Repeat("Base: <URL:http://b/>\n", 10)+"Content-Base: http://c/\n\n", Options{})
	var froms []string
	for _, c := range top.Context().Establish().Candidates() {
		froms = append(froms, c.From)
	}
	require.Equal(t, append(slices.Repeat([]string{"Base of the message"}, 1+maxIgnored), "Content-Base of the message"), froms)
}

// TestSecondBaseField checks that two base fields of one name are noted if their URLs differ.
func TestSecondBaseField(t *testing.T) {
	t.Parallel()
	for header, notes := range map[string]int{
		"Content-Base: http://a/\nContent-Base: http://b/\nContent-Base: http://c/\n": 1,
		"Content-Base: http://a/\nContent-Base: \"http://a/\"\n":                      0,
		"Base: <URL:http://a/>\nContent-Base: http://b/\n":                            0,
	} {
		e := parse(t, header+"\ntext", Options{})
		require.Len(t, e.Notes, notes, header)
		if notes > 0 {
			require.Equal(t, "1", e.Notes[0].Part)
			require.Equal(t, "a second Content-Base field has another URL: the first field counts", e.Notes[0].Text)
		}
	}
}
