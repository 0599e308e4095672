package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// formatCases are documents of formats that are no feeds, and of exports: "^" is where http://h/d/ is written. contents
// are the documents that name the pages of a manual.
var formatCases = []struct {
	name, text string
	contents   bool
}{
	{"Eclipse help", `<toc label="l" topic="^a.html" link_to="^t.xml#x"><topic href="^b.html#x" label="l"><link toc="^u.xml"/></topic></toc>`, true},
	{"another toc", `<toc xmlns="http://x/" topic="a"><topic href="b"/></toc>`, false},
	{"Qt Help", `<QtHelpProject><toc><section title="t" ref="^a.html"/></toc><keyword name="n" id="i" ref="^a.html#x"/><file>^a.html</file><file>*.png</file><file>i/*</file></QtHelpProject>`, true},
	{"JavaHelp helpset", `<!DOCTYPE helpset PUBLIC "-//Sun Microsystems Inc.//DTD JavaHelp HelpSet Version 2.0//EN" "http://java.sun.com/products/javahelp/helpset_2_0.dtd">` +
		`<helpset><mapref location="^m.jhm"/><data>^t.xml</data><data engine="e">Search</data><subhelpset location="^b.hs"/><homeID>x</homeID></helpset>`, true},
	{"JavaHelp map", `<map version="1.0"><mapID target="t" url="^a.html"/></map>`, true},
	{"Devhelp", `<book xmlns="http://www.devhelp.net/book" name="n" link="^a.html" online="http://x/"><sub name="s" link="^b.html"/><keyword name="k" link="^b.html#k"/></book>`, true},
	{"Devhelp with a folder elsewhere", `<book xmlns="http://www.devhelp.net/book" base="/usr/share/doc/x" link="a.html"><sub link="b.html"/></book>`, false},
	{"another book", `<book link="a"><sub link="b"/></book>`, false},
	{"content package", `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="a"><item identifierref="r"/><resource identifier="r" href="^a.html"><file href="^a.html"/></resource></manifest>`, true},
	{"content package of SCORM 1.2", `<manifest xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"><resources xml:base="^c/"><file href="^c/a.html"/></resources></manifest>`, true},
	{"Common Cartridge", `<m:manifest xmlns:m="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1"><m:file href="^a.html"/></m:manifest>`, true},
	{"another manifest", `<manifest><file href="a"/><resource href="b"/></manifest>`, false},
	{"Tin Can", `<tincan xmlns="http://projecttincan.com/tincan.xsd"><activity id="u"><name>n</name><launch lang="en">^a.html</launch></activity></tincan>`, true},
	{"package document", `<package xmlns="http://www.idpf.org/2007/opf"><item href="^a.xhtml"/></package>`, true},
	{"media overlay", `<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" xmlns:x="http://x/"><body epub:textref="^a.xhtml" textref="x"><seq epub:textref="^a.xhtml#s" x:textref="x"><text src="^a.xhtml#p" x:src="y"/></seq></body></smil>`, false},
	{"XSPF", `<playlist version="1" xmlns="http://xspf.org/ns/0/"><info>^i</info><license>^l</license><track><location>^a.mp3</location><identifier>x</identifier><image>^i.png</image><link rel="r">^p</link><title>t</title></track></playlist>`, false},
	{"XSLT", `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="^a.xsl"/><xsl:include href="^b.xsl"/><xsl:result-document href="x"/></xsl:stylesheet>`, false},
	{"XSLT with XHTML", `<t:transform xmlns:t="http://www.w3.org/1999/XSL/Transform" xmlns="http://www.w3.org/1999/xhtml"><p><a href="{@x}"/><a href="y/{@x}"/><img src="^i.png" style="background: url({$b})"/></p></t:transform>`, false},
	{"browserconfig", `<browserconfig><msapplication><tile><square70x70logo src="^a.png"/><wide310x150logo src="^b.png"/><TileImage src="^c.png"/></tile><badge><polling-uri src="^d.xml"/></badge><notification><polling-uri2 src="^e.xml"/></notification></msapplication></browserconfig>`, false},
	{"OpenSearch", `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/" xmlns:moz="http://www.mozilla.org/2006/browser/search/"><Image>^f.ico</Image><Url template="^s?q={searchTerms}&amp;p={startPage?}"/><Url template="{x}"/><moz:SearchForm>^s</moz:SearchForm></OpenSearchDescription>`, false},
	{"ENEX", `<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export3.dtd"><en-export><note><title>x</title><content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note><a href="^a?b&amp;c">x</a><en-media hash="h"/><a href="#x">y</a></en-note>]]></content><note-attributes><source-url>^s</source-url></note-attributes></note></en-export>`, false},
}

func TestFormats(t *testing.T) {
	for _, c := range formatCases {
		t.Run(c.name, func(t *testing.T) {
			src := strings.NewReplacer("^c/a", "a", "^", "").Replace(c.text)
			r := promise.Check(t, []byte(src), engine.Options{Type: detect.XML, Base: pageURL})
			require.Equal(t, strings.ReplaceAll(c.text, "^", "http://h/d/"), string(r.Output))
			promise.Check(t, []byte(src), engine.Options{Type: detect.XML})

			opts := engine.Options{Type: detect.XML, Base: pageURL, Moves: []engine.Move{{From: "http://h/d/", To: "https://new.example/"}}}
			promise.CheckMoved(t, []byte(src), opts)
			moved, _ := promise.CheckMoved(t, r.Output, opts)
			require.Equal(t, strings.ReplaceAll(c.text, "^", "https://new.example/"), string(moved.Output))

			rw, err := engine.New(engine.Options{Type: detect.XML})
			require.NoError(t, err)
			contents := false
			rw.VisitDocuments(engine.Piece{Source: []byte(src)}, func(d *engine.Document) bool {
				contents = d.IsContents
				return false
			})
			require.Equal(t, c.contents, contents)
		})
	}
}

// TestHelpContents reads the pages that the contents and the index of HTML Help name.
func TestHelpContents(t *testing.T) {
	src := `<UL><LI><OBJECT type="text/sitemap"><param name="Name" value="n"><param name="Local" value="^a.htm#x"><param name="ImageNumber" value="1"></OBJECT></UL>`
	r := promise.Check(t, []byte(strings.ReplaceAll(src, "^", "")), engine.Options{Type: detect.HTML, Base: pageURL})
	require.Equal(t, strings.ReplaceAll(src, "^", "http://h/d/"), string(r.Output))
}

// TestUnreadHTML: a note names the place that reads the HTML in XML of a format that is not known.
func TestUnreadHTML(t *testing.T) {
	const html, link = `&lt;p>&lt;a href="x">y&lt;/a>`, `&lt;p&gt;&lt;img src=&quot;x&quot;&gt;`
	for src, row := range map[string]string{
		`<posts><row Id="1" Body="` + link + `"/><row Body="` + link + `"/></posts>`:                     `row[Body]=html`,
		`<d xmlns="http://x/"><m/><m> ` + html + `</m></d>`:                                              `m=html`,
		`<d xmlns="http://x/"><m><![CDATA[<DIV><a href="x">y</a></DIV>]]></m></d>`:                       `m=html`,
		`<d><m>` + html + `</m>` + strings.Repeat(`<m xlink:href="y">z</m>`, 60000) + `</d>`:             `m=html`,
		`<d><m>&lt;p>no link&lt;/p></m><m>&lt;x href="x"></m><m>a ` + html + `</m></d>`:                  "",
		`<article><programlisting>` + html + `</programlisting></article>`:                               "",
		`<html xmlns="http://www.w3.org/1999/xhtml"><pre>` + html + `</pre><p t="` + link + `"/></html>`: "",
		`<d><m/>` + html + `</d>`:                           "",
		`<rss><channel><x>` + html + `</x></channel></rss>`: "",
	} {
		notes := func(opts engine.Options) (texts []string) {
			rw, err := engine.New(opts)
			require.NoError(t, err)
			plan := rw.Visit([]byte(src), engine.Visitor{})
			for _, n := range plan.Notes {
				if n.Code == engine.UnreadHTML {
					texts = append(texts, n.Text)
				}
			}
			return texts
		}
		if row == "" {
			require.Empty(t, notes(engine.Options{Type: detect.XML}), src)
			continue
		}
		require.Equal(t, []string{"HTML in it is not read: --place '" + row + "' reads it"}, notes(engine.Options{Type: detect.XML}))
		rows, err := engine.ParsePlaces([]string{row})
		require.NoError(t, err)
		opts := engine.Options{Type: detect.XML, Base: pageURL, Places: rows}
		require.Empty(t, notes(opts))
		require.Contains(t, string(promise.Check(t, []byte(src), opts).Output), "http://h/d/x")
	}
}
