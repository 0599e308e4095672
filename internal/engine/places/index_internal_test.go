package places

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/htmlscan"
)

// usualNames are common attributes. Few of them have places.
const usualNames = `abbr accept accept-charset accesskey align alink allow alt aria-controls aria-describedby
	aria-expanded aria-hidden aria-label aria-labelledby aria-live as async autocomplete autofocus autoplay
	bgcolor border cellpadding cellspacing charset checked class clear color cols colspan contenteditable
	controls coords crossorigin d data-action data-category data-count data-id data-index data-key data-name
	data-target data-testid data-toggle data-type data-value date datetime defer dir disabled download
	draggable enctype face fetchpriority fill font-size for frameborder headers height hidden hreflang hspace
	http-equiv id inputmode integrity is ismap itemprop itemscope kind label lang language leftmargin
	link loading marginheight marginwidth max maxlength media method min multiple muted name nohref
	nonce noresize noshade novalidate nowrap onblur onchange onclick onerror onfocus onload onmouseout
	onmouseover onsubmit open pattern placeholder playsinline points preload readonly referrerpolicy rel
	required rev role rows rowspan rules sandbox scope scrolling selected shape size sizes slot span
	spellcheck start step stroke stroke-width summary tabindex target text title topmargin
	transform translate type usemap valign version viewBox vlink vspace width wrap x y`

// alike has usual names whose first eight bytes are those of a place. The filter of the scanner
// (htmlscan.Names) looks at no more, so that they pass for nothing.
var alike = map[string]bool{"data-action": true} // data-actualsrc

// TestUsualNamesAreNotWanted: the filter of the scanner lets no usual attribute without a place pass, because
// the scanner would report its tag for nothing.
func TestUsualNamesAreNotWanted(t *testing.T) {
	all, err := ParseGroups(GroupNames())
	require.NoError(t, err)
	tables := newTables(all, nil)
	places := make(map[string]bool)
	for i := range tables.Of {
		for _, a := range tables.Of[i].list {
			places[a.Name] = true
		}
	}
	for _, name := range strings.Fields(usualNames) {
		s := htmlscan.New([]byte("<p " + name + "=x>"))
		s.Want(&tables.Names)
		require.Equal(t, places[name] || alike[name], s.Next().Attrs[0].Wanted, "%s: does a place begin with the same eight bytes? then add this name to alike", name)
	}
}

// TestManyRows: each of many rows is found, and the search for an attribute does not take longer if there are more.
func TestManyRows(t *testing.T) {
	const n = 3_000
	var texts []string
	for i := range n {
		texts = append(texts, fmt.Sprintf("*[data-x%d]", i), fmt.Sprintf("x-%d[data-y]", i), fmt.Sprintf("meta[name=x%d][content]=css", i))
	}
	rows, err := ParseRows(texts)
	require.NoError(t, err)
	tables := For(0, rows)
	require.Same(t, tables, For(0, rows))
	require.NotSame(t, tables, For(Lazy, rows))
	index := &tables.Of[htmlscan.HTML]
	place := func(text, attr string) *Place {
		s := htmlscan.New([]byte(text))
		s.Want(&tables.Names)
		tag := s.Next()
		return index.Attr([]byte(attr)).Place(tag, []byte(text), text[tag.Name.Start:tag.Name.End])
	}
	for i := range n {
		require.Same(t, rows[3*i], place(fmt.Sprintf("<p data-x%d=a>", i), fmt.Sprintf("Data-x%d", i)))
		require.Same(t, rows[3*i+1], place(fmt.Sprintf("<x-%d data-y=a>", i), "data-y"))
	}
	require.Same(t, rows[3*n-1], place(fmt.Sprintf("<meta name=X%d content=a>", n-1), "content"))
	require.Nil(t, index.Attr([]byte("data-z")))
	for _, first := range index.first {
		length := 0
		for i := first; i > 0; i = index.list[i-1].next {
			length++
		}
		require.Less(t, length, 10)
	}
}
