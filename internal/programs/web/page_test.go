//go:build unix

package web

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// press presses a key.
func (p *page) press(t testing.TB, key string, modifiers ...int) {
	t.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, " ": 32, "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40, "Home": 36, "End": 35}
	text := map[string]string{"Enter": "\r", " ": " "}[key]
	bits := 0
	for _, m := range modifiers {
		bits |= m
	}
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "key": key, "code": strings.ReplaceAll(key, " ", "Space"), "windowsVirtualKeyCode": codes[key], "modifiers": bits}
		if kind == "keyDown" && text != "" {
			params["text"] = text
		}
		require.NoError(t, p.Call("Input.dispatchKeyEvent", params, nil))
	}
}

// focus returns the id of the focused element, or its text.
func (p *page) focus(t testing.TB) string {
	t.Helper()
	return p.text(t, `document.activeElement.id || document.activeElement.value || document.activeElement.textContent`)
}

// bare is a page without a base.
const bare = "<a href=../y>y</a> <a href='#z'>z</a> <a href=https://other.example/>other</a>\n"

// uses are what a visitor does with the page. Each leaves the settings as they were at first.
var uses = []struct {
	name string
	do   func(*testing.T, *page)
}{
	{"example", useExample},
	{"settings", useSettings},
	{"archives", useArchives},
	{"filters", useFilters},
	{"paste", usePaste},
	{"drop", useDrop},
	{"faults", useFaults},
	{"download", useDownload},
}

// TestPage uses the page as a visitor does.
func TestPage(t *testing.T) {
	b := start(t)
	for kind, url := range map[string]string{"file": b.fileURL(), "server": b.url} {
		t.Run(kind, func(t *testing.T) {
			p := b.open(t, url)
			for _, use := range uses { // in this order
				require.True(t, t.Run(use.name, func(t *testing.T) { use.do(t, p) }))
			}
			v := p.see(t)
			require.Empty(t, v.Forbidden)
			require.Empty(t, v.Loaded)
		})
	}
	b.requireSilent(t)
}

func useExample(t *testing.T, p *page) {
	p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
	v := p.see(t)
	require.Equal(t, "7 of 13 links were made absolute.", v.Title)
	require.Equal(t, "6 places changed, 203 bytes more. Every other byte is the same.", v.Note)
	require.Equal(t, v.Title+" "+v.Note, v.Status, "the result is announced")
	require.False(t, v.Needed)
	require.Equal(t, []string{"Links 13", "Changes 6", "Base 3", "Remarks 0"}, v.Tabs)
	require.Equal(t, "Download walking-club.absolute.eml", v.Download)
	require.Equal(t, "hrefix abs walking-club.eml > walking-club.absolute.eml", v.Command)
	require.Contains(t, v.Links[1], "programme.html?day=9&all=1→after: https://walks.example/news/may/programme.html?day=9&all=1Made absolute")
	require.Contains(t, v.Bases[2], "part 2 text/html base https://maps.example/routes/2026/In the document 3.1")
	p.do(t, `document.querySelector("input[value=decoded]").click()`)
	v = p.see(t)
	require.Len(t, v.Edits, 7)
	require.Equal(t, "part 2, line 3, base64<p><a href=\"ridge.gpx\">The ridge</a>, <a href=\" removed .. end  added https://maps.example/routes end /2025/lake.gpx\">the lake</a>,", v.Edits[6])
	p.do(t, `document.querySelector("input[value=edits]").click()`)
	require.Len(t, p.see(t).Edits, 6)
}

func useSettings(t *testing.T, p *page) {
	name := p.b.write(t, "bare.html", []byte(bare))
	p.choose(t, name)
	v := p.see(t)
	require.Equal(t, "These links need an address.", v.Title)
	require.Equal(t, "Give the address that the file came from.", v.Note)
	require.True(t, v.Needed)
	require.Equal(t, "Needed: the file does not say where it came from.", p.text(t, `get("base-help").textContent`))
	require.Empty(t, v.Download, "nothing has changed")
	require.True(t, p.is(t, `escapeHidden("\t") === "⇥" && escapeHidden("\u202e") === "\\u202e"`))
	p.set(t, `set("base", "https://h.example/a/b/c.html")`)
	v = p.see(t)
	require.Equal(t, "2 of 3 links were made absolute.", v.Title)
	require.False(t, v.Needed)
	require.Equal(t, "Download bare.absolute.html", v.Download)
	require.Contains(t, v.Links[0], "https://h.example/a/y")
	require.Equal(t, "hrefix abs --base https://h.example/a/b/c.html bare.html > bare.absolute.html", v.Command)
	p.set(t, `set("fragments", "keep")`)
	require.Equal(t, "1 of 3 links was made absolute.", p.see(t).Title)
	p.set(t, `set("base", "https://h.example?q")`)
	require.Contains(t, p.see(t).Links[0], "https://h.example/../y", "as RFC 1808 has it")
	p.set(t, `set("dialect", "whatwg")`)
	require.Contains(t, p.see(t).Links[0], "https://h.example/y")
	require.Contains(t, p.see(t).Command, "--dialect whatwg --fragments keep")
	p.set(t, `check("input[value=pin]")`)
	v = p.see(t)
	require.Equal(t, "The base is in the document now.", v.Title)
	require.Contains(t, v.Edits[0], `<base href="https://h.example/?q">`)
	p.set(t, `set("base", "nonsense")`)
	v = p.see(t)
	require.Contains(t, v.Problem, "This address cannot be used.")
	require.True(t, v.Hidden)
	require.True(t, p.is(t, `get("base").getAttribute("aria-invalid") === "true" && get("base-error").textContent !== ""`))
	p.set(t, `set("base", ""); check("input[value=abs]"); set("fragments", "auto"); set("dialect", "rfc1808")`)
	require.Empty(t, p.see(t).Problem)
	require.False(t, p.is(t, `get("base").hasAttribute("aria-invalid")`))

	// Another file does not get the address of this one, and the same file does.
	p.set(t, `set("base", "http://h.example/a/b/"); set("type", "html")`)
	require.Contains(t, p.see(t).Links[0], "base from your address")
	p.choose(t, p.b.write(t, "bare.html", []byte(bare)))
	require.Equal(t, "2 of 3 links were made absolute.", p.see(t).Title)
	p.choose(t, p.b.write(t, "other.html", []byte(bare)))
	require.Equal(t, "These links need an address.", p.see(t).Title)
	require.True(t, p.is(t, `get("base").value === "" && get("type").value === "auto"`))

	// The same end of a long link is left out before and after.
	p.choose(t, p.b.write(t, "long.html", []byte("<base href=http://h.example/><a href='"+strings.Repeat("x", 5000)+"'>")))
	require.True(t, p.is(t, `document.querySelectorAll("#panel-links del").length === 0 && document.querySelectorAll("#panel-links ins").length === 1`))

	// An archive of files gets the address of its top folder.
	for _, s := range madeSamples(t) {
		if s.name == "site.zip" {
			p.choose(t, p.b.write(t, s.name, s.content))
		}
	}
	require.Contains(t, p.see(t).Tabs, "Base 4")
	p.set(t, `set("base", "http://h.example/a/b/")`)
	v = p.see(t)
	require.Contains(t, v.Command, "--root http://h.example/a/b/=site.zip site.zip")
	require.Contains(t, v.Links[0], "a.html, line 1")
	p.set(t, `check("input[value=rel]")`)
	v = p.see(t)
	require.Contains(t, v.Title, "are relative now")
	require.Contains(t, strings.Join(v.Links, "\n"), "http://h.example/a/b/c.html→after: c.htmlMade relative")
	p.set(t, `set("base", ""); check("input[value=abs]")`)
}

// useArchives checks what the page says of files whose documents change, and more with them.
func useArchives(t *testing.T, p *page) {
	const plain, inside = "Only the marked bytes differ between a document in your file and in the result.", "Every other byte of the documents in it is the same."
	for name, want := range map[string]struct{ note, difference string }{
		"page.html":    {"Every other byte is the same.", plain},
		"page.html.gz": {inside, plain},
		"site.zip":     {inside, plain},
		"site.tar":     {inside, plain},
		"crawl.warc": {"Each page that changes follows as a new record. Every record of your file stays as it is.",
			"Only the marked bytes differ between a page in your file and its new record."},
	} {
		samples := madeSamples(t)
		i := slices.IndexFunc(samples, func(s sample) bool { return s.name == name })
		require.NotEqual(t, -1, i, name)
		p.choose(t, p.b.write(t, name, samples[i].content))
		v := p.see(t)
		require.True(t, strings.HasSuffix(v.Note, " more. "+want.note), "%s: %s", name, v.Note)
		require.Equal(t, want.difference, v.Difference, name)
		require.NotEmpty(t, v.Download, name)
	}
	p.choose(t, p.b.write(t, "same.html", []byte("<a href=http://h.example/>x</a>")))
	v := p.see(t)
	require.Equal(t, []any{"Nothing to do: no link is relative.", "The result is the same as your file, byte for byte.", "", false}, []any{v.Title, v.Note, v.Download, v.Needed})
	const about, response = "1 0 x\nURL IP-address Archive-date Content-type Archive-length\n", "HTTP/1.0 200 OK\nContent-Type: text/html\n\n" + bare
	arc := fmt.Sprintf("filedesc://x.arc 0.0.0.0 20240501120000 text/plain %d\n%s\nhttp://h.example/ 0.0.0.0 20240501120000 text/html %d\n%s\n",
		len(about), about, len(response), response)
	p.choose(t, p.b.write(t, "crawl.arc", []byte(arc)))
	v = p.see(t)
	require.Equal(t, "An ARC file cannot have new records for the pages that change.The command hrefix can replace its records: see its flag --replace.", v.Problem)
	require.True(t, v.Hidden)
}

// TestSight checks that a phone shows the results of a file, or the address that they need, without scrolling, and does not
// scroll when a setting changes or somebody types.
func TestSight(t *testing.T) {
	b := start(t)
	p := b.open(t, b.fileURL())
	p.use(t, screen{"phone", 390, 844, 1, "light"})
	top := func(id string) (y int) {
		t.Helper()
		require.NoError(t, p.Evaluate(quote(t, `Math.round(get(%s).getBoundingClientRect().top)`, []any{id}), &y))
		return y
	}
	require.Less(t, top("choose"), 844-44, "the button is on the first screen")
	p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
	require.Less(t, top("results-title"), 60)
	require.GreaterOrEqual(t, top("results-title"), 0)
	require.Less(t, top("tab-links"), 400)
	p.do(t, `scrollTo(0, 0)`)
	p.set(t, `set("dialect", "whatwg")`)
	require.Greater(t, top("results-title"), 400, "a setting")
	p.choose(t, b.write(t, "bare.html", []byte(bare)))
	require.Less(t, top("base"), 200)
	require.GreaterOrEqual(t, top("base"), 0)
	require.Less(t, top("results-title"), 400)
	p.do(t, `get("base").value = "http://h.example/"; get("settings").requestSubmit()`)
	wait(t, time.Minute, "the results", func() bool { return p.see(t).Title == "2 of 3 links were made absolute." })
	require.Less(t, top("results-title"), 400, "asked for by Enter")
	p.do(t, `get("paste").click(); scrollTo(0, 0)`)
	p.after(t, time.Minute, func() {
		require.NoError(t, p.Call("Input.insertText", map[string]any{"text": "<base href=http://h.example/><a href=x>"}, nil))
	})
	require.GreaterOrEqual(t, top("text"), 0, "somebody types")
}

func useFilters(t *testing.T, p *page) {
	var doc strings.Builder
	doc.WriteString("<base href=http://h.example/>")
	for i := range 1000 {
		prefix := ""
		if i%7 == 0 {
			prefix = "http://elsewhere.example/"
		}
		fmt.Fprintf(&doc, "<a href=%spage-%04d>\n", prefix, i)
	}
	p.choose(t, p.b.write(t, "many.html", []byte(doc.String())))
	rangeText := func() string { return p.text(t, `document.querySelector("#panel-links .range").textContent`) }
	page := func(name string) {
		p.do(t, `[...document.querySelectorAll("#panel-links .pager button")].find((b) => b.textContent === %s).click()`, name)
	}
	require.Equal(t, "1 to 50 of 1,001 links.", rangeText())
	page("Previous")
	require.Equal(t, "1 to 50 of 1,001 links.", rangeText())
	page("Next")
	require.Equal(t, "51 to 100 of 1,001 links.", rangeText())
	page("Last")
	require.Equal(t, "1,001 to 1,001 of 1,001 links.", rangeText())
	p.do(t, `document.querySelector("#statuses .absolute").click()`)
	require.Equal(t, "1 to 50 of 144 links.", rangeText())
	p.do(t, `get("find").value = "PAGE-000"; get("find").dispatchEvent(new Event("input"))`)
	require.Equal(t, "2 links.", rangeText())
	p.do(t, `document.querySelector("#statuses button").click()`)
	require.Equal(t, "10 links.", rangeText())
	p.do(t, `get("find").value = "nowhere"; get("find").dispatchEvent(new Event("input"))`)
	require.Equal(t, "No links.", rangeText())
	p.do(t, `get("find").value = ""; get("find").dispatchEvent(new Event("input"))`)
	require.Equal(t, "1 to 50 of 1,001 links.", rangeText())
}

func usePaste(t *testing.T, p *page) {
	p.do(t, `get("paste").click()`)
	require.Equal(t, "text", p.focus(t))
	p.after(t, time.Minute, func() {
		require.NoError(t, p.Call("Input.insertText", map[string]any{"text": "<base href=http://h.example/><a href=x>"}, nil))
	})
	v := p.see(t)
	require.Equal(t, "1 of 2 links was made absolute.", v.Title)
	require.Equal(t, "Download pasted.absolute.html", v.Download)
	require.Equal(t, "text", p.focus(t), "typing goes on")
	p.after(t, time.Minute, func() {
		p.do(t, `get("text").value = "Base: <URL:http://h.example/>\nContent-Type: text/html\n\n<a href=x>"; get("text").dispatchEvent(new Event("input"))`)
	})
	require.Equal(t, "Download pasted.absolute.eml", p.see(t).Download)
}

// useDrop drops files with the mouse, as the system does.
func useDrop(t *testing.T, p *page) {
	drop := func(files ...string) {
		for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
			require.NoError(t, p.Call("Input.dispatchDragEvent", map[string]any{"type": kind, "x": 100, "y": 400,
				"data": map[string]any{"items": []any{}, "files": files, "dragOperationsMask": 1}}, nil))
		}
	}
	p.after(t, time.Minute, func() { drop(p.b.write(t, "dropped.html", []byte("<base href=http://h.example/><a href=x>"))) })
	v := p.see(t)
	require.Equal(t, "1 of 2 links was made absolute.", v.Title)
	require.Equal(t, "Download dropped.absolute.html", v.Download)
	require.False(t, p.is(t, `document.body.classList.contains("dragging")`))
	require.True(t, p.is(t, `get("paste-box").hidden`))
	p.after(t, time.Minute, func() {
		drop(p.b.write(t, "one.html", []byte(bare)), p.b.write(t, "two.html", []byte(bare)))
	})
	require.Contains(t, p.text(t, `get("file-name").textContent`), "one.html 79 bytes, the first of 2 files")
	drop(t.TempDir())
	wait(t, time.Minute, "the folder", func() bool { return strings.Contains(p.see(t).Problem, "This is a folder.") })
}

func useFaults(t *testing.T, p *page) {
	p.choose(t, p.b.write(t, "picture.png", []byte("\x89PNG\r\n\x1a\n0000")))
	v := p.see(t)
	require.Contains(t, v.Problem, "This is not a file that has links.")
	require.Contains(t, v.Problem, "a PNG image")
	require.True(t, v.Hidden)
	require.Equal(t, "No results.", v.Status)

	p.choose(t, p.b.write(t, "bare.html", []byte(bare)))
	p.set(t, `check("input[value=rel]")`)
	v = p.see(t)
	require.Equal(t, "“Relative” is for archives of files: zip, tar, EPUB.It shortens the links between the files of an archive.", v.Problem)
	require.True(t, v.Hidden)
	for _, s := range madeSamples(t) {
		if s.name == "site.tar" {
			p.choose(t, p.b.write(t, s.name, s.content))
		}
	}
	require.Equal(t, "“Relative” needs the address that the archive came from.", p.see(t).Problem)
	p.set(t, `check("input[value=abs]")`)
	require.False(t, p.see(t).Hidden)

	p.do(t, `receive({failed: "no memory"})`)
	v = p.see(t)
	require.Contains(t, v.Problem, "ran out of memory.no memory")
	require.True(t, v.Hidden, "the results of the former settings")

	name := p.b.write(t, "gone.html", []byte(bare))
	p.choose(t, name)
	require.NoError(t, os.Remove(name))
	p.set(t, `set("base", "http://h.example/")`)
	require.NotEmpty(t, p.see(t).Problem, "the file is gone")
	p.set(t, `set("base", "")`)
}

// useDownload downloads a result to a file.
func useDownload(t *testing.T, p *page) {
	p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
	dir := t.TempDir()
	require.NoError(t, p.Call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir}, nil))
	require.NoError(t, p.Call("Runtime.evaluate", map[string]any{"expression": `get("download").click()`, "userGesture": true}, nil))
	name := filepath.Join(dir, "walking-club.absolute.eml")
	wait(t, time.Minute, "the download", func() bool { _, err := os.Stat(name); return err == nil })
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	example := p.text(t, `btoa(exampleMessage.replace(/[^\x00-\x7f]/g, "?"))`)
	source, err := base64.StdEncoding.DecodeString(example)
	require.NoError(t, err)
	file := p.b.write(t, "walking-club.eml", source)
	want, _ := p.b.abs(file, "abs", "walking-club.eml")
	require.Equal(t, string(want), string(content))
	require.NotEqual(t, string(source), string(content))

	// A long name is not cut, and is shown without its middle.
	name = strings.Repeat("é", 120) + ".html"
	p.choose(t, p.b.write(t, name, []byte("<base href=http://h.example/><a href=x>")))
	v := p.see(t)
	require.Equal(t, "hrefix abs '"+name+"' > '"+strings.Repeat("é", 120)+".absolute.html'", v.Command)
	require.Equal(t, "Download "+strings.Repeat("é", 30)+"…éééééé.absolute.html", v.Download)
	require.Equal(t, strings.Repeat("é", 50)+"…"+strings.Repeat("é", 28)+".html 39 bytes", p.text(t, `get("file-name").textContent`))
	require.Equal(t, strings.Repeat("é", 120)+".absolute.html", p.text(t, `downloadName(shown)`))
	require.Equal(t, strings.Repeat("é", 120)+"x.absolute.html", p.text(t, `resultName("é".repeat(120) + "x".repeat(20) + ".html", "abs")`), "255 bytes")
}

// TestKeyboard uses the page by keys only.
func TestKeyboard(t *testing.T) {
	b := start(t)
	p := b.open(t, b.fileURL())
	p.use(t, screens[0])
	tab := func(want ...string) {
		t.Helper()
		for _, id := range want {
			p.press(t, "Tab")
			require.Equal(t, id, p.focus(t))
		}
	}
	tab("Skip to the content")
	p.press(t, "Enter")
	tab("choose", "paste", "example")
	p.after(t, time.Minute, func() { p.press(t, "Enter") })
	require.Equal(t, "example", p.focus(t), "the focus stays")
	tab("base", "abs", "dialect", "type", "fragments", "download", "tab-links")
	p.press(t, "ArrowRight")
	require.Equal(t, "tab-edits", p.focus(t))
	require.True(t, p.is(t, `!get("panel-edits").hidden && get("panel-links").hidden && get("tab-edits").getAttribute("aria-selected") === "true"`))
	tab("panel-edits", "edits")
	p.press(t, "ArrowRight")
	require.True(t, p.is(t, `document.querySelector("[value=decoded]").checked`))
	p.do(t, `get("tab-edits").focus()`)
	p.press(t, "End")
	require.Equal(t, "tab-messages", p.focus(t))
	p.press(t, "ArrowRight")
	require.Equal(t, "tab-links", p.focus(t))
	p.press(t, "ArrowLeft")
	require.Equal(t, "tab-messages", p.focus(t))
	p.press(t, "Home")
	tab("panel-links")
	p.do(t, `get("base").focus()`)
	p.after(t, time.Minute, func() {
		require.NoError(t, p.Call("Input.insertText", map[string]any{"text": "http://h.example/"}, nil))
	})
	require.Equal(t, "base", p.focus(t), "the focus stays")
	p.after(t, time.Minute, func() { p.press(t, "Enter") })
	require.Contains(t, p.see(t).Command, "--base http://h.example/")
	p.press(t, "Tab")
	p.after(t, time.Minute, func() { p.press(t, "ArrowDown"); p.press(t, "ArrowDown") })
	require.Equal(t, "Nothing to pin.", p.see(t).Title, "the message has the base")
	require.Empty(t, p.see(t).Forbidden)
}
