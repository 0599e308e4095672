//go:build unix

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// reported is the number of references of the large report. Some of them are absolute, and
// some have no base.
const (
	reported       = 10_000
	absoluteEvery  = 7
	perMessage     = 50
	baselessEvery  = 4 // messages
	reportedBoxes  = reported / perMessage
	pageOfRows     = 100
	pageOfArticles = 25
)

// manyMessages returns messages with all those references.
func manyMessages() []string {
	var all []string
	n := 0
	for i := range reportedBoxes {
		var b strings.Builder
		if i%baselessEvery != 0 {
			fmt.Fprintf(&b, "Base: <URL:http://h%d.example/>\n", i)
		}
		b.WriteString("Content-Type: text/html\n\n")
		for range perMessage {
			prefix := ""
			if n%absoluteEvery == 0 {
				prefix = "http://elsewhere.example/"
			}
			fmt.Fprintf(&b, "<a href=%spage-%05d>x</a>\n", prefix, n)
			n++
		}
		all = append(all, b.String())
	}
	return all
}

// TestBrowserReport opens a report of many references from its file, filters and
// sorts it, and turns its pages.
func TestBrowserReport(t *testing.T) {
	b := start(t)
	tab := openReport(t, b, reportFile(t, manyMessages()))
	v := tab.see(t, "")
	require.Equal(t, "1 to 100 of 10,000 links.", v.References)
	require.Equal(t, "1 to 25 of 200 documents and parts.", v.Documents)
	require.Len(t, v.Rows, pageOfRows)
	require.Len(t, v.Articles, pageOfArticles)
	require.Equal(t, []string{"First", "Previous"}, v.Disabled)
	require.Contains(t, v.Articles[1], "all.mboxmessage2part1text/html")
	require.Contains(t, v.Articles[1], "Headerofthemessage")

	t.Run("pages", func(t *testing.T) { turnReport(t, tab) })
	t.Run("filters", func(t *testing.T) { filterReport(t, tab) })
	t.Run("sorts", func(t *testing.T) { sortReport(t, tab) })
	t.Run("keyboard", func(t *testing.T) { typeReport(t, tab) })
	t.Run("counts", func(t *testing.T) { countReport(t, tab) })
	t.Run("groups", func(t *testing.T) { groupReport(t, tab) })
	t.Run("address", func(t *testing.T) { addressReport(t, b, tab) })

	v = tab.see(t, "")
	require.Empty(t, v.Forbidden)
	require.Empty(t, v.Loaded)
	require.Empty(t, b.askedByReport())
}

func turnReport(t *testing.T, tab *tab) {
	v := tab.see(t, `click("#references > .pager", "Next")`)
	require.Equal(t, "101 to 200 of 10,000 links.", v.References)
	var first []int // the references without a base come first
	for n := range reported {
		if n/perMessage%baselessEvery == 0 && n%absoluteEvery != 0 {
			first = append(first, n)
		}
	}
	require.Equal(t, fmt.Sprintf("page-%05d", first[pageOfRows]), v.Rows[0][reportBefore])
	require.Equal(t, "unresolved", v.Rows[0][reportStatus])
	v = tab.see(t, `click("#references > .pager", "Last")`)
	require.Equal(t, "9,901 to 10,000 of 10,000 links.", v.References)
	require.Equal(t, []string{"Next", "Last"}, v.Disabled)
	require.Equal(t, v, tab.see(t, `click("#references > .pager", "Next")`), "there is no next page")
	v = tab.see(t, `set("rows", "2000")`)
	require.Len(t, v.Rows, 2000)
	v = tab.see(t, `set("rows", "100"); click("#documents .pager", "Last")`)
	require.Equal(t, "176 to 200 of 200 documents and parts.", v.Documents)
	v = tab.see(t, `set("doc", "H7.")`)
	require.Equal(t, "1 to 1 of 1 document or part, 200 in all.", v.Documents)
	require.Contains(t, v.Articles[0], "all.mboxmessage8part1text/html")
	v = tab.see(t, `set("doc", "nowhere")`)
	require.Equal(t, "No documents and parts, 200 in all.", v.Documents)
	tab.see(t, `set("doc", "")`)
}

func filterReport(t *testing.T, tab *tab) {
	v := tab.see(t, `count("Absolute already")`)
	require.Equal(t, "1 to 100 of 1,429 links, 10,000 in all.", v.References)
	for i, r := range v.Rows {
		require.Equal(t, []string{"absolute already", fmt.Sprintf("http://elsewhere.example/page-%05d", i*absoluteEvery), "stays"}, r[reportStatus:reportWhy])
	}
	v = tab.see(t, `set("text", "PAGE-0007")`)
	require.Equal(t, []string{"http://elsewhere.example/page-00070", "http://elsewhere.example/page-00077"}, v.column(reportBefore))
	v = tab.see(t, `click("#references .controls", "Clear"); set("text", "no base URL is known"); set("group", "status")`)
	unresolved := 0
	for n := range reported {
		if n/perMessage%baselessEvery == 0 && n%absoluteEvery != 0 {
			unresolved++
		}
	}
	require.Equal(t, "1 to 100 of "+thousands(unresolved)+" links, 10,000 in all.", v.References)
	require.Equal(t, []string{"unresolved " + thousands(unresolved)}, v.Groups)
	v = tab.see(t, `set("group", ""); set("text", "no base URL is unknown")`)
	require.Equal(t, "No links, 10,000 in all.", v.References)
	require.Empty(t, v.Rows)
	v = tab.see(t, `click("#references .controls", "Clear")`)
	require.Equal(t, "1 to 100 of 10,000 links.", v.References)

	// The full name of a document selects that document, not all whose names contain it.
	v = tab.see(t, `set("in", "all.mbox message 3 part 1")`)
	require.Equal(t, "1 to 50 of 50 links, 10,000 in all.", v.References)
	v = tab.see(t, `set("in", "message 3")`)
	require.Equal(t, "1 to 100 of 550 links, 10,000 in all.", v.References)
	v = tab.see(t, `set("text", "x"); click("article:nth-of-type(2)", "Its links")`)
	require.Equal(t, "1 to 50 of 50 links, 10,000 in all.", v.References)
	require.Equal(t, "references-title", v.Focus)
	require.Contains(t, v.Rows[0][reportPlace], "all.mbox message 2 ")
	tab.see(t, `click("#references .controls", "Clear")`)
}

func sortReport(t *testing.T, tab *tab) {
	v := tab.see(t, `click("#reference-table th[data-column=before]", "Before")`)
	require.Equal(t, []string{"before ascending"}, v.Sorted)
	require.Equal(t, "http://elsewhere.example/page-00000", v.Rows[0][reportBefore])
	require.IsIncreasing(t, v.column(reportBefore))
	v = tab.see(t, `click("#reference-table th[data-column=before]", "Before")`)
	require.Equal(t, []string{"before descending"}, v.Sorted)
	require.Equal(t, "page-09999", v.Rows[0][reportBefore])
	require.IsDecreasing(t, v.column(reportBefore))
	v = tab.see(t, `click("#reference-table th[data-column=status]", "Status")`)
	require.Equal(t, []string{"status ascending"}, v.Sorted)
	require.Equal(t, "http://elsewhere.example/page-00000", v.Rows[0][reportBefore])
	require.IsIncreasing(t, v.column(reportBefore), "what is equal stays in order")
	v = tab.see(t, `click("#reference-table th[data-column=after]", "After"); click("#reference-table th[data-column=after]", "After")`)
	require.IsDecreasing(t, v.column(reportAfter)[:40])
	v = tab.see(t, `click("#reference-table th[data-column=place]", "Document"); click("#reference-table th[data-column=place]", "Document")`)
	require.Contains(t, v.Rows[0][reportPlace], "all.mbox message 200 ")
	v = tab.see(t, `count("Made absolute")`)
	require.Equal(t, []string{"place descending"}, v.Sorted, "a filter keeps the order")
	require.Contains(t, v.Rows[0][reportPlace], "all.mbox message 200 ")
	whole, _, _ := strings.Cut(tab.address(t), "#")
	tab.load(t, whole)
	require.Empty(t, tab.see(t, "").Sorted)
}

// typeReport uses the report by keys only.
func typeReport(t *testing.T, tab *tab) {
	key := func(name, text string) {
		for _, kind := range []string{"keyDown", "keyUp"} {
			params := map[string]any{"type": kind, "key": name, "code": name, "text": text}
			if name == "Enter" || name == "Tab" {
				params["windowsVirtualKeyCode"] = map[string]int{"Enter": 13, "Tab": 9}[name]
			}
			require.NoError(t, tab.Call("Input.dispatchKeyEvent", params, nil))
		}
	}
	tab.see(t, `get("text").focus()`)
	require.NoError(t, tab.Call("Input.insertText", map[string]any{"text": "page-01234"}, nil))
	v := tab.see(t, "")
	require.Equal(t, []string{"page-01234"}, v.column(reportBefore))
	key("Tab", "")
	require.Equal(t, "in", tab.see(t, "").Focus)
	key("Tab", "")
	require.Equal(t, "group", tab.see(t, "").Focus)
	key("Tab", "")
	key("Tab", "")
	require.Equal(t, "clear", tab.see(t, "").Focus)
	key("Enter", "\r")
	require.Equal(t, "1 to 100 of 10,000 links.", tab.see(t, "").References)
}
