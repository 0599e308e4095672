package engine_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/mimebase"
)

// oracleAttrs says which attributes of which elements hold URLs: section A of
// the project's list of places, written down a second time, by element.
var oracleAttrs = map[string]string{
	"a": "href attributionsrc*", "area": "href", "link": "href", "base": "href",
	"img":    "src lowsrc dynsrc longdesc attributionsrc*",
	"script": "src attributionsrc*", "iframe": "src longdesc", "frame": "src longdesc",
	"input": "src dynsrc formaction", "button": "formaction", "embed": "src pluginspage href",
	"audio": "src poster", "video": "src poster", "source": "src", "track": "src",
	"form": "action", "isindex": "action",
	"blockquote": "cite", "q": "cite", "ins": "cite", "del": "cite",
	"object": "data", "body": "background", "table": "background", "tr": "background",
	"td": "background", "th": "background", "thead": "background", "tbody": "background",
	"tfoot": "background", "head": "profile*", "html": "manifest",
	"command": "icon", "menuitem": "icon", "bgsound": "src", "layer": "src background",
	"ilayer": "src background", "fig": "src", "overlay": "src", "xml": "src",
	"model": "src", "portal": "src", "fencedframe": "src",
}

// A sighting is a reference in a form that the oracle and we both report.
type sighting struct{ element, attr, text string }

// oracle lists the references that the tree of golang.org/x/net/html holds, in
// tree order.
func oracle(t testing.TB, doc []byte) []sighting {
	root, err := html.ParseWithOptions(bytes.NewReader(doc), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	var all []sighting
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Namespace == "" {
			all = append(all, elementSightings(n)...)
		}
	}
	return all
}

func elementSightings(n *html.Node) []sighting {
	var all []sighting
	seen := make(map[string]bool)
	for _, a := range n.Attr {
		list := strings.Contains(" "+oracleAttrs[n.Data]+" ", " "+a.Key+"* ")
		url := a.Key == "itemid" || list || strings.Contains(" "+oracleAttrs[n.Data]+" ", " "+a.Key+" ")
		if !url || seen[a.Key] {
			continue
		}
		seen[a.Key] = true
		values := []string{a.Val}
		if list {
			values = strings.FieldsFunc(a.Val, func(c rune) bool { return strings.ContainsRune(" \t\n\f\r", c) })
		}
		for _, v := range values {
			v = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.Trim(v, " \t\n\f\r"))
			all = append(all, sighting{n.Data, a.Key, v})
		}
	}
	return all
}

// sectionA reports whether the oracle looks at the attribute.
func sectionA(element, attr string) bool {
	for _, a := range strings.Fields(oracleAttrs[element] + " itemid") {
		if strings.TrimSuffix(a, "*") == attr {
			return true
		}
	}
	return false
}

func ours(t testing.TB, doc []byte) []sighting {
	rw, err := engine.New(engine.Options{Type: detect.HTML})
	require.NoError(t, err)
	var all []sighting
	rw.References(doc, func(r *engine.Reference) {
		if sectionA(r.Element, r.Attr) {
			all = append(all, sighting{r.Element, r.Attr, string(r.Text)})
		}
	})
	return all
}

// htmlDocuments returns the pages of the corpus and the HTML parts of its
// mail, decoded.
func htmlDocuments(t testing.TB) []corpus.File {
	docs := corpus.Files(t, "pages")
	for i, f := range docs {
		if strings.HasSuffix(f.Name, ".gz") {
			zr, err := gzip.NewReader(bytes.NewReader(f.Data))
			require.NoError(t, err)
			docs[i].Data, err = io.ReadAll(zr)
			require.NoError(t, err)
		}
	}
	for _, f := range corpus.Files(t, "mail") {
		mimebase.Parse(f.Data, nil, mimebase.Options{}).Walk(func(e *mimebase.Entity) {
			if v, _ := e.Decode(); e.IsLeaf() && e.MediaType == "text/html" {
				docs = append(docs, corpus.File{Name: f.Name + " part " + e.Part, Data: v})
			}
		})
	}
	return docs
}

// oracleDifferences explains where the tree of golang.org/x/net/html and we
// differ. An entry that no longer differs fails the test.
var oracleDifferences = map[string]string{}

func TestReferencesAreThoseOfTheTree(t *testing.T) {
	docs := htmlDocuments(t)
	references, met := 0, 0
	for _, d := range docs {
		want, got := oracle(t, d.Data), ours(t, d.Data)
		if reason := oracleDifferences[d.Name]; reason != "" {
			require.NotEqual(t, want, got, "%s: no longer differs: take it off the list", d.Name)
			met++
			continue
		}
		require.Equal(t, want, got, d.Name)
		references += len(got)
	}
	require.Equal(t, len(oracleDifferences), met, "documents on the list that are not there")
	require.Greater(t, references, 10000)
	t.Logf("%d documents, %d references the same, %d documents differ for a reason", len(docs), references, met)
}
